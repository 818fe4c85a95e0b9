//! The propagation engine: unit propagation, conflict analysis and satisfiability of a part of the variables.
//!
//! Clauses and decisions come in; values, implied literals, learned clauses and models come out. A counter needs what
//! a plain solver hides: the trail, the decision levels, and a way back to any of them.
//!
//! Invariant: the trail is ordered by decision level, and a literal belongs to the level where it was assigned, which
//! may be later than the level that implied it (chronological backtracking; Nadel and Ryvchin, SAT 2018).

mod analyze;
mod arena;
mod assume;
mod backtracking;
mod incidence;
mod learned;
mod propagate;
mod satisfy;
mod trail;
mod vivify;
mod watching;

use arena::{Arena, ClauseRef};
use learned::LearnedClauses;
use trail::{Reason, Trail};

use crate::budget::Ticker;
use crate::{Budget, Cnf, Interrupted, Lit, Var};
use watching::WatchCounts;

pub(crate) use backtracking::PROPAGATIONS_PER_VAR;
pub(crate) use incidence::{Incidence, Lists};
pub(crate) use satisfy::Satisfiability;
pub(crate) use vivify::Vivified;

/// A watched clause, with a literal whose truth makes a look at the clause needless.
#[derive(Clone, Copy)]
struct Watch {
    clause: ClauseRef,
    blocker: Lit,
}

/// A learned clause that implies `lit` at a level below the one where it was found.
struct LateImplication {
    lit: Lit,
    reason: Reason,
    level: u32,
}

/// A propagation engine that shows its trail, its levels and its reasons, and goes back to any level.
pub(crate) struct Engine {
    trail: Trail,
    /// `binary[p]`: the literals that become true when `p` does, one for each clause of two literals.
    binary: Vec<Vec<Lit>>,
    /// `watches[p]`: the longer clauses that watch `!p`, looked at when `p` becomes true.
    watches: Vec<Vec<Watch>>,
    arena: Arena,
    learned: LearnedClauses,
    late: Vec<LateImplication>,
    /// The value of each variable in the last model that was found for it.
    phases: Vec<bool>,
    /// The value of each variable when a conflict last took it back: where to look for a model.
    saved: Vec<bool>,
    analysis: analyze::Analysis,
    /// A clause that propagation passes over.
    ignored: Option<ClauseRef>,
    /// Assigned literals so far: the measure of work.
    propagations: u64,
    consistent: bool,
}

impl Engine {
    /// An engine without clauses.
    pub(crate) fn new(var_count: usize) -> Self {
        Self {
            trail: Trail::new(var_count),
            binary: vec![Vec::new(); 2 * var_count],
            watches: (0..2 * var_count).map(|_| Vec::new()).collect(),
            arena: Arena::default(),
            learned: LearnedClauses::default(),
            late: Vec::new(),
            phases: vec![false; var_count],
            saved: vec![false; var_count],
            analysis: analyze::Analysis::new(var_count),
            ignored: None,
            propagations: 0,
            consistent: true,
        }
    }

    /// An engine with all these clauses, which have neither duplicates nor complementary literals; what follows from those of
    /// one literal is assigned.
    pub(crate) fn with_clauses<'c, I: Iterator<Item = &'c [Lit]>>(
        var_count: usize,
        clauses: impl Fn() -> I,
        ticker: &mut Ticker<'_>,
    ) -> Result<Self, Interrupted> {
        let mut engine = Self::new(var_count);
        engine.make_room(clauses(), ticker)?;
        for clause in clauses() {
            ticker.spend(8 * clause.len())?;
            engine.add(clause);
        }
        Ok(engine)
    }

    /// An engine with all these clauses, like [`Engine::with_clauses`].
    pub(crate) fn of(cnf: &Cnf) -> Self {
        let budget = Budget::unlimited();
        let engine = Self::with_clauses(cnf.var_count(), || cnf.clauses(), &mut Ticker::new(&budget));
        engine.expect("nothing stops it")
    }

    /// Makes room for variables up to this number.
    pub(crate) fn grow(&mut self, var_count: usize) {
        if self.var_count() < var_count {
            self.trail.grow(var_count);
            self.analysis.grow(var_count);
            self.binary.resize_with(2 * var_count, Vec::new);
            self.watches.resize_with(2 * var_count, Vec::new);
            self.phases.resize(var_count, false);
            self.saved.resize(var_count, false);
        }
    }

