//! Comparisons of inputs with what they can never be like: values of another type, and values that their declarations
//! exclude; comparisons of constants, in which an input is named as a text; and conditions that are always true.

use std::collections::BTreeSet;

use super::subject::Subject;
use super::vacuous::{declared_values, input_meant_by, lonely, of_constants, of_weekdays, unevaluated, with_itself};
use super::{Finding, text_conditions};
use crate::analysis::condition::demand::Bound;
use crate::analysis::question::Variants;
use crate::analysis::question::questions::inputs::topology_expressions;
use crate::analysis::value::{Admission, Admissions, Compared, Language, Sort, Value, quoted_otherwise};
use crate::source::Span;
use crate::source::diagnostic::{
    Code, Diagnostic, Fix, Severity, did_you_mean, did_you_mean_text, distinct, standing_out,
};
use crate::source::syntax::vocabulary::{ClauseKind, Operator};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;

/// All comparisons of the topology with what an input is never like, each once.
pub(super) fn idle(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let (model, language) = (subject.variants.model(), subject.variants.language());
    let expressions = model.topology_template().map(|topology| topology_expressions(topology, language));
    let mut admissions = Admissions::of(language);
    let diagnostics = expressions.into_iter().flatten().flat_map(|expression| {
        let arities = lonely(language, expression).into_iter().chain(unevaluated(language, expression));
        idle_comparisons(&mut admissions, expression).into_iter().chain(arities)
    });
    let conditions = model.topology_template().map(conditions).unwrap_or_default();
    let constants = conditions.iter().flat_map(|&condition| constant_comparisons(language, condition));
    let asked = model.topology_template().map(written_conditions).unwrap_or_default();
    let texts = asked.into_iter().flat_map(|condition| text_conditions::of_condition(language, condition));
    let bounds = bounds_by_letters(language);
    let reported = distinct(diagnostics.chain(constants).chain(texts).chain(bounds));
    findings.extend(reported.into_iter().map(Finding::of));
}

/// What is written as a condition in `topology`, and as a named expression.
fn conditions(topology: Yaml<'_>) -> Vec<Yaml<'_>> {
    let variability = topology.get("variability");
    let named = variability.and_then(|variability| variability.get("expressions")).into_iter();
    let named = named.flat_map(|named| named.entries().map(|(_, body)| body));
    named.chain(written_conditions(topology)).collect()
}

/// What is written under `conditions`, and as a constraint, each condition of a list by itself.
fn written_conditions<'t>(topology: Yaml<'t>) -> Vec<Yaml<'t>> {
    let variability = topology.get("variability");
    let each = |written: Yaml<'t>| if written.is_sequence() { written.items().collect() } else { vec![written] };
    let constraints = variability.and_then(|variability| variability.get("constraints"));
    let mut found: Vec<Yaml<'t>> = constraints.into_iter().flat_map(each).collect();
    found.extend(topology.descendants().filter_map(|yaml| yaml.get("conditions")).flat_map(each));
    found
}

/// Comparisons of constants in a condition.
fn constant_comparisons(language: &Language<'_>, condition: Yaml<'_>) -> Vec<Diagnostic> {
    language.constant_comparisons(condition).iter().filter_map(|constants| of_constants(language, constants)).collect()
}

impl Variants<'_> {
    /// Comparisons in conditions that are asked for beside the template which never hold, or always: the question is
    /// answered, but hardly the one that is meant.
    pub fn conditions_without_effect(&self, demands: &[Bound]) -> Vec<Diagnostic> {
        let written = demands.iter().flat_map(|bound| bound.demand.written());
        let written = written.map(|id| self.model().yaml(id));
        let mut admissions = Admissions::of(self.language());
        distinct(written.flat_map(|yaml| {
            let constant = constant_comparisons(self.language(), yaml);
            idle_comparisons(&mut admissions, yaml).into_iter().chain(constant)
        }))
    }
}

/// What is wrong with the comparisons of an expression.
pub(super) fn idle_comparisons<'l>(admissions: &mut Admissions<'l>, expression: Yaml<'l>) -> Vec<Diagnostic> {
    let language = admissions.language();
    let compared = language.compared(expression);
    let is_of_values = |compared: &&Compared<'_>| !compared.operator.compares_dates();
    let compared = compared.iter().filter(is_of_values);
    compared
        .flat_map(|compared| {
            let list = compared.list.map(unequal_list);
            let of_inputs = of_inputs(language, compared).into_iter().chain(with_itself(compared));
            let of_operands = several_values(language, compared).into_iter().chain(of_conditions(language, compared));
            let of_literals = of_literals(admissions, compared);
            // Literals of several types are never all meant.
            let of_operands: Vec<Diagnostic> = if of_literals.is_empty() { of_operands.collect() } else { Vec::new() };
            of_literals.into_iter().chain(of_inputs).chain(of_operands).chain(list).chain(of_weekdays(compared))
        })
        .collect()
}

