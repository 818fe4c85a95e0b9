//! Rows are ordered so that few links cross.
//!
//! Barycentres, down and up in turn, as Sugiyama, Tagawa and Toda do; the best order on the way is kept. Crossings are
//! counted as Barth, Jünger and Mutzel do (*Simple and efficient bilayer cross counting*, 2002).

use rustc_hash::FxHashMap;

use super::levels::Levels;
use super::rows::{Rows, Vertex};
use super::scene::Scene;

/// Sweeps over all rows.
const MAX_SWEEPS: usize = 24;
/// Sweeps without fewer crossings after which it ends.
const ROUNDS_WITHOUT_GAIN: usize = 6;

/// The links that meet the upper and the lower border of a box, each from left to right.
#[derive(Clone, Debug, Default)]
pub(super) struct BorderLinks {
    /// At the upper border.
    pub top: Vec<usize>,
    /// At the lower border.
    pub bottom: Vec<usize>,
}

/// The rows of all islands in their order.
#[derive(Clone, Debug)]
pub(super) struct Ordered {
    /// The islands of each box, the surface last.
    pub rows: Vec<Vec<Rows>>,
    /// Whether the first island of a box is tied to its border.
    pub is_open: Vec<bool>,
    /// What meets the borders of each box.
    pub meetings: Vec<BorderLinks>,
    /// The boxes, those around others first.
    pub outside_in: Vec<usize>,
}

/// Orders the rows of all boxes, outside in.
pub(super) fn order(scene: &Scene, levels: &Levels) -> Ordered {
    let mut ordered = Ordered {
        rows: vec![Vec::new(); levels.by_box.len()],
        is_open: levels.by_box.iter().map(|level| level.is_open).collect(),
        meetings: vec![BorderLinks::default(); scene.boxes.len()],
        outside_in: levels.outside_in.clone(),
    };
    for &container in &levels.outside_in {
        let level = &levels.by_box[container];
        for (number, island) in level.islands.iter().enumerate() {
            let is_open = level.is_open && number == 0;
            let mut rows = Rows::of(island, is_open);
            if is_open && let Some(meeting) = ordered.meetings.get(container) {
                rows.keep_border(meeting);
            }
            rows.reduce_crossings();
            rows.write_meetings(&mut ordered.meetings);
            ordered.rows[container].push(rows);
        }
    }
    ordered
}

impl Rows {
    /// The borders in the order that the outside wants; a link that is not known there comes last.
    fn keep_border(&mut self, meeting: &BorderLinks) {
        let last = self.lines.len() - 1;
        for (row, links) in [(0, &meeting.top), (last, &meeting.bottom)] {
            let places: FxHashMap<usize, usize> =
                links.iter().enumerate().map(|(place, &link)| (link, place)).collect();
            let vertices = &self.vertices;
            self.lines[row].sort_by_key(|&vertex| match vertices[vertex] {
                Vertex::Words => None,
                Vertex::Port(link) => Some(places.get(&link).copied().unwrap_or(usize::MAX)),
                Vertex::Box(_) | Vertex::Bend(_) | Vertex::Label(_) => Some(usize::MAX),
            });
        }
    }

    fn reduce_crossings(&mut self) {
        let (mut best, mut fewest, mut rounds_left) = (self.lines.clone(), self.crossings(), ROUNDS_WITHOUT_GAIN);
        for sweep in 0..MAX_SWEEPS {
            if fewest == 0 || rounds_left == 0 {
                break;
            }
            self.sweep(sweep % 2 == 0);
            let crossings = self.crossings();
            rounds_left -= 1;
            if crossings < fewest {
                (best, fewest, rounds_left) = (self.lines.clone(), crossings, ROUNDS_WITHOUT_GAIN);
            }
        }
        self.lines = best;
    }

    /// Orders every row by the mean place of what is above, or below, in the neighbouring row. Borders stay.
    fn sweep(&mut self, is_downward: bool) {
        let inner = 1..self.lines.len() - 1;
        let order: Vec<usize> = if is_downward { inner.collect() } else { inner.rev().collect() };
        let mut places = self.relative_places();
        for row in order {
            let pieces = if is_downward { &self.above } else { &self.below };
            let mean = |vertex: usize| {
                let neighbours = &pieces[vertex];
                let sum: f64 = neighbours.iter().map(|piece| places[piece.vertex]).sum();
                if neighbours.is_empty() { places[vertex] } else { sum / count(neighbours.len()) }
            };
            let mut keyed: Vec<(f64, usize)> = self.lines[row].iter().map(|&vertex| (mean(vertex), vertex)).collect();
            keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
            self.lines[row] = keyed.into_iter().map(|(_, vertex)| vertex).collect();
            spread(&self.lines[row], &mut places);
        }
    }

    /// The place of each vertex between the ends of its row, from 0 to 1.
    fn relative_places(&self) -> Vec<f64> {
        let mut places = vec![0.0; self.vertices.len()];
        self.lines.iter().for_each(|row| spread(row, &mut places));
        places
    }

    /// How many pairs of pieces cross.
    pub(super) fn crossings(&self) -> usize {
        let places = self.places();
        self.lines.iter().map(|row| self.crossings_below(row, &places)).sum()
    }

    fn crossings_below(&self, row: &[usize], places: &[usize]) -> usize {
        let mut lower = Vec::new();
        for &vertex in row {
            let from = lower.len();
            lower.extend(self.below[vertex].iter().map(|piece| places[piece.vertex]));
            lower[from..].sort_unstable();
        }
        inversions(&lower)
    }

    /// What meets the borders of the boxes in these rows, in the order in which it comes.
    fn write_meetings(&self, meetings: &mut [BorderLinks]) {
        let places = self.places();
        let links = |pieces: &[super::rows::Piece]| {
            let mut links: Vec<(usize, usize)> =
                pieces.iter().map(|piece| (places[piece.vertex], piece.link)).collect();
            links.sort_unstable();
            links.into_iter().map(|(_, link)| link).collect()
        };
        for (number, vertex) in self.vertices.iter().enumerate() {
            if let Vertex::Box(place) = *vertex {
                meetings[place] = BorderLinks { top: links(&self.above[number]), bottom: links(&self.below[number]) };
            }
        }
    }
}

fn spread(row: &[usize], places: &mut [f64]) {
    for (place, &vertex) in row.iter().enumerate() {
        places[vertex] = (count(place) + 0.5) / count(row.len());
    }
}

/// Rows are far shorter than what a float can count.
#[expect(clippy::cast_precision_loss, reason = "rows have fewer than 2^52 vertices")]
fn count(number: usize) -> f64 {
    number as f64
}

/// How many pairs are in the wrong order: each number counts those before it that are greater, in a tree of sums.
fn inversions(numbers: &[usize]) -> usize {
    let size = numbers.iter().max().map_or(0, |most| most + 1);
    let mut sums = vec![0_usize; size + 1];
    let mut inversions = 0;
    for (before, &number) in numbers.iter().enumerate() {
        let mut at_most = 0;
        let mut at = number + 1;
        while at > 0 {
            at_most += sums[at];
            at &= at - 1;
        }
        inversions += before - at_most;
        let mut at = number + 1;
        while at <= size {
            sums[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    inversions
}
