use std::collections::BTreeSet;
use std::rc::Rc;

use super::*;
use crate::Cnf;
use crate::bdd::{Bdd, Diagrams, Images};
use crate::circuit::compile;
use crate::count::CountLimits;
use crate::random::Congruential;
use crate::search::oracle::{models, random_cnf, random_projection};

/// A case: clauses and projected variables.
fn random_case(seed: u64) -> (Cnf, Vec<Var>) {
    let mut random = Congruential::new(seed);
    let cnf = random_cnf(&mut random, 9);
    let projection = random_projection(&mut random, &cnf);
    let vars = projection.unwrap_or_else(|| (0..cnf.var_count()).map(Var::new).collect());
    (cnf, vars)
}

/// All projected models, by trying.
fn all(cnf: &Cnf, vars: &[Var]) -> Vec<Vec<Lit>> {
    let model = |bits: usize| vars.iter().map(|var| var.lit(bits >> var.index() & 1 == 1)).collect();
    models(cnf, Some(vars)).into_iter().map(model).collect()
}

/// All sets of so many literals that some row has.
fn shown(rows: &[Vec<Lit>], strength: usize) -> BTreeSet<Vec<Lit>> {
    let mut found = BTreeSet::new();
    for row in rows {
        let sets = (0..1u32 << row.len()).filter(|set| set.count_ones() as usize == strength);
        found.extend(sets.map(|set| (0..row.len()).filter(|at| set >> at & 1 == 1).map(|at| row[at]).collect()));
    }
    found
}

/// The values of the variables in models, as functions of all.
fn images(cnf: &Cnf, vars: &[Var]) -> Images {
    let mut diagrams = Diagrams::new(1 << 16);
    let literal = |lit: Lit, diagrams: &mut Diagrams| {
        let own = diagrams.variable(lit.var().index()).unwrap();
        if lit.is_positive() { own } else { diagrams.not(own).unwrap() }
    };
    let mut set = Bdd::TRUE;
    for clause in cnf.clauses() {
        let mut holds = Bdd::FALSE;
        for &lit in clause {
            let own = literal(lit, &mut diagrams);
            holds = diagrams.or(holds, own).unwrap();
        }
        set = diagrams.and(set, holds).unwrap();
    }
    let functions: Vec<Bdd> = vars.iter().map(|var| literal(var.positive(), &mut diagrams)).collect();
    Images::of(&diagrams, set, &functions, 1 << 16).unwrap()
}

#[test]
fn rows_are_variants_and_show_all_that_variants_show() {
    for seed in 0..300 {
        let (cnf, vars) = random_case(seed);
        let all = all(&cnf, &vars);
        let circuit = compile(&cnf, Some(&vars), &CountLimits::default()).unwrap();
        let budget = Budget::unlimited();
        let images = Rc::new(images(&cnf, &vars));
        assert_eq!(images.vars().len(), vars.len(), "functions differ in some assignment");
        for space in [
            Space::of_clauses(&cnf, Some(&vars), &budget).unwrap(),
            Space::of_circuit(&circuit, &budget).unwrap(),
            Space::of_images(Rc::clone(&images)),
        ] {
            // The functions are in the order of their variables.
            let named = |row: Vec<Lit>| row.iter().zip(&vars).map(|(lit, var)| var.lit(lit.is_positive())).collect();
            for strength in 1..=3 {
                let rows = covering_array(&space, strength, seed, &Budget::unlimited()).unwrap();
                let rows: Vec<Vec<Lit>> = rows.into_iter().map(named).collect();
                assert!(rows.iter().all(|row| all.contains(row)), "seed {seed}");
                assert_eq!(rows.is_empty(), all.is_empty(), "seed {seed}");
                assert_eq!(shown(&rows, strength), shown(&all, strength), "seed {seed}, strength {strength}");
            }
        }
    }
}

