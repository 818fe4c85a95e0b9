//! What an array covers: clauses, and the features among their variables.

use crate::budget::Budget;
use crate::circuit::Circuit;
use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::preprocess;
use crate::term::Term;

/// The assignments of some variables that extend to models: the variants, of which an array shows combinations.
pub struct Space {
    /// Reduced clauses.
    pub(super) cnf: Cnf,
    /// The counted variables, ascending, with what became of each by reduction.
    vars: Vec<(Var, Term)>,
    /// Those that are no constants and differ from those before them, as far as that is known.
    pub(super) features: Vec<Feature>,
    /// Whether the clauses contradict each other at once.
    pub(super) is_refuted: bool,
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

impl Space {
    /// The models of clauses over a projection, which is ascending; over all variables when `None`.
    ///
    /// # Panics
    /// When `projection` names a variable that `cnf` has not.
    pub fn of_clauses(cnf: &Cnf, projection: Option<&[Var]>) -> Self {
        let vars = projection.map_or_else(|| (0..cnf.var_count()).map(Var::new).collect(), <[Var]>::to_vec);
        let Some(reduced) = preprocess::reduce(cnf, &Budget::unlimited()).expect("nothing stops it") else {
            return Self { cnf: Cnf::default(), vars: Vec::new(), features: Vec::new(), is_refuted: true };
        };
        let vars: Vec<(Var, Term)> = vars.iter().map(|&var| (var, reduced.term(var.positive()))).collect();
        let mut is_known = vec![false; reduced.clauses.var_count()];
        let mut features = Vec::new();
        for (position, (_, term)) in vars.iter().enumerate() {
            if let Term::Lit(lit) = *term
                && !std::mem::replace(&mut is_known[lit.var().index()], true)
            {
                features.push(Feature { position, lit });
            }
        }
        Self { cnf: reduced.clauses, vars, features, is_refuted: false }
    }

    /// The models of a circuit.
    pub fn of_circuit(circuit: &Circuit) -> Self {
        let mut space = Self::of_clauses(&circuit.clauses(), Some(circuit.vars()));
        let mut is_redundant = vec![false; circuit.vars().len()];
        let constants = circuit.frequencies().backbone();
        let sets = circuit.atomic_sets();
        for lit in constants.iter().chain(sets.iter().flat_map(|set| &set[1..])) {
            if let Ok(position) = circuit.vars().binary_search(&lit.var()) {
                is_redundant[position] = true;
            }
        }
        space.features.retain(|feature| !is_redundant[feature.position]);
        space
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
