//! Core-guided search: OLL [Andres, Kaufmann, Matheis & Schaub 2012; Morgado, Dodaro & Marques-Silva 2014] as in RC2
//! [Ignatiev, Morgado & Marques-Silva 2019], with stratification, hardening, core exhaustion and weight-aware core
//! extraction [Berg & Järvisalo 2017].
//!
//! At any moment the weight of a model is `lower` plus the weights of the soft literals it breaks among the current ones.
//! A set of soft literals that cannot be kept together raises `lower` and is replaced by the soft literal that no second
//! one of them is broken. In the end all current soft literals can be kept together: exactly the optimal models do.
//!
//! On large formulas cores are looked for by unit propagation first, and models by backtracking; the solver is called when
//! neither is found. On small ones the solver's cores, which can be made minimal, are worth more than they cost.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::propagated::CoreSearch;
use super::{Optimum, SoftProblem, exclusion};
use crate::budget::{Budget, Interrupted};
use crate::cnf::Cnf;
use crate::encodings::pb::Totalizer;
use crate::engine::Engine;
use crate::lit::{Lit, Var};
use crate::sat::Solver;

/// Formulas with more variables than this are large: a call of the solver costs more than a core is worth.
const LARGE: usize = 2000;
/// Cores up to this size are minimised.
const MINIMISED: usize = 40;
/// Literals that are propagated for each variable before a model is left to the solver, which has the cores then.
const PROPAGATIONS_PER_VAR: usize = 3;

/// The models that break soft literals of the least weight, or what is known of them when the budget ends.
pub(crate) fn minimise(cnf: &Cnf, problem: &SoftProblem, budget: &Budget) -> Optimum {
    minimise_from(LARGE, cnf, problem, budget)
}

/// Like [`minimise`], with formulas of more than `large` variables counting as large.
pub(super) fn minimise_from(large: usize, cnf: &Cnf, problem: &SoftProblem, budget: &Budget) -> Optimum {
    let mut search = CoreGuidedSearch::new(cnf, problem, budget);
    search.is_large = cnf.var_count() > large;
    search.merge_exclusive();
    match search.run() {
        Ok(()) => search.finish(),
        Err(Interrupted) => search.stop(),
    }
}

/// A totalizer output that is wished to be false.
#[derive(Clone, Copy, Debug)]
struct TotalizerOutput {
    totalizer: usize,
    bound: usize,
}

struct CoreGuidedSearch<'a> {
    cnf: &'a Cnf,
    problem: &'a SoftProblem,
    /// Made when it is needed.
    solver: Option<Solver>,
    engine: Engine,
    /// What was added to the given clauses, and how many of it the solver and the engine have.
    added: Cnf,
    given_to_solver: usize,
    given_to_engine: usize,
    /// The current soft literals and their weights.
    current: BTreeMap<Lit, u128>,
    /// An original soft literal that a current one goes back to, if it is not one itself: related soft literals are tried
    /// together.
    origins: FxHashMap<Lit, Lit>,
    /// Soft literals that came out of cores and wait until no further core is found without them.
    waiting: Vec<(Lit, u128)>,
    totalizers: Vec<Totalizer>,
    /// Only looked up.
    outputs: FxHashMap<Lit, TotalizerOutput>,
    /// No model breaks less than this.
    lower: u128,
    /// What the best model that was found breaks.
    upper: u128,
    best: Vec<bool>,
    is_large: bool,
    budget: &'a Budget,
}

impl<'a> CoreGuidedSearch<'a> {
    fn new(cnf: &'a Cnf, problem: &'a SoftProblem, budget: &'a Budget) -> Self {
        let soft = problem.soft.iter();
        let mut search = Self {
            cnf,
            problem,
            solver: None,
            engine: Engine::of(cnf),
            added: Cnf::with_vars(cnf.var_count()),
            given_to_solver: 0,
            given_to_engine: 0,
            current: soft.map(|soft| (soft.lit, soft.weight)).collect(),
            origins: FxHashMap::default(),
            waiting: Vec::new(),
            totalizers: Vec::new(),
            outputs: FxHashMap::default(),
            lower: 0,
            upper: u128::MAX,
            best: Vec::new(),
            is_large: false,
            budget,
        };
        search.improve(|lit| problem.model[lit.var().index()] == lit.is_positive());
        search
    }

    fn run(&mut self) -> Result<(), Interrupted> {
        let mut level = self.current.values().copied().max().unwrap_or(0);
        while self.lower < self.upper {
            if self.is_large && self.propagated_cores(level)? {
                continue;
            }
            let soft = self.soft_from(level);
            let is_kept = self.is_large && self.can_walk(&soft);
            if !is_kept && !self.is_satisfiable(&soft)? {
                let core = self.core();
                let core = self.minimal(core)?;
                self.relax(&core)?;
            } else if !self.waiting.is_empty() {
                self.take_up_waiting();
            } else if let Some(next) = self.next_level(level) {
                self.harden();
                level = next;
            } else {
                break;
            }
        }
        Ok(())
    }

