//! Which variables meet in which clauses: the fixed structure that components are cut from.

use crate::{Cnf, Lit, Var};

/// Lists of `T`, one for each index, in one buffer.
pub(crate) struct Lists<T> {
    entries: Vec<T>,
    starts: Vec<u32>,
}

impl<T: Copy> Lists<T> {
    /// The lists of `pairs` for the indices `0..count`; each keeps the order of the pairs.
    pub(crate) fn new(count: usize, fill: T, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Self {
        let mut starts = vec![0u32; count + 1];
        for (index, _) in pairs.clone() {
            starts[index + 1] += 1;
        }
        for index in 0..count {
            starts[index + 1] += starts[index];
        }
        let mut ends = starts.clone();
        let mut entries = vec![fill; starts[count] as usize];
        for (index, entry) in pairs {
            entries[ends[index] as usize] = entry;
            ends[index] += 1;
        }
        Self { entries, starts }
    }

    #[inline]
    pub(crate) fn get(&self, index: usize) -> &[T] {
        self.get_range(index, index)
    }

    /// The lists from `first` to `last`, together.
    #[inline]
    fn get_range(&self, first: usize, last: usize) -> &[T] {
        &self.entries[self.starts[first] as usize..self.starts[last + 1] as usize]
    }
}

/// By variable its neighbours and its clauses. Clauses of two literals are only kept as neighbours: while both variables are unassigned
/// after unit propagation, the clause is as it was.
pub(crate) struct Incidence {
    neighbours: Lists<Var>,
    clauses: Lists<Lit>,
    occurrences: Lists<u32>,
}

impl Incidence {
    /// The structure of clauses with at least two literals, of different variables each.
    pub(crate) fn new(cnf: &Cnf) -> Self {
        let binary = cnf.clauses().filter(|clause| clause.len() == 2);
        let mut pairs: Vec<(Var, Var)> = binary
            .flat_map(|clause| [(clause[0].var(), clause[1].var()), (clause[1].var(), clause[0].var())])
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let mut long = Cnf::with_vars(cnf.var_count());
        let mut sorted = Vec::new();
        for clause in cnf.clauses().filter(|clause| clause.len() > 2) {
            sorted.clear();
            sorted.extend_from_slice(clause);
            sorted.sort_unstable();
            long.add(&sorted);
        }
        let literals = long.clauses().enumerate().flat_map(|(id, clause)| clause.iter().map(move |&lit| (id, lit)));
        let origin = Var::new(0);
        Self {
            neighbours: Lists::new(cnf.var_count(), origin, pairs.iter().map(|&(from, to)| (from.index(), to))),
            clauses: Lists::new(long.len(), origin.positive(), literals.clone()),
            occurrences: Lists::new(2 * cnf.var_count(), 0, literals.map(|(id, lit)| (lit.code(), id as u32))),
        }
    }

    /// Variables that share a clause of two literals with `var`.
    #[inline]
    pub(crate) fn neighbours(&self, var: Var) -> &[Var] {
        self.neighbours.get(var.index())
    }

    /// Ids of the longer clauses that hold `var`.
    #[inline]
    pub(crate) fn occurrences(&self, var: Var) -> &[u32] {
        self.occurrences.get_range(var.positive().code(), var.negative().code())
    }

    /// Ids of the longer clauses that hold `lit`.
    #[inline]
    pub(crate) fn occurrences_of(&self, lit: Lit) -> &[u32] {
        self.occurrences.get(lit.code())
    }

    /// Literals of a longer clause, ascending.
    #[inline]
    pub(crate) fn clause(&self, id: u32) -> &[Lit] {
        self.clauses.get(id as usize)
    }

    /// Number of longer clauses.
    pub(crate) fn clause_count(&self) -> usize {
        self.clauses.starts.len() - 1
    }
}