fn of_literals<'l>(admissions: &mut Admissions<'l>, compared: &Compared<'l>) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    for &(input, read) in &compared.inputs {
        let admission = admissions.of_input(input);
        let Some(declaration) = admission.declaration() else { continue };
        let sort = declared_sort(declaration);
        found.extend(compared_by_letters(input, read, compared.operator, declaration));
        // A list may be what a value is looked for in.
        if compared.operator == Operator::ValidValues && sort == Some(Sort::List) {
            continue;
        }
        for &literal in &compared.literals {
            let value = Value::from_yaml(literal);
            found.extend(match (sort, Sort::of_value(&value)) {
                (Some(declared), Some(own)) if declared != own => {
                    let input = DeclaredInput { name: input, admission, declaration, sort: declared };
                    Some(ill_typed(&input, literal, own, compared.operator))
                }
                _ if is_equality(compared.operator) => excluded(input, literal, &value, admission),
                _ => None,
            });
        }
    }
    found
}

/// A list that is written among operands of `equal`, which distinguishes lists although the same is in them.
fn unequal_list(list: Yaml<'_>) -> Diagnostic {
    let message = "a list that is written is equal to no other, whatever is in them";
    let diagnostic = Diagnostic::new(Code::IdleComparison, list.span(), message).labelled("never equal");
    diagnostic
        .help("compare its entries: `equal: [{join: [LIST, \",\"]}, \"a,b\"]`, or look for a value with `valid_values`")
}

/// What is said where the order of sizes, times or versions is asked for, which have that of their texts.
fn compared_by_letters(input: &str, read: Span, operator: Operator, declaration: Yaml<'_>) -> Option<Diagnostic> {
    if operator.is_order() { by_letters(input, read, "letter by letter", declaration) } else { None }
}

/// What is said of bounds in declarations that are compared by the letters of their texts.
fn bounds_by_letters(language: &Language<'_>) -> Vec<Diagnostic> {
    let of_input = |(input, declaration): (&str, Yaml<'_>)| {
        let mut clauses = declaration.get("constraints").into_iter().flat_map(Yaml::items).flat_map(Yaml::entries);
        let (key, bound) = clauses.find(|(key, _)| ClauseKind::of(key.text()).is_some_and(ClauseKind::is_order))?;
        let is_number = bound.items().chain([bound]).any(|bound| Value::from_yaml(bound).as_number().is_some());
        by_letters(input, key.span(), if is_number { "as numbers" } else { "letter by letter" }, declaration)
    };
    language.inputs().filter_map(of_input).collect()
}

fn by_letters(input: &str, place: Span, how: &str, declaration: Yaml<'_>) -> Option<Diagnostic> {
    let declared = declaration.get("type")?;
    let example = match declared.text() {
        "scalar-unit.size" => "\"16 GB\" comes before \"8 GB\"",
        "scalar-unit.time" => "\"10 s\" comes before \"5 s\"",
        "scalar-unit.frequency" => "\"10 GHz\" comes before \"2 GHz\"",
        "version" => "\"1.10\" comes before \"1.9\"",
        _ => return None,
    };
    let message = format!("input \"{input}\" is a {}, and these are compared {how}", declared.text());
    let diagnostic = Diagnostic::new(Code::IdleComparison, place, message).labelled("not in their own order");
    let diagnostic = diagnostic.and(declared.span(), "declared here").note(format!("{example} for example"));
    Some(diagnostic.help("declare `type: integer` or `float`, in a unit that the name of the input tells"))
}

/// Whether the operator asks for the value itself.
fn is_equality(operator: Operator) -> bool {
    matches!(operator, Operator::Equal | Operator::ValidValues)
}

/// An input that is compared.
struct DeclaredInput<'t> {
    name: &'t str,
    admission: &'t Admission<'t>,
    declaration: Yaml<'t>,
    /// What its declaration says that it is.
    sort: Sort,
}

