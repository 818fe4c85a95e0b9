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

    /// Equivalence has two operands; the others are asked with any number.
    fn tallies(most: u32) -> impl Iterator<Item = (u32, u32, u32)> {
        let counts = move || 0..=most;
        counts().flat_map(move |t| counts().flat_map(move |f| counts().map(move |u| (t, f, u))))
    }
}
