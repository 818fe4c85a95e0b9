//! Why: minimal sets of reasons that force an answer.
//!
//! A reason is a rule of the problem or an atom whose value was given. A core is a set of reasons that cannot hold
//! together, and minimal: without any one of them the rest can. Minimality rests on answers alone: a set counts as
//! contradictory when a solver, evaluation or counting has refuted it. Rules may be taken for granted ([`Role`]): they
//! hold in every set, so that what is named is minimal among what its reader can change.

mod all;
mod minimal;
mod model_rotation;
mod neighbouring_assignments;
mod propagated;
mod restricted;
mod role;
mod selected;
mod statements;

use std::sync::OnceLock;

use crate::budget::{Budget, Interrupted};
use crate::formula::{Atom, FormulaId};
use crate::problem::{Problem, RuleIndex};

pub use all::{Explanation, Explanations};
use minimal::{Oracle, blame};
use model_rotation::ModelRotation;
use restricted::Restricted;
pub use role::Role;
use role::Roles;
use selected::Selected;
use statements::{Context, Statements};

/// A search among what is near a formula ends after so many checks: counting, which looks at all, may know at once.
const MAX_CHECKS: u64 = 200;

/// Something that can be left out to see whether the answer changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Reason {
    /// Everything that this rule states.
    Rule(RuleIndex),
    /// That this atom has the value it was given.
    Known(Atom),
}

/// Asks a problem for explanations.
pub struct Explainer<'a> {
    minimizer: Minimizer<'a>,
    /// All reasons, once a question needs them.
    whole: Option<Selected>,
}

/// Why a formula follows, before it is known which reasons can be spared.
pub struct Ground {
    formula: FormulaId,
    found: Found,
}

/// How it was found out that a formula follows.
enum Found {
    /// From these reasons, ascending, and from the background.
    Reasons(Vec<Reason>),
    /// By counting, which looks at all reasons together.
    Counting,
}

impl<'a> Explainer<'a> {
    /// Explains `problem` under the known atoms.
    pub fn new(problem: &'a Problem, known: impl Fn(Atom) -> Option<bool>, budget: Budget) -> Self {
        let known: Vec<Option<bool>> = problem.atoms().map(known).collect();
        let roles = Roles::new(problem, &known, |_| Role::Blamed);
        let context = OnceLock::new();
        Self { minimizer: Minimizer { problem, known, roles, context, budget, checks: None }, whole: None }
    }

    /// Gives so many checks to each explanation that is made minimal, beside those of the budget: how far one comes does not
    /// depend on the others.
    #[must_use]
    pub fn with_checks_each(self, checks: u64) -> Self {
        Self { minimizer: Minimizer { checks: Some(checks), ..self.minimizer }, ..self }
    }

    /// Gives the rules their roles; without, all are blamed. The background and what supports can hold together:
    /// otherwise explanations are right, but may blame rules without need.
    #[must_use]
    pub fn with_roles(self, role: impl Fn(RuleIndex) -> Role) -> Self {
        let roles = Roles::new(self.minimizer.problem, &self.minimizer.known, role);
        Self { minimizer: Minimizer { roles, context: OnceLock::new(), ..self.minimizer }, whole: None }
    }

    /// A minimal set of reasons that makes the problem unsatisfiable, ascending; `None` when it is satisfiable.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn core(&mut self) -> Result<Option<Vec<Reason>>, Interrupted> {
        self.why(FormulaId::FALSE)
    }

    /// A minimal set of reasons from which `formula` follows, ascending; `None` when it does not follow.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn why(&mut self, formula: FormulaId) -> Result<Option<Vec<Reason>>, Interrupted> {
        self.ground(formula)?.map(|ground| self.minimizer.least(&ground)).transpose()
    }

    /// The first half of [`Explainer::why`], for which one solver looks at all questions: what it gives depends on what was
    /// asked before. The second half is [`Minimizer::least`].
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn ground(&mut self, formula: FormulaId) -> Result<Option<Ground>, Interrupted> {
        let Minimizer { problem, known, roles, budget, .. } = &self.minimizer;
        let reasons = propagated::reasons(problem, known, formula);
        let reasons = reasons.map_or_else(|| self.minimizer.nearby(formula), |reasons| Ok(Some(reasons)))?;
        if let Some(reasons) = reasons {
            return Ok(Some(Ground { formula, found: Found::Reasons(reasons) }));
        }
        let mut restricted = Restricted::new(problem, known, &roles.background, formula, budget);
        let mut session = restricted.session(&roles.named())?;
        if session.solve()?.is_some() {
            return Ok(None);
        }
        let found =
            if session.is_refuted_by_counting() { Found::Counting } else { Found::Reasons(self.some(formula)?) };
        Ok(Some(Ground { formula, found }))
    }

    /// What makes grounds minimal, for any number of threads.
    pub fn minimizer(&self) -> &Minimizer<'a> {
        &self.minimizer
    }

    /// All minimal sets of reasons from which `formula` follows, and all minimal sets without which it does not;
    /// `None` when it does not follow. Counting arguments are not used here. Supporting rules are named beside the
    /// blamed ones of a core, and in no correction.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn all(&self, formula: FormulaId) -> Result<Option<Explanations>, Interrupted> {
        let Minimizer { problem, roles, budget, .. } = &self.minimizer;
        let mut selected = self.minimizer.everything(budget);
        selected.ask(problem.formulas(), formula);
        let follows = selected.refute(&roles.named())?.is_some();
        Ok(follows.then(|| Explanations::new(selected, roles.blamed.clone(), roles.supporting.clone(), budget)))
    }

    /// Reasons from which `formula` follows, as it does from all.
    fn some(&mut self, formula: FormulaId) -> Result<Vec<Reason>, Interrupted> {
        let minimizer = &self.minimizer;
        let whole = self.whole.get_or_insert_with(|| minimizer.everything(&minimizer.budget));
        whole.ask(minimizer.problem.formulas(), formula);
        let some = whole.refute(&minimizer.roles.named())?;
        Ok(some.expect("the formula follows from everything"))
    }
}

