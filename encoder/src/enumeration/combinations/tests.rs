use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::{ProptestConfig, any, proptest};

use super::*;
use crate::brute_force::{assignments, lit};
use crate::cnf::Cnf;

const VARS: usize = 7;

fn is_true(lit: Lit, values: &[bool]) -> bool {
    values[lit.var().index()] == lit.is_positive()
}

fn rest(combinations: &mut Combinations) -> Vec<Vec<bool>> {
    std::iter::from_fn(|| combinations.advance().unwrap()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn combinations_come_once_each_in_order(
        clauses in proptest::collection::vec(proptest::collection::vec((0..VARS, any::<bool>()), 1..4), 0..14),
        projection in proptest::collection::vec((0..VARS, any::<bool>()), 0..5),
    ) {
        let mut cnf = Cnf::with_vars(VARS);
        for clause in &clauses {
            cnf.add(&clause.iter().map(|(index, value)| lit(*index, *value)).collect::<Vec<_>>());
        }
        let projection: Vec<Lit> = projection.iter().map(|(index, value)| lit(*index, *value)).collect();
        let is_model = |values: &Vec<bool>| cnf.clauses().all(|clause| clause.iter().any(|lit| is_true(*lit, values)));
        let models: Vec<Vec<bool>> = assignments(VARS).filter(is_model).collect();
        let Some(first) = models.last().cloned() else { return Ok(()) };
        let project = |values: &Vec<bool>| projection.iter().map(|lit| is_true(*lit, values)).collect::<Vec<_>>();
        let expected: BTreeSet<Vec<bool>> = models.iter().map(project).collect();
        let model = IncrementalModel::new(&cnf, &first, Budget::unlimited());
        let mut combinations = Combinations::new(model, projection.clone(), Budget::unlimited());
        assert_eq!(rest(&mut combinations), expected.into_iter().collect::<Vec<_>>());
    }
}

#[test]
fn an_interrupted_enumeration_goes_on_where_it_was() {
    let mut cnf = Cnf::with_vars(4);
    cnf.add(&[0, 1, 2, 3].map(|index| lit(index, true)));
    let flag = Arc::new(AtomicBool::new(false));
    let budget = Budget::unlimited().with_interrupt(Arc::clone(&flag));
    let projection = [0, 1, 2, 3].map(|index| lit(index, true)).to_vec();
    let mut combinations =
        Combinations::new(IncrementalModel::new(&cnf, &[true; 4], budget.clone()), projection, budget);
    let mut found = Vec::new();
    loop {
        flag.store(true, Ordering::Relaxed);
        let interrupted = combinations.advance();
        flag.store(false, Ordering::Relaxed);
        let Some(next) = interrupted.or_else(|Interrupted| combinations.advance()).unwrap() else { break };
        found.push(next);
    }
    let mut expected: Vec<Vec<bool>> = assignments(4).skip(1).collect();
    expected.sort();
    assert_eq!(found, expected);
}
