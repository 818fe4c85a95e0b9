use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::{ProptestConfig, Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};

use super::*;
use crate::brute_force::{is_satisfiable, lit};
use crate::cnf::Cnf;
use crate::engine::{Engine, Satisfiability};
use crate::lit::{Lit, Var};
use crate::{Budget, Interrupted};

/// Something that is done to a solver.
#[derive(Clone, Debug)]
enum SolverAction {
    Add(Vec<Lit>),
    Solve(Vec<Lit>),
    /// Solve with a clause that is switched on by a fresh literal, then switch it off for good.
    SolveWith(Vec<Lit>, Vec<Lit>),
}

const VARS: usize = 7;

fn lits(most: usize) -> impl Strategy<Value = Vec<Lit>> {
    proptest::collection::vec((0..VARS, any::<bool>()).prop_map(|(index, value)| lit(index, value)), 0..=most)
}

fn steps() -> impl Strategy<Value = Vec<SolverAction>> {
    let step = prop_oneof![
        4 => lits(3).prop_filter("an empty clause ends everything", |clause| !clause.is_empty()).prop_map(SolverAction::Add),
        4 => lits(4).prop_map(SolverAction::Solve),
        1 => (lits(3), lits(3)).prop_map(|(clause, assumptions)| SolverAction::SolveWith(clause, assumptions)),
    ];
    proptest::collection::vec(step, 1..40)
}

/// Asks the solver and holds the verdict, the model or the core against trying everything.
fn check(solver: &mut Solver, cnf: &Cnf, assumptions: &[Lit]) {
    let expected = is_satisfiable(cnf, assumptions);
    assert_eq!(solver.solve(assumptions), Ok(expected), "{assumptions:?}");
    if expected {
        assert!(assumptions.iter().all(|lit| solver.value(*lit)));
        assert!(cnf.clauses().all(|clause| clause.iter().any(|lit| solver.value(*lit))));
    } else {
        let core = solver.core();
        assert!(core.iter().all(|lit| assumptions.contains(lit)));
        assert!(!is_satisfiable(cnf, &core), "{core:?} is no core of {assumptions:?}");
    }
}

