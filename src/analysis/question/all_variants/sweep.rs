//! Assignments for many formulas with few calls of a solver.

use std::collections::VecDeque;

use variscope_encoder::formula::FormulaParts;
use variscope_encoder::{Assignment, BacktrackingOutcome, FormulaId, Formulas, Interrupted, Session};

/// For each formula the place of what is kept of an assignment that satisfies it; none where there is none, or none was found in
/// time.
pub(crate) struct Sweep<T = Assignment> {
    /// By assignment.
    pub(crate) kept: Vec<T>,
    pub(crate) places: Vec<Option<usize>>,
    /// Whether formulas without a place hold nowhere.
    pub(crate) is_complete: bool,
}

/// So many formulas are asked for at once: the clause that says "one of these" gets into what a solver learns, and thousands
/// of literals make that slow.
const MAX_AT_ONCE: usize = 64;

/// An assignment that shows so many formulas at once is worth a search of its own, if they are no small part of those that are left.
const MIN_SHOWN: usize = 2;
/// One in so many of those that are left is no small part.
const MIN_SHARE: usize = 128;

/// The part of formulas that an assignment has to show to be worth more than backtracking for each.
const SHARE_WORTH_BACKTRACKING: usize = 16;

/// After so many formulas in a row of which backtracking finds nothing out, the rest is left to a solver that learns.
const MAX_UNKNOWN: usize = 4;

/// After so many assignments in a row, each of which shows one formula alone, others are not tried on the next ones.
pub(super) const MAX_ALONE: usize = 64;

/// Formulas with their places, for which nothing is found yet.
type Open = VecDeque<(usize, FormulaId)>;

impl<T> Sweep<T> {
    /// Looks for assignments for all formulas: first for those in which many hold; then for one of the next formulas after the other,
    /// without those that propagation excludes. Each that is found is tried on all formulas, and one answer settles many that hold
    /// nowhere. `keep` says what to keep of assignments.
    pub(crate) fn of(
        formulas: &mut Formulas,
        asked: &[FormulaId],
        session: &mut Session,
        mut keep: impl FnMut(Assignment) -> T,
    ) -> Self {
        let (mut sweep, mut open) = (Sweep::nothing(asked.len()), opened(asked));
        sweep.find_greedily(formulas, &mut open, MIN_SHARE, session, &mut keep);
        let tried = Self::leave_out_excluded(formulas, &mut open, session);
        sweep.is_complete = tried.and_then(|()| sweep.solve(formulas, &mut open, session, &mut keep)).is_ok();
        sweep
    }

    /// Nothing is found yet of so many formulas.
    pub(crate) fn nothing(asked: usize) -> Self {
        Self { kept: Vec::new(), places: vec![None; asked], is_complete: true }
    }

    /// Looks for assignments in which many formulas hold, as long as each shows one in `share` of those that are left.
    fn find_greedily(
        &mut self,
        formulas: &Formulas,
        open: &mut Open,
        share: usize,
        session: &mut Session,
        keep: &mut impl FnMut(Assignment) -> T,
    ) {
        if open.len() <= MAX_AT_ONCE {
            return;
        }
        let mut parts = OpenParts::of(formulas, open);
        let mut is_greedy = true;
        while is_greedy && !open.is_empty() {
            let before = open.len();
            if let Some(assignment) = session.greedy(formulas, &ids(open)) {
                self.settle(formulas, parts.now(formulas, open), open, &assignment);
                if before > open.len() {
                    self.kept.push(keep(assignment));
                }
            }
            is_greedy = before - open.len() >= (before / share).max(MIN_SHOWN);
        }
    }

    /// Takes out what unit propagation excludes, where much is left.
    fn leave_out_excluded(formulas: &Formulas, open: &mut Open, session: &mut Session) -> Result<(), Interrupted> {
        if open.len() > MAX_AT_ONCE {
            let mut excluded = session.excluded_by_propagation(formulas, &ids(open))?.into_iter();
            open.retain(|_| !excluded.next().unwrap_or(false));
        }
        Ok(())
    }

    /// Asks for an assignment of one of the next formulas, until nothing is left.
    fn solve(
        &mut self,
        formulas: &mut Formulas,
        open: &mut Open,
        session: &mut Session,
        keep: &mut impl FnMut(Assignment) -> T,
    ) -> Result<(), Interrupted> {
        let mut parts = OpenParts::of(formulas, open);
        while !open.is_empty() {
            match next(formulas, open, session)? {
                Some(assignment) => {
                    self.settle(formulas, parts.now(formulas, open), open, &assignment);
                    self.kept.push(keep(assignment));
                }
                None => drop(open.drain(..open.len().min(MAX_AT_ONCE))),
            }
        }
        Ok(())
    }

