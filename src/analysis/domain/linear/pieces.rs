//! Functions that are affine in every cell.

use indexmap::IndexSet;
use num_rational::BigRational;
use rustc_hash::FxBuildHasher;

use super::form::Form;

/// Affine functions of which one function is made, at most.
const MAX_PIECES: usize = 2048;

/// Pairs of pieces that are combined, at most.
const MAX_PAIRS: usize = 1 << 16;

/// A function that is one of these affine functions in each cell, whichever. There is at least one, and each is there once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pieces(Vec<Form>);

impl Pieces {
    /// All of these; none where there are none or too many.
    pub(super) fn of(forms: impl IntoIterator<Item = Form>) -> Option<Self> {
        let mut distinct: IndexSet<Form, FxBuildHasher> = IndexSet::default();
        for form in forms {
            distinct.insert(form);
            if distinct.len() > MAX_PIECES {
                return None;
            }
        }
        (!distinct.is_empty()).then(|| Self(distinct.into_iter().collect()))
    }

    /// The affine functions.
    pub(super) fn forms(&self) -> &[Form] {
        &self.0
    }

    /// Its one value, if it has only one.
    pub(super) fn as_constant(&self) -> Option<&BigRational> {
        match &self.0[..] {
            [form] => form.as_constant(),
            _ => None,
        }
    }

    /// What `combine` makes of each of these and each of `others`; none where it makes nothing of some, or too many.
    pub(super) fn with(&self, others: &Self, combine: impl Fn(&Form, &Form) -> Option<Form>) -> Option<Self> {
        if self.0.len() * others.0.len() > MAX_PAIRS {
            return None;
        }
        let pairs = self.0.iter().flat_map(|form| others.0.iter().map(move |other| (form, other)));
        let combined: Option<Vec<Form>> = pairs.map(|(form, other)| combine(form, other)).collect();
        Self::of(combined?)
    }
}

impl From<Form> for Pieces {
    fn from(form: Form) -> Self {
        Self(vec![form])
    }
}
