//! At most one, exactly one: linear in size, without free auxiliaries.
//!
//! Few operands are compared directly. Many are asserted in groups whose disjunctions are compared in turn: the
//! commander encoding [Klieber & Kwon 2007], but with commanders *equivalent* to their group. As a gate, many operands
//! are merged pairwise, each merge noting whether both sides held a true one.

use std::collections::VecDeque;

use crate::formula::Operator;
use crate::lit::Lit;
use crate::signed::{Selection, select};
use crate::term::Term;
use crate::tseitin::Gates;

/// Up to this many operands are compared pairwise.
const PAIRWISE: usize = 5;
/// Operands per commander.
const GROUP: usize = 4;

/// Operands of a cardinality: what has to be false whatever the rest, and the rest, distinct.
struct Operands {
    /// An operand is true in any case, so all others are false.
    has_certain: bool,
    excluded: Vec<Lit>,
    distinct: Vec<Lit>,
}

impl Gates {
    /// True when at most one operand is, a repeated one counted as often as it is given.
    pub fn at_most_one(&mut self, operands: impl IntoIterator<Item = Term>) -> Term {
        self.cardinality(Operator::AtMostOne, operands)
    }

    /// True when exactly one operand is, a repeated one counted as often as it is given.
    pub fn exactly_one(&mut self, operands: impl IntoIterator<Item = Term>) -> Term {
        self.cardinality(Operator::ExactlyOne, operands)
    }

    /// What one of the two operators gives: where an operand is true in any case, both say that no other one is.
    fn cardinality(&mut self, operator: Operator, operands: impl IntoIterator<Item = Term>) -> Term {
        let Some(operands) = cardinality_operands(operands) else {
            return Term::FALSE;
        };
        let core = if operands.has_certain { Term::TRUE } else { self.distinct(operator, operands.distinct) };
        self.and(negated(operands.excluded).chain([core]))
    }

    /// Says that at most one operand is true.
    pub fn assert_at_most_one(&mut self, operands: impl IntoIterator<Item = Term>) {
        let Some(operands) = cardinality_operands(operands) else {
            return self.add(&[]);
        };
        for lit in &operands.excluded {
            self.add(&[!*lit]);
        }
        self.exclude(&operands.distinct);
        if operands.distinct.len() > 1 {
            self.note_exclusive(operands.distinct);
        }
    }

    /// Says that exactly one operand is true.
    pub fn assert_exactly_one(&mut self, operands: impl IntoIterator<Item = Term> + Clone) {
        self.assert_or(operands.clone());
        self.assert_at_most_one(operands);
    }

    /// Says that two operands at least are true.
    pub fn assert_two(&mut self, operands: impl IntoIterator<Item = Term>) {
        let at_most_one = self.at_most_one(operands);
        self.assert_or([!at_most_one]);
    }

    /// Says that the number of true operands is not one.
    pub fn assert_not_one(&mut self, operands: impl IntoIterator<Item = Term>) {
        let exactly_one = self.exactly_one(operands);
        self.assert_or([!exactly_one]);
    }

    /// Says that at most one of distinct literals is true.
    fn exclude(&mut self, lits: &[Lit]) {
        let mut level = lits.to_vec();
        while level.len() > PAIRWISE {
            let groups: Vec<Vec<Lit>> = level.chunks(GROUP).map(<[Lit]>::to_vec).collect();
            level.clear();
            for group in groups {
                self.exclude_pairs(&group);
                let commander = if let [single] = group[..] { single } else { self.commander(group) };
                level.push(commander);
            }
        }
        self.exclude_pairs(&level);
    }

    fn commander(&mut self, group: Vec<Lit>) -> Lit {
        match self.or(group.into_iter().map(Term::Lit)) {
            Term::Lit(lit) => lit,
            Term::Const(_) => {
                unreachable!("distinct literals without a complementary pair are no constant")
            }
        }
    }

    fn exclude_pairs(&mut self, lits: &[Lit]) {
        for (index, left) in lits.iter().enumerate() {
            for right in &lits[..index] {
                self.add(&[!*left, !*right]);
            }
        }
    }

    /// A gate over distinct literals.
    fn distinct(&mut self, operator: Operator, lits: Vec<Lit>) -> Term {
        let exactly = operator == Operator::ExactlyOne;
        match lits[..] {
            [] => Term::Const(!exactly),
            [single] => {
                if exactly {
                    single.into()
                } else {
                    Term::TRUE
                }
            }
            [left, right] if exactly => self.parity([left.into(), right.into()]),
            [left, right] => self.or([(!left).into(), (!right).into()]),
            _ if lits.len() <= PAIRWISE && exactly => self.shared(operator, lits, Self::define_exactly_one).into(),
            _ if lits.len() <= PAIRWISE => self.shared(operator, lits, Self::define_at_most_one).into(),
            _ => {
                let (any, clashes) = self.merge(lits);
                let any = if exactly { any } else { Term::TRUE };
                self.and(clashes.into_iter().map(|clash| !clash).chain([any]))
            }
        }
    }

    /// Whether some literal is true, and terms of which one is true exactly when two literals are.
    fn merge(&mut self, lits: Vec<Lit>) -> (Term, Vec<Term>) {
        let mut queue: VecDeque<Term> = lits.into_iter().map(Term::Lit).collect();
        let mut clashes = Vec::new();
        while let (Some(left), Some(right)) = (queue.pop_front(), queue.pop_front()) {
            clashes.push(self.and([left, right]));
            let either = self.or([left, right]);
            if queue.is_empty() {
                return (either, clashes);
            }
            queue.push_back(either);
        }
        unreachable!("two or more operands are merged until one is left")
    }

    fn define_at_most_one(&mut self, output: Lit, lits: &[Lit]) {
        for (index, left) in lits.iter().enumerate() {
            for right in &lits[..index] {
                self.add(&[!output, !*left, !*right]);
            }
            let others = lits.iter().filter(|other| *other != left);
            let clause: Vec<Lit> = others.copied().chain([output]).collect();
            self.add(&clause);
        }
    }

    fn define_exactly_one(&mut self, output: Lit, lits: &[Lit]) {
        let some: Vec<Lit> = lits.iter().copied().chain([!output]).collect();
        self.add(&some);
        for (index, left) in lits.iter().enumerate() {
            for right in &lits[..index] {
                self.add(&[!output, !*left, !*right]);
            }
            let others = lits.iter().map(|lit| if lit == left { !*lit } else { *lit });
            let clause: Vec<Lit> = others.chain([output]).collect();
            self.add(&clause);
        }
    }
}

fn negated(lits: Vec<Lit>) -> impl Iterator<Item = Term> {
    lits.into_iter().map(|lit| Term::Lit(!lit))
}

/// Sorts the operands; `None` when two are certainly true.
fn cardinality_operands(operands: impl IntoIterator<Item = Term>) -> Option<Operands> {
    let mut certain = 0;
    let mut lits = Vec::new();
    for operand in operands {
        match operand {
            Term::Const(value) => certain += usize::from(value),
            Term::Lit(lit) => lits.push(lit),
        }
    }
    let Selection { certain: pairs, repeated, single } = select(&mut lits);
    match certain + pairs {
        0 => Some(Operands { has_certain: false, excluded: repeated, distinct: single }),
        1 => Some(Operands { has_certain: true, excluded: [repeated, single].concat(), distinct: Vec::new() }),
        _ => None,
    }
}
