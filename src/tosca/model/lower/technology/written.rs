//! What is wrong with how rules are written: keys that are never read, and names of types that look misspelt.

use rustc_hash::FxHashSet;

use super::hosting::ANY_HOSTS;
use super::matching::Matcher;
use super::rule::Rules;
use super::scenario::Scenario;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Severity, did_you_mean};
use crate::source::syntax::vocabulary::unknown_key;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::ElementId;
use crate::tosca::types::Collection;

/// The keys of a rule.
static KEYS: &[&str] = &[
    "component",
    "technology",
    "operations",
    "artifact",
    "hosting",
    "conditions",
    "weight",
    "assign",
    "reason",
    "description",
    "metadata",
];

/// Words of other languages, and what rules have for them.
static CONFUSIONS: &[(&str, &str)] =
    &[("if", "conditions"), ("when", "conditions"), ("quality", "weight"), ("score", "weight"), ("type", "component")];

/// Keys of a rule that are never read: misspelt ones are errors.
pub(super) fn unknown_keys(rule: Yaml<'_>) -> impl Iterator<Item = Diagnostic> {
    let is_private = |name: &str| name.starts_with(|first: char| !first.is_alphabetic()) || name.starts_with("x-");
    let keys = rule.entries().map(|(key, _)| key);
    keys.filter(move |key| !KEYS.contains(&key.text()) && !is_private(key.text())).map(|key| {
        let name = key.text();
        let diagnostic = unknown_key(key, "in a rule of \"qualities\"", KEYS).labelled("has no effect");
        let confused = CONFUSIONS.iter().find(|(word, _)| *word == name).map(|(_, meant)| *meant);
        match did_you_mean(name, KEYS.iter().copied()).or(confused) {
            Some(meant) => diagnostic.replacing(name, meant).meaning(meant),
            // A key of ours but for a space is no key of another program.
            None if diagnostic.fix.is_some() => diagnostic,
            None => Diagnostic { severity: Severity::Warning, ..diagnostic },
        }
    })
}

/// The types that a rule names, its component first.
fn types_named(rule: Yaml<'_>) -> impl Iterator<Item = (Collection, Yaml<'_>)> {
    let hosting = rule.get("hosting").into_iter();
    let hosts = hosting.flat_map(|hosting| std::iter::once(hosting).filter(|it| it.is_scalar()).chain(hosting.items()));
    let nodes = rule.get("component").into_iter().chain(hosts).map(|name| (Collection::Node, name));
    nodes.chain(rule.get("artifact").map(|name| (Collection::Artifact, name)))
}

impl<'t> Matcher<'_, 't> {
    /// Names of types in rules, misspelt so that the rules do not apply to a node that has no technology. Each is reported
    /// once.
    pub(super) fn misspelt_types(&mut self, node: ElementId, rules: &Rules<'t>) -> bool {
        let line = self.line_of(Collection::Node, node).unwrap_or_default();
        let mut found = Vec::new();
        for rule in rules.all() {
            let body = self.builder.tree.at(rule.body);
            if line.contains(&rule.scenario.component) {
                let beside = types_named(body).skip(1);
                found.extend(beside.filter_map(|(collection, name)| self.misspelt(collection, name, None)));
            } else {
                let component = body.get("component");
                found.extend(component.and_then(|name| self.misspelt(Collection::Node, name, Some(&line))));
            }
        }
        let is_misspelt = !found.is_empty();
        for diagnostic in found {
            if !self.diagnostics.contains(&diagnostic) {
                self.diagnostics.push(diagnostic);
            }
        }
        is_misspelt
    }

    /// A type that is not defined while one is that is almost called so: one of `among`, if only these may be meant.
    fn misspelt(&self, collection: Collection, name: Yaml<'t>, among: Option<&[&str]>) -> Option<Diagnostic> {
        let types = &self.builder.contents.types;
        let diagnostic = self.undefined(collection, name)?;
        let meant = match among {
            Some(among) => did_you_mean(name.text(), among.iter().copied()),
            None => did_you_mean(name.text(), types.names(collection)),
        }?;
        Some(diagnostic.replacing(name.text(), meant).meaning(meant))
    }

    /// Types that rules name and that are not defined: such a rule applies to nothing. A file of rules may be there for other
    /// templates as well: there only names are reported that look misspelt.
    pub(super) fn undefined_types(&self, rules: &Rules<'t>) -> Vec<Diagnostic> {
        let mut found: Vec<Diagnostic> = Vec::new();
        let mut reported: FxHashSet<Span> = self.diagnostics.iter().filter_map(Diagnostic::span).collect();
        for (collection, name) in rules.all().flat_map(|rule| types_named(self.builder.tree.at(rule.body))) {
            if !reported.insert(name.span()) {
                continue;
            }
            let is_own = name.span().file.is_first();
            let diagnostic =
                self.misspelt(collection, name, None).or_else(|| self.undefined(collection, name).filter(|_| is_own));
            let diagnostic = diagnostic.map(|diagnostic| diagnostic.note("no node fits the rule, which has no effect"));
            found.extend(diagnostic.map(|diagnostic| Diagnostic { severity: Severity::Warning, ..diagnostic }));
        }
        found
    }

    fn undefined(&self, collection: Collection, name: Yaml<'t>) -> Option<Diagnostic> {
        let contents = &self.builder.contents;
        let is_name = name.is_scalar() && !name.is_null() && name.text() != ANY_HOSTS;
        if !is_name || contents.types.definition(collection, name.text()).is_some() || contents.are_types_open() {
            return None;
        }
        let message = format!("{} \"{}\" of a rule of \"qualities\" is not defined", collection.noun(), name.text());
        Some(Diagnostic::new(Code::UndefinedType, name.span(), message))
    }

    /// Why the rules of a scenario for its type do not apply to a node.
    pub(super) fn misfit(&mut self, node: ElementId, scenario: &Scenario<'t>) -> String {
        let key = scenario.key();
        let alone = Scenario { operations: Vec::new(), artifact: None, hosting: Vec::new(), ..scenario.clone() };
        let with_hosting = Scenario { hosting: scenario.hosting.clone(), ..alone.clone() };
        let with_artifact = Scenario { artifact: scenario.artifact, ..alone.clone() };
        let with_operations = Scenario { operations: scenario.operations.clone(), ..alone };
        let why = if self.matches(node, &with_hosting).is_none() {
            format!(": it is not hosted on \"{}\"", scenario.hosting.join("\" on \""))
        } else if self.matches(node, &with_artifact).is_none() {
            format!(": it has no artifact of type \"{}\"", scenario.artifact.unwrap_or_default())
        } else if self.matches(node, &with_operations).is_none() {
            let operations = scenario.operations.join("\", \"");
            format!(": it does not define \"{operations}\" in an interface `management`")
        } else {
            String::new()
        };
        format!("the rules for \"{key}\" do not apply here{why}")
    }
}
