//! Unit propagation on clauses, with two watched literals per clause [Moskewicz et al. 2001].
//!
//! Literals become true at the root for good, or are assumed above it and taken back. After a conflict the assumptions
//! that led to it can be told.

mod blame;

use std::ops::Range;

use crate::cnf::Cnf;
use crate::lit::Lit;
use crate::watching::Watching;

use blame::{Origin, Reason};

/// Clauses under propagation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Propagator {
    /// By literal code: what has to be true once the literal is false, by clauses of two literals.
    partners: Vec<Vec<Lit>>,
    /// The clauses of three literals and more; each watches its first two.
    literals: Vec<Lit>,
    ends: Vec<u32>,
    /// Where each clause last found something to watch; long clauses are searched from there
    /// [Gent 2013, "Optimal implementation of watched literals"].
    resume: Vec<u32>,
    /// By literal code: the clauses that watch the literal.
    watches: Vec<Vec<Watch>>,
    /// By variable.
    values: Vec<Option<bool>>,
    /// By variable, while it has a value.
    origins: Vec<Origin>,
    /// True literals that contradict each other or the literal assumed last.
    conflict: Vec<Lit>,
    /// True literals in the order in which they became so.
    trail: Vec<Lit>,
    /// How much of the trail is propagated.
    head: usize,
    /// Clauses looked at so far.
    steps: usize,
    is_refuted: bool,
}

/// A moment between two assumptions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position(usize);

#[derive(Clone, Copy, Debug)]
struct Watch {
    clause: u32,
    /// Another literal of the clause: while it is true there is nothing to do.
    blocker: Lit,
}

impl Propagator {
    /// Propagates the unit clauses.
    pub(crate) fn new(cnf: &Cnf) -> Self {
        let mut propagator = Self::default();
        propagator.cover(cnf.var_count());
        propagator.make_room(cnf);
        for clause in cnf.clauses() {
            propagator.add_clause(clause);
        }
        propagator
    }

    /// Whether the root propagation ran into a conflict.
    pub(crate) fn is_refuted(&self) -> bool {
        self.is_refuted
    }

    /// The value of the literal, if it has one.
    pub(crate) fn value(&self, lit: Lit) -> Option<bool> {
        let value = self.values.get(lit.var().index()).copied().flatten()?;
        Some(value == lit.is_positive())
    }

    /// Makes the literal true for good, with all that follows. Nothing may be assumed.
    pub(crate) fn fix(&mut self, lit: Lit) {
        self.is_refuted |= !self.assume(lit);
    }

    /// What becomes true with the literal, which is taken back; `None` when that leads to a conflict.
    pub(crate) fn consequences(&mut self, lit: Lit) -> Option<Vec<Lit>> {
        let start = self.position();
        let holds = self.assume(lit);
        let consequences = self.trail[start.0..].to_vec();
        self.undo(start);
        holds.then_some(consequences)
    }

    /// Makes the literal true for the time being; whether that goes without a conflict. After a conflict something
    /// has to be undone.
    pub(crate) fn assume(&mut self, lit: Lit) -> bool {
        match self.value(lit) {
            Some(true) => self.propagate(),
            Some(false) => {
                self.conflict = vec![!lit];
                false
            }
            None => {
                self.assign(lit, Reason::Assumed);
                self.propagate()
            }
        }
    }

    /// Where [`Propagator::undo`] can return to.
    pub(crate) fn position(&self) -> Position {
        Position(self.trail.len())
    }

    /// Takes back what became true since.
    pub(crate) fn undo(&mut self, position: Position) {
        for lit in self.trail.drain(position.0..) {
            self.values[lit.var().index()] = None;
        }
        self.head = position.0;
    }

    /// Whether every variable has a value; without a conflict these values are a model.
    pub(crate) fn is_total(&self) -> bool {
        self.trail.len() == self.values.len()
    }

    /// How many clauses were looked at so far: the measure of effort.
    pub(crate) fn steps(&self) -> usize {
        self.steps
    }

    /// How many variables there are.
    pub(crate) fn var_count(&self) -> usize {
        self.values.len()
    }

    /// The values by variable, false where unknown.
    pub(crate) fn values(&self) -> Vec<bool> {
        self.values.iter().map(|value| *value == Some(true)).collect()
    }

    /// Adds a clause at the root.
    pub(crate) fn add_clause(&mut self, clause: &[Lit]) {
        let mut open = Vec::with_capacity(clause.len());
        for lit in clause {
            self.cover(lit.var().index() + 1);
            match self.value(*lit) {
                Some(true) => return,
                Some(false) => {}
                None => open.push(*lit),
            }
        }
        match open[..] {
            [] => self.is_refuted = true,
            [single] => self.fix(single),
            [first, second] => {
                self.partners[first.code()].push(second);
                self.partners[second.code()].push(first);
            }
            [first, second, ..] => {
                let index = self.ends.len() as u32;
                self.watches[first.code()].push(Watch { clause: index, blocker: second });
                self.watches[second.code()].push(Watch { clause: index, blocker: first });
                self.literals.append(&mut open);
                self.ends.push(u32::try_from(self.literals.len()).expect("fewer than 2^32 literals"));
                self.resume.push(0);
            }
        }
    }

