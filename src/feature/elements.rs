//! Which features are always, never or sometimes selected, and which always come together.

use variscope_encoder::atomic_sets::atomic_sets;
use variscope_encoder::backbone::backbone;
use variscope_encoder::circuit::Circuit;
use variscope_encoder::{Backbone, Budget, Interrupted, Lit, Var};

use super::{Feature, FeatureModel, Form};
use crate::answer::{About, AtomicSets, Element, Elements, Member, Number, Status};

/// Up to so many variables, variants are counted for each feature unasked.
const COUNTED_UNASKED: usize = 3000;

/// When variants are to be counted for each feature, which may take much longer than everything else.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Commonalities {
    /// Whatever it takes.
    Always,
    /// When the model is small.
    IfSmall,
    /// Not at all.
    Never,
}

impl FeatureModel {
    /// The status of each feature. In a model without variants all features are dead.
    pub fn elements(&self, commonalities: Commonalities, budget: &Budget) -> Elements {
        let statuses = self.statuses(budget);
        let is_small = || match self.condensed_readily() {
            Some(condensed) => condensed.asked.len() <= COUNTED_UNASKED,
            None => self.cnf().is_none_or(|cnf| cnf.var_count() <= COUNTED_UNASKED),
        };
        let is_wanted = match commonalities {
            Commonalities::Always => true,
            Commonalities::IfSmall => is_small(),
            Commonalities::Never => false,
        };
        let counted = if is_wanted { self.selections(budget).ok() } else { None };
        let (total, counts) = counted.unzip();
        let lines = self.feature_lines();
        let element = |(place, feature): (usize, &Feature)| Element {
            id: feature.name.clone(),
            kind: "feature".to_owned(),
            name: feature.name.clone(),
            line: lines[place].as_ref().map(|place| place.line),
            file: lines[place].as_ref().and_then(|place| place.file.clone()),
            status: statuses[place],
            variants: counts.as_ref().map(|counts| counts[place].clone().into()),
            presence: None,
            exact: statuses[place].is_some(),
            caveats: Vec::new(),
        };
        Elements {
            about: About::FeatureModel,
            variants: total.map(Number::from),
            exactness: self.exactness(statuses.iter().all(Option::is_some)),
            elements: self.features.iter().enumerate().map(element).collect(),
        }
    }

    /// The sets of features of which one decides all others (atomic sets: Segura, SPLC 2008); those that are always or
    /// never selected are in none.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn atomic_sets(&self, budget: &Budget) -> Result<AtomicSets, Interrupted> {
        let vars: Vec<Var> = self.features.iter().map(|feature| feature.var).collect();
        let found = match &self.form {
            Form::Clauses(cnf) => atomic_sets(cnf, &vars, budget)?,
            Form::Circuit(circuit) => circuit.atomic_sets(),
        };
        let member = |lit: &Lit| {
            let place = self.features.binary_search_by_key(&lit.var(), |feature| feature.var).ok()?;
            Some(Member { id: self.features[place].name.clone(), is_equal: lit.is_positive() })
        };
        let sets = found.iter().map(|set| set.iter().filter_map(member).collect()).collect();
        Ok(AtomicSets { exactness: self.exactness(true), sets })
    }

    /// By feature: its status, found without counting.
    pub(super) fn statuses(&self, budget: &Budget) -> Vec<Option<Status>> {
        let vars: Vec<Var> = self.features.iter().map(|feature| feature.var).collect();
        let Some(condensed) = self.condensed() else {
            return statuses(
                &vars,
                match &self.form {
                    Form::Clauses(cnf) => backbone(cnf, &vars, budget),
                    Form::Circuit(circuit) => Ok(compiled_backbone(circuit)),
                },
            );
        };
        let known = statuses(&condensed.asked, backbone(&condensed.cnf, &condensed.asked, budget));
        condensed.statuses(&known, &vars)
    }
}

/// What is known of each variable; they are ascending, and those that were asked for.
fn statuses(vars: &[Var], found: Result<Option<Backbone>, Interrupted>) -> Vec<Option<Status>> {
    let known = match found {
        Err(Interrupted) => return vec![None; vars.len()],
        Ok(None) => return vec![Some(Status::Dead); vars.len()],
        Ok(Some(known)) => known,
    };
    let mut statuses = vec![Some(Status::Conditional); vars.len()];
    let position = |var: Var| vars.binary_search(&var).expect("only features were asked for");
    for &lit in &known.fixed {
        statuses[position(lit.var())] = Some(fixed(lit));
    }
    known.undecided.iter().for_each(|&var| statuses[position(var)] = None);
    statuses
}

/// The backbone of a circuit; `None` when it has no variants.
fn compiled_backbone(circuit: &Circuit) -> Option<Backbone> {
    let is_satisfiable = !circuit.is_unsatisfiable();
    is_satisfiable.then(|| Backbone { fixed: circuit.frequencies().backbone(), undecided: Vec::new() })
}

fn fixed(lit: Lit) -> Status {
    if lit.is_positive() { Status::Core } else { Status::Dead }
}
