//! Elimination of variables by resolution (Davis and Putnam; Eén and Biere, SAT 2005), where it does not make the
//! formula larger.
//!
//! A hidden variable may always go. A counted one may go, as far as numbers are concerned, when other counted ones define it:
//! each assignment of those that has an extension has exactly one (Lagniez, Lonca and Marquis, IJCAI 2016).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::budget::Ticker;
use crate::{Cnf, Interrupted, Lit, Var};

/// Which counted variables may be eliminated, and which hidden ones are counted besides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Defined {
    /// Those that a gate among the clauses defines may go; hidden ones that the others determine are counted.
    Eliminate,
    /// Those that a gate defines may go; hidden ones stay hidden, and may go whatever defines them.
    Hide,
    /// None may go; hidden ones that the others determine, though by no gate, are counted.
    Keep,
}

/// Variables with more occurrences of both signs together are left alone.
const OCCURRENCE_LIMIT: usize = 60;
/// Resolvents with more literals are not made.
const LENGTH_LIMIT: usize = 40;

/// Clauses with the lists of where each literal is.
pub(super) struct Elimination {
    /// Original clauses followed by resolvents.
    clauses: Cnf,
    /// By clause: whether it is gone.
    removed: Vec<bool>,
    /// Whether resolution has given the empty clause.
    refuted: bool,
    /// By literal; may name removed clauses.
    occurrences: Vec<Vec<u32>>,
    /// By literal: marks of the clause at hand.
    marks: Vec<bool>,
    /// Variables with the product of their occurrences when they were put here.
    queue: BinaryHeap<Reverse<(usize, Var)>>,
}

/// Eliminates what `projected` and `defined` allow, and gives the clauses that are left.
///
/// Variables that are eliminated are no longer projected. An elimination may add `growth` clauses more than it removes.
pub(super) fn eliminate(
    cnf: &Cnf,
    projected: &mut [bool],
    defined: Defined,
    growth: usize,
    ticker: &mut Ticker<'_>,
) -> Result<Cnf, Interrupted> {
    let mut elimination = Elimination::new(cnf, ticker)?;
    if defined == Defined::Eliminate {
        elimination.count_defined(projected, ticker)?;
    }
    for var in (0..cnf.var_count()).map(Var::new) {
        if !projected[var.index()] || defined != Defined::Keep {
            elimination.enqueue(var);
        }
    }
    while !elimination.refuted
        && let Some(Reverse((product, var))) = elimination.queue.pop()
    {
        ticker.spend(16 * (product + 1))?;
        let hidden = !projected[var.index()];
        if elimination.product(var) != product || !hidden && (product == 0 || defined == Defined::Keep) {
            continue;
        }
        let gate = elimination.gate(var);
        let defines = |gate: &Vec<u32>| elimination.variables(gate).all(|other| projected[other.index()]);
        if !hidden && !gate.as_ref().is_some_and(defines) {
            continue;
        }
        if let Some(resolvents) = elimination.resolvents(var, gate.as_deref(), growth) {
            elimination.replace(var, &resolvents);
            projected[var.index()] = false;
        }
    }
    let mut result = Cnf::with_vars(cnf.var_count());
    let kept = elimination.clauses.clauses().zip(&elimination.removed).filter(|(_, removed)| !**removed);
    kept.for_each(|(clause, _)| result.add(clause));
    Ok(result)
}

impl Elimination {
    pub(super) fn new(cnf: &Cnf, ticker: &mut Ticker<'_>) -> Result<Self, Interrupted> {
        let mut counts = vec![0; 2 * cnf.var_count()];
        for clause in cnf.clauses() {
            ticker.spend(2 * clause.len())?;
            clause.iter().for_each(|lit| counts[lit.code()] += 1);
        }
        let mut occurrences: Vec<Vec<u32>> = counts.into_iter().map(Vec::with_capacity).collect();
        for (id, clause) in cnf.clauses().enumerate() {
            ticker.spend(4 * clause.len())?;
            clause.iter().for_each(|lit| occurrences[lit.code()].push(id as u32));
        }
        Ok(Self {
            clauses: cnf.clone(),
            removed: vec![false; cnf.len()],
            refuted: cnf.clauses().any(<[Lit]>::is_empty),
            occurrences,
            marks: vec![false; 2 * cnf.var_count()],
            queue: BinaryHeap::new(),
        })
    }

    fn add(&mut self, clause: &[Lit]) {
        self.refuted |= clause.is_empty();
        let id = self.clauses.len() as u32;
        clause.iter().for_each(|lit| self.occurrences[lit.code()].push(id));
        self.clauses.add(clause);
        self.removed.push(false);
    }

    /// The clause of this number, which is not gone.
    fn clause(&self, id: u32) -> &[Lit] {
        self.clauses.clause(id as usize)
    }

    /// Number of resolvents to look at; lists are cleaned first.
    fn product(&mut self, var: Var) -> usize {
        let [positive, negative] = [var.positive(), var.negative()].map(|lit| {
            let list = &mut self.occurrences[lit.code()];
            list.retain(|&id| !self.removed[id as usize]);
            list.len()
        });
        if positive + negative > OCCURRENCE_LIMIT && positive > 0 && negative > 0 {
            usize::MAX
        } else {
            positive * negative
        }
    }

