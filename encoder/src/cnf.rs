//! Clauses in one flat buffer.

use crate::lit::{Lit, Var};

/// A conjunction of clauses over the variables `0..var_count`, stored without an allocation per clause.
///
/// Clauses are kept as added: callers must handle order, duplicates and tautologies.
#[derive(Clone, Debug, Default)]
pub struct Cnf {
    literals: Vec<Lit>,
    /// `ends[i]` is where clause `i` ends in `literals`; it starts where the one before ends.
    ends: Vec<u32>,
    var_count: usize,
}

impl Cnf {
    /// By variable: whether it is in some clause.
    pub(crate) fn occurring(&self) -> Vec<bool> {
        let mut occurs = vec![false; self.var_count];
        self.clauses().flatten().for_each(|lit| occurs[lit.var().index()] = true);
        occurs
    }

    /// No clause over `var_count` variables.
    pub fn with_vars(var_count: usize) -> Self {
        Self { var_count, ..Self::default() }
    }

    /// How many variables there are, used or not.
    pub fn var_count(&self) -> usize {
        self.var_count
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// How many literals the clauses have together.
    pub(crate) fn literal_count(&self) -> usize {
        self.literals.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A variable that no clause mentions yet.
    pub fn new_var(&mut self) -> Var {
        let var = Var::new(self.var_count);
        self.var_count += 1;
        var
    }

    /// Makes sure that `var` is counted among the variables.
    pub fn include_var(&mut self, var: Var) {
        self.var_count = self.var_count.max(var.index() + 1);
    }

    /// Appends the clause; its variables are included.
    ///
    /// # Panics
    /// When the clauses hold more than `u32::MAX` literals together.
    pub fn add(&mut self, clause: &[Lit]) {
        for &lit in clause {
            self.include_var(lit.var());
        }
        self.literals.extend_from_slice(clause);
        self.ends.push(u32::try_from(self.literals.len()).expect("fewer than 2^32 literals"));
    }

    /// Replaces each clause by what `rewrite` makes of it, without any others; a clause may not become longer. Those for
    /// which it says false are dropped.
    ///
    /// # Errors
    /// What `rewrite` gives; then the clauses are of no use any more.
    pub(crate) fn rewrite<E>(&mut self, mut rewrite: impl FnMut(&mut Vec<Lit>) -> Result<bool, E>) -> Result<(), E> {
        let mut clause = Vec::new();
        let (mut start, mut kept, mut end) = (0, 0, 0);
        for index in 0..self.ends.len() {
            let range = start..self.ends[index] as usize;
            start = range.end;
            clause.clear();
            clause.extend_from_slice(&self.literals[range]);
            if rewrite(&mut clause)? {
                self.literals[end..end + clause.len()].copy_from_slice(&clause);
                end += clause.len();
                self.ends[kept] = end as u32;
                kept += 1;
            }
        }
        self.literals.truncate(end);
        self.ends.truncate(kept);
        Ok(())
    }

    /// Bytes of all clauses.
    pub(crate) fn bytes(&self) -> usize {
        self.literals.len() * size_of::<Lit>() + self.ends.len() * size_of::<u32>()
    }

    /// Clause number `index`, 0-based.
    ///
    /// # Panics
    /// When there is no such clause.
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.literals[start..self.ends[index] as usize]
    }

    /// The clauses in order.
    pub fn clauses(&self) -> impl ExactSizeIterator<Item = &[Lit]> + Clone + '_ {
        (0..self.len()).map(|index| self.clause(index))
    }
}
