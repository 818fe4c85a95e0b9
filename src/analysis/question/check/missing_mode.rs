//! Templates in which no mode adds the conditions that go without saying.
//!
//! Without a mode a relation does not go with its target, nor a type with its node: a template without any variability that gets one
//! condition then has as many errors as this node has parts and relations. What repairs all of them is one option, which is tried.

use super::fixes::set;
use super::removal::whole;
use super::subject::Subject;
use super::{CheckOptions, Finding, key};
use crate::analysis::question::Variants;
use crate::source::diagnostic::{Code, CodeArea, CodeSelection, Diagnostic, Fix};
use crate::source::fix::Patch;
use crate::source::syntax::vocabulary::OptionStyle;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;

/// Modes that are tried, the one that changes least first, and what they do.
static MODES: &[(&str, &str)] = &[
    ("consistent-strict", "relations then go with their ends, and what is in a node with the node"),
    (
        "semantic-strict",
        "relations then go with their ends, what is in a node with the node, and a node with the last relation that leads to it",
    ),
    (
        "semantic-loose",
        "relations then go with their ends, also where they have conditions, what is in a node with the node, and a node with the last relation that leads to it",
    ),
];

/// A mode that adds nothing, which its name does not say: with it a mode is as good as missing.
const IDLE_MODE: &str = "strict";

/// Says at the first of such errors that a mode is missing, where it repairs all of them: no other repair is proposed then.
pub(super) fn propose(subject: &Subject<'_, '_>, findings: &mut [Finding]) {
    let model = subject.variants.model();
    let is_open = model.dialect().options == OptionStyle::Faceted && model.recovery().is_none() && !sets_mode(model);
    let is_shown = |finding: &Finding| is_of_mode(&finding.diagnostic) && subject.is_reported(&finding.diagnostic);
    let shown = findings.iter().enumerate().filter(|(_, finding)| is_shown(finding));
    let first = shown.min_by(|(_, one), (_, other)| key(one).cmp(&key(other))).map(|(place, _)| place);
    let Some(first) = first.filter(|_| is_open) else { return };
    let Some((fix, help)) = MODES.iter().find_map(|&(mode, meaning)| {
        let fix = with_mode(model, mode)?;
        let help = format!("set `mode: {mode}` in the options of `variability`: {meaning}");
        is_repaired(subject, &fix, findings).then_some((fix, help))
    }) else {
        return;
    };
    for finding in findings.iter_mut().filter(|finding| is_of_mode(&finding.diagnostic)) {
        finding.diagnostic.fix = None;
    }
    let diagnostic = &mut findings[first].diagnostic;
    diagnostic.help = Some(help);
    diagnostic.fix = Some(Box::new(fix));
}

/// Whether it is about something that is present without what it belongs to.
fn is_of_mode(diagnostic: &Diagnostic) -> bool {
    let is_container = matches!(
        diagnostic.code,
        Code::RelationSource
            | Code::RelationTarget
            | Code::ArtifactContainer
            | Code::PropertyContainer
            | Code::TypeContainer
    );
    is_container && diagnostic.is_error()
}

/// Whether the author says which conditions are added to what kinds of elements.
fn sets_mode(model: &Model) -> bool {
    let options = model.variability().and_then(|variability| variability.get("options"));
    let is_part = |key: &str| key.ends_with("_consistency_condition") || key.ends_with("_semantic_condition");
    let is_mode = |key: &str, value: Yaml<'_>| key == "mode" && value.text() != IDLE_MODE;
    let decides = |key: &str, value| is_mode(key, value) || key.contains("pruning") || is_part(key);
    options.into_iter().flat_map(Yaml::entries).any(|(key, value)| decides(key.text(), value))
}

/// The mode in the place of one that adds nothing, or of none.
fn with_mode(model: &Model, mode: &str) -> Option<Fix> {
    let options = model.variability().and_then(|variability| variability.get("options"));
    match options.and_then(|options| options.get("mode")) {
        Some(idle) => Some(Fix::replace(format!("write `mode: {mode}`"), idle.span(), mode)),
        None => set(model, "mode", mode),
    }
}

/// Whether none of these errors is left with the edit, and no other one is new.
fn is_repaired(subject: &Subject<'_, '_>, fix: &Fix, before: &[Finding]) -> bool {
    let (variants, limits) = (subject.variants, subject.limits);
    let model = variants.model();
    let edited = model.with_texts(&Patch::of([fix]).texts(model.sources())).ok().and_then(whole);
    let Some(edited) = edited.filter(|_| limits.budget.check().is_ok()) else { return false };
    let Ok(trial) = Variants::of(&edited, variants.configuration()) else { return false };
    let trial = if variants.is_closed() { trial.closed() } else { trial };
    let is_of_variants = |code: Code| code.area() == CodeArea::Variant || code == Code::NoValidVariant;
    let options = CheckOptions { codes: CodeSelection::of(is_of_variants), explains: false, ..subject.options };
    let found = trial.check(limits, options);
    let is_known = |after: &Diagnostic| {
        let is_same =
            |before: &Finding| (before.diagnostic.code, &before.diagnostic.message) == (after.code, &after.message);
        !is_of_mode(after) && before.iter().any(is_same)
    };
    let mut errors =
        found.findings.iter().map(|finding| &finding.diagnostic).filter(|diagnostic| diagnostic.is_error());
    found.exactness.is_complete && errors.all(is_known)
}
