//! Explanations that evaluation alone gives: only what was looked at can be to blame.

use super::Reason;
use crate::formula::{Atom, FormulaId};
use crate::problem::{Problem, Residual};

/// Reasons, ascending, that by evaluation alone make `formula` true or the problem contradictory; `None` when
/// evaluation does not decide that. They contain a core, but are not minimal.
pub(super) fn reasons(problem: &Problem, known: &[Option<bool>], formula: FormulaId) -> Option<Vec<Reason>> {
    let residual = problem.fold(|atom| known[atom.index()]);
    if residual.formula(formula) == Some(true) {
        return Some(behind(problem, &residual, known, formula, Vec::new()));
    }
    let violated = *residual.violated().first()?;
    let definition = problem.atoms().find_map(|atom| {
        let rule = problem.definition(atom).filter(|rule| rule.index == violated)?;
        let is_contradicted = residual.formula(rule.formula)? != residual.atom(atom)?;
        is_contradicted.then_some((rule.formula, vec![Reason::Rule(violated), Reason::Known(atom)]))
    });
    let (formula, stated) = definition.or_else(|| {
        let is_false = |id| residual.formula(id) == Some(false);
        let rule = problem.constraints().iter().find(|rule| rule.index == violated && is_false(rule.formula))?;
        Some((rule.formula, vec![Reason::Rule(violated)]))
    })?;
    Some(behind(problem, &residual, known, formula, stated))
}

/// The known atoms and the definitions that the value of the formula was found by.
fn behind(
    problem: &Problem,
    residual: &Residual,
    known: &[Option<bool>],
    formula: FormulaId,
    mut reasons: Vec<Reason>,
) -> Vec<Reason> {
    let mut seen = vec![false; problem.atom_count()];
    let mut todo = vec![formula];
    while let Some(formula) = todo.pop() {
        let atoms: Vec<Atom> = problem.formulas().atoms(formula);
        for atom in atoms.into_iter().filter(|atom| residual.atom(*atom).is_some()) {
            if std::mem::replace(&mut seen[atom.index()], true) {
                continue;
            }
            if known[atom.index()].is_some() {
                reasons.push(Reason::Known(atom));
            } else if let Some(rule) = problem.definition(atom) {
                reasons.push(Reason::Rule(rule.index));
                todo.push(rule.formula);
            }
        }
    }
    reasons.sort_unstable();
    reasons.dedup();
    reasons
}
