//! How far an answer can be relied on.

use schemars::JsonSchema;
use serde::Serialize;

use super::own_line;
use crate::analysis::{domain, question};
use crate::tosca::model::Model;

/// How far an answer can be relied on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Exactness {
    /// Whether the answer is exact: nothing stopped it, and there are no caveats.
    pub exact: bool,
    /// Whether nothing stopped it before everything was looked at.
    pub complete: bool,
    /// What could not be analysed, so that something may be missing.
    pub caveats: Vec<Caveat>,
}

/// Something that could not be analysed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Caveat {
    /// What, and why.
    pub message: String,
    /// Where, as a line from 1.
    pub line: Option<u32>,
}

impl Exactness {
    /// What is said about a template.
    pub fn of(model: &Model, exactness: &question::Exactness) -> Self {
        let caveats = Caveat::all(model, &exactness.caveats);
        Self { exact: exactness.is_exact(), complete: exactness.is_complete, caveats }
    }

    /// That of two answers together.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        let new: Vec<Caveat> = other.caveats.into_iter().filter(|caveat| !self.caveats.contains(caveat)).collect();
        self.caveats.extend(new);
        Self { exact: self.exact && other.exact, complete: self.complete && other.complete, ..self }
    }

    /// Nothing is missing.
    pub fn exact() -> Self {
        Self::finished(true)
    }

    /// The time was not enough.
    pub fn unfinished() -> Self {
        Self::finished(false)
    }

    /// Nothing but the time can be missing.
    pub fn finished(is_complete: bool) -> Self {
        Self { exact: is_complete, complete: is_complete, caveats: Vec::new() }
    }
}

impl Caveat {
    /// Caveats about a template.
    pub fn all(model: &Model, caveats: &[domain::Caveat]) -> Vec<Self> {
        let line = |caveat: &domain::Caveat| own_line(model, caveat.span?);
        caveats.iter().map(|caveat| Self { message: caveat.message.clone(), line: line(caveat) }).collect()
    }
}
