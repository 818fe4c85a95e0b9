//! Assignments for many formulas with few calls of a solver.

use std::collections::VecDeque;

use variscope_encoder::formula::FormulaParts;
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
        find: impl FnMut(&Formulas, FormulaId) -> Result<Option<Assignment>, Interrupted>,
    ) -> Self {
        Self::in_parts(formulas, asked, MOST_AT_ONCE, find)
    }

    /// The same where `find` is asked for one formula at a time.
    pub(super) fn each(
        formulas: &mut Formulas,
        asked: &[FormulaId],
        find: impl FnMut(&Formulas, FormulaId) -> Result<Option<Assignment>, Interrupted>,
    ) -> Self {
        Self::in_parts(formulas, asked, 1, find)
    }

    fn in_parts(
        formulas: &mut Formulas,
        asked: &[FormulaId],
        most: usize,
        mut find: impl FnMut(&Formulas, FormulaId) -> Result<Option<Assignment>, Interrupted>,
    ) -> Self {
        let mut sweep = Self { assignments: Vec::new(), places: vec![None; asked.len()], is_complete: true };
        let mut open: VecDeque<(usize, FormulaId)> =
            asked.iter().copied().enumerate().filter(|(_, id)| *id != FormulaId::FALSE).collect();
        let (mut parts, mut parted) = (formulas.parts(asked), asked.len());
        while !open.is_empty() {
            if open.len() < parted / 2 {
                (parts, parted) = (formulas.parts(&ids(&open)), open.len());
            }
            let first = open.len().min(most);
            let some = formulas.or(open.iter().take(first).map(|&(_, id)| id));
            match find(formulas, some) {
                Ok(Some(assignment)) => sweep.settle(formulas, &parts, &mut open, assignment),
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
        parts: &FormulaParts,
        open: &mut VecDeque<(usize, FormulaId)>,
        assignment: Assignment,
    ) {
        let mut holds = formulas.evaluate_among(parts, &ids(open), |atom| assignment.value(atom)).into_iter();
        open.retain(|&(place, _)| {
            let is_found = holds.next().unwrap_or(false);
            if is_found {
                self.places[place] = Some(self.assignments.len());
            }
            !is_found
        });
        self.assignments.push(assignment);
    }
}

fn ids(open: &VecDeque<(usize, FormulaId)>) -> Vec<FormulaId> {
    open.iter().map(|&(_, id)| id).collect()
}
