//! Configurations that the author wrote down, and that deploy nothing; nodes without a condition that are gone then.
//!
//! Pruning is meant to take away what nothing needs any more. Where it takes away the last node, it took away what the
//! template is for.

use variscope_encoder::FormulaId;

use super::Finding;
use super::subject::{Subject, Way};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{ElementId, Kind, Model};
use crate::question::elements::ElementStatus;
use crate::question::{Variant, Variants, Witness};
use crate::syntax::yaml::Yaml;
use crate::value::{Configuration, Value, check_defaults};

/// Inputs whose defaults are shown.
const SHOWN: usize = 4;

/// Defaults and presets that deploy nothing, and nodes that nobody made conditional and that are pruned nevertheless, so
/// that nothing is deployed.
pub(super) fn empty(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let model = subject.variants.model();
    if model.of_kind(Kind::Node).next().is_none() || subject.has_valid() != Some(true) || is_always_empty(subject) {
        return;
    }
    let mut first = None;
    for (configuration, diagnostic, words) in written(subject.variants) {
        if subject.is_stopped() {
            return;
        }
        if deploys_nothing(&subject.variants.under(&configuration)) {
            findings.push(Finding::of(diagnostic));
            first = first.or(Some((configuration, words)));
        }
    }
    if let Some((configuration, words)) = first.or_else(|| some_empty(subject)) {
        pruned(subject, &configuration, &words, findings);
    }
}

/// Whether no valid variant has a node, which is said of each of them.
fn is_always_empty(subject: &mut Subject<'_, '_>) -> bool {
    let mut nodes = subject.statuses().iter().filter(|(id, _)| id.kind() == Kind::Node);
    nodes.all(|(_, status)| *status == Some(ElementStatus::Dead))
}

fn deploys_nothing(variants: &Variants<'_>) -> bool {
    variants.resolve().is_ok_and(|variant| is_empty(variants.model(), &variant))
}

fn is_empty(model: &Model, variant: &Variant) -> bool {
    !model.of_kind(Kind::Node).any(|node| variant.has(model, node))
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
    if variants.configuration().iter().next().is_some() {
        return None;
    }
    let read = variants.mentions().inputs;
    let language = variants.language();
    if check_defaults(language, variants.configuration()).iter().any(Diagnostic::is_error) {
        // Nobody knows what another default would deploy.
        return None;
    }
    let is_read = |(name, _): &(&str, Yaml<'_>)| read.contains(*name);
    let defaults = language.inputs().filter(is_read);
    let defaults = defaults.filter_map(|(_, declaration)| {
        let written = |key| declaration.get(key).filter(|value| !value.is_null());
        Some(written("default").or_else(|| written("default_expression"))?.span())
    });
    let mut defaults = defaults.take(SHOWN);
    let message = "the defaults of the inputs deploy nothing: no node is present";
    let diagnostic = Diagnostic::new(Code::EmptyDeployment, defaults.next()?, message)
        .help("give defaults with which something is deployed, or none");
    Some(defaults.fold(diagnostic, |diagnostic, span| diagnostic.and(span, "")))
}

/// Some other configuration that deploys nothing, in words.
fn some_empty(subject: &mut Subject<'_, '_>) -> Option<(Configuration, String)> {
    let variants = subject.variants;
    let model = variants.model();
    let witness = match &mut subject.way {
        Way::AtOnce(all) => {
            let absent: Vec<FormulaId> =
                model.of_kind(Kind::Node).map(|node| !FormulaId::from(all.lifted.presence(node))).collect();
            let none = all.formulas.and(absent);
            let valid = all.formulas.and([all.lifted.valid(), none]);
            let assignment = all.find(valid).ok()??;
            all.lifted.witness(&assignment)
        }
        Way::OneByOne(enumeration) => {
            let is_node = |place: &usize| enumeration.elements[*place].kind() == Kind::Node;
            let nodes: Vec<usize> = (0..enumeration.elements.len()).filter(is_node).collect();
            let none = enumeration.variants.iter().find(|found| !nodes.iter().any(|&place| found.present[place]))?;
            none.reach.witness.clone()
        }
    };
    let configuration = witness.complete(variants.configuration());
    Some((configuration, in_words(&witness)))
}

fn in_words(witness: &Witness) -> String {
    let shown = witness.iter().filter(|(_, value)| *value != Value::Null);
    let shown: Vec<String> = shown.map(|(input, value)| format!("{input}={}", value.to_json())).collect();
    shown.join(" ")
}

/// Nodes without a condition whose only consumer is optional, and that are gone with it when nothing is deployed.
fn pruned(subject: &Subject<'_, '_>, configuration: &Configuration, words: &str, findings: &mut Vec<Finding>) {
    let variants = subject.variants.under(configuration);
    let model = variants.model();
    if !deploys_nothing(&variants) {
        return;
    }
    for node in model.of_kind(Kind::Node) {
        let Some((relation, consumer)) = only_consumer(&variants, node) else { continue };
        let element = model.element(node);
        let (name, consumer_name) = (&element.name, &model.element(consumer).name);
        let message = format!(
            "node \"{name}\" has no condition, but is pruned together with its only consumer \"{consumer_name}\""
        );
        let condition = model.yaml(model.element(consumer).conditions[0]).span();
        let diagnostic = Diagnostic::new(Code::PrunedNode, element.span, message)
            .and(model.element(relation).span, "nothing else leads to it")
            .and(condition, format!("without \"{consumer_name}\", \"{name}\" is pruned"))
            .note(format!("with {words} nothing is deployed"))
            .help("if it is deployed in any case, write `conditions: true`");
        findings.push(Finding::of(pruning_said(model, diagnostic)));
    }
}

/// Says where the author asked for pruning.
fn pruning_said(model: &Model, diagnostic: Diagnostic) -> Diagnostic {
    let options = model.variability().and_then(|variability| variability.get("options"));
    let mode = options.and_then(|options| options.get("mode"));
    match mode {
        Some(mode) => diagnostic.and(mode.span(), "this prunes what no present relation leads to"),
        None => diagnostic,
    }
}

/// The one node that leads to `node`, with the relation, where `node` has no condition of the author and the other has.
fn only_consumer(variants: &Variants<'_>, node: ElementId) -> Option<(ElementId, ElementId)> {
    let model = variants.model();
    let authored = variants.rules().authored();
    let is_authored = |id: ElementId| authored.binary_search_by_key(&id, |(id, _)| *id).is_ok();
    if model.element(node).body.is_none() || is_authored(node) {
        return None;
    }
    let incoming = &model.node(node).incoming;
    let source = |&relation: &ElementId| model.relation(relation).source;
    let first = incoming.first()?;
    let consumer = source(first);
    let is_only = consumer != node && incoming.iter().all(|relation| source(relation) == consumer);
    (is_only && is_authored(consumer)).then_some((*first, consumer))
}
