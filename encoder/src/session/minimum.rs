//! The tie-break: the smallest of all remaining assignments.

use super::{Assignment, Session};
use crate::budget::Interrupted;
use crate::engine::{Engine, PROPAGATIONS_PER_VAR};
use crate::enumeration::Combinations;
use crate::enumeration::IncrementalModel;
use crate::formula::Atom;
use crate::lit::Lit;
use crate::term::Term;

impl Session {
    /// The satisfying assignment whose values along `order` are the lexicographically smallest, false before true;
    /// atoms that are not in `order` follow in ascending order. The session stays as it is.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn lexicographic_minimum(&mut self, order: &[Atom]) -> Result<Option<Assignment>, Interrupted> {
        if !self.has_model()? {
            return Ok(None);
        }
        let atoms = order.iter().copied().chain((0..self.atom_count).map(Atom::new));
        let mut values = vec![None; self.translator.gates().cnf().var_count()];
        let mut literals: Vec<Lit> = atoms.filter_map(|atom| self.atom_term(atom).literal()).collect();
        literals.retain(|lit| values[lit.var().index()].replace(false).is_none());
        // A search that goes along the order, false first, meets the smallest first.
        let mut engine = Engine::of(&self.reduced.clauses);
        engine.grow(values.len());
        let falsified: Vec<Lit> = literals.iter().map(|lit| !*lit).collect();
        let model = match engine.backtracking_model(&falsified, PROPAGATIONS_PER_VAR) {
            Some(model) => model,
            None => {
                let terms: Vec<Term> = literals.iter().copied().map(Term::Lit).collect();
                let Some(combination) = self.combinations(&terms).advance()? else { return Ok(None) };
                for (lit, value) in literals.iter().zip(combination) {
                    values[lit.var().index()] = Some(value == lit.is_positive());
                }
                values.into_iter().map(|value| value == Some(true)).collect()
            }
        };
        Ok(Some(self.assignment(|lit| model[lit.var().index()] == lit.is_positive())))
    }

    /// The combinations of values of these terms in models, of which there is one at hand.
    fn combinations(&self, terms: &[Term]) -> Combinations {
        let mut cnf = self.reduced.clauses.clone();
        for lit in terms.iter().filter_map(|term| term.literal()) {
            cnf.include_var(lit.var());
        }
        let always = cnf.new_var().positive();
        cnf.add(&[always]);
        let projection = terms.iter().map(|term| match *term {
            Term::Const(value) => always.var().lit(value),
            Term::Lit(lit) => lit,
        });
        let mut model = self.model.clone();
        model.resize(cnf.var_count(), false);
        model[always.var().index()] = true;
        let model = IncrementalModel::new(&cnf, &model, self.budget.clone());
        Combinations::new(model, projection.collect(), self.budget.clone())
    }
}
