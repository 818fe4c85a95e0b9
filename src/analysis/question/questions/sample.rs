//! Some variants in place of all: drawn at random, or few that show every possible combination of few presences.

use std::rc::Rc;

use variscope_encoder::circuit::{self, Sampler};
use variscope_encoder::covering::{NoArray, Space, covering_array};
use variscope_encoder::{Account, Budget, Circuit, CountLimits, Interrupted, Lit};

use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::exactness::Exactness;
use crate::analysis::question::all_variants::lifted::{OneOfEach, ProjectedClauses};
use crate::analysis::question::all_variants::limits::{self, Limits};
use crate::analysis::question::all_variants::variants_with_witness::{NoWitness, Sample, VariantProblem};

/// How variants are chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// So many, each variant with the same probability every time.
    Uniform(usize),
    /// Few that show every combination of so many presences that a valid variant shows.
    Covering(usize),
}

/// Chosen variants.
#[derive(Clone, Debug)]
pub struct Samples {
    /// Each with a configuration that gives it.
    pub samples: Vec<Sample>,
    /// Whether the choice was one from all variants.
    pub exactness: Exactness,
}

/// Why no variants are chosen.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoSamples {
    /// There is none.
    #[error("there is no variant to draw")]
    Void,
    /// None was found, and it is unknown whether there is one.
    #[error("no variant was found, but there may be some: not all values could be looked at")]
    Unknown,
    /// There are too many combinations.
    #[error("there are too many combinations of {0} presences")]
    TooMany(usize),
    /// The budget is used up.
    #[error("stopped before the variants were known")]
    Interrupted(#[from] Interrupted),
    /// A variant without configuration.
    #[error(transparent)]
    NoWitness(#[from] NoWitness),
}

impl From<NoArray> for NoSamples {
    fn from(why: NoArray) -> Self {
        match why {
            NoArray::Interrupted(_) | NoArray::Unfinished(_) => Self::Interrupted(Interrupted),
            NoArray::TooMany(strength) => Self::TooMany(strength),
        }
    }
}

/// What models are drawn from, each variant one of them.
enum SampleSource<'l> {
    /// Models are presences.
    Presences(Circuit),
    Members(Box<OneOfEach<'l>>),
}

impl<'l> SampleSource<'l> {
    /// Clauses are compiled where that is little work. Where it is not, as where numbers are added up, diagrams that counts are made with
    /// may be at hand.
    fn of(
        known: &'l VariantProblem<'_, '_>,
        condensed: &ProjectedClauses,
        limits: &Limits,
    ) -> Result<Self, Interrupted> {
        let compile = |bounds: &CountLimits| circuit::compile(&condensed.cnf, Some(&condensed.vars), bounds);
        // With one thread it is the same on every run whether the work is little.
        let readily = limits::of_all_variants(&limits.budget.clone().with_checks(READILY_COMPILED));
        let readily = CountLimits { threads: Some(1), ..readily };
        if !known.has_sums()
            && let Ok(circuit) = compile(&readily)
        {
            return Ok(Self::Presences(circuit));
        }
        match known.one_of_each(limits) {
            Some(members) => Ok(Self::Members(Box::new(members))),
            None => Ok(Self::Presences(compile(&limits::of_all_variants(&limits.budget))?)),
        }
    }

    fn circuit(&self) -> &Circuit {
        match self {
            Self::Presences(circuit) => circuit,
            Self::Members(members) => &members.circuit,
        }
    }
}

/// Looks at the budget while clauses are compiled to draw from: more is too much where there may be diagrams.
const READILY_COMPILED: u64 = 2_000;

/// About so many bytes are kept of a drawn variant, beside its presences.
const SAMPLE: usize = 256;

/// Variants at random, as long as the budget lasts.
struct Draws<'c> {
    sampler: Sampler<'c>,
    /// How many are wanted that were not drawn yet.
    left: usize,
    budget: &'c Budget,
    /// What is kept of those that were.
    account: Account,
    bytes: usize,
}

impl Iterator for Draws<'_> {
    type Item = Vec<Lit>;

    fn next(&mut self) -> Option<Vec<Lit>> {
        if self.left == 0 || self.budget.check().is_err() {
            return None;
        }
        self.left -= 1;
        let row = self.sampler.draw();
        self.bytes += SAMPLE + row.len();
        self.account.set(self.bytes);
        Some(row)
    }
}

impl Variants<'_> {
    /// Chooses variants; with the same seed, the same ones. Each comes with a configuration that was resolved and gave it.
    ///
    /// # Errors
    /// [`NoSamples`].
    pub fn samples(&self, method: Method, seed: u64, limits: &Limits) -> Result<Samples, NoSamples> {
        let known = VariantProblem::of(self, limits)?;
        let none = || if known.exactness.is_exact() { NoSamples::Void } else { NoSamples::Unknown };
        if let Method::Covering(strength) = method
            && let Some(images) = known.combinations()
        {
            let images = Rc::new(images);
            let space = Space::of_images(Rc::clone(&images));
            let rows = covering_array(&space, strength, seed, &limits.budget)?;
            if rows.is_empty() {
                return Err(none());
            }
            let samples = known.samples_of_combinations(rows.iter().map(|row| images.values(row)))?;
            return Ok(Samples { samples, exactness: known.exactness.clone() });
        }
        let condensed = known.condensed();
        let ProjectedClauses { cnf, vars, columns } = &condensed;
        let present = |row: Vec<Lit>| -> Vec<bool> {
            columns.iter().map(|&var| Lit::value_in(&row, var) == Some(true)).collect()
        };
        let samples = match method {
            Method::Uniform(number) => {
                let drawn = SampleSource::of(&known, &condensed, limits)?;
                let sampler = Sampler::new(drawn.circuit(), seed).ok_or_else(none)?;
                let mut draws =
                    Draws { sampler, left: number, budget: &limits.budget, account: limits.budget.account(), bytes: 0 };
                let presences = |row: Vec<Lit>| match &drawn {
                    SampleSource::Presences(_) => present(row),
                    SampleSource::Members(members) => members.presences(&row),
                };
                let samples = known.samples_of(draws.by_ref().map(presences))?;
                if draws.left > 0 {
                    return Err(Interrupted.into());
                }
                samples
            }
            Method::Covering(strength) => {
                let space = Space::of_clauses(cnf, Some(vars), &limits.budget)?;
                let rows = covering_array(&space, strength, seed, &limits.budget)?;
                if rows.is_empty() {
                    return Err(none());
                }
                known.samples_of(rows.into_iter().map(present))?
            }
        };
        Ok(Samples { samples, exactness: known.exactness.clone() })
    }
}
