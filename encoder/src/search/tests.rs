//! The search without simplification.

use num_bigint::BigUint;

use super::oracle::{models, random_cnf, random_factors, random_projection, weighted_count};
use super::trace::Counting;
use super::{ComponentSearch, Order, SearchTask};
use crate::engine::Engine;
use crate::engine::Incidence;
use crate::factor::{Factor, Factors};
use crate::random::Congruential;
use crate::{Budget, Cnf, Lit, Var};

/// The clauses without duplicate literals and tautologies.
fn clean(cnf: &Cnf) -> Cnf {
    let mut result = Cnf::with_vars(cnf.var_count());
    for clause in cnf.clauses() {
        let mut clause: Vec<Lit> = clause.to_vec();
        clause.sort_unstable();
        clause.dedup();
        if !clause.windows(2).any(|pair| pair[0] == !pair[1]) {
            result.add(&clause);
        }
    }
    result
}

/// A search over `cnf`, which is clean and implies that no factor is zero, in the order of `ranks`.
fn search<'a>(
    cnf: &Cnf,
    factors: &[Factor],
    projection: Option<&[Var]>,
    ranks: Vec<u32>,
    budget: &'a Budget,
    cache_bytes: usize,
) -> ComponentSearch<'a, Counting> {
    let mut engine = Engine::new(cnf.var_count());
    cnf.clauses().for_each(|clause| engine.add(clause));
    let mut long = Cnf::with_vars(cnf.var_count());
    cnf.clauses().filter(|clause| clause.len() > 1).for_each(|clause| long.add(clause));
    let vars = (0..cnf.var_count()).map(Var::new);
    let projected = vars.map(|var| projection.is_none_or(|vars| vars.contains(&var))).collect();
    let order = Order::new(ranks, vec![0.0; cnf.var_count()]);
    let (factors, numbers) = Factors::new(cnf.var_count(), factors);
    let task = SearchTask { incidence: Incidence::new(&long), factors, projected, order };
    ComponentSearch::new(task, numbers, engine, Counting, budget, cache_bytes)
}

fn random_ranks(random: &mut Congruential, cnf: &Cnf) -> Vec<u32> {
    (0..cnf.var_count()).map(|_| random.below(4) as u32).collect()
}

fn count(cnf: &Cnf, factors: &[Factor], projection: Option<&[Var]>, ranks: Vec<u32>, cache_bytes: usize) -> BigUint {
    let budget = Budget::unlimited();
    let count = search(cnf, factors, projection, ranks, &budget, cache_bytes).run().unwrap();
    count.map_or(BigUint::ZERO, BigUint::from)
}

#[test]
fn any_order_counts() {
    for seed in 0..2_000 {
        let mut random = Congruential::new(seed);
        let cnf = clean(&random_cnf(&mut random, 10));
        let projection = random_projection(&mut random, &cnf);
        let expected = BigUint::from(models(&cnf, projection.as_deref()).len());
        for cache_bytes in [0, 2_000, 1 << 20] {
            let ranks = random_ranks(&mut random, &cnf);
            let counted = count(&cnf, &[], projection.as_deref(), ranks, cache_bytes);
            assert_eq!(counted, expected, "seed {seed}: {cnf:?} {projection:?}");
        }
    }
}

/// A formula with factors over projected variables.
fn random_weighted(random: &mut Congruential, most_vars: usize) -> (Cnf, Vec<Factor>, Option<Vec<Var>>) {
    let mut cnf = random_cnf(random, most_vars);
    let projection = random_projection(random, &cnf);
    let vars = projection.clone().unwrap_or_else(|| (0..cnf.var_count()).map(Var::new).collect());
    let factors = if vars.is_empty() { Vec::new() } else { random_factors(random, &vars) };
    factors.iter().flat_map(Factor::support).for_each(|clause| cnf.add(&clause));
    (clean(&cnf), factors, projection)
}

#[test]
fn any_order_weighs() {
    let mut zeros = 0;
    for seed in 0..2_000 {
        let mut random = Congruential::new(seed);
        let (cnf, factors, projection) = random_weighted(&mut random, 9);
        let expected = weighted_count(&cnf, &factors, projection.as_deref());
        zeros += usize::from(expected == BigUint::ZERO);
        for cache_bytes in [0, 2_000, 1 << 20] {
            let ranks = random_ranks(&mut random, &cnf);
            let counted = count(&cnf, &factors, projection.as_deref(), ranks, cache_bytes);
            assert_eq!(counted, expected, "seed {seed}: {cnf:?} {factors:?} {projection:?}");
        }
    }
    assert!(zeros < 1_500, "{zeros}");
}

/// Loosely connected blocks: many components and cache hits, and counts beyond machine words.
fn blocks(random: &mut Congruential, count: usize) -> Cnf {
    let mut cnf = Cnf::with_vars(10 * count);
    for block in 0..count {
        for _ in 0..12 {
            let lits = [(); 3].map(|()| Var::new(10 * block + random.below(10)).lit(random.below(3) > 0));
            cnf.add(&lits);
        }
        let next = (block + 1) % count;
        cnf.add(&[Var::new(10 * block).negative(), Var::new(10 * next + 1).positive()]);
    }
    clean(&cnf)
}

#[test]
fn orders_and_cache_sizes_agree_on_larger_formulas() {
    for seed in 0..20 {
        let mut random = Congruential::new(seed);
        let cnf = blocks(&mut random, 20);
        let counts = [20_000, 60_000, 1 << 24].map(|bytes| {
            // From somewhere in the ring around both ways.
            let start = random.below(20);
            let ranks = (0..200).map(|var| ((var / 10 + start) % 20).abs_diff(10) as u32).collect();
            count(&cnf, &[], None, ranks, bytes)
        });
        assert!(counts[0] > BigUint::from(u128::MAX));
        assert_eq!(counts[0], counts[1]);
        assert_eq!(counts[0], counts[2]);
    }
}

#[test]
fn bounds_hold_wherever_the_search_stops() {
    for seed in 0..40 {
        let mut random = Congruential::new(seed);
        let (cnf, factors, projection) = random_weighted(&mut random, 14);
        let expected = weighted_count(&cnf, &factors, projection.as_deref());
        let budget = Budget::unlimited();
        for steps in 0..40 {
            let ranks = random_ranks(&mut random, &cnf);
            let mut search = search(&cnf, &factors, projection.as_deref(), ranks, &budget, 1 << 20);
            search.stop_after(steps);
            if search.run().is_err() {
                let bounds = search.bounds();
                let (lower, upper) = (BigUint::from(bounds.lower), BigUint::from(bounds.upper));
                assert!(
                    lower <= expected && expected <= upper,
                    "seed {seed}, {steps} steps: {lower} {expected} {upper}"
                );
            }
        }
    }
}
