//! What an edit does to the variants (Thüm, Batory and Kästner, ICSE 2009).
//!
//! Models are compared over the features that both have, by name.

use std::collections::BTreeMap;

use variscope_encoder::circuit::{Comparison, EditKind, ModelSubset};
use variscope_encoder::{Budget, Interrupted, Lit, Var};

use super::count::limits;
use super::{Feature, FeatureModel, ModelOrigin};
use crate::answer::{About, Caveat, Diff, Exactness, Example, Status, StatusChange};

impl FeatureModel {
    /// What changed from this model to a newer one; `None` when one of them was compiled. With features that only one model
    /// has, the edit is arbitrary.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn difference(&self, newer: &Self, budget: &Budget) -> Result<Option<Diff>, Interrupted> {
        let Some((old, new)) = self.cnf().zip(newer.cnf()) else { return Ok(None) };
        let known: BTreeMap<&str, Var> = names(self);
        let mut common: BTreeMap<Var, Var> = BTreeMap::new();
        for (name, var) in names(newer) {
            known.get(name).and_then(|&old| common.insert(var, old));
        }
        let compared = Comparison::of(old, new, &common, &limits(budget))?;
        let names: BTreeMap<Var, &str> = names(self).into_iter().map(|(name, var)| (var, name)).collect();
        let (added, removed) = (compared.added(budget)?, compared.removed(budget)?);
        let (only_old, only_new) = (missing(self, newer), missing(newer, self));
        let kind = if only_old.is_empty() && only_new.is_empty() {
            EditKind::of_counts(&added.count, &removed.count)
        } else {
            EditKind::ArbitraryEdit
        };
        let elements = statuses(&compared, newer, &common);
        let caveats = if kind == EditKind::Refactoring { self.values_left_out(newer) } else { Vec::new() };
        Ok(Some(Diff {
            relation: kind.into(),
            exactness: Exactness { exact: caveats.is_empty(), complete: true, caveats },
            kept: compared.kept().into(),
            added_witness: example(&added, &names),
            added: added.count.into(),
            removed_witness: example(&removed, &names),
            removed: removed.count.into(),
            attributes: self.changed_attributes(newer),
            only_old,
            only_new,
            elements,
            ..Diff::unknown(About::FeatureModel)
        }))
    }

    /// That the features are the same says nothing of the values that they may have, where constraints about these are other ones.
    fn values_left_out(&self, newer: &Self) -> Vec<Caveat> {
        let (ModelOrigin::Uvl(old), ModelOrigin::Uvl(new)) = (&self.origin, &newer.origin) else { return Vec::new() };
        if old.constraints_over_values() == new.constraints_over_values() {
            return Vec::new();
        }
        let message = "constraints about values of features differ: the features are the same, which values they may have was not compared";
        vec![Caveat { message: message.to_owned(), line: None }]
    }

    /// Whether both models have a feature of one name; without one, nothing of them can be compared.
    pub fn shares_a_feature(&self, other: &Self) -> bool {
        let known = names(other);
        self.features.iter().any(|feature| known.contains_key(feature.name.as_str()))
    }

    /// The common features with another type or other attributes, by name in the order of the newer model.
    fn changed_attributes(&self, newer: &Self) -> Vec<String> {
        let (ModelOrigin::Uvl(old), ModelOrigin::Uvl(new)) = (&self.origin, &newer.origin) else { return Vec::new() };
        let known = names(self);
        let is_changed = |feature: &&Feature| {
            known.get(feature.name.as_str()).is_some_and(|&var| !new.is_alike(feature.var, old, var))
        };
        newer.features.iter().filter(is_changed).map(|feature| feature.name.clone()).collect()
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

/// The common features that are always, never or sometimes selected on one side, and not so on the other, in the order of the newer
/// model. `common` gives the variables of the newer model that are also variables of the older one.
fn statuses(compared: &Comparison, newer: &FeatureModel, common: &BTreeMap<Var, Var>) -> Vec<StatusChange> {
    let [old, new] = compared.backbones();
    if compared.is_void() {
        return Vec::new();
    }
    let status = |backbone: &[Lit], var: Var| match Lit::value_in(backbone, var) {
        Some(true) => Status::Core,
        Some(false) => Status::Dead,
        None => Status::Conditional,
    };
    let change = |feature: &Feature| {
        let var = *common.get(&feature.var)?;
        let (before, after) = (status(&old, var), status(&new, var));
        (before != after).then(|| StatusChange {
            element: feature.name.clone(),
            title: format!("feature \"{}\"", feature.name),
            container: None,
            before: Some(before),
            after: Some(after),
        })
    };
    newer.features.iter().filter_map(change).collect()
}

/// The common features that one of these variants selects.
fn example(part: &ModelSubset, names: &BTreeMap<Var, &str>) -> Option<Example> {
    let selected = part.example.as_ref()?.iter().filter(|lit: &&Lit| lit.is_positive());
    let present = selected.filter_map(|lit| names.get(&lit.var())).map(ToString::to_string).collect();
    Some(Example { present, nodes: Vec::new(), old_inputs: None, new_inputs: None, apart: None })
}
