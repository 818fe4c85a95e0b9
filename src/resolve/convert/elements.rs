//! Keywords of elements, and what earlier revisions did without a keyword.

use super::edits::{AddedEntry, Edits};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{Alternative, ElementId, Kind, Model};

/// The type of groups that give their conditions to their members.
const VARIABILITY_GROUP: &str = "variability.groups.ConditionalMembers";

pub(super) fn convert(model: &Model, edits: &mut Edits<'_>) {
    if model.dialect().has_last_resorts {
        last_resorts(model, edits);
    }
    if model.dialect().conditions_make_variability_groups {
        model.of_kind(Kind::Group).for_each(|id| group(model, id, edits));
    }
    for kind in Kind::ALL.into_iter().filter(|&kind| model.options().pruning_replaces[kind]) {
        if model.options().pruning[kind].base {
            model.of_kind(kind).for_each(|id| replaced_conditions(model, id, edits));
        }
    }
}

/// Profile B: values that are written when no other of their name is; here they are alternatives that go with their node.
fn last_resorts(model: &Model, edits: &mut Edits<'_>) {
    for id in model.of_kind(Kind::Property).filter(|&id| model.element(id).alternative == Alternative::LastResort) {
        let body = model.element(id).body.map(|body| model.yaml(body));
        let Some((body, (key, _))) = body.and_then(|body| Some((body, body.entry("default")?))) else { continue };
        edits.replace(key, "default_alternative");
        edits.prepend(body, &[AddedEntry::Value("pruning".to_owned(), "true".to_owned())]);
    }
}

/// Profile A: every group with conditions gives them to its members, and other groups keep all members.
fn group(model: &Model, id: ElementId, edits: &mut Edits<'_>) {
    let element = model.element(id);
    let Some(body) = element.body.map(|body| model.yaml(body)).filter(|body| body.is_mapping()) else { return };
    if body.get("conditions").is_some() {
        match body.get("type") {
            Some(name) => edits.replace(name, VARIABILITY_GROUP),
            None => edits.prepend(body, &[AddedEntry::Value("type".to_owned(), VARIABILITY_GROUP.to_owned())]),
        }
        return;
    }
    let members = model.group(id).members.iter().flat_map(|member| &member.elements);
    if members.into_iter().any(|&member| !is_plain(model, member)) {
        edits.refuse(element.span, "a group without conditions keeps members that are absent");
    }
}

fn is_plain(model: &Model, id: ElementId) -> bool {
    model.element(id).conditions.is_empty()
}

/// Profile B: forced pruning puts default conditions in place of the author's.
fn replaced_conditions(model: &Model, id: ElementId, edits: &mut Edits<'_>) {
    let element = model.element(id);
    if is_plain(model, id) && element.alternative == Alternative::Ordinary {
        return;
    }
    let conditions = element.body.and_then(|body| model.yaml(body).get("conditions"));
    let place = conditions.map_or(element.span, Yaml::span);
    edits.refuse(place, "forced pruning replaces these conditions");
}
