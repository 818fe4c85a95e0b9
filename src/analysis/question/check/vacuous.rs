//! Comparisons that say nothing about inputs: of one value with nothing, of an input with itself, of constants, of lists in which
//! nothing is evaluated.

use crate::analysis::value::{Compared, Language, UnevaluatedList, Value, WEEKDAYS};
use crate::source::diagnostic::{Code, Diagnostic, Fix, Severity, did_you_mean, did_you_mean_text, yaml_name};
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;

/// Comparisons of one value with nothing, which always hold.
pub(super) fn lonely(language: &Language<'_>, expression: Yaml<'_>) -> Vec<Diagnostic> {
    let name = Operator::Equal.name(language.profile());
    let mut found = Vec::new();
    for yaml in expression.descendants() {
        let operands = yaml.get(name).filter(|operands| yaml.len() == 1 && operands.is_sequence());
        let only = operands.filter(|operands| operands.len() == 1).and_then(|operands| operands.items().next());
        if let Some(only) = only.filter(|only| only.is_mapping()) {
            let message = format!("`{name}` compares one value with nothing");
            let diagnostic = Diagnostic::new(Code::WrongArity, only.span(), message).labelled("always so");
            let help = format!("add what it is to be equal to: `{name}: [..., value]`");
            found.push(Diagnostic { severity: Severity::Warning, ..diagnostic.help(help) });
        }
    }
    found
}

/// Lists among operands in which an expression is written that nothing evaluates.
pub(super) fn unevaluated(language: &Language<'_>, expression: Yaml<'_>) -> Vec<Diagnostic> {
    let lists = language.unevaluated_lists(expression).into_iter();
    lists.map(|found| unevaluated_list(language, &found)).collect()
}

fn unevaluated_list(language: &Language<'_>, found: &UnevaluatedList<'_>) -> Diagnostic {
    let &UnevaluatedList { operator, operands, list } = found;
    let name = operator.name(language.profile());
    let message = "nothing in this list is evaluated: it is the operand as it stands";
    let label = format!("an operand of `{name}`, and not a list of them");
    let diagnostic = Diagnostic::new(Code::WrongArity, list.span(), message).labelled(label);
    let is_short = |yaml: Yaml<'_>| yaml.written().len() <= MAX_SHOWN_BYTES && !yaml.written().contains('\n');
    let is_flow = list.written().starts_with('[') && operands.span().contains(list.span());
    let diagnostic = match (operands.len(), list.items().next()) {
        (1, _) if is_flow && is_short(list) => {
            let title = format!("take one pair of brackets away: `{name}: {}`", list.written());
            diagnostic.fix(Fix::replace(title.clone(), operands.span(), list.written())).help(title)
        }
        (_, Some(only)) if is_flow && list.len() == 1 && is_short(only) => {
            let title = format!("write `{}` without the brackets", only.written());
            diagnostic.fix(Fix::replace(title.clone(), list.span(), only.written())).help(title)
        }
        _ => diagnostic.help(format!("write the operands of `{name}` in one list")),
    };
    Diagnostic { severity: Severity::Warning, ..diagnostic }
}

/// Longer expressions are not written into a help.
const MAX_SHOWN_BYTES: usize = 100;

/// An input that stands twice among what is compared.
pub(super) fn with_itself(compared: &Compared<'_>) -> Option<Diagnostic> {
    let is_reported = matches!(
        compared.operator,
        Operator::Equal | Operator::Greater | Operator::GreaterOrEqual | Operator::Less | Operator::LessOrEqual
    );
    let mut inputs = compared.inputs.iter().enumerate().filter(|_| is_reported);
    let is_again = |place: usize, input: &str| compared.inputs[..place].iter().any(|(other, _)| *other == input);
    let (_, &(input, span)) = inputs.find(|(place, (input, _))| is_again(*place, input))?;
    let message = format!("input \"{input}\" is compared with itself");
    let diagnostic = Diagnostic::new(Code::IdleComparison, span, message).labelled("the same input again");
    Some(diagnostic.help("compare it with a value, or with another input"))
}

