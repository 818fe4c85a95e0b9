//! Conditions as people write them.

use std::fmt;

use super::lexer::{date_length, is_bare, number_length};
use super::parser::is_keyword;
use super::{Phrase, PhraseMeaning, Verb};
use crate::source::syntax::vocabulary::{Operator, Profile};

/// How tightly a phrase holds together; one that stands inside another of a higher level needs brackets.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Condition,
    Alternatives,
    Requirements,
    Denial,
    Comparison,
    Sum,
    Product,
    Operand,
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Printer { f }.phrase(self, Precedence::Condition)
    }
}

struct Printer<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
}

impl Printer<'_, '_> {
    /// A phrase where one of at least this level has to stand.
    fn phrase(&mut self, phrase: &Phrase, least: Precedence) -> fmt::Result {
        if level(phrase) >= least {
            return self.bare(phrase);
        }
        self.f.write_str("(")?;
        self.bare(phrase)?;
        self.f.write_str(")")
    }

    fn bare(&mut self, phrase: &Phrase) -> fmt::Result {
        match &phrase.says {
            PhraseMeaning::Name(name) => name_in(self.f, name),
            PhraseMeaning::Text(text) => quoted(self.f, text, '"'),
            PhraseMeaning::Number(written) | PhraseMeaning::Date(written) => self.f.write_str(written),
            PhraseMeaning::Truth(holds) => write!(self.f, "{holds}"),
            PhraseMeaning::Nothing => self.f.write_str("null"),
            PhraseMeaning::Rest => self.f.write_str("..."),
            PhraseMeaning::List(items) => self.listed('[', items, ']'),
            PhraseMeaning::Not(inner) => self.denial(inner),
            PhraseMeaning::Call(operator, operands) => self.call(*operator, operands),
            PhraseMeaning::Verb(verb, sides) => self.between(&sides[0], verb.word(), &sides[1], Precedence::Sum),
        }
    }

    fn between(&mut self, left: &Phrase, sign: &str, right: &Phrase, level: Precedence) -> fmt::Result {
        self.phrase(left, level)?;
        write!(self.f, " {sign} ")?;
        self.phrase(right, level)
    }

    fn denial(&mut self, inner: &Phrase) -> fmt::Result {
        match relation(inner) {
            Some(ComparisonOperands::Equal([left, right])) => self.between(left, "!=", right, Precedence::Sum),
            Some(ComparisonOperands::Within(value, among)) => self.membership(value, "not in", among),
            _ => {
                self.f.write_str("not ")?;
                self.phrase(inner, Precedence::Denial)
            }
        }
    }

    fn membership(&mut self, value: &Phrase, word: &str, among: MembershipOperand<'_>) -> fmt::Result {
        self.phrase(value, Precedence::Sum)?;
        write!(self.f, " {word} ")?;
        match among {
            MembershipOperand::Values(values) => self.phrase(values, Precedence::Sum),
            MembershipOperand::Bounds([low, high]) => {
                self.phrase(low, Precedence::Sum)?;
                self.f.write_str("..")?;
                self.phrase(high, Precedence::Sum)
            }
        }
    }

    fn call(&mut self, operator: Operator, operands: &[Phrase]) -> fmt::Result {
        match infix(operator, operands) {
            Some(Infix::Implies([premise, conclusion])) => {
                self.phrase(premise, Precedence::Alternatives)?;
                self.f.write_str(" implies ")?;
                self.phrase(conclusion, Precedence::Condition)
            }
            Some(Infix::Chain(sign, inner)) => {
                let Some((first, others)) = operands.split_first() else { return Ok(()) };
                let least = if continues(first, sign, inner) { Precedence::Sum } else { inner };
                self.phrase(first, least)?;
                for operand in others {
                    write!(self.f, " {sign} ")?;
                    self.phrase(operand, inner)?;
                }
                Ok(())
            }
            Some(Infix::Related(ComparisonOperands::Equal([left, right]))) => {
                self.between(left, "=", right, Precedence::Sum)
            }
            Some(Infix::Related(ComparisonOperands::Ordered(left, sign, right))) => {
                self.between(left, sign, right, Precedence::Sum)
            }
            Some(Infix::Related(ComparisonOperands::Within(value, among))) => self.membership(value, "in", among),
            None => {
                self.f.write_str(operator.name(Profile::LATEST))?;
                self.listed('(', operands, ')')
            }
        }
    }

    fn listed(&mut self, open: char, items: &[Phrase], close: char) -> fmt::Result {
        write!(self.f, "{open}")?;
        for (number, item) in items.iter().enumerate() {
            if number > 0 {
                self.f.write_str(", ")?;
            }
            self.phrase(item, Precedence::Condition)?;
        }
        write!(self.f, "{close}")
    }
}

