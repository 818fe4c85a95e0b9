//! The constructors. Each folds constants, repeated and complementary operands, and single operands, so that a node
//! stands only where there is something left to decide.

use num_bigint::BigUint;

use super::arena::Formulas;
use super::id::FormulaId;
use super::operator::Operator;
use crate::signed::{Selection, normalise_junction, normalise_parity, select};

impl Formulas {
    /// All operands; true when there is none.
    pub fn and(&mut self, operands: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        self.junction(Operator::And, FormulaId::TRUE, operands)
    }

    /// Some operand; false when there is none.
    pub fn or(&mut self, operands: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        self.junction(Operator::Or, FormulaId::FALSE, operands)
    }

    /// `conclusion`, if `premise`.
    pub fn implies(&mut self, premise: FormulaId, conclusion: FormulaId) -> FormulaId {
        self.or([!premise, conclusion])
    }

    /// Both or neither.
    pub fn iff(&mut self, left: FormulaId, right: FormulaId) -> FormulaId {
        !self.xor([left, right])
    }

    /// An odd number of operands, a repeated one counted as often as it is given; false when there is none.
    pub fn xor(&mut self, operands: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        self.scratch.clear();
        self.scratch.extend(operands.into_iter().filter(|operand| *operand != FormulaId::FALSE));
        let mut negate = normalise_parity(&mut self.scratch);
        if self.scratch.first() == Some(&FormulaId::TRUE) {
            self.scratch.remove(0);
            negate = !negate;
        }
        let parity = match self.scratch[..] {
            [] => FormulaId::FALSE,
            [single] => single,
            [_, _] => !self.intern(Operator::Iff),
            _ => self.intern(Operator::Xor),
        };
        parity.negated_if(negate)
    }

    /// At most one operand, a repeated one counted as often as it is given; true when there is none.
    pub fn at_most_one(&mut self, operands: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        self.cardinality(Operator::AtMostOne, operands)
    }

    /// Exactly one operand, a repeated one counted as often as it is given; false when there is none.
    pub fn exactly_one(&mut self, operands: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        self.cardinality(Operator::ExactlyOne, operands)
    }

    /// The number with these bits, the least significant first, is not above `greatest`.
    pub fn at_most(&mut self, bits: &[FormulaId], greatest: &BigUint) -> FormulaId {
        bits.iter().zip(0..).fold(FormulaId::TRUE, |rest, (&bit, place)| {
            if greatest.bit(place) { self.or([!bit, rest]) } else { self.and([!bit, rest]) }
        })
    }

    /// `and` or `or`; `neutral` is the constant that changes nothing, its negation the one that decides.
    fn junction(
        &mut self,
        operator: Operator,
        neutral: FormulaId,
        operands: impl IntoIterator<Item = FormulaId>,
    ) -> FormulaId {
        self.scratch.clear();
        self.scratch.extend(operands.into_iter().filter(|operand| *operand != neutral));
        let decided = normalise_junction(&mut self.scratch) || self.scratch.contains(&!neutral);
        match self.scratch[..] {
            [] => neutral,
            _ if decided => !neutral,
            [single] => single,
            _ => self.intern(operator),
        }
    }

    fn cardinality(&mut self, operator: Operator, operands: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        let mut constants = 0;
        self.scratch.clear();
        self.scratch.extend(operands.into_iter().filter(|operand| {
            constants += usize::from(*operand == FormulaId::TRUE);
            operand.as_constant().is_none()
        }));
        let Selection { certain, mut repeated, single } = select(&mut self.scratch);
        let certain = certain + constants;
        if certain > 1 {
            return FormulaId::FALSE;
        }
        let core = if certain == 1 {
            repeated.extend(single);
            FormulaId::TRUE
        } else {
            self.distinct_cardinality(operator, &single)
        };
        self.and(repeated.into_iter().map(|operand| !operand).chain([core]))
    }

    /// At most or exactly one of operands that are distinct, not constant and not complementary.
    fn distinct_cardinality(&mut self, operator: Operator, operands: &[FormulaId]) -> FormulaId {
        match (operator, operands) {
            (Operator::ExactlyOne, []) => FormulaId::FALSE,
            (Operator::ExactlyOne, [single]) => *single,
            (Operator::ExactlyOne, [left, right]) => self.xor([*left, *right]),
            (_, [] | [_]) => FormulaId::TRUE,
            (_, [left, right]) => self.or([!*left, !*right]),
            _ => {
                self.scratch.clear();
                self.scratch.extend_from_slice(operands);
                self.intern(operator)
            }
        }
    }
}
