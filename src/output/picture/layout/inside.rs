//! Sizes and places in every box, inside out.

use rustc_hash::FxHashMap;

use super::coordinates::Widths;
use super::ordering::{BorderLinks, Ordered};
use super::packing::shelves;
use super::rows::{Rows, Vertex};
use super::scene::{Point, RouteSegment, Scene, Size};

/// Between the border of a box and what is in it.
const PADDING: f64 = 14.0;
/// Between parts that no link connects.
const AIR: f64 = 26.0;
/// Between links that meet a box side by side.
const AIR_OF_PORTS: f64 = 14.0;
/// The least height between rows.
const LEAST_GAP: f64 = 13.0;
/// The greatest height between rows.
const GREATEST_GAP: f64 = 60.0;
/// From a link to the words beside it.
pub(super) const AIR_OF_WORDS: f64 = 5.0;

/// What is in a box, relative to its left upper corner.
#[derive(Clone, Debug, Default)]
pub(super) struct Inside {
    /// The size of the box.
    pub size: Size,
    /// The boxes in it.
    pub boxes: Vec<(usize, Point)>,
    /// The parts of links in it, from the top.
    pub chains: Vec<(usize, Vec<RouteSegment>)>,
    /// Where the words of links begin.
    pub words: Vec<(usize, Point)>,
    /// Where links meet the border above and below: from the left, by link.
    top: FxHashMap<usize, f64>,
    bottom: FxHashMap<usize, f64>,
}

/// Places what is in every box; the surface comes last.
pub(super) fn place(scene: &Scene, ordered: &Ordered) -> Vec<Inside> {
    let mut insides = vec![Inside::default(); scene.boxes.len() + 1];
    for &container in ordered.outside_in.iter().rev() {
        let islands = &ordered.rows[container];
        insides[container] = if islands.is_empty() {
            leaf(scene.boxes.get(container).map_or(Size::default(), |leaf| leaf.words), ordered.meetings.get(container))
        } else {
            let frame = BoxFrame::new(scene, container, ordered.is_open[container]);
            let placing = |rows| Placing { scene, insides: &insides, rows, border: frame.words };
            frame.fill(islands.iter().map(|rows| placing(rows).island()).collect())
        };
    }
    insides
}

/// A box with nothing but words: links meet it at even distances.
fn leaf(words: Size, meeting: Option<&BorderLinks>) -> Inside {
    let Some(meeting) = meeting else { return Inside::default() };
    let most = meeting.top.len().max(meeting.bottom.len());
    let width = (words.width + 2.0 * PADDING).max(float(most + 1) * AIR_OF_PORTS);
    let spread = |links: &[usize]| {
        let step = width / float(links.len() + 1);
        links.iter().enumerate().map(|(place, &link)| (link, step * float(place + 1))).collect()
    };
    Inside {
        size: Size { width, height: words.height },
        top: spread(&meeting.top),
        bottom: spread(&meeting.bottom),
        ..Inside::default()
    }
}

#[expect(clippy::cast_precision_loss, reason = "boxes have fewer than 2^52 links")]
fn float(number: usize) -> f64 {
    number as f64
}

/// The border of a box and its words.
struct BoxFrame {
    words: Size,
    padding: f64,
    is_open: bool,
}

impl BoxFrame {
    fn new(scene: &Scene, container: usize, is_open: bool) -> Self {
        match scene.boxes.get(container) {
            Some(outer) => Self { words: outer.words, padding: PADDING, is_open },
            None => Self { words: Size::default(), padding: 0.0, is_open },
        }
    }

