//! Which configuration gives the best variant?

mod objective;
mod terms;

use std::fmt;
use std::str::FromStr;

use variscope_encoder::{BestSum, Interrupted};

pub use objective::Objective;

use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::exactness::Exactness;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::all_variants::variants_with_witness::{NoWitness, Sample, VariantProblem};
use crate::analysis::question::configuration::decimal::Decimal;
use crate::source::counted::together;
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::Direction;
pub(crate) use terms::{Sum, SumFormulas};

/// Looks at the budget while a solver looks for the best variant: more is too much where there may be a diagram.
const READILY_FOUND: u64 = 500;

/// What is summed up over a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// One for each present element.
    Elements,
    /// One for each present node.
    Nodes,
    /// The weights of the present nodes.
    Weight,
    /// The numbers that present nodes have as a property of this name.
    Property(String),
}

/// A word that is no measure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is none of {words}", words = words())]
pub struct NoMeasure(String);

/// The measures that need no name, by the words that they are read from.
static MEASURES: [(&str, Measure); 3] =
    [("nodes", Measure::Nodes), ("elements", Measure::Elements), ("weight", Measure::Weight)];

/// The measures as an author may write them.
fn words() -> String {
    let words = MEASURES.iter().map(|(word, _)| format!("`{word}`"));
    let words: Vec<String> = words.chain([format!("`{PROPERTY}NAME`")]).collect();
    together(&words, words.len())
}

/// What stands before the name of a property.
const PROPERTY: &str = "property:";

impl FromStr for Measure {
    type Err = NoMeasure;

    fn from_str(text: &str) -> Result<Self, NoMeasure> {
        let known = MEASURES.iter().find(|(word, _)| *word == text).map(|(_, measure)| measure.clone());
        let name = text.strip_prefix(PROPERTY).filter(|name| !name.is_empty());
        known.or(name.map(|name| Self::Property(name.to_owned()))).ok_or_else(|| NoMeasure(text.to_owned()))
    }
}

/// The words that it is read from.
impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Self::Property(name) = self {
            return write!(f, "{PROPERTY}{name}");
        }
        let word = MEASURES.iter().find(|(_, measure)| measure == self).map(|(word, _)| *word);
        f.write_str(word.unwrap_or_else(|| unreachable!("{self:?} has a word")))
    }
}

/// A best variant, or the best one that was found in time.
#[derive(Clone, Debug)]
pub struct Best {
    /// What the measure is there.
    pub value: Decimal,
    /// What no variant surpasses: the value itself unless the budget ended first; none when not all variants are known.
    pub bound: Option<Decimal>,
    /// The variant, with a configuration that gives it.
    pub sample: Sample,
    /// Whether no variant is better.
    pub exactness: Exactness,
}

/// Why there is no best variant.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoBest {
    /// There is no variant.
    #[error("there is no variant")]
    Void,
    /// None was found, and it is unknown whether there is one.
    #[error("no variant was found, but there may be some: not all values could be looked at")]
    Unknown,
    /// No node has the property.
    #[error("no node has a property \"{0}\"")]
    NoProperty(String),
    /// Properties that are no numbers.
    #[error("the property is not always a number")]
    NoNumber(Vec<Diagnostic>),
    /// The numbers do not fit into 64 bits when all have as many digits behind the point.
    #[error("the numbers of the measure are too large")]
    TooLarge,
    /// The budget is used up.
    #[error("stopped before the answer was known")]
    Interrupted(#[from] Interrupted),
    /// The variant without configuration.
    #[error(transparent)]
    NoWitness(#[from] NoWitness),
}

impl Variants<'_> {
    /// A configuration whose variant has the least or the greatest measure, resolved; when the budget ends before that is
    /// known, the best one that was found.
    ///
    /// # Errors
    /// [`NoBest`].
    pub fn best(&self, direction: Direction, measure: &Measure, limits: &Limits) -> Result<Best, NoBest> {
        let sum = Sum::of(self, measure)?;
        let mut known = VariantProblem::measuring(self, &sum.measured, limits)?;
        let values = sum.measured.iter().map(|&property| known.values_of(property)).collect();
        let presences = known.presence_formulas();
        let sum = sum.in_formulas(self.model(), known.problem.formulas_mut(), values, |id| presences[&id]);
        let SumFormulas { numbers, unsummable } = sum;
        let objective = Objective::of(direction, numbers).ok_or(NoBest::TooLarge)?;
        let mut session = known.problem.session(|_| None, limits.budget.clone())?;
        let mut met = Vec::new();
        for (is_written, diagnostic) in unsummable {
            if session.solve_under(known.problem.formulas(), is_written)?.is_some() {
                met.push(*diagnostic);
            }
        }
        if !met.is_empty() {
            return Err(NoBest::NoNumber(met));
        }
        let is_exact = known.exactness.is_exact();
        let none = || if is_exact { NoBest::Void } else { NoBest::Unknown };
        let readily = limits.budget.clone().with_checks(READILY_FOUND);
        let mut sum = objective.best(&mut session, known.problem.formulas(), &readily)?.ok_or_else(none)?;
        if !sum.is_optimal() {
            sum = match known.least_sum(&objective.losses()) {
                Some((lost, is_least)) => {
                    session.constrain(known.problem.formulas(), is_least);
                    let best = objective.at_loss(lost);
                    BestSum { found: best.clone(), bound: best }
                }
                None => objective.best(&mut session, known.problem.formulas(), &limits.budget)?.ok_or_else(none)?,
            };
        }
        let is_optimal = sum.is_optimal();
        // Of equal ones, always the same.
        let found = if is_optimal { session.lexicographic_minimum(&known.presences)? } else { session.solve()? };
        let sample = known.sample_of(&found.ok_or_else(none)?)?;
        let mut exactness = known.exactness.clone();
        let bound = exactness.is_exact().then_some(sum.bound);
        exactness.is_complete &= is_optimal;
        Ok(Best { value: sum.found, bound, sample, exactness })
    }
}