fn play(solver: &mut Solver, steps: &[SolverAction]) {
    let mut cnf = Cnf::with_vars(VARS);
    let mut fresh = VARS..;
    for step in steps {
        match step {
            SolverAction::Add(clause) => {
                cnf.add(clause);
                solver.add_clause(clause);
            }
            SolverAction::Solve(assumptions) => check(solver, &cnf, assumptions),
            SolverAction::SolveWith(clause, assumptions) => {
                let switch = fresh.next().map(|index| lit(index, true)).unwrap();
                let clause = [clause.as_slice(), &[!switch]].concat();
                let mut switched = cnf.clone();
                switched.add(&clause);
                solver.add_clause(&clause);
                check(solver, &switched, &[assumptions.as_slice(), &[switch]].concat());
                solver.add_clause(&[!switch]);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_solver_answers_as_brute_force(steps in steps()) {
        play(&mut Solver::new(), &steps);
    }

    #[test]
    fn a_solver_within_a_budget_answers_as_brute_force(steps in steps()) {
        play(&mut Solver::within(&interruptible().0), &steps);
    }

    #[test]
    fn a_flipped_solver_answers_as_brute_force(steps in steps()) {
        play(&mut Solver::new().preferring_true(), &steps);
    }

    /// The engine of the counter is the second opinion.
    #[test]
    fn both_solvers_agree_on_larger_formulas(
        clauses in proptest::collection::vec(proptest::collection::btree_map(0..40usize, any::<bool>(), 3), 140..190),
        assumptions in proptest::collection::btree_map(0..40usize, any::<bool>(), 0..6),
    ) {
        let literals = |(&index, &value): (&usize, &bool)| lit(index, value);
        let mut cnf = Cnf::with_vars(40);
        clauses.iter().for_each(|clause| cnf.add(&clause.iter().map(literals).collect::<Vec<Lit>>()));
        let assumptions: Vec<Lit> = assumptions.iter().map(literals).collect();
        let by_engine = |assumptions: &[Lit]| {
            let mut cnf = cnf.clone();
            assumptions.iter().for_each(|&lit| cnf.add(&[lit]));
            let all: Vec<Var> = (0..40).map(Var::new).collect();
            Engine::of(&cnf).satisfy(&all, &Budget::unlimited()) == Satisfiability::Satisfiable
        };
        let mut solver = Solver::of(&cnf, &Budget::unlimited());
        let answer = solver.solve(&assumptions).unwrap();
        prop_assert_eq!(answer, by_engine(&assumptions));
        prop_assert!(answer || !by_engine(&solver.core()));
    }
}

/// After a literal that is false at level 0 was assumed, varisat by itself reports a core here that is none.
#[test]
fn cores_are_cores_after_a_false_literal_was_assumed() {
    let literal = |number: i64| Lit::from_dimacs(number).unwrap();
    let literals = |numbers: &[i64]| numbers.iter().map(|number| literal(*number)).collect::<Vec<_>>();
    let mut solver = Solver::new();
    let mut cnf = Cnf::with_vars(8);
    let mut add = |solver: &mut Solver, number: i64| {
        solver.add_clause(&[literal(number)]);
        cnf.add(&[literal(number)]);
        cnf.clone()
    };
    let first = add(&mut solver, 5);
    check(&mut solver, &first, &literals(&[-5]));
    let both = add(&mut solver, -7);
    check(&mut solver, &both, &literals(&[6]));
    check(&mut solver, &both, &literals(&[-6, -8, 6]));
}

/// A literal that is false at level 0 without a unit clause having said so: the guard must not depend on the table.
#[test]
fn cores_are_cores_after_an_implied_false_literal_was_assumed() {
    let [a, b, c, d] = [0, 1, 2, 3].map(|index| lit(index, true));
    let mut solver = Solver::new();
    let mut cnf = Cnf::with_vars(4);
    for clause in [[a, b], [a, !b], [!c, d]] {
        solver.add_clause(&clause);
        cnf.add(&clause);
    }
    for assumptions in [vec![!a], vec![c], vec![!a, c], vec![c, !d], vec![b, c, !d], vec![!d, !a, c]] {
        check(&mut solver, &cnf, &assumptions);
    }
}

#[test]
fn unmentioned_variables_are_false() {
    let mut solver = Solver::new();
    solver.add_clause(&[lit(3, true)]);
    assert_eq!(solver.solve(&[lit(9, false)]), Ok(true));
    assert!(solver.value(lit(3, true)));
    assert!(solver.value(lit(0, false)));
    assert!(solver.value(lit(77, false)));
}

#[test]
fn free_variables_show_what_a_solver_prefers() {
    let clause = [lit(0, true), lit(1, false)];
    let (mut plain, mut flipped) = (Solver::new(), Solver::new().preferring_true());
    plain.add_clause(&clause);
    flipped.add_clause(&clause);
    assert_eq!(plain.solve(&[]), Ok(true));
    assert_eq!(flipped.solve(&[]), Ok(true));
    assert!(!plain.value(lit(0, true)) && !plain.value(lit(1, true)));
    assert!(flipped.value(lit(0, true)) && flipped.value(lit(1, true)));
}

/// A budget that nothing has used up yet, and the flag that ends it.
fn interruptible() -> (Budget, Arc<AtomicBool>) {
    let flag = Arc::new(AtomicBool::new(false));
    (Budget::unlimited().with_interrupt(Arc::clone(&flag)), flag)
}

/// Eleven pigeons in ten holes: resolution needs far longer than any test may take.
#[test]
fn a_call_ends_when_the_budget_does() {
    let (budget, flag) = interruptible();
    let mut solver = Solver::within(&budget);
    let sits = |pigeon: usize, hole: usize| lit(10 * pigeon + hole, true);
    for pigeon in 0..11 {
        solver.add_clause(&(0..10).map(|hole| sits(pigeon, hole)).collect::<Vec<_>>());
        for (other, hole) in (0..pigeon).flat_map(|other| (0..10).map(move |hole| (other, hole))) {
            solver.add_clause(&[!sits(pigeon, hole), !sits(other, hole)]);
        }
    }
    flag.store(true, Ordering::Relaxed);
    assert_eq!(solver.solve(&[]), Err(Interrupted));
    solver.add_clause(&[sits(0, 0)]);
    assert_eq!(solver.solve(&[]), Err(Interrupted));
}
