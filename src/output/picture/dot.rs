//! Graphviz.

use std::fmt::Write as _;

use super::graph::{Mark, Picture, PictureEdge};
use super::notation::{Notation, node_lines, nodes_and_arrows};

/// The picture as a graph of the DOT language; boxes are clusters.
pub fn dot(picture: &Picture) -> String {
    let nodes_and_arrows = nodes_and_arrows::<Dot>(picture);
    format!(
        "digraph topology {{\n  compound=true;\n  graph [fontname=\"Helvetica\", ranksep=0.6];\n  \
         node [shape=box, fontname=\"Helvetica\", fontsize=11];\n  edge [fontname=\"Helvetica\", fontsize=9];\n\
         {nodes_and_arrows}{}}}\n",
        note(picture)
    )
}

/// What stands below the picture. Boxes would inherit it if it stood before them.
fn note(picture: &Picture) -> String {
    if picture.note.is_empty() {
        return String::new();
    }
    let label = Dot::label(picture.note.iter().cloned());
    format!("  label=\"{label}\";\n  labelloc=b;\n  labeljust=l;\n")
}

struct Dot;

impl Notation for Dot {
    const DEPTH: usize = 1;
    const LINE_BREAK: &'static str = "\\n";

    /// Backslashes begin escapes, quotes end strings; new lines are escapes of their own.
    fn escape(text: &str) -> String {
        text.replace('\\', "\\\\").replace('"', "\\\"").replace('\r', "").replace('\n', "\\n")
    }

    fn node(picture: &Picture, place: usize, indent: &str) -> String {
        let node = &picture.nodes[place];
        let (label, tooltip) = (Self::label(node_lines(node)), Self::escape(&node.full()));
        format!("{indent}n{place} [label=\"{label}\", tooltip=\"{tooltip}\", {}];\n", style(node.mark))
    }

    fn open_box(picture: &Picture, place: usize, indent: &str) -> String {
        let node = &picture.nodes[place];
        let (label, tooltip) = (Self::label(node_lines(node)), Self::escape(&node.full()));
        // Arrows cannot end at clusters: they end at this stand-in, which needs some size to be found, and are clipped.
        let stand_in = format!("n{place} [label=\"\", style=invis, width=0.3, height=0.2];");
        format!(
            "{indent}subgraph cluster_n{place} {{\n\
             {indent}  graph [label=\"{label}\", labeljust=l, tooltip=\"{tooltip}\", {}];\n\
             {indent}  {stand_in}\n",
            style(node.mark)
        )
    }

    fn close_box(_: &Picture, _: usize, indent: &str) -> String {
        format!("{indent}}}\n")
    }

    fn arrow(picture: &Picture, edge: &PictureEdge) -> String {
        let PictureEdge { source, target, .. } = *edge;
        let (label, tooltip) = (Self::label(edge.lines()), Self::escape(&edge.full()));
        let mut attributes = format!("label=\"{label}\", tooltip=\"{tooltip}\", {}", style(edge.mark));
        if edge.is_hosting {
            attributes.push_str(", arrowhead=diamond, penwidth=1.6");
        }
        // An arrow between a box and what is in it cannot be clipped at the box. Writing to a string cannot fail.
        if picture.is_box(source) && !picture.is_around(source, target) {
            let _ = write!(attributes, ", ltail=cluster_n{source}");
        }
        if picture.is_box(target) && !picture.is_around(target, source) {
            let _ = write!(attributes, ", lhead=cluster_n{target}");
        }
        format!("  n{source} -> n{target} [{attributes}];\n")
    }
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
