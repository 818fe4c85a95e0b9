//! What the operators mean, said once for two-valued and for partial evaluation.

/// The operator of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Operator {
    And,
    Or,
    Iff,
    Xor,
    AtMostOne,
    ExactlyOne,
}

/// How many operands are known to be true, known to be false, and not known.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Tally {
    pub trues: u32,
    pub falses: u32,
    pub unknown: u32,
}

impl Tally {
    pub(crate) fn of_unknown(operands: usize) -> Self {
        Self { unknown: operands as u32, ..Self::default() }
    }

    /// Moves one operand from unknown to `value`.
    pub(crate) fn learn(&mut self, value: bool) {
        self.unknown -= 1;
        self.add(value);
    }

    /// One operand has this value now, and had the other one.
    pub(crate) fn turn(&mut self, value: bool) {
        let lost = if value { &mut self.falses } else { &mut self.trues };
        *lost -= 1;
        self.add(value);
    }

    pub(crate) fn add(&mut self, value: bool) {
        if value {
            self.trues += 1;
        } else {
            self.falses += 1;
        }
    }
}

impl Operator {
    /// The value that all completions of the unknown operands agree on; always `Some` when none is unknown.
    ///
    /// All operators are symmetric, so the tally is all there is to know.
    pub(crate) fn decide(self, tally: Tally) -> Option<bool> {
        let Tally { trues, falses, unknown } = tally;
        let all_known = unknown == 0;
        match self {
            Self::And if falses > 0 => Some(false),
            Self::And => all_known.then_some(true),
            Self::Or if trues > 0 => Some(true),
            Self::Or => all_known.then_some(false),
            Self::Iff => all_known.then_some(trues % 2 == 0),
            Self::Xor => all_known.then_some(trues % 2 == 1),
            Self::AtMostOne | Self::ExactlyOne if trues > 1 => Some(false),
            Self::AtMostOne => (trues + unknown <= 1).then_some(true),
            Self::ExactlyOne => all_known.then_some(trues == 1),
        }
    }

    /// The value that every unknown operand has to take for the operator to have this value, if there is one.
    ///
    /// Nothing is forced where the operator is decided already. As the operators are symmetric, all unknown operands
    /// are forced or none is.
    pub(crate) fn force(self, tally: Tally, value: bool) -> Option<bool> {
        if self.decide(tally).is_some() {
            return None;
        }
        let Tally { trues, unknown, .. } = tally;
        let is_last = unknown == 1;
        match (self, value) {
            (Self::AtMostOne | Self::ExactlyOne, true) if trues == 1 => Some(false),
            (Self::And, true) => Some(true),
            (Self::Or, false) => Some(false),
            (Self::And, false) => is_last.then_some(false),
            (Self::Or | Self::ExactlyOne, true) => is_last.then_some(true),
            (Self::Iff, _) => is_last.then_some(value == (trues % 2 == 1)),
            (Self::Xor, _) => is_last.then_some(value == (trues % 2 == 0)),
            (Self::AtMostOne, false) => (trues + unknown == 2).then_some(true),
            (Self::ExactlyOne, false) => is_last.then_some(trues == 1),
            (Self::AtMostOne, true) => None,
        }
    }

    /// Whether learning one operand can have given [`Operator::force`] something new to say. Keeps the cost of wide
    /// operators linear: they are looked at when one of the last operands is learnt, or the one true operand.
    pub(crate) fn may_force_after(self, tally: Tally, learnt: bool) -> bool {
        let is_cardinality = matches!(self, Self::AtMostOne | Self::ExactlyOne);
        tally.unknown <= 2 || (learnt && is_cardinality)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Operator; 6] =
        [Operator::And, Operator::Or, Operator::Iff, Operator::Xor, Operator::AtMostOne, Operator::ExactlyOne];

    #[test]
    fn partial_decisions_are_what_all_completions_agree_on() {
        for operator in ALL {
            for (trues, falses, unknown) in tallies(4) {
                let completions: Vec<bool> = (0..=unknown)
                    .map(|more| Tally { trues: trues + more, falses: falses + unknown - more, unknown: 0 })
                    .map(|tally| operator.decide(tally).unwrap())
                    .collect();
                let agreed = completions.iter().all(|value| *value == completions[0]).then_some(completions[0]);
                assert_eq!(operator.decide(Tally { trues, falses, unknown }), agreed, "{operator:?}");
            }
        }
    }

    #[test]
    fn forced_operands_are_those_without_another_completion() {
        for operator in ALL {
            for (trues, falses, unknown) in tallies(4) {
                let tally = Tally { trues, falses, unknown };
                let is_decided = operator.decide(tally).is_some();
                for value in [false, true] {
                    let fits = |more: &u32| {
                        let total = Tally { trues: trues + more, falses: falses + unknown - more, unknown: 0 };
                        operator.decide(total) == Some(value)
                    };
                    let fitting: Vec<u32> = (0..=unknown).filter(fits).collect();
                    let expected = match fitting[..] {
                        _ if is_decided => None,
                        [0] => Some(false),
                        [all] if all == unknown => Some(true),
                        _ => None,
                    };
                    assert_eq!(operator.force(tally, value), expected, "{operator:?} {tally:?} {value}");
                }
            }
        }
    }

    #[test]
    fn what_an_operand_newly_forces_is_looked_for() {
        for operator in ALL {
            for (trues, falses, unknown) in tallies(5).filter(|tally| tally.2 > 1) {
                let before = Tally { trues, falses, unknown };
                for (learnt, value) in [(false, false), (false, true), (true, false), (true, true)] {
                    let mut after = before;
                    after.learn(learnt);
                    if operator.decide(after).is_some() || operator.force(before, value).is_some() {
                        continue;
                    }
                    let forces = operator.force(after, value).is_some();
                    assert!(!forces || operator.may_force_after(after, learnt), "{operator:?} {before:?}");
                }
            }
        }
    }

    /// Equivalence has two operands; the others are asked with any number.
    fn tallies(most: u32) -> impl Iterator<Item = (u32, u32, u32)> {
        let counts = move || 0..=most;
        counts().flat_map(move |t| counts().flat_map(move |f| counts().map(move |u| (t, f, u))))
    }
}
