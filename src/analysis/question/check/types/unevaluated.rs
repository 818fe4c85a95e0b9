//! What is named in values where nothing evaluates it: the map, or the text, is deployed as it stands.

use std::cell::Cell;
use std::collections::BTreeSet;

use super::accesses::OwnedValue;
use super::doubt::{ConditionalFault, When};
use super::search::TemplateWalk;
use crate::analysis::condition::text::{Phrase, PhraseMeaning};
use crate::analysis::value::{NAMING, NamedInValue, named_in, naming_operator, noun, operator_of};
use crate::source::Span;
use crate::source::diagnostic::{Code, Edit, Fix, did_you_mean, yaml_name};
use crate::source::syntax::vocabulary::{Layer, Operator};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Model, PropertyValue};
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse};

impl<'t> TemplateWalk<'_, 't> {
    /// Values that name an input or an expression as conditions do, or are themselves written as expressions are; and
    /// expressions that are only the name of one.
    pub(super) fn unevaluated(&mut self) {
        // Conditions among the properties are reported as such (`among_properties.rs`).
        let is_conditions = |owner: ElementId| &*self.model.element(owner).name == "conditions";
        let places = self.places().into_iter().chain(self.listed_expressions()).chain(self.beside_values());
        for place in places.filter(|place| !place.owner.is_some_and(is_conditions)) {
            let named = named_in(place.value).into_iter().filter(|named| named.is_declared(self.model));
            let named: Vec<NamedInValue<'_>> = named.collect();
            for named in &named {
                self.unevaluated_part(&place, named.call, named.name, named.message());
            }
            if named.is_empty() && self.is_expression_misplaced(&place) {
                let message = "nothing is evaluated here: this map is the value".to_owned();
                self.unevaluated_part(&place, expression_meant(place.value), "", message);
            }
        }
        self.names_as_texts();
        self.conditions_in_values();
    }

    fn unevaluated_part(&mut self, place: &OwnedValue<'t>, part: Yaml<'t>, name: &str, message: String) {
        let (help, fix) = match self.as_expression(place, part) {
            Some(renamed) => renamed,
            None => (self.help_for(place, part), None),
        };
        if self.help_unfit(part.span(), &help, fix.as_ref()) {
            return;
        }
        let fault = Fault {
            response: RuntimeResponse::PassedOver,
            help: Some(help),
            fix,
            ..Fault::new(Code::UnknownMember, &Path::new(name), part.span(), message)
        };
        self.doubts.push(ConditionalFault::new(fault, place.owner, When::default()));
    }

    /// What is said of an expression behind the key `value` of a property, where only those behind `expression` are evaluated.
    fn as_expression(&self, place: &OwnedValue<'t>, part: Yaml<'t>) -> Option<(String, Option<Fix>)> {
        let owner =
            place.owner.filter(|owner| owner.kind() == Kind::Property && self.model.element(*owner).is_listed)?;
        let body = self.model.yaml(self.model.element(owner).body?);
        let (key, value) = body.entry("value").filter(|(_, value)| value.id() == place.value.id())?;
        if !matches!(self.model.property(owner).value, PropertyValue::Literal(_)) {
            return None;
        }
        let title = "write `expression` in place of `value`";
        if part.id() != expression_meant(value).id() {
            return Some((format!("{title}: only a value that as a whole is an expression is evaluated"), None));
        }
        let edits = if part.id() == value.id() {
            Some(vec![Edit { span: key.span(), replacement: "expression".to_owned() }])
        } else {
            unwrapped_entry(key.span(), value)
        };
        Some((title.to_owned(), edits.map(|edits| Fix::new(title, edits))))
    }

    fn help_for(&self, place: &OwnedValue<'_>, part: Yaml<'_>) -> String {
        let is_expression = |id: ElementId| {
            id.kind() == Kind::Property && matches!(self.model.property(id).value, PropertyValue::Expression(_))
        };
        if place.owner.is_some_and(is_expression) {
            return "an expression that is a list is the value as it stands: nothing in it is evaluated".to_owned();
        }
        let property =
            place.owner.filter(|owner| owner.kind() == Kind::Property).map(|owner| self.model.element(owner));
        let Some(property) = property else {
            if place.owner.is_some_and(|owner| owner.kind() == Kind::Artifact) {
                return ARTIFACTS_THAT_VARY.to_owned();
            }
            return "only conditions and expressions of properties are evaluated".to_owned();
        };
        let only = part.entries().next().filter(|_| part.span() == expression_meant(place.value).span());
        let value = match only.filter(|(_, operand)| operand.is_scalar()) {
            Some((key, name)) => {
                let operator = naming_operator(key.text()).unwrap_or(Operator::VariabilityInput);
                format!("{{{}: {}}}", operator.name(self.model.profile()), yaml_name(name.text()))
            }
            None => "...".to_owned(),
        };
        if property.is_listed {
            format!("write `{{expression: {value}}}`")
        } else {
            format!("write `- {}: {{expression: {value}}}`: properties that vary are a list", property.name)
        }
    }

    /// Whether all of a property that no type declares is an expression: behind a key that is almost called so, or one that computes
    /// with numbers. Any other map may be data.
    fn is_expression_misplaced(&self, place: &OwnedValue<'t>) -> bool {
        let property = place.owner.filter(|owner| owner.kind() == Kind::Property);
        let Some(owner) = property.and_then(|property| self.model.element(property).container) else { return false };
        let (value, dialect) = (place.value, self.model.dialect());
        let expression = expression_meant(value);
        let Ok(Some((entry, operands))) = operator_of(expression, self.model.profile()) else { return false };
        let has_numbers = || operands.len() > 1 && operands.items().all(|operand| operand.as_str().is_none());
        let is_computed = entry.operator.is_arithmetic() && has_numbers();
        let is_meant = expression.id() != value.id() || is_computed;
        let name = property.map_or("", |property| &*self.model.element(property).name);
        is_meant
            && dialect.has_property_expressions
            && self.model.variability().is_some()
            && !self.declares(owner, name)
    }

    /// Expressions of properties that are texts, and look as if more were meant.
    fn names_as_texts(&mut self) {
        let model = self.model;
        for id in model.of_kind(Kind::Property) {
            let PropertyValue::Expression(expression) = model.property(id).value else { continue };
            let expression = model.yaml(expression);
            let Some(text) = expression.as_str() else { continue };
            let Some((message, meant)) = meant_by_text(model, text) else { continue };
            let help = match &meant {
                Some(meant) => format!("write `{meant}`, or `value` in place of `expression` for the text"),
                None => "write it without quotes, as a map of an operator and its operands".to_owned(),
            };
            let fault = Fault {
                response: RuntimeResponse::PassedOver,
                help: Some(help),
                fix: meant.map(|meant| Fix::replace(format!("write `{meant}`"), expression.span(), meant)),
                ..Fault::new(Code::UnknownMember, &Path::new(text), expression.span(), message)
            };
            self.doubts.push(ConditionalFault::new(fault, Some(id), When::default()));
        }
    }
}