    fn make_room(&mut self, cnf: &Cnf) {
        let mut watching = Watching::new(self.watches.len());
        cnf.clauses().for_each(|clause| watching.add(clause));
        for (code, [binary, longer]) in watching.by_literal.into_iter().enumerate() {
            self.partners[code].reserve_exact(binary as usize);
            self.watches[code].reserve_exact(longer as usize);
        }
        self.literals.reserve_exact(watching.literals);
        self.ends.reserve_exact(watching.longer);
        self.resume.reserve_exact(watching.longer);
    }

    fn cover(&mut self, var_count: usize) {
        if self.values.len() < var_count {
            self.values.resize(var_count, None);
            self.origins.resize(var_count, Origin::default());
            self.watches.resize(2 * var_count, Vec::new());
            self.partners.resize(2 * var_count, Vec::new());
        }
    }

    /// Puts a literal without value on the trail.
    fn assign(&mut self, lit: Lit, reason: Reason) {
        self.cover(lit.var().index() + 1);
        self.values[lit.var().index()] = Some(lit.is_positive());
        self.origins[lit.var().index()] = Origin { place: self.trail.len() as u32, reason };
        self.trail.push(lit);
    }

    fn propagate(&mut self) -> bool {
        while let Some(lit) = self.trail.get(self.head).copied() {
            self.head += 1;
            if !(self.visit_partners(!lit) && self.visit_watches(!lit)) {
                return false;
            }
        }
        true
    }

    fn visit_partners(&mut self, falsified: Lit) -> bool {
        let partners = std::mem::take(&mut self.partners[falsified.code()]);
        self.steps += partners.len();
        let holds = partners.iter().all(|partner| match self.value(*partner) {
            Some(true) => true,
            Some(false) => {
                self.conflict = vec![!falsified, !*partner];
                false
            }
            None => {
                self.assign(*partner, Reason::Partner(!falsified));
                true
            }
        });
        self.partners[falsified.code()] = partners;
        holds
    }

    /// Finds every clause that watches the literal, which became false, something else to watch.
    fn visit_watches(&mut self, falsified: Lit) -> bool {
        let mut watches = std::mem::take(&mut self.watches[falsified.code()]);
        self.steps += watches.len();
        let mut kept = 0;
        let mut holds = true;
        for index in 0..watches.len() {
            let watch = watches[index];
            let moves = holds && self.value(watch.blocker) != Some(true) && self.moves(watch, falsified, &mut holds);
            if !moves {
                watches[kept] = watch;
                kept += 1;
            }
        }
        watches.truncate(kept);
        self.watches[falsified.code()] = watches;
        holds
    }

    /// Whether the clause watches something else from now on; if it has nothing else, its last literal becomes true
    /// or, if it is false, `holds` does not hold.
    fn moves(&mut self, watch: Watch, falsified: Lit, holds: &mut bool) -> bool {
        match self.find_watch(watch.clause as usize, falsified) {
            Found::Other(other, blocker) => {
                self.watches[other.code()].push(Watch { blocker, ..watch });
                true
            }
            Found::Unit(lit) => {
                match self.value(lit) {
                    Some(true) => {}
                    None => self.assign(lit, Reason::Clause(watch.clause)),
                    Some(false) => {
                        self.conflict = self.clause(watch.clause).iter().map(|lit| !*lit).collect();
                        *holds = false;
                    }
                }
                false
            }
        }
    }

    fn range(&self, clause: usize) -> Range<usize> {
        let start = if clause == 0 { 0 } else { self.ends[clause - 1] as usize };
        start..self.ends[clause] as usize
    }

    fn clause(&self, index: u32) -> &[Lit] {
        &self.literals[self.range(index as usize)]
    }

    fn find_watch(&mut self, clause: usize, falsified: Lit) -> Found {
        let Range { start, end } = self.range(clause);
        if self.literals[start] == falsified {
            self.literals.swap(start, start + 1);
        }
        let first = self.literals[start];
        if self.value(first) != Some(true) {
            let resume = (start + 2 + self.resume[clause] as usize).min(end);
            let mut places = (resume..end).chain(start + 2..resume);
            if let Some(place) = places.find(|place| self.value(self.literals[*place]) != Some(false)) {
                self.resume[clause] = (place - start - 2) as u32;
                self.literals.swap(start + 1, place);
                return Found::Other(self.literals[start + 1], first);
            }
        }
        Found::Unit(first)
    }
}

/// What a clause does about a watched literal that became false.
enum Found {
    /// It watches this literal instead; the second one is still watched.
    Other(Lit, Lit),
    /// This literal has to be, or is, true.
    Unit(Lit),
}

#[cfg(test)]
mod tests;
