//! varisat 0.2.2, guarded.
//!
//! - It decides on false. A solver that shall prefer true gives it every literal negated.
//! - A failed core can be too small once a literal that is false at level 0 was assumed. Literals known to be false
//!   are therefore never assumed, and a core counts only after a second call has confirmed it. Answers were never
//!   found wrong.
//! - Assumptions persist until they are replaced, so they are set before every call.
//! - Nothing interrupts a call from outside. A solver that works within a budget writes its proof into a [`ProofSink`], which
//!   fails when the budget is used up: the call then ends, and so does the solver.
//! - It keeps tables of all its variables, so ours are mapped to its own one by one, when first mentioned.

use varisat::{ExtendFormula, Lit as InnerLit, ProofFormat, Solver as Inner, Var as InnerVar};

use super::gate::ProofSink;
use crate::budget::{Budget, Interrupted};
use crate::cnf::Cnf;
use crate::lit::{Lit, Var};
use crate::signed::normalise_junction;

/// An incremental solver. Not `Send`: make one per thread.
#[derive(Default)]
pub struct Solver {
    inner: Inner<'static>,
    /// Whether the solver inside gets every literal negated.
    is_flipped: bool,
    vars: Vec<OuterVar>,
    /// Our variable by the solver's number.
    outer: Vec<Var>,
    /// The solver's own state says that there is no model at all.
    is_refuted: bool,
    /// The budget was used up during a call: the solver inside is of no use any more.
    is_stopped: bool,
    assumptions: Vec<Lit>,
    core: Core,
}

/// What is known of one of our variables.
#[derive(Clone, Copy, Default)]
struct OuterVar {
    inner: Option<InnerVar>,
    /// The value that a unit clause or a confirmed core of one literal fixes.
    fixed: Option<bool>,
    /// That of the solver's variable in the last model.
    value: bool,
}

/// How far the core of the last call can be trusted.
#[derive(Default)]
enum Core {
    #[default]
    None,
    Hint(Vec<Lit>),
    Confirmed(Vec<Lit>),
}

impl Solver {
    /// A solver without clauses.
    pub fn new() -> Self {
        Self::default()
    }

    /// A solver without clauses that stops when the budget is used up: every call from then on gives [`Interrupted`].
    pub fn within(budget: &Budget) -> Self {
        let mut solver = Self::new();
        if budget.is_limited() {
            solver.inner.write_proof(ProofSink::new(budget.clone()), ProofFormat::Varisat);
        }
        solver
    }

    /// A solver with these clauses, which stops when the budget is used up.
    pub fn of(cnf: &Cnf, budget: &Budget) -> Self {
        let mut solver = Self::within(budget);
        solver.add_cnf(cnf);
        solver
    }

    /// Makes variables true rather than false where nothing is said; for a solver without clauses so far.
    #[must_use]
    pub fn preferring_true(mut self) -> Self {
        self.is_flipped = true;
        self
    }

    fn touch(&mut self, var: Var) -> &mut OuterVar {
        if var.index() >= self.vars.len() {
            self.vars.resize(var.index() + 1, OuterVar::default());
        }
        &mut self.vars[var.index()]
    }

    /// The solver's literal, whose variable is created when it is new.
    fn map_lit(&mut self, lit: Lit) -> InnerLit {
        let known = self.touch(lit.var()).inner;
        let inner = known.unwrap_or_else(|| {
            let inner = self.inner.new_var();
            self.touch(lit.var()).inner = Some(inner);
            self.outer.resize(self.outer.len().max(inner.index() + 1), lit.var());
            self.outer[inner.index()] = lit.var();
            inner
        });
        inner.lit(lit.is_positive() != self.is_flipped)
    }

    fn unmap_lit(&self, lit: InnerLit) -> Lit {
        self.outer[lit.var().index()].lit(lit.is_positive() != self.is_flipped)
    }

    fn fixed(&self, lit: Lit) -> Option<bool> {
        let fixed = self.vars.get(lit.var().index())?.fixed?;
        Some(fixed == lit.is_positive())
    }

    fn fix(&mut self, lit: Lit) {
        self.touch(lit.var()).fixed = Some(lit.is_positive());
    }

