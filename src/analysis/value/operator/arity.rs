//! How many operands an operator takes.

use super::call::CallFault;
use crate::analysis::value::expression::{Expression, Form};
use crate::analysis::value::keyword::{operands_of_mapping, values_in_list};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::{Arity, Operator, OperatorEntry, Profile};

/// The operands behind an operator, as many as its entry demands.
pub(in crate::analysis::value) fn operands<'e>(
    entry: &OperatorEntry,
    operand: Expression<'e>,
    profile: Profile,
) -> Result<Vec<Expression<'e>>, CallFault> {
    let name = entry.operator.name(profile);
    let Form::List(operands) = operand.form() else {
        let message = format!("`{name}` takes a list of operands");
        let diagnostic = Diagnostic::new(Code::WrongArity, operand.span(), message);
        return Err(Box::new(match operand {
            Expression::Written(yaml) if yaml.is_mapping() => diagnostic.help(operands_of_mapping(name, yaml, profile)),
            _ => diagnostic,
        }));
    };
    match entry.arity {
        Arity::One | Arity::Reference => Ok(vec![operand]),
        Arity::AtLeast(least) if operands.len() < least => {
            let wanted = format!("at least {}", count(least));
            Err(Box::new(too_few(entry.operator, name, &wanted, operand)))
        }
        Arity::Exactly(exact) if operands.len() < exact => {
            Err(Box::new(too_few(entry.operator, name, &count(exact), operand)))
        }
        // DEVIATION: the reference ignores further operands; nobody writes what is to be ignored.
        Arity::Exactly(exact) if operands.len() > exact => {
            let message = format!("`{name}` takes {}, not {}", count(exact), operands.len());
            let diagnostic = Diagnostic::new(Code::WrongArity, operands[exact].span(), message);
            let diagnostic = diagnostic.labelled("has no effect");
            let is_looked_for = matches!(entry.operator, Operator::InRange | Operator::ValidValues);
            let help = match operand {
                Expression::Written(yaml) if is_looked_for => values_in_list(name, &yaml.items().collect::<Vec<_>>()),
                _ => None,
            };
            Err(Box::new(match help {
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            }))
        }
        Arity::AtLeast(_) | Arity::Exactly(_) => Ok(operands),
    }
}

fn too_few(operator: Operator, name: &str, wanted: &str, operand: Expression<'_>) -> Diagnostic {
    let diagnostic = Diagnostic::new(Code::WrongArity, operand.span(), format!("`{name}` takes {wanted}"));
    match operator {
        Operator::Min => diagnostic.reference("Minimum of \"[]\" does not exist"),
        Operator::Max => diagnostic.reference("Maximum of \"[]\" does not exist"),
        _ => diagnostic.reference("Received condition that is undefined or null"),
    }
}

fn count(operands: usize) -> String {
    if operands == 1 { "one operand".to_owned() } else { format!("{operands} operands") }
}
