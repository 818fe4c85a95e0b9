//! What presets give on both sides: the deployments that have a name are what people look for first.

use super::content::content;
use super::{ComparedTemplates, ContentChange};
use crate::analysis::question::agreement::CommonPreset;
use crate::analysis::question::configuration::variant::Variant;
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::{ElementId, Model};

/// Presets that are resolved on both sides at most.
const MAX_PRESETS: usize = 200;

/// A preset that both sides have and that does not give both the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetResult {
    /// Its name; none where no preset is chosen.
    pub preset: Option<String>,
    /// What is different.
    pub change: ResultChange,
}

/// How a result differs from an older one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ResultChange {
    /// There is no variant any more: the first error.
    Lost(String),
    /// There was no variant before: the first error.
    Won(String),
    /// There are other elements, or some with other content.
    Elements {
        /// Elements of the old template that are gone, without what is in others of them.
        removed: Vec<ElementId>,
        /// Elements of the new template that are there now, without what is in others of them.
        added: Vec<ElementId>,
        /// Elements of the new template whose content is another one.
        changed: Vec<ElementId>,
    },
}

impl ComparedTemplates<'_> {
    /// What presets give that does not stay the same; none where values are given, or only some variants are asked about, which presets
    /// would be mixed with.
    pub(super) fn preset_results(&self, contents: &[ContentChange]) -> Vec<PresetResult> {
        if [self.old, self.new].iter().any(|side| side.is_restricted() || side.configuration().iter().len() > 0) {
            return Vec::new();
        }
        let presets = self.old.common_presets(self.new).into_iter().take(MAX_PRESETS);
        let within_budget = presets.take_while(|_| self.limits.budget.check().is_ok());
        within_budget.filter_map(|preset| self.preset_result(preset, contents)).collect()
    }

    fn preset_result(&self, preset: CommonPreset, contents: &[ContentChange]) -> Option<PresetResult> {
        let CommonPreset { preset, old, new } = preset;
        let sides = [self.old.under(&old), self.new.under(&new)];
        let change = match (sides[0].resolve(), sides[1].resolve()) {
            (Err(_), Err(_)) => return None,
            (Ok(_), Err(diagnostics)) => ResultChange::Lost(first_error(diagnostics)),
            (Err(diagnostics), Ok(_)) => ResultChange::Won(first_error(diagnostics)),
            (Ok(before), Ok(after)) => {
                let changed = contents.iter().filter(|change| {
                    before.has(sides[0].model(), change.old) && after.has(sides[1].model(), change.new)
                });
                let changed = changed.filter(|change| {
                    content(&sides[0], change.old, self.shared) != content(&sides[1], change.new, self.shared)
                });
                let mut changed: Vec<ElementId> = changed.map(|change| change.new).collect();
                let has_other_value = |&&(old, new): &&(ElementId, ElementId)| {
                    before.value(old).zip(after.value(new)).is_some_and(|(before, after)| before != after)
                };
                changed.extend(self.matching.common.iter().filter(has_other_value).map(|&(_, new)| new));
                changed.sort_unstable();
                changed.dedup();
                let (removed, added) = self.other_elements(&before, &after);
                if removed.is_empty() && added.is_empty() && changed.is_empty() {
                    return None;
                }
                ResultChange::Elements { removed, added, changed }
            }
        };
        Some(PresetResult { preset: preset.map(|(name, _)| name), change })
    }

    /// The elements that one of two variants alone has: of the old one, and of the new one.
    fn other_elements(&self, before: &Variant, after: &Variant) -> (Vec<ElementId>, Vec<ElementId>) {
        let (old, new) = (self.old.model(), self.new.model());
        let (mut removed, mut added) = (self.matching.only_old.clone(), self.matching.only_new.clone());
        removed.retain(|&id| before.has(old, id));
        added.retain(|&id| after.has(new, id));
        for &(one, other) in &self.matching.common {
            match (before.has(old, one), after.has(new, other)) {
                (true, false) => removed.push(one),
                (false, true) => added.push(other),
                _ => {}
            }
        }
        (outermost(old, removed), outermost(new, added))
    }
}

/// Elements without those that are in one of them.
fn outermost(model: &Model, mut ids: Vec<ElementId>) -> Vec<ElementId> {
    ids.sort_unstable();
    let is_inside = |id: &ElementId| model.element(*id).container.is_some_and(|id| ids.binary_search(&id).is_ok());
    ids.iter().copied().filter(|id| !is_inside(id)).collect()
}

fn first_error(diagnostics: Vec<Diagnostic>) -> String {
    let error = diagnostics.into_iter().find(Diagnostic::is_error);
    error.map_or_else(|| "no valid variant".to_owned(), |error| error.message)
}
