//! Links are split at the borders of boxes: what lies in each box, in which layer, and which parts of links.

use petgraph::unionfind::UnionFind;

use super::layering::layers;
use super::scene::Scene;

/// The inside of one box, or the surface.
#[derive(Clone, Debug, Default)]
pub(super) struct LayoutLevel {
    /// Parts that no link connects; the first has all links to the border, if there are any.
    pub islands: Vec<LayeredComponent>,
    /// Whether links of the first island end at the border.
    pub is_open: bool,
}

/// Boxes in layers and the parts of links between them.
#[derive(Clone, Debug, Default)]
pub(super) struct LayeredComponent {
    /// The boxes of each layer, from the top.
    pub layers: Vec<Vec<usize>>,
    /// The parts of links.
    pub parts: Vec<LinkSegment>,
}

/// The part of a link that lies in one box.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LinkSegment {
    /// The link.
    pub link: usize,
    /// Where it runs.
    pub ends: Ends,
    /// Whether words go with this part.
    pub has_words: bool,
    /// Whether the arrow leads upwards.
    pub is_upward: bool,
}

/// Where a part runs. One that has no box at all only marks where a link meets the border from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ends {
    /// From an upper box down to another.
    Boxes(usize, usize),
    /// From the upper border down to a box.
    Top(Option<usize>),
    /// From a box down to the lower border.
    Bottom(Option<usize>),
}

impl Ends {
    /// The upper box.
    pub fn upper(self) -> Option<usize> {
        match self {
            Self::Boxes(upper, _) => Some(upper),
            Self::Top(_) => None,
            Self::Bottom(upper) => upper,
        }
    }

    /// The lower box.
    pub fn lower(self) -> Option<usize> {
        match self {
            Self::Boxes(_, lower) => Some(lower),
            Self::Top(lower) => lower,
            Self::Bottom(_) => None,
        }
    }

    fn touches_border(self) -> bool {
        !matches!(self, Self::Boxes(..))
    }
}

/// The insides of all boxes, the surface last.
#[derive(Clone, Debug)]
pub(super) struct Levels {
    /// By box, the surface last.
    pub by_box: Vec<LayoutLevel>,
    /// The boxes, those around others first; the surface is the very first.
    pub outside_in: Vec<usize>,
    /// The level of each link that has its words; none for a link from a box to itself.
    pub tops: Vec<Option<usize>>,
    upward: Vec<bool>,
}

impl Levels {
    /// Splits the links of a scene.
    pub fn of(scene: &Scene) -> Self {
        let contents = scene.contents();
        let mut outside_in = vec![scene.surface()];
        let mut next = 0;
        while let Some(&container) = outside_in.get(next) {
            outside_in.extend(&contents[container]);
            next += 1;
        }
        let mut splitting = Splitting::new(scene, &contents, &outside_in);
        for &container in &outside_in {
            splitting.split(container);
        }
        let Splitting { levels, tops, upward, .. } = splitting;
        Self { by_box: levels, outside_in, tops, upward }
    }

    /// Whether the arrow of a link leads upwards.
    pub fn is_upward(&self, link: usize) -> bool {
        self.upward[link]
    }

    /// How many vertices the rows will have, about.
    pub fn vertices(&self) -> usize {
        let of_island = |island: &LayeredComponent| {
            let rows = 2 * island.layers.len() + 3;
            let layer_of = island.layer_of();
            let row = |place| 2 * layer_of(place) + 2;
            let span = |part: &LinkSegment| match part.ends {
                Ends::Boxes(upper, lower) => row(lower) - row(upper),
                Ends::Top(lower) => lower.map_or(1, row),
                Ends::Bottom(upper) => upper.map_or(1, |upper| rows - row(upper)),
            };
            island.layers.iter().map(Vec::len).sum::<usize>() + island.parts.iter().map(span).sum::<usize>()
        };
        self.by_box.iter().flat_map(|level| &level.islands).map(of_island).sum()
    }
}

