//! Graphviz.

use std::fmt::Write as _;

use super::graph::{Mark, Picture, PictureEdge, PictureNode};

/// The picture as a graph of the DOT language; boxes are clusters.
pub fn dot(picture: &Picture) -> String {
    let mut text = String::from(
        "digraph topology {\n  compound=true;\n  graph [fontname=\"Helvetica\", ranksep=0.6];\n  \
         node [shape=box, fontname=\"Helvetica\", fontsize=11];\n  edge [fontname=\"Helvetica\", fontsize=9];\n",
    );
    for &root in picture.inside(None) {
        nodes(picture, root, 1, &mut text);
    }
    for edge in &picture.edges {
        text.push_str(&line(picture, edge));
    }
    text.push_str("}\n");
    text
}

fn nodes(picture: &Picture, place: usize, depth: usize, text: &mut String) {
    let node = &picture.nodes[place];
    let indent = "  ".repeat(depth);
    let (label, tooltip) = (label(node), escape(&node.full()));
    let style = style(node.mark);
    if !picture.is_box(place) {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{indent}n{place} [label=\"{label}\", tooltip=\"{tooltip}\", {style}];");
        return;
    }
    let _ = writeln!(text, "{indent}subgraph cluster_n{place} {{");
    let _ = writeln!(text, "{indent}  graph [label=\"{label}\", labeljust=l, tooltip=\"{tooltip}\", {style}];");
    // Arrows cannot end at clusters: they end at this stand-in, which needs some size to be found, and are clipped.
    let _ = writeln!(text, "{indent}  n{place} [label=\"\", style=invis, width=0.3, height=0.2];");
    for &inner in picture.inside(Some(place)) {
        nodes(picture, inner, depth + 1, text);
    }
    let _ = writeln!(text, "{indent}}}");
}

fn line(picture: &Picture, edge: &PictureEdge) -> String {
    let PictureEdge { source, target, .. } = *edge;
    let label = edge.lines().iter().map(|line| escape(line)).collect::<Vec<_>>().join("\\n");
    let mut attributes = format!("label=\"{label}\", tooltip=\"{}\", {}", escape(&edge.full()), style(edge.mark));
    if edge.is_hosting {
        attributes.push_str(", arrowhead=diamond, penwidth=1.6");
    }
    // An arrow between a box and what is in it cannot be clipped at the box.
    if picture.is_box(source) && !picture.is_around(source, target) {
        let _ = write!(attributes, ", ltail=cluster_n{source}");
    }
    if picture.is_box(target) && !picture.is_around(target, source) {
        let _ = write!(attributes, ", lhead=cluster_n{target}");
    }
    format!("  n{source} -> n{target} [{attributes}];\n")
}

fn label(node: &PictureNode) -> String {
    let lines = [node.headline(), node.type_line()].into_iter().chain(node.condition_lines());
    let lines: Vec<String> = lines.filter(|line| !line.is_empty()).map(|line| escape(&line)).collect();
    lines.join("\\n")
}

fn style(mark: Mark) -> &'static str {
    match mark {
        Mark::Always => "style=solid, color=\"#1f4e79\"",
        Mark::Conditional => "style=dashed, color=\"#a35200\"",
        Mark::Never | Mark::Removed => "style=dotted, color=\"#b00020\", fontcolor=\"#b00020\"",
        Mark::Absent => "style=dotted, color=\"#9a9a9a\", fontcolor=\"#9a9a9a\"",
        Mark::Unknown => "style=bold, color=\"#6b4fa0\"",
        Mark::Kept => "style=solid, color=\"#8c959f\"",
        Mark::Added => "style=bold, color=\"#1a7f37\", fontcolor=\"#1a7f37\"",
        Mark::Changed => "style=dashed, color=\"#8250df\", fontcolor=\"#8250df\"",
    }
}

/// Backslashes begin escapes, quotes end strings; new lines are escapes of their own.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\r', "").replace('\n', "\\n")
}
