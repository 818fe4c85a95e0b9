//! Weighted optima: each independent part of the problem by itself.

use std::collections::BTreeMap;

use super::Session;
use crate::budget::Interrupted;
use crate::component::Components;
use crate::formula::{FormulaId, Formulas};
use crate::lit::{Lit, Var};
use crate::optimum::{self, Optimum, SoftLiteral};
use crate::term::Term;

/// What an objective came down to.
#[derive(Default)]
struct Objective {
    /// What is paid in any case.
    base: u128,
    /// At most one soft literal per variable, by ascending variable.
    soft: Vec<SoftLiteral>,
}

impl Session {
    /// The least sum of the weights of true formulas, `None` when nothing satisfies the problem.
    /// Afterwards exactly the assignments with this sum remain.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up; the session is then as before.
    pub fn minimise(
        &mut self,
        formulas: &Formulas,
        weighted: &[(FormulaId, u64)],
    ) -> Result<Option<u128>, Interrupted> {
        if !self.has_model()? {
            return Ok(None);
        }
        let objective = self.objective(formulas, weighted);
        if !self.has_model()? {
            unreachable!("definitions of objective formulas exclude nothing");
        }
        let (parts, optima) = self.optima(&objective.soft)?;
        let mut least = objective.base;
        for (part, optimum) in optima {
            least += optimum.weight;
            self.narrow(&parts.parts[part].vars, &optimum);
        }
        for soft in &objective.soft {
            if parts.place(soft.lit).is_none() {
                self.add_hard(&[soft.lit]);
            }
        }
        Ok(Some(least))
    }

    /// The greatest sum of the weights of true formulas, `None` when nothing satisfies the problem.
    /// Afterwards exactly the assignments with this sum remain.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up; the session is then as before.
    pub fn maximise(
        &mut self,
        formulas: &Formulas,
        weighted: &[(FormulaId, u64)],
    ) -> Result<Option<u128>, Interrupted> {
        let total: u128 = weighted.iter().map(|(_, weight)| u128::from(*weight)).sum();
        let negated: Vec<(FormulaId, u64)> = weighted.iter().map(|(id, weight)| (!*id, *weight)).collect();
        Ok(self.minimise(formulas, &negated)?.map(|lost| total - lost))
    }

    fn objective(&mut self, formulas: &Formulas, weighted: &[(FormulaId, u64)]) -> Objective {
        let mut objective = Objective::default();
        let mut prices: BTreeMap<Var, [u128; 2]> = BTreeMap::new();
        for (id, weight) in weighted {
            match self.term(formulas, *id) {
                Term::Const(false) => {}
                Term::Const(true) => objective.base += u128::from(*weight),
                Term::Lit(lit) => {
                    prices.entry(lit.var()).or_default()[usize::from(lit.is_positive())] += u128::from(*weight);
                }
            }
        }
        for (var, [when_false, when_true]) in prices {
            objective.base += when_false.min(when_true);
            let weight = when_false.abs_diff(when_true);
            if weight > 0 {
                objective.soft.push(SoftLiteral { lit: var.lit(when_false > when_true), weight });
            }
        }
        objective
    }

    /// The optima of the parts that the soft literals are about. Soft literals about variables that no clause mentions
    /// are in none.
    fn optima(&self, soft: &[SoftLiteral]) -> Result<(Components, Vec<(usize, Optimum)>), Interrupted> {
        let parts = Components::of(&self.reduced.clauses);
        let mut problems: BTreeMap<usize, optimum::SoftProblem> = BTreeMap::new();
        for soft in soft {
            if let Some((part, lit)) = parts.place(soft.lit) {
                let problem = problems.entry(part).or_default();
                problem.soft.push(SoftLiteral { lit, ..*soft });
            }
        }
        for group in self.exclusive_groups() {
            let places: Vec<(usize, Lit)> = group.iter().filter_map(|lit| parts.place(*lit)).collect();
            if let Some(problem) = places.first().and_then(|(part, _)| problems.get_mut(part)) {
                problem.exclusive.push(places.into_iter().map(|(_, lit)| lit).collect());
            }
        }
        let mut optima = Vec::new();
        for (index, mut problem) in problems {
            let part = &parts.parts[index];
            problem.model = part.vars.iter().map(|var| self.value(var.positive())).collect();
            optima.push((index, optimum::minimise(&part.cnf, &problem, &self.budget)?));
        }
        Ok((parts, optima))
    }

    /// Leaves the optimal assignments of a part, whose variables are `vars`.
    fn narrow(&mut self, vars: &[Var], optimum: &Optimum) {
        let mut outer: Vec<Var> = vars.to_vec();
        for _ in vars.len()..optimum.narrowing.var_count() {
            outer.push(self.translator.fresh().var());
        }
        for clause in optimum.narrowing.clauses() {
            let clause: Vec<Lit> = clause.iter().map(|lit| outer[lit.var().index()].lit(lit.is_positive())).collect();
            self.add_hard(&clause);
        }
    }
}
