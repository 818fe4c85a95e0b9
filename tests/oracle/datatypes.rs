//! Data types: values that are completed, or the classes of what is wrong with them.

use std::collections::BTreeSet;

use variscope::analysis::value::Value;
use variscope::source::Sources;
use variscope::source::diagnostic::{Code, Severity};
use variscope::source::syntax::yaml::{Tree, Yaml};
use variscope::tosca::types::completion::Fault;
use variscope::tosca::types::template::{CompletedTemplate, InputSources, complete};
use variscope::tosca::types::{Datum, Origin, Schemas, TypeTable, TypesProfile, View};

use super::{Case, cases, check, map, rules};

#[test]
fn values_are_completed_as_recorded() {
    check("datatypes", &cases("datatypes"), run);
}

#[test]
fn each_rule_holds() {
    check("datatypes", &rules::datatypes::cases(), run);
}

fn run(case: &Case) -> Value {
    let (input, expected) = (case.input(), case.expected());
    completed(input.root(), &InputSources::of(input.root()), |template| result(template, &expected))
}

/// Completes a template, whose types are its own and the normative ones.
pub fn completed<'t, R>(
    root: Yaml<'t>,
    sources: &InputSources<'t>,
    read: impl FnOnce(&CompletedTemplate<'_>) -> R,
) -> R {
    let (mut files, mut tree) = (Sources::new(), Tree::new());
    let mut types = TypeTable::new();
    // What is wrong with the line of a type is found again.
    let _ = types.add_file(root.tree(), root.id(), "input.yaml", Origin::Template);
    let profile = TypesProfile::Tosca13.read(&mut files, &mut tree);
    let schemas = Schemas::new(&types, root.tree(), profile.map(|profile| tree.at(profile)));
    read(&complete(&schemas, root, sources))
}

/// `outcome: invalid` with errors by class and path, as far as cases name them; none when nothing is wrong. Each error is
/// recorded, and each recorded one is found.
pub fn errors(faults: &[Fault], expected: &Value) -> Option<Value> {
    let errors = faults.iter().filter(|fault| fault.code.entry().severity == Severity::Error);
    let found: BTreeSet<(&str, &str)> = errors.map(|fault| (class(fault.code), fault.path.as_str())).collect();
    let recorded = entries(expected, "errors");
    let is_recorded = |error: &(&str, &str)| recorded.iter().any(|recorded| is_same(*error, recorded));
    let is_found = |recorded: &Value| found.iter().any(|&error| is_same(error, recorded));
    let error = |&(class, at): &(&str, &str)| map([("class", Value::string(class)), ("at", Value::string(at))]);
    match found.len() {
        0 => None,
        _ if found.iter().all(is_recorded) && recorded.iter().all(is_found) => Some(expected.clone()),
        _ => {
            let list: Vec<Value> = found.iter().map(error).collect();
            Some(map([("outcome", Value::string("invalid")), ("errors", list.into())]))
        }
    }
}

/// Where types are declared.
const DECLARATIONS: &[&str] = &["data_types.", "node_types.", "capability_types.", "relationship_types."];

/// Whether an error is the recorded one: it has its class, and where the record has a path, both lie in one value. What is
/// wrong with a default may be reported where it is declared, or where it is used.
fn is_same((class, at): (&str, &str), recorded: &Value) -> bool {
    let text = |key: &str| recorded.as_map().and_then(|recorded| recorded.get(key)).and_then(Value::as_str);
    let leads = |outer: &str, inner: &str| {
        inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
    };
    let is_declared =
        |path: &str| path.contains(".default") && DECLARATIONS.iter().any(|section| path.starts_with(section));
    let is_place =
        |recorded: &str| leads(recorded, at) || leads(at, recorded) || is_declared(recorded) != is_declared(at);
    text("class") == Some(class) && text("at").is_none_or(is_place)
}

