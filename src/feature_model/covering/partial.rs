//! Variants of which some values are decided.

use variscope_encoder::circuit::Circuit;
use variscope_encoder::{Budget, Interrupted, Lit};

use super::interactions::Interactions;

/// Questions that a circuit answers in one pass.
const BATCH: usize = 64;

/// Partial variants, each of which can be completed.
pub(super) struct Partials<'c> {
    circuit: &'c Circuit,
    rows: Vec<Row>,
}

struct Row {
    /// By feature.
    values: Vec<Option<bool>>,
    literals: Vec<Lit>,
}

impl Row {
    fn holds(&self, circuit: &Circuit, lit: Lit) -> Option<bool> {
        let at = circuit.vars().binary_search(&lit.var()).expect("literals are of features");
        self.values[at].map(|value| value == lit.is_positive())
    }

    fn decide(&mut self, circuit: &Circuit, lit: Lit) {
        let at = circuit.vars().binary_search(&lit.var()).expect("literals are of features");
        if self.values[at].is_none() {
            self.values[at] = Some(lit.is_positive());
            self.literals.push(lit);
        }
    }
}

impl<'c> Partials<'c> {
    pub(super) fn new(circuit: &'c Circuit) -> Self {
        Self { circuit, rows: Vec::new() }
    }

    /// Fits everything that is missing and possible into some partial variant.
    pub(super) fn fit_all(&mut self, missing: &mut Interactions, budget: &Budget) -> Result<(), Interrupted> {
        let vars = self.circuit.vars();
        let mut batch: Vec<Vec<Lit>> = Vec::new();
        missing.each_missing(
            |at, value| vars[at].lit(value),
            |combination| {
                batch.push(combination.to_vec());
                if batch.len() < BATCH {
                    return Ok(());
                }
                budget.check()?;
                self.fit_possible(&std::mem::take(&mut batch));
                Ok(())
            },
        )?;
        self.fit_possible(&batch);
        Ok(())
    }

    /// Fits those of the combinations that some variant shows.
    fn fit_possible(&mut self, combinations: &[Vec<Lit>]) {
        let possible = self.circuit.feasible(combinations.iter().map(Vec::as_slice));
        for (combination, _) in combinations.iter().zip(possible).filter(|(_, possible)| *possible) {
            self.fit(combination);
        }
    }

    fn fit(&mut self, combination: &[Lit]) {
        let circuit = self.circuit;
        let agreement = |row: &Row| combination.iter().map(|&lit| row.holds(circuit, lit)).collect::<Vec<_>>();
        let agreements: Vec<Vec<Option<bool>>> = self.rows.iter().map(agreement).collect();
        if agreements.iter().any(|agreement| agreement.iter().all(|holds| *holds == Some(true))) {
            return;
        }
        let is_open = |&row: &usize| agreements[row].iter().all(|holds| *holds != Some(false));
        let candidates: Vec<usize> = (0..self.rows.len()).filter(is_open).collect();
        for batch in candidates.chunks(BATCH) {
            let sets: Vec<Vec<Lit>> =
                batch.iter().map(|&row| [&self.rows[row].literals[..], combination].concat()).collect();
            let fits = circuit.feasible(sets.iter().map(Vec::as_slice));
            if let Some(found) = fits.iter().position(|fits| *fits) {
                let row = &mut self.rows[batch[found]];
                return combination.iter().for_each(|&lit| row.decide(circuit, lit));
            }
        }
        let mut row = Row { values: vec![None; circuit.vars().len()], literals: Vec::new() };
        combination.iter().for_each(|&lit| row.decide(circuit, lit));
        self.rows.push(row);
    }

    /// Decides what is open, at random as far as possible.
    pub(super) fn complete(
        mut self,
        first: &[usize],
        seed: u64,
        budget: &Budget,
    ) -> Result<Vec<Vec<Lit>>, Interrupted> {
        let circuit = self.circuit;
        let others = (0..circuit.vars().len()).filter(|at| first.binary_search(at).is_err());
        let order: Vec<usize> = first.iter().copied().chain(others).collect();
        let mut random = seed | 1;
        for rows in self.rows.chunks_mut(BATCH) {
            for &at in &order {
                budget.check()?;
                let wishes: Vec<Lit> = rows.iter().map(|_| circuit.vars()[at].lit(flip(&mut random))).collect();
                let sets: Vec<Vec<Lit>> =
                    rows.iter().zip(&wishes).map(|(row, &wish)| [&row.literals[..], &[wish]].concat()).collect();
                let fits = circuit.feasible(sets.iter().map(Vec::as_slice));
                for ((row, wish), fits) in rows.iter_mut().zip(wishes).zip(fits) {
                    row.decide(circuit, if fits { wish } else { !wish });
                }
            }
        }
        let variant = |row: Row| {
            let mut literals = row.literals;
            literals.sort_unstable();
            literals
        };
        Ok(self.rows.into_iter().map(variant).collect())
    }
}

/// A bit of the generator `xorshift64` (Marsaglia, 2003).
fn flip(state: &mut u64) -> bool {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> 63 == 1
}
