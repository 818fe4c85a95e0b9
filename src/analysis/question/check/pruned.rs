//! Nodes without a condition that are pruned with the one node that leads to them.
//!
//! Pruning is meant to take away what nothing needs any more: a database without the shop that uses it. That is said
//! where it takes away what the template is for: the last node, the last one that is no host for others, and an
//! application, which users need whom no relation shows.

use std::collections::BTreeSet;

use variscope_encoder::FormulaId;

use super::Finding;
use super::deployments::{having, without};
use super::subject::Subject;
use crate::analysis::question::Variants;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::OptionStyle;
use crate::tosca::model::{Check, ElementId, Kind, Model};
use crate::tosca::types::Collection;

/// Types of nodes that serve users.
static APPLICATIONS: &[&str] = &["tosca.nodes.WebApplication", "tosca.nodes.Container.Application"];

/// A type of nodes that lead to what could be used without them.
const BALANCER: &str = "tosca.nodes.LoadBalancer";

/// A node without a condition that only one other leads to, which is optional.
#[derive(Clone, Copy)]
struct Dependent {
    node: ElementId,
    relation: ElementId,
    consumer: ElementId,
}

/// Nodes without a condition whose only consumer is optional, and that are missed without it. `empty` is a configuration
/// that deploys nothing, in words, where there is one.
pub(super) fn without_condition(subject: &mut Subject<'_, '_>, empty: Option<String>, findings: &mut Vec<Finding>) {
    let variants = subject.variants;
    let model = variants.model();
    let nodes = model.of_kind(Kind::Node);
    let dependents: Vec<Dependent> = nodes.filter_map(|node| dependent(variants, node)).collect();
    let empty = empty.map(|words| format!("with {words} nothing is deployed"));
    for dependent in dependents {
        if subject.is_stopped() {
            return;
        }
        let loss =
            empty.clone().or_else(|| of_hosts(subject, dependent)).or_else(|| of_application(subject, dependent));
        let loss = loss.or_else(|| of_the_rest(subject, dependent));
        findings.extend(loss.map(|loss| Finding::of(reported(model, dependent, loss))));
    }
}

/// Nodes without a condition that are pruned with all their artifacts, although something that leads to them without a condition
/// stays.
pub(super) fn with_artifacts(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let variants = subject.variants;
    let model = variants.model();
    for node in model.of_kind(Kind::Node) {
        let artifacts = &model.node(node).artifacts;
        let is_bare = |&id: &ElementId| authored(variants, id).is_none();
        let is_pruned = model.element(node).body.is_some()
            && is_bare(&node)
            && !artifacts.is_empty()
            && artifacts.iter().all(|&artifact| is_optional(variants, artifact));
        if !is_pruned {
            continue;
        }
        let bare = model.node(node).incoming.iter().filter(|relation| is_bare(relation));
        let consumers: BTreeSet<ElementId> = bare.map(|&relation| model.relation(relation).source).collect();
        for consumer in consumers.into_iter().filter(|consumer| *consumer != node) {
            if subject.is_stopped() {
                return;
            }
            if let Some((_, words)) = having(subject, &[(node, false), (consumer, true)]) {
                findings.push(Finding::of(pruned_with_artifacts(model, node, consumer, &words)));
                break;
            }
        }
    }
}

fn pruned_with_artifacts(model: &Model, node: ElementId, consumer: ElementId, words: &str) -> Diagnostic {
    let (name, artifacts) = (&model.element(node).name, &model.node(node).artifacts);
    let which = match artifacts[..] {
        [only] => format!("its only artifact \"{}\"", model.element(only).name),
        _ => "all its artifacts".to_owned(),
    };
    let message = format!("node \"{name}\" has no condition, but is pruned together with {which}");
    let diagnostic = Diagnostic::new(Code::PrunedNode, model.element(node).span, message);
    let conditions = artifacts.iter().filter_map(|&artifact| model.element(artifact).conditions.first());
    let shown = conditions.fold(diagnostic, |diagnostic, &condition| {
        diagnostic.and(model.yaml(condition).span(), "without an artifact, the node is pruned")
    });
    let consumer = &model.element(consumer).name;
    let note = format!("with {words} it is not deployed, but node \"{consumer}\", which leads to it, is");
    pruning_said(model, shown.note(note).help(help(model, Check::ExpectedArtifact)))
}

