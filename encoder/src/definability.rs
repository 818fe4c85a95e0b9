//! Whether some variables of clauses determine all others: two models that agree on these are one (Padoa 1901).
//!
//! Outputs of gates are found first, each by the clauses that mention nothing else that is not determined yet. What is left is a
//! question about two copies of the clauses, which share what is determined.

use rustc_hash::FxHashMap;

use crate::sat::Solver;
use crate::tseitin::Gates;
use crate::{Budget, Cnf, Interrupted, Lit, Var};

/// Whether no two models differ only in variables that are not `known`.
///
/// # Errors
/// [`Interrupted`] when the budget is spent before that is decided.
pub fn determine_all(cnf: &Cnf, known: impl Fn(Var) -> bool, budget: &Budget) -> Result<bool, Interrupted> {
    let mut search = GateSearch::of(cnf, known, budget);
    search.run()?;
    let is_shared = search.is_determined;
    if is_shared.iter().all(|&is_shared| is_shared) {
        return Ok(true);
    }
    let count = cnf.var_count();
    let mut gates = Gates::with_vars(2 * count);
    let second = |lit: Lit| {
        let shift = if is_shared[lit.var().index()] { 0 } else { count };
        Var::new(lit.var().index() + shift).lit(lit.is_positive())
    };
    for clause in cnf.clauses() {
        gates.assert_or(clause.iter().map(|&lit| lit.into()));
        gates.assert_or(clause.iter().map(|&lit| second(lit).into()));
    }
    let others = (0..count).filter(|&index| !is_shared[index]).map(|index| Var::new(index).positive());
    let differences: Vec<_> = others.map(|lit| gates.parity([lit.into(), second(lit).into()])).collect();
    gates.assert_or(differences);
    Ok(!Solver::of(gates.cnf(), budget).solve(&[])?)
}

/// Looks for variables that clauses over determined ones determine.
struct GateSearch<'c> {
    cnf: &'c Cnf,
    budget: &'c Budget,
    is_determined: Vec<bool>,
    /// By variable that was not known: the clauses that mention it.
    mentions: Vec<Vec<usize>>,
    /// By clause: how many of its variables are not determined yet.
    open: Vec<usize>,
}

impl<'c> GateSearch<'c> {
    fn of(cnf: &'c Cnf, known: impl Fn(Var) -> bool, budget: &'c Budget) -> Self {
        let is_determined: Vec<bool> = (0..cnf.var_count()).map(|index| known(Var::new(index))).collect();
        let mut mentions = vec![Vec::new(); cnf.var_count()];
        let mut open = vec![0; cnf.len()];
        for (place, clause) in cnf.clauses().enumerate() {
            for lit in clause.iter().filter(|lit| !is_determined[lit.var().index()]) {
                mentions[lit.var().index()].push(place);
                open[place] += 1;
            }
        }
        Self { cnf, budget, is_determined, mentions, open }
    }

    fn run(&mut self) -> Result<(), Interrupted> {
        let mut waiting: Vec<usize> = (0..self.is_determined.len()).rev().collect();
        while let Some(index) = waiting.pop() {
            if self.is_determined[index] || !self.is_gate(Var::new(index))? {
                continue;
            }
            self.is_determined[index] = true;
            for place in std::mem::take(&mut self.mentions[index]) {
                self.open[place] -= 1;
                if self.open[place] == 1 {
                    let others = self.cnf.clause(place).iter().map(|lit| lit.var().index());
                    waiting.extend(others.filter(|&other| !self.is_determined[other]));
                }
            }
        }
        Ok(())
    }

    /// Whether the clauses that mention nothing else that is not determined leave one value to the variable, whatever the others are.
    fn is_gate(&self, var: Var) -> Result<bool, Interrupted> {
        let mut local: FxHashMap<Var, Var> = FxHashMap::default();
        let mut rest = Cnf::with_vars(0);
        for &place in self.mentions[var.index()].iter().filter(|&&place| self.open[place] == 1) {
            let others = self.cnf.clause(place).iter().filter(|lit| lit.var() != var);
            let renamed = others.map(|lit| {
                let var = *local.entry(lit.var()).or_insert_with(|| rest.new_var());
                var.lit(lit.is_positive())
            });
            let renamed: Vec<Lit> = renamed.collect();
            rest.add(&renamed);
        }
        // Of models of this, both values of the variable are models.
        Ok(!rest.is_empty() && !Solver::of(&rest, self.budget).solve(&[])?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute_force::{assignments, lit};
    use crate::random::Congruential;

    #[test]
    fn what_is_determined_is_so_in_all_models() {
        let mut seen = [0, 0];
        let mut random = Congruential::new(5);
        for _ in 0..600 {
            let (count, known) = (6, 1 + random.below(5));
            let mut cnf = Cnf::with_vars(count);
            for _ in 0..6 + random.below(9) {
                let lits = (0..=random.below(3)).map(|_| lit(random.below(count), random.below(2) == 0));
                cnf.add(&lits.collect::<Vec<Lit>>());
            }
            let holds = |values: &Vec<bool>| {
                cnf.clauses().all(|clause| clause.iter().any(|lit| values[lit.var().index()] == lit.is_positive()))
            };
            let all: Vec<Vec<bool>> = assignments(count).filter(holds).collect();
            let expected = all
                .iter()
                .enumerate()
                .all(|(place, one)| all[..place].iter().all(|other| one[..known] != other[..known]));
            let found = determine_all(&cnf, |var| var.index() < known, &Budget::unlimited());
            assert_eq!(found, Ok(expected), "{cnf:?} {known}");
            seen[usize::from(expected)] += 1;
        }
        assert!(seen.iter().all(|&seen| seen > 50), "{seen:?}");
    }

    #[test]
    fn gates_upon_gates_are_found_without_a_search() {
        // Each is the parity of the two before it.
        let mut cnf = Cnf::with_vars(300);
        for place in 2..300 {
            let [a, b, c] = [place - 2, place - 1, place].map(|index| Var::new(index).positive());
            [[a, b, !c], [a, !b, c], [!a, b, c], [!a, !b, !c]].iter().for_each(|clause| cnf.add(clause));
        }
        let budget = Budget::unlimited();
        let mut search = GateSearch::of(&cnf, |var| var.index() < 2, &budget);
        assert_eq!(search.run(), Ok(()));
        assert!(search.is_determined.iter().all(|&is_determined| is_determined));
        assert_eq!(determine_all(&cnf, |var| var.index() < 1, &budget), Ok(false));
    }
}
