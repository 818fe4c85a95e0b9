//! The search in one connected part.

use crate::budget::Ticker;
use crate::budget::{Budget, Interrupted};
use crate::cnf::Cnf;
use crate::engine::Engine;
use crate::lit::{Lit, Var};
use crate::random::Random;
use crate::sat::Solver;

/// Models that are looked for, each with other literals tried first, before single pairs are.
const FIRST_MODELS: usize = 96;
/// Literals that are propagated for each variable before a model is left to the solver.
const PROPAGATIONS_PER_VAR: usize = 5;
/// Attempts at a model by backtracking that may fail in a row before no further one is made.
const MAX_FAILED_ATTEMPTS: usize = 3;

/// Literals that no model has distinguished yet, and the means to do so.
pub(super) struct EqualitySearch<'a> {
    cnf: &'a Cnf,
    /// Knows the pairs that are equal.
    engine: Engine,
    solver: Solver,
    /// Each of at least two literals that are equal in all models seen.
    open: Vec<Vec<Lit>>,
    /// Sets of literals that are equal in all models; those of one literal are left out, unless only it was asked for.
    classes: Vec<Vec<Lit>>,
    attempts_left: usize,
    budget: &'a Budget,
}

impl<'a> EqualitySearch<'a> {
    /// Starts with some models; the variables that are asked for are not constant.
    pub(super) fn new(cnf: &'a Cnf, asked: &[Var], budget: &'a Budget) -> Result<Self, Interrupted> {
        let mut search = Self {
            cnf,
            engine: Engine::with_clauses(cnf.var_count(), || cnf.clauses(), &mut Ticker::new(budget))?,
            solver: Solver::of(cnf, budget),
            open: vec![asked.iter().map(|var| var.positive()).collect()],
            classes: Vec::new(),
            attempts_left: MAX_FAILED_ATTEMPTS,
            budget,
        };
        if let Some(model) = search.model(&[])? {
            search.open[0].iter_mut().filter(|lit| !is_true(&model, **lit)).for_each(|lit| *lit = !*lit);
        }
        search.keep_several();
        search.look_around()?;
        Ok(search)
    }

    /// The sets of literals that are equal in all models, each literal in one.
    pub(super) fn finish(mut self) -> Result<Vec<Vec<Lit>>, Interrupted> {
        while let Some(mut pending) = self.open.pop() {
            let Some(first) = pending.pop() else { continue };
            let mut class = vec![first];
            while let Some(lit) = pending.pop() {
                let Some(model) = self.distinguishing_model(first, lit)? else {
                    self.merge(first, lit);
                    class.push(lit);
                    continue;
                };
                let value = is_true(&model, first);
                let (alike, others) = pending.into_iter().chain([lit]).partition(|&lit| is_true(&model, lit) == value);
                pending = alike;
                self.divide(&model);
                self.open.push(others);
                self.keep_several();
            }
            self.classes.push(class);
        }
        Ok(self.classes)
    }

    /// Models in which other literals are tried first, each time.
    fn look_around(&mut self) -> Result<(), Interrupted> {
        let mut random = Random::new(0);
        let mut order: Vec<Lit> = (0..self.cnf.var_count()).map(|index| Var::new(index).negative()).collect();
        for round in 0..FIRST_MODELS {
            self.budget.check()?;
            match round {
                0 => {}
                1 => order.iter_mut().for_each(|lit| *lit = !*lit),
                _ => {
                    random.shuffle(&mut order);
                    order.iter_mut().for_each(|lit| *lit = lit.var().lit(random.below(2) == 0));
                }
            }
            let Some(model) = self.engine.backtracking_model(&order, PROPAGATIONS_PER_VAR) else { break };
            self.divide(&model);
            self.keep_several();
        }
        Ok(())
    }

    /// Divides each set by the values of its literals.
    fn divide(&mut self, model: &[bool]) {
        let divided = std::mem::take(&mut self.open).into_iter().flat_map(|set| {
            let (first, second): (Vec<Lit>, Vec<Lit>) = set.into_iter().partition(|&lit| is_true(model, lit));
            [first, second]
        });
        self.open = divided.collect();
    }

    /// A literal that is like no other is a class of its own.
    fn keep_several(&mut self) {
        let (open, single): (Vec<Vec<Lit>>, Vec<Vec<Lit>>) =
            std::mem::take(&mut self.open).into_iter().partition(|set| set.len() > 1);
        self.open = open;
        self.classes.extend(single.into_iter().filter(|set| !set.is_empty()));
    }

    /// A model in which the two differ; none where they are equal.
    fn distinguishing_model(&mut self, first: Lit, second: Lit) -> Result<Option<Vec<bool>>, Interrupted> {
        for assumed in [[first, !second], [!first, second]] {
            self.budget.check()?;
            if let Some(model) = self.model(&assumed)? {
                return Ok(Some(model));
            }
        }
        Ok(None)
    }

    /// A model in which all of these are true.
    fn model(&mut self, assumed: &[Lit]) -> Result<Option<Vec<bool>>, Interrupted> {
        let engine = &mut self.engine;
        let is_possible = assumed.iter().all(|&lit| engine.is_true(lit) || !engine.is_false(lit) && engine.probe(lit));
        let found = if is_possible && self.attempts_left > 0 {
            let found = engine.backtracking_model(&[], PROPAGATIONS_PER_VAR);
            self.attempts_left = if found.is_some() { MAX_FAILED_ATTEMPTS } else { self.attempts_left - 1 };
            found
        } else {
            None
        };
        engine.backtrack(0);
        match found {
            _ if !is_possible => Ok(None),
            Some(model) => Ok(Some(model)),
            None => Ok(self.solver.solve(assumed)?.then(|| self.solver.model(self.cnf.var_count()))),
        }
    }

    /// Two literals are equal.
    fn merge(&mut self, first: Lit, second: Lit) {
        for clause in [[first, !second], [!first, second]] {
            self.engine.add(&clause);
            self.solver.add_clause(&clause);
        }
    }
}

fn is_true(model: &[bool], lit: Lit) -> bool {
    model[lit.var().index()] == lit.is_positive()
}
