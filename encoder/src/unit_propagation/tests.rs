use super::*;
use crate::brute_force::lit;
use proptest::prelude::{Strategy, any, proptest};

/// Unit propagation by going through all clauses until nothing changes; `None` on a conflict.
fn closure(cnf: &Cnf, start: &[Lit]) -> Option<Vec<Lit>> {
    let mut truths = start.to_vec();
    loop {
        let before = truths.len();
        for clause in cnf.clauses() {
            if clause.iter().any(|lit| truths.contains(lit)) {
                continue;
            }
            let mut open: Vec<Lit> = clause.iter().copied().filter(|lit| !truths.contains(&!*lit)).collect();
            open.dedup();
            match open[..] {
                [] => return None,
                [single] => truths.push(single),
                _ => {}
            }
        }
        if truths.len() == before {
            truths.sort_unstable();
            truths.dedup();
            return Some(truths);
        }
    }
}

/// Up to 24 clauses of up to three literals over eight variables.
fn small_cnf() -> impl Strategy<Value = Cnf> {
    let literal = (0..8usize, any::<bool>()).prop_map(|(index, value)| lit(index, value));
    let clause = proptest::collection::btree_set(literal, 1..4);
    proptest::collection::vec(clause, 0..25).prop_map(|clauses| {
        let mut cnf = Cnf::with_vars(8);
        clauses.iter().for_each(|clause| cnf.add(&clause.iter().copied().collect::<Vec<Lit>>()));
        cnf
    })
}

proptest! {
    #[test]
    fn consequences_are_the_closure_under_unit_clauses(
        cnf in small_cnf(),
        order in proptest::collection::vec((0..8usize, any::<bool>()), 1..12),
    ) {
        let mut propagator = Propagator::new(&cnf);
        let mut fixed = Vec::new();
        for (index, value) in order {
            let root = closure(&cnf, &fixed);
            assert_eq!(propagator.is_refuted(), root.is_none());
            let Some(root) = root else { return Ok(()) };
            let lit = lit(index, value);
            if root.contains(&!lit) {
                assert_eq!(propagator.consequences(lit), None);
                continue;
            }
            let expected = closure(&cnf, &[root.as_slice(), &[lit]].concat());
            let found = propagator.consequences(lit).map(|more| {
                let mut all = [root.clone(), more].concat();
                all.sort_unstable();
                all
            });
            assert_eq!(found, expected);
            propagator.fix(lit);
            fixed.push(lit);
        }
    }

    /// Assumptions are made until one fails; those that are blamed conflict by themselves.
    #[test]
    fn blamed_assumptions_conflict_by_propagation(
        cnf in small_cnf(),
        order in proptest::collection::vec((0..8usize, any::<bool>()), 1..12),
    ) {
        let mut propagator = Propagator::new(&cnf);
        if propagator.is_refuted() {
            return Ok(());
        }
        let root = propagator.position();
        let mut assumed = Vec::new();
        for (index, value) in order {
            assumed.push(lit(index, value));
            if !propagator.assume(lit(index, value)) {
                let blamed = propagator.blame(root, lit(index, value));
                assert!(blamed.iter().all(|lit| assumed.contains(lit)));
                assert!(blamed.contains(&lit(index, value)));
                let contradict = blamed.iter().any(|lit| blamed.contains(&!*lit));
                assert!(contradict || closure(&cnf, &blamed).is_none(), "{blamed:?}");
                return Ok(());
            }
        }
    }
}
