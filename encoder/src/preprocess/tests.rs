//! Each step alone, against all assignments.

use super::*;
use crate::Lit;
use crate::search::oracle::{Random, models, random_cnf, random_projection};

/// Runs `step` on random formulas and compares the models of the projected variables, or their number, before and after.
fn keeps(
    same: impl Fn(&Formula, &[usize], &[usize]) -> bool,
    step: impl Fn(&mut Formula, &mut Ticker<'_>) -> Result<(), Interrupted>,
) {
    let budget = Budget::unlimited();
    for seed in 0..2_000 {
        let mut random = Random::new(seed);
        let cnf = random_cnf(&mut random, 8);
        let projection = random_projection(&mut random, &cnf);
        let mut ticker = Ticker::new(&budget);
        let mut formula = Formula::new(&cnf, projection.as_deref(), &mut ticker).unwrap();
        step(&mut formula, &mut ticker).unwrap();
        let before = models(&cnf, projection.as_deref());
        let after = if formula.consistent { models(&known(&formula), Some(&counted(&formula))) } else { Vec::new() };
        assert!(same(&formula, &before, &after), "seed {seed}: {cnf:?} {projection:?}\n{:?}", formula.clauses);
    }
}

fn counted(formula: &Formula) -> Vec<Var> {
    (0..formula.var_count()).map(Var::new).filter(|var| formula.projected[var.index()]).collect()
}

/// Counted variables that stand for themselves: the others add nothing to the number.
fn own_representatives(formula: &Formula) -> Vec<Var> {
    counted(formula).into_iter().filter(|var| formula.representative(var.positive()).var() == *var).collect()
}

/// The clauses of the formula, with what it knows about replaced and fixed variables.
fn known(formula: &Formula) -> Cnf {
    let mut cnf = formula.clauses.clone();
    for var in (0..formula.var_count()).map(Var::new) {
        let lit = formula.representative(var.positive());
        cnf.add(&[var.negative(), lit]);
        cnf.add(&[var.positive(), !lit]);
        for lit in [lit, !lit].into_iter().filter(|&lit| formula.is_true(lit)) {
            cnf.add(&[lit]);
        }
    }
    cnf
}

/// What is implied is implied: adding it changes nothing.
fn same_models(formula: &Formula, before: &[usize], after: &[usize]) -> bool {
    let mut more = known(formula);
    formula.implied.clauses().for_each(|clause| more.add(clause));
    before == after && (!formula.consistent || after == models(&more, Some(&counted(formula))))
}

#[test]
fn reading_keeps_the_models() {
    keeps(same_models, |_, _| Ok(()));
}

#[test]
fn propagation_keeps_the_models() {
    keeps(same_models, propagate);
}

#[test]
fn subsumption_keeps_the_models() {
    keeps(same_models, |formula, ticker| {
        formula.clauses = subsume::subsume(&formula.clauses, u64::MAX, ticker)?;
        Ok(())
    });
}

#[test]
fn vivification_keeps_the_models() {
    keeps(same_models, |formula, ticker| {
        propagate(formula, ticker)?;
        if formula.consistent {
            let vivified = vivify::vivify(&formula.clauses, u64::MAX, ticker)?;
            formula.clauses = vivified.clauses;
            formula.implied = vivified.implied;
        }
        Ok(())
    });
}

#[test]
fn elimination_of_hidden_variables_keeps_the_models() {
    keeps(same_models, |formula, ticker| {
        formula.clauses = eliminate::eliminate(&formula.clauses, &mut formula.projected, Defined::Keep, 10, ticker)?;
        Ok(())
    });
}

#[test]
fn elimination_of_defined_variables_keeps_the_number() {
    let same_number = |formula: &Formula, before: &[usize], _: &[usize]| {
        let after =
            if formula.consistent { models(&known(formula), Some(&own_representatives(formula))).len() } else { 0 };
        before.len() == after
    };
    keeps(same_number, |formula, ticker| {
        propagate(formula, ticker)?;
        formula.clauses =
            eliminate::eliminate(&formula.clauses, &mut formula.projected, Defined::Eliminate, 10, ticker)?;
        Ok(())
    });
}

#[test]
fn everything_together_keeps_the_models() {
    keeps(same_models, |formula, ticker| {
        round(formula, Defined::Keep, 0, ticker)?;
        if formula.consistent {
            round(formula, Defined::Keep, 8, ticker)?;
        }
        propagate(formula, ticker)
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
