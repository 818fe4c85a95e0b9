//! Configurations that the author wrote down, and that deploy nothing.

use std::rc::Rc;

use super::failing_defaults::decide_alone;
use super::subject::Subject;
use super::{Finding, presets, pruned};
use crate::analysis::question::all_variants::status::ElementStatus;
use crate::analysis::question::evidence::unsat_claim::UnsatClaim;
use crate::analysis::question::{Variants, Witness};
use crate::analysis::value::{Configuration, Value, written_default};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Model};

/// Inputs whose defaults are shown.
const SHOWN: usize = 4;

/// Defaults and presets that deploy nothing, and nodes without a condition that are pruned nevertheless.
pub(super) fn empty(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let model = subject.variants.model();
    let Some(first) = model.of_kind(Kind::Node).next().filter(|_| subject.has_valid() == Some(true)) else { return };
    if is_always_empty(subject) {
        if is_always_pruned(subject) {
            findings.push(always_pruned(model, first));
        }
        return;
    }
    let mut first = None;
    let written = written(subject.variants);
    let Some(resolved) = subject.resolved_presets() else { return };
    let before = written.len() - resolved.len();
    let lifted = subject.space.as_lifted().map(|all| Rc::clone(&all.lifted));
    let finder = lifted.as_ref().map(|lifted| lifted.classes().finder());
    for (place, (configuration, diagnostic, words)) in written.into_iter().enumerate() {
        if subject.is_stopped() {
            return;
        }
        let is_so = match place.checked_sub(before) {
            Some(preset) => match (&resolved[preset], &finder) {
                (Ok(variant), _) => variant.deploys_nothing(model),
                (Err(_), Some(finder)) => {
                    let variants = subject.variants.under(&configuration);
                    subject.space.as_lifted_mut().is_some_and(|all| presets::deploys_nothing(all, finder, &variants))
                }
                (Err(_), None) => false,
            },
            None => deploys_nothing(&subject.variants.under(&configuration)),
        };
        if is_so {
            findings.push(Finding::of(diagnostic));
            first = first.or(Some(words));
        }
    }
    let words = first.or_else(|| some_empty(subject).map(|(_, words)| words));
    pruned::without_condition(subject, words, findings);
    pruned::with_artifacts(subject, findings);
}

/// Whether no valid variant has a node, which is said of each of them.
fn is_always_empty(subject: &mut Subject<'_, '_>) -> bool {
    let mut nodes = subject.statuses().iter().filter(|(id, _)| id.kind() == Kind::Node);
    nodes.all(|(_, status)| *status == Some(ElementStatus::Dead))
}

/// Whether no valid variant has a node although the author made none of them conditional.
pub(super) fn is_always_pruned(subject: &mut Subject<'_, '_>) -> bool {
    let model = subject.variants.model();
    let nodes: Vec<ElementId> = model.of_kind(Kind::Node).collect();
    let is_unconditional = |&id: &ElementId| model.element(id).conditions.is_empty();
    !nodes.is_empty() && nodes.iter().all(is_unconditional) && is_always_empty(subject)
}

fn always_pruned(model: &Model, first: ElementId) -> Finding {
    let message = "every variant deploys nothing: no node is needed in any case, so all are pruned";
    let help = format!("write `{}` at the node that the deployment is about", pruned::keeping(model));
    let diagnostic = Diagnostic::new(Code::EmptyDeployment, model.element(first).span, message).help(help);
    Finding::of(diagnostic).about(first).excluding(UnsatClaim::Presence(first))
}

fn deploys_nothing(variants: &Variants<'_>) -> bool {
    variants.resolve().is_ok_and(|variant| variant.deploys_nothing(variants.model()))
}

/// The configurations that the author wrote down, with what is said of each if it deploys nothing.
fn written(variants: &Variants<'_>) -> Vec<(Configuration, Diagnostic, String)> {
    let defaults = by_default(variants).map(|it| (variants.configuration().clone(), it, "the defaults".to_owned()));
    let presets = variants.preset_configurations().into_iter().map(|preset| {
        let words = format!("preset \"{}\"", preset.name);
        let message = format!("{words} deploys nothing: no node is present");
        (preset.configuration, Diagnostic::new(Code::EmptyDeployment, preset.span, message), words)
    });
    defaults.into_iter().chain(presets).collect()
}

/// What is said of the defaults; nothing where no input has one, or where values are given.
fn by_default(variants: &Variants<'_>) -> Option<Diagnostic> {
    if !decide_alone(variants) {
        return None;
    }
    let read = variants.mentions().inputs;
    let is_read = |(name, _): &(&str, Yaml<'_>)| read.contains(*name);
    let defaults = variants.language().inputs().filter(is_read);
    let defaults = defaults.filter_map(|(_, declaration)| Some(written_default(declaration)?.span()));
    let mut defaults = defaults.take(SHOWN);
    let message = "the defaults of the inputs deploy nothing: no node is present";
    let diagnostic = Diagnostic::new(Code::EmptyDeployment, defaults.next()?, message)
        .help("give defaults with which something is deployed, or none");
    Some(defaults.fold(diagnostic, |diagnostic, span| diagnostic.and(span, "")))
}

/// Some other configuration that deploys nothing, in words.
fn some_empty(subject: &mut Subject<'_, '_>) -> Option<(Configuration, String)> {
    let variants = subject.variants;
    let nodes: Vec<ElementId> = variants.model().of_kind(Kind::Node).collect();
    without(subject, &nodes)
}

/// A configuration whose valid variant has none of some elements, and its values in words.
pub(super) fn without(subject: &mut Subject<'_, '_>, elements: &[ElementId]) -> Option<(Configuration, String)> {
    let absent: Vec<(ElementId, bool)> = elements.iter().map(|&element| (element, false)).collect();
    having(subject, &absent)
}

/// A configuration in whose valid variant some elements are present, and others are not, and its values in words.
pub(super) fn having(subject: &mut Subject<'_, '_>, wanted: &[(ElementId, bool)]) -> Option<(Configuration, String)> {
    let witness = subject.space.variant_with(wanted)?;
    let variants = subject.variants;
    let configuration = witness.complete(variants.configuration());
    let variant = variants.under(&configuration).resolve().ok()?;
    let is_so = |&(element, is_present): &(ElementId, bool)| variant.has(variants.model(), element) == is_present;
    wanted.iter().all(is_so).then(|| (configuration, in_words(&witness)))
}

fn in_words(witness: &Witness) -> String {
    let shown = witness.iter().filter(|(_, value)| *value != Value::Null);
    let shown: Vec<String> = shown.map(|(input, value)| format!("{input}={}", value.to_json())).collect();
    shown.join(" ")
}
