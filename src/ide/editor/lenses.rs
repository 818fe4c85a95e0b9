//! What stands above lines: of how many variants a node is part, and whether a preset resolves.

use super::facts::Facts;
use super::hints::share;
use crate::analysis::question::{ElementStatus, PresetVerdict};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Kind;

/// Words above a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LensText {
    /// Where what they are about is named, in bytes.
    pub offset: usize,
    /// The words.
    pub text: String,
    /// The path of the element that they are about, if they are about one.
    pub element: Option<String>,
}

/// The words about nodes and presets of the draft that `facts` are about, ascending.
pub fn lenses(facts: &Facts) -> Vec<LensText> {
    let Some(model) = facts.model() else { return Vec::new() };
    let mut lenses = Vec::new();
    for summary in &facts.elements().elements {
        let element = model.element(summary.element);
        if summary.element.kind() != Kind::Node || !facts.draft().is_own(element.span) {
            continue;
        }
        let words = match summary.status {
            Some(ElementStatus::Core) => Some("in every variant".to_owned()),
            Some(ElementStatus::Dead) => Some("in no variant".to_owned()),
            Some(ElementStatus::Conditional) => share(summary, facts.elements()).map(|share| format!("in {share}")),
            None => None,
        };
        let element_path = Some(model.path(summary.element));
        let offset = element.span.start as usize;
        lenses.extend(words.map(|text| LensText { offset, text, element: element_path }));
    }
    let presets = model.variability().and_then(|variability| variability.get("presets"));
    for (key, _) in presets.into_iter().flat_map(Yaml::entries).filter(|(key, _)| facts.draft().is_own(key.span())) {
        let words = match facts.preset(key.text()) {
            Some(PresetVerdict::Fails) => "gives no valid variant",
            Some(PresetVerdict::FailsForSome) => "fails for some values of other inputs",
            Some(PresetVerdict::Succeeds) => "ok",
            None => continue,
        };
        let text = format!("preset {}: {words}", key.text());
        lenses.push(LensText { offset: key.span().start as usize, text, element: None });
    }
    lenses.sort_by_key(|lens| lens.offset);
    lenses
}