    fn finish(mut self) -> Optimum {
        self.take_up_waiting();
        for lit in self.current.keys() {
            self.added.add(&[*lit]);
        }
        Optimum { weight: self.lower, bound: self.lower, model: self.best, narrowing: Some(self.added) }
    }

    fn stop(self) -> Optimum {
        Optimum { weight: self.upper, bound: self.lower, model: self.best, narrowing: None }
    }
}

/// Bounds and levels.
impl CoreGuidedSearch<'_> {
    /// A model may lower the upper bound.
    fn improve(&mut self, value: impl Fn(Lit) -> bool) {
        let broken = self.problem.soft.iter().filter(|soft| !value(soft.lit));
        let weight = broken.map(|soft| soft.weight).sum();
        if weight < self.upper {
            self.upper = weight;
            self.best = (0..self.cnf.var_count()).map(|index| value(Var::new(index).positive())).collect();
        }
    }

    /// The current soft literals of this weight and more, the original ones first.
    fn soft_from(&self, level: u128) -> Vec<Lit> {
        self.current.iter().filter(|(_, weight)| **weight >= level).map(|(lit, _)| *lit).collect()
    }

    fn origin(&self, lit: Lit) -> Lit {
        self.origins.get(&lit).copied().unwrap_or(lit)
    }

    /// The next smaller weight at which many soft literals with few distinct weights join.
    fn next_level(&self, level: u128) -> Option<u128> {
        let mut weights: Vec<u128> = self.current.values().copied().collect();
        weights.sort_unstable_by(|left, right| right.cmp(left));
        let mut distinct = 0;
        let mut last = None;
        for (count, weight) in weights.iter().copied().enumerate() {
            if last != Some(weight) {
                if last.is_some_and(|last| last < level) && 4 * count > 5 * distinct {
                    return last;
                }
                distinct += 1;
                last = Some(weight);
            }
        }
        last.filter(|last| *last < level)
    }

    /// Soft literals that cost more than the best model is away from the bound are kept in every optimal model.
    fn harden(&mut self) {
        let gap = self.upper - self.lower;
        let Self { current, added, .. } = self;
        current.retain(|lit, weight| {
            let is_open = *weight <= gap;
            if !is_open {
                added.add(&[*lit]);
            }
            is_open
        });
    }

    fn take_up_waiting(&mut self) {
        for (lit, weight) in std::mem::take(&mut self.waiting) {
            *self.current.entry(lit).or_insert(0) += weight;
        }
    }
}

/// Models and cores.
impl CoreGuidedSearch<'_> {
    fn is_satisfiable(&mut self, assumptions: &[Lit]) -> Result<bool, Interrupted> {
        self.budget.check()?;
        let mut solver = self.solver.take().unwrap_or_else(|| Solver::of(self.cnf, self.budget));
        for index in self.given_to_solver..self.added.len() {
            solver.add_clause(self.added.clause(index));
        }
        self.given_to_solver = self.added.len();
        let answer = solver.solve(assumptions);
        if answer == Ok(true) {
            self.improve(|lit| solver.value(lit));
        }
        self.solver = Some(solver);
        answer
    }

    /// The soft literals that could not be kept together in the last call.
    fn core(&mut self) -> Vec<Lit> {
        self.solver.as_mut().expect("a call failed").core()
    }

    /// Leaves out soft literals that the core does not need.
    fn minimal(&mut self, mut core: Vec<Lit>) -> Result<Vec<Lit>, Interrupted> {
        if core.len() > MINIMISED {
            return Ok(core);
        }
        let mut index = 0;
        while index < core.len() && core.len() > 1 {
            let mut rest = core.clone();
            rest.remove(index);
            if self.is_satisfiable(&rest)? {
                index += 1;
            } else {
                let smaller = self.core();
                core.retain(|lit| smaller.contains(lit));
            }
        }
        Ok(core)
    }

    /// Replaces cores that unit propagation finds; whether there was one.
    fn propagated_cores(&mut self, level: u128) -> Result<bool, Interrupted> {
        self.budget.check()?;
        self.engine.grow(self.added.var_count());
        for index in self.given_to_engine..self.added.len() {
            self.engine.add(self.added.clause(index));
        }
        self.given_to_engine = self.added.len();
        let mut order = self.soft_from(level);
        order.sort_by_key(|lit| (self.origin(*lit), *lit));
        let mut engine = std::mem::replace(&mut self.engine, Engine::new(0));
        let mut search = CoreSearch::new(&mut engine, &order);
        let mut cores = Vec::new();
        while let Some(core) = search.core(|lit| self.current.contains_key(lit)) {
            let weight = self.charge(&core);
            search.retreat(core.iter().filter(|lit| !self.current.contains_key(lit)));
            cores.push((core, weight));
        }
        search.end();
        self.engine = engine;
        for (core, weight) in &cores {
            if let Some(totalizer) = self.replace(core, *weight) {
                self.wish_bound(totalizer, 1, *weight);
            }
        }
        Ok(!cores.is_empty())
    }

    /// Whether a model that keeps the soft literals, which propagation does not object to, is found by backtracking.
    fn can_walk(&mut self, soft: &[Lit]) -> bool {
        let engine = &mut self.engine;
        let holds = soft.iter().all(|&lit| engine.is_true(lit) || !engine.is_false(lit) && engine.probe(lit));
        let model = if holds { engine.backtracking_model(&[], PROPAGATIONS_PER_VAR) } else { None };
        engine.backtrack(0);
        if let Some(model) = &model {
            self.improve(|lit| model[lit.var().index()] == lit.is_positive());
        }
        model.is_some()
    }
}