/// How an operator stands between its operands.
enum Infix<'p> {
    Implies(&'p [Phrase; 2]),
    /// The sign between operands of at least this level.
    Chain(&'static str, Precedence),
    Related(ComparisonOperands<'p>),
}

/// Whether a phrase stands without brackets as the first operand of a chain of `sign`, although it is a chain of signs that bind
/// no more tightly: `a * b / c` is read from the left. Operands of one sign would become operands of one chain, but for
/// remainders, which have two.
fn continues(first: &Phrase, sign: &str, inner: Precedence) -> bool {
    let PhraseMeaning::Call(operator, operands) = &first.says else { return false };
    let Some(Infix::Chain(own, of)) = infix(*operator, operands) else { return false };
    of == inner && (own != sign || sign == "%")
}

/// Two sides of a comparison.
enum ComparisonOperands<'p> {
    Equal(&'p [Phrase; 2]),
    Ordered(&'p Phrase, &'static str, &'p Phrase),
    Within(&'p Phrase, MembershipOperand<'p>),
}

/// What a value is one of.
#[derive(Clone, Copy)]
enum MembershipOperand<'p> {
    Values(&'p Phrase),
    Bounds(&'p [Phrase; 2]),
}

fn infix(operator: Operator, operands: &[Phrase]) -> Option<Infix<'_>> {
    let chain = |sign, inner| (operands.len() >= 2).then_some(Infix::Chain(sign, inner));
    match operator {
        Operator::Implies => operands.try_into().ok().map(Infix::Implies),
        Operator::Or => chain("or", Precedence::Requirements),
        Operator::And => chain("and", Precedence::Denial),
        Operator::Add => chain("+", Precedence::Product),
        Operator::Sub => chain("-", Precedence::Product),
        Operator::Mul => chain("*", Precedence::Operand),
        Operator::Div => chain("/", Precedence::Operand),
        Operator::Mod if operands.len() == 2 => chain("%", Precedence::Operand),
        _ => related(operator, operands).map(Infix::Related),
    }
}

fn related(operator: Operator, operands: &[Phrase]) -> Option<ComparisonOperands<'_>> {
    let sides: &[Phrase; 2] = operands.try_into().ok()?;
    let [left, right] = sides;
    let sign = match operator {
        Operator::Equal => return Some(ComparisonOperands::Equal(sides)),
        Operator::ValidValues => return Some(ComparisonOperands::Within(left, MembershipOperand::Values(right))),
        Operator::InRange => {
            let PhraseMeaning::List(bounds) = &right.says else { return None };
            let bounds: &[Phrase; 2] = bounds.as_slice().try_into().ok()?;
            return Some(ComparisonOperands::Within(left, MembershipOperand::Bounds(bounds)));
        }
        Operator::Greater => ">",
        Operator::GreaterOrEqual => ">=",
        Operator::Less => "<",
        Operator::LessOrEqual => "<=",
        _ => return None,
    };
    Some(ComparisonOperands::Ordered(left, sign, right))
}

fn relation(phrase: &Phrase) -> Option<ComparisonOperands<'_>> {
    match &phrase.says {
        PhraseMeaning::Call(operator, operands) => related(*operator, operands),
        _ => None,
    }
}

fn level(phrase: &Phrase) -> Precedence {
    match &phrase.says {
        PhraseMeaning::Not(inner) => match relation(inner) {
            Some(ComparisonOperands::Equal(_) | ComparisonOperands::Within(..)) => Precedence::Comparison,
            Some(ComparisonOperands::Ordered(..)) | None => Precedence::Denial,
        },
        PhraseMeaning::Verb(..) => Precedence::Comparison,
        PhraseMeaning::Call(operator, operands) => match infix(*operator, operands) {
            Some(Infix::Implies(_)) => Precedence::Condition,
            Some(Infix::Chain("or", _)) => Precedence::Alternatives,
            Some(Infix::Chain("and", _)) => Precedence::Requirements,
            Some(Infix::Chain("+" | "-", _)) => Precedence::Sum,
            Some(Infix::Chain(..)) => Precedence::Product,
            Some(Infix::Related(_)) => Precedence::Comparison,
            None => Precedence::Operand,
        },
        _ => Precedence::Operand,
    }
}

/// A name, in backquotes where it could be read as something else.
fn name_in(f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
    if is_bare(name) && !is_keyword(name) { f.write_str(name) } else { quoted(f, name, '`') }
}

fn quoted(f: &mut fmt::Formatter<'_>, text: &str, quote: char) -> fmt::Result {
    write!(f, "{quote}")?;
    for letter in text.chars() {
        match letter {
            '\\' => f.write_str("\\\\")?,
            '\n' => f.write_str("\\n")?,
            '\t' => f.write_str("\\t")?,
            '\r' => f.write_str("\\r")?,
            _ if letter == quote => write!(f, "\\{letter}")?,
            _ if letter.is_control() => write!(f, "\\u{:04x}", u32::from(letter))?,
            _ => write!(f, "{letter}")?,
        }
    }
    write!(f, "{quote}")
}

/// Whether a number can be read as one again.
pub(crate) fn is_number(text: &str) -> bool {
    number_length(text) == Some(text.len())
}

/// Whether a date can be read as one again.
pub(crate) fn is_date(text: &str) -> bool {
    date_length(text) == Some(text.len())
}

impl fmt::Display for Verb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
