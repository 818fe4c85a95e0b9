//! What an edit does to the variants (Thüm, Batory and Kästner, ICSE 2009).
//!
//! Models are compared over the features that both have, by name.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use variscope_encoder::circuit::{Comparison, EditKind, ModelSubset};
use variscope_encoder::{Budget, Interrupted, Lit, Var};

use super::FeatureModel;
use super::count::limits;

/// What changed from an old model to a new one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Features that only the new model has.
    pub new_features: Vec<String>,
    /// Features that only the old model has.
    pub old_features: Vec<String>,
    /// Variants of both, over the common features.
    pub kept: BigUint,
    /// Variants that were won, with one of them.
    pub added: Change,
    /// Variants that were lost, with one of them.
    pub removed: Change,
}

/// Variants on one side only.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// How many.
    pub count: BigUint,
    /// The common features that one of them selects; `None` when there is none.
    pub witness: Option<Vec<String>>,
}

impl Difference {
    /// What the edit does to the variants; with features that only one model has, it is arbitrary.
    pub fn edit_kind(&self) -> EditKind {
        if !self.new_features.is_empty() || !self.old_features.is_empty() {
            return EditKind::ArbitraryEdit;
        }
        EditKind::of_counts(&self.added.count, &self.removed.count)
    }
}

impl FeatureModel {
    /// What changed from this model to a newer one; `None` when one of them was compiled.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn difference(&self, newer: &Self, budget: &Budget) -> Result<Option<Difference>, Interrupted> {
        let Some((old, new)) = self.cnf().zip(newer.cnf()) else { return Ok(None) };
        let known: BTreeMap<&str, Var> = names(self);
        let mut common: BTreeMap<Var, Var> = BTreeMap::new();
        for (name, var) in names(newer) {
            known.get(name).and_then(|&old| common.insert(var, old));
        }
        let compared = Comparison::of(old, new, &common, &limits(budget))?;
        let names: BTreeMap<Var, &str> = names(self).into_iter().map(|(name, var)| (var, name)).collect();
        Ok(Some(Difference {
            new_features: missing(newer, self),
            old_features: missing(self, newer),
            kept: compared.kept(),
            added: change(compared.added(budget)?, &names),
            removed: change(compared.removed(budget)?, &names),
        }))
    }
}

/// The features by name; of several with one name, the first.
fn names(model: &FeatureModel) -> BTreeMap<&str, Var> {
    model.features.iter().rev().map(|feature| (feature.name.as_str(), feature.var)).collect()
}

/// Names of features that only the first model has.
fn missing(model: &FeatureModel, other: &FeatureModel) -> Vec<String> {
    let others = names(other);
    let missing = model.features.iter().filter(|feature| !others.contains_key(feature.name.as_str()));
    missing.map(|feature| feature.name.clone()).collect()
}

fn change(part: ModelSubset, names: &BTreeMap<Var, &str>) -> Change {
    let selected = |literals: Vec<Lit>| {
        let positive = literals.into_iter().filter(|lit| lit.is_positive());
        positive.filter_map(|lit| names.get(&lit.var())).map(ToString::to_string).collect()
    };
    Change { count: part.count, witness: part.example.map(selected) }
}
