//! Conditions that are not indented far enough, and are read as an entry of the section around their element.

use super::Checker;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::walk::named;
use crate::source::syntax::vocabulary::{Arity, KeyContent, OperatorEntry, Profile, Section, is_operator};
use crate::source::syntax::yaml::Yaml;

impl<'t> Checker<'t> {
    /// Conditions that are not indented far enough are read as one more entry of the section that their element stands in.
    pub(super) fn conditions_among(&mut self, section: Section, name: &str, entries: Yaml<'t>) {
        let Some(inner) = section.key(name).and_then(|key| entries_of(key.content)) else { return };
        let mut before: Option<(Yaml<'t>, Yaml<'t>)> = None;
        for (key, body) in named(entries) {
            if !is_misplaced_condition(inner, (key, body), self.profile) {
                before = Some((key, body));
                continue;
            }
            let noun = noun(inner);
            let message = format!("\"conditions\" is read as the name of {} {noun}", article(noun));
            let diagnostic = Diagnostic::new(Code::UnknownKey, key.span(), message);
            let diagnostic = if inner == Section::Node { diagnostic.reference("Unexpected error") } else { diagnostic };
            self.diagnostics.push(diagnostic.help(where_it_belongs(inner, entries, before)));
            self.misplaced.insert(body.id());
        }
    }
}

/// Whether an entry of a section is the condition of one, which is not indented far enough.
pub fn is_misplaced_condition(section: Section, (key, body): (Yaml<'_>, Yaml<'_>), profile: Profile) -> bool {
    let is_element = section != Section::Property && section.key("conditions").is_some();
    is_element && key.text() == "conditions" && (body.as_bool().is_some() || is_condition(body, profile))
}

/// Whether a value is what stands behind `conditions`: an operator with its operands, or a list of these.
pub fn is_condition(body: Yaml<'_>, profile: Profile) -> bool {
    let is_one = |body: Yaml<'_>| {
        let mut keys = body.entries().map(|(key, _)| key.text());
        body.len() == 1 && body.is_mapping() && keys.all(|key| is_operator(key, profile))
    };
    is_one(body) || !body.is_empty() && body.is_sequence() && body.items().all(is_one)
}

/// Whether a value is what stands behind `conditions`, and asks for an input, an expression or a presence by its name.
pub(super) fn asks(body: Yaml<'_>, profile: Profile) -> bool {
    fn names(body: Yaml<'_>, profile: Profile) -> bool {
        let is_name = |key: &str| OperatorEntry::named(key, profile).is_some_and(|it| it.arity == Arity::Reference);
        body.entries().any(|(key, value)| is_name(key.text()) || names(value, profile))
            || body.items().any(|item| names(item, profile))
    }
    is_condition(body, profile) && names(body, profile)
}

/// What the entries of a section are, whose names may be anything.
fn entries_of(content: KeyContent) -> Option<Section> {
    match content {
        KeyContent::Named(section) => Some(section),
        KeyContent::Types => Some(Section::Type),
        _ => None,
    }
}

/// Where to write conditions that stand behind the entry `before`.
fn where_it_belongs(section: Section, entries: Yaml<'_>, before: Option<(Yaml<'_>, Yaml<'_>)>) -> String {
    let noun = noun(section);
    let Some((name, body)) = before else {
        return format!("indent it further, under the {noun} that it decides");
    };
    let name = name.text();
    if body.is_scalar() && !body.is_null() {
        let key = match section {
            Section::Relation => "node",
            Section::Artifact => "file",
            _ => return format!("indent it further, under {noun} \"{name}\""),
        };
        let dash = if entries.is_sequence() { "- " } else { "" };
        return format!("write `{dash}{name}: {{{key}: {}, conditions: ...}}`", body.text());
    }
    let dash = if entries.is_sequence() { ", without a dash" } else { "" };
    format!("indent it further, under {noun} \"{name}\"{dash}")
}

pub(super) fn article(noun: &str) -> &'static str {
    if noun.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

pub(super) fn noun(section: Section) -> &'static str {
    match section {
        Section::Node => "node",
        Section::Relation => "requirement",
        Section::Type => "type",
        Section::Artifact => "artifact",
        Section::Technology => "technology",
        Section::Group => "group",
        Section::Policy => "policy",
        Section::Input => "topology input",
        Section::VariabilityInput => "variability input",
        Section::Preset => "preset",
        Section::RelationshipTemplate => "relationship template",
        Section::Output => "output",
        _ => "section",
    }
}
