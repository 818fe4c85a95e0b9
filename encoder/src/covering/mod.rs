//! Few variants that show every possible combination of so many features (t-wise covering arrays).
//!
//! Combinations that propagation excludes are left out first. Where there are many, random variants come next: of a few
//! at a time the one that shows most that is new. Then each variant takes as many of the combinations that are left as go
//! together, and a model at hand says whether one more does (in the manner of `YASA`: Krieter et al., `VaMoS` 2020, but one
//! variant at a time, so that the model is changed and not looked for). At last, variants that show nothing that the others
//! do not are dropped. Nothing is counted or compiled; where a diagram of the models is at hand, it takes the place of the
//! clauses, and what goes together is read off it.

mod assumed;
mod interactions;
mod open;
mod space;
mod units;

use std::collections::BTreeMap;

use thiserror::Error;

use crate::bdd::ConditionedImages;
use crate::enumeration::IncrementalModel;
use crate::random::Random;
use crate::{Budget, Interrupted, Lit, Var};
use assumed::AssumedModel;
use interactions::{Cursor, Interactions};
use open::Open;

pub use space::Space;
use space::{Feature, Models};

/// Random variants that are drawn for each that is taken.
const CANDIDATES: u64 = 4;
/// Random variants are taken while they show at least one in so many of the combinations that are not shown yet.
const LEAST_PART: usize = 2000;

/// Up to so many combinations, random variants only take room.
const FEW: usize = 1 << 18;

/// Why there is no covering array.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoArray {
    /// The budget ended before a variant was chosen.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The budget ended when these variants were chosen, each given by a literal for each counted variable, ascending.
    #[error("stopped when {} variants were chosen", .0.len())]
    Unfinished(Vec<Vec<Lit>>),
    /// The combinations cannot all be kept in memory.
    #[error("there are too many combinations of {0} features")]
    TooMany(usize),
}

/// Variants that together show every combination of `strength` features, selected or not, that some variant shows; none
/// when there is no variant.
///
/// # Errors
/// [`NoArray`] when there are too many combinations, or the budget ends first.
pub fn covering_array(space: &Space, strength: usize, seed: u64, budget: &Budget) -> Result<Vec<Vec<Lit>>, NoArray> {
    completing_array(space, &[], strength, seed, budget)
}

/// Variants that show what the variants `shown` do not: together with them, every combination of `strength` features,
/// selected or not, that some variant shows. Each variant is given by a literal for each counted variable, ascending.
///
/// # Errors
/// [`NoArray`] when there are too many combinations, or the budget ends first.
pub fn completing_array(
    space: &Space,
    shown: &[Vec<Lit>],
    strength: usize,
    seed: u64,
    budget: &Budget,
) -> Result<Vec<Vec<Lit>>, NoArray> {
    match &space.models {
        Models::None => Ok(Vec::new()),
        Models::OfClauses(cnf) => match IncrementalModel::find(cnf, budget)? {
            Some(model) => completed(space, shown, strength, seed, model, budget),
            None => Ok(Vec::new()),
        },
        Models::Combinations(images) => match ConditionedImages::find(images, budget)? {
            Some(model) => completed(space, shown, strength, seed, model, budget),
            None => Ok(Vec::new()),
        },
    }
}

/// [`completing_array`], from a model on.
fn completed(
    space: &Space,
    shown: &[Vec<Lit>],
    strength: usize,
    seed: u64,
    mut model: impl AssumedModel,
    budget: &Budget,
) -> Result<Vec<Vec<Lit>>, NoArray> {
    let features = &varying(space, &mut model, budget)?;
    let positions = features.iter().map(|feature| feature.position).collect();
    let mut left = Interactions::new(positions, strength).ok_or(NoArray::TooMany(strength))?;
    for row in shown {
        left.show(row, budget)?;
    }
    exclude(&mut left, features, &mut model, budget)?;
    let mut missing = left.clone();
    let (mut rows, mut sampled) = (Vec::new(), Vec::new());
    let chosen = sample(space, &mut missing, &mut model, (seed, &mut sampled), budget)
        .and_then(|()| pack(space, &mut missing, &mut model, (features, &mut rows), budget));
    rows.extend(sampled);
    if chosen.is_err() && !rows.is_empty() {
        return Err(NoArray::Unfinished(rows));
    }
    chosen?;
    if rows.is_empty() && shown.is_empty() {
        // Where nothing can be combined, one variant shows all there is.
        return Ok(vec![space.variant(|var| model.value(var))]);
    }
    Ok(essential(rows, &left, budget)?)
}

