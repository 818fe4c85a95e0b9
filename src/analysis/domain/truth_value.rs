//! What readers make of configurations, as far as presences depend on them.

/// What a reader makes of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TruthValue {
    /// The condition holds, or the value is there.
    Holds,
    /// The condition does not hold.
    Fails,
    /// It cannot be evaluated.
    Error,
}

impl TruthValue {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Holds, Self::Fails, Self::Error];
}

/// What a reader may make of a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TruthValues(u8);

impl TruthValues {
    /// Anything.
    pub const ANY: Self = Self(0b111);

    /// These but that.
    #[must_use]
    pub fn without(self, truth_value: TruthValue) -> Self {
        Self(self.0 & !Self::from(truth_value).0)
    }

    /// Whether that is among them.
    pub fn has(self, truth_value: TruthValue) -> bool {
        self.0 & Self::from(truth_value).0 != 0
    }

    /// The one, if there is only one.
    pub fn only(self) -> Option<TruthValue> {
        TruthValue::ALL.into_iter().find(|&truth_value| self == truth_value.into())
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = TruthValue> {
        TruthValue::ALL.into_iter().filter(move |&truth_value| self.has(truth_value))
    }
}

impl From<TruthValue> for TruthValues {
    fn from(truth_value: TruthValue) -> Self {
        Self(1 << truth_value as u8)
    }
}

/// An outcome of a reader.
pub trait TruthOutcome {
    /// What it says; none where it says more than truth values can, such as a value.
    fn truth_value(&self) -> Option<TruthValue>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_truth_values_are_sets() {
        for truth_value in TruthValue::ALL {
            assert_eq!(TruthValues::from(truth_value).only(), Some(truth_value));
            assert_eq!(TruthValues::ANY.without(truth_value).iter().count(), 2);
            assert!(!TruthValues::ANY.without(truth_value).has(truth_value) && TruthValues::ANY.has(truth_value));
        }
        assert_eq!(TruthValues::ANY.only(), None);
    }
}