fn ill_typed(input: &DeclaredInput<'_>, literal: Yaml<'_>, own: Sort, operator: Operator) -> Diagnostic {
    let &DeclaredInput { name, admission, declaration, sort: declared } = input;
    let (noun, other) = (declared.noun(), own.noun());
    let message = format!("input \"{name}\" is a {noun} and compared with a {other}");
    let label = if is_equality(operator) { "never equal" } else { "of another type" };
    let place = declaration.get("type").unwrap_or(declaration).span();
    let diagnostic = Diagnostic::new(Code::IdleComparison, literal.span(), message).labelled(label);
    let diagnostic = diagnostic.and(place, "declared here");
    match as_declared(declared, literal) {
        Some(_) if declared == Sort::Text && operator.compares_values() && !is_equality(operator) => match own {
            Sort::Number => diagnostic
                .note("beside a number a string counts as the number that it says, so that \"10\" is greater than 9")
                .help("declare the input as `integer` or `float`"),
            _ => diagnostic.note("`true` counts as 1, `false` as 0, and the string as the number that it says"),
        },
        Some(meant) if declared != Sort::Text || admission.violated(&Value::string(literal.text())).is_none() => {
            let help = format!("write `{meant}`");
            // A text in quotes may be what is meant, and the declaration wrong.
            let fix = (declared != Sort::Text).then(|| Fix::replace(help.clone(), literal.span(), meant));
            diagnostic.help(help).fixed(fix)
        }
        Some(_) | None => match quoted_as_text(admission, literal).filter(|_| declared == Sort::Text) {
            Some(help) => diagnostic.help(format!("write it in quotes; {help}")),
            None => of_listed(diagnostic, declaration),
        },
    }
}

/// What helps where a literal would be one of the declared values, were these texts as it would be one.
fn quoted_as_text(admission: &Admission<'_>, literal: Yaml<'_>) -> Option<String> {
    let text = Value::string(literal.text());
    quoted_otherwise(&text, admission.violated(&text)?)
}

fn of_listed(diagnostic: Diagnostic, declaration: Yaml<'_>) -> Diagnostic {
    match listed(declaration) {
        Some(values) => diagnostic.help(format!("one of {values}")),
        None => diagnostic,
    }
}

/// The values that a declaration lists, as they are written.
fn listed(declaration: Yaml<'_>) -> Option<String> {
    let values = declared_values(declaration)?;
    Some(values.items().map(Yaml::written).collect::<Vec<_>>().join(", ")).filter(|values| !values.is_empty())
}

/// The literal as a value of the declared type, if it reads as one.
fn as_declared(declared: Sort, literal: Yaml<'_>) -> Option<String> {
    let text = literal.text();
    match declared {
        Sort::Text => Some(format!("\"{text}\"")),
        Sort::Number => text.parse::<f64>().is_ok_and(f64::is_finite).then(|| text.to_owned()),
        Sort::Boolean => match text.to_lowercase().as_str() {
            "true" | "yes" | "on" => Some("true".to_owned()),
            "false" | "no" | "off" => Some("false".to_owned()),
            _ => None,
        },
        Sort::List | Sort::Map => None,
    }
}

fn excluded(input: &str, literal: Yaml<'_>, value: &Value, admission: &Admission<'_>) -> Option<Diagnostic> {
    let message = format!("input \"{input}\" is never {}", value.to_json());
    if let Value::Instant(date) = admission.read(value.clone())
        && value.as_str().is_some()
    {
        let fault = Diagnostic::new(Code::IdleComparison, literal.span(), message).labelled("never equal");
        let fault = fault.note("it is a date, which is compared as one where it has no quotes");
        return Some(fault.help(format!("write `{date}` without quotes, or compare with `same`")));
    }
    let Some(clause) = admission.violated(value) else { return undeclared_date(input, literal, value, admission) };
    let diagnostic = Diagnostic::new(Code::IdleComparison, literal.span(), message).labelled("never equal");
    let diagnostic = diagnostic.and(clause.span(), "its values are declared here");
    let valid: Vec<&str> = clause.items().filter_map(Yaml::as_str).collect();
    if valid.contains(&literal.text()) && literal.as_str().is_none() {
        return Some(diagnostic.help(match admission.declaration().and_then(|declaration| declaration.get("type")) {
            Some(declared) => format!("leave out the quotes there: the input is declared as {}", declared.text()),
            None => format!("leave out the quotes there, or write `\"{}\"` here", literal.text()),
        }));
    }
    if let Some(help) = quoted_as_text(admission, literal).filter(|_| literal.as_str().is_some()) {
        return Some(diagnostic.help(help));
    }
    Some(match did_you_mean(literal.text(), valid.iter().copied()) {
        Some(near) => diagnostic.replacing(literal.text(), near).help(did_you_mean_text(near)),
        None if !valid.is_empty() => {
            diagnostic.help(one_of(&valid, literal.text())).asking(standing_out(literal.text(), valid.iter().copied()))
        }
        None => diagnostic,
    })
}

