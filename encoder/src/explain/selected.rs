//! Reasons judged by one solver: what a reason states is switched on by a selector literal.

use std::collections::BTreeMap;

use super::Reason;
use super::minimal::Oracle;
use crate::budget::{Budget, Interrupted};
use crate::formula::{Atom, FormulaId, Formulas};
use crate::lit::Lit;
use crate::problem::{Problem, Rule};
use crate::sat::{Flipped, Solver, Varisat, Verdict};
use crate::tseitin::{Term, Translator};

pub(super) struct Selected<'a> {
    /// Prefers true, and so keeps reasons that were not asked for.
    solver: Flipped<Varisat>,
    selectors: BTreeMap<Reason, Lit>,
    reasons: BTreeMap<Lit, Reason>,
    budget: &'a Budget,
}

impl<'a> Selected<'a> {
    /// Has clauses for the given reasons only, and that `formula` does not hold.
    pub(super) fn new(
        problem: &Problem,
        known: &[Option<bool>],
        formula: FormulaId,
        reasons: &[Reason],
        budget: &'a Budget,
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
        translator.assert(problem.formulas(), !formula);
        state(&mut translator, problem, &selectors);
        let mut solver = Flipped::new(Varisat::within(budget));
        solver.add_cnf(translator.gates().cnf());
        let reasons = selectors.iter().map(|(reason, selector)| (*selector, *reason)).collect();
        Self { solver, selectors, reasons, budget }
    }

    /// Whether the reason holds in the last assignment that was found.
    pub(super) fn holds(&self, reason: Reason) -> bool {
        self.solver.value(self.selectors[&reason])
    }
}

impl Oracle for Selected<'_> {
    fn refute(&mut self, reasons: &[Reason]) -> Result<Option<Vec<Reason>>, Interrupted> {
        self.budget.check()?;
        let assumptions: Vec<Lit> = reasons.iter().map(|reason| self.selectors[reason]).collect();
        match self.solver.solve(&assumptions) {
            Verdict::Satisfiable => Ok(None),
            Verdict::Unknown => Err(Interrupted),
            Verdict::Unsatisfiable => {
                let mut core: Vec<Reason> = self.solver.core().iter().map(|lit| self.reasons[lit]).collect();
                core.sort_unstable();
                Ok(Some(core))
            }
        }
    }
}

/// Adds what every selected rule states: definitions by ascending atom, then constraints.
fn state(translator: &mut Translator, problem: &Problem, selectors: &BTreeMap<Reason, Lit>) {
    let formulas = problem.formulas();
    let selector = |rule: Rule| selectors.get(&Reason::Rule(rule.index)).copied();
    for atom in problem.atoms() {
        let Some(rule) = problem.definition(atom) else {
            continue;
        };
        let Some(selector) = selector(rule) else {
            continue;
        };
        let (atom, definition) = (literal(translator, atom, true), translator.term(formulas, rule.formula));
        translator.require([(!selector).into(), (!atom).into(), definition]);
        translator.require([(!selector).into(), atom.into(), !definition]);
    }
    for rule in problem.constraints() {
        if let Some(selector) = selector(*rule) {
            require_selected(translator, formulas, selector, rule.formula);
        }
    }
}

fn require_selected(translator: &mut Translator, formulas: &Formulas, selector: Lit, formula: FormulaId) {
    let term = translator.term(formulas, formula);
    translator.require([(!selector).into(), term]);
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