fn entries(value: &Value, key: &str) -> Vec<Value> {
    match value {
        Value::Map(map) => match map.get(key) {
            Some(Value::List(list)) => list.iter().cloned().collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn class(code: Code) -> &'static str {
    match code {
        Code::MissingProperty => "missing_property",
        Code::UnexpectedProperty => "unexpected_property",
        Code::WrongType => "wrong_type",
        Code::UndefinedType => "unknown_type",
        Code::ConstraintViolation => "constraint_violation",
        Code::InheritanceCycle => "cyclic_inheritance",
        Code::MissingTopologyInput => "missing_input",
        Code::WrongShape => "wrong_shape",
        other => other.entry().title,
    }
}

/// As YAML values.
pub fn value(datum: &Datum<'_>) -> Value {
    match datum.view() {
        View::Written(yaml) => Value::from_yaml(yaml),
        View::Text(text) => Value::string(&text),
        View::List(items) => items.iter().map(value).collect::<Vec<Value>>().into(),
        View::Map(entries) => map(entries.iter().map(|entry| (entry.key, value(&entry.value)))),
    }
}

fn result(template: &CompletedTemplate<'_>, expected: &Value) -> Value {
    if let Some(errors) = errors(&template.faults, expected) {
        return errors;
    }
    let topology = template.document.get("topology_template").unwrap_or_else(|| template.document.clone());
    let templates = topology.get("relationship_templates");
    let mut sections = vec![("outcome", Value::string("ok"))];
    let nodes = topology.get("node_templates").map_or_else(Vec::new, |nodes| nodes.entries());
    sections.push(("nodes", map(nodes.iter().map(|node| (node.key, self::node(&node.value, templates.as_ref()))))));
    for (section, key) in [("inputs", "default"), ("outputs", "value")] {
        if let Some(elements) = topology.get(section) {
            let elements = elements.entries();
            let value = |element: &Datum<'_>| element.get(key).map_or(Value::Null, |found| value(&found));
            let element = elements.iter().map(|entry| (entry.key, value(&entry.value)));
            sections.push((section, map(element)));
        }
    }
    asked(&map(sections), expected)
}

fn node(node: &Datum<'_>, templates: Option<&Datum<'_>>) -> Value {
    let properties =
        |owner: &Datum<'_>| owner.get("properties").map_or_else(|| map([("", Value::Null); 0]), |found| value(&found));
    let mut sections = vec![("properties", properties(node))];
    sections.extend(node.get("attributes").map(|attributes| ("attributes", value(&attributes))));
    if let Some(capabilities) = node.get("capabilities") {
        let entries = capabilities.entries();
        sections.push(("capabilities", map(entries.iter().map(|entry| (entry.key, properties(&entry.value))))));
    }
    if let Some(View::List(requirements)) = node.get("requirements").map(|requirements| requirements.view()) {
        let entries: Vec<_> = requirements.iter().flat_map(|requirement| requirement.entries()).collect();
        let relations = entries.iter().filter_map(|entry| {
            let relationship = entry.value.get("relationship")?;
            let named = relationship.written().filter(|name| name.is_scalar());
            let template = named.and_then(|name| templates?.get(name.text()));
            Some((entry.key, properties(&template.unwrap_or(relationship))))
        });
        sections.push(("relationships", map(relations)));
    }
    map(sections)
}

/// Of the sections of nodes besides their properties, a case only names those that it is about.
fn asked(result: &Value, expected: &Value) -> Value {
    let (Value::Map(result), Value::Map(expected)) = (result, expected) else { return result.clone() };
    let is_asked = |key: &str| {
        !["attributes", "capabilities", "relationships", "inputs", "outputs"].contains(&key)
            || expected.contains_key(key)
    };
    let entries = result.iter().filter(|(key, _)| is_asked(key));
    map(entries.map(|(key, value)| match expected.get(key) {
        Some(expected) if ["attributes", "capabilities"].contains(&&**key) => (key, only(value, expected)),
        Some(expected) if &**key != "properties" => (key, asked(value, expected)),
        Some(_) | None => (key, value.clone()),
    }))
}

fn only(value: &Value, expected: &Value) -> Value {
    let (Value::Map(value), Value::Map(expected)) = (value, expected) else { return value.clone() };
    map(value.iter().filter(|(key, _)| expected.contains_key(*key)).map(|(key, value)| (key, value.clone())))
}
