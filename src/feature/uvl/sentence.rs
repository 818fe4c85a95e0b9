//! Constraints that stand in no file, such as those that are typed.

use super::lexer::words;
use super::parser::parse_constraint;
use super::syntax::{ComparisonOperator, Expression, Operator as UvlOperator, Spanned};
use super::token::{Symbol, Token};
use crate::analysis::condition::text::{Phrase, PhraseMeaning, Unreadable};
use crate::source::syntax::vocabulary::Operator;
use crate::source::{FileId, Sources};

/// How deeply a constraint may be nested.
const MAX_DEPTH: usize = 200;

/// Whether a text has operators of constraints that mean nothing in conditions about templates, and no backquotes, which mean
/// something only there.
pub(in crate::feature) fn is_constraint(text: &str) -> bool {
    let is_own = |symbol: Symbol| {
        matches!(symbol, Symbol::Not | Symbol::And | Symbol::Or | Symbol::Implies | Symbol::Equivalent)
    };
    let (words, _) = words(text, nowhere(text));
    !text.contains('`') && words.iter().any(|word| matches!(word.token, Token::Symbol(symbol) if is_own(symbol)))
}

/// The constraint that a text is. What no condition over features has is there as something else than a condition.
///
/// # Errors
/// [`Unreadable`] where the text is none.
pub(in crate::feature) fn constraint_alone(text: &str) -> Result<Phrase, Unreadable> {
    let read = parse_constraint(text, nowhere(text));
    let (document, root) = read.map_err(|error| {
        let place = error.span().map_or(0..text.len(), |span| span.start as usize..span.end as usize);
        Unreadable { message: error.message, place, help: error.help }
    })?;
    // Operands stand before their operators, and each is that of one.
    let mut read: Vec<Option<Nested>> = Vec::new();
    for Spanned { value, span } in &document.expressions[..=root] {
        let place = span.start as usize..span.end as usize;
        let mut take = |at: usize| read[at].take().unwrap_or_default();
        let (says, depth) = match value {
            Expression::Reference(name) => (reference(name, document.quoted.contains(span)), 0),
            Expression::Number(_) => (PhraseMeaning::Number(text[place.clone()].to_owned()), 0),
            Expression::Not(operand) => {
                let Nested { phrase, depth } = take(*operand);
                (PhraseMeaning::Not(Box::new(phrase)), depth)
            }
            Expression::Binary(operator, left, right) => {
                let (left, right) = (take(*left), take(*right));
                match of_features(*operator) {
                    Some(operator) => joined(operator, left, right),
                    None => (PhraseMeaning::Rest, 0),
                }
            }
            Expression::Text(_) | Expression::Negative(_) | Expression::Call(..) => (PhraseMeaning::Rest, 0),
        };
        if depth >= MAX_DEPTH {
            let message = format!("this is nested more than {MAX_DEPTH} times");
            return Err(Unreadable { message, place, help: None });
        }
        read.push(Some(Nested { phrase: Phrase { says, place }, depth: depth + 1 }));
    }
    Ok(read.pop().flatten().unwrap_or_default().phrase)
}

/// A phrase, and how many of its parts contain each other.
struct Nested {
    phrase: Phrase,
    depth: usize,
}

impl Default for Nested {
    fn default() -> Self {
        Self { phrase: Phrase::new(PhraseMeaning::Rest), depth: 0 }
    }
}

/// The file of a text that is in none.
fn nowhere(text: &str) -> FileId {
    Sources::new().add(String::new(), text)
}

fn reference(name: &str, is_quoted: bool) -> PhraseMeaning {
    match name {
        "true" | "false" if !is_quoted => PhraseMeaning::Truth(name == "true"),
        _ => PhraseMeaning::Name(name.to_owned()),
    }
}

/// An operator between conditions or, so that it can be refused as such, between values.
fn of_features(operator: UvlOperator) -> Option<Operator> {
    Some(match operator {
        UvlOperator::Equivalent | UvlOperator::Compare(ComparisonOperator::Equal) => Operator::Equal,
        UvlOperator::Implies => Operator::Implies,
        UvlOperator::Or => Operator::Or,
        UvlOperator::And => Operator::And,
        UvlOperator::Compare(_) => Operator::Greater,
        UvlOperator::Add | UvlOperator::Subtract | UvlOperator::Multiply | UvlOperator::Divide => return None,
    })
}

/// An operation, in one list with those on its left where the order does not matter.
fn joined(operator: Operator, left: Nested, right: Nested) -> (PhraseMeaning, usize) {
    let (mut operands, depth) = match left.phrase.says {
        PhraseMeaning::Call(same, operands) if same == operator && matches!(operator, Operator::And | Operator::Or) => {
            (operands, left.depth - 1)
        }
        _ => (vec![left.phrase], left.depth),
    };
    operands.push(right.phrase);
    (PhraseMeaning::Call(operator, operands), depth.max(right.depth))
}