/// Finds out which reasons can be spared. Each question has a solver of its own, so that answers do not depend on
/// what else is asked.
pub struct Minimizer<'a> {
    problem: &'a Problem,
    /// By atom.
    known: Vec<Option<bool>>,
    roles: Roles,
    /// Once a question needs it.
    context: OnceLock<Context>,
    budget: Budget,
    /// How many checks each question has; those of the budget, unless this is said.
    checks: Option<u64>,
}

impl Minimizer<'_> {
    /// A minimal set of reasons for what has this ground, ascending.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn least(&self, ground: &Ground) -> Result<Vec<Reason>, Interrupted> {
        let Self { problem, known, roles, budget, .. } = self;
        let budget = self.checks.map_or_else(|| budget.clone(), |checks| budget.clone().with_checks(checks));
        match &ground.found {
            Found::Reasons(reasons) => self.smallest_selected(ground.formula, reasons, &budget),
            Found::Counting => {
                let mut restricted = Restricted::new(problem, known, &roles.background, ground.formula, &budget);
                blame(&mut restricted, &roles.blamed, &roles.supporting)
            }
        }
    }

    /// Reasons from which `formula` follows, where what says what its atoms are suffices: a solver for the whole problem takes
    /// many times the space of the problem. None where it does not, or not at once.
    fn nearby(&self, formula: FormulaId) -> Result<Option<Vec<Reason>>, Interrupted> {
        let Self { problem, known, roles, budget, .. } = self;
        let blamed = roles.blamed_behind(problem, formula);
        let context = self.context.get_or_init(|| Context::new(problem, roles));
        let statements = context.of(problem, roles, &blamed, formula);
        let reasons = [blamed, statements.among(problem, &roles.supporting)].concat();
        let mut selected =
            Selected::new(problem, known, &statements, &reasons, &budget.clone().with_checks(MAX_CHECKS));
        selected.ask(problem.formulas(), formula);
        selected.refute(&reasons).or_else(|Interrupted| budget.check().map(|()| None))
    }

    /// Most of the problem has nothing to do with the formula: a solver for what has is asked many times. `reasons`,
    /// ascending, have a core among them, together with the background.
    fn smallest_selected(
        &self,
        formula: FormulaId,
        reasons: &[Reason],
        budget: &Budget,
    ) -> Result<Vec<Reason>, Interrupted> {
        let (problem, roles) = (self.problem, &self.roles);
        let context = self.context.get_or_init(|| Context::new(problem, roles));
        let blamed: Vec<Reason> = reasons.iter().copied().filter(|reason| roles.is_blamed(*reason)).collect();
        let statements = context.of(problem, roles, &blamed, formula);
        let supporting = statements.among(problem, &roles.supporting);
        let mut selected = self.selected(&statements, &[&blamed[..], &supporting].concat(), budget);
        selected.ask(problem.formulas(), formula);
        if selected.refute(&[&blamed[..], &supporting].concat())?.is_some() {
            let mut rotated = ModelRotation::new(&mut selected, problem, &self.known, &statements, formula);
            return blame(&mut rotated, &blamed, &supporting);
        }
        // The background contradicts itself somewhere else.
        let mut selected = self.everything(budget);
        selected.ask(problem.formulas(), formula);
        blame(&mut selected, &blamed, &roles.supporting)
    }

    fn everything(&self, budget: &Budget) -> Selected {
        self.selected(&Statements::all(self.problem), &self.roles.named(), budget)
    }

    fn selected(&self, statements: &Statements, reasons: &[Reason], budget: &Budget) -> Selected {
        Selected::new(self.problem, &self.known, statements, reasons, budget)
    }
}

#[cfg(test)]
mod tests;
