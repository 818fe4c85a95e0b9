//! Options by their new names, and what was not an option before.

use super::edits::{AddedEntry, Edits};
use super::inputs::undeclared;
use crate::tosca::model::{Alternative, CHECKS, Check, EARLY_KINDS, Kind, Model};

/// What default conditions of kinds looked at.
const MODES: [(Kind, &str); 4] = [
    (Kind::Node, "incomingnaive"),
    (Kind::Relation, "source"),
    (Kind::Property, "container"),
    (Kind::Artifact, "container"),
];

/// Checks that profile D makes without an option, on something that earlier revisions have as well.
const NEW_CHECKS: [Check; 9] = [
    Check::RelationSource,
    Check::RelationTarget,
    Check::ArtifactContainer,
    Check::AmbiguousArtifact,
    Check::PropertyContainer,
    Check::AmbiguousProperty,
    Check::AmbiguousHosting,
    Check::ExpectedHosting,
    Check::ExpectedIncoming,
];

/// Renames options of the template, and adds those that make profile D do what was done before.
pub(super) fn convert(model: &Model, edits: &mut Edits<'_>) {
    let given = model.variability().and_then(|variability| variability.entry("options"));
    let mut named = Vec::new();
    for (key, value) in given.into_iter().flat_map(|(_, options)| options.entries()) {
        let Some((name, is_turned)) = late_name(key.text()) else { continue };
        edits.replace(key, &name);
        if let Some(value_before) = value.as_bool().filter(|_| is_turned) {
            edits.replace(value, if value_before { "false" } else { "true" });
        }
        named.push(name);
    }
    let wanted = wanted(model).into_iter().filter(|(name, _)| !named.contains(name));
    let entries: Vec<AddedEntry> = wanted.map(|(name, value)| AddedEntry::Value(name, value)).collect();
    let sections = [("options", entries), ("inputs", undeclared(model))];
    add(model, sections.into_iter().filter(|(_, entries)| !entries.is_empty()).collect(), edits);
}

/// The name of an option in profile D, and whether it says the opposite.
fn late_name(name: &str) -> Option<(String, bool)> {
    if matches!(name, "disableConsistencyChecks" | "disable_consistency_checks") {
        return Some(("checks".to_owned(), true));
    }
    if let Some(entry) = CHECKS.iter().find(|entry| entry.disabled_by.is_some_and(|names| names.contains(&name))) {
        return Some((entry.option.to_owned(), true));
    }
    let (kind, suffix) = EARLY_KINDS.iter().find_map(|&(kind, plural)| {
        let is = |early: String| early == name;
        if is(format!("prune{plural}")) || is(format!("enable_{kind}_default_condition")) {
            Some((kind, "default_condition"))
        } else if is(format!("forcePrune{plural}")) || is(format!("enable_{kind}_pruning")) {
            Some((kind, "pruning"))
        } else {
            None
        }
    })?;
    Some((format!("{kind}_{suffix}"), false))
}

/// Whether a value of a property is a last resort, which becomes a default alternative with pruning of its own.
fn has_last_resort(model: &Model) -> bool {
    model.of_kind(Kind::Property).any(|id| model.element(id).alternative == Alternative::LastResort)
}

/// All options that are not what profile D takes when nothing is said.
fn wanted(model: &Model) -> Vec<(String, String)> {
    let options = model.options();
    let mut wanted = vec![
        ("type_default_condition".to_owned(), "true".to_owned()),
        ("optimization_topology_unique".to_owned(), "false".to_owned()),
    ];
    for &(kind, _) in EARLY_KINDS {
        let (default, pruning) = (options.default_condition[kind].base, options.pruning[kind].base);
        wanted.extend(default.then(|| (format!("{kind}_default_condition"), "true".to_owned())));
        wanted.extend(pruning.then(|| (format!("{kind}_pruning"), "true".to_owned())));
        let is_pruned = default || pruning || kind == Kind::Property && has_last_resort(model);
        let mode = MODES.iter().find(|(known, _)| *known == kind).filter(|_| is_pruned);
        wanted.extend(mode.map(|(_, mode)| (format!("{kind}_default_condition_mode"), (*mode).to_owned())));
    }
    if !model.dialect().parts_are_elements {
        // Profile A leaves properties and artifacts to their nodes.
        let kinds = [Kind::Property, Kind::Artifact];
        wanted.extend(kinds.map(|kind| (format!("{kind}_default_condition"), "true".to_owned())));
        wanted.extend(kinds.map(|kind| (format!("{kind}_default_condition_mode"), "container".to_owned())));
    }
    let checks = NEW_CHECKS.into_iter().chain([Check::ExpectedArtifact, Check::AmbiguousRelation]);
    let off = checks.filter(|&check| !options.checks(check));
    wanted.extend(off.map(|check| (check.entry().option.to_owned(), "false".to_owned())));
    wanted
}

/// Adds entries to sections of `variability`, which are made where they are missing.
fn add(model: &Model, sections: Vec<(&str, Vec<AddedEntry>)>, edits: &mut Edits<'_>) {
    let mut missing = Vec::new();
    for (name, entries) in sections {
        match model.variability().and_then(|variability| variability.entry(name)) {
            Some((_, section)) if !section.is_empty() => edits.prepend(section, &entries),
            Some((key, section)) => edits.fill(key, section, &braces(&entries)),
            None => missing.push(AddedEntry::Section(name.to_owned(), entries)),
        }
    }
    if missing.is_empty() {
        return;
    }
    match model.topology_template().and_then(|topology| topology.entry("variability")) {
        Some((_, variability)) if variability.is_mapping() && !variability.is_empty() => {
            edits.prepend(variability, &missing);
        }
        Some((key, variability)) => edits.fill(key, variability, &braces(&missing)),
        None => {
            if let Some(topology) = model.topology_template().filter(|topology| !topology.is_empty()) {
                edits.prepend(topology, &[AddedEntry::Section("variability".to_owned(), missing)]);
            }
        }
    }
}

fn braces(entries: &[AddedEntry]) -> String {
    let entries: Vec<String> = entries.iter().map(AddedEntry::flow).collect();
    format!("{{{}}}", entries.join(", "))
}
