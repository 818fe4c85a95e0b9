//! Numbers from all variants, one by one: for templates whose presences do not follow from the inputs.

use std::collections::BTreeSet;

use super::{CountedVariants, Numbers};
use crate::analysis::question::ClassEnumeration;
use crate::analysis::question::agreement::same_elements::Matching;
use crate::tosca::model::ElementId;

/// Compares; `changed` are places of common elements.
pub(super) fn numbers(
    old: &ClassEnumeration,
    new: &ClassEnumeration,
    matching: &Matching,
    changed: &[usize],
) -> Numbers {
    let old_ids: Vec<ElementId> = matching.common.iter().map(|&(id, _)| id).collect();
    let new_ids: Vec<ElementId> = matching.common.iter().map(|&(_, id)| id).collect();
    let (before, after) = (over(old, &old_ids), over(new, &new_ids));
    let kept: Vec<&Vec<bool>> = before.intersection(&after).collect();
    Numbers {
        kept: kept.len().into(),
        added: found(after.difference(&before).collect()),
        removed: found(before.difference(&after).collect()),
        with_changed: changed
            .iter()
            .map(|&place| kept.iter().filter(|variant| variant[place]).count().into())
            .collect(),
        changed: found(kept.into_iter().filter(|variant| changed.iter().any(|&place| variant[place])).collect()),
        is_exact: old.exactness.is_exact() && new.exactness.is_exact(),
    }
}

/// The variants over these elements.
fn over(enumeration: &ClassEnumeration, ids: &[ElementId]) -> BTreeSet<Vec<bool>> {
    let places: Vec<Option<usize>> = ids.iter().map(|id| enumeration.elements.binary_search(id).ok()).collect();
    let variant = |present: &[bool]| places.iter().map(|place| place.is_some_and(|place| present[place])).collect();
    enumeration.variants.iter().map(|found| variant(&found.present)).collect()
}

fn found(variants: Vec<&Vec<bool>>) -> CountedVariants {
    CountedVariants { count: variants.len().into(), example: variants.into_iter().next().cloned() }
}
