//! Mermaid, which platforms draw in Markdown.

use std::fmt::Write as _;

use super::graph::{Mark, Picture, PictureEdge};
use super::notation::{Notation, node_lines, nodes_and_arrows, with_references};

/// What Mermaid draws unless its limits are raised.
const MAX_ARROWS: usize = 500;
const MAX_LETTERS: usize = 50_000;

/// The picture as a flowchart of Mermaid; boxes are subgraphs. Where that is more than Mermaid draws, it begins with comments
/// that say what to do.
pub fn mermaid(picture: &Picture) -> String {
    let text = flowchart(picture);
    limits(picture.edges.len(), text.chars().count()) + &text
}

/// No directive in the text itself can lift these limits.
fn limits(arrows: usize, letters: usize) -> String {
    let exceeded = |count: usize, most: usize, what: &str, key: &str| {
        let remedy = format!("set {key} to {count} in mermaid.initialize, or in the file behind mmdc --configFile");
        if count > most { format!("%% {count} {what}, where Mermaid takes {most}: {remedy}\n") } else { String::new() }
    };
    let comments =
        [exceeded(arrows, MAX_ARROWS, "arrows", "maxEdges"), exceeded(letters, MAX_LETTERS, "letters", "maxTextSize")];
    let smaller = "%% variscope graph --collapse, and --focus NODE, draw less\n";
    let comments = comments.concat();
    if comments.is_empty() { comments } else { comments + smaller }
}

fn flowchart(picture: &Picture) -> String {
    let mut text = String::from("flowchart TB\n") + &nodes_and_arrows::<Mermaid>(picture);
    // Writing to a string cannot fail.
    for mark in Mark::ALL.into_iter().filter(|&mark| picture.nodes.iter().any(|node| node.mark == mark)) {
        let _ = writeln!(text, "  classDef {} {}", mark.word(), style(mark));
    }
    classes(picture, &mut text);
    if !picture.note.is_empty() {
        // There is no place for words but a node.
        let _ = writeln!(
            text,
            "  note[\"{}\"]\n  style note fill:none,stroke:none",
            Mermaid::label(picture.note.iter().cloned())
        );
    }
    text
}

struct Mermaid;

impl Notation for Mermaid {
    const DEPTH: usize = 1;
    const LINE_BREAK: &'static str = "<br>";

    /// Labels are HTML and Markdown within quotes.
    fn escape(text: &str) -> String {
        with_references(text, " .,:-@()/=+…", |number| format!("#{number};"))
    }

    fn node(picture: &Picture, place: usize, indent: &str) -> String {
        format!("{indent}n{place}[\"{}\"]\n", Self::label(node_lines(&picture.nodes[place])))
    }

    fn open_box(picture: &Picture, place: usize, indent: &str) -> String {
        format!("{indent}subgraph n{place}[\"{}\"]\n", Self::label(node_lines(&picture.nodes[place])))
    }

    fn close_box(picture: &Picture, place: usize, indent: &str) -> String {
        let stand_in = is_touched_from_within(picture, place).then(|| {
            let label = Self::escape(&picture.nodes[place].headline());
            format!("{indent}  n{place}_self([\"{label}\"])\n")
        });
        format!("{}{indent}end\n", stand_in.unwrap_or_default())
    }

    fn arrow(picture: &Picture, edge: &PictureEdge) -> String {
        let stand_in = stand_in(picture, edge);
        let end = |place: usize| if stand_in == Some(place) { format!("n{place}_self") } else { format!("n{place}") };
        let arrow = match (edge.mark, edge.is_hosting) {
            (Mark::Always | Mark::Kept, true) | (Mark::Added, _) => "==>",
            (Mark::Always | Mark::Kept, false) => "-->",
            (Mark::Conditional | Mark::Unknown | Mark::Changed, true) => "-.-o",
            (Mark::Conditional | Mark::Unknown | Mark::Changed, false) => "-.->",
            (Mark::Never | Mark::Absent | Mark::Removed, _) => "-.-x",
        };
        format!("  {} {arrow}|\"{}\"| {}\n", end(edge.source), Self::label(edge.lines()), end(edge.target))
    }
}

/// A subgraph cannot have arrows to what is in it: a stand-in within it has them.
fn is_touched_from_within(picture: &Picture, place: usize) -> bool {
    picture.edges.iter().any(|edge| stand_in(picture, edge) == Some(place))
}

/// The box that is an end of an arrow of which the other end is in it, or the same box.
fn stand_in(picture: &Picture, edge: &PictureEdge) -> Option<usize> {
    let is_in =
        |outer: usize, inner: usize| picture.is_box(outer) && (outer == inner || picture.is_around(outer, inner));
    match (is_in(edge.source, edge.target), is_in(edge.target, edge.source)) {
        (true, _) => Some(edge.source),
        (_, true) => Some(edge.target),
        (false, false) => None,
    }
}

fn classes(picture: &Picture, text: &mut String) {
    for mark in Mark::ALL {
        let places = (0..picture.nodes.len()).filter(|&place| picture.nodes[place].mark == mark);
        let names: Vec<String> = places.map(|place| format!("n{place}")).collect();
        if !names.is_empty() {
            let _ = writeln!(text, "  class {} {}", names.join(","), mark.word());
        }
    }
}

fn style(mark: Mark) -> &'static str {
    match mark {
        Mark::Always => "stroke:#1f4e79,stroke-width:2px",
        Mark::Conditional => "stroke:#a35200,stroke-dasharray:6 4",
        Mark::Never | Mark::Removed => "stroke:#b00020,color:#b00020,stroke-dasharray:2 3",
        Mark::Absent => "stroke:#9a9a9a,color:#9a9a9a,stroke-dasharray:2 3",
        Mark::Unknown => "stroke:#6b4fa0,stroke-dasharray:8 3 2 3",
        Mark::Kept => "stroke:#8c959f",
        Mark::Added => "stroke:#1a7f37,color:#1a7f37,stroke-width:3px",
        Mark::Changed => "stroke:#8250df,color:#8250df,stroke-dasharray:8 4",
    }
}
