//! Few atoms through which all cycles of definitions go.
//!
//! Vertices without predecessors or successors are in no cycle; one with a single neighbour on one side may be left out, as
//! every cycle through it goes through the neighbour, too; one that leads to itself has to be taken (Levy & Low, Journal of
//! Algorithms 1988). Where nothing of that is left, the one with most paths through it is taken.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::Problem;
use crate::formula::Atom;

impl Problem {
    /// Some atoms of a cycle, ascending, without whose definitions no other leads back to itself; none when these would be
    /// more than `most`.
    pub fn feedback(&self, cycle: &[Atom], most: usize) -> Option<Vec<Atom>> {
        let mut graph = Graph::of(self, cycle);
        let mut taken = Vec::new();
        loop {
            while let Some(vertex) = graph.touched.pop_first() {
                if graph.contract(vertex) {
                    taken.push(cycle[vertex]);
                }
                if taken.len() > most {
                    return None;
                }
            }
            let Some(vertex) = graph.busiest() else { break };
            taken.push(cycle[vertex]);
            graph.remove(vertex);
        }
        taken.sort_unstable();
        (taken.len() <= most).then_some(taken)
    }
}

/// What definitions mention, by place in the cycle.
struct Graph {
    /// By vertex: before and behind it.
    edges: Vec<[BTreeSet<usize>; 2]>,
    /// By vertex: whether it is still there.
    is_there: Vec<bool>,
    /// Vertices around which something changed.
    touched: BTreeSet<usize>,
}

impl Graph {
    fn of(problem: &Problem, cycle: &[Atom]) -> Self {
        let places: FxHashMap<Atom, usize> = cycle.iter().enumerate().map(|(place, &atom)| (atom, place)).collect();
        let mut edges = vec![[BTreeSet::new(), BTreeSet::new()]; cycle.len()];
        for (user, &atom) in cycle.iter().enumerate() {
            let Some(rule) = problem.definition(atom) else { continue };
            for used in problem.formulas().atoms(rule.formula) {
                if let Some(&used) = places.get(&used) {
                    edges[used][1].insert(user);
                    edges[user][0].insert(used);
                }
            }
        }
        Self { edges, is_there: vec![true; cycle.len()], touched: (0..cycle.len()).collect() }
    }

    /// Takes a vertex away that makes no difference, or has to be taken; whether it has to.
    fn contract(&mut self, vertex: usize) -> bool {
        if !self.is_there[vertex] {
            return false;
        }
        let [before, behind] = &self.edges[vertex];
        if before.contains(&vertex) {
            self.remove(vertex);
            return true;
        }
        if before.len() <= 1 || behind.len() <= 1 {
            let (before, behind) = (before.clone(), behind.clone());
            self.remove(vertex);
            for &one in &before {
                for &other in &behind {
                    self.edges[one][1].insert(other);
                    self.edges[other][0].insert(one);
                }
            }
        }
        false
    }

    fn remove(&mut self, vertex: usize) {
        self.is_there[vertex] = false;
        let [before, behind] = std::mem::take(&mut self.edges[vertex]);
        for one in before {
            self.edges[one][1].remove(&vertex);
            self.touched.insert(one);
        }
        for one in behind {
            self.edges[one][0].remove(&vertex);
            self.touched.insert(one);
        }
    }

    /// The vertex with most paths through it, the first of several.
    fn busiest(&self) -> Option<usize> {
        let paths = |vertex: usize| self.edges[vertex][0].len() * self.edges[vertex][1].len();
        let left = (0..self.is_there.len()).filter(|&vertex| self.is_there[vertex]);
        left.max_by_key(|&vertex| (paths(vertex), std::cmp::Reverse(vertex)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleIndex;
    use crate::random::Random;

    /// Atom i refers to those at these places.
    fn problem(uses: &[Vec<usize>]) -> Problem {
        let mut problem = Problem::with_atoms(uses.len());
        for (place, used) in uses.iter().enumerate() {
            let formula = problem.formulas_mut().or(used.iter().map(|&used| Atom::new(used).into()));
            problem.define(Atom::new(place), formula, RuleIndex::new(0));
        }
        problem
    }

    #[test]
    fn without_the_feedback_there_is_no_cycle() {
        let mut random = Random::new(7);
        for _ in 0..200 {
            let count = 2 + random.below(9);
            let uses: Vec<Vec<usize>> =
                (0..count).map(|_| (0..=random.below(3)).map(|_| random.below(count)).collect()).collect();
            let problem = problem(&uses);
            let all: Vec<Atom> = problem.atoms().collect();
            let feedback = problem.feedback(&all, count).expect("all atoms together are one");
            let rest = all.iter().copied().filter(|atom| !feedback.contains(atom));
            assert_eq!(problem.cycles(rest), Vec::<Vec<Atom>>::new(), "{uses:?} {feedback:?}");
        }
    }

    #[test]
    fn a_cycle_has_one() {
        let uses: Vec<Vec<usize>> = (0..50).map(|place| vec![(place + 1) % 50]).collect();
        let problem = problem(&uses);
        let all: Vec<Atom> = problem.atoms().collect();
        assert_eq!(problem.feedback(&all, 50).map(|feedback| feedback.len()), Some(1));
        assert_eq!(problem.feedback(&all, 0), None);
    }
}