/// What is left without the node, where it is nothing but hosts.
fn of_hosts(subject: &mut Subject<'_, '_>, dependent: Dependent) -> Option<String> {
    let model = subject.variants.model();
    let is_host = |node: ElementId| model.node(node).incoming.iter().any(|&it| model.relation(it).is_hosting);
    if is_host(dependent.node) || leads_to_conditional(subject.variants, dependent) {
        return None;
    }
    let others: Vec<ElementId> = model.of_kind(Kind::Node).filter(|&node| !is_host(node)).collect();
    let (_, words) = without(subject, &others)?;
    Some(format!("with {words} nothing is deployed but hosts that nothing runs on"))
}

/// That all that is left is what the node leads to, where nothing leads to its consumer: the template is for the node then.
fn of_the_rest(subject: &mut Subject<'_, '_>, dependent: Dependent) -> Option<String> {
    let model = subject.variants.model();
    if model.relation(dependent.relation).is_hosting || !model.node(dependent.consumer).incoming.is_empty() {
        return None;
    }
    let behind = led_to(model, dependent.node);
    // What is anchored is meant to be left.
    if behind.iter().any(|&node| model.node(node).is_anchor) {
        return None;
    }
    let others: Vec<ElementId> =
        model.of_kind(Kind::Node).filter(|node| *node == dependent.node || !behind.contains(node)).collect();
    let (_, words) = without(subject, &others)?;
    let name = &model.element(dependent.node).name;
    Some(format!("with {words} nothing is deployed but what node \"{name}\" leads to"))
}

/// A node with all nodes that it leads to, directly or not.
fn led_to(model: &Model, node: ElementId) -> BTreeSet<ElementId> {
    let (mut seen, mut open) = (BTreeSet::from([node]), vec![node]);
    while let Some(node) = open.pop() {
        let targets = model.node(node).relations.iter().filter_map(|&relation| model.relation(relation).target);
        open.extend(targets.filter(|&target| seen.insert(target)).collect::<Vec<_>>());
    }
    seen
}

/// That an application is missing.
fn of_application(subject: &mut Subject<'_, '_>, dependent: Dependent) -> Option<String> {
    let model = subject.variants.model();
    let is_application = APPLICATIONS.iter().any(|name| is_a(model, dependent.node, name));
    let reason = if is_a(model, dependent.consumer, BALANCER) {
        "what is behind a load balancer may be used without one"
    } else if is_application {
        "users of an application are not shown by any relation"
    } else {
        return None;
    };
    if model.relation(dependent.relation).is_hosting || leads_to_conditional(subject.variants, dependent) {
        return None;
    }
    let (_, words) = without(subject, &[dependent.node, dependent.consumer])?;
    Some(format!("with {words} it is not deployed, but {reason}"))
}

/// Whether all types that a node may have derive from a type.
fn is_a(model: &Model, node: ElementId, ancestor: &str) -> bool {
    let types = &model.node(node).types;
    let derives = |name: &str| model.types().is_a(Collection::Node, name, ancestor).is_ok_and(|is_a| is_a);
    !types.is_empty() && types.iter().all(|&id| derives(&model.element(id).name))
}

/// Whether the author made a node conditional that this one leads to, directly or not: it may be absent for that.
fn leads_to_conditional(variants: &Variants<'_>, dependent: Dependent) -> bool {
    let reached = led_to(variants.model(), dependent.node);
    reached.into_iter().any(|target| target != dependent.node && is_optional(variants, target))
}

fn reported(model: &Model, dependent: Dependent, loss: String) -> Diagnostic {
    let Dependent { node, relation, consumer } = dependent;
    let element = model.element(node);
    let (name, consumer_name) = (&element.name, &model.element(consumer).name);
    let message =
        format!("node \"{name}\" has no condition, but is pruned together with its only consumer \"{consumer_name}\"");
    let condition = model.yaml(model.element(consumer).conditions[0]).span();
    let diagnostic = Diagnostic::new(Code::PrunedNode, element.span, message)
        .and(model.element(relation).span, "nothing else leads to it")
        .and(condition, format!("without \"{consumer_name}\", \"{name}\" is pruned"))
        .note(loss)
        .help(help(model, Check::ExpectedIncoming));
    pruning_said(model, diagnostic)
}

