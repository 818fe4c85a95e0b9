//! Weighted optima: each independent part of the problem by itself.

use std::collections::BTreeMap;

use super::Session;
use crate::budget::{Budget, Interrupted};
use crate::cnf::Cnf;
use crate::component::Components;
use crate::formula::{FormulaId, Formulas};
use crate::lit::{Lit, Var};
use crate::optimum::{self, Optimum, SoftLiteral};
use crate::term::Term;

/// What is known of the best sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BestSum<T> {
    /// The sum of the best assignment that was found.
    pub found: T,
    /// No assignment has a better sum; the same as the one that was found unless the budget ended first.
    pub bound: T,
}

impl<T: PartialEq> BestSum<T> {
    /// Whether no assignment has a better sum than the one that was found.
    pub fn is_optimal(&self) -> bool {
        self.found == self.bound
    }

    /// Converts both sums.
    pub fn map<U>(self, number: impl Fn(T) -> U) -> BestSum<U> {
        BestSum { found: number(self.found), bound: number(self.bound) }
    }
}

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
    /// Afterwards exactly the assignments with this sum remain. When the budget ends before that is known, all assignments
    /// remain, and [`solve`](Self::solve) gives the best one that was found.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up before an assignment is found; the session is then as before.
    pub fn minimise(
        &mut self,
        formulas: &Formulas,
        weighted: &[(FormulaId, u64)],
    ) -> Result<Option<BestSum<u128>>, Interrupted> {
        let budget = self.budget.clone();
        self.minimise_within(formulas, weighted, &budget)
    }

    /// [`minimise`](Self::minimise), where the search for better assignments than the first one has a budget of its own.
    ///
    /// # Errors
    /// As of [`minimise`](Self::minimise).
    pub fn minimise_within(
        &mut self,
        formulas: &Formulas,
        weighted: &[(FormulaId, u64)],
        budget: &Budget,
    ) -> Result<Option<BestSum<u128>>, Interrupted> {
        if !self.has_model()? {
            return Ok(None);
        }
        let objective = self.objective(formulas, weighted);
        if !self.has_model()? {
            unreachable!("definitions of objective formulas exclude nothing");
        }
        let (parts, optima) = self.optima(&objective.soft, budget);
        let weights = optima.iter().map(|(_, optimum)| optimum.weight);
        let bounds = optima.iter().map(|(_, optimum)| optimum.bound);
        let sum =
            BestSum { found: objective.base + weights.sum::<u128>(), bound: objective.base + bounds.sum::<u128>() };
        let free: Vec<Lit> =
            objective.soft.iter().map(|soft| soft.lit).filter(|lit| parts.place(*lit).is_none()).collect();
        if sum.is_optimal() {
            self.keep_optimal(&parts, optima, &free);
        } else {
            self.take_best(&parts, optima, &free);
        }
        Ok(Some(sum))
    }

    /// The greatest sum of the weights of true formulas, `None` when nothing satisfies the problem.
    /// Afterwards as after [`minimise`](Self::minimise).
    ///
    /// # Errors
    /// As of [`minimise`](Self::minimise).
    pub fn maximise(
        &mut self,
        formulas: &Formulas,
        weighted: &[(FormulaId, u64)],
    ) -> Result<Option<BestSum<u128>>, Interrupted> {
        let total: u128 = weighted.iter().map(|(_, weight)| u128::from(*weight)).sum();
        let negated: Vec<(FormulaId, u64)> = weighted.iter().map(|(id, weight)| (!*id, *weight)).collect();
        Ok(self.minimise(formulas, &negated)?.map(|sum| sum.map(|lost| total - lost)))
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
    fn optima(&self, soft: &[SoftLiteral], budget: &Budget) -> (Components, Vec<(usize, Optimum)>) {
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
            optima.push((index, optimum::minimise(&part.cnf, &problem, budget)));
        }
        (parts, optima)
    }

    /// Leaves the assignments that are optimal in each part; `free` are soft literals that are in none.
    fn keep_optimal(&mut self, parts: &Components, optima: Vec<(usize, Optimum)>, free: &[Lit]) {
        for (part, optimum) in optima {
            if let Some(narrowing) = optimum.narrowing {
                self.narrow(&parts.parts[part].vars, &narrowing);
            }
        }
        for lit in free {
            self.add_hard(&[*lit]);
        }
    }

    /// Makes the best assignment that was found the model of the session; `free` are soft literals that are in no part.
    fn take_best(&mut self, parts: &Components, optima: Vec<(usize, Optimum)>, free: &[Lit]) {
        self.model.resize(self.reduced.clauses.var_count(), false);
        for (part, optimum) in optima {
            for (var, value) in parts.parts[part].vars.iter().zip(optimum.model) {
                self.model[var.index()] = value;
            }
        }
        for lit in free {
            self.model[lit.var().index()] = lit.is_positive();
        }
    }

    /// Adds clauses about a part, whose variables are `vars`.
    fn narrow(&mut self, vars: &[Var], narrowing: &Cnf) {
        let mut outer: Vec<Var> = vars.to_vec();
        for _ in vars.len()..narrowing.var_count() {
            outer.push(self.translator.fresh().var());
        }
        for clause in narrowing.clauses() {
            let clause: Vec<Lit> = clause.iter().map(|lit| outer[lit.var().index()].lit(lit.is_positive())).collect();
            self.add_hard(&clause);
        }
    }
}