impl LayeredComponent {
    /// The layer of each box.
    pub fn layer_of(&self) -> impl Fn(usize) -> usize {
        let mut known: Vec<(usize, usize)> = Vec::new();
        for (layer, places) in self.layers.iter().enumerate() {
            known.extend(places.iter().map(|&place| (place, layer)));
        }
        known.sort_unstable();
        move |place| {
            let found = known.binary_search_by_key(&place, |&(place, _)| place);
            known[found.expect("parts end at boxes of their island")].1
        }
    }
}

struct Splitting<'s> {
    scene: &'s Scene,
    contents: &'s [Vec<usize>],
    /// The width that the words of all that is in a box would like to have.
    widths: Vec<f64>,
    /// The undivided parts of each level, of which directions are not known yet.
    open: Vec<Vec<LinkSegment>>,
    /// The parts to the borders of each level.
    ports: Vec<Vec<LinkSegment>>,
    levels: Vec<LayoutLevel>,
    tops: Vec<Option<usize>>,
    upward: Vec<bool>,
}

impl<'s> Splitting<'s> {
    fn new(scene: &'s Scene, contents: &'s [Vec<usize>], outside_in: &[usize]) -> Self {
        let count = contents.len();
        let mut splitting = Self {
            scene,
            contents,
            widths: widths(scene, contents, outside_in),
            open: vec![Vec::new(); count],
            ports: vec![Vec::new(); count],
            levels: vec![LayoutLevel::default(); count],
            tops: vec![None; scene.links.len()],
            upward: vec![false; scene.links.len()],
        };
        for (number, link) in scene.links.iter().enumerate() {
            if link.source != link.target {
                splitting.enter(number, link.source, link.target);
            }
        }
        splitting
    }

    /// Puts a link into the lowest box that is around both ends; an end that is around the other counts as such a box.
    fn enter(&mut self, link: usize, source: usize, target: usize) {
        let (mut from, mut to) = (self.scene.way_up(source), self.scene.way_up(target));
        let mut top = self.scene.surface();
        while from.last() == to.last() {
            top = from.pop().expect("the ends are not the same");
            to.pop();
        }
        let ends = match (from.last(), to.last()) {
            (Some(&from), Some(&to)) => Ends::Boxes(from, to),
            (from, None) => Ends::Bottom(from.copied()),
            (None, to) => Ends::Top(to.copied()),
        };
        self.tops[link] = Some(top);
        self.open[top].push(LinkSegment { link, ends, has_words: true, is_upward: false });
    }

    fn split(&mut self, container: usize) {
        let children = &self.contents[container];
        let open = std::mem::take(&mut self.open[container]);
        let mut parts = std::mem::take(&mut self.ports[container]);
        parts.extend(&open);
        let (groups, is_open) = islands(children, &parts);
        let mut layer_of = vec![0; children.len()];
        let mut level = LayoutLevel { islands: Vec::new(), is_open };
        for group in groups {
            level.islands.push(self.layer(children, &group, &open, &mut layer_of));
        }
        let layer = |place: usize| layer_of[local(children, place)];
        for part in &mut parts {
            if let Ends::Boxes(from, to) = part.ends
                && layer(from) > layer(to)
            {
                (part.ends, part.is_upward) = (Ends::Boxes(to, from), true);
                self.upward[part.link] = true;
            }
            if part.has_words {
                self.descend(*part);
            }
        }
        let mut island_of = vec![0; children.len()];
        for (number, island) in level.islands.iter().enumerate() {
            island.layers.iter().flatten().for_each(|&place| island_of[local(children, place)] = number);
        }
        for part in parts {
            let end = part.ends.upper().or(part.ends.lower());
            let number = end.map_or(0, |place| island_of[local(children, place)]);
            level.islands[number].parts.push(part);
        }
        self.levels[container] = level;
    }

