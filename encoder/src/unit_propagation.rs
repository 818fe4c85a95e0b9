//! Unit propagation on clauses, with two watched literals per clause [Moskewicz et al. 2001].
//!
//! Literals become true at the root for good, or are tried above it and taken back.

use crate::cnf::Cnf;
use crate::lit::Lit;

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
        self.assign(lit) && self.propagate()
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

    fn cover(&mut self, var_count: usize) {
        if self.values.len() < var_count {
            self.values.resize(var_count, None);
            self.watches.resize(2 * var_count, Vec::new());
            self.partners.resize(2 * var_count, Vec::new());
        }
    }

    /// Puts the literal on the trail unless it is there; whether it can be true.
    fn assign(&mut self, lit: Lit) -> bool {
        self.cover(lit.var().index() + 1);
        if let Some(value) = self.value(lit) {
            return value;
        }
        self.values[lit.var().index()] = Some(lit.is_positive());
        self.trail.push(lit);
        true
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
        let Self { partners, values, trail, steps, .. } = self;
        *steps += partners[falsified.code()].len();
        for partner in &partners[falsified.code()] {
            match values[partner.var().index()] {
                Some(value) if value == partner.is_positive() => {}
                Some(_) => return false,
                None => {
                    values[partner.var().index()] = Some(partner.is_positive());
                    trail.push(*partner);
                }
            }
        }
        true
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
                *holds = self.assign(lit);
                false
            }
        }
    }

    fn find_watch(&mut self, clause: usize, falsified: Lit) -> Found {
        let start = if clause == 0 { 0 } else { self.ends[clause - 1] as usize };
        let end = self.ends[clause] as usize;
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
mod tests {
    use super::*;
    use crate::brute_force::lit;
    use proptest::prelude::{any, proptest};

    /// Unit propagation by going through all clauses until nothing changes; `None` on a conflict.
    fn closure(cnf: &Cnf, start: &[Lit]) -> Option<Vec<Lit>> {
        let mut truths = start.to_vec();
        loop {
            let before = truths.len();
            for clause in cnf.clauses() {
                if clause.iter().any(|lit| truths.contains(lit)) {
                    continue;
                }
                let mut open: Vec<Lit> = clause.iter().copied().filter(|lit| !truths.contains(&!*lit)).collect();
                open.dedup();
                match open[..] {
                    [] => return None,
                    [single] => truths.push(single),
                    _ => {}
                }
            }
            if truths.len() == before {
                truths.sort_unstable();
                truths.dedup();
                return Some(truths);
            }
        }
    }

    proptest! {
        #[test]
        fn consequences_are_the_closure_under_unit_clauses(
            clauses in proptest::collection::vec(proptest::collection::vec((0..8usize, any::<bool>()), 1..4), 0..25),
            order in proptest::collection::vec((0..8usize, any::<bool>()), 1..12),
        ) {
            let mut cnf = Cnf::with_vars(8);
            for clause in &clauses {
                let mut clause: Vec<Lit> = clause.iter().map(|(index, value)| lit(*index, *value)).collect();
                clause.sort_unstable();
                clause.dedup();
                cnf.add(&clause);
            }
            let mut propagator = Propagator::new(&cnf);
            let mut fixed = Vec::new();
            for (index, value) in order {
                let root = closure(&cnf, &fixed);
                assert_eq!(propagator.is_refuted(), root.is_none());
                let Some(root) = root else { return Ok(()) };
                let lit = lit(index, value);
                if root.contains(&!lit) {
                    assert_eq!(propagator.consequences(lit), None);
                    continue;
                }
                let expected = closure(&cnf, &[root.as_slice(), &[lit]].concat());
                let found = propagator.consequences(lit).map(|more| {
                    let mut all = [root.clone(), more].concat();
                    all.sort_unstable();
                    all
                });
                assert_eq!(found, expected);
                propagator.fix(lit);
                fixed.push(lit);
            }
        }
    }
}
