//! What two templates say besides their elements: inputs with their defaults, presets, and the rest of documents.

use std::collections::BTreeMap;

use crate::analysis::question::exact::exact;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;

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

/// Sections of a topology template whose entries are elements, or decide presences.
static OF_ELEMENTS: [&str; 6] = ["variability", "node_templates", "groups", "policies", "inputs", "outputs"];

/// A part of a template: exactly, and for people.
type DeclarationText = (String, String);

/// Variability inputs that are declared otherwise, or have another default.
pub(super) fn inputs(old: &Model, new: &Model) -> Vec<NamedChange> {
    let parts =
        |model: &Model| section(model, model.variability().and_then(|variability| variability.get("inputs")), "");
    changes(&parts(old), &parts(new))
}

/// Presets that choose other values.
pub(super) fn presets(old: &Model, new: &Model) -> Vec<NamedChange> {
    let parts =
        |model: &Model| section(model, model.variability().and_then(|variability| variability.get("presets")), "");
    changes(&parts(old), &parts(new))
}

/// What is written into documents and belongs to no element.
pub(super) fn rest(old: &Model, new: &Model) -> Vec<NamedChange> {
    changes(&around(old), &around(new))
}

fn around(model: &Model) -> BTreeMap<String, DeclarationText> {
    let (root, topology) = (model.root(), model.topology_template());
    let mut parts = BTreeMap::new();
    for (key, value) in root.entries() {
        let is_topology = topology.is_some_and(|topology| topology.id() == value.id());
        // Documents have a version of their own; imports are elements where they may have conditions.
        let is_passed_over = is_topology || matches!(key.text(), "tosca_definitions_version" | "imports");
        if !(is_passed_over || is_flat(model) && OF_ELEMENTS.contains(&key.text())) {
            parts.extend(section(model, Some(value), key.text()));
        }
    }
    for (key, value) in topology.into_iter().filter(|_| !is_flat(model)).flat_map(Yaml::entries) {
        if !OF_ELEMENTS.contains(&key.text()) && key.text() != "relationship_templates" {
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
    (exact(yaml, model.profile()), yaml.to_json())
}

fn changes(old: &BTreeMap<String, DeclarationText>, new: &BTreeMap<String, DeclarationText>) -> Vec<NamedChange> {
    let shown = |part: Option<&DeclarationText>| part.map(|(_, shown)| shown.clone());
    let names = old.keys().chain(new.keys().filter(|name| !old.contains_key(*name)));
    let changed = names.filter(|name| old.get(*name).map(|part| &part.0) != new.get(*name).map(|part| &part.0));
    let change =
        |name: &String| NamedChange { name: name.clone(), before: shown(old.get(name)), after: shown(new.get(name)) };
    changed.map(change).collect()
}
