use proptest::prelude::{ProptestConfig, any, proptest};

use super::*;
use crate::brute_force::{assignments, lit};

const VARS: usize = 8;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn the_backbone_is_what_all_models_share(
        clauses in proptest::collection::vec(proptest::collection::vec((0..VARS, any::<bool>()), 1..4), 0..22),
        asked in proptest::collection::vec(0..VARS, 0..10),
    ) {
        let mut cnf = Cnf::with_vars(VARS);
        for clause in &clauses {
            cnf.add(&clause.iter().map(|(index, value)| lit(*index, *value)).collect::<Vec<_>>());
        }
        let is_true = |lit: &Lit, values: &[bool]| values[lit.var().index()] == lit.is_positive();
        let models: Vec<Vec<bool>> =
            assignments(VARS).filter(|values| cnf.clauses().all(|clause| clause.iter().any(|lit| is_true(lit, values)))).collect();
        let asked: Vec<Var> = asked.into_iter().map(Var::new).collect();
        let found = backbone(&cnf, &asked, &Budget::unlimited()).unwrap();
        let shared = |var: &Var| [true, false].into_iter().map(|value| var.lit(value)).find(|lit| models.iter().all(|values| is_true(lit, values)));
        let fixed = asked.iter().filter_map(shared).collect();
        let expected = (!models.is_empty()).then_some(Backbone { fixed, undecided: Vec::new() });
        assert_eq!(found, expected);
    }
}

/// Variable 0 is true in every model, which unit propagation alone does not show.
#[test]
fn nothing_is_claimed_without_a_budget() {
    let mut cnf = Cnf::with_vars(3);
    for (second, third) in [(false, false), (false, true), (true, false), (true, true)] {
        cnf.add(&[lit(0, true), lit(1, second), lit(2, third)]);
    }
    let vars = [0, 1, 2].map(Var::new);
    let exact = Backbone { fixed: vec![lit(0, true)], undecided: Vec::new() };
    let bounded = Backbone { fixed: Vec::new(), undecided: vec![Var::new(0)] };
    let within = |checks| backbone(&cnf, &vars, &Budget::unlimited().with_checks(checks));
    let answers: Vec<_> = (0..100).map(within).collect();
    assert_eq!(answers[0], Err(Interrupted));
    assert!(answers.contains(&Ok(Some(bounded.clone()))));
    assert_eq!(answers[99], Ok(Some(exact.clone())));
    assert!(answers.into_iter().flatten().flatten().all(|answer| answer == bounded || answer == exact));
}

/// Two variables that are true in every model, in clauses that have nothing to do with each other.
#[test]
fn what_is_known_of_one_part_does_not_wait_for_another() {
    let mut cnf = Cnf::with_vars(6);
    for (second, third) in [(false, false), (false, true), (true, false), (true, true)] {
        cnf.add(&[lit(0, true), lit(1, second), lit(2, third)]);
        cnf.add(&[lit(3, true), lit(4, second), lit(5, third)]);
    }
    let vars: Vec<Var> = (0..6).map(Var::new).collect();
    let within = |checks| backbone(&cnf, &vars, &Budget::unlimited().with_checks(checks));
    let half = Backbone { fixed: vec![lit(0, true)], undecided: vec![Var::new(3)] };
    assert!((0..100).map(within).any(|answer| answer == Ok(Some(half.clone()))));
}