    /// Takes out what holds under the assignment, which is the next that is kept.
    fn settle(&mut self, formulas: &Formulas, parts: &FormulaParts, open: &mut Open, assignment: &Assignment) {
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

impl Sweep<()> {
    /// Which formulas hold somewhere, wherever that is: backtracking finds an assignment for most formulas faster than a solver that
    /// learns, which is asked for the rest.
    pub(crate) fn existence(formulas: &mut Formulas, asked: &[FormulaId], session: &mut Session) -> Self {
        let (mut sweep, mut open) = (Sweep::nothing(asked.len()), opened(asked));
        // Backtracking costs less for each formula than an assignment that shows few, and finds itself what propagation
        // excludes.
        sweep.find_greedily(formulas, &mut open, SHARE_WORTH_BACKTRACKING, session, &mut drop);
        let decided = sweep.backtrack(formulas, &mut open, session);
        let decided = decided.and_then(|()| sweep.solve(formulas, &mut open, session, &mut drop));
        sweep.is_complete = decided.is_ok();
        sweep
    }

    /// Takes out what backtracking decides.
    fn backtrack(&mut self, formulas: &Formulas, open: &mut Open, session: &mut Session) -> Result<(), Interrupted> {
        let tried = open.clone();
        let mut backtracking = session.backtracking(formulas, &ids(&tried));
        let mut parts = OpenParts::of(formulas, open);
        let mut impossible = vec![false; self.places.len()];
        let (mut unknown, mut alone) = (0, 0);
        for (number, (place, _)) in tried.into_iter().enumerate() {
            if self.places[place].is_some() {
                continue;
            }
            if unknown == MAX_UNKNOWN {
                break;
            }
            match backtracking.find(number, session)? {
                BacktrackingOutcome::Unknown => unknown += 1,
                BacktrackingOutcome::Impossible => (impossible[place], unknown) = (true, 0),
                BacktrackingOutcome::Found(_) if alone == MAX_ALONE => {
                    (self.places[place], unknown) = (Some(self.kept.len()), 0);
                    self.kept.push(());
                }
                BacktrackingOutcome::Found(assignment) => {
                    let before = open.len();
                    self.settle(formulas, parts.now(formulas, open), open, &assignment);
                    self.kept.push(());
                    alone = if before > open.len() + 1 { 0 } else { alone + 1 };
                    unknown = 0;
                }
            }
        }
        open.retain(|&(place, _)| self.places[place].is_none() && !impossible[place]);
        Ok(())
    }
}

/// What open formulas consist of, found out again when half of them are gone.
struct OpenParts {
    parts: FormulaParts,
    of: usize,
}

impl OpenParts {
    fn of(formulas: &Formulas, open: &Open) -> Self {
        Self { parts: formulas.parts(&ids(open)), of: open.len() }
    }

    fn now(&mut self, formulas: &Formulas, open: &Open) -> &FormulaParts {
        if open.len() < self.of / 2 {
            *self = Self::of(formulas, open);
        }
        &self.parts
    }
}

/// An assignment of one of the next formulas; none where there is none.
fn next(formulas: &mut Formulas, open: &Open, session: &mut Session) -> Result<Option<Assignment>, Interrupted> {
    let some = formulas.or(open.iter().take(MAX_AT_ONCE).map(|&(_, id)| id));
    session.solve_under(formulas, some)
}

/// All formulas that may hold somewhere.
fn opened(asked: &[FormulaId]) -> Open {
    asked.iter().copied().enumerate().filter(|&(_, id)| id != FormulaId::FALSE).collect()
}

fn ids(open: &Open) -> Vec<FormulaId> {
    open.iter().map(|&(_, id)| id).collect()
}

#[cfg(test)]
mod tests {
    use variscope_encoder::{Atom, Budget, Problem, RuleIndex};

    use super::*;

    /// Groups of classes of which one holds, booleans, and a few things that are defined by them: what is found holds, and a solver
    /// that is asked for each formula finds no more.
    #[test]
    fn what_is_found_is_what_there_is() {
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
        let sweep = Sweep::of(&mut formulas, &asked, &mut session, |found| found);
        assert!(sweep.is_complete);
        let mut session = problem.session(|_| None, Budget::unlimited()).unwrap();
        let existence = Sweep::existence(&mut formulas, &asked, &mut session);
        let [one, other] =
            [&existence.places, &sweep.places].map(|places| places.iter().map(Option::is_some).collect::<Vec<_>>());
        assert_eq!((existence.is_complete, one), (true, other));
        let mut session = problem.session(|_| None, Budget::unlimited()).unwrap();
        for (place, &formula) in asked.iter().enumerate() {
            let is_found = session.solve_under(problem.formulas(), formula).unwrap().is_some();
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
