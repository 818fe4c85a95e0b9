//! Rows of an island: parts of links are cut where they pass a row, so that every piece leads to the next row.
//!
//! The first and the last row are the borders. Layers of boxes stand in the even rows between them; words of links stand
//! in the odd ones.

use super::levels::{Ends, Island};

/// Something in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Vertex {
    /// A box.
    Box(usize),
    /// The words of the box around it all; they come first in the first row.
    Words,
    /// Where a link meets the border.
    Port(usize),
    /// Where a link passes.
    Bend(usize),
    /// Where a link passes and has its words beside it.
    Label(usize),
}

/// A piece of a link between a row and the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The vertex at the other end.
    pub vertex: usize,
    /// The link.
    pub link: usize,
}

/// The rows of an island.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    /// By number.
    pub vertices: Vec<Vertex>,
    /// The vertices of each row from left to right.
    pub lines: Vec<Vec<usize>>,
    /// The pieces of each vertex that lead to the row above.
    pub above: Vec<Vec<Piece>>,
    /// The pieces of each vertex that lead to the row below.
    pub below: Vec<Vec<Piece>>,
    /// The vertices along each part of a link, from the top.
    pub chains: Vec<(usize, Vec<usize>)>,
}

impl Rows {
    /// The rows of `island`, each in the order of boxes and links.
    pub fn of(island: &Island, has_border_words: bool) -> Self {
        let count = 2 * island.layers.len() + 3;
        let mut rows = Self {
            vertices: Vec::new(),
            lines: vec![Vec::new(); count],
            above: Vec::new(),
            below: Vec::new(),
            chains: Vec::new(),
        };
        if has_border_words {
            rows.add(Vertex::Words, 0);
        }
        let mut known = Vec::new();
        for (layer, places) in island.layers.iter().enumerate() {
            for &place in places {
                known.push((place, rows.add(Vertex::Box(place), 2 * layer + 2)));
            }
        }
        known.sort_unstable();
        let layer_of = island.layer_of();
        let end = |place: usize| {
            let found = known.binary_search_by_key(&place, |&(place, _)| place).expect("a box of the island");
            (known[found].1, 2 * layer_of(place) + 2)
        };
        for part in &island.parts {
            let mut chain = Vec::new();
            let (from, to) = match part.ends {
                Ends::Boxes(upper, lower) => (Some(end(upper)), Some(end(lower))),
                Ends::Top(lower) => (None, lower.map(end)),
                Ends::Bottom(upper) => (upper.map(end), None),
            };
            match from {
                Some((vertex, _)) => chain.push(vertex),
                None if part.ends == Ends::Bottom(None) => {}
                None => chain.push(rows.add(Vertex::Port(part.link), 0)),
            }
            if chain.is_empty() || part.ends == Ends::Top(None) {
                let row = if chain.is_empty() { count - 1 } else { 0 };
                if chain.is_empty() {
                    chain.push(rows.add(Vertex::Port(part.link), row));
                }
                rows.chains.push((part.link, chain));
                continue;
            }
            let (first, last) = (from.map_or(0, |(_, row)| row), to.map_or(count - 1, |(_, row)| row));
            let labelled = if part.is_upward { last - 1 } else { first + 1 };
            for row in first + 1..last {
                let is_labelled = part.has_words && row == labelled;
                chain.push(rows.add(if is_labelled { Vertex::Label(part.link) } else { Vertex::Bend(part.link) }, row));
            }
            chain.push(to.map_or_else(|| rows.add(Vertex::Port(part.link), count - 1), |(vertex, _)| vertex));
            rows.connect(part.link, chain);
        }
        rows
    }

    fn add(&mut self, vertex: Vertex, row: usize) -> usize {
        let number = self.vertices.len();
        self.vertices.push(vertex);
        self.lines[row].push(number);
        self.above.push(Vec::new());
        self.below.push(Vec::new());
        number
    }

    fn connect(&mut self, link: usize, chain: Vec<usize>) {
        for pair in chain.windows(2) {
            self.below[pair[0]].push(Piece { vertex: pair[1], link });
            self.above[pair[1]].push(Piece { vertex: pair[0], link });
        }
        self.chains.push((link, chain));
    }

    /// The place of each vertex in its row.
    pub fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.vertices.len()];
        for row in &self.lines {
            row.iter().enumerate().for_each(|(place, &vertex)| places[vertex] = place);
        }
        places
    }
}
