//! Property values: plain ones, and wrapped ones with conditions.

use std::sync::Arc;

use super::Builder;
use super::entries::NamedEntry;
use super::keywords::plain;
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::syntax::vocabulary::OptionStyle;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::names::group_by_name;
use crate::tosca::model::{Alternative, Element, ElementId, Facet, Kind, Overrides, Property, PropertyValue};

/// The value that stands for "none".
const UNDEFINED: &str = "VINTNER_UNDEFINED";

impl<'t> Builder<'t> {
    /// The values that `properties` lists, fallback values last; none in profile A, where a property is no element.
    pub(super) fn add_properties(&mut self, owner: ElementId, properties: Option<Yaml<'t>>) -> Vec<ElementId> {
        if !self.dialect().parts_are_elements {
            return Vec::new();
        }
        let entries = self.entries(properties, "properties");
        let mut ids: Vec<ElementId> = entries.into_iter().map(|entry| self.add_property(owner, entry)).collect();
        if self.dialect().options == OptionStyle::Faceted {
            self.add_fallbacks(owner, &mut ids);
        }
        self.settle_namesakes(&ids);
        self.report_missing_values(&ids);
        ids
    }

    fn add_property(&mut self, owner: ElementId, entry: NamedEntry<'t>) -> ElementId {
        if !(entry.is_listed && self.is_wrapper(entry.body)) {
            self.report_plain_keywords(entry);
            let element = plain(entry.key.text().into(), entry, Some(owner));
            return self.push_property(element, literal(entry.body));
        }
        let element = self.described(Kind::Property, entry, Some(owner));
        let value = self.wrapped_value(entry.body);
        let id = self.push_property(element, value.unwrap_or(PropertyValue::Missing));
        if value.is_none() && self.dialect().wrappers_may_be_void {
            self.report_left_out(id);
        }
        id
    }

    /// A mapping that is a value, though it has words of the language.
    fn report_plain_keywords(&mut self, entry: NamedEntry<'t>) {
        let name = entry.key.text();
        if let Some(keyword) = entry.body.items().find_map(keyword_of_value) {
            let message = format!("\"{}\" is a part of the value of property \"{name}\", a list", keyword.text());
            let wrapped = format!("`- {name}: {{value: ..., {}: ...}}`", keyword.text());
            let diagnostic = Diagnostic::new(Code::PlainProperty, keyword.span(), message).labelled("decides nothing");
            let help = format!("repeat the name in a list of properties, once for each value: {wrapped}");
            return self.report(diagnostic.help(help));
        }
        let Some(keyword) = keyword_of(entry.body) else { return };
        let message = format!("\"{}\" is a part of the value of property \"{name}\"", keyword.text());
        let wrapped = format!("`- {name}: {{value: ..., {}: ...}}`", keyword.text());
        let help = if entry.is_listed {
            format!("write {wrapped}")
        } else {
            format!("write `properties` as a list: {wrapped}")
        };
        let diagnostic = Diagnostic::new(Code::PlainProperty, keyword.span(), message).labelled("decides nothing");
        self.report(diagnostic.help(help));
    }

    /// Profile B writes nothing for such a property.
    fn report_left_out(&mut self, id: ElementId) {
        let element = self.element(id);
        let message = format!("property \"{}\" has no value and is left out", element.name);
        let diagnostic = Diagnostic::new(Code::MissingValue, element.span, message);
        self.report(Diagnostic { severity: Severity::Warning, ..diagnostic }.help("write its value behind `value`"));
    }

    fn push_property(&mut self, element: Element, value: PropertyValue) -> ElementId {
        self.contents.properties.push(Property { value, consumes: Vec::new() });
        self.add(Kind::Property, element)
    }

    /// Whether the entry of a list holds keywords and not the bare value.
    fn is_wrapper(&self, body: Yaml<'t>) -> bool {
        if self.dialect().wrappers_may_be_void {
            return !body.is_scalar() || body.is_null();
        }
        body.is_mapping() && (body.get("value").is_some() || body.get("expression").is_some())
    }

    /// An expression goes before a value.
    fn wrapped_value(&self, body: Yaml<'t>) -> Option<PropertyValue> {
        let expression = body
            .get("expression")
            .filter(|expression| !expression.is_null() && self.dialect().has_property_expressions);
        if let Some(expression) = expression {
            return Some(PropertyValue::Expression(expression.id()));
        }
        body.get("value").map(literal)
    }

    /// Profile B lets wrappers have no value.
    fn report_missing_values(&mut self, ids: &[ElementId]) {
        for &id in ids.iter().filter(|_| !self.dialect().wrappers_may_be_void).collect::<Vec<_>>() {
            if self.contents.properties[id.place()].value == PropertyValue::Missing {
                self.report_missing_value(id);
            }
        }
    }

    fn report_missing_value(&mut self, id: ElementId) {
        let sentence = format!("{} has no value or expression defined", self.title(id));
        let message = format!("{} has neither a value nor an expression", self.display(id));
        let span = self.element(id).span;
        self.report(Diagnostic::new(Code::MissingValue, span, message).reference(sentence));
    }

    /// For each name a further value that says "none of these", unless the author wrote it down.
    fn add_fallbacks(&mut self, owner: ElementId, ids: &mut Vec<ElementId>) {
        for namesakes in group_by_name(ids, |id| Arc::clone(&self.element(id).name)) {
            self.choose_default(&namesakes);
            let is_fallback = |&id: &ElementId| self.contents.properties[id.place()].value == PropertyValue::Fallback;
            if !namesakes.iter().any(is_fallback) {
                ids.extend(self.add_fallback(owner, &namesakes, ids.len()));
            }
        }
    }

    fn add_fallback(&mut self, owner: ElementId, namesakes: &[ElementId], index: usize) -> Option<ElementId> {
        let as_alternative = self.contents.options.fallback_property_default_alternative;
        let has_default = namesakes.iter().any(|&other| self.element(other).alternative == Alternative::Default);
        if as_alternative && has_default {
            return None;
        }
        let first = self.element(namesakes[0]);
        let (name, span) = (Arc::clone(&first.name), first.span);
        let overrides = Overrides {
            implied: Some(true),
            pruning: Facet { base: Some(true), consistency: None, semantic: None },
            ..Overrides::default()
        };
        let element = Element {
            name,
            index: index as u32,
            is_listed: true,
            container: Some(owner),
            body: None,
            span,
            conditions: Vec::new(),
            alternative: if as_alternative { Alternative::Default } else { Alternative::Ordinary },
            overrides: as_alternative.then(|| Box::new(overrides)),
        };
        Some(self.push_property(element, PropertyValue::Fallback))
    }
}

/// The keyword in a value that decides about values of properties.
fn keyword_of(body: Yaml<'_>) -> Option<Yaml<'_>> {
    ["conditions", "default_alternative"].iter().find_map(|word| body.entry(word)).map(|(keyword, _)| keyword)
}

/// [`keyword_of`] in an entry of a list that is written as an alternative.
fn keyword_of_value(item: Yaml<'_>) -> Option<Yaml<'_>> {
    let is_wrapped = item.get("value").is_some() || item.get("expression").is_some();
    keyword_of(item).filter(|_| is_wrapped)
}

fn literal(value: Yaml<'_>) -> PropertyValue {
    if value.as_str() == Some(UNDEFINED) { PropertyValue::Fallback } else { PropertyValue::Literal(value.id()) }
}
