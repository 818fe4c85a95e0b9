//! Elimination of vertices in greedy order: next is always one that makes the fewest new edges (min-fill).
//!
//! The widths it gives are hard to beat by other greedy orders (Bodlaender and Koster, *Treewidth computations I*, 2010).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::graph::Graph;
use super::matrix::Matrix;
use crate::Interrupted;
use crate::budget::Ticker;

/// An elimination order with what the elimination saw.
pub(super) struct Elimination {
    /// The vertices that were eliminated, in order.
    pub(super) order: Vec<u32>,
    /// By vertex: its neighbours when it was eliminated. What was never eliminated has the core instead.
    pub(super) later: Vec<Vec<u32>>,
    /// Vertices that were left when further elimination seemed hopeless.
    pub(super) core: Vec<u32>,
}

/// The elimination ends when the graph has so many edges more than at the start.
const FILL_LIMIT: usize = 4_000_000;

/// Graphs of more vertices are not kept as a matrix of bits, which takes eight megabytes for so many.
const MATRIX_LIMIT: usize = 8192;

/// A vertex of more neighbours is not scored again at every change around it: that costs as much as all their neighbours.
const MANY_NEIGHBOURS: usize = 256;

/// For a vertex of many neighbours, one in so many of them has to be eliminated before it is scored again.
const SHARE_ELIMINATED: usize = 16;

/// A list that is so many times as long as another is searched for the entries of that one.
const SEARCHED: usize = 16;

/// Eliminates all vertices, or all but a dense core. Among vertices of one score, `seed` decides.
pub(super) fn min_fill(graph: Graph, seed: u32, ticker: &mut Ticker<'_>) -> Result<Elimination, Interrupted> {
    let mut state = EliminationGraph::new(graph, seed);
    let mut elimination =
        Elimination { order: Vec::new(), later: vec![Vec::new(); state.neighbours.len()], core: Vec::new() };
    while let Some(vertex) = state.next() {
        if state.fill > FILL_LIMIT {
            break;
        }
        elimination.later[vertex as usize] = state.eliminate(vertex, ticker)?;
        elimination.order.push(vertex);
    }
    elimination.core = (0..state.done.len() as u32).filter(|&vertex| !state.done[vertex as usize]).collect();
    Ok(elimination)
}

struct EliminationGraph {
    /// Among vertices that are not eliminated; ascending.
    neighbours: Vec<Vec<u32>>,
    /// The neighbours as bits, unless there are too many vertices.
    matrix: Option<Matrix>,
    done: Vec<bool>,
    /// By vertex: its score when it was last put into the queue.
    scores: Vec<u64>,
    /// By vertex: how many neighbours were eliminated since then.
    unscored: Vec<usize>,
    /// Scores, what decides among equal ones, and vertices.
    queue: BinaryHeap<Reverse<(u64, u32, u32)>>,
    seed: u32,
    /// By vertex: `stamp` when it is a neighbour of the one that is being scored.
    marks: Vec<u32>,
    stamp: u32,
    /// Edges that were added.
    fill: usize,
}

impl EliminationGraph {
    fn new(graph: Graph, seed: u32) -> Self {
        let neighbours = graph.into_neighbours();
        let count = neighbours.len();
        let mut state = Self {
            matrix: (count <= MATRIX_LIMIT).then(|| Matrix::new(&neighbours)),
            neighbours,
            done: vec![false; count],
            scores: vec![u64::MAX; count],
            unscored: vec![0; count],
            queue: BinaryHeap::new(),
            seed,
            marks: vec![0; count],
            stamp: 0,
            fill: 0,
        };
        (0..count as u32).for_each(|vertex| state.enqueue(vertex));
        state
    }

    /// The vertex of the lowest score.
    fn next(&mut self) -> Option<u32> {
        loop {
            let Reverse((score, _, vertex)) = self.queue.pop()?;
            if self.done[vertex as usize] || score != self.scores[vertex as usize] {
                continue;
            }
            if self.unscored[vertex as usize] > 0 {
                self.enqueue(vertex);
            }
            if score == self.scores[vertex as usize] {
                return Some(vertex);
            }
        }
    }

    /// Puts `vertex` into the queue if its score has changed.
    fn enqueue(&mut self, vertex: u32) {
        self.unscored[vertex as usize] = 0;
        let score = self.missing_edges(vertex);
        if score != self.scores[vertex as usize] {
            self.scores[vertex as usize] = score;
            self.queue.push(Reverse((score, scattered(vertex, self.seed), vertex)));
        }
    }

    /// Number of pairs of neighbours that are not adjacent.
    fn missing_edges(&mut self, vertex: u32) -> u64 {
        let degree = self.neighbours[vertex as usize].len();
        let present = match &self.matrix {
            Some(matrix) if degree * matrix.width() < self.steps_to_score(vertex) => {
                self.neighbours[vertex as usize].iter().map(|&other| matrix.common(vertex, other)).sum()
            }
            _ => self.common_neighbours(vertex),
        };
        (degree * degree.saturating_sub(1) / 2 - present / 2) as u64
    }

