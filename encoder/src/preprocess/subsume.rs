//! Subsumed clauses, and literals that resolution with a clause of the rest removes (forward, one watch for each
//! clause: Zhang, SAT 2005; Biere's solvers).

use crate::budget::Ticker;
use crate::{Cnf, Interrupted, Lit};

/// The clauses without those that others subsume, and without literals that self-subsuming resolution removes.
///
/// Stops to look for more after `budget` steps; what is left is taken over as it is.
pub(super) fn subsume(cnf: &Cnf, budget: u64, ticker: &mut Ticker<'_>) -> Result<Cnf, Interrupted> {
    let mut order: Vec<u32> = (0..cnf.len() as u32).collect();
    order.sort_by_key(|&index| cnf.clause(index as usize).len());
    let mut search = SubsumptionSearch {
        connected: vec![Vec::new(); cnf.var_count()],
        marks: vec![false; 2 * cnf.var_count()],
        kept: Cnf::with_vars(cnf.var_count()),
        steps: budget,
    };
    let mut clause = Vec::new();
    for index in order {
        clause.clear();
        clause.extend_from_slice(cnf.clause(index as usize));
        let before = search.steps;
        search.take(&mut clause);
        ticker.spend(clause.len() + 8 * (before - search.steps) as usize)?;
    }
    Ok(search.kept)
}

struct SubsumptionSearch {
    /// By variable: kept clauses to be compared with when it occurs. Each clause is in one list.
    connected: Vec<Vec<u32>>,
    /// By literal: whether it is in the clause at hand.
    marks: Vec<bool>,
    kept: Cnf,
    steps: u64,
}

/// How a kept clause bears on the one at hand.
enum ClauseRelation {
    None,
    Subsumes,
    /// Removes this literal.
    Strengthens(Lit),
}

impl SubsumptionSearch {
    fn take(&mut self, clause: &mut Vec<Lit>) {
        for &lit in clause.iter() {
            self.marks[lit.code()] = true;
        }
        let subsumed = self.reduce(clause);
        for &lit in clause.iter() {
            self.marks[lit.code()] = false;
        }
        if subsumed {
            return;
        }
        let rarest = clause.iter().map(|lit| lit.var().index()).min_by_key(|&var| self.connected[var].len());
        if let Some(var) = rarest {
            self.connected[var].push(self.kept.len() as u32);
        }
        self.kept.add(clause);
    }

    /// Removes literals from `clause` as long as that is possible; true when it is subsumed.
    fn reduce(&mut self, clause: &mut Vec<Lit>) -> bool {
        let mut position = 0;
        let mut found = 0;
        // Everything has been compared when a full round over the literals finds nothing.
        while found < clause.len() && self.steps > 0 {
            position = if position + 1 < clause.len() { position + 1 } else { 0 };
            match self.compare(clause[position]) {
                ClauseRelation::None => found += 1,
                ClauseRelation::Subsumes => return true,
                ClauseRelation::Strengthens(lit) => {
                    self.marks[lit.code()] = false;
                    clause.retain(|&other| other != lit);
                    found = 0;
                }
            }
        }
        false
    }

    /// Compares the clause at hand with those connected to the variable of `lit`.
    fn compare(&mut self, lit: Lit) -> ClauseRelation {
        let connected = &self.connected[lit.var().index()];
        self.steps = self.steps.saturating_sub(connected.len() as u64);
        for &index in connected {
            match relation(&self.marks, self.kept.clause(index as usize)) {
                ClauseRelation::None => {}
                found => return found,
            }
        }
        ClauseRelation::None
    }
}

fn relation(marks: &[bool], kept: &[Lit]) -> ClauseRelation {
    let mut opposite = None;
    for &lit in kept {
        if marks[lit.code()] {
            continue;
        }
        if opposite.is_some() || !marks[(!lit).code()] {
            return ClauseRelation::None;
        }
        opposite = Some(!lit);
    }
    opposite.map_or(ClauseRelation::Subsumes, ClauseRelation::Strengthens)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;

    fn reduced(clauses: &[&[i64]]) -> Vec<Vec<i32>> {
        let mut cnf = Cnf::default();
        for clause in clauses {
            cnf.add(&clause.iter().filter_map(|&number| Lit::from_dimacs(number)).collect::<Vec<_>>());
        }
        let budget = Budget::unlimited();
        subsume(&cnf, u64::MAX, &mut Ticker::new(&budget))
            .unwrap()
            .clauses()
            .map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect())
            .collect()
    }

    #[test]
    fn longer_clauses_go() {
        assert_eq!(reduced(&[&[1, 2, 3], &[4, 2], &[2, 1], &[1, 2]]), [vec![4, 2], vec![2, 1]]);
    }

    #[test]
    fn resolution_shortens_again_and_again() {
        assert_eq!(reduced(&[&[-1, 2, 3], &[1, 2], &[-3, 2]]), [vec![1, 2], vec![-3, 2], vec![2]]);
    }
}
