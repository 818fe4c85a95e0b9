//! Assignments near a given one: each constraint that says that exactly one of several free atoms holds is rotated through its atoms,
//! and each other free atom gets the other value and its own again.
//!
//! Each assignment costs what changes. So formulas that hold each in a place of its own are shown to hold without a search for each.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Problem;
use super::steps::Steps;
use crate::formula::{Assignment, Atom, FormulaId, Operator, Root};

impl Problem {
    /// The free atoms of which this constraint says that exactly one holds; none where it says something else.
    pub(crate) fn choice(&self, constraint: FormulaId, is_free: impl Fn(Atom) -> bool) -> Option<Vec<Atom>> {
        let Root::Node(node) = constraint.root() else { return None };
        if constraint.as_constant().is_some()
            || constraint.is_negation()
            || self.formulas().operator(node) != Operator::ExactlyOne
        {
            return None;
        }
        let atom = |operand: &FormulaId| match operand.root() {
            Root::Atom(atom) if !operand.is_negation() && is_free(atom) => Some(atom),
            _ => None,
        };
        self.formulas().operands(node).iter().map(atom).collect()
    }

    /// Goes from `start`, which satisfies the problem, to others near it that do. `visit` is called with the places of the
    /// `asked` formulas that hold in an assignment, and in none before.
    ///
    /// # Panics
    /// When formulas or `start` belong to another problem.
    pub fn neighbours(&self, start: &Assignment, asked: &[FormulaId], mut visit: impl FnMut(&[usize], Assignment)) {
        let is_free = |atom: Atom| self.definition(atom).is_none();
        let follows = self.atoms().map(|atom| !is_free(atom)).collect();
        let mut search = Neighbours::new(self, asked, Steps::new(self, start.values().to_vec(), follows));
        let holding: Vec<usize> = (0..asked.len()).filter(|&place| search.finds(place)).collect();
        if !holding.is_empty() {
            visit(&holding, start.clone());
        }
        let choices = self.constraints().iter().filter_map(|rule| self.choice(rule.formula, is_free));
        let choices: Vec<Vec<Atom>> = choices.collect();
        for atoms in &choices {
            let Some(first) = atoms.iter().copied().find(|&atom| search.steps.value(atom.into())) else { continue };
            let mut chosen = first;
            for &atom in atoms.iter().filter(|atom| **atom != first).chain([&first]) {
                if atom == chosen || !search.steps.take(&[chosen, atom]) {
                    continue;
                }
                chosen = atom;
                let found = search.newly_satisfied();
                if !found.is_empty() {
                    visit(&found, Assignment::new(search.steps.atoms().to_vec()));
                }
            }
            // A rotation that does not come back leaves values that the next ones would start from.
            if chosen != first {
                return;
            }
        }
        let chosen: FxHashSet<Atom> = choices.into_iter().flatten().collect();
        for atom in self.atoms().filter(|&atom| is_free(atom) && !chosen.contains(&atom)) {
            // There and back.
            for _ in 0..2 {
                if !search.steps.take(&[atom]) {
                    break;
                }
                let found = search.newly_satisfied();
                if !found.is_empty() {
                    visit(&found, Assignment::new(search.steps.atoms().to_vec()));
                }
            }
        }
    }
}

/// What is looked for on the way.
struct Neighbours<'a> {
    steps: Steps<'a>,
    asked: &'a [FormulaId],
    /// By place: whether the formula is still looked for.
    is_open: Vec<bool>,
    /// By atom or node: the places of the formulas that are it, or its negation.
    places: FxHashMap<Root, Vec<usize>>,
    /// By atom or node: the places of the constraints that are it, or its negation.
    constraints: FxHashMap<Root, Vec<usize>>,
    /// By constraint.
    formulas: Vec<FormulaId>,
    is_violated: Vec<bool>,
    violated: usize,
}

impl<'a> Neighbours<'a> {
    fn new(problem: &Problem, asked: &'a [FormulaId], steps: Steps<'a>) -> Self {
        let formulas: Vec<FormulaId> = problem.constraints().iter().map(|rule| rule.formula).collect();
        Self {
            steps,
            asked,
            is_open: vec![true; asked.len()],
            places: by_root(asked),
            constraints: by_root(&formulas),
            is_violated: vec![false; formulas.len()],
            formulas,
            violated: 0,
        }
    }

    /// Whether the formula holds for the first time.
    fn finds(&mut self, place: usize) -> bool {
        let is_found = self.is_open[place] && self.steps.value(self.asked[place]);
        self.is_open[place] &= !is_found;
        is_found
    }

    /// The places of formulas that hold for the first time since the last step; none where that does not satisfy the problem.
    fn newly_satisfied(&mut self) -> Vec<usize> {
        let changed = self.steps.changed().to_vec();
        for place in changed.iter().filter_map(|root| self.constraints.get(root)).flatten() {
            let is_violated = !self.steps.value(self.formulas[*place]);
            if std::mem::replace(&mut self.is_violated[*place], is_violated) != is_violated {
                self.violated = if is_violated { self.violated + 1 } else { self.violated - 1 };
            }
        }
        if self.violated > 0 {
            return Vec::new();
        }
        let places: Vec<usize> = changed.iter().filter_map(|root| self.places.get(root)).flatten().copied().collect();
        let mut found: Vec<usize> = places.into_iter().filter(|&place| self.finds(place)).collect();
        found.sort_unstable();
        found
    }
}

fn by_root(formulas: &[FormulaId]) -> FxHashMap<Root, Vec<usize>> {
    let mut places: FxHashMap<Root, Vec<usize>> = FxHashMap::default();
    for (place, formula) in formulas.iter().enumerate() {
        places.entry(formula.root()).or_default().push(place);
    }
    places
}

#[cfg(test)]
mod tests {
    use proptest::prelude::proptest;

    use super::*;
    use crate::brute_force::satisfies;
    use crate::problem::RuleIndex;
    use crate::session::tests::cases;
    use crate::{Budget, Formulas};

    proptest! {
        #[test]
        fn every_assignment_on_the_way_satisfies_the_problem_and_what_is_reported(case in cases(), choices in 3usize..6) {
            let mut built = case.build();
            let own: Vec<FormulaId> = (0..choices).map(|_| built.problem.new_atom().into()).collect();
            let one = built.problem.formulas_mut().exactly_one(own.iter().copied());
            built.problem.constrain(one, RuleIndex::new(0));
            let with = |formulas: &mut Formulas, formula, choice| formulas.and([formula, choice]);
            let asked: Vec<FormulaId> = built.asked.iter().flat_map(|&asked| own.iter().map(move |&own| (asked, own)))
                .map(|(asked, own)| with(built.problem.formulas_mut(), asked, own)).chain(own.iter().copied()).collect();
            let mut session = built.problem.session(|_| None, Budget::unlimited()).unwrap();
            let Some(start) = session.solve().unwrap() else { return Ok(()) };
            let mut visits = vec![0; asked.len()];
            built.problem.neighbours(&start, &asked, |places, assignment| {
                assert!(satisfies(&built.problem, assignment.values(), |_| true));
                for &place in places {
                    visits[place] += 1;
                    assert!(built.problem.formulas().evaluate(asked[place], |atom| assignment.value(atom)));
                }
            });
            assert!(visits.iter().all(|times| *times <= 1), "{visits:?}");
            assert!(visits[asked.len() - choices..].iter().all(|times| *times == 1), "every choice is met: {visits:?}");
        }
    }
}
