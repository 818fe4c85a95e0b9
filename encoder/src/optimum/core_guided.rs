//! Core-guided search: OLL [Andres, Kaufmann, Matheis & Schaub 2012; Morgado, Dodaro & Marques-Silva 2014] as in RC2
//! [Ignatiev, Morgado & Marques-Silva 2019], with stratification, hardening, core exhaustion and weight-aware core
//! extraction [Berg & Järvisalo 2017].
//!
//! At any moment the weight of a model is `lower` plus the weights of the wishes it breaks among the current ones.
//! A set of wishes that cannot be kept together raises `lower` and is replaced by the wish that no second one of
//! them is broken. In the end all current wishes can be kept together: exactly the optimal models do.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::exclusion;
use super::totalizer::Totalizer;
use super::{Optimum, Problem};
use crate::budget::{Budget, Interrupted};
use crate::cnf::Cnf;
use crate::lit::Lit;
use crate::sat::{Solver, Varisat, Verdict};

/// Cores up to this size are minimised.
const MINIMISED: usize = 40;

/// The models that break wishes of the least weight.
///
/// # Errors
/// [`Interrupted`] when the budget is used up.
pub(crate) fn minimise(cnf: &Cnf, problem: &Problem, budget: &Budget) -> Result<Optimum, Interrupted> {
    let mut search = Search::new(cnf, problem, budget);
    search.merge_exclusive();
    search.run()?;
    Ok(search.finish())
}

/// A totalizer output that is wished to be false.
#[derive(Clone, Copy, Debug)]
struct Output {
    totalizer: usize,
    bound: usize,
}

struct Search<'a> {
    cnf: &'a Cnf,
    problem: &'a Problem,
    /// Made when it is needed.
    solver: Option<Varisat>,
    /// What was added to the given clauses, and how many of it the solver has.
    added: Cnf,
    loaded: usize,
    /// The current wishes and their weights.
    current: BTreeMap<Lit, u128>,
    /// Wishes that came out of cores and wait until no further core is found without them.
    waiting: Vec<(Lit, u128)>,
    totalizers: Vec<Totalizer>,
    /// Only looked up.
    outputs: FxHashMap<Lit, Output>,
    lower: u128,
    upper: u128,
    budget: &'a Budget,
}

impl<'a> Search<'a> {
    fn new(cnf: &'a Cnf, problem: &'a Problem, budget: &'a Budget) -> Self {
        let wishes = problem.wishes.iter();
        let mut search = Self {
            cnf,
            problem,
            solver: None,
            added: Cnf::with_vars(cnf.var_count()),
            loaded: 0,
            current: wishes.map(|wish| (wish.lit, wish.weight)).collect(),
            waiting: Vec::new(),
            totalizers: Vec::new(),
            outputs: FxHashMap::default(),
            lower: 0,
            upper: u128::MAX,
            budget,
        };
        search.improve(|lit| problem.model[lit.var().index()] == lit.is_positive());
        search
    }

    /// A model may lower the upper bound.
    fn improve(&mut self, value: impl Fn(Lit) -> bool) {
        let broken = self.problem.wishes.iter().filter(|wish| !value(wish.lit));
        self.upper = self.upper.min(broken.map(|wish| wish.weight).sum());
    }

    fn is_satisfiable(&mut self, assumptions: &[Lit]) -> Result<bool, Interrupted> {
        self.budget.check()?;
        let mut solver = self.solver.take().unwrap_or_else(|| {
            let mut solver = Varisat::new();
            solver.add_cnf(self.cnf);
            solver
        });
        for index in self.loaded..self.added.len() {
            solver.add_clause(self.added.clause(index));
        }
        self.loaded = self.added.len();
        let verdict = solver.solve(assumptions);
        if verdict == Verdict::Satisfiable {
            self.improve(|lit| solver.value(lit));
        }
        self.solver = Some(solver);
        match verdict {
            Verdict::Satisfiable => Ok(true),
            Verdict::Unsatisfiable => Ok(false),
            Verdict::Unknown => Err(Interrupted),
        }
    }

    /// The wishes that could not be kept together in the last call.
    fn core(&mut self) -> Vec<Lit> {
        self.solver.as_mut().expect("a call failed").core()
    }

    fn run(&mut self) -> Result<(), Interrupted> {
        let mut level = self.current.values().copied().max().unwrap_or(0);
        while self.lower < self.upper {
            let assumptions: Vec<Lit> =
                self.current.iter().filter(|(_, weight)| **weight >= level).map(|(lit, _)| *lit).collect();
            if !self.is_satisfiable(&assumptions)? {
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

    /// The next smaller weight at which many wishes with few distinct weights join.
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

    /// Wishes that cost more than the best model is away from the bound are kept in every optimal model.
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

    /// Leaves out wishes that the core does not need.
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

    /// Replaces the wishes of a core.
    fn relax(&mut self, core: &[Lit]) -> Result<(), Interrupted> {
        if let [single] = *core {
            let weight = self.current.remove(&single).expect("cores consist of current wishes");
            self.lower += weight;
            self.added.add(&[!single]);
            self.wish_next_bound(single, weight);
            return Ok(());
        }
        let weight = core.iter().map(|lit| self.current[lit]).min().expect("the clauses have a model");
        self.lower += weight;
        for lit in core {
            self.lighten(*lit, weight);
            self.wish_next_bound(*lit, weight);
        }
        let broken: Vec<Lit> = core.iter().map(|lit| !*lit).collect();
        self.added.add(&broken);
        self.count(&broken, weight)
    }

    fn lighten(&mut self, lit: Lit, weight: u128) {
        let left = self.current.get_mut(&lit).expect("cores consist of current wishes");
        *left -= weight;
        if *left == 0 {
            self.current.remove(&lit);
        }
    }

    /// If the broken wish bounded a count, the next bound is wished for.
    fn wish_next_bound(&mut self, lit: Lit, weight: u128) {
        if let Some(Output { totalizer, bound }) = self.outputs.get(&lit).copied() {
            self.wish_bound(totalizer, bound + 1, weight);
        }
    }

    fn wish_bound(&mut self, totalizer: usize, bound: usize, weight: u128) {
        if let Some(exceeds) = self.totalizers[totalizer].exceeds(bound, &mut self.added) {
            self.outputs.insert(!exceeds, Output { totalizer, bound });
            self.waiting.push((!exceeds, weight));
        }
    }

    /// Wishes that of the literals, one of which is true, no second one is. While even that cannot be had, the
    /// bound rises at once.
    fn count(&mut self, broken: &[Lit], weight: u128) -> Result<(), Interrupted> {
        let totalizer = self.totalizers.len();
        self.totalizers.push(Totalizer::over(broken));
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

    fn take_up_waiting(&mut self) {
        for (lit, weight) in std::mem::take(&mut self.waiting) {
            *self.current.entry(lit).or_insert(0) += weight;
        }
    }

    /// Replaces groups of wishes that exclude each other by the wish that one of them is kept.
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
        }
    }

    fn finish(mut self) -> Optimum {
        self.take_up_waiting();
        for lit in self.current.keys() {
            self.added.add(&[*lit]);
        }
        Optimum { weight: self.lower, narrowing: self.added }
    }
}
