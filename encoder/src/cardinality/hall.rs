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
pub(super) enum ClauseOrder {
    AsStated,
    ShortestFirst,
}

impl ClauseOrder {
    pub(super) const ALL: [Self; 2] = [Self::AsStated, Self::ShortestFirst];
}

/// Whether some of the clauses have fewer groups than there are clauses.
pub(super) fn is_violated(cnf: &Cnf, groups: &[Vec<Lit>], order: ClauseOrder) -> bool {
    let mut groups_of = vec![Vec::new(); 2 * cnf.var_count()];
    for (index, group) in groups.iter().enumerate() {
        for lit in group {
            groups_of[lit.code()].push(index);
        }
    }
    let clauses = disjoint_clauses(cnf, &groups_of, order);
    let options = options(&clauses, &groups_of, groups.len());
    !Matching::new(options.len(), groups.len()).fills_all_options(&options)
}

/// Clauses without common literals, every literal of which is in some group. A literal without a group would be a
/// place that only its clause can take, and so never be missing.
fn disjoint_clauses<'a>(cnf: &'a Cnf, groups_of: &[Vec<usize>], order: ClauseOrder) -> Vec<&'a [Lit]> {
    let mut clauses: Vec<&[Lit]> =
        cnf.clauses().filter(|clause| clause.iter().all(|lit| !groups_of[lit.code()].is_empty())).collect();
    match order {
        ClauseOrder::AsStated => {}
        ClauseOrder::ShortestFirst => clauses.sort_by_key(|clause| clause.len()),
    }
    let mut taken = vec![false; groups_of.len()];
    clauses.retain(|clause| {
        let is_free = clause.iter().all(|lit| !taken[lit.code()]);
        if is_free {
            for lit in *clause {
                taken[lit.code()] = true;
            }
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
        for group in groups {
            served[group] += 1;
        }
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
    clause_of: Vec<Option<usize>>,
    group_of: Vec<Option<usize>>,
    /// By group: in which search it was reached last, and which clause wanted it.
    reached_by: Vec<Option<(usize, usize)>>,
}

impl Matching {
    fn new(clause_count: usize, group_count: usize) -> Self {
        Self {
            clause_of: vec![None; group_count],
            group_of: vec![None; clause_count],
            reached_by: vec![None; group_count],
        }
    }

    /// Whether every clause can have a group of its own among its options.
    fn fills_all_options(&mut self, options: &[Vec<usize>]) -> bool {
        (0..options.len()).all(|clause| {
            let free = self.free_group(clause, options);
            if let Some(group) = free {
                self.augment(group);
            }
            free.is_some()
        })
    }

    /// A group that is free and can be had for clause `start` by moving matched clauses.
    fn free_group(&mut self, start: usize, options: &[Vec<usize>]) -> Option<usize> {
        let mut queue = VecDeque::from([start]);
        while let Some(clause) = queue.pop_front() {
            for group in options[clause].iter().copied() {
                if self.reached_by[group].is_some_and(|(search, _)| search == start) {
                    continue;
                }
                self.reached_by[group] = Some((start, clause));
                match self.clause_of[group] {
                    None => return Some(group),
                    Some(next) => queue.push_back(next),
                }
            }
        }
        None
    }

    /// Gives the group to the clause that wanted it, the group which that clause had to the next one, and so on.
    fn augment(&mut self, free: usize) {
        let mut group = Some(free);
        while let Some(given) = group {
            let (_, clause) = self.reached_by[given].expect("the search reached it");
            self.clause_of[given] = Some(clause);
            group = self.group_of[clause].replace(given);
        }
    }
}
