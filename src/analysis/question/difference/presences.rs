//! What decides presences otherwise: elements that an edit gave another rule, and when those of one side are present.

use std::collections::{BTreeMap, BTreeSet};

use super::ComparedTemplates;
use crate::analysis::pretty;
use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::status::ElementStatus;
use crate::analysis::question::configuration::canonical_text::canonical_text;
use crate::analysis::question::questions::elements::{ElementSummary, Elements};
use crate::tosca::model::{ElementId, Model};

/// An element whose presence an edit decides otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresenceChange {
    /// In the old template, if it has it.
    pub old: Option<ElementId>,
    /// In the new one, if it has it.
    pub new: Option<ElementId>,
    /// When it is present on the old side, where that is known and takes few words.
    pub before: Option<String>,
    /// When it is present on the new side.
    pub after: Option<String>,
}

impl ComparedTemplates<'_> {
    /// Elements of one side only, then those of both whose own rule is another one, by their old ids.
    pub(super) fn presence_changes(
        &self,
        ruled: &BTreeSet<ElementId>,
        [old, new]: [&Elements; 2],
    ) -> Vec<PresenceChange> {
        let (before, after) = (PresenceWords::of(self.old, old), PresenceWords::of(self.new, new));
        let lost = self.matching.only_old.iter().map(|&id| PresenceChange {
            old: Some(id),
            new: None,
            before: before.when(id),
            after: None,
        });
        let won = self.matching.only_new.iter().map(|&id| PresenceChange {
            old: None,
            new: Some(id),
            before: None,
            after: after.when(id),
        });
        let moved = self.matching.common.iter().filter(|(old, _)| ruled.contains(old)).filter_map(|&(old, new)| {
            let change =
                PresenceChange { old: Some(old), new: Some(new), before: before.when(old), after: after.when(new) };
            (change.before != change.after).then_some(change)
        });
        lost.chain(won).chain(moved).collect()
    }

    /// Old elements that the new template has present under other conditions, were all else as before; where that cannot be
    /// found out, those whose conditions are written otherwise.
    pub(super) fn with_other_rule(&self) -> BTreeSet<ElementId> {
        if let Ok(moved) = self.joint.moved() {
            return moved.into_iter().collect();
        }
        let is_rewritten = |&&(old, new): &&(ElementId, ElementId)| {
            conditions(self.old.model(), old) != conditions(self.new.model(), new)
        };
        self.matching.common.iter().filter(is_rewritten).map(|&(old, _)| old).collect()
    }
}

/// The author's conditions of an element, exactly.
fn conditions(model: &Model, id: ElementId) -> Vec<String> {
    model
        .element(id)
        .conditions
        .iter()
        .map(|&condition| canonical_text(model.yaml(condition), model.profile()))
        .collect()
}

/// When the elements of a side are present.
struct PresenceWords<'w> {
    model: &'w Model,
    elements: BTreeMap<ElementId, &'w ElementSummary>,
}

impl<'w> PresenceWords<'w> {
    fn of(variants: &'w Variants<'w>, elements: &'w Elements) -> Self {
        let elements = elements.elements.iter().map(|found| (found.element, found));
        Self { model: variants.model(), elements: elements.collect() }
    }
    fn when(&self, id: ElementId) -> Option<String> {
        let found = self.elements.get(&id)?;
        match (found.presence.as_deref(), found.status) {
            (Some(cases), _) => Some(pretty::cases(self.model, cases)),
            (None, Some(ElementStatus::Core)) => Some("always".to_owned()),
            (None, Some(ElementStatus::Dead)) => Some("never".to_owned()),
            (None, _) => None,
        }
    }
}
