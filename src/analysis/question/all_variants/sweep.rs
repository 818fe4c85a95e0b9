//! Assignments for many formulas with few calls of a solver.

use std::collections::VecDeque;

use variscope_encoder::formula::FormulaParts;
use variscope_encoder::{Assignment, FormulaId, Formulas, Interrupted, Problem, Session};

/// For each formula the place of what is kept of an assignment that satisfies it; none where there is none, or none was found in
/// time.
pub(in crate::analysis::question) struct Sweep<T = Assignment> {
    /// By assignment.
    pub(in crate::analysis::question) kept: Vec<T>,
    pub(in crate::analysis::question) places: Vec<Option<usize>>,
    /// Whether formulas without a place hold nowhere.
    pub(in crate::analysis::question) is_complete: bool,
}

/// So many formulas are asked for at once: the clause that says "one of these" gets into what a solver learns, and thousands
/// of literals make that slow.
const MOST_AT_ONCE: usize = 64;

impl Sweep {
    /// Looks for assignments for all formulas: every one that the session finds is tried on all of them, and one answer
    /// settles many that hold nowhere.
    pub(in crate::analysis::question) fn over(
        formulas: &mut Formulas,
        asked: &[FormulaId],
        session: &mut Session,
    ) -> Self {
        Sweep::nothing(asked.len()).go_on((formulas, asked), None, session, |assignment| assignment)
    }

    /// Something else of each assignment.
    pub(in crate::analysis::question) fn map<T>(self, keep: impl FnMut(Assignment) -> T) -> Sweep<T> {
        let Self { kept, places, is_complete } = self;
        Sweep { kept: kept.into_iter().map(keep).collect(), places, is_complete }
    }
}

impl<T> Sweep<T> {
    /// [`Sweep::over`] for many formulas: from each assignment others are reached by exchanging the atom of a group of which one holds,
    /// or the value of an atom, each of which costs what changes. A search for each formula would cost as much as the problem is large.
    /// `problem` has the formulas; `keep` tells what to keep of assignments.
    pub(in crate::analysis::question) fn around(
        problem: &Problem,
        (formulas, asked): (&mut Formulas, &[FormulaId]),
        session: &mut Session,
        keep: impl FnMut(Assignment) -> T,
    ) -> Self {
        Sweep::nothing(asked.len()).go_on((formulas, asked), Some(problem), session, keep)
    }

    /// Nothing is found yet of so many formulas.
    pub(in crate::analysis::question) fn nothing(asked: usize) -> Self {
        Self { kept: Vec::new(), places: vec![None; asked], is_complete: true }
    }

    /// Looks for what is not found yet: first for assignments of many formulas; then, with a problem, around each assignment, as long
    /// as more is found there, which are as many assignments as formulas.
    fn go_on(
        mut self,
        (formulas, asked): (&mut Formulas, &[FormulaId]),
        around: Option<&Problem>,
        session: &mut Session,
        mut keep: impl FnMut(Assignment) -> T,
    ) -> Self {
        let is_open = |&(_, id): &(usize, FormulaId)| id != FormulaId::FALSE;
        let mut open: VecDeque<(usize, FormulaId)> = asked.iter().copied().enumerate().filter(is_open).collect();
        let (mut parts, mut parted) = (formulas.parts(&ids(&open)), open.len());
        let (mut walks, mut is_greedy) = (around.is_some(), true);
        while !open.is_empty() {
            if open.len() < parted / 2 {
                (parts, parted) = (formulas.parts(&ids(&open)), open.len());
            }
            if is_greedy && asked.len() > MOST_AT_ONCE {
                let before = open.len();
                if let Some(assignment) = session.greedy(formulas, &ids(&open)) {
                    self.settle(formulas, &parts, &mut open, &assignment);
                    if before > open.len() {
                        self.kept.push(keep(assignment));
                    }
                }
                is_greedy = before > open.len() + 1;
                continue;
            }
            let first = open.len().min(MOST_AT_ONCE);
            let some = formulas.or(open.iter().take(first).map(|&(_, id)| id));
            match (session.another(formulas, some), around) {
                (Ok(Some(assignment)), Some(problem)) if walks => {
                    let before = self.kept.len();
                    self.settle_around(problem, &mut open, &assignment, &mut keep);
                    walks = self.kept.len() > before + 1;
                }
                (Ok(Some(assignment)), _) => {
                    self.settle(formulas, &parts, &mut open, &assignment);
                    self.kept.push(keep(assignment));
                }
                (Ok(None), _) => drop(open.drain(..first)),
                (Err(Interrupted), _) => {
                    self.is_complete = false;
                    return self;
                }
            }
        }
        self
    }

