//! Texts that are conditions by themselves: in the last profile each text counts as true, also `"false"`; the earlier ones refuse them.

use rustc_hash::FxHashSet;

use super::vacuous::declared_values;
use crate::analysis::value::{Language, Sort, operator_of};
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::syntax::vocabulary::{Arity, Layer, Operator};
use crate::source::syntax::yaml::Yaml;

/// The inputs that a condition asks for as if they were true or false.
pub(super) fn of_condition(language: &Language<'_>, condition: Yaml<'_>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    if !language.dialect().inputs_are_values {
        return found;
    }
    let (mut seen, mut open) = (FxHashSet::default(), vec![condition]);
    while let Some(yaml) = open.pop() {
        if !seen.insert(yaml.id()) {
            continue;
        }
        if yaml.is_sequence() {
            open.extend(yaml.items());
        }
        let Ok(Some((entry, operand))) = operator_of(yaml, language.profile()) else { continue };
        match entry.operator {
            Operator::VariabilityInput => found.extend(always_true(language, yaml, operand.text())),
            Operator::LogicExpression | Operator::ValueExpression => {
                let Some(body) = language.expression(operand.text()) else { continue };
                match expression_of_text(language, operand.text(), body) {
                    Some(diagnostic) => found.push(diagnostic),
                    None => open.push(body),
                }
            }
            _ if entry.layer == Layer::Logic => open.push(operand),
            _ => {}
        }
    }
    found
}

/// What is said of a named expression as a condition, where its operator always gives a text.
fn expression_of_text(language: &Language<'_>, name: &str, body: Yaml<'_>) -> Option<Diagnostic> {
    let (entry, _) = operator_of(body, language.profile()).ok()??;
    if entry.arity == Arity::Reference || Sort::of(language, body) != Some(Sort::Text) {
        return None;
    }
    let message = format!("expression \"{name}\" is a string, and as a condition a string is always true");
    let diagnostic = Diagnostic::new(Code::IdleComparison, body.span(), message).labelled("always true");
    Some(diagnostic.help("write a condition: `equal` compares, `and` joins conditions"))
}

/// What is said of an input as a condition, where its type has nothing that is false.
fn always_true(language: &Language<'_>, read: Yaml<'_>, input: &str) -> Option<Diagnostic> {
    let declaration = language.input(input)?;
    let Some(declared) = declaration.get("type") else { return of_no_type(read, input, declaration) };
    // That a date is neither true nor false is an error.
    if declared.text() != "string" {
        return None;
    }
    let message = format!("input \"{input}\" is a string, and as a condition a string is always true");
    let diagnostic = Diagnostic::new(Code::IdleComparison, read.span(), message).labelled("always true");
    let help = "declare `type: boolean`, or compare it with `equal`";
    Some(diagnostic.and(declared.span(), "declared here").help(help))
}

/// What is said of an input without a type as a condition: it may be given a text, such as `no`, or has one by default.
fn of_no_type(read: Yaml<'_>, input: &str, declaration: Yaml<'_>) -> Option<Diagnostic> {
    let default = declaration.get("default").filter(|default| !default.is_null());
    let text = default.filter(|default| default.as_str().is_some());
    let is_meant_boolean = default.is_none_or(|default| default.as_bool().is_some());
    if !is_meant_boolean && text.is_none() || declared_values(declaration).is_some() {
        return None;
    }
    let message = format!("input \"{input}\" has no type, and as a condition a text is always true, `no` too");
    let diagnostic = Diagnostic::new(Code::IdleComparison, read.span(), message).labelled("read as a condition");
    let diagnostic = match text {
        Some(text) => diagnostic.and(text.span(), "a text"),
        None => diagnostic.and(declaration.span(), "declared here"),
    };
    let truth = text.and_then(|text| Some((text, truth_of_word(text.text())?)));
    let diagnostic = match (text, truth) {
        (_, Some((word, truth))) => diagnostic
            .note(format!("`{}` is a text in YAML 1.2, where only `true` and `false` are booleans", word.written()))
            .help(format!("declare `type: boolean` and `default: {truth}`")),
        (Some(_), None) => diagnostic.help("compare it with `equal`, or declare `type: boolean`"),
        (None, None) => diagnostic.help("declare `type: boolean`"),
    };
    Some(Diagnostic { severity: Severity::Note, ..diagnostic })
}

/// What an author means who writes a text for a boolean.
fn truth_of_word(word: &str) -> Option<bool> {
    match word.to_lowercase().as_str() {
        "yes" | "y" | "on" | "true" => Some(true),
        "no" | "n" | "off" | "false" => Some(false),
        _ => None,
    }
}
