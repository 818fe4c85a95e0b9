//! `PlantUML`.

use std::fmt::Write as _;

use super::graph::{Mark, Picture, PictureEdge, PictureNode};

/// The picture as a deployment diagram of `PlantUML`; boxes are rectangles around rectangles.
pub fn plantuml(picture: &Picture) -> String {
    let mut text = String::from("@startuml\nskinparam shadowing false\nskinparam defaultTextAlignment left\n");
    for &root in picture.inside(None) {
        nodes(picture, root, 0, &mut text);
    }
    for edge in &picture.edges {
        text.push_str(&line(edge));
    }
    text.push_str("@enduml\n");
    text
}

fn nodes(picture: &Picture, place: usize, depth: usize, text: &mut String) {
    let node = &picture.nodes[place];
    let indent = "  ".repeat(depth);
    // Writing to a string cannot fail.
    let _ = write!(text, "{indent}rectangle \"{}\" as n{place} {}", label(node), style(node.mark));
    if !picture.is_box(place) {
        text.push('\n');
        return;
    }
    text.push_str(" {\n");
    for &inner in picture.inside(Some(place)) {
        nodes(picture, inner, depth + 1, text);
    }
    let _ = writeln!(text, "{indent}}}");
}

fn line(edge: &PictureEdge) -> String {
    let label = edge.lines().iter().map(|line| escape(line)).collect::<Vec<_>>().join("\\n");
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
    format!("n{} -[#{color},{line}]-{head} n{} : {label}\n", edge.source, edge.target)
}

fn label(node: &PictureNode) -> String {
    let mut lines = vec![format!("<b>{}</b>", escape(&node.headline()))];
    lines.extend([node.type_line()].into_iter().chain(node.condition_lines()).map(|line| escape(&line)));
    lines.retain(|line| !line.is_empty());
    lines.join("\\n")
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

/// Creole marks, quotes and backslashes would be read as more than text: all but plain marks become references.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '\n' | '\r' => escaped.push(' '),
            letter if letter.is_alphanumeric() || " .,:@()=+…".contains(letter) => escaped.push(letter),
            letter => {
                let _ = write!(escaped, "<U+{:04X}>", letter as u32);
            }
        }
    }
    escaped
}
