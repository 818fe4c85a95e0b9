//! Each step alone, against all assignments.

use super::*;
use crate::Lit;
use crate::random::Congruential;
use crate::search::oracle::{models, random_cnf, random_projection};
use crate::term::Term;

/// Runs `step` on random clauses and compares the models of the projected variables, or their number, before and after.
fn keeps(
    same: impl Fn(&Reduced, &[usize], &[usize]) -> bool,
    step: impl Fn(&mut Reduced, &mut Ticker<'_>) -> Result<(), Interrupted>,
) {
    let budget = Budget::unlimited();
    for seed in 0..2_000 {
        let mut random = Congruential::new(seed);
        let cnf = random_cnf(&mut random, 8);
        let projection = random_projection(&mut random, &cnf);
        let mut ticker = Ticker::new(&budget);
        let mut reduced = Reduced::new(&cnf, projection.as_deref(), &mut ticker).unwrap();
        step(&mut reduced, &mut ticker).unwrap();
        let before = models(&cnf, projection.as_deref());
        let after = if reduced.consistent { models(&known(&reduced), Some(&counted(&reduced))) } else { Vec::new() };
        assert!(same(&reduced, &before, &after), "seed {seed}: {cnf:?} {projection:?}\n{:?}", reduced.clauses);
    }
}

fn counted(reduced: &Reduced) -> Vec<Var> {
    (0..reduced.var_count()).map(Var::new).filter(|var| reduced.projected[var.index()]).collect()
}

/// Counted variables that stand for themselves: the others add nothing to the number.
fn own_representatives(reduced: &Reduced) -> Vec<Var> {
    counted(reduced).into_iter().filter(|var| reduced.representative(var.positive()).var() == *var).collect()
}

/// The clauses of the formula, with what it knows about replaced and fixed variables.
fn known(reduced: &Reduced) -> Cnf {
    let mut cnf = reduced.clauses.clone();
    for var in (0..reduced.var_count()).map(Var::new) {
        let lit = reduced.representative(var.positive());
        cnf.add(&[var.negative(), lit]);
        cnf.add(&[var.positive(), !lit]);
        for lit in [lit, !lit].into_iter().filter(|&lit| reduced.is_true(lit)) {
            cnf.add(&[lit]);
        }
    }
    cnf
}

/// What is implied is implied: adding it changes nothing.
fn same_models(reduced: &Reduced, before: &[usize], after: &[usize]) -> bool {
    let mut more = known(reduced);
    reduced.implied.clauses().for_each(|clause| more.add(clause));
    before == after && (!reduced.consistent || after == models(&more, Some(&counted(reduced))))
}

#[test]
fn reading_keeps_the_models() {
    keeps(same_models, |_, _| Ok(()));
}

#[test]
fn propagation_keeps_the_models() {
    keeps(same_models, |reduced, ticker| propagate(reduced, PROBE_BUDGET, ticker));
}

#[test]
fn subsumption_keeps_the_models() {
    keeps(same_models, |reduced, ticker| {
        reduced.clauses = subsume::subsume(&reduced.clauses, u64::MAX, ticker)?;
        Ok(())
    });
}

#[test]
fn vivification_keeps_the_models() {
    keeps(same_models, |reduced, ticker| {
        propagate(reduced, PROBE_BUDGET, ticker)?;
        if reduced.consistent {
            let vivified = vivify::vivify(&reduced.clauses, u64::MAX, ticker)?;
            reduced.clauses = vivified.clauses;
            reduced.implied = vivified.implied;
        }
        Ok(())
    });
}

#[test]
fn elimination_of_hidden_variables_keeps_the_models() {
    keeps(same_models, |reduced, ticker| {
        reduced.clauses = eliminate::eliminate(&reduced.clauses, &mut reduced.projected, Defined::Keep, 10, ticker)?;
        Ok(())
    });
}

#[test]
fn elimination_of_defined_variables_keeps_the_number() {
    let same_number = |reduced: &Reduced, before: &[usize], _: &[usize]| {
        let after =
            if reduced.consistent { models(&known(reduced), Some(&own_representatives(reduced))).len() } else { 0 };
        before.len() == after
    };
    keeps(same_number, |reduced, ticker| {
        propagate(reduced, PROBE_BUDGET, ticker)?;
        reduced.clauses =
            eliminate::eliminate(&reduced.clauses, &mut reduced.projected, Defined::Eliminate, 10, ticker)?;
        Ok(())
    });
}

#[test]
fn everything_together_keeps_the_models() {
    keeps(same_models, |reduced, ticker| {
        round(reduced, Defined::Keep, 0, ticker)?;
        if reduced.consistent {
            round(reduced, Defined::Keep, 8, ticker)?;
        }
        propagate(reduced, PROBE_BUDGET, ticker)
    });
}

#[test]
fn steps_find_what_they_look_for() {
    let lits = |numbers: &[i64]| numbers.iter().filter_map(|&number| Lit::from_dimacs(number)).collect::<Vec<_>>();
    let mut cnf = Cnf::default();
    // 1 fails; 2 = 3 = -4; 5 is defined by 6 and 7; 8 is free.
    for clause in [&[-1, 9][..], &[-1, -9], &[-2, 3], &[-3, -4], &[4, 2], &[-5, 6], &[-5, 7], &[5, -6, -7], &[6, 7, 2]]
    {
        cnf.add(&lits(clause));
    }
    let simplify = |defined| simplify(&cnf, None, defined, &Budget::unlimited()).unwrap().unwrap();
    let kept = simplify(Defined::Keep);
    assert_eq!(kept.fixed, lits(&[-1]));
    assert_eq!(
        kept.equal.iter().map(|&(var, lit)| (var.index() + 1, lit.to_dimacs())).collect::<Vec<_>>(),
        [(3, 2), (4, -2)]
    );
    assert_eq!(kept.free, [Var::new(7), Var::new(8)]);
    assert_eq!(kept.originals.len(), 4);
    assert_eq!(simplify(Defined::Eliminate).originals.len(), 3);
}

#[test]
fn a_ring_of_implications_is_one_variable() {
    const LENGTH: usize = 100_000;
    let mut cnf = Cnf::with_vars(LENGTH);
    for index in 0..LENGTH {
        cnf.add(&[Var::new(index).negative(), Var::new((index + 1) % LENGTH).positive()]);
    }
    let reduced = reduce(&cnf, &Budget::unlimited()).unwrap().unwrap();
    assert!(reduced.clauses.is_empty());
    assert!((0..LENGTH).all(|index| reduced.term(Var::new(index).negative()) == Var::new(0).negative().into()));
}

#[test]
fn a_variable_equal_to_its_complement_refutes() {
    let mut cnf = Cnf::with_vars(2);
    for (left, right) in [(true, true), (true, false), (false, true), (false, false)] {
        cnf.add(&[Var::new(0).lit(left), Var::new(1).lit(right)]);
    }
    assert!(reduce(&cnf, &Budget::unlimited()).unwrap().is_none());
}

/// What is left has no units, and its models, extended by what the variables became, are the given ones.
#[test]
fn reduction_keeps_the_models() {
    let mut folded = 0;
    for seed in 0..2_000 {
        let cnf = random_cnf(&mut Congruential::new(seed), 8);
        let expected = models(&cnf, None);
        let Some(mut reduced) = reduce(&cnf, &Budget::unlimited()).unwrap() else {
            assert!(expected.is_empty(), "seed {seed}");
            continue;
        };
        let mut is_consistent = true;
        for is_thorough in [false, true] {
            is_consistent &= !is_thorough || strengthen(&mut reduced);
            assert!(!is_consistent || reduced.clauses.clauses().all(|clause| clause.len() > 1), "seed {seed}");
            let found = if is_consistent { models(&with_terms(&reduced), None) } else { Vec::new() };
            assert_eq!(found, expected, "seed {seed}: {cnf:?}");
        }
        folded += usize::from(reduced.clauses.len() < cnf.len());
    }
    assert!(folded > 100, "{folded}");
}

/// The clauses, and what the variables became.
fn with_terms(reduced: &Reduced) -> Cnf {
    let mut cnf = reduced.clauses.clone();
    for lit in (0..reduced.var_count()).map(|index| Var::new(index).positive()) {
        match reduced.term(lit) {
            Term::Const(value) => cnf.add(&[lit.negated_if(!value)]),
            Term::Lit(other) => [[lit, !other], [!lit, other]].iter().for_each(|clause| cnf.add(clause)),
        }
    }
    cnf
}
