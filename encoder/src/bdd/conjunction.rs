//! Assignments in which several functions hold at once, without a diagram of their conjunction.
//!
//! A diagram of what is valid may have a million nodes, and its conjunction with a function of the last variable has as many
//! once more. An assignment is found on one path through all of them; where there is none, each combination of their nodes is
//! visited once.

use rustc_hash::FxHashSet;

use super::{Bdd, Diagrams, Overflow};
use crate::recursion::descend;

/// Combinations of nodes that are refuted at most: a solver learns what more of them have in common.
const MAX_REFUTED: usize = 1 << 18;

/// Looks for assignments, and keeps what has none.
#[derive(Debug)]
pub struct ConjunctionSearch<'d> {
    diagrams: &'d Diagrams,
    /// Functions, ascending, that hold nowhere at once.
    refuted: FxHashSet<Box<[Bdd]>>,
}

impl<'d> ConjunctionSearch<'d> {
    /// Nothing is refuted yet.
    pub fn new(diagrams: &'d Diagrams) -> Self {
        Self { diagrams, refuted: FxHashSet::default() }
    }

    /// Changes `values`, by variable, into those of an assignment in which all functions hold; only those that cannot stay, as
    /// [`Diagrams::repair_into`] does for the diagram of their conjunction. Whether there is such an assignment.
    ///
    /// # Errors
    /// [`Overflow`] where too much is refuted, or the budget is used up.
    pub fn repair_into(&mut self, functions: Vec<Bdd>, values: &mut [bool]) -> Result<bool, Overflow> {
        self.diagrams.budget.check().map_err(|_| Overflow)?;
        self.search(functions, values)
    }

    fn search(&mut self, mut functions: Vec<Bdd>, values: &mut [bool]) -> Result<bool, Overflow> {
        functions.retain(|&function| function != Bdd::TRUE);
        functions.sort_unstable();
        functions.dedup();
        match functions[..] {
            [] => return Ok(true),
            [Bdd::FALSE, ..] => return Ok(false),
            [single] => {
                self.diagrams.repair_into(single, values);
                return Ok(true);
            }
            _ => {}
        }
        if self.refuted.contains(&*functions) {
            return Ok(false);
        }
        let level = functions.iter().map(|&function| self.diagrams.level(function)).min().unwrap_or(u32::MAX);
        let wanted = values[level as usize];
        for value in [wanted, !wanted] {
            let next = functions.iter().map(|&function| self.diagrams.cofactor(function, level, value)).collect();
            if descend(|| self.search(next, values))? {
                values[level as usize] = value;
                return Ok(true);
            }
        }
        self.refute(functions)
    }

    /// Keeps that these functions hold nowhere at once.
    fn refute(&mut self, functions: Vec<Bdd>) -> Result<bool, Overflow> {
        let is_due = self.refuted.len().is_multiple_of(super::NODES);
        if self.refuted.len() >= MAX_REFUTED || is_due && self.diagrams.budget.check().is_err() {
            return Err(Overflow);
        }
        self.refuted.insert(functions.into());
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VARIABLES: usize = 5;

    proptest! {
        #[test]
        fn assignments_are_those_of_the_diagram_of_the_conjunction(
            tables in prop::collection::vec(any::<u32>(), 1..4),
            wanted in prop::collection::vec(any::<bool>(), VARIABLES),
        ) {
            let mut diagrams = Diagrams::new(10_000);
            let functions: Vec<Bdd> = tables.iter().map(|&table| of_table(table, &mut diagrams)).collect();
            let both = diagrams.conjunction(functions.clone()).unwrap();
            let mut expected = wanted.clone();
            if both != Bdd::FALSE {
                diagrams.repair_into(both, &mut expected);
            }
            let mut search = ConjunctionSearch::new(&diagrams);
            for _ in 0..2 {
                let mut values = wanted.clone();
                let is_found = search.repair_into(functions.clone(), &mut values).unwrap();
                prop_assert_eq!((is_found, &values), (both != Bdd::FALSE, &expected));
            }
        }
    }

    /// By assignment, as a number whose bits are the values: whether the function holds.
    fn of_table(table: u32, diagrams: &mut Diagrams) -> Bdd {
        let mut all = Bdd::FALSE;
        for assignment in (0..1_u32 << VARIABLES).filter(|&assignment| table >> assignment & 1 == 1) {
            let mut one = Bdd::TRUE;
            for variable in 0..VARIABLES {
                let holds = diagrams.variable(variable).unwrap();
                let literal = if assignment >> variable & 1 == 1 { holds } else { diagrams.not(holds).unwrap() };
                one = diagrams.and(one, literal).unwrap();
            }
            all = diagrams.or(all, one).unwrap();
        }
        all
    }
}
