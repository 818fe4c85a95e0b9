//! Cycles are broken by turning few arrows round.

use std::collections::BTreeSet;

/// A place for each of `count` vertices such that few arrows lead from a later to an earlier place.
///
/// Eades, Lin and Smyth, *A fast and effective heuristic for the feedback arc set problem*, 1993: sinks go to the end, then
/// sources to the front, else the vertex with the most arrows out for those in. Ties go by number.
pub(super) fn sequence(count: usize, arrows: &[(usize, usize)]) -> Vec<usize> {
    let mut state = ArrowGraph::new(count, arrows);
    let (mut front, mut back) = (0, count);
    let mut places = vec![0; count];
    while let Some((vertex, is_sink)) = state.next() {
        if is_sink {
            back -= 1;
            places[vertex] = back;
        } else {
            places[vertex] = front;
            front += 1;
        }
        state.remove(vertex);
    }
    places
}

struct ArrowGraph {
    arrows_out: Vec<Vec<usize>>,
    arrows_in: Vec<Vec<usize>>,
    /// Numbers of arrows out and in among vertices that are left.
    degrees: Vec<(i64, i64)>,
    /// Vertices that are left: most wanted first.
    left: BTreeSet<(u8, i64, usize)>,
}

impl ArrowGraph {
    fn new(count: usize, arrows: &[(usize, usize)]) -> Self {
        let mut state = Self {
            arrows_out: vec![Vec::new(); count],
            arrows_in: vec![Vec::new(); count],
            degrees: vec![(0, 0); count],
            left: BTreeSet::new(),
        };
        for &(from, to) in arrows.iter().filter(|(from, to)| from != to) {
            state.arrows_out[from].push(to);
            state.arrows_in[to].push(from);
            state.degrees[from].0 += 1;
            state.degrees[to].1 += 1;
        }
        state.left = (0..count).map(|vertex| state.key(vertex)).collect();
        state
    }

    fn key(&self, vertex: usize) -> (u8, i64, usize) {
        let (out, into) = self.degrees[vertex];
        let rank = match (out, into) {
            (0, 1..) => 0,
            (_, 0) => 1,
            _ => 2,
        };
        (rank, into - out, vertex)
    }

    /// The next vertex, and whether nothing leaves it.
    fn next(&self) -> Option<(usize, bool)> {
        self.left.first().map(|&(rank, _, vertex)| (vertex, rank == 0))
    }

    fn remove(&mut self, vertex: usize) {
        self.left.remove(&self.key(vertex));
        for place in 0..self.arrows_out[vertex].len() {
            self.change(self.arrows_out[vertex][place], |degrees| degrees.1 -= 1);
        }
        for place in 0..self.arrows_in[vertex].len() {
            self.change(self.arrows_in[vertex][place], |degrees| degrees.0 -= 1);
        }
    }

    fn change(&mut self, vertex: usize, change: impl FnOnce(&mut (i64, i64))) {
        let was_left = self.left.remove(&self.key(vertex));
        change(&mut self.degrees[vertex]);
        if was_left {
            self.left.insert(self.key(vertex));
        }
    }
}