    /// For all neighbours together, how many of their neighbours are neighbours of `vertex`.
    fn common_neighbours(&mut self, vertex: u32) -> usize {
        self.stamp += 1;
        let neighbours = &self.neighbours[vertex as usize];
        neighbours.iter().for_each(|&other| self.marks[other as usize] = self.stamp);
        let marked = |list: &[u32]| list.iter().filter(|&&other| self.marks[other as usize] == self.stamp).count();
        let found = |list: &[u32]| neighbours.iter().filter(|other| list.binary_search(other).is_ok()).count();
        let common = |list: &[u32]| if list.len() > SEARCHED * neighbours.len() { found(list) } else { marked(list) };
        neighbours.iter().map(|&other| common(&self.neighbours[other as usize])).sum()
    }

    fn steps_to_score(&self, vertex: u32) -> usize {
        let neighbours = &self.neighbours[vertex as usize];
        let most = SEARCHED * neighbours.len();
        neighbours.iter().map(|&next| self.neighbours[next as usize].len().min(most)).sum()
    }

    /// Makes the neighbours of `vertex` adjacent to each other, and gives them.
    ///
    /// Scores are brought up to date for the neighbours only: those at distance two would cost more than they are worth.
    fn eliminate(&mut self, vertex: u32, ticker: &mut Ticker<'_>) -> Result<Vec<u32>, Interrupted> {
        self.done[vertex as usize] = true;
        let simplicial = self.scores[vertex as usize] == 0;
        let clique = std::mem::take(&mut self.neighbours[vertex as usize]);
        for &other in &clique {
            let list = &mut self.neighbours[other as usize];
            if simplicial {
                // They are adjacent already.
                ticker.spend(list.len())?;
                list.retain(|&next| next != vertex);
                if let Some(matrix) = &mut self.matrix {
                    matrix.clear(other, vertex);
                }
                continue;
            }
            let merged = merge(list, &clique, [vertex, other]);
            self.fill += (merged.len() + 1).saturating_sub(list.len());
            ticker.spend(8 * merged.len())?;
            self.neighbours[other as usize] = merged;
            if let Some(matrix) = &mut self.matrix {
                matrix.merge(vertex, other);
            }
        }
        // Without a new edge, what misses no edge still misses none.
        let changed = |other: &&u32| !simplicial || self.scores[**other as usize] > 0;
        let changed: Vec<u32> = clique.iter().filter(changed).copied().collect();
        for other in changed {
            let degree = self.neighbours[other as usize].len();
            if degree > MANY_NEIGHBOURS && self.unscored[other as usize] < degree / SHARE_ELIMINATED {
                self.unscored[other as usize] += 1;
                continue;
            }
            ticker.spend(self.steps_to_score(other))?;
            self.enqueue(other);
        }
        Ok(clique)
    }
}

/// A number that says nothing about the vertex: neighbours in the file would otherwise be eliminated one after the other,
/// which makes long paths of the tree. The steps are those that end a hash (Appleby, *Murmur hash 3*).
fn scattered(vertex: u32, seed: u32) -> u32 {
    let mixed = (vertex ^ seed.wrapping_mul(0x9E37_79B9)).wrapping_mul(0x85EB_CA6B).rotate_left(13);
    mixed.wrapping_mul(0xC2B2_AE35)
}

/// The union of two ascending lists without `excluded`.
fn merge(first: &[u32], second: &[u32], excluded: [u32; 2]) -> Vec<u32> {
    let mut result = Vec::with_capacity(first.len() + second.len());
    let (mut first, mut second) = (first.iter().peekable(), second.iter().peekable());
    loop {
        let next = match (first.peek(), second.peek()) {
            (Some(a), Some(b)) => **a.min(b),
            (Some(&&only), None) | (None, Some(&&only)) => only,
            (None, None) => return result,
        };
        first.next_if(|&&vertex| vertex == next);
        second.next_if(|&&vertex| vertex == next);
        if !excluded.contains(&next) {
            result.push(next);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::preprocess::Simplified;
    use crate::random::Congruential;
    use crate::search::oracle::random_cnf;

    /// The number of missing edges, from the definition.
    fn missing(state: &EliminationGraph, vertex: u32) -> u64 {
        let list = &state.neighbours[vertex as usize];
        let pairs =
            list.iter().enumerate().flat_map(|(at, &first)| list[..at].iter().map(move |&second| (first, second)));
        pairs.filter(|&(first, second)| !state.neighbours[first as usize].contains(&second)).count() as u64
    }

    #[test]
    fn lists_and_bits_say_the_same() {
        for seed in 0..100 {
            let clauses = random_cnf(&mut Congruential::new(seed), 40);
            let formula = Simplified { projected: vec![true; clauses.var_count()], clauses, ..Simplified::default() };
            let mut state = EliminationGraph::new(Graph::of(&formula, 64), seed as u32);
            let budget = crate::Budget::unlimited();
            while let Some(vertex) = state.next() {
                state.eliminate(vertex, &mut Ticker::new(&budget)).unwrap();
                let open = |vertex: &u32| !state.done[*vertex as usize];
                for vertex in (0..state.done.len() as u32).filter(open).collect::<Vec<u32>>() {
                    let matrix = state.matrix.as_ref().expect("few vertices");
                    let list = &state.neighbours[vertex as usize];
                    let bits: usize = list.iter().map(|&other| matrix.common(vertex, other)).sum();
                    assert_eq!(bits, state.common_neighbours(vertex));
                    assert_eq!(state.missing_edges(vertex), missing(&state, vertex));
                }
            }
        }
    }
}
