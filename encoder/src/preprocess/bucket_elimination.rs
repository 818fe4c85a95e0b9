//! Summing out: variables with few neighbours go, and factors over the neighbours stay.
//!
//! This is bucket elimination (Dechter, Artificial Intelligence 1999) as far as the tables stay small: trees of
//! dependent features, of which variability models have many, go altogether, and the search works on the core that is
//! left. Variables that are not counted stay, and so do their neighbours: existence has to be decided before anything
//! around it is summed up.

use std::collections::{BTreeMap, BTreeSet};

use super::Simplified;
use crate::budget::Ticker;
use crate::factor::{Factor, MAX_VARS};
use crate::natural::Natural;
use crate::{Cnf, Interrupted, Lit, Var};

/// Sums out, bucket by bucket, what has few neighbours in a formula whose factors depend on one variable each.
///
/// # Errors
/// [`Interrupted`] when the budget is used up.
pub(crate) fn eliminate_buckets(simplified: Simplified, ticker: &mut Ticker<'_>) -> Result<Simplified, Interrupted> {
    let mut buckets = Buckets::new(&simplified);
    while let Some((_, var)) = buckets.queue.pop_first() {
        ticker.spend(1000)?;
        buckets.sum_out(&simplified.clauses, var);
    }
    Ok(buckets.core(simplified))
}

struct Buckets {
    /// By variable: the clauses that hold it, as long as it is there.
    occurrences: Vec<Vec<u32>>,
    /// By variable: those that it shares a clause or a factor with.
    neighbours: Vec<BTreeSet<Var>>,
    /// By variable: whether it has to stay.
    stays: Vec<bool>,
    /// By variable: whether it is gone.
    gone: Vec<bool>,
    /// By clause: whether it is part of a factor.
    used: Vec<bool>,
    /// The numbers of the factors, by their variables, ascending.
    factors: BTreeMap<Vec<Var>, Vec<Natural>>,
    /// Variables that can go, by the number of their neighbours.
    queue: BTreeSet<(usize, Var)>,
}

impl Buckets {
    fn new(simplified: &Simplified) -> Self {
        let count = simplified.projected.len();
        let mut buckets = Self {
            occurrences: vec![Vec::new(); count],
            neighbours: vec![BTreeSet::new(); count],
            stays: simplified.projected.iter().map(|projected| !projected).collect(),
            gone: vec![false; count],
            used: vec![false; simplified.clauses.len()],
            // Those that are there depend on one variable each.
            factors: simplified.factors.iter().map(|factor| (factor.vars.clone(), factor.values.clone())).collect(),
            queue: BTreeSet::new(),
        };
        for (id, clause) in simplified.clauses.clauses().enumerate() {
            let vars = || clause.iter().map(|lit| lit.var());
            vars().for_each(|var| buckets.occurrences[var.index()].push(id as u32));
            if clause.len() > MAX_VARS + 1 || vars().any(|var| !simplified.projected[var.index()]) {
                vars().for_each(|var| buckets.stays[var.index()] = true);
            } else {
                vars().for_each(|var| buckets.neighbours[var.index()].extend(vars().filter(|&other| other != var)));
            }
        }
        (0..count).map(Var::new).for_each(|var| buckets.enqueue(var));
        buckets
    }

    fn enqueue(&mut self, var: Var) {
        let degree = self.neighbours[var.index()].len();
        if !self.stays[var.index()] && degree <= MAX_VARS {
            self.queue.insert((degree, var));
        }
    }

    /// Changes the neighbours of `var`, and its place in the queue.
    fn rewire(&mut self, var: Var, change: impl FnOnce(&mut BTreeSet<Var>)) {
        self.queue.remove(&(self.neighbours[var.index()].len(), var));
        change(&mut self.neighbours[var.index()]);
        self.enqueue(var);
    }

    fn sum_out(&mut self, clauses: &Cnf, var: Var) {
        let sum = self.take_sum(clauses, var);
        self.gone[var.index()] = true;
        for neighbour in std::mem::take(&mut self.neighbours[var.index()]) {
            self.rewire(neighbour, |neighbours| {
                neighbours.remove(&var);
            });
        }
        self.add(sum);
    }

    /// The sum over both values of `var` of all that depends on it, which is taken away.
    fn take_sum(&mut self, clauses: &Cnf, var: Var) -> Factor {
        let mut ids = std::mem::take(&mut self.occurrences[var.index()]);
        ids.retain(|&id| !std::mem::replace(&mut self.used[id as usize], true));
        let clauses: Vec<&[Lit]> = ids.into_iter().map(|id| clauses.clause(id as usize)).collect();
        let factors = self.take_factors(var);
        let vars: Vec<Var> = self.neighbours[var.index()].iter().copied().collect();
        // The variable itself comes after the others.
        let place = |of: Var| vars.binary_search(&of).unwrap_or(vars.len());
        let under = |index: usize| {
            let holds = |lit: &Lit| (index >> place(lit.var()) & 1 == 1) == lit.is_positive();
            if !clauses.iter().all(|clause| clause.iter().any(holds)) {
                return Natural::ZERO;
            }
            factors.iter().fold(Natural::ONE, |product, factor| {
                let bits = factor.vars.iter().enumerate();
                let at = bits.fold(0, |at, (bit, &of)| at | (index >> place(of) & 1) << bit);
                product.multiply(&factor.values[at])
            })
        };
        let values = (0..1 << vars.len()).map(|index| under(index).add(under(index | 1 << vars.len()))).collect();
        Factor { vars, values }
    }

