//! Features and their ids.

use std::fmt;

use variscope_encoder::Var;

/// A feature of a model, numbered from 0 in the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FeatureId(u32);

/// Something that a variant selects or leaves out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// The name in the file; the number of the variable where it gives none.
    pub name: String,
    /// The variable that says whether it is selected.
    pub var: Var,
}

impl FeatureId {
    /// The feature with 0-based `index`.
    pub(super) fn new(index: usize) -> Self {
        Self(index as u32)
    }

    /// 0-based index.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for FeatureId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "feature{}", self.0)
    }
}