#[test]
fn what_was_chosen_is_given_where_the_budget_ends() {
    let (mut unfinished, mut finished) = (0, 0);
    for seed in 0..40 {
        let (cnf, vars) = random_case(seed);
        let strength = vars.len().min(2);
        let all = all(&cnf, &vars);
        let space = Space::of_clauses(&cnf, Some(&vars), &Budget::unlimited()).unwrap();
        for checks in 0..40 {
            match covering_array(&space, strength, seed, &Budget::unlimited().with_checks(checks)) {
                Ok(rows) => {
                    finished += 1;
                    assert_eq!(shown(&rows, strength), shown(&all, strength), "seed {seed}");
                }
                Err(NoArray::Unfinished(rows)) => {
                    unfinished += 1;
                    assert!(!rows.is_empty() && rows.iter().all(|row| all.contains(row)), "seed {seed}");
                }
                Err(why) => assert_eq!(why, NoArray::Interrupted(Interrupted)),
            }
        }
    }
    assert!(unfinished > 20 && finished > 20, "{unfinished} {finished}");
}

#[test]
fn what_is_shown_is_not_shown_again() {
    for seed in 0..200 {
        let (cnf, vars) = random_case(seed);
        let strength = vars.len().min(2);
        let all = all(&cnf, &vars);
        let given = &all[..all.len().div_ceil(2)];
        if given.is_empty() {
            continue;
        }
        let space = Space::of_clauses(&cnf, Some(&vars), &Budget::unlimited()).unwrap();
        let others = completing_array(&space, given, strength, seed, &Budget::unlimited()).unwrap();
        let together = [given, &others].concat();
        assert_eq!(shown(&together, strength), shown(&all, strength), "seed {seed}");
        let is_needed = shown(given, strength) != shown(&all, strength);
        assert_eq!(!others.is_empty(), is_needed, "seed {seed}");
    }
}

/// So many that random variants come first.
#[test]
fn many_features_are_covered_and_few_variants_do_it() {
    const FEATURES: usize = 400;
    let mut cnf = Cnf::with_vars(FEATURES);
    cnf.add(&[Var::new(3).negative(), Var::new(7).positive()]);
    let space = Space::of_clauses(&cnf, None, &Budget::unlimited()).unwrap();
    let rows = covering_array(&space, 2, 1, &Budget::unlimited()).unwrap();
    assert!(rows.len() < 40, "{}", rows.len());
    assert!(rows.iter().all(|row| !row[3].is_positive() || row[7].is_positive()));
    for second in 0..FEATURES {
        for first in 0..second {
            let pairs: BTreeSet<(bool, bool)> =
                rows.iter().map(|row| (row[first].is_positive(), row[second].is_positive())).collect();
            assert_eq!(pairs.len(), if (first, second) == (3, 7) { 3 } else { 4 }, "{first} {second}");
        }
    }
}

#[test]
fn parts_of_what_is_missing_make_the_whole() {
    let missing = Interactions::new((0..7).collect(), 2).unwrap();
    let visit = |most: usize| {
        let (mut cursor, mut visited) = (Cursor::default(), Vec::new());
        while !cursor.is_at_end() {
            let part = |combination: &[(usize, bool)]| visited.push(combination.to_vec());
            missing.each_missing(&mut cursor, most, &Budget::unlimited(), part).unwrap();
        }
        visited
    };
    let whole = visit(usize::MAX);
    assert_eq!(whole.len(), 4 * 21);
    assert_eq!(whole[0], [(0, true), (1, true)]);
    for most in [1, 5, 21, 84] {
        assert_eq!(visit(most), whole, "{most}");
    }
}

#[test]
fn a_budget_stops_what_is_done_before_the_first_variant() {
    let mut cnf = Cnf::with_vars(20_000);
    for place in 1..20_000 {
        cnf.add(&[Var::new(place - 1).negative(), Var::new(place / 2).positive(), Var::new(place).positive()]);
    }
    let some: Vec<Var> = (0..10).map(Var::new).collect();
    for projection in [None, Some(some.as_slice())] {
        let within = |checks| Space::of_clauses(&cnf, projection, &Budget::unlimited().with_checks(checks));
        assert!(within(0).is_err());
        assert!(within(u64::MAX).is_ok());
    }
}
