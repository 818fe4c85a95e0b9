//! What is changed for errors outside of conditions.

use super::node_path::NodePath;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{TooDeep, too_deep};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{Constraint, Kind, Model, NO_CONSTRAINT, Recovery, RecoveryEdit, UNKNOWN_TYPE};

/// The place of a misspelt name with the name that is meant, where the repair is to write that.
pub(super) fn renamed(error: &Diagnostic) -> Option<(Span, String)> {
    let [edit] = error.fix.as_ref()?.edits.as_slice() else { return None };
    Some(edit.span).filter(|&span| Some(span) == error.span()).zip(error.meant.clone())
}

/// Errors in files that the template reads: what a misspelt key defines there is read as it is meant.
pub(super) fn elsewhere(recovery: &mut Recovery, error: &Diagnostic) {
    match renamed(error) {
        Some((place, name)) => recovery.add(RecoveryEdit::Name { place, name }),
        None if is_harmless(error.code) => {}
        None => recovery.note_spread(),
    }
}

/// An error outside of conditions in the template itself.
pub(super) fn recover(recovery: &mut Recovery, error: &Diagnostic, way: &NodePath<'_>, model: &Model) {
    match error.code {
        Code::UnknownKey => key(recovery, error, way, model),
        Code::MissingType => type_of(recovery, way),
        Code::DuplicateKey => match error.span() {
            Some(place) => twice(recovery, place, way, model),
            None => recovery.note_spread(),
        },
        Code::UndefinedElement => match renamed(error) {
            Some((place, name)) => recovery.add(RecoveryEdit::Name { place, name }),
            // A relation is there with or without what is said of it elsewhere.
            None if way.end().key.is_some_and(|key| key.text() == "relationship") => {}
            None if way.is_inside("requirements") && !way.is_inside("relationship") => {
                requirement(recovery, way, model);
            }
            None => recovery.note_spread(),
        },
        Code::MalformedConstraint => constraint(recovery, way),
        Code::WrongShape => match list_of_names(error, model) {
            Some(list) => recovery.add(RecoveryEdit::Names { list: list.id() }),
            None => {
                shape(recovery, way, model);
                recovery.note_spread();
            }
        },
        code => match renamed(error) {
            Some((place, name)) => recovery.add(RecoveryEdit::Name { place, name }),
            None if is_harmless(code) => {}
            None => recovery.note_spread(),
        },
    }
}

/// What is indented too far is read where it belongs; a misspelt key is read as the one that is meant, unless that is there, too.
fn key(recovery: &mut Recovery, error: &Diagnostic, way: &NodePath<'_>, model: &Model) {
    let is_it = |entry: &TooDeep<'_>| Some(entry.key.span()) == error.span();
    if let Some(entry) = too_deep(model.root(), model.profile()).into_iter().find(is_it) {
        let TooDeep { key, body, from, among, to, .. } = entry;
        if entry.may_lack_lines() {
            recovery.add(RecoveryEdit::Presence(body.id()));
            if body.is_null() {
                // All of its lines are, its type and its relations, too.
                recovery.add(RecoveryEdit::Entry { mapping: body.id(), key: "type", value: UNKNOWN_TYPE.to_owned() });
                [key.span(), body.span()].into_iter().for_each(|place| recovery.note_faulty(place));
                lose_relations(recovery, model);
            }
        }
        return recovery.add(RecoveryEdit::Moved { key: key.id(), from: from.id(), among: among.id(), to: to.id() });
    }
    let beside = way.of_key();
    let meant = error.meant.as_ref().filter(|meant| beside.is_some_and(|mapping| mapping.get(meant).is_none()));
    match (meant, error.span()) {
        (Some(meant), Some(place)) => recovery.add(RecoveryEdit::Name { place, name: meant.clone() }),
        // What stands for a condition that is not written.
        (None, Some(place)) if model.sources().text(place) == "default_alternative" => match beside {
            Some(element) => recovery.add(RecoveryEdit::Presence(element.id())),
            None => recovery.note_spread(),
        },
        (_, place) => {
            let body = place.and_then(|place| beside?.get(model.sources().text(place)));
            body.into_iter().for_each(|body| note_in_use(recovery, body, model));
            recovery.note_spread();
        }
    }
}

/// What stands behind a key that is never read is meant to be in use, and so are the expressions that it names.
fn note_in_use(recovery: &mut Recovery, body: Yaml<'_>, model: &Model) {
    recovery.note_mentioned(model.sources().text(body.span()));
    let expressions = model.variability().and_then(|variability| variability.get("expressions"));
    let mut others: Vec<(Yaml<'_>, Yaml<'_>)> = expressions.into_iter().flat_map(Yaml::entries).collect();
    while let Some(place) = others.iter().position(|(name, _)| recovery.may_use(name.text())) {
        let (_, named) = others.swap_remove(place);
        recovery.note_mentioned(model.sources().text(named.span()));
    }
}

