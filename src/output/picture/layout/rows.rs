//! Rows of an island: parts of links are cut where they pass a row, so that every piece leads to the next row.
//!
//! The first and the last row are the borders. Layers of boxes stand in the even rows between them; words of links stand
//! in the odd ones.

use super::levels::{Ends, LayeredComponent, LinkSegment};

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

/// A vertex where a part of a link ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct End {
    vertex: usize,
    row: usize,
}

impl Rows {
    /// The rows of `island`, each in the order of boxes and links.
    pub fn of(island: &LayeredComponent, has_border_words: bool) -> Self {
        let mut rows = Self::empty(2 * island.layers.len() + 3);
        if has_border_words {
            rows.add(Vertex::Words, 0);
        }
        let boxes = rows.add_boxes(island);
        for part in &island.parts {
            let chain = rows.chain(part, |place| {
                let found = boxes.binary_search_by_key(&place, |&(place, _)| place).expect("a box of the island");
                boxes[found].1
            });
            rows.connect(part.link, chain);
        }
        rows
    }

    fn empty(count: usize) -> Self {
        let lines = vec![Vec::new(); count];
        Self { vertices: Vec::new(), lines, above: Vec::new(), below: Vec::new(), chains: Vec::new() }
    }

    /// Puts the layers into their rows; where each box is, ascending.
    fn add_boxes(&mut self, island: &LayeredComponent) -> Vec<(usize, End)> {
        let mut boxes = Vec::new();
        for (layer, places) in island.layers.iter().enumerate() {
            let row = 2 * layer + 2;
            boxes.extend(places.iter().map(|&place| (place, End { vertex: self.add(Vertex::Box(place), row), row })));
        }
        boxes.sort_unstable();
        boxes
    }

    /// The vertices along a part from the top: its ends, which are boxes or ports in the borders, and one in each row
    /// between them.
    fn chain(&mut self, part: &LinkSegment, end_at: impl Fn(usize) -> End) -> Vec<usize> {
        let (port, bottom) = (Vertex::Port(part.link), self.lines.len() - 1);
        match part.ends {
            Ends::Top(None) => return vec![self.add(port, 0)],
            Ends::Bottom(None) => return vec![self.add(port, bottom)],
            Ends::Top(Some(_)) | Ends::Bottom(Some(_)) | Ends::Boxes(..) => {}
        }
        let upper = part.ends.upper().map_or_else(|| End { vertex: self.add(port, 0), row: 0 }, &end_at);
        let lower = part.ends.lower().map(&end_at);
        let between = upper.row + 1..lower.map_or(bottom, |lower| lower.row);
        // Words stand where the arrow begins.
        let with_words = if part.is_upward { between.end - 1 } else { between.start };
        let mut chain = vec![upper.vertex];
        for row in between {
            let has_words = part.has_words && row == with_words;
            chain.push(self.add(if has_words { Vertex::Label(part.link) } else { Vertex::Bend(part.link) }, row));
        }
        chain.push(lower.map_or_else(|| self.add(port, bottom), |lower| lower.vertex));
        chain
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
