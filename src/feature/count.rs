//! How many variants there are.

use std::borrow::Cow;

use num_bigint::BigUint;
use variscope_encoder::bdd::{AtomFunctions, Bdd, Diagrams};
use variscope_encoder::circuit::{self, Circuit};
use variscope_encoder::count::{self, CountLimits};
use variscope_encoder::{Atom, Budget, Interrupted, Var};

use super::uvl::CountEncodedModel;
use super::{Feature, FeatureModel, Form, ModelOrigin};
use crate::analysis::question::CountDetail;
use crate::answer::{About, Count, ElementCount, Number};

/// Checks of the budget within which a model is compiled readily; they take about a second.
const READILY: u64 = 5_000;

/// Variables of the clauses for each feature, from which on they are mostly about sums.
const MANY_HELPERS: usize = 100;

/// Nodes of a decision diagram of all features, at most.
const MAX_NODES: usize = 1 << 22;

/// Bits of numbers in a circuit, at most.
const MAX_BITS: usize = 300;

impl FeatureModel {
    /// The number of variants, or bounds of it when the budget ends first.
    pub fn count(&self, detail: CountDetail, budget: &Budget) -> Count {
        let diagram = self.by_diagram(budget);
        let (least, most) = match diagram.as_ref().map(Circuit::count) {
            Some(count) => (count.clone(), count),
            None => self.bounds(budget),
        };
        let is_exact = least == most;
        let variants = Number::from(least);
        let selections = || match &diagram {
            Some(circuit) => Some(self.commonalities(circuit)),
            None => self.selections(budget).ok().map(|(_, counts)| counts),
        };
        let selections = if detail.is_per_element() { selections() } else { None };
        let entry =
            |(feature, count): (&Feature, BigUint)| ElementCount { id: feature.name.clone(), variants: count.into() };
        Count {
            about: About::FeatureModel,
            at_most: (!is_exact).then(|| most.into()),
            classes: Some(variants.clone()),
            configurations: Some(variants.clone()),
            infinite: Some(false),
            variants,
            exactness: self.exactness(is_exact),
            elements: selections.map(|counts| self.features.iter().zip(counts).map(entry).collect()),
        }
    }

    /// There are at least, and at most, so many variants.
    fn bounds(&self, budget: &Budget) -> (BigUint, BigUint) {
        match &self.form {
            Form::Clauses(cnf) => {
                let condensed = self.condensed();
                let (cnf, projection) = match &condensed {
                    Some(condensed) => (&condensed.cnf, Some(&condensed.projection[..])),
                    None => (cnf, self.projection()),
                };
                let count = count::count(cnf, projection, &limits(budget));
                let sets = BigUint::from(1_u8) << self.features.len();
                (count.lower().clone(), count.upper().min(&sets).clone())
            }
            Form::Circuit(circuit) => (circuit.count(), circuit.count()),
        }
    }

    /// All variants as a circuit, which answers further questions quickly.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up, or the circuit gets too large for memory.
    pub fn compile(&self, budget: &Budget) -> Result<Cow<'_, Circuit>, Interrupted> {
        if let Some(circuit) = self.by_diagram(budget) {
            return Ok(Cow::Owned(circuit));
        }
        match &self.form {
            Form::Clauses(cnf) => circuit::compile(cnf, self.projection(), &limits(budget)).map(Cow::Owned),
            Form::Circuit(circuit) => Ok(Cow::Borrowed(circuit)),
        }
    }

    /// All variants as a circuit, unless that takes more than a fixed amount of work; `None` when it does, so that the
    /// answer does not depend on the clock.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn compile_readily(&self, budget: &Budget) -> Result<Option<Cow<'_, Circuit>>, Interrupted> {
        match self.compile(&budget.clone().with_checks(READILY)) {
            Ok(circuit) => Ok(Some(circuit)),
            Err(Interrupted) => budget.check().map(|()| None),
        }
    }

    /// The number of variants and, by feature, in how many of them it is selected.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up, or what is compiled gets too large for memory.
    pub fn selections(&self, budget: &Budget) -> Result<(BigUint, Vec<BigUint>), Interrupted> {
        let Some(condensed) = self.condensed_readily() else {
            let circuit = self.compile(budget)?;
            return Ok((circuit.count(), self.commonalities(&circuit)));
        };
        let circuit = circuit::compile(&condensed.cnf, Some(&condensed.projection), &limits(budget))?;
        let vars: Vec<Var> = self.features.iter().map(|feature| feature.var).collect();
        Ok((circuit.count(), condensed.by_feature(circuit.frequencies().positive(), &vars)))
    }

    /// All variants by a decision diagram over the features, where sums of many numbers bring far more helpers than there are
    /// features: a search through clauses would have to decide these. None for all other models, and where it gets too large.
    pub(super) fn by_diagram(&self, budget: &Budget) -> Option<Circuit> {
        let (ModelOrigin::Uvl(origin), Form::Clauses(cnf)) = (&self.origin, &self.form) else { return None };
        if self.is_narrowed || cnf.var_count() < self.features.len() * MANY_HELPERS {
            return None;
        }
        let problem = origin.problem();
        let (features, helpers): (Vec<Atom>, Vec<Atom>) =
            problem.atoms().partition(|atom| atom.index() < self.features.len());
        // What compares values of features has no definition: of it there only has to be something.
        let open = helpers.into_iter().filter(|&helper| problem.definition(helper).is_none());
        let variables: Vec<Atom> = features.iter().copied().chain(open).collect();
        let mut diagrams = Diagrams::within(MAX_NODES, budget.clone());
        let mut functions = AtomFunctions::build(&problem, &variables, &mut diagrams).ok()?;
        let mut stated: Vec<Bdd> = Vec::new();
        for rule in problem.constraints() {
            stated.push(functions.formula(rule.formula, &mut diagrams).ok()?);
        }
        for lit in self.given_lits() {
            let feature = functions.atom(Atom::new(lit.var().index()));
            stated.push(if lit.is_positive() { feature } else { diagrams.not(feature).ok()? });
        }
        let valid = diagrams.conjunction(stated).ok()?;
        let valid = diagrams.exists(valid, features.len()).ok()?;
        let vars: Vec<Var> = self.features.iter().map(|feature| feature.var).collect();
        Some(Circuit::of_diagram(&diagrams, valid, &vars))
    }

    /// The model with features that can stand for each other as numbers; none where there are too few of them.
    pub(super) fn condensed(&self) -> Option<CountEncodedModel> {
        match &self.origin {
            ModelOrigin::Uvl(origin) if !self.is_narrowed => origin.condensed(&self.given_lits().collect::<Vec<_>>()),
            ModelOrigin::Uvl(_) | ModelOrigin::Dimacs(_) | ModelOrigin::Compiled => None,
        }
    }

    /// [`FeatureModel::condensed`], where that is quickly compiled: a circuit holds every bit of a number.
    pub(super) fn condensed_readily(&self) -> Option<CountEncodedModel> {
        self.condensed().filter(|condensed| condensed.projection.len() - condensed.asked.len() <= MAX_BITS)
    }

    /// By feature: in how many variants it is selected.
    pub fn commonalities(&self, circuit: &Circuit) -> Vec<BigUint> {
        // Features are ascending by variable, and so are the frequencies.
        circuit.frequencies().positive().iter().map(|(_, count)| count.clone()).collect()
    }
}

pub(super) fn limits(budget: &Budget) -> CountLimits {
    CountLimits { budget: budget.clone(), ..CountLimits::default() }
}
