//! From a residual problem to a session.

use super::{ClauseStatus, Refutation, Session};
use crate::budget::{Budget, Interrupted};
use crate::formula::{Atom, FormulaId, Root};
use crate::preprocess::{self, Reduced};
use crate::problem::{Problem, Remainder, Residual};
use crate::sat::Solver;
use crate::tseitin::{Definitions, Translator};

impl Definitions for Problem {
    fn definition(&self, atom: Atom) -> Option<FormulaId> {
        Problem::definition(self, atom).map(|rule| rule.formula)
    }
}

pub(super) fn prepare(problem: &Problem, residual: Residual, budget: Budget) -> Result<Session, Interrupted> {
    let atom_count = problem.atom_count();
    let Some(remainder) = residual.into_remainder(problem) else {
        return Ok(refuted(atom_count, budget));
    };
    let translator = translate(problem, remainder);
    match preprocess::reduce(translator.gates().cnf(), &budget)? {
        Some(reduced) => Ok(session(atom_count, translator, reduced, ClauseStatus::Open, budget)),
        None => Ok(refuted(atom_count, budget)),
    }
}

fn refuted(atom_count: usize, budget: Budget) -> Session {
    let status = ClauseStatus::Refuted(Refutation::Propagation);
    session(atom_count, Translator::over_atoms(atom_count), Reduced::default(), status, budget)
}

fn session(
    atom_count: usize,
    translator: Translator,
    reduced: Reduced,
    status: ClauseStatus,
    budget: Budget,
) -> Session {
    Session {
        atom_count,
        taken_over: translator.gates().cnf().len(),
        translator,
        reduced,
        solver: Solver::within(&budget),
        loaded: 0,
        model: Vec::new(),
        status,
        account: budget.account(),
        budget,
    }
}

/// Unknown atoms become the terms of their definitions, then the rest is asserted.
fn translate(problem: &Problem, remainder: Remainder) -> Translator {
    let formulas = problem.formulas();
    let open: Vec<Atom> = problem.atoms().filter(|atom| remainder.values.atom(*atom).is_none()).collect();
    let mut translator = Translator::with_known(remainder.values);
    for atom in open {
        translator.term_with(formulas, problem, atom.into());
    }
    for id in remainder.unjustified {
        let Root::Node(index) = id.root() else { unreachable!("{id:?} is no node, so nothing has to justify it") };
        for operand in translator.assert_node(formulas, problem, index, !id.is_negation()) {
            translator.assert(formulas, operand);
        }
    }
    translator
}
