//! From a residual problem to a session.

use super::{Refutation, Session, Status};
use crate::budget::Budget;
use crate::cnf::Cnf;
use crate::formula::{Atom, FormulaId, Root};
use crate::problem::{Problem, Remainder, Residual};
use crate::reduction::{self, Reduction};
use crate::sat::Varisat;
use crate::tseitin::{Definitions, Translator};

impl Definitions for Problem {
    fn definition(&self, atom: Atom) -> Option<FormulaId> {
        Problem::definition(self, atom).map(|rule| rule.formula)
    }
}

pub(super) fn prepare(problem: &Problem, residual: Residual, budget: Budget) -> Session {
    let atom_count = problem.atom_count();
    let Some(remainder) = residual.into_remainder(problem) else {
        return refuted(atom_count, Refutation::Propagation, budget);
    };
    let translator = translate(problem, remainder);
    let Some((reduction, hard)) = reduction::reduce(translator.gates().cnf()) else {
        return refuted(atom_count, Refutation::Propagation, budget);
    };
    Session {
        atom_count,
        reduced: translator.gates().cnf().len(),
        translator,
        reduction,
        hard,
        solver: Varisat::within(&budget),
        loaded: 0,
        model: Vec::new(),
        status: Status::Open,
        account: budget.account(),
        budget,
    }
}

fn refuted(atom_count: usize, how: Refutation, budget: Budget) -> Session {
    Session {
        atom_count,
        translator: Translator::over_atoms(atom_count),
        reduced: 0,
        reduction: Reduction::default(),
        hard: Cnf::default(),
        solver: Varisat::within(&budget),
        loaded: 0,
        model: Vec::new(),
        status: Status::Refuted(how),
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