    fn enqueue(&mut self, var: Var) {
        let product = self.product(var);
        if product < usize::MAX {
            self.queue.push(Reverse((product, var)));
        }
    }

    /// The clauses of a definition of `var` as a conjunction or disjunction, if there is one.
    pub(super) fn gate(&mut self, var: Var) -> Option<Vec<u32>> {
        self.gate_of(var.positive()).or_else(|| self.gate_of(var.negative()))
    }

    /// Clauses that say `lit` = the conjunction of some literals: `lit` implies each, and a clause has the complements
    /// of all and `lit`.
    fn gate_of(&mut self, lit: Lit) -> Option<Vec<u32>> {
        let binary = |id: &&u32| self.clause(**id).len() == 2;
        let implied: Vec<(Lit, u32)> = self.occurrences[(!lit).code()]
            .iter()
            .filter(binary)
            .map(|&id| (self.clause(id).iter().copied().find(|&other| other != !lit).unwrap_or(lit), id))
            .collect();
        implied.iter().for_each(|(other, _)| self.marks[(!*other).code()] = true);
        let base = self.occurrences[lit.code()]
            .iter()
            .copied()
            .find(|&id| self.clause(id).iter().all(|&other| other == lit || self.marks[other.code()]));
        implied.iter().for_each(|(other, _)| self.marks[(!*other).code()] = false);
        let base = base?;
        let inputs = self.clause(base);
        let mut gate: Vec<u32> =
            implied.iter().filter(|(other, _)| inputs.contains(&!*other)).map(|&(_, id)| id).collect();
        gate.push(base);
        Some(gate)
    }

    /// Counts hidden variables that counted ones define: the number is the same.
    fn count_defined(&mut self, projected: &mut [bool], ticker: &mut Ticker<'_>) -> Result<(), Interrupted> {
        let mut hidden: Vec<Var> = (0..projected.len()).map(Var::new).filter(|var| !projected[var.index()]).collect();
        loop {
            let before = hidden.len();
            let mut left = Vec::new();
            for var in hidden {
                let gate = self.gate(var);
                ticker.spend(64)?;
                let defined =
                    |gate: &Vec<u32>| self.variables(gate).all(|other| other == var || projected[other.index()]);
                if gate.as_ref().is_some_and(defined) {
                    projected[var.index()] = true;
                } else {
                    left.push(var);
                }
            }
            if left.len() == before {
                return Ok(());
            }
            hidden = left;
        }
    }

    pub(super) fn variables(&self, clauses: &[u32]) -> impl Iterator<Item = Var> {
        clauses.iter().flat_map(|&id| self.clause(id)).map(|lit| lit.var())
    }

    /// What resolution on `var` gives, unless that is more than it replaces by `growth`.
    ///
    /// With a gate, resolvents of two of its clauses, and of two others, are needless.
    fn resolvents(&mut self, var: Var, gate: Option<&[u32]>, growth: usize) -> Option<Vec<Vec<Lit>>> {
        let [positive, negative] = [var.positive(), var.negative()].map(|lit| self.occurrences[lit.code()].clone());
        let limit = positive.len() + negative.len() + growth;
        let mut result = Vec::new();
        for &first in &positive {
            self.mark(first, true);
            for &second in &negative {
                let needless = gate.is_some_and(|gate| gate.contains(&first) == gate.contains(&second));
                if needless {
                    continue;
                }
                if let Some(resolvent) = self.resolve(first, second, var) {
                    if resolvent.len() > LENGTH_LIMIT || result.len() == limit {
                        self.mark(first, false);
                        return None;
                    }
                    result.push(resolvent);
                }
            }
            self.mark(first, false);
        }
        Some(result)
    }

    fn mark(&mut self, id: u32, value: bool) {
        for lit in self.clauses.clause(id as usize) {
            self.marks[lit.code()] = value;
        }
    }

    /// The resolvent of the marked clause `first` and `second`, unless it is a tautology.
    fn resolve(&self, first: u32, second: u32, var: Var) -> Option<Vec<Lit>> {
        let [first, second] = [first, second].map(|id| self.clause(id));
        let others = second.iter().copied().filter(|lit| lit.var() != var);
        if others.clone().any(|lit| self.marks[(!lit).code()]) {
            return None;
        }
        let mut resolvent: Vec<Lit> = first.iter().copied().filter(|lit| lit.var() != var).collect();
        resolvent.extend(others.filter(|lit| !self.marks[lit.code()]));
        Some(resolvent)
    }

    fn replace(&mut self, var: Var, resolvents: &[Vec<Lit>]) {
        let mut touched = Vec::new();
        for lit in [var.positive(), var.negative()] {
            for id in std::mem::take(&mut self.occurrences[lit.code()]) {
                if !std::mem::replace(&mut self.removed[id as usize], true) {
                    touched.extend_from_slice(self.clauses.clause(id as usize));
                }
            }
        }
        resolvents.iter().for_each(|clause| self.add(clause));
        let mut vars: Vec<Var> = touched.iter().map(|lit| lit.var()).filter(|&other| other != var).collect();
        vars.sort_unstable();
        vars.dedup();
        vars.into_iter().for_each(|var| self.enqueue(var));
    }
}