    /// Solves under assumptions that are neither fixed nor contradictory.
    fn call(&mut self, assumptions: &[Lit]) -> Result<bool, Interrupted> {
        let inner: Vec<InnerLit> = assumptions.iter().map(|lit| self.map_lit(*lit)).collect();
        self.inner.assume(&inner);
        let answer = self.inner.solve().map_err(|_| Interrupted);
        self.is_stopped = answer.is_err();
        if answer == Ok(true) {
            self.read_model();
        }
        answer
    }

    fn read_model(&mut self) {
        for lit in self.inner.model().expect("a satisfiable formula has a model") {
            let var = self.outer[lit.var().index()];
            self.vars[var.index()].value = lit.is_positive();
        }
    }

    fn failed_core(&self) -> Vec<Lit> {
        let core = self.inner.failed_core().expect("an unsatisfiable formula has a core");
        core.iter().map(|lit| self.unmap_lit(*lit)).collect()
    }

    /// A core that a second call has confirmed; all assumptions when the hint does not hold.
    fn confirm(&mut self, hint: Vec<Lit>) -> Vec<Lit> {
        let all = std::mem::take(&mut self.assumptions);
        if hint.len() >= all.len() || self.call(&hint) != Ok(false) {
            return all;
        }
        if let [single] = hint[..] {
            self.fix(!single);
        }
        self.is_refuted |= hint.is_empty();
        hint
    }
}

impl Solver {
    /// Adds all clauses.
    pub fn add_cnf(&mut self, cnf: &Cnf) {
        cnf.clauses().for_each(|clause| self.add_clause(clause));
    }

    /// Adds a clause for good.
    pub fn add_clause(&mut self, clause: &[Lit]) {
        match clause {
            [] => self.is_refuted = true,
            [single] if self.fixed(*single) == Some(false) => self.is_refuted = true,
            [single] => self.fix(*single),
            _ => {}
        }
        if !self.is_stopped {
            let inner: Vec<InnerLit> = clause.iter().map(|lit| self.map_lit(*lit)).collect();
            self.inner.add_clause(&inner);
        }
    }

    /// Whether there is a model in which the assumptions hold: [`Solver::value`] gives it. If there is none,
    /// [`Solver::core`] says which assumptions are to blame.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn solve(&mut self, assumptions: &[Lit]) -> Result<bool, Interrupted> {
        self.core = Core::Confirmed(Vec::new());
        if self.is_refuted {
            return Ok(false);
        }
        if self.is_stopped {
            return Err(Interrupted);
        }
        if let Some(lit) = assumptions.iter().find(|lit| self.fixed(**lit) == Some(false)) {
            self.core = Core::Confirmed(vec![*lit]);
            return Ok(false);
        }
        let mut open: Vec<Lit> = assumptions.iter().copied().filter(|lit| self.fixed(*lit).is_none()).collect();
        let mut sorted = open.clone();
        normalise_junction(&mut sorted);
        if let Some(clash) = sorted.windows(2).find(|pair| pair[0] == !pair[1]) {
            self.core = Core::Confirmed(clash.to_vec());
            return Ok(false);
        }
        if sorted.len() < open.len() {
            open = sorted;
        }
        let answer = self.call(&open);
        if answer == Ok(false) {
            self.core = Core::Hint(self.failed_core());
        }
        self.assumptions = open;
        answer
    }

    /// The literal's value in the last model; variables that were never mentioned have the preferred value.
    pub fn value(&self, lit: Lit) -> bool {
        let value = self.vars.get(lit.var().index()).is_some_and(|var| var.value);
        (value != self.is_flipped) == lit.is_positive()
    }

    /// The last model, by variable.
    pub fn model(&self, var_count: usize) -> Vec<bool> {
        (0..var_count).map(|index| self.value(Var::new(index).positive())).collect()
    }

    /// Assumptions of the last call, which found no model, that by themselves exclude every model. Not minimal.
    ///
    /// # Panics
    /// When the last call found a model, or nothing.
    pub fn core(&mut self) -> Vec<Lit> {
        let core = match std::mem::take(&mut self.core) {
            Core::Confirmed(core) => core,
            Core::Hint(hint) => self.confirm(hint),
            Core::None => unreachable!("a core is asked for after a call that found no model"),
        };
        self.core = Core::Confirmed(core.clone());
        core
    }
}