/// How the node stays, where this check may want what it is pruned without.
fn help(model: &Model, check: Check) -> String {
    let stays = format!("if it is deployed in any case, write `{}`", keeping(model));
    if model.options().checks(check) {
        format!("{stays}, and `{}: false` in `options`", check.entry().option)
    } else {
        stays
    }
}

/// What an author writes at a node that is never pruned.
pub(super) fn keeping(model: &Model) -> &'static str {
    match model.dialect().options {
        OptionStyle::Faceted => "anchor: true",
        _ => "conditions: true",
    }
}

/// What is said of a node to which no relation leads any more, where the cause is a node before it: one without a condition
/// that is pruned.
///
/// A relation without a condition goes only with one of its ends. So its source is absent where it is, and is
/// pruned where it has no condition either.
pub(super) fn named_as_cause(variants: &Variants<'_>, node: ElementId, diagnostic: Diagnostic) -> Diagnostic {
    let model = variants.model();
    let unconditional_source = |node: ElementId| {
        let mut incoming =
            model.node(node).incoming.iter().map(|&relation| (relation, model.relation(relation).source));
        incoming.find_map(|(relation, source)| {
            let is_unconditional = |id| authored(variants, id).is_none();
            let is_meant = source != node && model.element(source).body.is_some();
            (is_meant && is_unconditional(relation) && is_unconditional(source)).then_some(source)
        })
    };
    let Some(mut cause) = unconditional_source(node) else { return diagnostic };
    let mut seen = BTreeSet::from([node, cause]);
    while let Some(before) = unconditional_source(cause).filter(|&before| seen.insert(before)) {
        cause = before;
    }
    let element = model.element(cause);
    let name = &element.name;
    let option = Check::ExpectedIncoming.entry().option;
    let help = format!(
        "if node \"{name}\" is deployed in any case, write `{}` there, and `{option}: false` in `options`",
        keeping(model)
    );
    let diagnostic = diagnostic.and(element.span, "has no condition, and is pruned here");
    match asking_for(variants, cause) {
        Some(source) => {
            let source_name = &model.element(source).name;
            let asked = format!("asks for node \"{name}\", which is pruned without node \"{source_name}\"");
            let removed = format!("remove the condition of node \"{source_name}\" that asks for node \"{name}\"");
            diagnostic
                .and(model.yaml(model.element(source).conditions[0]).span(), asked)
                .help(format!("{removed}; or {help}"))
        }
        None => diagnostic.help(help),
    }
}

/// A node that leads to this one by a relation without a condition, and has a condition that asks for this one: each is pruned without
/// the other.
fn asking_for(variants: &Variants<'_>, node: ElementId) -> Option<ElementId> {
    let (model, rules) = (variants.model(), variants.rules());
    let presence = rules.presence(model, node);
    let asks = |&source: &ElementId| {
        authored(variants, source)
            .is_some_and(|condition| rules.problem().formulas().atoms(condition).contains(&presence))
    };
    let bare = model.node(node).incoming.iter().filter(|&&relation| authored(variants, relation).is_none());
    bare.map(|&relation| model.relation(relation).source).find(asks)
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

/// What the author wrote of when an element is there.
fn authored(variants: &Variants<'_>, id: ElementId) -> Option<FormulaId> {
    let authored = variants.rules().authored();
    let place = authored.binary_search_by_key(&id, |(id, _)| *id).ok()?;
    Some(authored[place].1)
}

/// Whether the author made an element conditional, on something that is not always so.
fn is_optional(variants: &Variants<'_>, id: ElementId) -> bool {
    authored(variants, id).is_some_and(|formula| formula != FormulaId::TRUE)
}

/// The node with the one node that leads to it, where it has no condition of the author and the other has.
fn dependent(variants: &Variants<'_>, node: ElementId) -> Option<Dependent> {
    let model = variants.model();
    if model.element(node).body.is_none() || authored(variants, node).is_some() {
        return None;
    }
    let incoming = &model.node(node).incoming;
    let source = |&relation: &ElementId| model.relation(relation).source;
    let &relation = incoming.first()?;
    let consumer = source(&relation);
    let is_only = consumer != node && incoming.iter().all(|relation| source(relation) == consumer);
    (is_only && is_optional(variants, consumer)).then_some(Dependent { node, relation, consumer })
}
