//! Assignments for many formulas with few calls of a solver.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use variscope_encoder::{Assignment, FormulaId, Formulas, Interrupted};

/// For each formula the place of an assignment that satisfies it; none where there is none, or none was found in time.
pub(super) struct Sweep {
    pub(super) assignments: Vec<Assignment>,
    pub(super) places: Vec<Option<usize>>,
    /// Whether formulas without a place hold nowhere.
    pub(super) is_complete: bool,
}

impl Sweep {
    /// Looks for assignments for all formulas at once: every one that `find` gives is tried on all of them, and one
    /// answer settles all that hold nowhere.
    pub(super) fn over(
        formulas: &mut Formulas,
        asked: &[FormulaId],
        mut find: impl FnMut(&Formulas, FormulaId) -> Result<Option<Assignment>, Interrupted>,
    ) -> Self {
        let mut sweep = Self { assignments: Vec::new(), places: vec![None; asked.len()], is_complete: true };
        let mut open: IndexMap<usize, FormulaId, FxBuildHasher> = asked.iter().copied().enumerate().collect();
        loop {
            let some = formulas.or(open.values().copied());
            let assignment = match find(formulas, some) {
                Ok(Some(assignment)) => assignment,
                Ok(None) => return sweep,
                Err(Interrupted) => {
                    sweep.is_complete = false;
                    return sweep;
                }
            };
            let asked: Vec<FormulaId> = open.values().copied().collect();
            let mut holds = formulas.evaluate_all(&asked, |atom| assignment.value(atom)).into_iter();
            open.retain(|&place, _| {
                let is_found = holds.next().unwrap_or(false);
                if is_found {
                    sweep.places[place] = Some(sweep.assignments.len());
                }
                !is_found
            });
            sweep.assignments.push(assignment);
        }
    }
}