/// Days of the week that are compared with what none is called.
pub(super) fn of_weekdays(compared: &Compared<'_>) -> Vec<Diagnostic> {
    let is_reported = compared.has_weekday && matches!(compared.operator, Operator::Equal | Operator::ValidValues);
    let literals = compared.literals.iter().filter(|_| is_reported);
    let unknown = literals.filter(|literal| literal.as_str().is_none_or(|text| !WEEKDAYS.contains(&text)));
    let reported = unknown.map(|literal| {
        let message = format!("the day of the week is never {}", Value::from_yaml(*literal).to_json());
        let diagnostic = Diagnostic::new(Code::IdleComparison, literal.span(), message).labelled("never equal");
        let lower = literal.text().to_lowercase();
        let day = WEEKDAYS.into_iter().find(|day| *day == lower);
        match day.or_else(|| did_you_mean(&lower, WEEKDAYS.iter().copied())) {
            Some(near) => diagnostic.replacing(literal.text(), near).help(did_you_mean_text(near)),
            None => diagnostic.help(format!("one of {}", WEEKDAYS.join(", "))),
        }
    });
    reported.collect()
}

/// Constants that are compared, made from these literals, one of which is the name of an input, or a value of one.
pub(super) fn of_constants(language: &Language<'_>, constants: &ComparedConstants<'_>) -> Option<Diagnostic> {
    let read =
        |input: &str| format!("{{{}: {}}}", Operator::VariabilityInput.name(language.profile()), yaml_name(input));
    if let Some((literal, input)) = input_named_by(language, constants) {
        let message = format!("{} is a text here, not the input \"{input}\"", Value::from_yaml(literal).to_json());
        let diagnostic = Diagnostic::new(Code::IdleComparison, literal.span(), message).labelled("a constant");
        let title = format!("write `{}`", read(input));
        return Some(diagnostic.fix(Fix::replace(title.clone(), literal.span(), read(input))).help(title));
    }
    let (literal, input) = input_with_value(language, constants)?;
    let message = "only constants are compared, and no input";
    let label = format!("a value of the input \"{input}\"");
    let diagnostic = Diagnostic::new(Code::IdleComparison, literal.span(), message).labelled(label);
    Some(diagnostic.help(format!("compare it with the input: `{}`", read(input))))
}

/// An operator that compares constants, and the literals from which these are made.
type ComparedConstants<'e> = (Operator, Vec<Yaml<'e>>);

/// The input that is hardly compared where only literals are: by its name, or by one of its values.
pub(super) fn input_meant_by<'c>(language: &'c Language<'_>, constants: &ComparedConstants<'c>) -> Option<&'c str> {
    input_named_by(language, constants).or_else(|| input_with_value(language, constants)).map(|(_, input)| input)
}

/// The first literal that is the name of an input.
fn input_named_by<'c>(
    language: &'c Language<'_>,
    (_, literals): &ComparedConstants<'c>,
) -> Option<(Yaml<'c>, &'c str)> {
    literals.iter().find_map(|&literal| Some((literal, named_in(language, literal.as_str()?)?)))
}

/// The first text that is a declared value of an input, where constants are compared for equality.
fn input_with_value<'c>(
    language: &'c Language<'_>,
    (operator, literals): &ComparedConstants<'c>,
) -> Option<(Yaml<'c>, &'c str)> {
    let mut texts = literals.iter().filter(|literal| *operator == Operator::Equal && literal.as_str().is_some());
    texts.find_map(|&literal| {
        let value = Value::from_yaml(literal);
        let has = |declaration: Yaml<'_>| {
            declared_values(declaration).is_some_and(|list| list.items().any(|one| Value::from_yaml(one) == value))
        };
        let (input, _) = language.inputs().find(|(_, declaration)| has(*declaration))?;
        Some((literal, input))
    })
}

/// The list of values in a declaration.
pub(super) fn declared_values(declaration: Yaml<'_>) -> Option<Yaml<'_>> {
    let clauses = declaration.get("constraints").into_iter().flat_map(Yaml::items);
    clauses.chain([declaration]).find_map(|clause| clause.get("valid_values"))
}

/// The input whose name a text is or almost is, bare or as templates of texts write it: `env`, `$env`, `${env}`, `{{ env }}`.
fn named_in<'l>(language: &'l Language<'_>, text: &str) -> Option<&'l str> {
    let text = text.trim_start_matches('$').trim_matches(['{', '}']).trim();
    let names = || language.inputs().map(|(name, _)| name);
    names().find(|name| *name == text).or_else(|| did_you_mean(text, names()))
}
