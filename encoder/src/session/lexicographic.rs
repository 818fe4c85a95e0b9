//! The tie-break: the smallest of all remaining assignments.

use super::{Assignment, Session};
use crate::budget::{Budget, Interrupted};
use crate::cnf::Cnf;
use crate::component::Components;
use crate::formula::Atom;
use crate::lit::Lit;
use crate::sat::{Solver, Varisat, Verdict};
use crate::tseitin::Term;
use crate::unit_propagation::Propagator;

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
        let parts = Components::of(&self.hard);
        let mut orders = vec![Vec::new(); parts.parts.len()];
        let mut values = vec![None; self.hard.var_count().max(self.translator.gates().cnf().var_count())];
        for atom in order.iter().copied().chain((0..self.atom_count).map(Atom::new)) {
            let Term::Lit(lit) = self.atom_term(atom) else { continue };
            match parts.place(lit) {
                Some((part, lit)) => orders[part].push(lit),
                None => values[lit.var().index()] = values[lit.var().index()].or(Some(!lit.is_positive())),
            }
        }
        for (part, order) in parts.parts.iter().zip(orders) {
            let model = part.vars.iter().map(|var| self.solver.value(var.positive())).collect();
            let minimum = Descent::new(&part.cnf, model, &self.budget).along(&order)?;
            for (var, value) in part.vars.iter().zip(minimum) {
                values[var.index()] = Some(value);
            }
        }
        Ok(Some(self.assignment(|lit| values[lit.var().index()] == Some(lit.is_positive()))))
    }
}

/// A walk along an order, each literal made false if possible.
struct Descent<'a> {
    /// Knows what follows from the literals decided so far.
    propagator: Propagator,
    solver: Varisat,
    /// Decided literals that the solver has not been told.
    untold: Vec<Lit>,
    /// A model that agrees with all decisions.
    model: Vec<bool>,
    budget: &'a Budget,
}

impl<'a> Descent<'a> {
    fn new(cnf: &Cnf, model: Vec<bool>, budget: &'a Budget) -> Self {
        let mut solver = Varisat::new();
        solver.add_cnf(cnf);
        Self { propagator: Propagator::new(cnf), solver, untold: Vec::new(), model, budget }
    }

    /// The model that is smallest along the order.
    fn along(mut self, order: &[Lit]) -> Result<Vec<bool>, Interrupted> {
        for lit in order {
            if self.propagator.value(*lit).is_some() {
                continue;
            }
            let decided = if self.can_be_false(*lit)? { !*lit } else { *lit };
            self.propagator.fix(decided);
            self.untold.push(decided);
        }
        Ok(self.model)
    }

    fn can_be_false(&mut self, lit: Lit) -> Result<bool, Interrupted> {
        if self.model[lit.var().index()] != lit.is_positive() {
            return Ok(true);
        }
        if self.propagator.consequences(!lit).is_none() {
            return Ok(false);
        }
        self.budget.check()?;
        for decided in std::mem::take(&mut self.untold) {
            self.solver.add_clause(&[decided]);
        }
        match self.solver.solve(&[!lit]) {
            Verdict::Unsatisfiable => Ok(false),
            Verdict::Unknown => Err(Interrupted),
            Verdict::Satisfiable => {
                let Self { model, solver, .. } = self;
                model.iter_mut().enumerate().for_each(|(index, value)| {
                    *value = solver.value(crate::lit::Var::new(index).positive());
                });
                Ok(true)
            }
        }
    }
}
