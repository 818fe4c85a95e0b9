use proptest::prelude::{any, proptest};

use super::*;
use crate::brute_force::{assignments, lit};

fn holds(cnf: &Cnf, values: &[bool]) -> bool {
    cnf.clauses().all(|clause| clause.iter().any(|lit| values[lit.var().index()] == lit.is_positive()))
}

fn value(term: Term, values: &[bool]) -> bool {
    match term {
        Term::Const(value) => value,
        Term::Lit(lit) => values[lit.var().index()] == lit.is_positive(),
    }
}

#[test]
fn a_ring_of_equivalences_is_one_variable() {
    let mut cnf = Cnf::with_vars(1000);
    for index in 0..1000 {
        cnf.add(&[lit(index, false), lit((index + 1) % 1000, true)]);
    }
    let (reduction, reduced) = reduce(&cnf).unwrap();
    assert!(reduced.is_empty());
    for index in 0..1000 {
        assert_eq!(reduction.term(lit(index, true)), Term::Lit(lit(0, true)));
    }
}

#[test]
fn a_variable_equivalent_to_its_negation_refutes() {
    let mut cnf = Cnf::with_vars(2);
    for (left, right) in [(true, true), (true, false), (false, true), (false, false)] {
        cnf.add(&[lit(0, left), lit(1, right)]);
    }
    assert!(reduce(&cnf).is_none());
}

proptest! {
    #[test]
    fn reduction_keeps_the_models(
        clauses in proptest::collection::vec(proptest::collection::vec((0..6usize, any::<bool>()), 1..4), 0..14),
    ) {
        let mut cnf = Cnf::with_vars(6);
        for clause in &clauses {
            cnf.add(&clause.iter().map(|(index, value)| lit(*index, *value)).collect::<Vec<_>>());
        }
        let expected: Vec<Vec<bool>> = assignments(6).filter(|values| holds(&cnf, values)).collect();
        let results = [reduce(&cnf), reduce_thoroughly(&cnf)];
        assert!(results.iter().all(Option::is_some) || expected.is_empty());
        for (reduction, reduced) in results.into_iter().flatten() {
            check(&reduction, &reduced, &expected);
        }
    }
}

/// Models of the reduced clauses, extended by what the variables became, are the expected ones.
fn check(reduction: &Reduction, reduced: &Cnf, expected: &[Vec<bool>]) {
    assert!(reduced.clauses().all(|clause| clause.len() > 1), "units are folded away");
    let mut found: Vec<Vec<bool>> = assignments(6)
        .filter(|values| holds(reduced, values))
        .map(|values| (0..6).map(|index| value(reduction.term(lit(index, true)), &values)).collect())
        .collect();
    found.sort();
    found.dedup();
    let mut expected = expected.to_vec();
    expected.sort();
    assert_eq!(found, expected);
}