/// What is said of a date that is compared with an input of which nothing declares that it is one.
fn undeclared_date(input: &str, literal: Yaml<'_>, value: &Value, admission: &Admission<'_>) -> Option<Diagnostic> {
    let Value::Instant(date) = value else { return None };
    if admission.read(Value::string(&date.to_string())) == *value {
        return None;
    }
    let message = format!("input \"{input}\" is compared with a date, and its declaration does not say that it is one");
    let diagnostic = Diagnostic::new(Code::IdleComparison, literal.span(), message).labelled("a date, and no text");
    let diagnostic = diagnostic
        .note("JSON and environment variables have no dates: what they give is a text, which is equal to none");
    Some(Diagnostic { severity: Severity::Note, ..diagnostic.help("declare `type: timestamp`") })
}

/// Inputs that conditions compare by their names only, as texts.
pub(super) fn inputs_named_as_texts(model: &Model, language: &Language<'_>) -> BTreeSet<String> {
    let conditions = model.topology_template().map(conditions).unwrap_or_default();
    let mut names = BTreeSet::new();
    for condition in conditions {
        let constants = language.constant_comparisons(condition);
        names.extend(constants.iter().filter_map(|constants| Some(input_meant_by(language, constants)?.to_owned())));
    }
    names
}

/// The values that are meant; in `[dev prod]`, which is one value, a comma is missing.
fn one_of(valid: &[&str], meant: &str) -> String {
    let apart = valid.iter().find(|value| **value != meant && value.split_whitespace().any(|word| word == meant));
    match apart {
        Some(value) => {
            let words: Vec<&str> = value.split_whitespace().collect();
            format!("\"{value}\" is one value: write `[{}]` for several", words.join(", "))
        }
        None if valid.iter().any(|value| value.contains([' ', ','])) => {
            format!("one of {}", valid.iter().map(|value| format!("\"{value}\"")).collect::<Vec<_>>().join(", "))
        }
        None => format!("one of {}", valid.join(", ")),
    }
}

/// The sort of the declared type, of which no value equals one of another sort.
fn declared_sort(declaration: Yaml<'_>) -> Option<Sort> {
    Sort::declared(declaration.get("type")?.text())
}

/// An input that is to be equal to several values at once.
fn several_values(language: &Language<'_>, compared: &Compared<'_>) -> Option<Diagnostic> {
    let (&[(input, _)], [first, rest @ ..]) = (&compared.inputs[..], &compared.literals[..]) else { return None };
    let other = rest.iter().find(|other| Value::from_yaml(**other) != Value::from_yaml(*first))?;
    if compared.operator != Operator::Equal {
        return None;
    }
    let message = format!("input \"{input}\" is never {} and {} at once", first.written(), other.written());
    let diagnostic = Diagnostic::new(Code::IdleComparison, other.span(), message).labelled("never equal");
    let name = |operator: Operator| operator.name(language.profile());
    let values: Vec<&str> = compared.literals.iter().map(|literal| literal.written()).collect();
    let reference = format!("{{{}: {input}}}", name(Operator::VariabilityInput));
    let one_of = format!("{}: [{reference}, [{}]]", name(Operator::ValidValues), values.join(", "));
    Some(diagnostic.and(first.span(), "and this").help(format!("for one of several values write `{one_of}`")))
}

/// An input that is compared with a condition, which is true or false, and is something else.
fn of_conditions(language: &Language<'_>, compared: &Compared<'_>) -> Option<Diagnostic> {
    let (condition, name) = compared.condition.filter(|_| compared.operator == Operator::Equal)?;
    let sort = |input: &str| declared_sort(language.input(input)?).filter(|sort| *sort != Sort::Boolean);
    let (input, read, sort) = compared.inputs.iter().find_map(|&(input, read)| Some((input, read, sort(input)?)))?;
    let message = format!(
        "input \"{input}\" is a {} and compared with the expression \"{name}\", which is true or false",
        sort.noun()
    );
    let diagnostic = Diagnostic::new(Code::IdleComparison, condition.span(), message).labelled("of another type");
    let help = format!("write `{}` alone, or compare the input with a value", condition.written());
    Some(diagnostic.and(read, "compared with this").help(help))
}

/// Two inputs of different types.
fn of_inputs(language: &Language<'_>, compared: &Compared<'_>) -> Option<Diagnostic> {
    let sort = |input: &str| declared_sort(language.input(input)?);
    let sorts = compared.inputs.iter().filter_map(|&(input, span)| Some((input, span, sort(input)?)));
    let sorts: Vec<(&str, Span, Sort)> = sorts.collect();
    let (first, rest) = sorts.split_first()?;
    let other = rest.iter().find(|(.., sort)| *sort != first.2)?;
    let (noun, other_noun) = (first.2.noun(), other.2.noun());
    let message = format!("input \"{}\" is a {noun} and compared with input \"{}\", a {other_noun}", first.0, other.0);
    let diagnostic = Diagnostic::new(Code::IdleComparison, other.1, message).labelled("of another type");
    Some(diagnostic.and(first.1, "compared with this"))
}