/// What has no type gets one of which nothing is known; what its type would decide is not.
fn type_of(recovery: &mut Recovery, way: &NodePath<'_>) {
    let Some(entry) = way.of_key().and_then(|around| around.entry(way.end().node.text())) else {
        return recovery.note_spread();
    };
    recovery.add(RecoveryEdit::Entry { mapping: entry.1.id(), key: "type", value: UNKNOWN_TYPE.to_owned() });
    recovery.note_faulty(entry.0.span());
    recovery.note_faulty(entry.1.span());
}

/// A requirement that leads nowhere leads to a node of which nothing is known: any node may be meant.
fn requirement(recovery: &mut Recovery, way: &NodePath<'_>, model: &Model) {
    let target = way.end().node;
    if !target.is_scalar() {
        return recovery.note_spread();
    }
    // Where no target is written the way ends at the name of the requirement, which stays.
    let requirement = way.of_key().and_then(|around| around.get(target.text()));
    recovery.add(match requirement.filter(|body| body.is_mapping()) {
        Some(requirement) => RecoveryEdit::NoTarget { requirement: requirement.id() },
        None => RecoveryEdit::MissingTarget { place: target.span() },
    });
    lose_relations(recovery, model);
}

/// A constraint of an input that cannot be applied says nothing.
fn constraint(recovery: &mut Recovery, way: &NodePath<'_>) {
    let name = if way.is_inside("constraints") { NO_CONSTRAINT } else { "description" };
    match way.end().key {
        Some(key) => recovery.add(RecoveryEdit::Name { place: key.span(), name: name.to_owned() }),
        None => recovery.note_spread(),
    }
}

/// A section of `variability` whose names are the items of a list: `inputs: [{env: ...}, size]`.
pub(super) fn list_of_names<'t>(error: &Diagnostic, model: &'t Model) -> Option<Yaml<'t>> {
    let variability = model.variability().filter(|_| error.code == Code::WrongShape)?;
    let mut sections = ["inputs", "presets", "expressions"].into_iter().filter_map(|name| variability.get(name));
    let list = sections.find(|section| section.is_sequence() && error.span() == Some(section.span()))?;
    let is_name = |item: Yaml<'_>| item.is_mapping() || item.is_scalar() && !item.is_null();
    list.items().all(is_name).then_some(list)
}

/// What a node lacks may stand where it cannot be read.
fn shape(recovery: &mut Recovery, way: &NodePath<'_>, model: &Model) {
    let Some(node) = way.entry_of("node_templates") else { return };
    let nodes = model.topology_template().and_then(|topology| topology.get("node_templates"));
    let entry = nodes.into_iter().flat_map(Yaml::entries).find(|(_, body)| body.id() == node.id());
    if let Some((key, body)) = entry {
        recovery.note_faulty(key.span());
        recovery.note_faulty(body.span());
    }
}

/// What is written twice is read once: of the node that has it nothing else is known.
fn twice(recovery: &mut Recovery, place: Span, way: &NodePath<'_>, model: &Model) {
    // What stands behind the second key is not in the tree.
    recovery.note_unread(model.sources().text(way.end().node.span()));
    let nodes = model.topology_template().and_then(|topology| topology.get("node_templates"));
    let nodes = nodes.filter(|_| way.is_inside("node_templates"));
    let name = model.sources().text(place).trim_matches(['"', '\'']);
    let node = way.entry_of("node_templates").or_else(|| nodes?.get(name));
    let Some(node) = node.filter(|node| node.is_mapping()) else { return recovery.note_spread() };
    recovery.add(RecoveryEdit::Presence(node.id()));
    lose_relations(recovery, model);
}

/// Any node may have more relations than are known.
fn lose_relations(recovery: &mut Recovery, model: &Model) {
    recovery.note_lost_relations();
    let options = model.options();
    let looks_at_relations = options.pruning[Kind::Node].base || options.default_condition[Kind::Node].base;
    let says_so = |id| {
        let overrides = model.element(id).overrides.as_deref();
        overrides.is_some_and(|own| own.pruning.base == Some(true) || own.default_condition.base == Some(true))
    };
    if looks_at_relations || options.requires(Constraint::RequiredIncoming) || model.of_kind(Kind::Node).any(says_so) {
        recovery.note_spread();
    }
}

/// Whether an error of this kind has no effect on presences.
fn is_harmless(code: Code) -> bool {
    matches!(
        code,
        Code::UnreadableFile
            | Code::UnsafePath
            | Code::UnusedRelationship
            | Code::SharedRelationship
            | Code::InheritanceCycle
            | Code::UndefinedType
            | Code::DuplicateType
            | Code::ReservedName
    )
}
