use proptest::prelude::{ProptestConfig, Strategy, any, proptest};
use proptest::{prop_assert, prop_assert_eq};

use super::*;
use crate::brute_force::{Recipe, build, recipes, solutions};
use crate::problem::RuleIndex;

const ATOMS: usize = 8;

/// A problem over eight atoms, what is known of them, and formulas to ask about.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    recipe: Recipe,
    definitions: Vec<(u8, bool)>,
    constraints: Vec<(u8, bool)>,
    known: Vec<Option<bool>>,
    asked: Vec<(u8, bool)>,
}

pub(crate) struct BddResult {
    pub problem: Problem,
    pub known: Vec<Option<bool>>,
    pub asked: Vec<FormulaId>,
}

impl Case {
    pub(crate) fn build(&self) -> BddResult {
        let mut problem = Problem::with_atoms(ATOMS);
        let mut pool = build(problem.formulas_mut(), ATOMS, &self.recipe);
        pool.extend(problem.atoms().map(FormulaId::from));
        let pick = |(index, negate): &(u8, bool)| pool[*index as usize % pool.len()].negated_if(*negate);
        for (index, choice) in self.definitions.iter().enumerate() {
            problem.define(Atom::new(ATOMS - 1 - index), pick(choice), RuleIndex::new(index as u32));
        }
        for (index, choice) in self.constraints.iter().enumerate() {
            problem.constrain(pick(choice), RuleIndex::new(10 + index as u32));
        }
        BddResult { known: self.known.clone(), asked: self.asked.iter().map(pick).collect(), problem }
    }
}

pub(crate) fn cases() -> impl Strategy<Value = Case> {
    let choice = || (any::<u8>(), any::<bool>());
    let known = proptest::option::weighted(0.15, any::<bool>());
    (
        recipes(9, 8),
        proptest::collection::vec(choice(), 0..5),
        proptest::collection::vec(choice(), 0..4),
        proptest::collection::vec(known, ATOMS),
        proptest::collection::vec(choice(), 1..4),
    )
        .prop_map(|(recipe, definitions, constraints, known, asked)| Case {
            recipe,
            definitions,
            constraints,
            known,
            asked,
        })
}

fn session(built: &BddResult) -> Session {
    built.problem.session(|atom| built.known[atom.index()], Budget::unlimited()).unwrap()
}

/// All assignments the session still allows, found by excluding one after the other.
fn remaining(session: &mut Session, problem: &mut Problem) -> Vec<Vec<bool>> {
    let mut found = Vec::new();
    while let Some(assignment) = session.solve().unwrap() {
        found.push(assignment.values().to_vec());
        let differs: Vec<FormulaId> =
            problem.atoms().map(|atom| FormulaId::from(atom).negated_if(assignment.value(atom))).collect();
        let differs = problem.formulas_mut().or(differs);
        session.constrain(problem.formulas(), differs);
    }
    found.sort();
    found
}

fn sum(problem: &Problem, weighted: &[(FormulaId, u64)], values: &[bool]) -> u128 {
    let holds = |id: FormulaId| problem.formulas().evaluate(id, |atom| values[atom.index()]);
    weighted.iter().filter(|(id, _)| holds(*id)).map(|(_, weight)| u128::from(*weight)).sum()
}

