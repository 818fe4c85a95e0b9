//! `PlantUML`.

use super::graph::{Mark, Picture, PictureEdge};
use super::notation::{Notation, node_lines, nodes_and_arrows, with_references};

/// The picture as a deployment diagram of `PlantUML`; boxes are rectangles around rectangles.
pub fn plantuml(picture: &Picture) -> String {
    let nodes_and_arrows = nodes_and_arrows::<PlantUml>(picture);
    let note: String = picture.note.iter().map(|line| PlantUml::escape(line) + "\n").collect();
    let note = if note.is_empty() { note } else { format!("caption\n{note}end caption\n") };
    format!(
        "@startuml\nskinparam shadowing false\nskinparam defaultTextAlignment left\n{nodes_and_arrows}{note}@enduml\n"
    )
}

struct PlantUml;

impl Notation for PlantUml {
    const DEPTH: usize = 0;
    const LINE_BREAK: &'static str = "\\n";

    /// Creole marks, quotes and backslashes would be read as more than text.
    fn escape(text: &str) -> String {
        with_references(text, " .,:@()=+…", |number| format!("<U+{number:04X}>"))
    }

    fn node(picture: &Picture, place: usize, indent: &str) -> String {
        rectangle(picture, place, indent) + "\n"
    }

    fn open_box(picture: &Picture, place: usize, indent: &str) -> String {
        rectangle(picture, place, indent) + " {\n"
    }

    fn close_box(_: &Picture, _: usize, indent: &str) -> String {
        format!("{indent}}}\n")
    }

    fn arrow(_: &Picture, edge: &PictureEdge) -> String {
        let (line, color) = match edge.mark {
            Mark::Always => ("bold", "1f4e79"),
            Mark::Conditional => ("dashed", "a35200"),
            Mark::Never | Mark::Removed => ("dotted", "b00020"),
            Mark::Absent => ("dotted", "9a9a9a"),
            Mark::Unknown => ("dashed", "6b4fa0"),
            Mark::Kept => ("plain", "8c959f"),
            Mark::Added => ("bold", "1a7f37"),
            Mark::Changed => ("dashed", "8250df"),
        };
        let head = if edge.is_hosting { "*" } else { ">" };
        let label = Self::label(edge.lines());
        format!("n{} -[#{color},{line}]-{head} n{} : {label}\n", edge.source, edge.target)
    }
}

fn rectangle(picture: &Picture, place: usize, indent: &str) -> String {
    let node = &picture.nodes[place];
    let name = format!("<b>{}</b>", PlantUml::escape(&node.headline()));
    let others = node_lines(node).skip(1).map(|line| PlantUml::escape(&line));
    let label: Vec<String> = std::iter::once(name).chain(others).collect();
    format!("{indent}rectangle \"{}\" as n{place} {}", label.join(PlantUml::LINE_BREAK), style(node.mark))
}

fn style(mark: Mark) -> &'static str {
    match mark {
        Mark::Always => "#line:1f4e79;line.bold",
        Mark::Conditional => "#line:a35200;line.dashed",
        Mark::Never | Mark::Removed => "#line:b00020;line.dotted;text:b00020",
        Mark::Absent => "#line:9a9a9a;line.dotted;text:9a9a9a",
        Mark::Unknown => "#line:6b4fa0;line.dashed",
        Mark::Kept => "#line:8c959f",
        Mark::Added => "#line:1a7f37;line.bold;text:1a7f37",
        Mark::Changed => "#line:8250df;line.dashed;text:8250df",
    }
}
