//! varisat 0.2.2, guarded.
//!
//! - A failed core can be too small once a literal that is false at level 0 was assumed. Literals known to be false
//!   are therefore never assumed, and a core counts only after a second call has confirmed it. Answers were never
//!   found wrong.
//! - Assumptions persist until they are replaced, so they are set before every call.
//! - Hiding a variable panics if it ever was an assumption implied by others. A literal that occurs in no clause
//!   positively cannot be implied; only such variables are hidden.
//! - Nothing interrupts a call from outside. A solver that works within a budget writes its proof into a [`Gate`], which
//!   fails when the budget is used up: the call then ends, and so does the solver.
//! - Hidden numbers are used again, so our variables are mapped to the solver's one by one, when first mentioned.

use varisat::{ExtendFormula, Lit as InnerLit, ProofFormat, Solver as Inner, Var as InnerVar};

use super::gate::Gate;
use super::{Solver, Verdict};
use crate::Budget;
use crate::lit::{Lit, Var};

/// The default solver. Not `Send`: make one per thread.
#[derive(Default)]
pub struct Varisat {
    inner: Inner<'static>,
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
    occurs_positively: bool,
    /// In the last model.
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

impl Varisat {
    /// A solver without clauses.
    pub fn new() -> Self {
        Self::default()
    }

    /// A solver without clauses that stops when the budget is used up: every call from then on gives
    /// [`Verdict::Unknown`].
    pub fn within(budget: &Budget) -> Self {
        let mut solver = Self::new();
        if budget.is_limited() {
            solver.inner.write_proof(Gate::new(budget.clone()), ProofFormat::Varisat);
        }
        solver
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
        inner.lit(lit.is_positive())
    }

    fn unmap_lit(&self, lit: InnerLit) -> Lit {
        self.outer[lit.var().index()].lit(lit.is_positive())
    }

    fn fixed(&self, lit: Lit) -> Option<bool> {
        let fixed = self.vars.get(lit.var().index())?.fixed?;
        Some(fixed == lit.is_positive())
    }

    fn fix(&mut self, lit: Lit) {
        self.touch(lit.var()).fixed = Some(lit.is_positive());
    }

    /// Solves under assumptions that are neither fixed nor contradictory.
    fn call(&mut self, assumptions: &[Lit]) -> Verdict {
        let inner: Vec<InnerLit> = assumptions.iter().map(|lit| self.map_lit(*lit)).collect();
        self.inner.assume(&inner);
        match self.inner.solve() {
            Ok(true) => {
                self.read_model();
                Verdict::Satisfiable
            }
            Ok(false) => Verdict::Unsatisfiable,
            Err(_) => {
                self.is_stopped = true;
                Verdict::Unknown
            }
        }
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
        if hint.len() >= all.len() || self.call(&hint) != Verdict::Unsatisfiable {
            return all;
        }
        if let [single] = hint[..] {
            self.fix(!single);
        }
        self.is_refuted |= hint.is_empty();
        hint
    }
}

impl Solver for Varisat {
    fn new_var(&mut self) -> Var {
        let var = Var::new(self.vars.len());
        self.touch(var);
        var
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        for lit in clause {
            self.touch(lit.var()).occurs_positively |= lit.is_positive();
        }
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

    fn solve(&mut self, assumptions: &[Lit]) -> Verdict {
        self.core = Core::Confirmed(Vec::new());
        if self.is_refuted {
            return Verdict::Unsatisfiable;
        }
        if self.is_stopped {
            return Verdict::Unknown;
        }
        if let Some(lit) = assumptions.iter().find(|lit| self.fixed(**lit) == Some(false)) {
            self.core = Core::Confirmed(vec![*lit]);
            return Verdict::Unsatisfiable;
        }
        let mut open: Vec<Lit> = assumptions.iter().copied().filter(|lit| self.fixed(*lit).is_none()).collect();
        let mut sorted = open.clone();
        if crate::signed::normalise_junction(&mut sorted) {
            let clash = sorted.windows(2).find(|pair| pair[0] == !pair[1]).expect("a complementary pair was seen");
            self.core = Core::Confirmed(clash.to_vec());
            return Verdict::Unsatisfiable;
        }
        if sorted.len() < open.len() {
            open = sorted;
        }
        let verdict = self.call(&open);
        if verdict == Verdict::Unsatisfiable {
            self.core = Core::Hint(self.failed_core());
        }
        self.assumptions = open;
        verdict
    }

    fn value(&self, lit: Lit) -> bool {
        self.vars.get(lit.var().index()).is_some_and(|var| var.value) == lit.is_positive()
    }

    fn core(&mut self) -> Vec<Lit> {
        let core = match std::mem::take(&mut self.core) {
            Core::Confirmed(core) => core,
            Core::Hint(hint) => self.confirm(hint),
            Core::None => unreachable!("a core is asked for after a call that found no model"),
        };
        self.core = Core::Confirmed(core.clone());
        core
    }

    fn retire(&mut self, lit: Lit) {
        if self.is_stopped {
            return;
        }
        self.inner.assume(&[]);
        self.add_clause(&[!lit]);
        let var = self.touch(lit.var());
        let may_be_implied = if lit.is_positive() { var.occurs_positively } else { true };
        if let Some(inner) = var.inner.take_if(|_| !may_be_implied) {
            var.value = false;
            self.inner.hide_var(inner);
        }
    }
}
