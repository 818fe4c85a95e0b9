//! The four revisions of Variability4TOSCA.

use std::fmt;
use std::str::FromStr;

/// Which revision of Variability4TOSCA a template is read with. TOSCA's own word is not meant: the types of the "TOSCA Simple
/// Profile" are [`TypesProfile`](crate::tosca::types::TypesProfile).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Profile {
    /// August 2022: nodes, relations and groups.
    A,
    /// January 2023: adds properties, artifacts, policies and inputs; pruning by call options.
    B,
    /// February 2023: adds default alternatives and options in the template.
    C,
    /// July 2025: types, outputs, imports, technologies, optimisation; presence by SAT.
    D,
}

impl Profile {
    /// All profiles, oldest first.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::C, Self::D];

    /// The newest: conditions that are typed are in its words.
    pub const LATEST: Self = Self::D;

    /// The one that takes options of the call that resolves a template ([`Dialect::takes_options_of_call`](super::Dialect)).
    pub const WITH_OPTIONS_OF_CALL: Self = Self::B;

    /// The one whose options say that they turn something on, or a check off ([`OptionStyle::Enabling`](super::OptionStyle)).
    pub const WITH_ENABLING_OPTIONS: Self = Self::C;

    /// 0 for the oldest: an index into tables with a column per profile.
    pub fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:?}")
    }
}

impl FromStr for Profile {
    type Err = UnknownProfile;

    fn from_str(text: &str) -> Result<Self, UnknownProfile> {
        Self::ALL
            .into_iter()
            .find(|profile| profile.to_string().eq_ignore_ascii_case(text))
            .ok_or_else(|| UnknownProfile(text.to_owned()))
    }
}

/// A word that is no profile.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("unknown profile \"{0}\": A, B, C or D")]
pub struct UnknownProfile(String);
