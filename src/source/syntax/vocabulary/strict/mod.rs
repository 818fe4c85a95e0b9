//! Keys that are not defined, in every place whose keys TOSCA 1.3 or the language define: misspelled ones are errors, as
//! they would have no effect; others are warnings. Keys that engines define are known.

mod advice;
mod definitions;
mod extensions;
mod indentation;
mod misplaced;
mod operations;
mod spacing;
mod tags;
mod unread;

use rustc_hash::FxHashSet;

use self::definitions::{keys, visit_definitions};
pub use self::extensions::further_keys;
use self::extensions::origin;
pub use self::indentation::{TooDeep, ends_before, too_deep};
use self::misplaced::asks;
pub use self::misplaced::{is_condition, is_misplaced_condition};
pub use self::operations::is_interface_key;
pub(super) use self::spacing::misspaced;
use super::walk::{named, visit_sections};
use super::{ClauseKind, ELEMENT_KEYWORDS, Profile, Section, is_of_topology, is_operator, topology_of};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use crate::source::syntax::yaml::{Yaml, YamlId};

/// Where keys stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum KeyPosition {
    /// In a section of the language.
    Section(Section),
    /// An entry of `imports`.
    Import,
    /// A repository.
    Repository,
    /// `substitution_mappings`.
    Substitution,
    /// A capability of a node template.
    Capability,
    /// `node_filter` of a requirement.
    NodeFilter,
    /// A node type.
    NodeType,
    /// A relationship type.
    RelationshipType,
    /// A capability type.
    CapabilityType,
    /// A data type.
    DataType,
    /// An artifact type.
    ArtifactType,
    /// A group type.
    GroupType,
    /// A policy type.
    PolicyType,
    /// A property or attribute of a type.
    PropertyDefinition,
    /// A requirement of a node type.
    RequirementDefinition,
    /// A capability of a node type.
    CapabilityDefinition,
    /// A workflow.
    Workflow,
    /// A step of a workflow.
    WorkflowStep,
    /// What a step of a workflow does.
    Activity,
}

/// Reports the keys of a service template that are not defined.
pub fn check_keys(root: Yaml<'_>, profile: Profile) -> Vec<Diagnostic> {
    let nodes = topology_of(root).and_then(|topology| topology.get("node_templates"));
    let mut checker = Checker { nodes, ..Checker::new(profile) };
    checker.service_template(root);
    // In the dialect that TOSCA grew out of, the sections of the topology stand at the top.
    let is_at_the_top = root.get("topology_template").is_none();
    let template = if is_at_the_top { Section::Topology } else { Section::Template };
    visit_sections(template, root, &mut |section, body| checker.section(section, body, is_at_the_top));
    checker.definitions(root);
    let too_deep = too_deep(root, profile);
    checker.diagnostics.retain(|reported| !too_deep.iter().any(|entry| entry.explains(reported)));
    checker.diagnostics.extend(too_deep.iter().map(TooDeep::diagnostic));
    checker.diagnostics
}

/// Reports the keys of a file with types that misspell others, and conditions, which no type has. Other keys that are
/// not defined are reported where the file itself is looked at: files with types often belong to other projects.
pub fn check_type_keys(root: Yaml<'_>, profile: Profile) -> Vec<Diagnostic> {
    let mut checker = Checker::new(profile);
    checker.section(Section::Template, root, false);
    checker.definitions(root);
    let Checker { mut diagnostics, conditions, .. } = checker;
    diagnostics
        .retain(|diagnostic| diagnostic.is_error() || diagnostic.span().is_some_and(|span| conditions.contains(&span)));
    diagnostics
}

/// Reports the keys of a relationship template that stands outside a template.
pub fn check_relationship_keys(body: Yaml<'_>, profile: Profile) -> Vec<Diagnostic> {
    let mut checker = Checker::new(profile);
    visit_sections(Section::RelationshipTemplate, body, &mut |section, body| checker.section(section, body, false));
    checker.diagnostics
}

