use proptest::prelude::{ProptestConfig, any, proptest};

use super::*;
use crate::brute_force::{assignments, lit};
use crate::circuit::compile;
use crate::count::CountLimits;

const VARS: usize = 8;

/// The atomic sets, read off all models.
fn by_brute_force(cnf: &Cnf, vars: &[Var]) -> Vec<Vec<Lit>> {
    let is_true = |lit: &Lit, values: &[bool]| values[lit.var().index()] == lit.is_positive();
    let models: Vec<Vec<bool>> = assignments(VARS)
        .filter(|values| cnf.clauses().all(|clause| clause.iter().any(|lit| is_true(lit, values))))
        .collect();
    let mut columns: BTreeMap<Vec<bool>, Vec<Lit>> = BTreeMap::new();
    for var in vars {
        let column: Vec<bool> = models.iter().map(|values| values[var.index()]).collect();
        if column.contains(&true) && column.contains(&false) {
            let is_positive = column[0];
            let column = column.iter().map(|value| *value == is_positive).collect();
            columns.entry(column).or_default().push(var.lit(is_positive));
        }
    }
    in_order(columns.into_values().collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn sets_are_those_of_all_models(
        clauses in proptest::collection::vec(proptest::collection::vec((0..VARS, any::<bool>()), 1..4), 0..22),
        equal in proptest::collection::vec((0..VARS, 0..VARS, any::<bool>()), 0..4),
        hidden in 0..VARS,
    ) {
        let mut cnf = Cnf::with_vars(VARS);
        for clause in &clauses {
            cnf.add(&clause.iter().map(|(index, value)| lit(*index, *value)).collect::<Vec<_>>());
        }
        for (one, other, value) in equal {
            cnf.add(&[lit(one, true), lit(other, value)]);
            cnf.add(&[lit(one, false), lit(other, !value)]);
        }
        let asked: Vec<Var> = (0..VARS).filter(|index| *index != hidden).map(Var::new).collect();
        let found = atomic_sets(&cnf, &asked, &Budget::unlimited()).unwrap();
        assert_eq!(found, by_brute_force(&cnf, &asked));
        let circuit = compile(&cnf, Some(&asked), &CountLimits::default()).unwrap();
        assert_eq!(found, circuit.atomic_sets());
    }
}

#[test]
fn nothing_is_claimed_without_a_budget() {
    let mut cnf = Cnf::with_vars(4);
    for (one, other) in [(0, 1), (1, 2), (2, 0)] {
        cnf.add(&[lit(one, false), lit(other, true), lit(3, true)]);
        cnf.add(&[lit(one, false), lit(other, true), lit(3, false)]);
    }
    let vars: Vec<Var> = (0..4).map(Var::new).collect();
    let expected = vec![vec![lit(0, true), lit(1, true), lit(2, true)]];
    let answers: Vec<_> =
        (0..400).map(|checks| atomic_sets(&cnf, &vars, &Budget::unlimited().with_checks(checks))).collect();
    assert_eq!(answers[0], Err(Interrupted));
    assert_eq!(answers[399].as_ref(), Ok(&expected));
    assert!(answers.into_iter().flatten().all(|answer| answer == expected));
}
