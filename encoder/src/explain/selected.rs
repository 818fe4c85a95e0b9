//! Reasons judged by one solver: what a reason states is switched on by a selector literal.

use std::collections::BTreeMap;

use super::Reason;
use super::minimal::Oracle;
use super::statements::Statements;
use crate::budget::{Budget, Interrupted};
use crate::formula::{Atom, FormulaId, Formulas};
use crate::lit::Lit;
use crate::problem::Problem;
use crate::sat::Solver;
use crate::term::Term;
use crate::tseitin::Translator;

pub(super) struct Selected {
    translator: Translator,
    /// Clauses that the solver has.
    loaded: usize,
    /// Prefers true, and so keeps reasons that were not asked for.
    solver: Solver,
    selectors: BTreeMap<Reason, Lit>,
    reasons: BTreeMap<Lit, Reason>,
    /// When true, the formula that was asked about does not hold.
    denied: Option<Lit>,
    budget: Budget,
}

impl Selected {
    /// Has clauses for the given statements only: those of the given reasons can be switched on, others always hold.
    pub(super) fn new(
        problem: &Problem,
        known: &[Option<bool>],
        statements: &Statements,
        reasons: &[Reason],
        budget: &Budget,
    ) -> Self {
        let mut translator = Translator::over_atoms(problem.atom_count());
        let mut selectors = BTreeMap::new();
        for reason in reasons {
            let selector = match reason {
                Reason::Rule(_) => translator.fresh(),
                Reason::Known(atom) => literal(&translator, *atom, known[atom.index()] == Some(true)),
            };
            selectors.insert(*reason, selector);
        }
        state(&mut translator, problem, statements, &selectors);
        let solver = Solver::within(budget).preferring_true();
        let reasons = selectors.iter().map(|(reason, selector)| (*selector, *reason)).collect();
        Self { translator, loaded: 0, solver, selectors, reasons, denied: None, budget: budget.clone() }
    }

    /// The question is from now on which reasons this formula follows from; until then, which contradict each other.
    pub(super) fn ask(&mut self, formulas: &Formulas, formula: FormulaId) {
        // The solver prefers true: questions of before are left aside without any effort.
        let denied = !self.translator.fresh();
        let term = self.translator.term(formulas, !formula);
        self.translator.require([(!denied).into(), term]);
        self.denied = Some(denied);
    }

    /// Gives the solver the clauses that it does not have yet.
    fn load(&mut self) {
        let cnf = self.translator.gates().cnf();
        cnf.clauses().skip(self.loaded).for_each(|clause| self.solver.add_clause(clause));
        self.loaded = cnf.len();
    }

    /// Whether an assignment satisfies these reasons, whatever becomes of the formula that was asked about.
    pub(super) fn satisfies(&mut self, reasons: &[Reason]) -> Result<bool, Interrupted> {
        self.budget.check()?;
        self.load();
        let selected: Vec<Lit> = reasons.iter().map(|reason| self.selectors[reason]).collect();
        self.solver.solve(&selected)
    }

    /// Whether what the reason states can be switched on.
    pub(super) fn selects(&self, reason: Reason) -> bool {
        self.selectors.contains_key(&reason)
    }

    /// The value of the atom in the last assignment that was found.
    pub(super) fn value(&self, atom: Atom) -> bool {
        self.solver.value(literal(&self.translator, atom, true))
    }

    /// Whether the reason holds in the last assignment that was found.
    pub(super) fn holds(&self, reason: Reason) -> bool {
        self.solver.value(self.selectors[&reason])
    }
}

impl Oracle for Selected {
    fn refute(&mut self, reasons: &[Reason]) -> Result<Option<Vec<Reason>>, Interrupted> {
        self.budget.check()?;
        self.load();
        let selected = reasons.iter().map(|reason| self.selectors[reason]);
        let assumptions: Vec<Lit> = self.denied.into_iter().chain(selected).collect();
        if self.solver.solve(&assumptions)? {
            return Ok(None);
        }
        let mut core: Vec<Reason> =
            self.solver.core().iter().filter_map(|lit| self.reasons.get(lit)).copied().collect();
        core.sort_unstable();
        Ok(Some(core))
    }
}

/// Adds what is stated: where the rule has a selector, under that.
fn state(translator: &mut Translator, problem: &Problem, statements: &Statements, selectors: &BTreeMap<Reason, Lit>) {
    let formulas = problem.formulas();
    let unless = |index| selectors.get(&Reason::Rule(index)).map(|selector| Term::from(!*selector));
    for &atom in &statements.definitions {
        let Some(rule) = problem.definition(atom) else { continue };
        let (atom, definition) = (literal(translator, atom, true), translator.term(formulas, rule.formula));
        let unless = unless(rule.index);
        translator.require(unless.into_iter().chain([(!atom).into(), definition]));
        translator.require(unless.into_iter().chain([atom.into(), !definition]));
    }
    for &place in &statements.constraints {
        let rule = problem.constraints()[place];
        let term = translator.term(formulas, rule.formula);
        translator.require(unless(rule.index).into_iter().chain([term]));
    }
}

fn literal(translator: &Translator, atom: Atom, value: bool) -> Lit {
    match translator.atom(atom) {
        Some(Term::Lit(lit)) => {
            if value {
                lit
            } else {
                !lit
            }
        }
        other => unreachable!("{atom:?} is a variable, not {other:?}"),
    }
}