/// Words of other languages, and what this one has for them.
static CONFUSIONS: &[(&str, &str)] = &[
    ("cond", "conditions"),
    ("if", "conditions"),
    ("only_if", "conditions"),
    ("when", "conditions"),
    ("default", "default_alternative"),
    ("depends_on", "requirements"),
    ("members", "targets"),
    ("nodes", "node_templates"),
    ("policy", "policies"),
    ("property", "properties"),
    ("props", "properties"),
    ("require", "requirements"),
    ("requires", "requirements"),
    ("targets", "members"),
    ("value", "default"),
];

/// When an element is present.
const CONDITIONS: &str = "conditions";

struct Checker<'t> {
    profile: Profile,
    /// The section `node_templates`.
    nodes: Option<Yaml<'t>>,
    /// What stands among the entries of a section and is none.
    misplaced: FxHashSet<YamlId>,
    /// Keys of which something is said, and which are called as conditions are, or almost so.
    conditions: Vec<Span>,
    diagnostics: Vec<Diagnostic>,
}

impl<'t> Checker<'t> {
    fn new(profile: Profile) -> Self {
        Self { profile, nodes: None, misplaced: FxHashSet::default(), conditions: Vec::new(), diagnostics: Vec::new() }
    }

    fn section(&mut self, section: Section, body: Yaml<'t>, is_at_the_top: bool) {
        self.tags(section, body);
        // The keys of `variability` and of presets are looked at elsewhere.
        if section.is_closed() {
            return;
        }
        if self.misplaced.contains(&body.id()) {
            return;
        }
        if section == Section::Property {
            self.value_beside_expression(body);
        }
        for (key, value) in body.entries() {
            let name = key.text();
            let is_top = is_at_the_top && section == Section::Topology;
            let is_known = section.key(name).is_some()
                || origin(KeyPosition::Section(section), name).is_some()
                || is_top && is_of_template(name)
                || name == "default" && self.has_defaults(section);
            if is_top && is_standard(body) && is_of_topology(name) {
                self.report_at_the_top(key);
            } else if !is_known {
                // Where sections of the topology stand at the top, so do those of the template.
                let is_of_template = is_top && near(KeyPosition::Section(Section::Template), name).is_some();
                let section = if is_of_template { Section::Template } else { section };
                self.report(KeyPosition::Section(section), body, (key, value));
            }
            self.unread(section, name, value);
            self.conditions_among(section, name, value);
            match (section, name) {
                (Section::Node, "capabilities") => self.all(KeyPosition::Capability, value),
                (Section::Relation, "node_filter") => self.keys(KeyPosition::NodeFilter, value),
                (Section::Topology, "substitution_mappings") => self.keys(KeyPosition::Substitution, value),
                _ => {}
            }
        }
    }

    /// Whether `default` stood there before it was called `default_alternative`.
    fn has_defaults(&self, section: Section) -> bool {
        self.profile.dialect().alternatives_are_called_default
            && matches!(section, Section::Property | Section::Relation | Section::Artifact)
    }

    fn definitions(&mut self, root: Yaml<'t>) {
        visit_definitions(root, &mut |place, body| self.keys(place, body));
        self.unread_in_definitions(root);
    }

    /// What TOSCA 2.0 calls `topology_template`: nothing in it is read.
    fn service_template(&mut self, root: Yaml<'t>) {
        const READ: &str = "topology_template";
        let Some((key, _)) = root.entry("service_template").filter(|(_, body)| body.is_mapping()) else { return };
        let diagnostic = Diagnostic::new(Code::UnknownKey, key.span(), "\"service_template\" is not read")
            .labelled("nothing in it has an effect");
        self.diagnostics.push(if root.get(READ).is_some() {
            diagnostic.help(format!("leave it out: the elements and their variability stand under `{READ}`"))
        } else {
            let help = format!("write `{READ}`, as TOSCA 1.3 calls it: with every version it is the word that is read");
            diagnostic.replacing(key.text(), READ).help(help)
        });
    }

    fn all(&mut self, place: KeyPosition, section: Yaml<'t>) {
        named(section).for_each(|(_, body)| self.keys(place, body));
    }

