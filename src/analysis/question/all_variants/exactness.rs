//! How far an answer can be relied on: the same for every question, and however it is answered.

use crate::analysis::domain::Caveat;

/// How far an answer can be relied on.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Exactness {
    /// Whether everything that was found was looked at: there was time for it.
    pub is_complete: bool,
    /// Why configurations may be missing.
    pub caveats: Vec<Caveat>,
}

impl Exactness {
    /// Whether the answer is exact.
    pub fn is_exact(&self) -> bool {
        self.is_complete && self.caveats.is_empty()
    }
}
