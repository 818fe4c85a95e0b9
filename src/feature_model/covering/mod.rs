//! Few variants that show every possible combination of so many features (t-wise covering arrays).
//!
//! First, uniform samples: of a few at a time the one that shows most that is new, as long as that is worth it. Then, what
//! is left goes into the first partial variant that it fits into, or begins a new one (`YASA`: Krieter et al., `VaMoS` 2020);
//! the circuit tells for 64 of them at once whether it fits. At last, samples that show nothing new are dropped.

mod interactions;
mod partial;

use thiserror::Error;
use variscope_encoder::circuit::Circuit;
use variscope_encoder::{Budget, Interrupted, Lit};

use super::FeatureModel;
use interactions::Interactions;
use partial::Partials;

/// Samples that are drawn for each that is taken.
const CANDIDATES: usize = 8;
/// Samples are taken while they show at least this fraction of what is not shown yet.
const WORTHWHILE: usize = 200;

/// Why there is no covering array.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NoArray {
    /// The budget ended first.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The combinations cannot all be kept in memory.
    #[error("there are too many combinations of {0} features")]
    TooMany(usize),
}

impl FeatureModel {
    /// Variants that together show every combination of `strength` features, selected or not, that some variant shows.
    ///
    /// # Errors
    /// [`NoArray`] when there are too many combinations, or the budget ends first.
    pub fn covering_array(
        &self,
        circuit: &Circuit,
        strength: usize,
        seed: u64,
        budget: &Budget,
    ) -> Result<Vec<Vec<Lit>>, NoArray> {
        let mut samples = self.samples(circuit, seed).peekable();
        let Some(first) = samples.peek() else { return Ok(Vec::new()) };
        let distinct = distinct(circuit, first);
        let mut missing = Interactions::new(distinct.clone(), strength).ok_or(NoArray::TooMany(strength))?;
        let mut sampled = Vec::new();
        loop {
            budget.check()?;
            let drawn = samples.by_ref().take(CANDIDATES).map(|sample| (missing.shown_newly(&sample), sample));
            // Of equal ones, the first that was drawn.
            let Some((shown, best)) = drawn.reduce(|best, next| if next.0 > best.0 { next } else { best }) else {
                break;
            };
            if !sampled.is_empty() && (shown == 0 || shown < missing.count() / WORTHWHILE) {
                break;
            }
            missing.show(&best);
            sampled.push(best);
        }
        let mut partials = Partials::new(circuit);
        let mut left = missing.clone();
        partials.fit_all(&mut left, budget)?;
        let rows = partials.complete(&distinct, seed, budget)?;
        Ok(essential(rows, sampled, Interactions::new(distinct, strength).ok_or(NoArray::TooMany(strength))?))
    }
}

/// Positions of features that differ from each other and are no constants.
fn distinct(circuit: &Circuit, variant: &[Lit]) -> Vec<usize> {
    let frequencies = circuit.frequencies();
    let mut is_redundant = vec![false; variant.len()];
    let position = |lit: &Lit| circuit.vars().binary_search(&lit.var()).expect("literals are of features");
    frequencies.backbone().iter().for_each(|lit| is_redundant[position(lit)] = true);
    for set in circuit.atomic_sets() {
        set[1..].iter().for_each(|lit| is_redundant[position(lit)] = true);
    }
    (0..variant.len()).filter(|&at| !is_redundant[at]).collect()
}

/// The rows that are needed, and those of the samples that show something that no row before them shows.
fn essential(rows: Vec<Vec<Lit>>, sampled: Vec<Vec<Lit>>, mut missing: Interactions) -> Vec<Vec<Lit>> {
    let mut kept = Vec::new();
    for row in rows.into_iter().chain(sampled) {
        if missing.show(&row) > 0 || kept.is_empty() {
            kept.push(row);
        }
    }
    kept
}
