//! How many operands an operator takes.

use super::call::CallError;
use crate::analysis::value::Value;
use crate::analysis::value::expression::{Expression, Form};
use crate::analysis::value::keyword::{operands_of_mapping, values_in_list};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{Arity, Operator, OperatorEntry, Profile, SentenceStyle};

/// The operands behind an operator, as many as its entry demands.
pub(in crate::analysis::value) fn operands<'e>(
    entry: &OperatorEntry,
    operand: Expression<'e>,
    profile: Profile,
) -> Result<Vec<Expression<'e>>, CallError> {
    let name = entry.operator.name(profile);
    let Form::List(operands) = operand.form() else {
        let message = format!("`{name}` takes a list of operands");
        let diagnostic = Diagnostic::new(Code::WrongArity, operand.span(), message);
        let diagnostic = Diagnostic { reference: no_list(entry.operator, operand, profile), ..diagnostic };
        return Err(Box::new(match operand {
            Expression::Written(yaml) if yaml.is_mapping() => diagnostic.help(operands_of_mapping(name, yaml, profile)),
            _ => diagnostic,
        }));
    };
    match entry.arity {
        Arity::One | Arity::Reference => Ok(vec![operand]),
        Arity::AtLeast(least) if operands.len() < least => {
            let wanted = format!("at least {}", count(least));
            Err(Box::new(too_few(entry.operator, &wanted, operand, operands.len(), profile)))
        }
        Arity::Exactly(exact) if operands.len() < exact => {
            Err(Box::new(too_few(entry.operator, &count(exact), operand, operands.len(), profile)))
        }
        // DEVIATION: the reference ignores further operands; what would be ignored is not meant.
        Arity::Exactly(exact) if operands.len() > exact => {
            let message = format!("`{name}` takes {}, not {}", count(exact), operands.len());
            let diagnostic = Diagnostic::new(Code::WrongArity, operands[exact].span(), message);
            let diagnostic = diagnostic.labelled("has no effect");
            let is_looked_for = matches!(entry.operator, Operator::InRange | Operator::ValidValues);
            let help = match operand {
                Expression::Written(yaml) if is_looked_for => values_in_list(name, &yaml.items().collect::<Vec<_>>()),
                _ => None,
            };
            Err(Box::new(diagnostic.helped(help)))
        }
        Arity::AtLeast(_) | Arity::Exactly(_) => Ok(operands),
    }
}

fn too_few(operator: Operator, wanted: &str, operand: Expression<'_>, found: usize, profile: Profile) -> Diagnostic {
    let message = format!("`{}` takes {wanted}", operator.name(profile));
    let diagnostic = Diagnostic::new(Code::WrongArity, operand.span(), message);
    Diagnostic { reference: missing(operator, found, profile), ..diagnostic }
}

/// The reference's sentence where an operator has only so many operands. In profile D it goes on with what is not there: now and then
/// that gives a value, and with some operators it fails without a sentence.
fn missing(operator: Operator, found: usize, profile: Profile) -> Option<String> {
    use Operator as Is;
    let style = profile.dialect().sentences;
    let sentence = match operator {
        Is::Min => "Minimum of \"[]\" does not exist",
        Is::Max => "Maximum of \"[]\" does not exist",
        _ if style != SentenceStyle::Full => style.missing_operand(),
        Is::Within => "Element \"undefined\" is not an array",
        _ if operator.is_regression() && found == 0 => "Element \"undefined\" is not an array",
        _ if operator.is_regression() => "Element \"undefined\" is not a number",
        Is::Token | Is::InRange | Is::ValidValues if found > 0 => return None,
        _ if looks_at_operands(operator) => style.missing_operand(),
        _ => return None,
    };
    Some(sentence.to_owned())
}

/// The reference's sentence where an operator has something else than a list of operands; only that of profile D is known.
fn no_list(operator: Operator, operand: Expression<'_>, profile: Profile) -> Option<String> {
    use Operator as Is;
    let style = profile.dialect().sentences;
    let value = operand.literal();
    let is_checked = operator.is_regression() || operator.compares_dates() || operator.takes_numbers();
    match (style, operator) {
        (SentenceStyle::Full, _) if is_checked => Some(format!("Element \"{}\" is not an array", value.to_json())),
        // Of a text it takes the letters for operands.
        (SentenceStyle::Full, Is::Add | Is::Mul | Is::Concat | Is::Join | Is::Weekday) => None,
        (SentenceStyle::Full, _) if value.as_str().is_none() && value != Value::Null => {
            Some(style.missing_operand().to_owned())
        }
        _ => None,
    }
}

/// Whether the reference evaluates the first operand of an operator, and of most the second one, without asking whether it is there.
fn looks_at_operands(operator: Operator) -> bool {
    matches!(operator, Operator::Sub | Operator::Div | Operator::Mod | Operator::Token)
        || operator.compares_values()
        || operator.compares_lengths()
}

fn count(operands: usize) -> String {
    if operands == 1 { "one operand".to_owned() } else { format!("{operands} operands") }
}