/// What is said of a text that stands for an expression, and the expression that it names.
fn meant_by_text(model: &Model, text: &str) -> Option<(String, Option<String>)> {
    let section = |key: &str| model.variability().and_then(|variability| variability.get(key)?.get(text));
    let profile = model.profile();
    let operator = match (section("expressions"), section("inputs")) {
        (Some(body), _) => match operator_of(body, profile) {
            Ok(Some((entry, _))) if entry.layer == Layer::Logic => Operator::LogicExpression,
            _ => Operator::ValueExpression,
        },
        (None, Some(_)) => Operator::VariabilityInput,
        (None, None) => {
            let has = |operator: &Operator| text.contains(&format!("{}:", operator.name(profile)));
            let is_written = NAMING.iter().any(has);
            let meant = expression_in_text(model, text);
            let message = "this is a text, in which nothing is evaluated";
            return (is_written || meant.is_some()).then(|| (message.to_owned(), meant));
        }
    };
    let message = format!("\"{text}\" is a text here, not the {} of that name", noun(operator));
    Some((message, Some(format!("{{{}: {}}}", operator.name(profile), yaml_name(text)))))
}

/// The expression that a text would be as a condition or a sum is typed, `size + 1`, if all its names are those of inputs and
/// expressions.
fn expression_in_text(model: &Model, text: &str) -> Option<String> {
    let phrase = Phrase::parse(text).ok()?;
    if !matches!(phrase.says, PhraseMeaning::Call(..) | PhraseMeaning::Not(_)) {
        return None;
    }
    let section = |key: &str, name: &str| model.variability().and_then(|variability| variability.get(key)?.get(name));
    let operator = |name: &str| match (section("expressions", name), section("inputs", name)) {
        (Some(_), _) => Some(Operator::ValueExpression),
        (None, Some(_)) => Some(Operator::VariabilityInput),
        (None, None) => None,
    };
    let (is_any, are_all) = (Cell::new(false), Cell::new(true));
    let profile = model.profile();
    let reference = |name: &str| {
        let Some(operator) = operator(name) else {
            are_all.set(false);
            return String::new();
        };
        is_any.set(true);
        format!("{{{}: {}}}", operator.name(profile), yaml_name(name))
    };
    phrase.to_yaml(profile, &reference).filter(|_| is_any.get() && are_all.get())
}

/// The inputs that values name where nothing evaluates them.
pub(in crate::analysis::question::check) fn unevaluated_inputs(model: &Model) -> BTreeSet<&str> {
    let sections = model.topology_template().into_iter().flat_map(Yaml::entries);
    let sections = sections.filter(|(key, _)| key.text() != "variability").map(|(_, section)| section);
    let named = sections.flat_map(named_in).filter(|named| named.operator == Operator::VariabilityInput);
    named.map(|named| named.name).collect()
}

/// What is meant to be evaluated of a value: all of it, but for a key in front that is called `expression`, or almost so.
fn expression_meant(value: Yaml<'_>) -> Yaml<'_> {
    let only = value.entries().next().filter(|(_, body)| value.len() == 1 && body.is_mapping());
    let is_called = |key: &str| key == "expression" || did_you_mean(key, ["expression"]).is_some();
    only.filter(|(key, _)| is_called(key.text())).map_or(value, |(_, body)| body)
}

/// What to do about files that depend on inputs.
const ARTIFACTS_THAT_VARY: &str =
    "nothing in it is evaluated: repeat the name of the artifact in a list, once for each file, with `conditions`";

/// The edits that put the only entry of `value` in the place of the entry whose key is at `key`, with `expression` as its own key.
fn unwrapped_entry(key: Span, value: Yaml<'_>) -> Option<Vec<Edit>> {
    let (inner, expression) = value.entries().next()?;
    let text = value.tree().source(key.file);
    let front = Span { end: inner.span().end, ..key };
    let mut edits = vec![Edit { span: front, replacement: "expression".to_owned() }];
    if value.written().starts_with('{') {
        edits.push(Edit { span: Span { start: expression.span().end, ..value.span() }, replacement: String::new() });
    }
    let is_plain = |edit: &Edit| {
        let Span { file, start, end } = edit.span;
        let gone = text.get(start as usize..end as usize);
        file == key.file && gone.is_some_and(|gone| !gone.contains(['#', '&', '*']))
    };
    edits.iter().all(is_plain).then_some(edits)
}
