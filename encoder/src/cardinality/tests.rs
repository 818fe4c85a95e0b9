use proptest::prelude::proptest;

use super::*;
use crate::brute_force::{assignments, lit};

/// `pigeons` in `holes`: a clause per pigeon; the holes as groups, or as clauses that exclude pairs.
fn pigeons(pigeons: usize, holes: usize) -> (Cnf, Vec<Vec<Lit>>) {
    let place = |pigeon: usize, hole: usize| lit(pigeon * holes + hole, true);
    let mut cnf = Cnf::with_vars(pigeons * holes);
    for pigeon in 0..pigeons {
        cnf.add(&(0..holes).map(|hole| place(pigeon, hole)).collect::<Vec<_>>());
    }
    let groups = (0..holes).map(|hole| (0..pigeons).map(|pigeon| place(pigeon, hole)).collect()).collect();
    (cnf, groups)
}

fn with_pairs(mut cnf: Cnf, groups: &[Vec<Lit>]) -> Cnf {
    for group in groups {
        for (index, left) in group.iter().enumerate() {
            for right in &group[..index] {
                cnf.add(&[!*left, !*right]);
            }
        }
    }
    cnf
}

#[test]
fn one_pigeon_too_many_is_refuted_for_any_number() {
    for holes in [1, 2, 3, 7, 12, 40] {
        let (cnf, groups) = pigeons(holes + 1, holes);
        assert!(refutes(&cnf, &groups));
        assert!(refutes(&with_pairs(cnf, &groups), &[]), "{holes} holes as cliques");
        let (cnf, groups) = pigeons(holes, holes);
        assert!(!refutes(&cnf, &groups));
    }
}

#[test]
fn groups_of_a_pigeon_do_not_hide_the_holes() {
    let (cnf, holes) = pigeons(9, 8);
    let each_pigeon = cnf.clauses().map(<[Lit]>::to_vec);
    assert!(refutes(&cnf, &each_pigeon.chain(holes.clone()).collect::<Vec<_>>()));
    let mut onto = Cnf::with_vars(cnf.var_count());
    for clause in holes.iter().map(Vec::as_slice).chain(cnf.clauses()) {
        onto.add(clause);
    }
    assert!(refutes(&onto, &holes), "holes that want a pigeon are in the way");
}

proptest! {
    #[test]
    fn what_is_refuted_has_no_model(
        clauses in proptest::collection::vec(proptest::collection::vec((0..5usize, proptest::bool::weighted(0.9)), 1..4), 0..6),
        groups in proptest::collection::vec(proptest::collection::btree_set((0..5usize, proptest::bool::weighted(0.9)), 2..5), 0..4),
    ) {
        let literals = |list: Vec<&(usize, bool)>| list.iter().map(|(index, value)| lit(*index, *value)).collect::<Vec<_>>();
        let mut cnf = Cnf::with_vars(5);
        for clause in &clauses {
            cnf.add(&literals(clause.iter().collect()));
        }
        let groups: Vec<Vec<Lit>> = groups.iter().map(|group| literals(group.iter().collect())).collect();
        let fits = |values: &Vec<bool>| {
            let is_true = |lit: &&Lit| values[lit.var().index()] == lit.is_positive();
            cnf.clauses().all(|clause| clause.iter().any(|lit| is_true(&lit)))
                && groups.iter().all(|group| group.iter().filter(is_true).count() < 2)
        };
        if refutes(&cnf, &groups) {
            assert!(!assignments(5).any(|values| fits(&values)));
        }
    }
}
