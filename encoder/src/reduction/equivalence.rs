//! Equivalent literals: the strongly connected components of the binary implication graph
//! [Aspvall, Plass & Tarjan 1979].

use super::{Reduction, Step};
use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::tseitin::Term;

/// Replaces every literal by the one of its class with the smallest variable.
pub(super) fn classes(cnf: &Cnf) -> Step {
    let implications = Implications::of(cnf);
    if implications.targets.is_empty() {
        return Some(None);
    }
    let mut terms: Vec<Term> = (0..cnf.var_count()).map(|index| Term::Lit(Var::new(index).positive())).collect();
    let mut changed = false;
    let mut is_contradictory = false;
    Tarjan::new(&implications).run(|class| {
        class.sort_unstable();
        is_contradictory |= class.windows(2).any(|pair| pair[0] == !pair[1]);
        changed |= class.len() > 1;
        for lit in &class[1..] {
            terms[lit.var().index()] = Term::Lit(class[0]).negated_if(!lit.is_positive());
        }
    });
    if is_contradictory {
        return None;
    }
    Some(changed.then_some(Reduction { terms }))
}

/// For each literal those that a clause of two literals makes it imply, in one flat table.
struct Implications {
    starts: Vec<u32>,
    targets: Vec<Lit>,
}

impl Implications {
    fn of(cnf: &Cnf) -> Self {
        let binaries = || cnf.clauses().filter_map(|clause| <[Lit; 2]>::try_from(clause).ok());
        let mut starts = vec![0u32; 2 * cnf.var_count() + 1];
        for lit in binaries().flatten() {
            starts[(!lit).code() + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut next = starts.clone();
        let mut targets = vec![Lit::from_code(0); starts.last().map_or(0, |end| *end as usize)];
        for [left, right] in binaries() {
            for (from, to) in [(!left, right), (!right, left)] {
                let place = &mut next[from.code()];
                targets[*place as usize] = to;
                *place += 1;
            }
        }
        Self { starts, targets }
    }

    fn of_literal(&self, code: usize) -> std::ops::Range<usize> {
        self.starts[code] as usize..self.starts[code + 1] as usize
    }
}

/// Tarjan's algorithm [Tarjan 1972] with a stack of its own.
struct Tarjan<'a> {
    implications: &'a Implications,
    /// By literal code: when it was first visited, from 1; 0 before, and [`Tarjan::DONE`] once its class is known.
    order: Vec<u32>,
    visited: u32,
    /// Literals whose class is not known yet.
    open: Vec<Lit>,
}

/// A literal being visited.
struct Visit {
    code: usize,
    /// The next implication to follow.
    next: usize,
    /// The earliest literal that can be reached back to.
    low: u32,
}

impl<'a> Tarjan<'a> {
    const DONE: u32 = u32::MAX;

    fn new(implications: &'a Implications) -> Self {
        let order = vec![0; implications.starts.len() - 1];
        Self { implications, order, visited: 0, open: Vec::new() }
    }

    /// Gives every class to `tell`.
    fn run(mut self, mut tell: impl FnMut(&mut [Lit])) {
        for code in 0..self.order.len() {
            if self.order[code] == 0 {
                self.visit_from(code, &mut tell);
            }
        }
    }

    fn visit_from(&mut self, code: usize, tell: &mut impl FnMut(&mut [Lit])) {
        let mut visits = vec![self.enter(code)];
        while let Some(visit) = visits.last_mut() {
            if visit.next < self.implications.of_literal(visit.code).end {
                let target = self.implications.targets[visit.next].code();
                visit.next += 1;
                match self.order[target] {
                    0 => visits.push(self.enter(target)),
                    Self::DONE => {}
                    earlier => visit.low = visit.low.min(earlier),
                }
                continue;
            }
            let Visit { code, low, .. } = *visit;
            visits.pop();
            if let Some(parent) = visits.last_mut() {
                parent.low = parent.low.min(low);
            }
            if low == self.order[code] {
                self.close(code, tell);
            }
        }
    }

    fn enter(&mut self, code: usize) -> Visit {
        self.visited += 1;
        self.order[code] = self.visited;
        self.open.push(Lit::from_code(code));
        Visit { code, next: self.implications.of_literal(code).start, low: self.visited }
    }

    fn close(&mut self, code: usize, tell: &mut impl FnMut(&mut [Lit])) {
        let start = self.open.iter().rposition(|lit| lit.code() == code).unwrap_or(0);
        for lit in &self.open[start..] {
            self.order[lit.code()] = Self::DONE;
        }
        tell(&mut self.open[start..]);
        self.open.truncate(start);
    }
}
