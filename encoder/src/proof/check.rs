//! The checker: each clause in turn by unit propagation (forward RUP checking; Goldberg and Novikov, DATE 2003).

use std::io::{self, BufRead};

use crate::budget::Ticker;
use crate::engine::Engine;
use crate::{Budget, Cnf, Interrupted, Lit};

/// Why a text proves nothing.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// The bytes could not be read.
    #[error("cannot read the proof: {0}")]
    Io(#[from] io::Error),
    /// The budget was used up.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// A line that is no list of literals, closed by 0.
    #[error("line {0}: expected a clause closed by 0")]
    Syntax(usize),
    /// A clause that does not follow by unit propagation.
    #[error("line {0}: the clause does not follow from those before it by unit propagation")]
    NotImplied(usize),
    /// The empty clause is missing.
    #[error("the proof ends without the empty clause")]
    Unfinished,
}

/// Checks that `proof` is a proof that `cnf` has no model.
///
/// DEVIATION: clauses that are only *resolution asymmetric tautologies* are refused, which DRAT allows and the solver
/// does not use. Every accepted clause is thus implied, so that deletions may be passed over.
///
/// # Errors
/// [`CheckError`] with the first line that is wrong (1-based), when the budget is used up, or when `proof` fails.
pub fn check(cnf: &Cnf, proof: impl BufRead, budget: &Budget) -> Result<(), CheckError> {
    let mut checker = Checker::new(cnf, budget)?;
    for (number, line) in (1..).zip(proof.lines()) {
        let line = line?;
        let Some(clause) = parse(&line, cnf.var_count()).ok_or(CheckError::Syntax(number))? else { continue };
        if !checker.implies(&clause)? {
            return Err(CheckError::NotImplied(number));
        }
        if clause.is_empty() {
            return Ok(());
        }
        checker.add(clause);
    }
    Err(CheckError::Unfinished)
}

/// The clause of a line; `Some(None)` when the line adds none, `None` when it is wrong.
#[allow(clippy::option_option, reason = "a line may be right and hold nothing")]
fn parse(line: &str, var_count: usize) -> Option<Option<Vec<Lit>>> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let (last, literals) = match words.split_last() {
        None => return Some(None),
        Some(_) if words[0] == "d" || words[0] == "c" => return Some(None),
        Some(split) => split,
    };
    let literal = |word: &&str| {
        let lit = word.parse().ok().and_then(Lit::from_dimacs);
        lit.filter(|lit| lit.var().index() < var_count)
    };
    (*last == "0").then(|| literals.iter().map(literal).collect::<Option<Vec<Lit>>>()).flatten().map(Some)
}

struct Checker<'a> {
    engine: Engine,
    ticker: Ticker<'a>,
}

impl<'a> Checker<'a> {
    fn new(cnf: &Cnf, budget: &'a Budget) -> Result<Self, Interrupted> {
        let mut checker = Self { engine: Engine::new(cnf.var_count()), ticker: Ticker::new(budget) };
        for clause in cnf.clauses() {
            checker.ticker.spend(8 * (clause.len() + 1))?;
            checker.add(clause.to_vec());
        }
        Ok(checker)
    }

    fn add(&mut self, mut clause: Vec<Lit>) {
        clause.sort_unstable();
        clause.dedup();
        if !clause.windows(2).any(|pair| pair[0].var() == pair[1].var()) {
            self.engine.add(&clause);
        }
    }

    /// Whether the complements of all literals lead to a conflict.
    fn implies(&mut self, clause: &[Lit]) -> Result<bool, Interrupted> {
        let before = self.engine.propagations();
        let implied = !self.engine.is_consistent()
            || clause
                .iter()
                .any(|&lit| self.engine.is_true(lit) || !self.engine.is_false(lit) && !self.engine.probe(!lit));
        self.ticker.spend(64 + 32 * (self.engine.propagations() - before) as usize)?;
        self.engine.backtrack(0);
        Ok(implied)
    }
}
