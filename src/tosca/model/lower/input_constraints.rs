//! Constraints of variability inputs, which have to be clauses that can be applied: others would exclude everything or
//! nothing.

use std::cmp::Ordering;

use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::syntax::vocabulary::{CLAUSES, ClauseKind};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::{Pattern, Refusal};

/// What is wrong with the constraints of an input.
pub(super) fn check_constraints(name: Yaml<'_>, declaration: Yaml<'_>) -> Vec<Diagnostic> {
    let direct = declaration.get("valid_values").and_then(|values| malformed(ClauseKind::List, "valid_values", values));
    let constraints = declaration.get("constraints").filter(|constraints| !constraints.is_null());
    let type_name = declaration.get("type").map_or("", Yaml::text);
    let clauses = constraints.map(|constraints| of_constraints(name, type_name, constraints));
    direct.into_iter().chain(clauses.into_iter().flatten()).collect()
}

fn of_constraints(name: Yaml<'_>, type_name: &str, constraints: Yaml<'_>) -> Vec<Diagnostic> {
    if !constraints.is_sequence() {
        let message = format!("the constraints of input \"{}\" are a list, not a {}", name.text(), constraints.kind());
        let diagnostic = Diagnostic::new(Code::WrongShape, constraints.span(), message);
        return vec![
            diagnostic.help("put a dash before each constraint: `- valid_values: [...]`, or brackets around them"),
        ];
    }
    constraints.items().flat_map(|clause| of_clause(name, type_name, clause)).collect()
}

fn of_clause(name: Yaml<'_>, type_name: &str, clause: Yaml<'_>) -> Vec<Diagnostic> {
    if !clause.is_mapping() {
        let message = format!("a constraint of input \"{}\" is a mapping, not a {}", name.text(), clause.kind());
        let diagnostic = Diagnostic::new(Code::WrongShape, clause.span(), message);
        return vec![diagnostic.help("write `- valid_values: [...]`, for instance")];
    }
    let entry = |(key, operand): (Yaml<'_>, Yaml<'_>)| match CLAUSES.iter().find(|(known, _)| *known == key.text()) {
        Some(&(known, kind)) => inapplicable(key, (known, kind), type_name).or_else(|| malformed(kind, known, operand)),
        None => Some(unknown(key)),
    };
    clause.entries().filter_map(entry).collect()
}

/// That a constraint says nothing about values of a type, or nothing that is understood.
fn inapplicable(key: Yaml<'_>, (clause, kind): (&str, ClauseKind), type_name: &str) -> Option<Diagnostic> {
    if kind == ClauseKind::Schema {
        let message = "the constraint `schema` is not checked";
        return Some(Diagnostic::new(Code::UncheckedConstraint, key.span(), message));
    }
    let types: &[&str] = match kind {
        ClauseKind::Pattern => &["integer", "float", "number", "boolean", "list", "map"],
        ClauseKind::Length => &["integer", "float", "number", "boolean"],
        _ => &[],
    };
    if !types.contains(&type_name) {
        return None;
    }
    let message = format!("`{clause}` cannot be applied to values of type {type_name}");
    let diagnostic = Diagnostic::new(Code::MalformedConstraint, key.span(), message).labelled("checks nothing");
    let diagnostic = diagnostic.help("remove it, or declare another type");
    Some(Diagnostic { severity: Severity::Warning, ..diagnostic })
}

fn unknown(key: Yaml<'_>) -> Diagnostic {
    let names = CLAUSES.iter().map(|(name, _)| *name);
    let message = format!("unknown constraint \"{}\"", key.text());
    let help = format!("one of {}", names.clone().collect::<Vec<_>>().join(", "));
    let diagnostic = Diagnostic::new(Code::UnknownKey, key.span(), message).labelled("has no effect");
    diagnostic.help(help).suggesting(key.text(), names)
}

fn malformed(kind: ClauseKind, clause: &str, operand: Yaml<'_>) -> Option<Diagnostic> {
    let diagnostic = |message: String| Diagnostic::new(Code::MalformedConstraint, operand.span(), message);
    match kind {
        ClauseKind::List if !operand.is_sequence() => {
            let fault = diagnostic(format!("`{clause}` takes a list of values, not a {}", operand.kind()));
            Some(if operand.is_scalar() { fault.help(format!("write `[{}]`", operand.text())) } else { fault })
        }
        ClauseKind::Range if operand.len() != 2 || !operand.is_sequence() => {
            let fault = diagnostic(format!("`{clause}` takes the least and the greatest value"));
            Some(fault.help(format!("write `{clause}: [1, 5]`, for instance")))
        }
        ClauseKind::Range => {
            let bounds: Vec<Yaml<'_>> = operand.items().collect();
            let number = |bound: &Yaml<'_>| bound.text().parse::<f64>().ok();
            let order = number(&bounds[0]).zip(number(&bounds[1])).and_then(|(least, most)| least.partial_cmp(&most));
            let swapped = format!("write `[{}, {}]`", bounds[1].text(), bounds[0].text());
            let is_empty = order == Some(Ordering::Greater);
            is_empty.then(|| diagnostic("no value is in this range".to_owned()).help(swapped))
        }
        ClauseKind::Pattern => match Pattern::parse(operand.text()).err()? {
            Refusal::Malformed => Some(diagnostic("the pattern is no regular expression".to_owned())),
            Refusal::Unsupported => {
                let message =
                    "the pattern is not checked: it takes more than regular expressions can be decided by here";
                Some(Diagnostic::new(Code::UncheckedConstraint, operand.span(), message))
            }
        },
        ClauseKind::List
        | ClauseKind::Equal
        | ClauseKind::AtLeast
        | ClauseKind::AtMost
        | ClauseKind::Length
        | ClauseKind::Schema => None,
    }
}