    /// Takes away the factors over `var`: their other variables are among its few neighbours.
    fn take_factors(&mut self, var: Var) -> Vec<Factor> {
        let others: Vec<Var> = self.neighbours[var.index()].iter().copied().collect();
        let subset = |bits: usize| others.iter().enumerate().filter(move |(at, _)| bits >> at & 1 == 1);
        let scopes = (0..1usize << others.len()).map(|bits| {
            let mut scope: Vec<Var> = subset(bits).map(|(_, &other)| other).chain([var]).collect();
            scope.sort_unstable();
            scope
        });
        scopes
            .filter_map(|scope| self.factors.remove_entry(&scope))
            .map(|(vars, values)| Factor { vars, values })
            .collect()
    }

    /// Adds a factor, together with one over the same variables if there is one, without needless variables.
    fn add(&mut self, factor: Factor) {
        let Factor { vars, values } = factor.reduced();
        if let Some(others) = self.factors.remove(&vars) {
            let products = values.into_iter().zip(&others).map(|(value, other)| value.multiply(other)).collect();
            return self.add(Factor { vars, values: products });
        }
        for &var in &vars {
            self.rewire(var, |neighbours| neighbours.extend(vars.iter().filter(|&&other| other != var)));
        }
        self.factors.insert(vars, values);
    }

    /// What is left.
    fn core(self, simplified: Simplified) -> Simplified {
        let count = simplified.projected.len();
        let mut numbers = vec![None; count];
        let mut core = Simplified::default();
        for var in (0..count).map(Var::new).filter(|var| !self.gone[var.index()]) {
            numbers[var.index()] = Some(Var::new(core.originals.len()));
            core.originals.push(simplified.originals[var.index()]);
            core.projected.push(simplified.projected[var.index()]);
        }
        core.clauses = super::simplified::renamed(&simplified.clauses, &numbers, core.originals.len());
        core.implied = super::simplified::renamed(&simplified.implied, &numbers, core.originals.len());
        for (vars, values) in self.factors {
            let factor = Factor { vars, values }.renamed(&numbers);
            factor.support().iter().for_each(|clause| core.clauses.add(clause));
            core.factors.push(factor);
        }
        Simplified { fixed: simplified.fixed, equal: simplified.equal, free: simplified.free, ..core }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Budget;
    use crate::random::Congruential;
    use crate::search::oracle::{models, random_cnf, random_projection, weighted_count};
    use num_bigint::BigUint;

    /// Buckets of arbitrary clauses are summed out.
    fn core_of(cnf: &Cnf, projection: Option<&[Var]>) -> Simplified {
        let vars: Vec<Var> = (0..cnf.var_count()).map(Var::new).collect();
        let projected = vars.iter().map(|var| projection.is_none_or(|vars| vars.contains(var))).collect();
        let whole = Simplified { clauses: cnf.clone(), projected, originals: vars, ..Simplified::default() };
        eliminate_buckets(whole, &mut Ticker::new(&Budget::unlimited())).unwrap()
    }

    #[test]
    fn the_weighted_count_of_the_core_is_the_count() {
        let (mut left, mut weighted) = (0, 0);
        for seed in 0..3_000 {
            let mut random = Congruential::new(seed);
            let cnf = random_cnf(&mut random, 12);
            let projection = random_projection(&mut random, &cnf);
            let core = core_of(&cnf, projection.as_deref());
            let vars: Vec<Var> = (0..core.projected.len()).map(Var::new).collect();
            let counted: Vec<Var> = vars.into_iter().filter(|var| core.projected[var.index()]).collect();
            let expected = BigUint::from(models(&cnf, projection.as_deref()).len());
            let weight = weighted_count(&core.clauses, &core.factors, Some(&counted));
            assert_eq!(weight, expected, "seed {seed}: {cnf:?} {projection:?}");
            left += usize::from(core.originals.len() > 1);
            weighted += usize::from(core.factors.iter().any(|factor| factor.vars.len() > 1));
        }
        assert!(left > 100 && weighted > 100, "{left} {weighted}");
    }

    #[test]
    fn a_tree_of_features_is_a_number() {
        // Each variable implies its parent: a tree of 2^6 - 1 features.
        let mut cnf = Cnf::with_vars(63);
        (1..63).for_each(|var| cnf.add(&[Var::new(var).negative(), Var::new((var - 1) / 2).positive()]));
        let core = core_of(&cnf, None);
        // With both children or without: each subtree counts the square of its child's count, and one.
        let expected = (0..5).fold(BigUint::from(2u32), |count, _| &count * &count + 1u32);
        assert!(core.originals.is_empty());
        assert_eq!(weighted_count(&core.clauses, &core.factors, None), expected);
    }
}
