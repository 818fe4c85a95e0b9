//! Constraints about what is below features with a cardinality hold in each instance on its own.
//!
//! A constraint that names a feature below one of cardinality `[2..4]` is demanded of every selected instance, about the features
//! below that instance; what is elsewhere means the same each time. Where no instance is selected it demands nothing. So UVL's
//! reference library converts cardinalities of features.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use variscope_encoder::FormulaId;

use super::super::instances::Instances;
use super::super::syntax::{Expression, Function};
use super::Lowering;

/// By feature that the constraint names and that is below a chosen instance: its instances there, ascending.
pub(super) type InstanceScope = FxHashMap<usize, Vec<usize>>;

/// Instances of features with a cardinality, for which a constraint is stated once.
#[derive(Clone, Default)]
pub(super) struct ConstraintCopy {
    /// That these are selected.
    pub guard: Vec<FormulaId>,
    pub scope: InstanceScope,
}

impl ConstraintCopy {
    /// The instances of a feature that it is about.
    fn instances<'t>(&'t self, tree: &'t Instances, feature: usize) -> &'t [usize] {
        self.scope.get(&feature).unwrap_or(&tree.of_feature[feature])
    }
}

/// A constraint would be stated more often than it may be.
pub(super) struct TooManyCopies;

/// So often a constraint is stated at most.
pub(super) const MAX_COPIES: usize = 1 << 16;

impl<'d> Lowering<'d> {
    /// The instances that a feature has where the constraint is stated.
    pub(super) fn instances_of(&self, feature: usize) -> &[usize] {
        self.scope.get(&feature).unwrap_or(&self.tree.of_feature[feature])
    }

    /// For which instances the constraint of these expressions is stated.
    pub(super) fn copies(
        &self,
        expressions: impl Iterator<Item = &'d Expression>,
    ) -> Result<Vec<ConstraintCopy>, TooManyCopies> {
        let named: Vec<usize> = expressions.filter_map(|expression| self.named(expression)).collect();
        let has_cardinality = |feature: &usize| self.document.features[*feature].cardinality.is_some();
        // Parents stand before children.
        let repeated: BTreeSet<usize> =
            named.iter().flat_map(|&feature| self.above(feature)).filter(has_cardinality).collect();
        let scoped: BTreeSet<usize> = named.into_iter().chain(repeated.iter().copied()).collect();
        let mut copies = vec![ConstraintCopy::default()];
        for feature in repeated {
            let below: Vec<usize> =
                scoped.iter().copied().filter(|&other| self.above(other).any(|above| above == feature)).collect();
            let mut longer = Vec::new();
            for copy in &copies {
                if longer.len() + copy.instances(self.tree, feature).len() > MAX_COPIES {
                    return Err(TooManyCopies);
                }
                longer.extend(self.narrowed(copy, feature, &below));
            }
            copies = longer;
        }
        Ok(copies)
    }

    /// The feature that an expression names, or one of whose attributes it names. Sums over all features with an attribute name none.
    fn named(&self, expression: &Expression) -> Option<usize> {
        let name = match expression {
            Expression::Reference(name) => name,
            Expression::Call(Function::Length | Function::Floor | Function::Ceiling, arguments) => &arguments[0].value,
            _ => return None,
        };
        self.names.feature(name).or_else(|| self.attribute(name).map(|(feature, _)| feature))
    }

    /// The features above one, the nearest first.
    fn above(&self, feature: usize) -> impl Iterator<Item = usize> + use<'d> {
        let document = self.document;
        let parent = move |&feature: &usize| Some(document.groups[document.features[feature].group?].parent);
        std::iter::successors(parent(&feature), parent)
    }

    /// What is stated for each instance of this feature, too, of which these features are below.
    fn narrowed(&self, copy: &ConstraintCopy, repeated: usize, below: &[usize]) -> Vec<ConstraintCopy> {
        let mut narrower: BTreeMap<usize, ConstraintCopy> = BTreeMap::new();
        for &instance in copy.instances(self.tree, repeated) {
            let mut guard = copy.guard.clone();
            guard.push(Self::selected(instance));
            let others = copy.scope.iter().filter(|(feature, _)| !below.contains(feature));
            let scope = others.map(|(feature, instances)| (*feature, instances.clone())).collect();
            narrower.insert(instance, ConstraintCopy { guard, scope });
        }
        for &feature in below {
            for &instance in copy.instances(self.tree, feature) {
                let own = self.tree.above(instance, repeated).and_then(|above| narrower.get_mut(&above));
                if let Some(ConstraintCopy { scope, .. }) = own {
                    scope.entry(feature).or_default().push(instance);
                }
            }
        }
        narrower.into_values().collect()
    }
}
