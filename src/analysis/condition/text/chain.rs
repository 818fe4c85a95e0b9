//! Sums and products, which are read from the left.

use std::ops::Range;

use super::{Phrase, PhraseMeaning};
use crate::source::syntax::vocabulary::Operator;

/// A sum or a product of which more may follow: signs in a row are read from the left.
pub(super) struct Chain {
    operands: Vec<Phrase>,
    /// None with one operand.
    operator: Option<Operator>,
    /// Where all of it stands.
    place: Range<usize>,
}

impl Chain {
    pub(super) fn of(first: Phrase) -> Self {
        Self { place: first.place.clone(), operands: vec![first], operator: None }
    }

    /// Adds what follows behind a sign; everything stands at `place` then. Operands of one sign in a row are those of one operator,
    /// but for remainders; another sign takes what stands before it as its first operand. Whether it does.
    pub(super) fn push(&mut self, operator: Operator, right: Phrase, place: Range<usize>) -> bool {
        let turns = self.operator.is_some_and(|known| known != operator || operator == Operator::Mod);
        if turns {
            self.close();
        }
        self.operands.push(right);
        (self.operator, self.place) = (Some(operator), place);
        turns
    }

    /// What was read becomes one operand.
    fn close(&mut self) {
        if let Some(operator) = self.operator.take() {
            let operands = std::mem::take(&mut self.operands);
            self.operands.push(Phrase { says: PhraseMeaning::Call(operator, operands), place: self.place.clone() });
        }
    }

    pub(super) fn phrase(mut self) -> Phrase {
        self.close();
        self.operands.swap_remove(0)
    }
}
