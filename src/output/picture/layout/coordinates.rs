//! Horizontal places in ordered rows: straight links, no overlap.
//!
//! Rows are visited down and up in turn. In each, vertices want to stand where their pieces to the row before would be
//! vertical, and the places nearest to these targets that keep the order and the distances are found exactly: substituting
//! away the distances leaves an isotonic regression, which pooling adjacent violators solves (Ayer et al., *An empirical
//! distribution function for sampling with incomplete information*, 1955).

use super::rows::{Piece, Rows, Vertex};

/// Sweeps over all rows; more change little.
const SWEEPS: usize = 14;
/// How much more a passing link wants its place than a box, so that long links are straight.
const PULL_OF_BENDS: f64 = 6.0;

/// What horizontal places depend on.
pub(super) struct Widths<'a> {
    /// The rows.
    pub rows: &'a Rows,
    /// The width of each vertex.
    pub each: &'a [f64],
    /// Where links meet a vertex from above, relative to its middle.
    pub top: &'a dyn Fn(usize, usize) -> f64,
    /// Where links meet a vertex from below, relative to its middle.
    pub bottom: &'a dyn Fn(usize, usize) -> f64,
}

impl Widths<'_> {
    /// The middle of each vertex; the leftmost side of all is at 0.
    pub fn middles(&self) -> Vec<f64> {
        let mut middles = vec![0.0; self.each.len()];
        for row in &self.rows.lines {
            let mut at = 0.0;
            for (place, &vertex) in row.iter().enumerate() {
                at += if place == 0 { self.each[vertex] / 2.0 } else { self.distance(row[place - 1], vertex) };
                middles[vertex] = at;
            }
        }
        for sweep in 0..SWEEPS {
            self.sweep(sweep % 2 == 0, &mut middles);
        }
        let side = |vertex: usize| middles[vertex] - self.each[vertex] / 2.0;
        let least = (0..middles.len()).map(side).fold(f64::INFINITY, f64::min);
        middles.iter().map(|middle| middle - least).collect()
    }

    fn sweep(&self, is_downward: bool, middles: &mut [f64]) {
        let rows = &self.rows.lines;
        let order: Vec<usize> = if is_downward { (0..rows.len()).collect() } else { (0..rows.len()).rev().collect() };
        for row in order {
            let targets: Vec<Target> =
                rows[row].iter().map(|&vertex| self.target(vertex, is_downward, middles)).collect();
            let gaps: Vec<f64> = rows[row].windows(2).map(|pair| self.distance(pair[0], pair[1])).collect();
            for (&vertex, middle) in rows[row].iter().zip(nearest(&targets, &gaps)) {
                middles[vertex] = middle;
            }
        }
    }

    /// Where a vertex wants to be because of the row that was visited before.
    fn target(&self, vertex: usize, is_downward: bool, middles: &[f64]) -> Target {
        let pieces = if is_downward { &self.rows.above[vertex] } else { &self.rows.below[vertex] };
        let wanted = |piece: &Piece| {
            let (there, here) = if is_downward { (self.bottom, self.top) } else { (self.top, self.bottom) };
            middles[piece.vertex] + there(piece.vertex, piece.link) - here(vertex, piece.link)
        };
        let weight = match self.rows.vertices[vertex] {
            Vertex::Box(_) | Vertex::Words | Vertex::Port(_) => 1.0,
            Vertex::Bend(_) | Vertex::Label(_) => PULL_OF_BENDS,
        };
        let (mut sum, mut number) = (0.0, 0.0);
        for piece in pieces {
            sum += wanted(piece);
            number += 1.0;
        }
        // What is tied to nothing stays where it is, but gives way to what is.
        if number > 0.0 { Target { at: sum / number, weight } } else { Target { at: middles[vertex], weight: 0.05 } }
    }

    /// Between the middles of neighbours in a row.
    fn distance(&self, left: usize, right: usize) -> f64 {
        let air = |vertex: usize| match self.rows.vertices[vertex] {
            Vertex::Box(_) => 14.0,
            Vertex::Words | Vertex::Label(_) => 5.0,
            Vertex::Port(_) | Vertex::Bend(_) => 6.0,
        };
        self.each[left] / 2.0 + self.each[right] / 2.0 + air(left) + air(right)
    }
}

/// A place that is wanted, and how much.
#[derive(Clone, Copy, Debug)]
struct Target {
    at: f64,
    weight: f64,
}

/// The places with the least weighted sum of squared distances to the targets such that neighbours are apart by at least
/// the gaps between them.
fn nearest(targets: &[Target], gaps: &[f64]) -> Vec<f64> {
    let mut shift = 0.0;
    let mut shifts = Vec::with_capacity(targets.len());
    // Blocks of vertices as close together as gaps allow: their common target, and how many they are.
    let mut blocks: Vec<(Target, usize)> = Vec::new();
    for (number, target) in targets.iter().enumerate() {
        if number > 0 {
            shift += gaps[number - 1];
        }
        shifts.push(shift);
        let mut block = (Target { at: target.at - shift, weight: target.weight }, 1);
        while let Some((before, size)) = blocks.pop_if(|(before, _)| before.at > block.0.at) {
            let weight = before.weight + block.0.weight;
            let at = (before.at * before.weight + block.0.at * block.0.weight) / weight;
            block = (Target { at, weight }, size + block.1);
        }
        blocks.push(block);
    }
    let places = blocks.iter().flat_map(|(target, size)| std::iter::repeat_n(target.at, *size));
    places.zip(shifts).map(|(at, shift)| at + shift).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_keep_gaps_and_are_the_nearest() {
        let target = |at| Target { at, weight: 1.0 };
        let places = nearest(&[target(0.0), target(0.0), target(50.0)], &[10.0, 10.0]);
        assert_eq!(places, [-5.0, 5.0, 50.0]);
        let heavy = Target { at: 0.0, weight: 3.0 };
        assert_eq!(nearest(&[target(0.0), heavy], &[8.0]), [-6.0, 2.0]);
    }
}
