//! Conditions as text: what people type behind `--where`, and what the tool prints.
//!
//! Comes in: a text, or a [`Phrase`]. Goes out: the other of the two. Law: `Phrase::parse(&phrase.to_string())` is the phrase
//! again. Names mean nothing here yet; [`demand`](super::demand) looks them up in a template.
//!
//! # Grammar
//!
//! ```text
//! assertion   = [ "for" kind [ "of" type ] ":" ] condition
//! condition   = alternatives [ "implies" condition ]
//! alternatives = requirements { "or" requirements }
//! requirements = denial { "and" denial }
//! denial      = "not" denial | comparison
//! comparison  = sum [ ( "=" | "!=" | "<" | "<=" | ">" | ">=" ) sum
//!                   | [ "not" ] "in" sum [ ".." sum ]
//!                   | ( "covers" | "hosts" | "targets" ) sum ]
//! sum         = product { ( "+" | "-" ) product }
//! product     = operand { ( "*" | "/" | "%" ) operand }
//! operand     = name | text | number | date | "true" | "false" | "null" | "[" list "]" | operator "(" list ")" | "(" condition ")"
//! list        = [ condition { "," condition } ]
//! ```
//!
//! A name is one of a variability input, of a named expression, or of an element: a path (`node.cache`), a kind and a display
//! name (`relation:app.host`), a node with the name of what it contains (`relation.api.database`), or a name that is unique.
//! Inputs go before elements. A name has letters, digits, `_`, `-`, `.`, `:` and `@`, and any other character between
//! backquotes; `-` is a minus only beside a space. Texts stand between double or single quotes with the escapes of JSON. A date is
//! one of YAML, `2024-01-31` or `2024-01-31T12:00:00Z`, and no text: `x = "2024-01-31"` asks for other values than `x = 2024-01-31`.
//! `x in ["a", "b"]` asks for one of a list, `x in 1..5` for a value between two bounds, both included. Operators without a
//! sign are called by their names in the last profile: `xor(a, b)`, `min_length(name, 3)`, `has_source(node.db)`.
//!
//! Behind `for node of tosca.nodes.Compute:` the word `it` is each such element that is present, and `it.size` the value of its
//! property. The sides of `covers`, `hosts` and `targets` are elements, or types: some present element of the type.

mod chain;
mod lexer;
mod parser;
mod printer;
#[cfg(test)]
mod tests;
mod yaml;

pub use lexer::{NameInText, names_in};

use std::ops::Range;

pub(crate) use self::printer::{is_date, is_number};
use crate::source::syntax::vocabulary::Operator;

/// A condition or a value as people write it, with its place in the text.
#[derive(Clone, Debug)]
pub struct Phrase {
    /// What it says.
    pub says: PhraseMeaning,
    /// Bytes of the text that it was read from.
    pub place: Range<usize>,
}

/// What a phrase says.
#[derive(Clone, Debug, PartialEq)]
pub enum PhraseMeaning {
    /// The name of an input, an expression or an element.
    Name(String),
    /// A text.
    Text(String),
    /// A number as it is written.
    Number(String),
    /// A date as it is written, without quotes.
    Date(String),
    /// `true` or `false`.
    Truth(bool),
    /// `null`.
    Nothing,
    /// Several values.
    List(Vec<Phrase>),
    /// The opposite.
    Not(Box<Phrase>),
    /// An operator other than `not` with its operands.
    Call(Operator, Vec<Phrase>),
    /// What is left out; it cannot be read again.
    Rest,
    /// One element does something to another.
    Verb(Verb, Box<[Phrase; 2]>),
}

/// What elements do to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    /// A policy is present and applies to the element, or a group has it as a member.
    Covers,
    /// A present node hosts the other, directly or by way of others.
    Hosts,
    /// A present node has a present relation to the other.
    Targets,
}

impl Verb {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Covers, Self::Hosts, Self::Targets];

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Covers => "covers",
            Self::Hosts => "hosts",
            Self::Targets => "targets",
        }
    }
}

/// A condition, of the whole template or of each of some elements.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// Each of which elements it is about; none where it is about the template.
    pub each: Option<ElementsOfKind>,
    /// What has to hold.
    pub condition: Phrase,
}

/// Elements of a kind, and perhaps of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct ElementsOfKind {
    /// The word for their kind.
    pub kind: String,
    /// The name of their type, or of one that it derives from.
    pub of_type: Option<String>,
    /// Where both stand.
    pub place: Range<usize>,
}

/// Why a text is no condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// What is wrong.
    pub message: String,
    /// Where.
    pub place: Range<usize>,
    /// What to type.
    pub help: Option<String>,
}

impl Phrase {
    /// A phrase that was not read from a text.
    pub fn new(says: PhraseMeaning) -> Self {
        Self { says, place: 0..0 }
    }

    /// A name.
    pub fn name(name: impl Into<String>) -> Self {
        Self::new(PhraseMeaning::Name(name.into()))
    }

    /// A text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(PhraseMeaning::Text(text.into()))
    }

    /// An operator with its operands.
    pub fn call(operator: Operator, operands: Vec<Self>) -> Self {
        match <[Self; 1]>::try_from(operands) {
            Ok([only]) if operator == Operator::Not => Self::new(PhraseMeaning::Not(Box::new(only))),
            Ok([only]) => Self::new(PhraseMeaning::Call(operator, vec![only])),
            Err(operands) => Self::new(PhraseMeaning::Call(operator, operands)),
        }
    }

    /// The opposite.
    #[must_use]
    pub fn negated(self) -> Self {
        Self::new(PhraseMeaning::Not(Box::new(self)))
    }

    /// Reads a condition.
    ///
    /// # Errors
    /// [`Unreadable`] where the text leaves the grammar.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        parser::parse(text)
    }
}

impl Assertion {
    /// Reads an assertion.
    ///
    /// # Errors
    /// [`Unreadable`] where the text leaves the grammar.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        parser::assertion(text)
    }
}

/// Wherever they were read.
impl PartialEq for Phrase {
    fn eq(&self, other: &Self) -> bool {
        self.says == other.says
    }
}
