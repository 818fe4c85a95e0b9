//! The walk over a picture that all formats of drawing tools share: boxes around what is in them, then arrows.

use super::graph::{Picture, PictureEdge, PictureNode};

/// How a drawing tool writes the parts of a picture.
pub(super) trait Notation {
    /// How deep nodes that stand in no box are indented, in steps.
    const DEPTH: usize;

    /// What stands between two lines of a label.
    const LINE_BREAK: &'static str;

    /// A text as it stands within a label.
    fn escape(text: &str) -> String;

    /// A node in which nothing stands.
    fn node(picture: &Picture, place: usize, indent: &str) -> String;

    /// What stands before the nodes in a box.
    fn open_box(picture: &Picture, place: usize, indent: &str) -> String;

    /// What stands behind the nodes in a box.
    fn close_box(picture: &Picture, place: usize, indent: &str) -> String;

    /// A relation that is no box.
    fn arrow(picture: &Picture, edge: &PictureEdge) -> String;

    /// Lines as one label.
    fn label(lines: impl IntoIterator<Item = String>) -> String {
        lines.into_iter().map(|line| Self::escape(&line)).collect::<Vec<_>>().join(Self::LINE_BREAK)
    }
}

/// All nodes in their boxes, and all arrows behind them.
pub(super) fn nodes_and_arrows<N: Notation>(picture: &Picture) -> String {
    let mut text = String::new();
    for &root in picture.inside(None) {
        write_node::<N>(picture, root, N::DEPTH, &mut text);
    }
    text.extend(picture.edges.iter().map(|edge| N::arrow(picture, edge)));
    text
}

fn write_node<N: Notation>(picture: &Picture, place: usize, depth: usize, text: &mut String) {
    let indent = "  ".repeat(depth);
    if !picture.is_box(place) {
        text.push_str(&N::node(picture, place, &indent));
        return;
    }
    text.push_str(&N::open_box(picture, place, &indent));
    for &inner in picture.inside(Some(place)) {
        write_node::<N>(picture, inner, depth + 1, text);
    }
    text.push_str(&N::close_box(picture, place, &indent));
}

/// The lines of a node's label: its name, its types, when it is present.
pub(super) fn node_lines(node: &PictureNode) -> impl Iterator<Item = String> {
    let lines = [node.headline(), node.type_line()].into_iter().chain(node.condition_lines());
    lines.filter(|line| !line.is_empty())
}

/// A text in which everything but letters, digits and `plain` marks is a reference to a letter by its number; new lines are spaces.
pub(super) fn with_references(text: &str, plain: &str, reference: impl Fn(u32) -> String) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '\n' | '\r' => escaped.push(' '),
            letter if letter.is_alphanumeric() || plain.contains(letter) => escaped.push(letter),
            letter => escaped.push_str(&reference(letter as u32)),
        }
    }
    escaped
}
