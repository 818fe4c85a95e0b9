//! Which atoms have one value in all remaining assignments.

use super::Session;
use crate::backbone::{Backbone, backbone};
use crate::budget::Interrupted;
use crate::formula::Atom;
use crate::lit::{Lit, Var};
use crate::term::Term;

/// What became known of some atoms.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Forced {
    /// Atoms that have this value in every remaining assignment, in the order in which they were asked for.
    pub values: Vec<(Atom, bool)>,
    /// Atoms for which the budget did not suffice, in the same order. All others have either value somewhere.
    pub undecided: Vec<Atom>,
}

impl Session {
    /// Which of the atoms have one value in all remaining assignments; `None` when no assignment remains.
    ///
    /// # Errors
    /// [`Interrupted`] when not even an assignment was found within the budget.
    pub fn forced(&mut self, atoms: &[Atom]) -> Result<Option<Forced>, Interrupted> {
        if !self.has_model()? {
            return Ok(None);
        }
        let terms: Vec<Term> = atoms.iter().map(|atom| self.atom_term(*atom)).collect();
        let vars: Vec<Var> = terms.iter().filter_map(|term| term.literal()).map(Lit::var).collect();
        let found = backbone(&self.reduced.clauses, &vars, &self.budget)?;
        let Backbone { fixed, undecided } = found.unwrap_or_else(|| unreachable!("there is a model"));
        let mut values = vec![None; self.reduced.clauses.var_count()];
        for lit in fixed {
            values[lit.var().index()] = Some(lit.is_positive());
        }
        let mut is_undecided = vec![false; self.reduced.clauses.var_count()];
        for var in undecided {
            is_undecided[var.index()] = true;
        }
        let mut forced = Forced::default();
        for (atom, term) in atoms.iter().zip(&terms) {
            let value = match term {
                Term::Const(value) => Some(*value),
                Term::Lit(lit) => {
                    let value = values.get(lit.var().index()).copied().flatten();
                    value.map(|value| value == lit.is_positive())
                }
            };
            if let Some(value) = value {
                forced.values.push((*atom, value));
            } else if term.literal().is_some_and(|lit| is_undecided.get(lit.var().index()) == Some(&true)) {
                forced.undecided.push(*atom);
            }
        }
        Ok(Some(forced))
    }
}