    /// Takes out what holds under the assignment, or under one that is reached from there.
    fn settle_around(
        &mut self,
        problem: &Problem,
        open: &mut VecDeque<(usize, FormulaId)>,
        assignment: &Assignment,
        keep: &mut impl FnMut(Assignment) -> T,
    ) {
        problem.neighbours(assignment, &ids(open), |found, assignment| {
            found.iter().for_each(|&found| self.places[open[found].0] = Some(self.kept.len()));
            self.kept.push(keep(assignment));
        });
        open.retain(|&(place, _)| self.places[place].is_none());
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

#[cfg(test)]
mod tests {
    use variscope_encoder::{Atom, Budget, RuleIndex};

    use super::*;

    /// Groups of classes of which one holds, booleans, and a few things that are defined by them: what is found around assignments
    /// holds there, and a solver that is asked for each formula finds no more.
    #[test]
    fn what_is_found_around_assignments_is_what_there_is() {
        let mut problem = Problem::new();
        let rule = RuleIndex::new(0);
        let groups: Vec<Vec<Atom>> = (0..6).map(|_| (0..12).map(|_| problem.new_atom()).collect()).collect();
        for group in &groups {
            let one = problem.formulas_mut().exactly_one(group.iter().map(|&atom| atom.into()));
            problem.constrain(one, rule);
        }
        let booleans: Vec<Atom> = (0..10).map(|_| problem.new_atom()).collect();
        let free: Vec<Atom> = groups.iter().flatten().chain(&booleans).copied().collect();
        let defined: Vec<Atom> = (0..40)
            .map(|number| {
                let atom = problem.new_atom();
                let [one, other, third] = [7, 11, 13].map(|step| FormulaId::from(free[step * number % free.len()]));
                let both = problem.formulas_mut().and([one, !other]);
                let some = problem.formulas_mut().or([both, third]);
                problem.define(atom, some, rule);
                atom
            })
            .collect();
        let excluded = problem.formulas_mut().and([defined[0].into(), FormulaId::from(booleans[3])]);
        problem.constrain(!excluded, rule);
        let all: Vec<FormulaId> = free.iter().chain(&defined).map(|&atom| atom.into()).collect();
        let pairs = (0..all.len()).flat_map(|place| [(place, 5), (place, 17)]);
        let asked: Vec<FormulaId> = pairs
            .flat_map(|(place, step)| {
                [(all[place], all[(place + step) % all.len()]), (!all[place], all[(place + step) % all.len()])]
            })
            .map(|(one, other)| problem.formulas_mut().and([one, other]))
            .collect();
        let mut formulas = problem.formulas().clone();
        let mut session = problem.session(|_| None, Budget::unlimited()).unwrap();
        let sweep = Sweep::around(&problem, (&mut formulas, &asked), &mut session, |found| found);
        assert!(sweep.is_complete);
        let mut session = problem.session(|_| None, Budget::unlimited()).unwrap();
        for (place, &formula) in asked.iter().enumerate() {
            let is_found = session.another(problem.formulas(), formula).unwrap().is_some();
            assert_eq!(sweep.places[place].is_some(), is_found, "{place}");
            if let Some(kept) = sweep.places[place] {
                let value = |atom: Atom| sweep.kept[kept].value(atom);
                assert!(problem.formulas().evaluate(formula, value), "{place}");
                assert!(
                    problem.constraints().iter().all(|rule| problem.formulas().evaluate(rule.formula, value)),
                    "{place}"
                );
            }
        }
    }
}
