//! Hall's condition [Hall 1935] between clauses and groups.
//!
//! Take clauses that share no literal, and give each of their literals one group that holds it. In a model each
//! clause has a true literal; these are distinct, so their groups are distinct: there is a matching that gives every
//! clause a group of its own. Where no such matching exists, there is no model.

use std::collections::VecDeque;

use crate::cnf::Cnf;
use crate::lit::Lit;

/// In which order clauses are considered when clauses without common literals are chosen.
#[derive(Clone, Copy, Debug)]
pub(super) enum Orders {
    AsStated,
    ShortestFirst,
}

impl Orders {
    pub(super) const ALL: [Self; 2] = [Self::AsStated, Self::ShortestFirst];
}

/// Whether some of the clauses have fewer groups than there are clauses.
pub(super) fn is_violated(cnf: &Cnf, groups: &[Vec<Lit>], order: Orders) -> bool {
    let mut groups_of = vec![Vec::new(); 2 * cnf.var_count()];
    for (index, group) in groups.iter().enumerate() {
        for lit in group.iter().filter(|lit| lit.code() < groups_of.len()) {
            groups_of[lit.code()].push(index);
        }
    }
    let clauses = disjoint_clauses(cnf, &groups_of, order);
    let options = options(&clauses, &groups_of, groups.len());
    !Matching::new(groups.len()).saturates(&options)
}

/// Clauses without common literals, every literal of which is in some group. A literal without a group would be a
/// place that only its clause can take, and so never be missing.
fn disjoint_clauses<'a>(cnf: &'a Cnf, groups_of: &[Vec<usize>], order: Orders) -> Vec<&'a [Lit]> {
    let mut clauses: Vec<&[Lit]> =
        cnf.clauses().filter(|clause| clause.iter().all(|lit| !groups_of[lit.code()].is_empty())).collect();
    match order {
        Orders::AsStated => {}
        Orders::ShortestFirst => clauses.sort_by_key(|clause| clause.len()),
    }
    let mut taken = vec![false; groups_of.len()];
    clauses.retain(|clause| {
        let is_free = clause.iter().all(|lit| !taken[lit.code()]);
        if is_free {
            clause.iter().for_each(|lit| taken[lit.code()] = true);
        }
        is_free
    });
    clauses
}

/// For each clause the groups of its literals: of several groups of a literal the one that serves most clauses.
fn options(clauses: &[&[Lit]], groups_of: &[Vec<usize>], group_count: usize) -> Vec<Vec<usize>> {
    let mut served = vec![0usize; group_count];
    for clause in clauses {
        let mut groups: Vec<usize> = clause.iter().flat_map(|lit| &groups_of[lit.code()]).copied().collect();
        groups.sort_unstable();
        groups.dedup();
        groups.into_iter().for_each(|group| served[group] += 1);
    }
    let best = |lit: &Lit| {
        let groups = groups_of[lit.code()].iter().copied();
        groups.max_by_key(|group| (served[*group], usize::MAX - group)).expect("chosen literals are in a group")
    };
    clauses
        .iter()
        .map(|clause| {
            let mut groups: Vec<usize> = clause.iter().map(best).collect();
            groups.sort_unstable();
            groups.dedup();
            groups
        })
        .collect()
}

/// A matching of clauses and groups, grown along augmenting paths.
struct Matching {
    /// By group.
    clause_of: Vec<Option<usize>>,
}

impl Matching {
    fn new(group_count: usize) -> Self {
        Self { clause_of: vec![None; group_count] }
    }

    /// Whether every clause can have a group of its own among its options.
    fn saturates(&mut self, options: &[Vec<usize>]) -> bool {
        let mut reached_by = vec![None; self.clause_of.len()];
        (0..options.len()).all(|clause| {
            let free = self.free_group(clause, options, &mut reached_by);
            if let Some(group) = free {
                self.augment(group, clause, &reached_by);
            }
            free.is_some()
        })
    }

    /// A group that is free and can be had by moving matched clauses; `reached_by` tells which clause wants it.
    fn free_group(&self, start: usize, options: &[Vec<usize>], reached_by: &mut [Option<usize>]) -> Option<usize> {
        reached_by.fill(None);
        let mut queue = VecDeque::from([start]);
        while let Some(clause) = queue.pop_front() {
            for group in options[clause].iter().copied() {
                if reached_by[group].is_some() {
                    continue;
                }
                reached_by[group] = Some(clause);
                match self.clause_of[group] {
                    None => return Some(group),
                    Some(next) => queue.push_back(next),
                }
            }
        }
        None
    }

    /// Moves clauses along the path that ends in `group` until `start` has one.
    fn augment(&mut self, mut group: usize, start: usize, reached_by: &[Option<usize>]) {
        loop {
            let clause = reached_by[group].expect("the path was followed from its start");
            let previous = self.clause_of.iter().position(|matched| *matched == Some(clause));
            self.clause_of[group] = Some(clause);
            match previous {
                Some(next) if clause != start => group = next,
                _ => return,
            }
        }
    }
}
