//! The keywords that Variability4TOSCA adds to elements.

use std::sync::Arc;

use super::Builder;
use super::entries::NamedEntry;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Fix};
use crate::source::syntax::vocabulary::{Dialect, is_operator};
use crate::source::syntax::yaml::{Yaml, YamlId, boolean_in_yaml_1_1};
use crate::tosca::model::{Alternative, DefaultMode, Element, ElementId, Facet, Kind, Overrides};

impl<'t> Builder<'t> {
    /// The element that `entry` describes, with the keywords of its body.
    pub(super) fn described(&mut self, kind: Kind, entry: NamedEntry<'t>, container: Option<ElementId>) -> Element {
        let name: Arc<str> = entry.key.text().into();
        let mut element = plain(name, entry, container);
        if entry.body.is_mapping() {
            self.read_keywords(kind, &mut element, entry.body);
        }
        element
    }

    fn read_keywords(&mut self, kind: Kind, element: &mut Element, body: Yaml<'t>) {
        if knows_conditions(kind, self.dialect()) {
            element.conditions = conditions(body.get("conditions"));
        }
        if knows_alternatives(kind, self.dialect()) {
            element.alternative = alternative(body.get("default_alternative"));
        } else if self.is_last_resort(kind, body) {
            element.alternative = Alternative::LastResort;
        }
        if self.dialect().elements_override_options && kind != Kind::Import {
            element.overrides = self.overrides(body);
        }
        if knows_conditions(kind, self.dialect()) {
            self.report_empty_conditions(body);
        }
        self.report_shadowed_conditions(kind, element, body);
    }

    /// A condition that an author meant to write, alone or in a list.
    fn report_empty_conditions(&mut self, body: Yaml<'t>) {
        let Some((key, conditions)) = body.entry("conditions") else { return };
        let empty: Vec<Span> = if body.entries().any(|(key, _)| is_operator(key.text(), self.contents.profile)) {
            // It stands beside, not indented far enough; that is reported.
            Vec::new()
        } else if conditions.is_null() {
            vec![key.span()]
        } else {
            conditions.items().filter(|item| item.is_null()).map(|item| item.span()).collect()
        };
        for span in empty {
            let diagnostic = Diagnostic::new(Code::ShadowedKey, span, "an empty condition has no effect");
            self.report(diagnostic.help("write a condition, or remove it"));
        }
    }

    /// Profile B declares a value as default; forced pruning makes it one like any other.
    fn is_last_resort(&self, kind: Kind, body: Yaml<'t>) -> bool {
        let options = &self.contents.options;
        let is_forced = options.pruning_replaces[kind] && options.pruning[kind].base;
        let is_default = || body.get("default").and_then(Yaml::as_bool) == Some(true);
        self.dialect().has_last_resorts && kind == Kind::Property && !is_forced && is_default()
    }

    /// Conditions that the role of a default alternative replaces.
    fn report_shadowed_conditions(&mut self, kind: Kind, element: &Element, body: Yaml<'t>) {
        let is_replaced = kind.replaces_conditions_by_alternative() && element.alternative != Alternative::Ordinary;
        if is_replaced && element.alternative == Alternative::Never {
            return self.report_excluded(kind, element, body);
        }
        if !is_replaced || element.conditions.is_empty() {
            return;
        }
        let Some((key, _)) = body.entry("conditions") else { return };
        let keyword = if element.alternative == Alternative::LastResort { "default" } else { "default_alternative" };
        let message = format!("conditions have no effect beside \"{keyword}\"");
        let diagnostic = Diagnostic::new(Code::ShadowedKey, key.span(), message).labelled("never looked at");
        self.report(
            diagnostic.help("an alternative is present when no other of its name is: leave the conditions out"),
        );
    }

    /// Any value but true takes the place of the conditions and is no alternative either.
    fn report_excluded(&mut self, kind: Kind, element: &Element, body: Yaml<'t>) {
        let Some((key, value)) = body.entry("default_alternative") else { return };
        let message =
            format!("with \"default_alternative: {}\" {kind} \"{}\" is never present", value.to_json(), element.name);
        let diagnostic =
            Diagnostic::new(Code::ShadowedKey, key.span(), message).labelled("takes the place of conditions");
        let meant = value.as_str().and_then(boolean_in_yaml_1_1).filter(|&is_meant| is_meant);
        self.report(match meant {
            Some(_) => {
                let quoted = if value.written().starts_with(['"', '\'']) { " without quotes" } else { "" };
                let help = format!("write `true`{quoted}");
                diagnostic.help(help.clone()).fix(Fix::replace(help, value.span(), "true"))
            }
            None => diagnostic.help("leave `default_alternative` out: its only use is `default_alternative: true`"),
        });
    }