/// The features that are selected in one variant and not in another.
fn varying(space: &Space, model: &mut impl AssumedModel, budget: &Budget) -> Result<Vec<Feature>, Interrupted> {
    let mut features = Vec::new();
    for &feature in &space.features {
        budget.check()?;
        let var = feature.lit.var();
        if model.assume(var.lit(!model.value(var)))? {
            model.retreat(0);
            features.push(feature);
        }
    }
    Ok(features)
}

/// Leaves out what propagation alone excludes.
fn exclude(
    left: &mut Interactions,
    features: &[Feature],
    model: &mut impl AssumedModel,
    budget: &Budget,
) -> Result<(), Interrupted> {
    let numbers: BTreeMap<Var, usize> = features.iter().map(|feature| feature.lit.var()).zip(0..).collect();
    let meaning = |lit: Lit| numbers.get(&lit.var()).map(|&number| (number, features[number].lit == lit));
    left.exclude(|chosen| {
        budget.check()?;
        let literals: Vec<Lit> = chosen.iter().map(|&(feature, value)| features[feature].literal(value)).collect();
        let consequences = model.consequences(&literals)?;
        Ok(consequences.map(|literals| literals.into_iter().filter_map(meaning).collect()))
    })
}

/// Adds variants that show all that is missing, each as much of it as goes together.
fn pack(
    space: &Space,
    missing: &mut Interactions,
    model: &mut impl AssumedModel,
    (features, rows): (&[Feature], &mut Vec<Vec<Lit>>),
    budget: &Budget,
) -> Result<(), Interrupted> {
    let mut cursor = Cursor::default();
    while !cursor.is_at_end() {
        let mut open = Open::of(missing, &mut cursor, features, budget)?;
        while open.pack(model, budget)? {
            let row = space.variant(|var| model.value(var));
            rows.push(row.clone());
            missing.show(&row, budget)?;
        }
    }
    Ok(())
}

/// Adds random variants that show much of what is missing, and takes that from it.
fn sample(
    space: &Space,
    missing: &mut Interactions,
    model: &mut impl AssumedModel,
    (seed, rows): (u64, &mut Vec<Vec<Lit>>),
    budget: &Budget,
) -> Result<(), Interrupted> {
    let mut random = Random::new(seed);
    let mut preferred: Vec<Lit> = space.vars().map(Var::positive).collect();
    while missing.count() > FEW {
        budget.check()?;
        let mut best: Option<(usize, Vec<Lit>)> = None;
        for candidate in 0..CANDIDATES {
            random.shuffle(&mut preferred);
            preferred.iter_mut().for_each(|lit| *lit = lit.var().lit(random.next() % (CANDIDATES + 1) <= candidate));
            model.prefer(&preferred)?;
            let row = space.variant(|var| model.value(var));
            let newly = missing.shown_newly(&row, budget)?;
            // Of equal ones, the first that was drawn.
            if best.as_ref().is_none_or(|(most, _)| newly > *most) {
                best = Some((newly, row));
            }
        }
        let Some((newly, best)) = best.filter(|(newly, _)| *newly >= missing.count() / LEAST_PART) else { break };
        if newly == 0 {
            break;
        }
        rows.push(best.clone());
        missing.show(&best, budget)?;
    }
    Ok(())
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

#[cfg(test)]
mod tests;