/// Reformulation.
impl CoreGuidedSearch<'_> {
    /// Replaces groups of soft literals that exclude each other by the soft literal that one of them is kept.
    fn merge_exclusive(&mut self) {
        if self.upper == 0 {
            return;
        }
        for group in exclusion::groups(self.cnf, &self.problem.exclusive, &self.current) {
            let weight = group.iter().map(|lit| self.current[lit]).min().expect("groups are not empty");
            for lit in &group {
                self.lighten(*lit, weight);
            }
            self.lower += weight * (group.len() as u128 - 1);
            let kept = self.added.new_var().positive();
            self.added.add(&group.iter().copied().chain([!kept]).collect::<Vec<_>>());
            self.current.insert(kept, weight);
            self.origins.insert(kept, group[0]);
        }
    }

    /// Replaces the soft literals of a core that the solver found; it also says how high the bound has to be.
    fn relax(&mut self, core: &[Lit]) -> Result<(), Interrupted> {
        let weight = self.charge(core);
        if let Some(totalizer) = self.replace(core, weight) {
            self.raise(totalizer, weight)?;
        }
        Ok(())
    }

    /// Takes the least weight in the core from each of its soft literals and adds it to what every model costs.
    fn charge(&mut self, core: &[Lit]) -> u128 {
        let weight = core.iter().map(|lit| self.current[lit]).min().expect("the clauses have a model");
        self.lower += weight;
        for lit in core {
            self.lighten(*lit, weight);
        }
        weight
    }

    fn lighten(&mut self, lit: Lit, weight: u128) {
        let left = self.current.get_mut(&lit).expect("cores consist of current soft literals");
        *left -= weight;
        if *left == 0 {
            self.current.remove(&lit);
        }
    }

    /// States that some soft literal of the core is broken, and counts how many are. Of one soft literal there is nothing
    /// to count.
    fn replace(&mut self, core: &[Lit], weight: u128) -> Option<usize> {
        for lit in core {
            if let Some(TotalizerOutput { totalizer, bound }) = self.outputs.get(lit).copied() {
                self.wish_bound(totalizer, bound + 1, weight);
            }
        }
        let broken: Vec<Lit> = core.iter().map(|lit| !*lit).collect();
        self.added.add(&broken);
        if core.len() < 2 {
            return None;
        }
        let origin = core.iter().map(|lit| self.origin(*lit)).min().expect("cores are not empty");
        self.totalizers.push(Totalizer::over(&broken, origin));
        Some(self.totalizers.len() - 1)
    }

    /// Soft literals that the count does not exceed the bound. No soft literal is needed for what cannot happen.
    fn wish_bound(&mut self, totalizer: usize, bound: usize, weight: u128) {
        if let Some(exceeds) = self.totalizers[totalizer].exceeds(bound, &mut self.added) {
            self.outputs.insert(!exceeds, TotalizerOutput { totalizer, bound });
            self.origins.insert(!exceeds, self.totalizers[totalizer].origin());
            self.waiting.push((!exceeds, weight));
        }
    }

    /// Soft literals for the least bound on the count that can be kept by itself.
    fn raise(&mut self, totalizer: usize, weight: u128) -> Result<(), Interrupted> {
        let mut bound = 1;
        while let Some(exceeds) = self.totalizers[totalizer].exceeds(bound, &mut self.added) {
            if self.lower >= self.upper || self.is_satisfiable(&[!exceeds])? {
                break;
            }
            self.added.add(&[exceeds]);
            self.lower += weight;
            bound += 1;
        }
        self.wish_bound(totalizer, bound, weight);
        Ok(())
    }
}