fn sorted(mut assignments: Vec<Vec<bool>>) -> Vec<Vec<bool>> {
    assignments.sort();
    assignments
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn folding_gives_only_what_every_solution_has(case in cases()) {
        let built = case.build();
        let residual = built.problem.fold(|atom| built.known[atom.index()]);
        let solutions = solutions(&built.problem, &built.known);
        if !residual.violated().is_empty() {
            assert!(solutions.is_empty());
        }
        if let Some(assignment) = residual.assignment() {
            assert_eq!(solutions, [assignment.values().to_vec()]);
        }
        for values in solutions {
            for atom in built.problem.atoms() {
                assert!(residual.atom(atom).is_none_or(|value| value == values[atom.index()]));
            }
            for id in &built.asked {
                let value = built.problem.formulas().evaluate(*id, |atom| values[atom.index()]);
                assert!(residual.formula(*id).is_none_or(|residual| residual == value));
            }
        }
    }

    #[test]
    fn a_session_allows_exactly_the_solutions(case in cases()) {
        let mut built = case.build();
        let mut session = session(&built);
        let expected = solutions(&built.problem, &built.known);
        assert_eq!(remaining(&mut session, &mut built.problem), sorted(expected));
    }

    #[test]
    fn optima_follow_each_other(case in cases(), weights in proptest::collection::vec(0..4u64, 4), first_is_least in any::<bool>()) {
        let mut built = case.build();
        let mut session = session(&built);
        let mut expected = solutions(&built.problem, &built.known);
        let mut targets: Vec<(FormulaId, u64)> = built.asked.iter().copied().zip(weights).collect();
        targets.push((targets[0].0, 1));
        for is_least in [first_is_least, !first_is_least] {
            let sums = expected.iter().map(|values| sum(&built.problem, &targets, values));
            let best = if is_least { sums.min() } else { sums.max() };
            let search = if is_least { Session::minimise } else { Session::maximise };
            let found = search(&mut session, built.problem.formulas(), &targets).unwrap();
            assert_eq!(found, best.map(|best| BestSum { found: best, bound: best }));
            expected.retain(|values| Some(sum(&built.problem, &targets, values)) == best);
            targets = built.problem.atoms().map(|atom| (atom.into(), 1)).collect();
        }
        assert_eq!(remaining(&mut session, &mut built.problem), sorted(expected));
    }

    /// However early the budget ends: the sum that was found is that of the assignment that follows, the bound holds, and all
    /// assignments remain.
    #[test]
    fn a_stopped_optimisation_gives_what_it_found(case in cases(), weights in proptest::collection::vec(0..4u64, 3 * ATOMS), checks in 0..6u64) {
        let mut built = case.build();
        let atom = |index: usize| FormulaId::from(Atom::new(index % ATOMS));
        let formulas = built.problem.formulas_mut();
        let pairs: Vec<FormulaId> = (0..2 * ATOMS).map(|index| formulas.xor([atom(index), atom(index + 1 + index / ATOMS)])).collect();
        let targets: Vec<(FormulaId, u64)> = built.asked.iter().copied().chain(pairs).zip(weights).collect();
        let expected = solutions(&built.problem, &built.known);
        let least = expected.iter().map(|values| sum(&built.problem, &targets, values)).min();
        let known = built.known.clone();
        let Ok(mut session) = built.problem.session(|atom| known[atom.index()], Budget::unlimited().with_checks(checks)) else { return Ok(()) };
        let Ok(found) = session.minimise(built.problem.formulas(), &targets) else { return Ok(()) };
        prop_assert_eq!(found.is_some(), least.is_some());
        let (Some(found), Some(least)) = (found, least) else { return Ok(()) };
        prop_assert!(found.bound <= least && least <= found.found);
        if !found.is_optimal() {
            let assignment = session.solve().unwrap().unwrap();
            prop_assert_eq!(sum(&built.problem, &targets, assignment.values()), found.found);
            session.budget = Budget::unlimited();
            session.solver = Solver::of(&session.reduced.clauses, &session.budget);
            session.loaded = session.reduced.clauses.len();
            prop_assert_eq!(remaining(&mut session, &mut built.problem), sorted(expected));
        }
    }

    #[test]
    fn another_assignment_satisfies_the_condition_and_changes_nothing(case in cases()) {
        let mut built = case.build();
        let mut session = session(&built);
        let expected = solutions(&built.problem, &built.known);
        for condition in built.asked.clone() {
            let holds = |values: &Vec<bool>| built.problem.formulas().evaluate(condition, |atom| values[atom.index()]);
            let found = session.solve_under(built.problem.formulas(), condition).unwrap();
            assert_eq!(found.is_some(), expected.iter().any(holds));
            if let Some(assignment) = found {
                let values = assignment.values().to_vec();
                assert!(holds(&values) && expected.contains(&values));
            }
        }
        assert_eq!(remaining(&mut session, &mut built.problem), sorted(expected));
    }

    #[test]
    fn the_lexicographic_minimum_is_the_first_in_order(case in cases(), order in proptest::collection::vec(0..ATOMS, 0..8)) {
        let mut built = case.build();
        let mut session = session(&built);
        let order: Vec<Atom> = order.into_iter().map(Atom::new).collect();
        let expected = solutions(&built.problem, &built.known);
        let key = |values: &Vec<bool>| {
            let rest = (0..ATOMS).map(Atom::new);
            order.iter().copied().chain(rest).map(|atom| values[atom.index()]).collect::<Vec<_>>()
        };
        let found = session.lexicographic_minimum(&order).unwrap();
        assert_eq!(found.map(|assignment| assignment.values().to_vec()), expected.iter().min_by_key(|values| key(values)).cloned());
        assert_eq!(remaining(&mut session, &mut built.problem), sorted(expected));
    }
}
