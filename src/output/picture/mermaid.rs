//! Mermaid, which platforms draw in Markdown.

use std::fmt::Write as _;

use super::graph::{Mark, Picture, PictureEdge, PictureNode};

/// What Mermaid draws before somebody says otherwise.
const MOST_ARROWS: usize = 500;
const MOST_LETTERS: usize = 50_000;

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
    let said = [
        exceeded(arrows, MOST_ARROWS, "arrows", "maxEdges"),
        exceeded(letters, MOST_LETTERS, "letters", "maxTextSize"),
    ];
    let smaller = "%% variscope graph --collapse, and --focus NODE, draw less\n";
    let said = said.concat();
    if said.is_empty() { said } else { said + smaller }
}

fn flowchart(picture: &Picture) -> String {
    let mut text = String::from("flowchart TB\n");
    for &root in picture.inside(None) {
        nodes(picture, root, 1, &mut text);
    }
    for edge in &picture.edges {
        text.push_str(&line(picture, edge));
    }
    for mark in Mark::ALL.into_iter().filter(|&mark| picture.nodes.iter().any(|node| node.mark == mark)) {
        let _ = writeln!(text, "  classDef {} {}", mark.word(), style(mark));
    }
    classes(picture, &mut text);
    text
}

fn nodes(picture: &Picture, place: usize, depth: usize, text: &mut String) {
    let node = &picture.nodes[place];
    let indent = "  ".repeat(depth);
    // Writing to a string cannot fail.
    if !picture.is_box(place) {
        let _ = writeln!(text, "{indent}n{place}[\"{}\"]", label(node));
        return;
    }
    let _ = writeln!(text, "{indent}subgraph n{place}[\"{}\"]", label(node));
    for &inner in picture.inside(Some(place)) {
        nodes(picture, inner, depth + 1, text);
    }
    if is_touched_from_within(picture, place) {
        let _ = writeln!(text, "{indent}  n{place}_self([\"{}\"])", escape(&node.headline()));
    }
    let _ = writeln!(text, "{indent}end");
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

fn line(picture: &Picture, edge: &PictureEdge) -> String {
    let stand_in = stand_in(picture, edge);
    let end = |place: usize| if stand_in == Some(place) { format!("n{place}_self") } else { format!("n{place}") };
    let label = edge.lines().iter().map(|line| escape(line)).collect::<Vec<_>>().join("<br>");
    let arrow = match (edge.mark, edge.is_hosting) {
        (Mark::Always | Mark::Kept, true) | (Mark::Added, _) => "==>",
        (Mark::Always | Mark::Kept, false) => "-->",
        (Mark::Conditional | Mark::Unknown | Mark::Changed, true) => "-.-o",
        (Mark::Conditional | Mark::Unknown | Mark::Changed, false) => "-.->",
        (Mark::Never | Mark::Absent | Mark::Removed, _) => "-.-x",
    };
    format!("  {} {arrow}|\"{label}\"| {}\n", end(edge.source), end(edge.target))
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

fn label(node: &PictureNode) -> String {
    let lines = [node.headline(), node.type_line()].into_iter().chain(node.condition_lines());
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).map(|line| escape(&line)).collect();
    lines.join("<br>")
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

/// Labels are HTML and Markdown within quotes: everything but letters, digits and a few marks becomes an entity.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '\n' | '\r' => escaped.push(' '),
            letter if letter.is_alphanumeric() || " .,:-@()/=+…".contains(letter) => escaped.push(letter),
            letter => {
                let _ = write!(escaped, "#{};", letter as u32);
            }
        }
    }
    escaped
}