    fn keys(&mut self, place: KeyPosition, body: Yaml<'t>) {
        for (key, value) in body.entries() {
            let name = key.text();
            if !keys(place).any(|known| known == name) && origin(place, name).is_none() {
                self.report(place, body, (key, value));
            }
        }
    }

    /// Sections of the topology at the top of a template in a language that has `topology_template`.
    fn report_at_the_top(&mut self, key: Yaml<'_>) {
        let message = format!("\"{}\" stands at the top of the template", key.text());
        let diagnostic = Diagnostic::new(Code::UnknownKey, key.span(), message);
        self.diagnostics.push(diagnostic.help("it belongs under `topology_template`"));
    }

    fn report(&mut self, place: KeyPosition, body: Yaml<'t>, (key, value): (Yaml<'t>, Yaml<'t>)) {
        let name = key.text();
        if !key.is_scalar() {
            return;
        }
        if let Some(misspaced) = misspaced(key, place.words(), &place.all().collect::<Vec<_>>()) {
            self.diagnostics.push(misspaced);
            return;
        }
        if is_private(name) {
            return;
        }
        if name == CONDITIONS || did_you_mean(name, [CONDITIONS]).is_some_and(|known| is_near(name, known)) {
            self.conditions.push(key.span());
        }
        let message = if ELEMENT_KEYWORDS.contains(&name) {
            format!("\"{name}\" has no effect {}", place.words())
        } else {
            format!("unknown key \"{name}\" {}", place.words())
        };
        let diagnostic = Diagnostic::new(Code::UnknownKey, key.span(), message).labelled("has no effect");
        if let Some(advised) = self.advised(place, body, (key, value), &diagnostic) {
            self.diagnostics.push(advised);
            return;
        }
        let owner = elsewhere(place, name).or_else(|| self.section_of(place, (name, value)));
        if let Some(owner) = owner.filter(|_| near(place, name).is_none()) {
            let message = format!("\"{name}\" has no effect {}", place.words());
            let diagnostic = Diagnostic::new(Code::UnknownKey, key.span(), message);
            self.diagnostics.push(diagnostic.help(format!("it belongs {owner}")));
            return;
        }
        let known: Vec<&str> = place.all().collect();
        let is_condition = || body.get(CONDITIONS).is_none() && asks(value, self.profile);
        if known.contains(&CONDITIONS) && near(place, name).is_none() && is_condition() {
            self.diagnostics.push(diagnostic.replacing(name, CONDITIONS).meaning(CONDITIONS));
            return;
        }
        let meant = CONFUSIONS.iter().find(|(word, meant)| *word == name && known.contains(meant));
        self.diagnostics.push(match (near(place, name), meant) {
            // What is found in spite of the error is found as if it were written so.
            (Some(CONDITIONS), _) => {
                let diagnostic = diagnostic.labelled("taken for \"conditions\" in all other findings");
                diagnostic.replacing(name, CONDITIONS).meaning(CONDITIONS)
            }
            (Some(near), _) => diagnostic.replacing(name, near).meaning(near),
            (None, Some((_, meant))) if name != "default" || value.as_bool() == Some(true) => {
                diagnostic.meaning(*meant)
            }
            (None, Some((_, meant))) => warning(diagnostic).meaning(*meant),
            (None, None) if takes_properties(place) => {
                let help = "a property belongs under `properties`; what another tool reads can be called `x-...`";
                warning(diagnostic).help(help)
            }
            (None, None) => warning(diagnostic).help("leave it out, or call it `x-...` if another tool reads it"),
        });
    }

