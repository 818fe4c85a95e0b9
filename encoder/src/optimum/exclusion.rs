//! Soft literals that exclude each other: of a clique of `k` soft literals `k - 1` are broken in any case
//! [Ignatiev, Morgado & Marques-Silva 2019, section 3.4].

use std::collections::{BTreeMap, BTreeSet};

use crate::cnf::Cnf;
use crate::engine::Engine;
use crate::lit::Lit;

/// Propagated literals after which no further exclusions are looked for.
const EFFORT: u64 = 200_000;

/// Groups of two and more soft literals of which at most one can be kept, no soft literal in two groups: first from the
/// groups that are known, the largest first, then by propagation.
pub(super) fn groups(cnf: &Cnf, known: &[Vec<Lit>], soft: &BTreeMap<Lit, u128>) -> Vec<Vec<Lit>> {
    let mut open: BTreeSet<Lit> = soft.keys().copied().collect();
    let mut groups: Vec<Vec<Lit>> = Vec::new();
    let mut known: Vec<&Vec<Lit>> = known.iter().collect();
    known.sort_by_key(|group| std::cmp::Reverse(group.len()));
    for group in known {
        let mut group: Vec<Lit> = group.iter().copied().filter(|lit| open.contains(lit)).collect();
        if group.len() > 1 {
            group.sort_unstable();
            open.retain(|lit| group.binary_search(lit).is_err());
            groups.push(group);
        }
    }
    groups.extend(cliques(&exclusions(cnf, &open)));
    groups
}

/// For each of the soft literals those that it excludes, ascending, as far as the effort goes.
fn exclusions(cnf: &Cnf, soft: &BTreeSet<Lit>) -> BTreeMap<Lit, Vec<Lit>> {
    let mut engine = Engine::of(cnf);
    let mut exclusions: BTreeMap<Lit, Vec<Lit>> = BTreeMap::new();
    for lit in soft {
        if !engine.is_assigned(lit.var()) && engine.probe(*lit) {
            let broken = engine.last_level().iter().map(|lit| !*lit);
            let mut broken: Vec<Lit> = broken.filter(|lit| soft.contains(lit)).collect();
            broken.sort_unstable();
            exclusions.insert(*lit, broken);
            engine.backtrack(0);
        }
        if engine.propagations() > EFFORT {
            break;
        }
    }
    exclusions
}

/// Greedy cliques without common soft literals, each grown from the soft literal with the most exclusions that is left.
fn cliques(exclusions: &BTreeMap<Lit, Vec<Lit>>) -> Vec<Vec<Lit>> {
    let exclude = |left: &Lit, right: &Lit| {
        let found = |a: &Lit, b: &Lit| exclusions.get(a).is_some_and(|list| list.binary_search(b).is_ok());
        found(left, right) || found(right, left)
    };
    let mut order: Vec<Lit> = exclusions.keys().copied().collect();
    order.sort_by_key(|lit| std::cmp::Reverse(exclusions[lit].len()));
    let mut open: BTreeSet<Lit> = order.iter().copied().collect();
    let mut cliques = Vec::new();
    for first in &order {
        if !open.contains(first) {
            continue;
        }
        let mut clique = vec![*first];
        for candidate in exclusions[first].iter().filter(|candidate| open.contains(candidate)) {
            if clique.iter().all(|member| exclude(candidate, member)) {
                clique.push(*candidate);
            }
        }
        if clique.len() > 1 {
            open.retain(|lit| !clique.contains(lit));
            cliques.push(clique);
        }
    }
    cliques
}
