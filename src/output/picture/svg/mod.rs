//! SVG, laid out here.
//!
//! Every element is a group with `data-element="<path>"`, its mark as a class and everything about it as a `<title>`; a
//! node that is hosted names the relation in `data-hosting`. Colours are CSS variables, dark where the reader's
//! surroundings are; marks differ in line style too. The texts of templates are escaped.

mod legend;
mod shapes;
mod style;

use std::fmt::Write as _;

use super::graph::{Picture, PictureEdge, PictureNode};
use super::layout::{Layout, Point, Rect, Scene, SceneBox, SceneLink, Size, TooLarge, layout};
use super::text::width;
pub(in crate::output) use shapes::escape;
use shapes::{attribute, loop_path, path, text};

/// Around everything.
const MARGIN: f64 = 18.0;
/// Sizes of letters: names, other words on nodes, words on arrows.
const NAME: f64 = 13.0;
const SMALL: f64 = 11.0;
const LABEL: f64 = 10.5;
/// Between lines of small letters.
const LINE: f64 = 14.0;

/// The picture as an SVG document, which can also stand within HTML.
///
/// # Errors
/// When there is too much to lay out.
pub fn svg(picture: &Picture) -> Result<String, TooLarge> {
    let layout = layout(&scene(picture))?;
    let legend = legend::legend(picture);
    let width = layout.size.width.max(legend.size.width) + 2.0 * MARGIN;
    let height = layout.size.height + legend.size.height + 2.0 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"variscope-picture\" viewBox=\"0 0 {width:.0} {height:.0}\" \
         width=\"{width:.0}\" height=\"{height:.0}\" role=\"img\" aria-label=\"Topology\">\n<style>{}</style>\n\
         <rect class=\"surface\" width=\"100%\" height=\"100%\"/>\n<g transform=\"translate({MARGIN} {MARGIN})\">\n",
        style::STYLE
    );
    for place in outside_in(picture) {
        svg.push_str(&node(&picture.nodes[place], layout.boxes[place], picture.is_box(place)));
    }
    for (place, shown) in picture.edges.iter().enumerate() {
        svg.push_str(&edge(shown, place, &layout));
    }
    // Writing to a string cannot fail.
    let _ = write!(svg, "</g>\n<g transform=\"translate({MARGIN} {:.1})\">\n", layout.size.height + MARGIN);
    svg.push_str(&legend.text);
    svg.push_str("</g>\n</svg>\n");
    Ok(svg)
}

/// Boxes come before what is in them, so that they do not cover it.
fn outside_in(picture: &Picture) -> Vec<usize> {
    let mut order = picture.inside(None).to_vec();
    let mut next = 0;
    while let Some(&place) = order.get(next) {
        order.extend(picture.inside(Some(place)));
        next += 1;
    }
    order
}

fn scene(picture: &Picture) -> Scene {
    let scene_box = |node: &PictureNode| SceneBox { parent: node.host, words: words_of_node(node) };
    let scene_link = |edge: &PictureEdge| {
        let lines = edge.lines();
        let words = Size { width: widest(&lines, LABEL), height: 12.5 * lines_of(lines.len()) };
        SceneLink { source: edge.source, target: edge.target, words }
    };
    Scene {
        boxes: picture.nodes.iter().map(scene_box).collect(),
        links: picture.edges.iter().map(scene_link).collect(),
    }
}

fn words_of_node(node: &PictureNode) -> Size {
    let small = small_lines(node);
    let width = width(&node.headline(), NAME * 1.06).max(widest(&small, SMALL));
    Size { width, height: 14.0 + NAME + LINE * lines_of(small.len()) }
}

fn small_lines(node: &PictureNode) -> Vec<String> {
    let lines = [node.type_line()].into_iter().chain(node.condition_lines());
    lines.filter(|line| !line.is_empty()).collect()
}

fn widest(lines: &[String], size: f64) -> f64 {
    lines.iter().map(|line| width(line, size)).fold(0.0, f64::max)
}

/// Nodes and arrows have a handful of lines.
fn lines_of(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

fn node(node: &PictureNode, at: Rect, is_box: bool) -> String {
    let mut hosting = String::new();
    if !node.hosting.is_empty() {
        let ids: Vec<String> = node.hosting.iter().map(|hosting| attribute(&hosting.id)).collect();
        hosting = format!(" data-hosting=\"{}\"", ids.join(" "));
    }
    let mut svg = format!(
        "<g class=\"node {}{}\" data-element=\"{}\"{hosting}><title>{}</title>{}",
        node.mark.word(),
        if is_box { " box" } else { "" },
        attribute(&node.id),
        escape(&node.full()),
        shapes::rect(at)
    );
    let types = node.type_line();
    let middle = at.at.x + at.size.width / 2.0;
    let (x, anchor) = if is_box { (at.at.x + 12.0, " start") } else { (middle, "") };
    let mut y = at.at.y + 5.0 + NAME;
    svg.push_str(&text(Point { x, y }, &format!("name{anchor}"), &node.headline()));
    for line in small_lines(node) {
        y += LINE;
        let class = if line == types { "type" } else { "condition" };
        svg.push_str(&text(Point { x, y }, &format!("{class}{anchor}"), &line));
    }
    svg.push_str("</g>\n");
    svg
}

fn edge(edge: &PictureEdge, place: usize, layout: &Layout) -> String {
    let mut svg = format!(
        "<g class=\"edge {}{}\" data-element=\"{}\"><title>{}</title>",
        edge.mark.word(),
        if edge.is_hosting { " hosting" } else { "" },
        attribute(&edge.id),
        escape(&edge.full())
    );
    let route = &layout.routes[place];
    if route.stations.is_empty() {
        svg.push_str(&loop_path(layout.boxes[edge.source]));
    } else {
        svg.push_str(&path(&route.stations, edge.is_hosting));
    }
    if let Some(at) = route.words {
        for (number, line) in edge.lines().iter().enumerate() {
            let y = at.y + 9.5 + 12.0 * lines_of(number);
            svg.push_str(&text(Point { x: at.x, y }, if number == 0 { "label" } else { "label condition" }, line));
        }
    }
    svg.push_str("</g>\n");
    svg
}
