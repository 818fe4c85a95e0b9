//! What is drawn.

use super::text::lines;

/// Letters in a line of the words below a picture, where no word is longer.
const NOTE_WIDTH: usize = 80;

/// How often an element is present, or what became of it, as far as the picture says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// In every variant.
    Always,
    /// In some variants.
    Conditional,
    /// In no variant, whatever the inputs.
    Never,
    /// In no variant that the given values leave.
    Absent,
    /// That is not known.
    Unknown,
    /// Of two sides, on both, as it was.
    Kept,
    /// Of two sides, only on the new one.
    Added,
    /// Of two sides, only on the old one.
    Removed,
    /// Of two sides, on both, but something about it is another thing now.
    Changed,
}

impl Mark {
    /// All marks in the order of the legend.
    pub const ALL: [Self; 9] = [
        Self::Always,
        Self::Conditional,
        Self::Never,
        Self::Absent,
        Self::Unknown,
        Self::Kept,
        Self::Added,
        Self::Removed,
        Self::Changed,
    ];

    /// The word for it, also the class of drawn elements.
    pub fn word(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Conditional => "conditional",
            Self::Never => "never",
            Self::Absent => "absent",
            Self::Unknown => "unknown",
            Self::Kept => "kept",
            Self::Added => "added",
            Self::Removed => "removed",
            Self::Changed => "changed",
        }
    }

    /// What stands before the name, so that a comparison can be read without colours.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Added => "+ ",
            Self::Removed => "- ",
            Self::Changed => "~ ",
            Self::Always | Self::Conditional | Self::Never | Self::Absent | Self::Unknown | Self::Kept => "",
        }
    }

    /// Whether the element is in some variant, as far as is known.
    pub fn is_possible(self) -> bool {
        match self {
            Self::Never | Self::Absent => false,
            Self::Always
            | Self::Conditional
            | Self::Unknown
            | Self::Kept
            | Self::Added
            | Self::Removed
            | Self::Changed => true,
        }
    }
}

/// A node template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureNode {
    /// The path of the element: `node.db`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The names of its types without what stands before the last dot, in order.
    pub types: Vec<String>,
    /// How often it is present.
    pub mark: Mark,
    /// When it is present, where that is neither always nor never: `if environment = "prod"`; where that takes too many
    /// words, what the author demands: `needs is_prod`.
    pub condition: Option<String>,
    /// The host whose box it stands in, by place in [`Picture::nodes`]; boxes form a forest.
    pub host: Option<usize>,
    /// The relations that are shown by standing in that box.
    pub hosting: Vec<Hosting>,
}

/// A hosting relation that is drawn by nesting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hosting {
    /// The path of the relation.
    pub id: String,
    /// When the node is hosted, where that differs from when it is present.
    pub condition: Option<String>,
}

impl Hosting {
    pub(super) fn without_condition(self) -> Self {
        Self { condition: None, ..self }
    }
}

/// A relation that is drawn as an arrow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureEdge {
    /// The path of the element: `relation.database@0.node.api`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Where it starts, by place in [`Picture::nodes`].
    pub source: usize,
    /// Where it leads, by place in [`Picture::nodes`].
    pub target: usize,
    /// Whether it leads to a host.
    pub is_hosting: bool,
    /// How often it is present.
    pub mark: Mark,
    /// When it is present, as for nodes.
    pub condition: Option<String>,
    /// Whether that goes without saying: it is present when one of its ends is.
    pub is_implied: bool,
}

/// What is drawn of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Picture {
    pub(super) nodes: Vec<PictureNode>,
    pub(super) edges: Vec<PictureEdge>,
    /// What stands in each box, and last what stands in none.
    contents: Vec<Vec<usize>>,
    /// What stands below it.
    pub(super) note: Vec<String>,
}

impl Picture {
    pub(super) fn new(nodes: Vec<PictureNode>, edges: Vec<PictureEdge>) -> Self {
        let mut contents = vec![Vec::new(); nodes.len() + 1];
        for (place, node) in nodes.iter().enumerate() {
            contents[node.host.unwrap_or(nodes.len())].push(place);
        }
        Self { nodes, edges, contents, note: Vec::new() }
    }

    /// It with words below it, in lines of some 80 letters.
    #[must_use]
    pub fn with_note(mut self, words: &str) -> Self {
        self.note = lines(words, NOTE_WIDTH);
        self
    }

    /// The nodes in element order.
    pub fn nodes(&self) -> &[PictureNode] {
        &self.nodes
    }

    /// The arrows in element order.
    pub fn edges(&self) -> &[PictureEdge] {
        &self.edges
    }

    /// The nodes in the box of `host`, or in none, in order.
    pub(super) fn inside(&self, host: Option<usize>) -> &[usize] {
        self.contents.get(host.unwrap_or(self.nodes.len())).map_or(&[], Vec::as_slice)
    }

    /// Whether there is something in the box of a node.
    pub(super) fn is_box(&self, node: usize) -> bool {
        !self.contents[node].is_empty()
    }

    /// Whether `outer` is one of the boxes around `inner`.
    pub(super) fn is_around(&self, outer: usize, inner: usize) -> bool {
        std::iter::successors(self.nodes[inner].host, |&host| self.nodes[host].host).any(|host| host == outer)
    }

    /// The picture without what is in no variant.
    #[must_use]
    pub fn only_possible(&self) -> Self {
        self.kept(|node| self.nodes[node].mark.is_possible(), |edge| edge.mark.is_possible())
    }

    /// The nodes at these places, and the arrows among them that are wanted.
    pub(super) fn kept(&self, is_node: impl Fn(usize) -> bool, is_edge: impl Fn(&PictureEdge) -> bool) -> Self {
        let kept: Vec<usize> = (0..self.nodes.len()).filter(|&node| is_node(node)).collect();
        let place = |old: usize| kept.binary_search(&old).ok();
        let node = |&old: &usize| {
            let node = &self.nodes[old];
            PictureNode { host: node.host.and_then(place), ..node.clone() }
        };
        let edge = |edge: &PictureEdge| {
            let (source, target) = (place(edge.source)?, place(edge.target)?);
            is_edge(edge).then(|| PictureEdge { source, target, ..edge.clone() })
        };
        Self::new(kept.iter().map(node).collect(), self.edges.iter().filter_map(edge).collect())
    }
}
