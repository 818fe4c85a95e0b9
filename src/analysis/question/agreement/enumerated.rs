//! One class of configurations after the other, where presences do not follow from the inputs in a way that is understood.

use super::joint::Searched;
use super::{ComparedResults, UndecidedReason};
use crate::analysis::domain::{Caveat, advance};
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::configuration::classes::Classes;

/// Combinations of classes that are looked at, each resolved twice.
const MAX_COMBINATIONS: usize = 1 << 12;

/// A configuration that does not give both sides the same, if there is one, and why there may be others.
pub(super) fn differing(
    sides: &ComparedResults<'_>,
    limits: &Limits,
) -> Result<(Searched, Vec<Caveat>), UndecidedReason> {
    let [classes, _] = Classes::of_both(sides.before, sides.after);
    let lengths: Vec<usize> = classes.groups().iter().map(|group| group.classes.len()).collect();
    let count = lengths.iter().try_fold(1_usize, |count, &length| count.checked_mul(length));
    let caveats = classes.caveats().to_vec();
    match count {
        Some(0) => return Ok((None, caveats)),
        Some(count) if count <= MAX_COMBINATIONS => {}
        _ => return Err(UndecidedReason::TooMany),
    }
    let mut combination = vec![0; lengths.len()];
    loop {
        limits.budget.check().map_err(|_| UndecidedReason::Interrupted)?;
        let witness = classes.witness(&combination);
        if sides.differ(&witness) {
            return Ok((Some(witness), caveats));
        }
        if !advance(&mut combination, &lengths) {
            return Ok((None, caveats));
        }
    }
}
