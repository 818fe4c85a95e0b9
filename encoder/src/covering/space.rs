//! What an array covers: clauses or combinations, and the features among their variables.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::bdd::Images;
use crate::budget::{Budget, Interrupted};
use crate::circuit::Circuit;
use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::preprocess::{self, Defined};
use crate::term::Term;

/// The assignments of some variables that extend to models: the variants, of which an array shows combinations.
pub struct Space {
    pub(super) models: Models,
    /// The counted variables, ascending, with what became of each by reduction.
    vars: Vec<(Var, Term)>,
    /// Those that are no constants and differ from those before them, as far as that is known.
    pub(super) features: Vec<Feature>,
}

/// Where models come from.
pub(super) enum Models {
    /// There are none, as the clauses contradict each other at once.
    None,
    /// Reduced clauses.
    OfClauses(Cnf),
    /// Combinations of values of functions, over reduced variables that are theirs in order.
    Combinations(Rc<Images>),
}

/// A counted variable, the values of which are combined with those of others.
#[derive(Clone, Copy)]
pub(super) struct Feature {
    /// Its position among the counted variables.
    pub(super) position: usize,
    /// The reduced literal that it equals.
    pub(super) lit: Lit,
}

impl Feature {
    /// The reduced literal that says that it has this value.
    pub(super) fn literal(self, value: bool) -> Lit {
        if value { self.lit } else { !self.lit }
    }
}

/// Clauses, and what became of each counted variable; none where the clauses contradict each other at once.
type Smaller = Option<(Cnf, Vec<(Var, Term)>)>;

/// All variables are counted: units and equal literals are folded away.
fn reduced(cnf: &Cnf, budget: &Budget) -> Result<Smaller, Interrupted> {
    let Some(reduced) = preprocess::reduce(cnf, budget)? else { return Ok(None) };
    let vars = (0..cnf.var_count()).map(Var::new).map(|var| (var, reduced.term(var.positive()))).collect();
    Ok(Some((reduced.clauses, vars)))
}

/// Variables that are not counted are eliminated too, as models are looked for many times.
fn simplified(cnf: &Cnf, projection: &[Var], budget: &Budget) -> Result<Smaller, Interrupted> {
    let simplified = preprocess::simplify(cnf, Some(projection), Defined::Keep, budget)?;
    let Some(simplified) = simplified else { return Ok(None) };
    let mut cnf = simplified.clauses;
    let mut terms: BTreeMap<Var, Term> = BTreeMap::new();
    let numbered = simplified.originals.iter().enumerate();
    terms.extend(numbered.map(|(number, &original)| (original, Term::Lit(Var::new(number).positive()))));
    terms.extend(simplified.fixed.iter().map(|lit| (lit.var(), Term::Const(lit.is_positive()))));
    terms.extend(simplified.free.iter().map(|&var| (var, Term::Lit(cnf.new_var().positive()))));
    let equal: Vec<(Var, Term)> =
        simplified.equal.iter().map(|(var, lit)| (*var, terms[&lit.var()].negated_if(!lit.is_positive()))).collect();
    terms.extend(equal);
    Ok(Some((cnf, projection.iter().map(|var| (*var, terms[var])).collect())))
}

/// The counted variables whose values vary, as far as that is known: the first of those that are equal.
fn features(vars: &[(Var, Term)], reduced: usize) -> Vec<Feature> {
    let mut is_known = vec![false; reduced];
    let literals = vars.iter().enumerate().filter_map(|(position, (_, term))| Some((position, term.literal()?)));
    let mut features: Vec<Feature> = literals.map(|(position, lit)| Feature { position, lit }).collect();
    features.retain(|feature| !std::mem::replace(&mut is_known[feature.lit.var().index()], true));
    features
}

impl Space {
    /// The models of clauses over a projection, which is ascending; over all variables when `None`.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    ///
    /// # Panics
    /// When `projection` names a variable that `cnf` has not.
    pub fn of_clauses(cnf: &Cnf, projection: Option<&[Var]>, budget: &Budget) -> Result<Self, Interrupted> {
        let found = match projection {
            Some(projection) => simplified(cnf, projection, budget)?,
            None => reduced(cnf, budget)?,
        };
        let Some((cnf, vars)) = found else {
            return Ok(Self { models: Models::None, vars: Vec::new(), features: Vec::new() });
        };
        let features = features(&vars, cnf.var_count());
        Ok(Self { models: Models::OfClauses(cnf), vars, features })
    }

    /// The combinations of values that functions have: the models of [`Circuit::of_images`].
    pub fn of_images(images: Rc<Images>) -> Self {
        let numbered = images.vars().into_iter().zip((0..).map(|number| Term::Lit(Var::new(number).positive())));
        let vars: Vec<(Var, Term)> = numbered.collect();
        let features = features(&vars, vars.len());
        Self { models: Models::Combinations(images), vars, features }
    }

    /// The models of a circuit.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn of_circuit(circuit: &Circuit, budget: &Budget) -> Result<Self, Interrupted> {
        let mut space = Self::of_clauses(&circuit.clauses(), Some(circuit.vars()), budget)?;
        let mut is_redundant = vec![false; circuit.vars().len()];
        let constants = circuit.frequencies().backbone();
        let sets = circuit.atomic_sets();
        for lit in constants.iter().chain(sets.iter().flat_map(|set| &set[1..])) {
            if let Ok(position) = circuit.vars().binary_search(&lit.var()) {
                is_redundant[position] = true;
            }
        }
        space.features.retain(|feature| !is_redundant[feature.position]);
        Ok(space)
    }

    /// The reduced variables.
    pub(super) fn vars(&self) -> impl Iterator<Item = Var> + use<> {
        let count = match &self.models {
            Models::None => 0,
            Models::OfClauses(cnf) => cnf.var_count(),
            Models::Combinations(_) => self.vars.len(),
        };
        (0..count).map(Var::new)
    }

    /// The values of the counted variables, given those of the reduced ones.
    pub(super) fn variant(&self, value: impl Fn(Var) -> bool) -> Vec<Lit> {
        let value = |term: Term| match term {
            Term::Const(value) => value,
            Term::Lit(lit) => value(lit.var()) == lit.is_positive(),
        };
        self.vars.iter().map(|&(var, term)| var.lit(value(term))).collect()
    }
}
