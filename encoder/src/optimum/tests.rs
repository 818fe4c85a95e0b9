use proptest::prelude::{ProptestConfig, any, proptest};

use super::*;
use crate::brute_force::{assignments, is_satisfiable, lit};
use crate::budget::Budget;

const VARS: usize = 7;

fn is_true(lit: Lit, values: &[bool]) -> bool {
    values[lit.var().index()] == lit.is_positive()
}

/// The weight of broken soft literals, for every model.
fn weights(cnf: &Cnf, soft: &[SoftLiteral]) -> Vec<(Vec<bool>, u128)> {
    let is_model = |values: &Vec<bool>| cnf.clauses().all(|clause| clause.iter().any(|lit| is_true(*lit, values)));
    let weight = |values: &[bool]| soft.iter().filter(|soft| !is_true(soft.lit, values)).map(|soft| soft.weight).sum();
    assignments(VARS).filter(is_model).map(|values| (values.clone(), weight(&values))).collect()
}

/// Finds optima in the manner of small formulas and in that of large ones.
fn check(cnf: &Cnf, soft: &[SoftLiteral], exclusive: &[Vec<Lit>]) {
    for large in [0, usize::MAX] {
        check_from(large, cnf, soft, exclusive);
    }
}

fn check_from(large: usize, cnf: &Cnf, soft: &[SoftLiteral], exclusive: &[Vec<Lit>]) {
    let models = weights(cnf, soft);
    let least = models.iter().map(|(_, weight)| *weight).min();
    let Some((model, _)) = models.last().cloned() else { return };
    let problem = SoftProblem { soft: soft.to_vec(), exclusive: exclusive.to_vec(), model };
    let optimum = core_guided::minimise_from(large, cnf, &problem, &Budget::unlimited());
    let weight = optimum.weight;
    assert_eq!((Some(weight), optimum.bound), (least, weight));
    let mut narrowed = cnf.clone();
    optimum.narrowing.unwrap().clauses().for_each(|clause| narrowed.add(clause));
    for (values, model_weight) in models {
        let fixed: Vec<Lit> = values.iter().enumerate().map(|(index, value)| lit(index, *value)).collect();
        assert_eq!(is_satisfiable(&narrowed, &fixed), model_weight == weight, "{values:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn optima_and_the_models_that_remain_are_those_of_brute_force(
        clauses in proptest::collection::vec(proptest::collection::vec((0..VARS, any::<bool>()), 1..4), 0..16),
        soft in proptest::collection::btree_map(0..VARS, (any::<bool>(), 1..5u128), 0..=VARS),
    ) {
        let mut cnf = Cnf::with_vars(VARS);
        for clause in &clauses {
            cnf.add(&clause.iter().map(|(index, value)| lit(*index, *value)).collect::<Vec<_>>());
        }
        let soft: Vec<SoftLiteral> =
            soft.iter().map(|(index, (value, weight))| SoftLiteral { lit: lit(*index, *value), weight: *weight }).collect();
        check(&cnf, &soft, &[]);
    }

    #[test]
    fn covers_of_graphs_are_least(edges in proptest::collection::vec((0..VARS, 0..VARS), 0..20), weight in 1..3u128) {
        let mut cnf = Cnf::with_vars(VARS);
        for (left, right) in edges {
            cnf.add(&[lit(left, true), lit(right, true)]);
        }
        let soft: Vec<SoftLiteral> = (0..VARS).map(|index| SoftLiteral { lit: lit(index, false), weight: weight + index as u128 % 2 }).collect();
        check(&cnf, &soft, &[]);
    }

    /// The groups are known to the search, and the clauses say the same.
    #[test]
    fn choices_are_made_once(
        groups in proptest::collection::vec(proptest::collection::btree_set(0..VARS, 2..5), 1..4),
        weights in proptest::collection::vec(1..4u128, VARS),
    ) {
        let groups: Vec<Vec<Lit>> =
            groups.into_iter().map(|group| group.into_iter().map(|index| lit(index, true)).collect()).collect();
        let mut cnf = Cnf::with_vars(VARS);
        for group in &groups {
            for (index, left) in group.iter().enumerate() {
                for right in &group[..index] {
                    cnf.add(&[!*left, !*right]);
                }
            }
        }
        let soft: Vec<SoftLiteral> =
            weights.into_iter().enumerate().map(|(index, weight)| SoftLiteral { lit: lit(index, true), weight }).collect();
        check(&cnf, &soft, &groups);
    }
}
