//! When does a condition hold: always, never or sometimes?

use super::subject::{Split, Subject};
use super::{CheckOptions, forcing_lines};
use crate::analysis::condition::Literal;
use crate::analysis::domain::Caveat;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::{Variants, Witness};
use crate::source::diagnostic::Label;

/// When a condition holds in valid variants.
#[derive(Clone, Debug, PartialEq)]
pub enum Occurrence {
    /// There is no valid variant.
    NoVariant,
    /// In each of them.
    Always {
        /// A configuration of one.
        witness: Witness,
    },
    /// In none of them.
    Never {
        /// A configuration of one.
        witness: Witness,
    },
    /// In some of them.
    Sometimes {
        /// The cases in which it does, unless they are too many.
        cases: Option<Vec<Vec<Literal>>>,
        /// Values with which it holds, and values with which it does not.
        witnesses: [Witness; 2],
    },
    /// That is not decided.
    Unknown,
}

/// When a condition holds, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct HoldingReport {
    /// Whether that is always, never, sometimes, or not known.
    pub occurrence: Occurrence,
    /// The lines that force it, none of which can be left out.
    pub because: Vec<Label>,
    /// Why it is not known.
    pub caveats: Vec<Caveat>,
}

impl Variants<'_> {
    /// When the demand with this place among those of the rules holds.
    pub fn holding(&self, place: usize, limits: &Limits) -> HoldingReport {
        let mut subject = Subject::new(self, limits, CheckOptions::default());
        let demanded = &self.rules().demands()[place];
        let Split { holds, fails, is_decided } = subject.split(place);
        let fails = fails.map(|found| found.witness);
        let because = |subject: &Subject<'_, '_>, holds: bool| {
            let lifted = subject.take_explanation();
            let formula = demanded.formula.negated_if(!holds);
            let lines = lifted.map_or_else(Vec::new, |lifted| forcing_lines::of_valid(lifted, formula, subject.limits));
            lines.into_iter().filter(|line| line.span.file != demanded.span.file).collect()
        };
        let (occurrence, because) = match (holds, fails) {
            (Some(with), Some(without)) => {
                let lifted = subject.lifted();
                let cases = lifted.and_then(|lifted| lifted.condition_of(demanded.formula, &limits.budget));
                let cases = cases.map(|cases| self.literals(cases));
                (Occurrence::Sometimes { cases, witnesses: [with, without] }, Vec::new())
            }
            (Some(witness), None) if is_decided => (Occurrence::Always { witness }, because(&subject, true)),
            (None, Some(witness)) if is_decided => (Occurrence::Never { witness }, because(&subject, false)),
            (None, None) if is_decided => (Occurrence::NoVariant, Vec::new()),
            _ => (Occurrence::Unknown, Vec::new()),
        };
        let caveats = if matches!(occurrence, Occurrence::Unknown) { subject.space.caveats() } else { Vec::new() };
        HoldingReport { occurrence, because, caveats }
    }
}