    /// Puts islands into the box: the one that is tied to its border first, then the others below or beside it.
    fn fill(&self, mut islands: Vec<Inside>) -> Inside {
        let tied = if self.is_open { islands.remove(0) } else { Inside::default() };
        let head = if self.is_open { 0.0 } else { self.words.height };
        let is_beside = !tied.bottom.is_empty();
        let sizes: Vec<Size> = islands.iter().map(|island| island.size).collect();
        let (places, others) = shelves(&sizes, if is_beside { 0.0 } else { tied.size.width }, AIR);
        let corner = match (islands.is_empty(), is_beside) {
            (true, _) => Point { x: 0.0, y: head },
            (false, true) => Point { x: tied.size.width + AIR, y: self.words.height },
            (false, false) => Point { x: 0.0, y: if self.is_open { tied.size.height + AIR } else { head } },
        };
        let width = tied.size.width.max(corner.x + others.width).max(self.words.width);
        let bottom = tied.size.height.max(corner.y + others.height);
        let size = Size { width: width + 2.0 * self.padding, height: bottom + self.padding };
        let mut inside = Inside { size, ..Inside::default() };
        inside.take(tied, Point { x: self.padding, y: 0.0 });
        for (island, place) in islands.into_iter().zip(places) {
            inside.take(island, Point { x: self.padding + corner.x + place.x, y: corner.y + place.y });
        }
        inside.reach_bottom();
        inside
    }
}

impl Inside {
    /// Takes over what an island has, moved to `at`.
    fn take(&mut self, island: Self, at: Point) {
        let moved = |point: Point| Point { x: point.x + at.x, y: point.y + at.y };
        self.boxes.extend(island.boxes.into_iter().map(|(place, point)| (place, moved(point))));
        self.words.extend(island.words.into_iter().map(|(link, point)| (link, moved(point))));
        let station = |station: RouteSegment| RouteSegment {
            x: station.x + at.x,
            from: station.from + at.y,
            to: station.to + at.y,
        };
        let chain = |(link, stations): (usize, Vec<RouteSegment>)| (link, stations.into_iter().map(station).collect());
        self.chains.extend(island.chains.into_iter().map(chain));
        self.top.extend(island.top.into_iter().map(|(link, x)| (link, x + at.x)));
        self.bottom.extend(island.bottom.into_iter().map(|(link, x)| (link, x + at.x)));
    }

    /// Links to the lower border end there, however far it is below the rows.
    fn reach_bottom(&mut self) {
        for (link, chain) in &mut self.chains {
            if self.bottom.contains_key(link)
                && let Some(last) = chain.last_mut()
            {
                last.to = self.size.height;
            }
        }
    }
}

/// Places the rows of one island.
struct Placing<'a> {
    scene: &'a Scene,
    insides: &'a [Inside],
    rows: &'a Rows,
    /// The words of the box around it all.
    border: Size,
}

