//! What decides whether an element is present, as a sentence: the author's condition, and what default conditions and
//! pruning add to it.

use crate::analysis::condition::ImplicitCondition;
use crate::analysis::pretty;
use crate::analysis::question::Variants;
use crate::tosca::model::{ElementId, Kind, Model, PruningMode};

/// Longest condition that is quoted.
const MAX_QUOTED_BYTES: usize = 100;

/// Elements that are named one by one.
const MAX_NAMES: usize = 3;

/// The rule of an element, as in `node "db" has no condition of its own; mode semantic-loose adds that some relation to it is
/// present (the only one is relation "db" of "app", line 9)`.
pub(crate) fn sentence(variants: &Variants<'_>, id: ElementId) -> String {
    let model = variants.model();
    let own = own(model, id);
    let added = variants.rules().added(id);
    if added.is_empty() {
        return own;
    }
    let parts: Vec<String> = added.iter().map(|&part| in_words(model, id, part)).collect();
    let and = if model.element(id).conditions.is_empty() { ";" } else { ", and" };
    format!("{own}{and} {} that {}", adder(model, id.kind()), parts.join(", and that "))
}

/// What the author demands.
pub(crate) fn own(model: &Model, id: ElementId) -> String {
    let name = model.full_display(id);
    if id.kind() == Kind::Group && model.group(id).is_variability_group {
        return format!(
            "{name} is a variability group: it gives its conditions to its members, and is never present itself"
        );
    }
    let given = given_by_groups(model, id);
    match pretty::demands(model, &model.element(id).conditions) {
        None => format!("{name} has no condition of its own"),
        Some(condition) if condition.len() <= MAX_QUOTED_BYTES => {
            format!("{name} has the condition `{condition}`{given}")
        }
        Some(_) if given.is_empty() => format!("{name} has conditions of its own"),
        Some(_) => format!("{name} has conditions{given}"),
    }
}

/// The variability groups that give an element conditions.
fn given_by_groups(model: &Model, id: ElementId) -> String {
    let is_giving = |&group: &ElementId| {
        let of_group = model.group(group);
        let conditions = &model.element(group).conditions;
        of_group.is_variability_group
            && of_group.members.iter().any(|member| member.elements.contains(&id))
            && model.element(id).conditions.iter().any(|condition| conditions.contains(condition))
    };
    let line = |group: ElementId| model.sources().position(model.element(group).span).line;
    let groups = model.of_kind(Kind::Group).filter(is_giving);
    let each: Vec<String> =
        groups.map(|group| format!("\"{}\", line {}", model.element(group).name, line(group))).collect();
    match each.as_slice() {
        [] => String::new(),
        [only] => format!(" from variability group {only}"),
        several => format!(" from variability groups {}", several.join(" and ")),
    }
}

/// What adds conditions to elements of a kind: an option that the author wrote, or the mode of the revision.
fn adder(model: &Model, kind: Kind) -> String {
    let options = model.variability().and_then(|variability| variability.get("options"));
    let given =
        |name: &str| options.and_then(|options| options.get(name)).filter(|value| value.as_bool() == Some(true));
    let of_kind = [
        format!("{kind}_pruning"),
        format!("{kind}_default_condition"),
        "pruning".to_owned(),
        "default_condition".to_owned(),
    ];
    if let Some(option) = of_kind.into_iter().find(|name| given(name).is_some()) {
        return format!("option {option} adds");
    }
    let mode = options.and_then(|options| options.get("mode")).filter(|mode| PruningMode::named(mode.text()).is_some());
    match mode {
        Some(mode) => format!("mode {} adds", mode.text()),
        None => "pruning adds".to_owned(),
    }
}

