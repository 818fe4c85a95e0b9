//! Assignments for many formulas with few calls of a solver.

use std::collections::VecDeque;

use variscope_encoder::formula::FormulaParts;
use variscope_encoder::{Assignment, FormulaId, Formulas, Interrupted, Problem};

/// For each formula the place of what is kept of an assignment that satisfies it; none where there is none, or none was found in
/// time.
pub(super) struct Sweep<T = Assignment> {
    /// By assignment.
    pub(super) kept: Vec<T>,
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
        Sweep::begin(asked.len()).go_on((formulas, asked), MOST_AT_ONCE, find, |assignment| assignment)
    }

    /// Something else of each assignment.
    pub(super) fn map<T>(self, keep: impl FnMut(Assignment) -> T) -> Sweep<T> {
        let Self { kept, places, is_complete } = self;
        Sweep { kept: kept.into_iter().map(keep).collect(), places, is_complete }
    }
}

impl<T> Sweep<T> {
    /// The same where `find` is asked for one formula at a time, and `keep` tells what to keep of its assignments.
    pub(super) fn each(
        formulas: &mut Formulas,
        asked: &[FormulaId],
        find: impl FnMut(&Formulas, FormulaId) -> Result<Option<Assignment>, Interrupted>,
        keep: impl FnMut(Assignment) -> T,
    ) -> Self {
        Sweep::begin(asked.len()).go_on((formulas, asked), 1, find, keep)
    }

    /// [`Sweep::over`] for many formulas: where groups of atoms have one that holds each, formulas are shown to hold by exchanging
    /// it, each of which costs what changes. A search for each would cost as much as the problem is large. `problem` has the
    /// formulas.
    pub(super) fn around(
        problem: &Problem,
        (formulas, asked): (&mut Formulas, &[FormulaId]),
        mut find: impl FnMut(&Formulas, FormulaId) -> Result<Option<Assignment>, Interrupted>,
        mut keep: impl FnMut(Assignment) -> T,
    ) -> Self {
        let mut sweep = Sweep::begin(asked.len());
        let some = formulas.or(asked.iter().take(MOST_AT_ONCE).copied());
        if let Ok(Some(start)) = find(formulas, some) {
            problem.walk(&start, asked, |places, assignment| {
                places.iter().for_each(|&place| sweep.places[place] = Some(sweep.kept.len()));
                sweep.kept.push(keep(assignment));
            });
        }
        sweep.go_on((formulas, asked), MOST_AT_ONCE, find, keep)
    }

    /// Nothing is found yet of so many formulas.
    fn begin(asked: usize) -> Self {
        Self { kept: Vec::new(), places: vec![None; asked], is_complete: true }
    }

    /// Looks for what is not found yet.
    fn go_on(
        mut self,
        (formulas, asked): (&mut Formulas, &[FormulaId]),
        most: usize,
        mut find: impl FnMut(&Formulas, FormulaId) -> Result<Option<Assignment>, Interrupted>,
        mut keep: impl FnMut(Assignment) -> T,
    ) -> Self {
        let is_open = |&(place, id): &(usize, FormulaId)| id != FormulaId::FALSE && self.places[place].is_none();
        let mut open: VecDeque<(usize, FormulaId)> = asked.iter().copied().enumerate().filter(is_open).collect();
        let (mut parts, mut parted) = (formulas.parts(&ids(&open)), open.len());
        while !open.is_empty() {
            if open.len() < parted / 2 {
                (parts, parted) = (formulas.parts(&ids(&open)), open.len());
            }
            let first = open.len().min(most);
            let some = formulas.or(open.iter().take(first).map(|&(_, id)| id));
            match find(formulas, some) {
                Ok(Some(assignment)) => {
                    self.settle(formulas, &parts, &mut open, &assignment);
                    self.kept.push(keep(assignment));
                }
                Ok(None) => drop(open.drain(..first)),
                Err(Interrupted) => {
                    self.is_complete = false;
                    return self;
                }
            }
        }
        self
    }

    /// Takes out what holds under the assignment, which is the next that is kept.
    fn settle(
        &mut self,
        formulas: &Formulas,
        parts: &FormulaParts,
        open: &mut VecDeque<(usize, FormulaId)>,
        assignment: &Assignment,
    ) {
        let mut holds = formulas.evaluate_among(parts, &ids(open), |atom| assignment.value(atom)).into_iter();
        open.retain(|&(place, _)| {
            let is_found = holds.next().unwrap_or(false);
            if is_found {
                self.places[place] = Some(self.kept.len());
            }
            !is_found
        });
    }
}

fn ids(open: &VecDeque<(usize, FormulaId)>) -> Vec<FormulaId> {
    open.iter().map(|&(_, id)| id).collect()
}
