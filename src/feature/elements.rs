//! Which features are always, never or sometimes selected.

use num_bigint::BigUint;
use variscope_encoder::backbone::backbone;
use variscope_encoder::circuit::Circuit;
use variscope_encoder::{Backbone, Budget, Interrupted, Lit, Var};

use super::{FeatureModel, Form};

/// Up to so many variables, variants are counted for each feature unasked.
const COUNTED_UNASKED: usize = 3000;

/// Whether a feature belongs to variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FeatureStatus {
    /// To all.
    Core,
    /// To none.
    Dead,
    /// To some.
    Conditional,
}

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

/// What is known of the features of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeatureStatuses {
    /// By feature; `None` when the budget ended before it was known.
    pub statuses: Vec<Option<FeatureStatus>>,
    /// The number of variants and, by feature, in how many of them it is selected; `None` when they were not counted.
    pub variants: Option<(BigUint, Vec<BigUint>)>,
}

impl FeatureStatuses {
    /// Whether every status is known.
    pub fn is_exact(&self) -> bool {
        self.statuses.iter().all(Option::is_some)
    }
}

impl FeatureModel {
    /// The status of each feature. In a model without variants all features are dead.
    pub fn elements(&self, commonalities: Commonalities, budget: &Budget) -> FeatureStatuses {
        let mut elements = FeatureStatuses { statuses: self.statuses(budget), variants: None };
        let is_small = || match self.condensed_readily() {
            Some(condensed) => condensed.asked.len() <= COUNTED_UNASKED,
            None => self.cnf().is_none_or(|cnf| cnf.var_count() <= COUNTED_UNASKED),
        };
        let is_wanted = match commonalities {
            Commonalities::Always => true,
            Commonalities::IfSmall => is_small(),
            Commonalities::Never => false,
        };
        if is_wanted {
            elements.variants = self.selections(budget).ok();
        }
        elements
    }

    /// By feature: its status, found without counting.
    pub(super) fn statuses(&self, budget: &Budget) -> Vec<Option<FeatureStatus>> {
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
fn statuses(vars: &[Var], found: Result<Option<Backbone>, Interrupted>) -> Vec<Option<FeatureStatus>> {
    let known = match found {
        Err(Interrupted) => return vec![None; vars.len()],
        Ok(None) => return vec![Some(FeatureStatus::Dead); vars.len()],
        Ok(Some(known)) => known,
    };
    let mut statuses = vec![Some(FeatureStatus::Conditional); vars.len()];
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

fn fixed(lit: Lit) -> FeatureStatus {
    if lit.is_positive() { FeatureStatus::Core } else { FeatureStatus::Dead }
}
