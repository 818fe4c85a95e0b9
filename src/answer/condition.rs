//! When a condition holds, and why.

use schemars::JsonSchema;
use serde::Serialize;

use super::{About, Answer, Exactness, Line, Values};
use crate::analysis::pretty;
use crate::analysis::question::{self, HoldingReport, Occurrence};
use crate::tosca::model::Model;

/// When a condition holds in valid variants, and why.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Condition {
    /// What was asked.
    pub about: About,
    /// The condition.
    pub condition: String,
    /// When it holds.
    pub holds: Holds,
    /// The cases in which it holds, where it holds sometimes and that does not take too many words.
    pub cases: Option<String>,
    /// Values that give a valid variant in which it holds.
    pub witness: Option<Values>,
    /// Values that give a valid variant in which it does not hold.
    pub counterexample: Option<Values>,
    /// Lines that force it, none of which can be left out; none when nothing is forced.
    pub because: Vec<Line>,
    /// How far the answer can be relied on.
    #[serde(flatten)]
    pub exactness: Exactness,
}

/// When a condition holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Holds {
    /// There is no valid variant.
    NoVariant,
    /// In every valid variant.
    Always,
    /// In no valid variant.
    Never,
    /// In some valid variants.
    Sometimes,
    /// It is not decided.
    Unknown,
}

impl Answer for Condition {
    const NAME: &'static str = "condition";
    const VERSION: u32 = 1;
}

impl Condition {
    /// Where it was stopped before anything was known.
    pub fn unknown(condition: &str) -> Self {
        Self {
            about: About::Template,
            condition: condition.to_owned(),
            holds: Holds::Unknown,
            cases: None,
            witness: None,
            counterexample: None,
            because: Vec::new(),
            exactness: Exactness::unfinished(),
        }
    }

    /// About a condition of a template.
    pub fn of(model: &Model, condition: &str, holding: &HoldingReport) -> Self {
        let (holds, cases, witness, counterexample) = match &holding.occurrence {
            Occurrence::NoVariant => (Holds::NoVariant, None, None, None),
            Occurrence::Always { witness } => (Holds::Always, None, Some(witness), None),
            Occurrence::Never { witness } => (Holds::Never, None, None, Some(witness)),
            Occurrence::Sometimes { cases, witnesses: [with, without] } => {
                (Holds::Sometimes, cases.as_ref(), Some(with), Some(without))
            }
            Occurrence::Unknown => (Holds::Unknown, None, None, None),
        };
        let exactness = question::Exactness { is_complete: holds != Holds::Unknown, caveats: holding.caveats.clone() };
        Self {
            holds,
            cases: cases.map(|cases| pretty::cases(model, cases)),
            witness: witness.map(Values::from),
            counterexample: counterexample.map(Values::from),
            because: holding.because.iter().map(|label| Line::of(model, label)).collect(),
            exactness: Exactness::of(model, &exactness),
            ..Self::unknown(condition)
        }
    }
}
