//! Boxes get layers: arrows lead downwards, and no layer is much too wide.

use super::cycles::sequence;

/// The layer of each vertex, from 0 at the top, without a gap. Arrows that had to be turned round lead upwards, none
/// lies within a layer.
///
/// Along the longest paths, as far as widths allow (a layer is full as in Coffman and Graham, *Optimal scheduling for
/// two-processor systems*, 1972); then what has more arrows out than in goes down to what it leads to, which makes arrows
/// shorter (promotion, Nikolov and Tarassov, *Graph layering by promotion of nodes*, 2006).
pub(super) fn layers(widths: &[f64], arrows: &[(usize, usize)], widest: f64) -> Vec<usize> {
    let places = sequence(widths.len(), arrows);
    let mut by_place = vec![0; widths.len()];
    for (vertex, &place) in places.iter().enumerate() {
        by_place[place] = vertex;
    }
    let mut layering = Layering { widths, widest, filled: Vec::new(), layers: vec![0; widths.len()] };
    let (above, below) = neighbours(&places, arrows);
    for &vertex in &by_place {
        let least = above[vertex].iter().map(|&upper| layering.layers[upper] + 1).max().unwrap_or(0);
        layering.put_from(vertex, least);
    }
    for &vertex in by_place.iter().rev() {
        if below[vertex].len() > above[vertex].len() {
            let most = below[vertex].iter().map(|&lower| layering.layers[lower] - 1).min();
            layering.move_down(vertex, most.unwrap_or(0));
        }
    }
    layering.without_gaps()
}

/// What is above and below each vertex, when all arrows lead down the sequence.
fn neighbours(places: &[usize], arrows: &[(usize, usize)]) -> (Vec<Vec<usize>>, Vec<Vec<usize>>) {
    let (mut above, mut below) = (vec![Vec::new(); places.len()], vec![Vec::new(); places.len()]);
    for &(from, to) in arrows.iter().filter(|(from, to)| from != to) {
        let (upper, lower) = if places[from] < places[to] { (from, to) } else { (to, from) };
        above[lower].push(upper);
        below[upper].push(lower);
    }
    (above, below)
}

struct Layering<'w> {
    widths: &'w [f64],
    widest: f64,
    filled: Vec<f64>,
    layers: Vec<usize>,
}

impl Layering<'_> {
    /// The first layer from `least` on that has room.
    fn put_from(&mut self, vertex: usize, least: usize) {
        let mut layer = least;
        while !self.has_room(layer, vertex) {
            layer += 1;
        }
        self.put(vertex, layer);
    }

    /// The last layer up to `most` that has room.
    fn move_down(&mut self, vertex: usize, most: usize) {
        let now = self.layers[vertex];
        if let Some(layer) = (now + 1..=most).rev().find(|&layer| self.has_room(layer, vertex)) {
            self.filled[now] -= self.widths[vertex];
            self.put(vertex, layer);
        }
    }

    fn has_room(&self, layer: usize, vertex: usize) -> bool {
        self.filled.get(layer).is_none_or(|filled| *filled <= 0.0 || filled + self.widths[vertex] <= self.widest)
    }

    fn put(&mut self, vertex: usize, layer: usize) {
        if self.filled.len() <= layer {
            self.filled.resize(layer + 1, 0.0);
        }
        self.filled[layer] += self.widths[vertex];
        self.layers[vertex] = layer;
    }

    fn without_gaps(mut self) -> Vec<usize> {
        let mut used = self.layers.clone();
        used.sort_unstable();
        used.dedup();
        for layer in &mut self.layers {
            *layer = used.binary_search(layer).expect("all layers in use are listed");
        }
        self.layers
    }
}