    /// The layers of some boxes.
    fn layer(
        &self,
        children: &[usize],
        group: &[usize],
        open: &[LinkSegment],
        layer_of: &mut [usize],
    ) -> LayeredComponent {
        let place_in = |end: Option<usize>| group.binary_search(&end?).ok();
        let arrow = |part: &LinkSegment| Some((place_in(part.ends.upper())?, place_in(part.ends.lower())?));
        let arrows: Vec<(usize, usize)> = open.iter().filter_map(arrow).collect();
        let widths: Vec<f64> = group.iter().map(|&place| self.widths[place]).collect();
        let area: f64 = widths.iter().map(|width| width * HEIGHT_OF_BOX).sum();
        let mut island = LayeredComponent::default();
        for (&place, layer) in group.iter().zip(layers(&widths, &arrows, (area * ASPECT).sqrt())) {
            island.layers.resize(island.layers.len().max(layer + 1), Vec::new());
            island.layers[layer].push(place);
            layer_of[local(children, place)] = layer;
        }
        island
    }

    /// Goes on with the ends of a link in the boxes around them, on the sides that are now known.
    fn descend(&mut self, part: LinkSegment) {
        let link = self.scene.links[part.link];
        let (upper_end, lower_end) =
            if part.is_upward { (link.target, link.source) } else { (link.source, link.target) };
        if let Some(outer) = part.ends.upper() {
            self.descend_from(outer, upper_end, Ends::Bottom, part);
        }
        if let Some(outer) = part.ends.lower() {
            self.descend_from(outer, lower_end, Ends::Top, part);
        }
    }

    fn descend_from(&mut self, outer: usize, end: usize, side: impl Fn(Option<usize>) -> Ends, part: LinkSegment) {
        let mut inner = None;
        for place in self.scene.way_up(end) {
            if !self.contents[place].is_empty() {
                self.ports[place].push(LinkSegment { ends: side(inner), has_words: false, ..part });
            }
            if place == outer {
                return;
            }
            inner = Some(place);
        }
    }
}

/// What a box and the space around it are high, for the shape of layers.
const HEIGHT_OF_BOX: f64 = 110.0;
/// How much wider than high a level should be.
const ASPECT: f64 = 2.2;

/// Widths of boxes as if what they contain lay in a square.
fn widths(scene: &Scene, contents: &[Vec<usize>], outside_in: &[usize]) -> Vec<f64> {
    let mut widths = vec![0.0_f64; contents.len()];
    for &place in outside_in.iter().rev().filter(|&&place| place != scene.surface()) {
        let area = |&child: &usize| f64::max(widths[child], HEIGHT_OF_BOX) * widths[child];
        let inner: f64 = contents[place].iter().map(area).sum();
        widths[place] = inner.sqrt().max(scene.boxes[place].words.width);
    }
    widths
}

fn local(children: &[usize], place: usize) -> usize {
    children.binary_search(&place).expect("ends of parts are boxes of their level")
}

/// Boxes that links connect, in order; those from which links lead to the border come first and are one group.
fn islands(children: &[usize], parts: &[LinkSegment]) -> (Vec<Vec<usize>>, bool) {
    let border = children.len();
    let mut sets = UnionFind::new(border + 1);
    for part in parts {
        let end = |end: Option<usize>| end.map_or(border, |place| local(children, place));
        sets.union(end(part.ends.upper()), end(part.ends.lower()));
    }
    let is_open = parts.iter().any(|part| part.ends.touches_border());
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); border + 1];
    for (number, &place) in children.iter().enumerate() {
        groups[sets.find(number)].push(place);
    }
    let first = std::mem::take(&mut groups[sets.find(border)]);
    let mut others: Vec<Vec<usize>> = groups.into_iter().filter(|group| !group.is_empty()).collect();
    others.sort_unstable_by_key(|group| group.last().copied());
    ((is_open || !first.is_empty()).then_some(first).into_iter().chain(others).collect(), is_open)
}
