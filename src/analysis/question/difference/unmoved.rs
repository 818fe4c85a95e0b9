//! Numbers where every configuration gives both sides the same elements of those that both have: there every variant is kept.
//!
//! So it is after most edits of what is written, and where elements come in that others do not depend on. One side is counted then,
//! which is far less work than comparing two sets of variants.

use num_bigint::BigUint;
use num_traits::Zero;

use super::{ComparedTemplates, CountedVariants, Numbers};
use crate::analysis::question::all_variants::prepared::AllVariants;
use crate::analysis::question::{CountDetail, PresenceVerdict, Variants};
use crate::tosca::model::ElementId;

impl ComparedTemplates<'_> {
    /// None where some configuration gives another variant, where both sides have elements of their own, or where that is not known.
    pub(super) fn numbers_where_unmoved(&self, changed: &[usize]) -> Option<Numbers> {
        // Variants of the side without elements of its own are those over the common elements.
        let is_old = self.matching.only_old.is_empty();
        if !is_old && !self.matching.only_new.is_empty() {
            return None;
        }
        if !self.old.has_same_values(self.new) || !self.joint.is_same_over_common() {
            return None;
        }
        OneSide { all: &self.all[usize::from(!is_old)], sides: self, is_old }.numbers(changed)
    }
}

/// The side whose elements the other has too.
struct OneSide<'o, 's> {
    all: &'o AllVariants<'s, 's>,
    sides: &'o ComparedTemplates<'s>,
    is_old: bool,
}

impl<'s> OneSide<'_, 's> {
    fn numbers(&self, changed: &[usize]) -> Option<Numbers> {
        let count = self.all.count(CountDetail::per_element(!changed.is_empty()));
        if !count.exactness.is_exact() {
            return None;
        }
        let with = |place: usize| {
            let place = count.elements.binary_search(&self.element(place)).ok()?;
            Some(count.per_element.as_ref()?[place].clone())
        };
        let with_changed = changed.iter().map(|&place| with(place)).collect::<Option<Vec<BigUint>>>()?;
        let with_any = match with_changed.as_slice() {
            [] => BigUint::zero(),
            [only] => only.clone(),
            _ => &count.variants - self.without(changed)?,
        };
        let example = match with_changed.iter().position(|number| !number.is_zero()) {
            Some(place) => Some(self.presences_with(changed[place])?),
            None => None,
        };
        let none = || CountedVariants { count: BigUint::zero(), example: None };
        Some(Numbers {
            kept: count.variants,
            added: none(),
            removed: none(),
            changed: CountedVariants { count: with_any, example },
            with_changed,
            is_exact: true,
        })
    }

    /// The element at a place of the common ones.
    fn element(&self, place: usize) -> ElementId {
        let (old, new) = self.sides.matching.common[place];
        if self.is_old { old } else { new }
    }

    /// The variants with and without these elements alone.
    fn assuming(&self, assumed: impl IntoIterator<Item = (ElementId, bool)>) -> Variants<'s> {
        let variants = self.all.variants;
        variants.under(variants.configuration()).assuming(assumed)
    }

    /// How many variants have none of the elements at these places.
    fn without(&self, places: &[usize]) -> Option<BigUint> {
        let absent = places.iter().map(|&place| (self.element(place), false));
        let narrowed = self.assuming(absent);
        let count = narrowed.count(self.sides.limits, CountDetail::Total);
        count.exactness.is_exact().then_some(count.variants)
    }

    /// The presences of a variant with the element at a place, by place.
    fn presences_with(&self, place: usize) -> Option<Vec<bool>> {
        let narrowed = self.assuming([(self.element(place), true)]);
        let PresenceVerdict::SomeVariant { witness } = narrowed.explain(None, self.sides.limits).answer else {
            return None;
        };
        let variants = self.all.variants;
        let configuration = witness.complete(variants.configuration());
        let variant = variants.under(&configuration).resolve().ok()?;
        let is_present = |place| variant.has(variants.model(), self.element(place));
        Some((0..self.sides.matching.common.len()).map(is_present).collect())
    }
}
