//! Wishes that exclude each other: of a clique of `k` wishes `k - 1` are broken in any case
//! [Ignatiev, Morgado & Marques-Silva 2019, section 3.4].

use std::collections::{BTreeMap, BTreeSet};

use crate::lit::Lit;
use crate::unit_propagation::Propagator;

/// Propagated literals after which no further exclusions are looked for.
const EFFORT: usize = 500_000;

/// Groups of two and more wishes of which at most one can be kept, no wish in two groups.
pub(super) fn groups(propagator: &mut Propagator, wishes: &BTreeMap<Lit, u128>) -> Vec<Vec<Lit>> {
    let mut excluded: BTreeMap<Lit, Vec<Lit>> = BTreeMap::new();
    let mut effort = 0;
    for wish in wishes.keys() {
        if let Some(consequences) = propagator.consequences(*wish) {
            effort += consequences.len();
            let broken = consequences
                .iter()
                .map(|lit| !*lit)
                .filter(|lit| wishes.contains_key(lit));
            excluded.insert(*wish, broken.collect());
        }
        if effort > EFFORT {
            break;
        }
    }
    cliques(excluded)
}

/// Greedy cliques, each grown from the wish with the most exclusions that is left.
fn cliques(mut excluded: BTreeMap<Lit, Vec<Lit>>) -> Vec<Vec<Lit>> {
    let known: BTreeSet<Lit> = excluded.keys().copied().collect();
    for list in excluded.values_mut() {
        list.retain(|lit| known.contains(lit));
        list.sort_unstable();
    }
    let exclude = |left: &Lit, right: &Lit| {
        let found = |a: &Lit, b: &Lit| {
            excluded
                .get(a)
                .is_some_and(|list| list.binary_search(b).is_ok())
        };
        found(left, right) || found(right, left)
    };
    let mut order: Vec<Lit> = known.iter().copied().collect();
    order.sort_by_key(|lit| std::cmp::Reverse(excluded[lit].len()));
    let mut taken = BTreeSet::new();
    let mut cliques = Vec::new();
    for first in &order {
        if taken.contains(first) {
            continue;
        }
        let mut clique = vec![*first];
        for candidate in &excluded[first] {
            if !taken.contains(candidate) && clique.iter().all(|member| exclude(candidate, member))
            {
                clique.push(*candidate);
            }
        }
        if clique.len() > 1 {
            taken.extend(clique.iter().copied());
            cliques.push(clique);
        }
    }
    cliques
}
