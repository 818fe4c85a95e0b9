//! Variants of which some values are decided.

use crate::circuit::Circuit;
use crate::{Budget, Interrupted, Lit};

use super::interactions::Interactions;

/// Questions that a circuit answers in one pass.
const BATCH: usize = 64;

/// Rows that are compared before one is chosen.
const CHOICE: usize = 16;

/// Partial variants, each of which can be completed.
pub(super) struct Partials<'c> {
    circuit: &'c Circuit,
    /// The decided values of each row.
    rows: Vec<Vec<Lit>>,
    /// By literal, a bit for each row: set, when the row has decided for it.
    decided: Vec<Vec<u64>>,
}

impl<'c> Partials<'c> {
    pub(super) fn new(circuit: &'c Circuit) -> Self {
        let codes = circuit.vars().last().map_or(0, |var| var.negative().code() + 1);
        Self { circuit, rows: Vec::new(), decided: vec![Vec::new(); codes] }
    }

    /// Fits everything that is missing and possible into some partial variant.
    ///
    /// Selected features come first: each of them excludes others, so that the rows show more of what comes later unasked.
    pub(super) fn fit_all(&mut self, missing: &Interactions, budget: &Budget) -> Result<(), Interrupted> {
        (0..=missing.strength()).rev().try_for_each(|selected| self.fit_missing(missing, selected, budget))
    }

    /// Fits what combines so many selected features.
    fn fit_missing(&mut self, missing: &Interactions, selected: usize, budget: &Budget) -> Result<(), Interrupted> {
        let vars = self.circuit.vars();
        let mut batch: Vec<Vec<Lit>> = Vec::new();
        missing.each_missing(
            selected,
            |at, value| vars[at].lit(value),
            |combination| {
                if self.is_shown(combination) {
                    return Ok(());
                }
                batch.push(combination.to_vec());
                if batch.len() < BATCH {
                    return Ok(());
                }
                self.fit_possible(&std::mem::take(&mut batch), budget)
            },
        )?;
        self.fit_possible(&batch, budget)
    }

    /// Fits those of the combinations that some variant shows.
    fn fit_possible(&mut self, combinations: &[Vec<Lit>], budget: &Budget) -> Result<(), Interrupted> {
        let possible = self.circuit.feasible(combinations.iter().map(Vec::as_slice));
        for (combination, _) in combinations.iter().zip(possible).filter(|(_, possible)| *possible) {
            if !self.is_shown(combination) {
                budget.check()?;
                self.fit(combination);
            }
        }
        Ok(())
    }

    /// Whether some row has decided for all of these.
    fn is_shown(&self, combination: &[Lit]) -> bool {
        let words = self.rows.len().div_ceil(64);
        (0..words).any(|word| combination.iter().fold(u64::MAX, |all, lit| all & self.word(*lit, word)) != 0)
    }

    /// Whether 64 rows have decided for a literal.
    fn word(&self, lit: Lit, word: usize) -> u64 {
        self.decided[lit.code()].get(word).copied().unwrap_or(0)
    }

    /// The rows that have not decided against any of these.
    fn open_rows(&self, combination: &[Lit]) -> Vec<usize> {
        let mut open = Vec::new();
        for word in 0..self.rows.len().div_ceil(64) {
            let against = combination.iter().fold(0, |any, &lit| any | self.word(!lit, word));
            let rows = word * 64..self.rows.len().min(word * 64 + 64);
            open.extend(rows.filter(|row| against >> (row % 64) & 1 == 0));
        }
        open
    }

    fn fit(&mut self, combination: &[Lit]) {
        let open = self.open_rows(combination);
        for batch in open.chunks(BATCH) {
            let sets: Vec<Vec<Lit>> = batch.iter().map(|&row| [&self.rows[row][..], combination].concat()).collect();
            let fits = self.circuit.feasible(sets.iter().map(Vec::as_slice));
            let fitting = batch.iter().zip(fits).filter(|(_, fits)| *fits).map(|(&row, _)| row).take(CHOICE);
            // Of equal ones, the first.
            let best = fitting
                .map(|row| (self.gain(row, combination), row))
                .reduce(|best, next| if next.0 > best.0 { next } else { best });
            if let Some((_, row)) = best {
                return combination.iter().for_each(|&lit| self.decide(row, lit));
            }
        }
        self.rows.push(Vec::new());
        combination.iter().for_each(|&lit| self.decide(self.rows.len() - 1, lit));
    }

    /// How many pairs with features that a row selects would be shown for the first time.
    fn gain(&self, row: usize, combination: &[Lit]) -> usize {
        let is_new = |lit: &&Lit| self.word(**lit, row / 64) >> (row % 64) & 1 == 0;
        let selected = || self.rows[row].iter().filter(|lit| lit.is_positive());
        let pairs = combination.iter().filter(is_new).flat_map(|&lit| selected().map(move |&other| [lit, other]));
        pairs.filter(|pair| !self.is_shown(pair)).count()
    }

    /// Notes a value that is possible in a row.
    fn decide(&mut self, row: usize, lit: Lit) {
        let (word, bit) = (row / 64, 1 << (row % 64));
        let decided = &mut self.decided[lit.code()];
        decided.resize(decided.len().max(word + 1), 0);
        if decided[word] & bit == 0 {
            decided[word] |= bit;
            self.rows[row].push(lit);
        }
    }

    /// Decides what is open, at random as far as possible.
    pub(super) fn complete(mut self, seed: u64, budget: &Budget) -> Result<Vec<Vec<Lit>>, Interrupted> {
        let mut random = seed | 1;
        for &var in self.circuit.vars() {
            budget.check()?;
            let both = [var.positive(), var.negative()];
            let is_open = |row: &usize| both.iter().all(|&lit| self.word(lit, row / 64) >> (row % 64) & 1 == 0);
            let open: Vec<usize> = (0..self.rows.len()).filter(is_open).collect();
            for batch in open.chunks(BATCH) {
                let wishes: Vec<Lit> = batch.iter().map(|_| var.lit(flip(&mut random))).collect();
                let set = |(&row, &wish): (&usize, &Lit)| [&self.rows[row][..], &[wish]].concat();
                let sets: Vec<Vec<Lit>> = batch.iter().zip(&wishes).map(set).collect();
                let fits = self.circuit.feasible(sets.iter().map(Vec::as_slice));
                for ((&row, wish), fits) in batch.iter().zip(wishes).zip(fits) {
                    self.decide(row, if fits { wish } else { !wish });
                }
            }
        }
        self.rows.iter_mut().for_each(|row| row.sort_unstable());
        Ok(self.rows)
    }
}

/// A bit of the generator `xorshift64` (Marsaglia, 2003).
fn flip(state: &mut u64) -> bool {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 63 == 1
}