    /// Makes the lists as long as these clauses will want them.
    pub(crate) fn make_room<'c>(
        &mut self,
        clauses: impl Iterator<Item = &'c [Lit]>,
        ticker: &mut Ticker<'_>,
    ) -> Result<(), Interrupted> {
        let mut watching = WatchCounts::new(self.watches.len());
        for clause in clauses {
            ticker.spend(4)?;
            watching.add(clause);
        }
        for (code, [binary, longer]) in watching.by_literal.into_iter().enumerate() {
            let falsified = (!Lit::from_code(code)).code();
            self.binary[falsified].reserve_exact(binary as usize);
            self.watches[falsified].reserve_exact(longer as usize);
        }
        self.arena.reserve(watching.words);
        Ok(())
    }

    /// Adds a clause without duplicates and complementary literals, before anything is decided.
    ///
    /// Literals that level 0 decides are dropped, or the clause with them.
    pub(crate) fn add(&mut self, clause: &[Lit]) {
        debug_assert_eq!(self.level(), 0);
        if clause.iter().any(|&lit| self.is_true(lit)) {
            return;
        }
        let open: Vec<Lit> = clause.iter().copied().filter(|&lit| !self.is_false(lit)).collect();
        match open[..] {
            [] => self.consistent = false,
            [unit] => {
                self.trail.assign(unit, Reason::Decision);
                self.consistent &= self.propagate().is_none();
            }
            [first, second] => self.add_binary(first, second),
            _ => {
                self.attach(&open);
            }
        }
    }

    /// Number of variables.
    pub(crate) fn var_count(&self) -> usize {
        self.phases.len()
    }

    /// Whether some clause holds `var`.
    pub(crate) fn is_constrained(&self, var: Var) -> bool {
        [var.positive(), var.negative()]
            .into_iter()
            .any(|lit| !self.binary[lit.code()].is_empty() || !self.watches[lit.code()].is_empty())
    }

    /// The literals that `lit` implies by a clause of two literals each.
    pub(crate) fn implied_by(&self, lit: Lit) -> &[Lit] {
        &self.binary[lit.code()]
    }

    /// Decides `lit` and propagates; false on a conflict, after which the decision is gone.
    pub(crate) fn probe(&mut self, lit: Lit) -> bool {
        self.decide(lit);
        let consistent = self.propagate().is_none();
        if !consistent {
            self.backtrack(self.level() - 1);
        }
        consistent
    }

    /// Whether level 0 is without conflict so far.
    pub(crate) fn is_consistent(&self) -> bool {
        self.consistent
    }

    fn add_binary(&mut self, first: Lit, second: Lit) {
        self.binary[(!first).code()].push(second);
        self.binary[(!second).code()].push(first);
    }

    /// Stores a clause of at least three literals and watches the first two.
    fn attach(&mut self, clause: &[Lit]) -> ClauseRef {
        let reference = self.arena.push(clause);
        self.watch(reference, clause[0], clause[1]);
        reference
    }

    fn watch(&mut self, clause: ClauseRef, first: Lit, second: Lit) {
        self.watches[(!first).code()].push(Watch { clause, blocker: second });
        self.watches[(!second).code()].push(Watch { clause, blocker: first });
    }

    /// The number of open decisions.
    #[inline]
    pub(crate) fn level(&self) -> u32 {
        self.trail.level()
    }

    /// Whether `lit` is assigned and true.
    #[inline]
    pub(crate) fn is_true(&self, lit: Lit) -> bool {
        self.trail.is_true(lit)
    }

    /// Whether `lit` is assigned and false.
    #[inline]
    pub(crate) fn is_false(&self, lit: Lit) -> bool {
        self.trail.is_true(!lit)
    }

    /// Whether `var` is assigned.
    #[inline]
    pub(crate) fn is_assigned(&self, var: Var) -> bool {
        self.is_true(var.positive()) || self.is_true(var.negative())
    }

    /// The literals assigned at the current level, in order.
    pub(crate) fn last_level(&self) -> &[Lit] {
        self.trail.last_level()
    }

    /// The literals assigned above level 0, in order.
    pub(crate) fn above_root(&self) -> &[Lit] {
        if self.level() == 0 { &[] } else { &self.trail.literals()[self.trail.start_of(1)..] }
    }

    /// The open decisions, in order.
    pub(crate) fn decisions(&self) -> impl Iterator<Item = Lit> + '_ {
        self.trail.decisions()
    }

    /// The value of `var` in the last model that was found for it.
    #[inline]
    pub(crate) fn phase(&self, var: Var) -> Lit {
        var.lit(self.phases[var.index()])
    }

    /// How often `var` took part in recent conflicts.
    #[inline]
    pub(crate) fn activity(&self, var: Var) -> f32 {
        self.analysis.activity(var)
    }

    /// How much has been propagated since the start, in assigned literals.
    pub(crate) fn propagations(&self) -> u64 {
        self.propagations
    }

    /// Opens a level with `lit`, which is unassigned, and what earlier conflicts imply by now.
    pub(crate) fn decide(&mut self, lit: Lit) {
        self.trail.open_level();
        self.trail.assign(lit, Reason::Decision);
        self.assign_late();
    }

    /// Takes back all levels above `level`.
    pub(crate) fn backtrack(&mut self, level: u32) {
        self.trail.backtrack(level);
    }

    fn assign_late(&mut self) {
        let level = self.trail.level();
        let trail = &mut self.trail;
        self.late.retain(|late| late.level < level);
        for late in &self.late {
            if !trail.is_assigned(late.lit.var()) {
                trail.assign(late.lit, late.reason);
            }
        }
    }
}