    /// Where something belongs that is not indented far enough.
    fn section_of(&self, place: KeyPosition, (name, value): (&str, Yaml<'_>)) -> Option<&'static str> {
        let KeyPosition::Section(section) = place else { return None };
        match section {
            Section::VariabilityInput | Section::Input | Section::Output => ClauseKind::of(name)
                .is_some_and(ClauseKind::is_of_one_value)
                .then_some("under `constraints`, in the list"),
            Section::Topology => {
                let is_node = value.get("type").is_some_and(|name| name.is_scalar() && !name.is_null());
                is_node.then_some("under `node_templates`, indented further")
            }
            _ => (section.key("conditions").is_some() && is_operator(name, self.profile))
                .then_some("under `conditions`, indented further"),
        }
    }
}

/// Whether an element with properties stands there.
fn takes_properties(place: KeyPosition) -> bool {
    match place {
        KeyPosition::Section(section) => section.key("properties").is_some(),
        place => place == KeyPosition::Capability,
    }
}

/// Whether a template is written in a language that has `topology_template`.
fn is_standard(root: Yaml<'_>) -> bool {
    let version = root.get("tosca_definitions_version").map_or("", |version| version.text());
    ["tosca_simple_yaml_", "tosca_variability_"].iter().any(|start| version.starts_with(start))
}

fn warning(diagnostic: Diagnostic) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, ..diagnostic }
}

/// Keys that say themselves that they are for other programs, and metadata.
fn is_private(name: &str) -> bool {
    let starts = name.chars().next().is_none_or(|first| !first.is_alphabetic());
    let is_extension = ["x-", "x_", "X-", "X_"].iter().any(|prefix| name.starts_with(prefix));
    starts || is_extension || name == "metadata" || name.contains([':', '/'])
}

fn is_of_template(name: &str) -> bool {
    Section::Template.key(name).is_some() || origin(KeyPosition::Section(Section::Template), name).is_some()
}

/// Where a key belongs that is at a wrong place.
fn elsewhere(place: KeyPosition, name: &str) -> Option<&'static str> {
    match place {
        KeyPosition::Section(Section::Template) if is_of_topology(name) => Some("under `topology_template`"),
        KeyPosition::Section(Section::Topology) if Section::Variability.key(name).is_some() => {
            Some("under `variability`")
        }
        KeyPosition::Section(Section::Topology) if Section::Template.key(name).is_some() => {
            Some("at the top of the template")
        }
        _ => None,
    }
}

/// The key of a place that a misspelt name is near to.
fn near(place: KeyPosition, name: &str) -> Option<&'static str> {
    let known: Vec<&str> = place.all().collect();
    let same = known.iter().copied().find(|known| squeezed(known) == squeezed(name));
    same.or_else(|| did_you_mean(name, known).filter(|known| is_near(name, known)))
}

/// What is left of a name without the ways to set off its words.
fn squeezed(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// A misspelling differs in a letter or two, not in a whole word, and leaves enough of it.
fn is_near(name: &str, known: &str) -> bool {
    let has_words = name.matches('_').count() == known.matches('_').count();
    name.len() >= 3 && has_words && name.len().abs_diff(known.len()) <= 2
}

impl KeyPosition {
    fn all(self) -> Box<dyn Iterator<Item = &'static str>> {
        match self {
            Self::Section(section) => Box::new(section.keys().map(|key| key.name)),
            other => Box::new(keys(other)),
        }
    }

    /// "in a node template".
    fn words(self) -> &'static str {
        match self {
            Self::Section(section) => section.words(),
            Self::Import => "in an import",
            Self::Repository => "in a repository",
            Self::Substitution => "in `substitution_mappings`",
            Self::Capability => "in a capability",
            Self::NodeFilter => "in a node filter",
            Self::NodeType => "in a node type",
            Self::RelationshipType => "in a relationship type",
            Self::CapabilityType => "in a capability type",
            Self::DataType => "in a data type",
            Self::ArtifactType => "in an artifact type",
            Self::GroupType => "in a group type",
            Self::PolicyType => "in a policy type",
            Self::PropertyDefinition => "in the definition of a property",
            Self::RequirementDefinition => "in the definition of a requirement",
            Self::CapabilityDefinition => "in the definition of a capability",
            Self::Workflow => "in a workflow",
            Self::WorkflowStep => "in a step of a workflow",
            Self::Activity => "in an activity of a workflow",
        }
    }
}

#[cfg(test)]
mod tests;
