//! What two templates say besides their elements: inputs with their defaults, presets, and the rest of documents.

use std::collections::{BTreeMap, BTreeSet};

use super::written::{written_json, written_object};
use crate::analysis::question::agreement::same_elements::SharedElements;
use crate::analysis::question::configuration::canonical_text::{canonical_text, declaration_text};
use crate::analysis::question::configuration::presets::{preset_text, preset_value};
use crate::analysis::value::{Language, Value};
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::{Kind, Model};

/// Something with a name that is other on one side, or on one side only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedChange {
    /// Its name, or the way to it.
    pub name: String,
    /// What it is on the old side, as JSON, if it is there.
    pub before: Option<String>,
    /// What it is on the new side, as JSON, if it is there.
    pub after: Option<String>,
}

/// A part of a template: exactly, and for people.
type DeclarationText = (String, String);

/// Variability inputs that are declared otherwise, or have another default.
pub(super) fn inputs(old: &Model, new: &Model) -> Vec<NamedChange> {
    let parts = |model: &Model| {
        let inputs = model.variability().and_then(|variability| variability.get("inputs"));
        let mut parts = section(model, inputs, "");
        for (name, input) in inputs.into_iter().flat_map(Yaml::entries) {
            if let Some((exact, _)) = parts.get_mut(name.text()) {
                *exact = declaration_text(input, model.profile());
            }
        }
        parts
    };
    changes(&parts(old), &parts(new))
}

/// Options that are set otherwise.
pub(super) fn options(old: &Model, new: &Model) -> Vec<NamedChange> {
    let parts =
        |model: &Model| section(model, model.variability().and_then(|variability| variability.get("options")), "");
    changes(&parts(old), &parts(new))
}

/// Presets that give other values.
pub(super) fn presets(old: &Model, new: &Model) -> Vec<NamedChange> {
    let parts = |model: &Model| -> BTreeMap<String, DeclarationText> {
        let presets = model.variability().and_then(|variability| variability.get("presets"));
        let language = model.language();
        let part = |preset| (preset_text(&language, preset), preset_json(&language, preset));
        presets
            .into_iter()
            .flat_map(Yaml::entries)
            .map(|(name, preset)| (name.text().to_owned(), part(preset)))
            .collect()
    };
    changes(&parts(old), &parts(new))
}

/// A preset as it is written, but for values that its profile computes.
fn preset_json(language: &Language<'_>, preset: Yaml<'_>) -> String {
    let given = |value: Yaml<'_>| match preset_value(language, value) {
        Some(computed) if computed != Value::from_yaml(value) => computed.to_json(),
        Some(_) => written_json(value),
        None => written_object(std::iter::once(("expression", &*written_json(value)))),
    };
    let part = |(key, value): (Yaml<'_>, Yaml<'_>)| match key.text() {
        "inputs" if value.is_mapping() => {
            object(value.entries().map(|(name, value)| (name.text().to_owned(), given(value))))
        }
        _ => written_json(value),
    };
    if !preset.is_mapping() {
        return written_json(preset);
    }
    object(preset.entries().map(|entry| (entry.0.text().to_owned(), part(entry))))
}

fn object(entries: impl Iterator<Item = (String, String)>) -> String {
    let entries: Vec<(String, String)> = entries.collect();
    written_object(entries.iter().map(|(key, value)| (key.as_str(), value.as_str())))
}

/// What is written into documents and belongs to no element, and what imported files say.
pub(super) fn rest(old: &Model, new: &Model, shared: SharedElements<'_>) -> Vec<NamedChange> {
    let mut found = changes(&around(old, shared), &around(new, shared));
    found.extend(imported(old, new));
    found
}

