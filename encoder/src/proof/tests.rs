//! Proofs against the checker, and the checker against truth tables.

use std::time::Duration;

use varisat::{ExtendFormula, Lit as InnerLit, ProofFormat};
use varisat_checker::Checker;

use super::*;
use crate::random::Congruential;
use crate::search::oracle::models;
use crate::{Budget, Cnf, Interrupted, Lit, Var};

fn random_3_cnf(seed: u64, vars: usize, clauses: usize) -> Cnf {
    let mut random = Congruential::new(seed);
    let mut cnf = Cnf::with_vars(vars);
    for _ in 0..clauses {
        let length = if random.below(12) == 0 { 1 + random.below(2) } else { 3 };
        cnf.add(&(0..length).map(|_| random.lit(vars)).collect::<Vec<_>>());
    }
    cnf
}

fn proof_of(cnf: &Cnf) -> (Outcome, String) {
    let mut proof = Vec::new();
    let outcome = write(cnf, &mut proof, &Budget::unlimited()).unwrap();
    (outcome, String::from_utf8(proof).unwrap())
}

fn verdict(cnf: &Cnf, proof: &str) -> Result<(), CheckError> {
    check(cnf, proof.as_bytes(), &Budget::unlimited())
}

/// More pigeons than holes, each in a hole and no two in the same.
fn pigeons(holes: usize) -> Cnf {
    let place = |pigeon: usize, hole: usize| Var::new(pigeon * holes + hole).positive();
    let mut cnf = Cnf::default();
    for pigeon in 0..=holes {
        cnf.add(&(0..holes).map(|hole| place(pigeon, hole)).collect::<Vec<_>>());
        for (other, hole) in (0..pigeon).flat_map(|other| (0..holes).map(move |hole| (other, hole))) {
            cnf.add(&[!place(pigeon, hole), !place(other, hole)]);
        }
    }
    cnf
}

#[test]
fn what_has_no_model_has_a_proof() {
    for seed in 0..600 {
        let cnf = random_3_cnf(seed, 12, 60);
        let (outcome, proof) = proof_of(&cnf);
        assert_eq!(outcome == Outcome::Satisfiable, !models(&cnf, None).is_empty(), "seed {seed}");
        match outcome {
            Outcome::Refuted => {
                assert!(verdict(&cnf, &proof).is_ok(), "seed {seed}: {cnf:?}\n{proof}");
                assert_eq!(proof.lines().position(|line| line == "0"), Some(proof.lines().count() - 1), "{proof}");
            }
            Outcome::Satisfiable => assert!(verdict(&cnf, &format!("{proof}0\n")).is_err(), "seed {seed}: {cnf:?}"),
        }
    }
}

#[test]
fn long_proofs_are_checked() {
    let cnf = pigeons(6);
    let (outcome, proof) = proof_of(&cnf);
    assert_eq!(outcome, Outcome::Refuted);
    assert!(proof.lines().count() > 100);
    assert!(verdict(&cnf, &proof).is_ok());
    assert!(matches!(verdict(&cnf, "0\n"), Err(CheckError::NotImplied(1))));
}

#[test]
fn accepted_clauses_are_implied() {
    for seed in 0..600 {
        let cnf = random_3_cnf(seed, 8, 20);
        let mut random = Congruential::new(seed + 1_000);
        let clause: Vec<Lit> = (0..random.below(4)).map(|_| random.lit(8)).collect();
        let mut refuted = cnf.clone();
        clause.iter().for_each(|&lit| refuted.add(&[!lit]));
        let words: Vec<String> = clause.iter().map(|lit| lit.to_dimacs().to_string()).chain(["0".to_owned()]).collect();
        if !matches!(verdict(&cnf, &words.join(" ")), Err(CheckError::NotImplied(_))) {
            assert!(models(&refuted, None).is_empty(), "seed {seed}: {cnf:?} {words:?}");
        }
    }
}

#[test]
fn an_empty_clause_needs_no_more_than_itself() {
    let mut cnf = Cnf::with_vars(2);
    cnf.add(&[]);
    assert_eq!(proof_of(&cnf), (Outcome::Refuted, "0\n".to_owned()));
    assert!(verdict(&cnf, "0\n").is_ok());
}

#[test]
fn wrong_proofs_are_refused() {
    let cnf = pigeons(2);
    assert!(matches!(verdict(&cnf, "c text\n\nd 1 2 0\n"), Err(CheckError::Unfinished)));
    for wrong in ["1 2\n", "1 x 0\n", "1 0 2 0\n", "7 0\n"] {
        assert!(matches!(verdict(&cnf, wrong), Err(CheckError::Syntax(1))), "{wrong}");
    }
    let output: &mut [u8] = &mut [];
    assert!(matches!(write(&cnf, output, &Budget::unlimited()), Err(WriteError::Io(_))));
}

#[test]
fn without_time_nothing_is_proved() {
    let budget = Budget::unlimited().with_time(Duration::ZERO);
    assert!(matches!(write(&pigeons(3), Vec::new(), &budget), Err(WriteError::Interrupted(Interrupted))));
    // The solver is stopped while it searches.
    let budget = Budget::unlimited().with_time(Duration::from_millis(20));
    assert!(matches!(write(&pigeons(11), Vec::new(), &budget), Err(WriteError::Interrupted(Interrupted))));
}

/// What the checker of the solver's authors says of a proof in the solver's own format.
fn native_verdict(cnf: &Cnf, proof: &[u8]) -> Result<(), varisat_checker::CheckerError> {
    let mut formula = varisat::CnfFormula::new();
    for clause in cnf.clauses() {
        let inner = clause.iter().map(|lit| InnerLit::from_index(lit.var().index(), lit.is_positive()));
        formula.add_clause(&inner.collect::<Vec<_>>());
    }
    let mut checker = Checker::new();
    checker.add_formula(&formula)?;
    checker.check_proof(proof)
}

fn native_proof(cnf: &Cnf) -> (Outcome, Vec<u8>) {
    let mut proof = Vec::new();
    let outcome = write::write_in(ProofFormat::Varisat, cnf, &mut proof, &Budget::unlimited()).unwrap();
    (outcome, proof)
}

#[test]
fn the_checker_of_the_solver_agrees() {
    let mut refuted = 0;
    for seed in 0..300 {
        let cnf = random_3_cnf(seed, 12, 60);
        let (outcome, proof) = native_proof(&cnf);
        assert_eq!(outcome, proof_of(&cnf).0, "seed {seed}");
        if outcome == Outcome::Refuted {
            refuted += 1;
            assert!(native_verdict(&cnf, &proof).is_ok(), "seed {seed}: {cnf:?}");
        }
    }
    assert!(refuted > 100, "{refuted}");
    let (outcome, proof) = native_proof(&pigeons(6));
    assert_eq!(outcome, Outcome::Refuted);
    assert!(native_verdict(&pigeons(6), &proof).is_ok());
}

#[test]
fn the_checker_of_the_solver_refuses_what_proves_nothing() {
    let (cnf, proof) = (pigeons(4), native_proof(&pigeons(4)).1);
    assert!(native_verdict(&cnf, &proof[..proof.len() / 2]).is_err());
    // The same proof about clauses that have a model: one pigeon may be anywhere.
    let mut weaker = Cnf::default();
    cnf.clauses().skip(1).for_each(|clause| weaker.add(clause));
    assert!(native_verdict(&weaker, &proof).is_err());
}
