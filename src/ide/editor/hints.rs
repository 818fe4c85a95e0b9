//! What stands behind the lines of elements that have no lens: `always`, `dead`, `2 of 7 variants`; and the profile behind the
//! version.

use super::facts::Facts;
use crate::analysis::question::{ElementStatus, ElementSummary, Elements};
use crate::tosca::model::{Kind, Model};

/// A few words behind a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The end of the line.
    pub offset: usize,
    /// The words.
    pub text: String,
    /// Whether they are about variants.
    pub is_about_variants: bool,
}

/// The hints of the draft that `facts` are about, ascending, one for a line.
pub fn hints(facts: &Facts) -> Vec<Hint> {
    let Some(model) = facts.model() else { return Vec::new() };
    let text = facts.draft().text();
    let hint = |summary: &ElementSummary| {
        let element = model.element(summary.element);
        element.body.filter(|_| facts.draft().is_own(element.span) && is_worth_it(model, summary))?;
        let start = element.span.end as usize;
        let offset = text[start..].find(['\r', '\n']).map_or(text.len(), |length| start + length);
        Some(Hint { offset, text: words(summary, facts.elements())?, is_about_variants: true })
    };
    let mut hints: Vec<Hint> = facts.elements().elements.iter().filter_map(hint).chain(profile(facts)).collect();
    hints.sort_by_key(|hint| hint.offset);
    hints.dedup_by_key(|hint| hint.offset);
    hints
}

/// The profile, behind the definitions version.
fn profile(facts: &Facts) -> Option<Hint> {
    let (version, _) = facts.model()?.root().entry("tosca_definitions_version")?;
    let detected = facts.draft().detected()?;
    let text = facts.draft().text();
    let start = version.span().end as usize;
    let offset = text[start..].find(['\r', '\n']).map_or(text.len(), |length| start + length);
    Some(Hint { offset, text: format!("profile {}", detected.profile), is_about_variants: false })
}

/// Properties and types go with their element unless they say otherwise.
fn is_worth_it(model: &Model, summary: &ElementSummary) -> bool {
    match summary.element.kind() {
        Kind::Property | Kind::Type | Kind::Technology | Kind::Import => {
            !model.element(summary.element).conditions.is_empty()
        }
        Kind::Relation | Kind::Policy | Kind::Group | Kind::Input | Kind::Artifact | Kind::Output => true,
        // Nodes have a lens.
        Kind::Node | Kind::Connection => false,
    }
}

fn words(summary: &ElementSummary, all: &Elements) -> Option<String> {
    match summary.status? {
        ElementStatus::Core => Some("always".to_owned()),
        ElementStatus::Dead => Some("dead".to_owned()),
        ElementStatus::Conditional => share(summary, all),
    }
}

/// `2 of 7 variants`, where both are known.
pub(super) fn share(summary: &ElementSummary, all: &Elements) -> Option<String> {
    Some(format!("{} of {} variants", summary.variants.as_ref()?, all.variants.as_ref()?))
}