/// One part of what is added, and the elements that can make it hold.
fn in_words(model: &Model, id: ElementId, part: ImplicitCondition) -> String {
    let (what, able) = match part {
        ImplicitCondition::Host => ("a host of it is present", hosts(model, id)),
        ImplicitCondition::IncomingSource => ("a node with a relation to it is present", sources(model, id)),
        ImplicitCondition::Incoming => ("some relation to it is present", model.node(id).incoming.clone()),
        ImplicitCondition::Outgoing => ("some relation of it is present", model.node(id).relations.clone()),
        ImplicitCondition::Artifact => ("some artifact of it is present", model.node(id).artifacts.clone()),
        ImplicitCondition::Container => return container(model, id),
        ImplicitCondition::Target => {
            ("the node that it leads to is present", model.relation(id).target.into_iter().collect())
        }
        ImplicitCondition::Consumer if id.kind() == Kind::Property => {
            ("something that it reads is present", model.property(id).consumes.clone())
        }
        ImplicitCondition::Consumer => ("something that reads it is present", consumers(model, id)),
        ImplicitCondition::Producer => ("a node that it reads is present", model.output(id).producers.clone()),
        ImplicitCondition::Technology => ("a technology of its node that handles it is present", Vec::new()),
        ImplicitCondition::Scenario => ("a rule of the technology applies", Vec::new()),
        ImplicitCondition::NoAlternative => ("no alternative of it is present", Vec::new()),
        ImplicitCondition::Member => ("some member is present", members(model, id)),
        ImplicitCondition::PolicyTarget => ("some target is present", targets(model, id)),
        ImplicitCondition::OfType => return of_type(model, id),
    };
    format!("{what}{}", named(model, &able))
}

fn container(model: &Model, id: ElementId) -> String {
    let container = model.element(id).container;
    container.map_or_else(String::new, |container| format!("{} is present", short(model, container)))
}

/// The condition of the type with its place, which may be in a file of its own.
fn of_type(model: &Model, id: ElementId) -> String {
    let what = "the condition for elements of its type holds";
    let Some(&condition) = model.conditions_of_type(id).and_then(|of_type| of_type.conditions.first()) else {
        return what.to_owned();
    };
    let (sources, span) = (model.sources(), model.yaml(condition).span());
    let line = sources.position(span).line;
    let is_here = span.file == model.element(id).span.file;
    let file = if is_here { String::new() } else { format!("{}, ", sources.file(span.file).name()) };
    format!("{what} ({file}line {line})")
}

/// The elements that can make it hold, if they are few.
fn named(model: &Model, able: &[ElementId]) -> String {
    let line = |id: ElementId| model.sources().position(model.element(id).span).line;
    let each = |&id: &ElementId| format!("{}, line {}", short(model, id), line(id));
    match able {
        [] => String::new(),
        [only] => format!(" (the only one is {})", each(only)),
        several if several.len() <= MAX_NAMES => {
            format!(" (these are {})", several.iter().map(each).collect::<Vec<_>>().join(", "))
        }
        [first, ..] => format!(" (one of {}, the first is {})", able.len(), each(first)),
    }
}

/// `node "db"`, `relation "db" of "app"`.
fn short(model: &Model, id: ElementId) -> String {
    let element = model.element(id);
    let of = element.container.map(|container| format!(" of \"{}\"", model.element(container).name));
    format!("{} \"{}\"{}", id.kind(), element.name, of.unwrap_or_default())
}

fn hosts(model: &Model, id: ElementId) -> Vec<ElementId> {
    let relations = model.node(id).relations.iter().map(|&relation| model.relation(relation));
    relations.filter(|relation| relation.is_hosting).filter_map(|relation| relation.target).collect()
}

fn sources(model: &Model, id: ElementId) -> Vec<ElementId> {
    let mut sources: Vec<ElementId> =
        model.node(id).incoming.iter().map(|&relation| model.relation(relation).source).collect();
    sources.sort_unstable();
    sources.dedup();
    sources
}

fn consumers(model: &Model, id: ElementId) -> Vec<ElementId> {
    match id.kind() {
        Kind::Input => model.input(id).consumers.clone(),
        _ => Vec::new(),
    }
}

fn members(model: &Model, id: ElementId) -> Vec<ElementId> {
    model.group(id).members.iter().flat_map(|member| member.elements.iter().copied()).collect()
}

fn targets(model: &Model, id: ElementId) -> Vec<ElementId> {
    model.policy(id).targets.iter().flat_map(|target| target.elements.iter().copied()).collect()
}
