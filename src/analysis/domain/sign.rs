//! What readers make of configurations, as far as presences depend on them.

/// What a reader makes of a configuration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sign {
    /// The condition holds, or the value is there.
    Holds,
    /// The condition does not hold.
    Fails,
    /// It cannot be evaluated.
    Error,
}

impl Sign {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Holds, Self::Fails, Self::Error];
}

/// What a reader may make of a configuration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Signs(u8);

impl Signs {
    /// Anything.
    pub const ANY: Self = Self(0b111);

    /// These but that.
    #[must_use]
    pub fn without(self, sign: Sign) -> Self {
        Self(self.0 & !Self::from(sign).0)
    }

    /// Whether that is among them.
    pub fn has(self, sign: Sign) -> bool {
        self.0 & Self::from(sign).0 != 0
    }

    /// The one, if there is only one.
    pub fn only(self) -> Option<Sign> {
        Sign::ALL.into_iter().find(|&sign| self == sign.into())
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Sign> {
        Sign::ALL.into_iter().filter(move |&sign| self.has(sign))
    }
}

impl From<Sign> for Signs {
    fn from(sign: Sign) -> Self {
        Self(1 << sign as u8)
    }
}

/// An outcome of a reader.
pub trait SignedOutcome {
    /// What it says; none where it says more than signs can, such as a value.
    fn sign(&self) -> Option<Sign>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_of_signs_are_sets() {
        for sign in Sign::ALL {
            assert_eq!(Signs::from(sign).only(), Some(sign));
            assert_eq!(Signs::ANY.without(sign).iter().count(), 2);
            assert!(!Signs::ANY.without(sign).has(sign) && Signs::ANY.has(sign));
        }
        assert_eq!(Signs::ANY.only(), None);
    }
}
