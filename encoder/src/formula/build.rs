//! The constructors. Each folds constants, repeated and complementary operands, and single operands, so that a node
//! stands only where there is something left to decide.

use super::arena::Formulas;
use super::id::FormulaId;
use super::operator::Operator;

/// Operands of a cardinality after everything that is decided without knowing an atom.
struct Selection {
    /// How many operands are certainly true, counting a formula and its negation as one.
    certain: usize,
    /// Operands that occur more than once: true would count twice.
    repeated: Vec<FormulaId>,
    /// Operands that occur once.
    single: Vec<FormulaId>,
}

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
        let mut negate = false;
        self.scratch.clear();
        for operand in operands {
            negate ^= operand.is_negation();
            self.scratch.push(operand.without_negation());
        }
        self.scratch.sort_unstable();
        negate ^= cancel_pairs(&mut self.scratch);
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

    /// `and` or `or`; `neutral` is the constant that changes nothing, its negation the one that decides.
    fn junction(
        &mut self,
        operator: Operator,
        neutral: FormulaId,
        operands: impl IntoIterator<Item = FormulaId>,
    ) -> FormulaId {
        self.scratch.clear();
        self.scratch.extend(operands.into_iter().filter(|operand| *operand != neutral));
        self.scratch.sort_unstable();
        self.scratch.dedup();
        let decided = self.scratch.contains(&!neutral) || self.scratch.windows(2).any(|pair| pair[0] == !pair[1]);
        match self.scratch[..] {
            [] => neutral,
            _ if decided => !neutral,
            [single] => single,
            _ => self.intern(operator),
        }
    }

    fn cardinality(&mut self, operator: Operator, operands: impl IntoIterator<Item = FormulaId>) -> FormulaId {
        self.scratch.clear();
        self.scratch.extend(operands);
        self.scratch.sort_unstable();
        let Selection { certain, mut repeated, single } = select(&self.scratch);
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

/// Removes equal neighbours pairwise, and the constant true; whether the constant was left over.
fn cancel_pairs(sorted: &mut Vec<FormulaId>) -> bool {
    let mut kept: usize = 0;
    for index in 0..sorted.len() {
        if kept > 0 && sorted[kept - 1] == sorted[index] {
            kept -= 1;
        } else {
            sorted[kept] = sorted[index];
            kept += 1;
        }
    }
    sorted.truncate(kept);
    let has_true = sorted.first() == Some(&FormulaId::TRUE);
    if has_true {
        sorted.remove(0);
    }
    has_true
}

/// Sorts the operands of a cardinality by what is known of them; a formula and its negation are neighbours.
fn select(sorted: &[FormulaId]) -> Selection {
    let mut selection = Selection { certain: 0, repeated: Vec::new(), single: Vec::new() };
    for run in sorted.chunk_by(|a, b| a.without_negation() == b.without_negation()) {
        let positive = run[0].without_negation();
        let negatives = run.iter().filter(|operand| operand.is_negation()).count();
        let positives = run.len() - negatives;
        if positive == FormulaId::TRUE {
            selection.certain += positives;
            continue;
        }
        selection.certain += positives.min(negatives);
        let rest = positive.negated_if(negatives > positives);
        match positives.abs_diff(negatives) {
            0 => {}
            1 => selection.single.push(rest),
            _ => selection.repeated.push(rest),
        }
    }
    selection
}
