//! What parts of constraints stand for.

use variscope_encoder::FormulaId;

use super::number::{Number, Ratio};
use super::open::{OpenNumber, OpenText};
use super::polynomial::Polynomial;
use super::text::CaseText;

#[derive(Clone, Debug)]
pub(super) enum UvlValue {
    Condition(FormulaId),
    Number(Number),
    Text(CaseText),
    /// A number that depends on values of features.
    OpenNumber(OpenNumber),
    OpenText(OpenText),
}

impl UvlValue {
    /// What it is, in a few words.
    pub(super) fn kind(&self) -> &'static str {
        match self {
            Self::Condition(_) => "a condition",
            Self::Number(_) | Self::OpenNumber(_) => "a number",
            Self::Text(_) | Self::OpenText(_) => "a text",
        }
    }

    /// Whether it holds. A feature that has a value holds when it is selected.
    pub(super) fn as_condition(&self) -> Option<FormulaId> {
        match self {
            Self::Condition(formula) => Some(*formula),
            Self::OpenNumber(number) => number.selected,
            Self::OpenText(text) => Some(text.selected),
            Self::Number(_) | Self::Text(_) => None,
        }
    }

    /// The number that it is; a condition that holds is one, and zero otherwise.
    pub(super) fn as_number(&self) -> Option<Number> {
        match self {
            Self::Number(number) => Some(number.clone()),
            Self::Condition(formula) => Some(Number::certain(Ratio::whole(Polynomial::weighted(*formula, 1.into())))),
            Self::Text(_) | Self::OpenNumber(_) | Self::OpenText(_) => None,
        }
    }
}
