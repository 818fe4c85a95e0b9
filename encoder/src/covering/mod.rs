//! Few variants that show every possible combination of so many features (t-wise covering arrays).
//!
//! Where there are many combinations, uniform samples come first: of a few at a time the one that shows most that is new, as
//! long as that is worth it. Then, what is left goes into one of the first partial variants that it fits into, or begins a new one
//! (`YASA`: Krieter et al., `VaMoS` 2020); the circuit tells for 64 of them at once whether it fits. At last, variants that show
//! nothing that the others do not are dropped.

mod interactions;
mod partial;
mod units;

use thiserror::Error;

use crate::circuit::{Circuit, Sampler};
use crate::{Budget, Interrupted, Lit};
use interactions::Interactions;
use partial::Partials;

/// Samples that are drawn for each that is taken.
const CANDIDATES: usize = 8;
/// Samples are taken while they show at least this fraction of what is not shown yet.
const WORTHWHILE: usize = 200;

/// Up to so many combinations, samples only take room.
const FEW: usize = 1 << 18;

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

/// Variants that together show every combination of `strength` features, selected or not, that some variant shows.
///
/// # Errors
/// [`NoArray`] when there are too many combinations, or the budget ends first.
pub fn covering_array(
    circuit: &Circuit,
    strength: usize,
    seed: u64,
    budget: &Budget,
) -> Result<Vec<Vec<Lit>>, NoArray> {
    completing_array(circuit, &[], strength, seed, budget)
}

/// Variants that show what the variants `shown` do not: together with them, every combination of `strength` features,
/// selected or not, that some variant shows. Each variant is given by a literal for each counted variable, ascending.
///
/// # Errors
/// [`NoArray`] when there are too many combinations, or the budget ends first.
pub fn completing_array(
    circuit: &Circuit,
    shown: &[Vec<Lit>],
    strength: usize,
    seed: u64,
    budget: &Budget,
) -> Result<Vec<Vec<Lit>>, NoArray> {
    let mut sampler = Sampler::new(circuit, seed);
    let mut samples = std::iter::from_fn(|| Some(sampler.as_mut()?.draw())).peekable();
    let Some(first) = samples.peek() else { return Ok(Vec::new()) };
    let distinct = distinct(circuit, first);
    let left = || {
        let mut left = Interactions::new(distinct.clone(), strength).ok_or(NoArray::TooMany(strength))?;
        for row in shown {
            left.show(row, budget)?;
        }
        Ok::<_, NoArray>(left)
    };
    let mut missing = left()?;
    let mut sampled = Vec::new();
    while missing.count() > FEW {
        budget.check()?;
        let mut best: Option<(usize, Vec<Lit>)> = None;
        for sample in samples.by_ref().take(CANDIDATES) {
            let newly = missing.shown_newly(&sample, budget)?;
            // Of equal ones, the first that was drawn.
            if best.as_ref().is_none_or(|(most, _)| newly > *most) {
                best = Some((newly, sample));
            }
        }
        let Some((newly, best)) = best else { break };
        if newly == 0 || newly < missing.count() / WORTHWHILE {
            break;
        }
        missing.show(&best, budget)?;
        sampled.push(best);
    }
    if missing.count() == 0 && sampled.is_empty() {
        // Where nothing can be combined, one variant shows all there is.
        return Ok(samples.take(usize::from(shown.is_empty())).collect());
    }
    let mut partials = Partials::new(circuit);
    partials.fit_all(&missing, budget)?;
    let rows = partials.complete(seed, budget)?;
    Ok(essential(rows.into_iter().chain(sampled).collect(), &left()?, budget)?)
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

/// Rows that together show as much of what is left as all of them: those that show something new, from the first on, then
/// from the last.
fn essential(mut rows: Vec<Vec<Lit>>, left: &Interactions, budget: &Budget) -> Result<Vec<Vec<Lit>>, Interrupted> {
    for _ in 0..2 {
        let mut missing = left.clone();
        let mut kept = Vec::new();
        for row in rows {
            if missing.show(&row, budget)? > 0 {
                kept.push(row);
            }
        }
        kept.reverse();
        rows = kept;
    }
    Ok(rows)
}