    fn overrides(&mut self, body: Yaml<'t>) -> Option<Box<Overrides>> {
        let is_plain = !body.entries().any(|(key, _)| is_override(key.text()));
        if is_plain {
            return None;
        }
        Some(Box::new(Overrides {
            default_condition: Facet {
                base: self.flag(body, "default_condition"),
                consistency: self.flag(body, "default_consistency_condition"),
                semantic: self.flag(body, "default_semantic_condition"),
            },
            pruning: Facet {
                base: self.flag(body, "pruning"),
                consistency: self.flag(body, "consistency_pruning"),
                semantic: self.flag(body, "semantic_pruning"),
            },
            default_condition_mode: given(body, "default_condition_mode").map(|mode| DefaultMode::new(mode.text())),
            implied: self.implied(body),
            implies: self.implications(body),
        }))
    }

    /// A keyword that is true or false; null counts as absent.
    pub(super) fn flag(&mut self, body: Yaml<'t>, keyword: &str) -> Option<bool> {
        let value = given(body, keyword)?;
        if value.as_bool().is_none() {
            let message = format!("\"{keyword}\" is true or false, not {}", value.to_json());
            let sentence = format!("Element \"{}\" is not a boolean", value.to_json());
            let diagnostic = Diagnostic::new(Code::WrongShape, value.span(), message).reference(sentence);
            let meant = boolean_in_yaml_1_1(value.text());
            self.report(diagnostic.helped(meant.map(|meant| format!("write `{meant}`"))));
        }
        value.as_bool()
    }

    fn implied(&mut self, body: Yaml<'t>) -> Option<bool> {
        let value = given(body, "implied")?;
        match value.as_str() {
            Some("SOURCE" | "TARGET" | "CONTAINER") => Some(true),
            _ => self.flag(body, "implied"),
        }
    }

    fn implications(&mut self, body: Yaml<'t>) -> Vec<YamlId> {
        let Some(list) = given(body, "implies") else { return Vec::new() };
        if !list.is_sequence() {
            self.report_shape(list, "implies", "a list of lists");
            return Vec::new();
        }
        list.items().map(|entry| entry.id()).collect()
    }
}

/// An element without any keyword.
pub(super) fn plain(name: Arc<str>, entry: NamedEntry<'_>, container: Option<ElementId>) -> Element {
    Element {
        name,
        index: entry.index as u32,
        is_listed: entry.is_listed,
        container,
        body: Some(entry.body.id()),
        span: entry.key.span(),
        conditions: Vec::new(),
        alternative: Alternative::Ordinary,
        overrides: None,
    }
}

/// One condition, or a list of them; nulls are no conditions.
pub(in crate::tosca::model) fn conditions(conditions: Option<Yaml<'_>>) -> Vec<YamlId> {
    match conditions {
        None => Vec::new(),
        Some(list) if list.is_sequence() => list.items().filter(|item| !item.is_null()).map(|item| item.id()).collect(),
        Some(one) if one.is_null() => Vec::new(),
        Some(one) => vec![one.id()],
    }
}

/// The value of a keyword; null counts as absent.
pub(super) fn given<'t>(body: Yaml<'t>, keyword: &str) -> Option<Yaml<'t>> {
    body.get(keyword).filter(|value| !value.is_null())
}

fn alternative(value: Option<Yaml<'_>>) -> Alternative {
    match value {
        None => Alternative::Ordinary,
        Some(value) if value.as_bool() == Some(true) => Alternative::Default,
        Some(_) => Alternative::Never,
    }
}

pub(super) fn is_override(key: &str) -> bool {
    key.starts_with("default_c")
        || key.starts_with("default_s")
        || key.ends_with("pruning")
        || key == "implied"
        || key == "implies"
}

fn knows_conditions(kind: Kind, dialect: &Dialect) -> bool {
    match kind {
        Kind::Node | Kind::Relation | Kind::Group => true,
        Kind::Input | Kind::Policy | Kind::Artifact | Kind::Property => dialect.parts_are_elements,
        Kind::Output | Kind::Type | Kind::Import | Kind::Technology => dialect.types_are_elements,
        Kind::Connection => false,
    }
}

fn knows_alternatives(kind: Kind, dialect: &Dialect) -> bool {
    match kind {
        Kind::Relation | Kind::Artifact | Kind::Property => dialect.has_alternatives,
        Kind::Type | Kind::Technology | Kind::Input | Kind::Output => dialect.types_are_elements,
        Kind::Node | Kind::Group | Kind::Policy | Kind::Import | Kind::Connection => false,
    }
}
