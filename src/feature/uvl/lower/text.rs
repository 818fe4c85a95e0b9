//! Texts that depend on what is selected.

use variscope_encoder::{FormulaId, Formulas};

/// A text in each of several cases that exclude each other and leave none out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CaseText {
    pub cases: Vec<(FormulaId, String)>,
}

impl CaseText {
    pub(super) fn certain(text: String) -> Self {
        Self { cases: vec![(FormulaId::TRUE, text)] }
    }

    /// `text`, where `selected`; otherwise empty.
    pub(super) fn attribute(selected: FormulaId, text: String) -> Self {
        Self { cases: vec![(selected, text), (!selected, String::new())] }
    }

    /// That both are the same.
    pub(super) fn equal(&self, other: &Self, formulas: &mut Formulas) -> FormulaId {
        let mut equal = Vec::new();
        for (one, left) in &self.cases {
            for (other, right) in &other.cases {
                if left == right {
                    equal.push(formulas.and([*one, *other]));
                }
            }
        }
        formulas.or(equal)
    }
}