impl Placing<'_> {
    fn island(&self) -> Inside {
        let sizes: Vec<Size> = self.rows.vertices.iter().map(|&vertex| self.size(vertex)).collect();
        let widths: Vec<f64> = sizes.iter().map(|size| size.width).collect();
        let top = |vertex: usize, link: usize| self.meets(vertex, link, |inside| &inside.top);
        let bottom = |vertex: usize, link: usize| self.meets(vertex, link, |inside| &inside.bottom);
        let middles = Widths { rows: self.rows, each: &widths, top: &top, bottom: &bottom }.middles();
        let heights = self.heights(&sizes, &middles);
        let mut inside = Inside::default();
        let right = |vertex: usize| middles[vertex] + widths[vertex] / 2.0;
        inside.size.width = (0..middles.len()).map(right).fold(0.0, f64::max);
        inside.size.height = heights.last().map_or(0.0, |&(_, bottom)| bottom);
        for (row, vertices) in self.rows.lines.iter().enumerate() {
            for &vertex in vertices {
                let left = middles[vertex] - widths[vertex] / 2.0;
                match self.rows.vertices[vertex] {
                    Vertex::Box(place) => inside.boxes.push((place, Point { x: left, y: heights[row].0 })),
                    Vertex::Label(link) => {
                        inside.words.push((link, Point { x: left + AIR_OF_WORDS, y: heights[row].0 }));
                    }
                    Vertex::Port(link) if row == 0 => _ = inside.top.insert(link, middles[vertex]),
                    Vertex::Port(link) => _ = inside.bottom.insert(link, middles[vertex]),
                    Vertex::Words | Vertex::Bend(_) => {}
                }
            }
        }
        inside.chains = self.chains(&sizes, &middles, &heights);
        inside
    }

    fn size(&self, vertex: Vertex) -> Size {
        match vertex {
            Vertex::Box(place) => self.insides[place].size,
            Vertex::Words => self.border,
            Vertex::Port(_) | Vertex::Bend(_) => Size::default(),
            Vertex::Label(link) => {
                let words = self.scene.links[link].words;
                Size { width: words.width + AIR_OF_WORDS, height: words.height }
            }
        }
    }

    /// Where a link meets a vertex, relative to its middle.
    fn meets(&self, vertex: usize, link: usize, side: impl Fn(&Inside) -> &FxHashMap<usize, f64>) -> f64 {
        match self.rows.vertices[vertex] {
            Vertex::Box(place) => {
                let inside = &self.insides[place];
                side(inside).get(&link).map_or(0.0, |from_left| from_left - inside.size.width / 2.0)
            }
            // The words are to the right of the link.
            Vertex::Label(link) => -(self.scene.links[link].words.width + AIR_OF_WORDS) / 2.0,
            Vertex::Words | Vertex::Port(_) | Vertex::Bend(_) => 0.0,
        }
    }

    /// The top and the bottom of each row. The further links have to go sideways, the more height they get.
    fn heights(&self, sizes: &[Size], middles: &[f64]) -> Vec<(f64, f64)> {
        let mut heights = Vec::new();
        let mut at = 0.0;
        for row in &self.rows.lines {
            let height = row.iter().map(|&vertex| sizes[vertex].height).fold(0.0, f64::max);
            heights.push((at, at + height));
            let aside = row.iter().flat_map(|&upper| self.rows.below[upper].iter().map(move |piece| (upper, piece)));
            let furthest =
                aside.map(|(upper, piece)| (middles[piece.vertex] - middles[upper]).abs()).fold(0.0, f64::max);
            // Rows that nothing passes take no height at all.
            at += if row.is_empty() { 0.0 } else { height + (LEAST_GAP + furthest / 9.0).min(GREATEST_GAP) };
        }
        heights
    }

    fn chains(&self, sizes: &[Size], middles: &[f64], heights: &[(f64, f64)]) -> Vec<(usize, Vec<RouteSegment>)> {
        let mut row_of = vec![0; sizes.len()];
        for (row, vertices) in self.rows.lines.iter().enumerate() {
            vertices.iter().for_each(|&vertex| row_of[vertex] = row);
        }
        let station = |link: usize, vertex: usize, is_first: bool| {
            let (top, bottom) = heights[row_of[vertex]];
            let foot = top + sizes[vertex].height;
            match (self.rows.vertices[vertex], is_first) {
                (Vertex::Box(_), true) => {
                    let x = middles[vertex] + self.meets(vertex, link, |inside| &inside.bottom);
                    RouteSegment { x, from: foot, to: bottom }
                }
                (Vertex::Box(_), false) => {
                    let x = middles[vertex] + self.meets(vertex, link, |inside| &inside.top);
                    RouteSegment { x, from: top, to: top }
                }
                _ => {
                    let x = middles[vertex] + self.meets(vertex, link, |inside| &inside.top);
                    RouteSegment { x, from: top, to: bottom }
                }
            }
        };
        let chain = |(link, chain): &(usize, Vec<usize>)| {
            let stations =
                chain.iter().enumerate().map(|(place, &vertex)| station(*link, vertex, place == 0)).collect();
            (*link, stations)
        };
        self.rows.chains.iter().filter(|(_, chain)| chain.len() > 1).map(chain).collect()
    }
}
