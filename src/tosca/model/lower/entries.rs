//! Named things in map form or as a list of mappings with one key.

use super::Builder;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{KeyContent, Section, is_misplaced_condition};
use crate::source::syntax::yaml::Yaml;

/// A named thing: its name, its place, what is said about it.
#[derive(Clone, Copy)]
pub(in crate::tosca::model) struct NamedEntry<'t> {
    pub(in crate::tosca::model) key: Yaml<'t>,
    pub(in crate::tosca::model) body: Yaml<'t>,
    pub(in crate::tosca::model) index: usize,
    pub(in crate::tosca::model) is_listed: bool,
}

impl<'t> Builder<'t> {
    /// The entries of `section`; `what` names the section in messages.
    pub(super) fn entries(&mut self, section: Option<Yaml<'t>>, what: &str) -> Vec<NamedEntry<'t>> {
        let mut entries = self.all_entries(section, what);
        entries.retain(|entry| !self.too_deep.contains(&entry.key.id()));
        // That conditions are no entry is said, too.
        if let Some(section) = section_of(what) {
            let profile = self.contents.profile;
            entries.retain(|entry| !is_misplaced_condition(section, (entry.key, entry.body), profile));
        }
        entries
    }

    fn all_entries(&mut self, section: Option<Yaml<'t>>, what: &str) -> Vec<NamedEntry<'t>> {
        let Some(section) = section.filter(|section| !section.is_null()) else { return Vec::new() };
        if section.is_mapping() {
            let entries = section.entries().enumerate();
            return entries.map(|(index, (key, body))| NamedEntry { key, body, index, is_listed: false }).collect();
        }
        if section.is_sequence() {
            let items: Vec<_> = section.items().enumerate().collect();
            return items.into_iter().filter_map(|(index, item)| self.list_entry(item, index, what)).collect();
        }
        self.report_shape(section, what, "a mapping or a list");
        Vec::new()
    }

    /// The entries of a section that has to be a list.
    pub(super) fn list_entries(&mut self, section: Option<Yaml<'t>>, what: &str) -> Vec<NamedEntry<'t>> {
        let Some(section) = section.filter(|section| !section.is_null()) else { return Vec::new() };
        if !section.is_sequence() {
            self.report_shape(section, what, "a list");
            return Vec::new();
        }
        self.entries(Some(section), what)
    }

    /// An entry of a list, if it has a name and nothing else.
    pub(super) fn list_entry(&mut self, item: Yaml<'t>, index: usize, what: &str) -> Option<NamedEntry<'t>> {
        let mut entries = item.entries();
        match (entries.next(), entries.next()) {
            (Some((key, body)), None) => Some(NamedEntry { key, body, index, is_listed: true }),
            _ => {
                let message = format!("an entry of the list \"{what}\" is a mapping with one key, its name");
                let diagnostic = Diagnostic::new(Code::WrongShape, item.span(), message);
                self.report(diagnostic.helped(named(item, what)));
                None
            }
        }
    }

    pub(super) fn report_shape(&mut self, found: Yaml<'t>, what: &str, wanted: &str) {
        let message = format!("\"{what}\" is {wanted}, not a {}", found.kind());
        let diagnostic = Diagnostic::new(Code::WrongShape, found.span(), message);
        self.report(diagnostic.helped(shaped(found, what, wanted)));
    }
}

/// How an entry of a list is written that is no mapping with one key.
fn named(item: Yaml<'_>, what: &str) -> Option<String> {
    if item.is_scalar() {
        return (!item.is_null()).then(|| format!("write `NAME: {}`", item.text()));
    }
    let (name, body) = item.entries().next()?;
    let further: Vec<&str> = item.entries().skip(1).map(|(key, _)| key.text()).collect();
    let section = section_of(what)?;
    let is_part = |key: &&str| section.key(key).is_some();
    if !further.iter().all(is_part) {
        // Another entry, the dash of which is missing.
        let next = further.into_iter().find(|key| !is_part(key))?;
        return Some(format!("put a dash before each name: `- {}: ...`, `- {next}: ...`", name.text()));
    }
    let short = match section {
        Section::Relation => "node",
        Section::Artifact => "file",
        Section::Property => "value",
        _ => "type",
    };
    let own = match body.is_scalar() {
        true if body.is_null() => None,
        true => Some(format!("{short}: {}", body.text())),
        false => Some("...".to_owned()),
    };
    let parts = own.into_iter().chain(further.iter().map(|key| format!("{key}: ...")));
    Some(format!("write `- {}: {{{}}}`", name.text(), parts.collect::<Vec<_>>().join(", ")))
}

/// What the entries of a section are.
fn section_of(what: &str) -> Option<Section> {
    Section::Node.key(what).or_else(|| Section::Topology.key(what)).and_then(|key| match key.content {
        KeyContent::Named(section) => Some(section),
        KeyContent::Values => Some(Section::Property),
        KeyContent::Types => Some(Section::Type),
        _ => None,
    })
}

/// How something of the wrong shape is written.
fn shaped(found: Yaml<'_>, what: &str, wanted: &str) -> Option<String> {
    let text = found.text();
    if what.starts_with('\u{a0}') {
        return Some("the line starts with a no-break space, which is no indentation: write plain spaces".to_owned());
    }
    // `name:{type: A}` is one key up to the second colon.
    if let Some((name, _)) = what.split_once(":{").filter(|_| text.ends_with('}')) {
        return Some(format!("write a space behind `{name}:`"));
    }
    if wanted.contains("a list") && !wanted.contains("a mapping") && found.is_mapping() {
        return Some("put a dash before each entry: `- name: ...`".to_owned());
    }
    if wanted == "a list" && found.is_scalar() {
        return Some(format!("write `[{text}]`"));
    }
    // `key:value` is a text.
    let (key, rest) = text.split_once(':').filter(|_| found.is_scalar())?;
    let is_pair = !key.is_empty() && !rest.is_empty() && !text.contains(char::is_whitespace);
    is_pair.then(|| format!("write a space behind `{key}:`"))
}
