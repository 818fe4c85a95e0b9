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

/// So many formulas are asked for at once: the clause that says "one of these" gets into what a solver learns, and thousands
/// of literals make that slow.
const MOST_AT_ONCE: usize = 64;

impl Sweep {
    /// Looks for assignments for all formulas: every one that `find` gives is tried on all of them, and one answer settles
    /// many that hold nowhere.
    pub(super) fn over(
        formulas: &mut Formulas,
        asked: &[FormulaId],
        mut find: impl FnMut(&Formulas, FormulaId) -> Result<Option<Assignment>, Interrupted>,
    ) -> Self {
        let mut sweep = Self { assignments: Vec::new(), places: vec![None; asked.len()], is_complete: true };
        let possible = asked.iter().copied().enumerate().filter(|(_, id)| *id != FormulaId::FALSE);
        let mut open: IndexMap<usize, FormulaId, FxBuildHasher> = possible.collect();
        while !open.is_empty() {
            let first = open.len().min(MOST_AT_ONCE);
            let some = formulas.or(open.values().take(first).copied());
            match find(formulas, some) {
                Ok(Some(assignment)) => sweep.settle(formulas, &mut open, assignment),
                Ok(None) => drop(open.drain(..first)),
                Err(Interrupted) => {
                    sweep.is_complete = false;
                    return sweep;
                }
            }
        }
        sweep
    }

    /// Takes out what holds under the assignment.
    fn settle(
        &mut self,
        formulas: &Formulas,
        open: &mut IndexMap<usize, FormulaId, FxBuildHasher>,
        assignment: Assignment,
    ) {
        let asked: Vec<FormulaId> = open.values().copied().collect();
        let mut holds = formulas.evaluate_all(&asked, |atom| assignment.value(atom)).into_iter();
        open.retain(|&place, _| {
            let is_found = holds.next().unwrap_or(false);
            if is_found {
                self.places[place] = Some(self.assignments.len());
            }
            !is_found
        });
        self.assignments.push(assignment);
    }
}
