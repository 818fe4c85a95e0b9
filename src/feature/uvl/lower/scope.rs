//! Constraints about what is below features with a cardinality hold in each instance on its own.
//!
//! A constraint that names a feature below one of cardinality `[2..4]` is demanded of every selected instance, about the features
//! below that instance; what is elsewhere means the same each time. Where no instance is selected it demands nothing. So UVL's
//! reference library converts cardinalities of features.

use rustc_hash::FxHashMap;
use variscope_encoder::FormulaId;

use super::super::syntax::{Expression, Function};
use super::Lowering;

/// By feature below a chosen instance: its instances below that one, ascending.
pub(super) type InstanceScope = FxHashMap<usize, Vec<usize>>;

/// Instances of features with a cardinality, for which a constraint is stated once.
#[derive(Clone, Default)]
pub(super) struct ConstraintCopy {
    /// That these are selected.
    pub guard: Vec<FormulaId>,
    pub scope: InstanceScope,
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
        let mut copies = vec![ConstraintCopy::default()];
        for repeated in self.repeated_above(expressions) {
            let mut longer = Vec::new();
            for copy in &copies {
                let instances = copy.scope.get(&repeated).unwrap_or(&self.tree.of_feature[repeated]);
                if longer.len() + instances.len() > MAX_COPIES {
                    return Err(TooManyCopies);
                }
                longer.extend(instances.iter().map(|&instance| self.narrowed(copy, repeated, instance)));
            }
            copies = longer;
        }
        Ok(copies)
    }

    /// The features with a cardinality that have one below them that the expressions name, parents first. Sums over all features
    /// with an attribute name none.
    fn repeated_above(&self, expressions: impl Iterator<Item = &'d Expression>) -> Vec<usize> {
        let mut found = Vec::new();
        for expression in expressions {
            let name = match expression {
                Expression::Reference(name) => name,
                Expression::Call(Function::Length | Function::Floor | Function::Ceiling, arguments) => {
                    &arguments[0].value
                }
                _ => continue,
            };
            let named = self.names.feature(name).or_else(|| self.attribute(name).map(|(feature, _)| feature));
            let above = named.into_iter().flat_map(|feature| self.above(feature));
            found.extend(above.filter(|&feature| self.document.features[feature].cardinality.is_some()));
        }
        // Parents stand before children.
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The features above one, the nearest first.
    fn above(&self, feature: usize) -> impl Iterator<Item = usize> + use<'d> {
        let document = self.document;
        let parent = move |&feature: &usize| Some(document.groups[document.features[feature].group?].parent);
        std::iter::successors(parent(&feature), parent)
    }

    /// What is stated for one instance of this feature, too.
    fn narrowed(&self, copy: &ConstraintCopy, repeated: usize, instance: usize) -> ConstraintCopy {
        let ConstraintCopy { mut guard, mut scope } = copy.clone();
        guard.push(Self::selected(instance));
        let below = (0..self.document.features.len()).filter(|&other| self.above(other).any(|above| above == repeated));
        for feature in below {
            let instances = scope.get(&feature).unwrap_or(&self.tree.of_feature[feature]);
            let own = instances.iter().copied().filter(|&other| self.tree.is_below(other, instance)).collect();
            scope.insert(feature, own);
        }
        ConstraintCopy { guard, scope }
    }
}
