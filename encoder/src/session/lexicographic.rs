//! The tie-break: the smallest of all remaining assignments.

use super::{Assignment, Session};
use crate::budget::{Budget, Interrupted};
use crate::cnf::Cnf;
use crate::component::Components;
use crate::formula::Atom;
use crate::lit::{Lit, Var};
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
        let parts = Components::of(&self.reduced.clauses);
        let mut orders = vec![Vec::new(); parts.parts.len()];
        let mut values = vec![None; self.reduced.clauses.var_count().max(self.translator.gates().cnf().var_count())];
        for atom in order.iter().copied().chain((0..self.atom_count).map(Atom::new)) {
            let Term::Lit(lit) = self.atom_term(atom) else {
                continue;
            };
            match parts.place(lit) {
                Some((part, lit)) => orders[part].push(lit),
                None => {
                    values[lit.var().index()].get_or_insert(!lit.is_positive());
                }
            }
        }
        for (part, order) in parts.parts.iter().zip(orders) {
            let model = part.vars.iter().map(|var| self.value(var.positive())).collect();
            let minimum = Descent::new(&part.cnf, model, &self.budget).along(&order)?;
            for (var, value) in part.vars.iter().zip(minimum) {
                values[var.index()] = Some(value);
            }
        }
        Ok(Some(self.assignment(|lit| values[lit.var().index()] == Some(lit.is_positive()))))
    }
}

/// A walk along an order, each literal made false if possible.
///
/// It goes ahead by unit propagation for a piece of the order, at first all of it, and then asks the solver whether
/// all that was right, unless every variable has got a value. If it was, the next piece is twice as long; if not, a
/// shorter piece is walked again, in the end literal by literal.
struct Descent<'a> {
    /// Knows what follows from the literals decided for good.
    propagator: Propagator,
    cnf: &'a Cnf,
    /// Made when it is needed.
    solver: Option<Varisat>,
    /// Decisions that the solver does not have yet.
    decided: Vec<Lit>,
    /// A model that agrees with all decisions.
    model: Vec<bool>,
    budget: &'a Budget,
}

impl<'a> Descent<'a> {
    fn new(cnf: &'a Cnf, model: Vec<bool>, budget: &'a Budget) -> Self {
        Self { propagator: Propagator::new(cnf), cnf, solver: None, decided: Vec::new(), model, budget }
    }

    /// The model that is smallest along the order.
    fn along(mut self, order: &[Lit]) -> Result<Vec<bool>, Interrupted> {
        let mut start = 0;
        let mut length = order.len();
        while start < order.len() {
            let piece = &order[start..order.len().min(start.saturating_add(length))];
            match self.try_piece(piece)? {
                Ok(()) => {
                    start += piece.len();
                    length = length.saturating_mul(2);
                }
                Err(_) if piece.len() == 1 => {
                    self.decide(piece);
                    start += 1;
                }
                Err(reached) => length = (reached / 2).max(1),
            }
        }
        Ok(self.model)
    }

    /// Walks the piece; how far it got if the decisions cannot stand. A piece of one literal fails only if the literal
    /// cannot be false.
    fn try_piece(&mut self, piece: &[Lit]) -> Result<Result<(), usize>, Interrupted> {
        let position = self.propagator.position();
        let walked = self.walk(piece);
        let complete = self.propagator.is_total().then(|| self.propagator.values());
        self.propagator.undo(position);
        let decisions = match walked {
            Ok(decisions) => decisions,
            Err(reached) => return Ok(Err(reached)),
        };
        if let Some(model) = complete {
            self.model = model;
        } else if !self.agree(&decisions)? {
            return Ok(Err(piece.len()));
        }
        self.decide(&decisions);
        Ok(Ok(()))
    }

    /// Makes each literal false unless unit propagation objects; where it objects to both values, the place.
    fn walk(&mut self, piece: &[Lit]) -> Result<Vec<Lit>, usize> {
        let mut decisions = Vec::new();
        for (place, lit) in piece.iter().copied().enumerate() {
            if self.propagator.value(lit).is_some() {
                continue;
            }
            let position = self.propagator.position();
            if self.propagator.assume(!lit) {
                decisions.push(!lit);
                continue;
            }
            self.propagator.undo(position);
            if !self.propagator.assume(lit) {
                return Err(place);
            }
            decisions.push(lit);
        }
        Ok(decisions)
    }

    /// Whether some model agrees with the decisions; if so, it is the model from now on.
    fn agree(&mut self, decisions: &[Lit]) -> Result<bool, Interrupted> {
        if decisions.iter().all(|lit| self.model[lit.var().index()] == lit.is_positive()) {
            return Ok(true);
        }
        self.budget.check()?;
        let solver = self.solver.get_or_insert_with(|| {
            let mut solver = Varisat::within(self.budget);
            solver.add_cnf(self.cnf);
            solver
        });
        for lit in self.decided.drain(..) {
            solver.add_clause(&[lit]);
        }
        match solver.solve(decisions) {
            Verdict::Unsatisfiable => Ok(false),
            Verdict::Unknown => Err(Interrupted),
            Verdict::Satisfiable => {
                self.model = (0..self.model.len()).map(|index| solver.value(Var::new(index).positive())).collect();
                Ok(true)
            }
        }
    }

    fn decide(&mut self, decisions: &[Lit]) {
        for lit in decisions {
            self.propagator.fix(*lit);
        }
        self.decided.extend_from_slice(decisions);
    }
}