fn around(model: &Model, shared: SharedElements<'_>) -> BTreeMap<String, DeclarationText> {
    let (root, topology) = (model.root(), model.topology_template());
    let mut parts = BTreeMap::new();
    for (key, value) in root.entries() {
        let is_topology = topology.is_some_and(|topology| topology.id() == value.id());
        // Documents have a version of their own.
        let is_passed_over = is_topology || key.text() == "tosca_definitions_version";
        if !(is_passed_over || (key.text() == "imports" || is_flat(model)) && is_compared(model, key.text(), shared)) {
            parts.extend(section(model, Some(value), key.text()));
        }
    }
    for (key, value) in topology.into_iter().filter(|_| !is_flat(model)).flat_map(Yaml::entries) {
        if !is_compared(model, key.text(), shared) && key.text() != "relationship_templates" {
            parts.extend(section(model, Some(value), &format!("topology_template.{}", key.text())));
        }
    }
    for template in model.relationship_templates() {
        // Those that relations use are part of the relations, and connections are elements.
        if template.relations.is_empty() && template.connection.is_none() {
            let name = format!("relationship_templates.{}", template.name);
            parts.insert(name, part(model, model.yaml(template.body)));
        }
    }
    parts
}

/// Whether the entries of a section decide presences, or are elements on both sides, which are compared as such.
fn is_compared(model: &Model, section: &str, shared: SharedElements<'_>) -> bool {
    match section {
        "variability" | "node_templates" | "groups" => true,
        "policies" => shared.has(Kind::Policy),
        "inputs" => shared.has(Kind::Input) && model.of_kind(Kind::Input).next().is_some(),
        "outputs" => shared.has(Kind::Output),
        "imports" => shared.has(Kind::Import),
        _ => false,
    }
}

/// The sections of imported files by the name of the file; a file that one side alone imports as a whole.
fn imported(old: &Model, new: &Model) -> Vec<NamedChange> {
    let files = |model: &Model| -> BTreeMap<String, YamlId> { model.imported_files().cloned().collect() };
    let (before, after) = (files(old), files(new));
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    let change = |name: &String| match (before.get(name), after.get(name)) {
        (Some(&before), Some(&after)) => changes(&of_file(old, name, before), &of_file(new, name, after)),
        (before, after) => {
            let whole = |model: &Model, root: Option<&YamlId>| root.map(|&root| written_json(model.yaml(root)));
            vec![NamedChange { name: name.clone(), before: whole(old, before), after: whole(new, after) }]
        }
    };
    names.into_iter().flat_map(change).collect()
}

fn of_file(model: &Model, name: &str, root: YamlId) -> BTreeMap<String, DeclarationText> {
    let root = model.yaml(root);
    if !root.is_mapping() {
        return section(model, Some(root), name);
    }
    root.entries().flat_map(|(key, value)| section(model, Some(value), &format!("{name}: {}", key.text()))).collect()
}

fn is_flat(model: &Model) -> bool {
    model.topology_template().is_some_and(|topology| topology.id() == model.root().id())
}

/// The entries of a section by name; a section that is no mapping as a whole.
fn section(model: &Model, section: Option<Yaml<'_>>, name: &str) -> BTreeMap<String, DeclarationText> {
    let Some(section) = section else { return BTreeMap::new() };
    if !section.is_mapping() {
        return BTreeMap::from([(name.to_owned(), part(model, section))]);
    }
    let way = |key: Yaml<'_>| if name.is_empty() { key.text().to_owned() } else { format!("{name}.{}", key.text()) };
    section.entries().map(|(key, value)| (way(key), part(model, value))).collect()
}

fn part(model: &Model, yaml: Yaml<'_>) -> DeclarationText {
    (canonical_text(yaml, model.profile()), written_json(yaml))
}

fn changes(old: &BTreeMap<String, DeclarationText>, new: &BTreeMap<String, DeclarationText>) -> Vec<NamedChange> {
    let shown = |part: Option<&DeclarationText>| part.map(|(_, shown)| shown.clone());
    let names = old.keys().chain(new.keys().filter(|name| !old.contains_key(*name)));
    let changed = names.filter(|name| old.get(*name).map(|part| &part.0) != new.get(*name).map(|part| &part.0));
    let change =
        |name: &String| NamedChange { name: name.clone(), before: shown(old.get(name)), after: shown(new.get(name)) };
    changed.map(change).collect()
}
