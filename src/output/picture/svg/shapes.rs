//! Boxes, ways, arrow heads and lines of text.

use std::fmt::Write as _;

use super::super::layout::{Point, Rect, RouteSegment};

/// The length of an arrow head.
const HEAD: f64 = 7.0;

pub(super) fn rect(at: Rect) -> String {
    let (Point { x, y }, size) = (at.at, at.size);
    format!(
        "<rect class=\"shape\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"5\"/>",
        size.width, size.height
    )
}

pub(super) fn text(at: Point, class: &str, words: &str) -> String {
    format!("<text class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\">{}</text>", at.x, at.y, escape(words))
}

/// A way through stations: straight within them, curves that begin and end vertically between them.
pub(super) fn path(stations: &[RouteSegment], is_hosting: bool) -> String {
    let Some((first, last)) = stations.first().zip(stations.last()) else { return String::new() };
    let mut way = format!("M{:.1} {:.1}", first.x, first.from);
    let (mut x, mut y) = (first.x, first.from);
    for station in stations {
        if (station.x - x).abs() < 0.05 {
            // Writing to a string cannot fail.
            let _ = write!(way, "V{:.1}", station.to);
        } else {
            let middle = f64::midpoint(y, station.from);
            let _ = write!(way, "C{x:.1} {middle:.1} {0:.1} {middle:.1} {0:.1} {1:.1}", station.x, station.from);
            if (station.to - station.from).abs() > 0.05 {
                let _ = write!(way, "V{:.1}", station.to);
            }
        }
        (x, y) = (station.x, station.to);
    }
    let downward = if last.to >= first.from { 1.0 } else { -1.0 };
    let tip = Point { x: last.x, y: last.to };
    format!("<path class=\"line\" d=\"{way}\"/>{}", head(tip, Point { x: 0.0, y: downward }, is_hosting))
}

/// A way from the right side of a box back to it.
pub(super) fn loop_path(at: Rect) -> String {
    let right = at.at.x + at.size.width;
    let (upper, lower) = (at.at.y + at.size.height * 0.3, at.at.y + at.size.height * 0.7);
    let out = right + 16.0;
    let way = format!("M{right:.1} {upper:.1}C{out:.1} {upper:.1} {out:.1} {lower:.1} {right:.1} {lower:.1}");
    let tip = Point { x: right, y: lower };
    format!("<path class=\"line\" d=\"{way}\"/>{}", head(tip, Point { x: -1.0, y: 0.0 }, false))
}

/// A triangle; for hosts a diamond.
fn head(tip: Point, towards: Point, is_hosting: bool) -> String {
    let back = |length: f64, aside: f64| {
        let (x, y) = (tip.x - towards.x * length - towards.y * aside, tip.y - towards.y * length - towards.x * aside);
        format!("{x:.1},{y:.1}")
    };
    let mut points = vec![back(0.0, 0.0), back(HEAD, HEAD / 2.0)];
    points.extend(is_hosting.then(|| back(2.0 * HEAD, 0.0)));
    points.push(back(HEAD, -HEAD / 2.0));
    format!("<polygon class=\"head\" points=\"{}\"/>", points.join(" "))
}

/// An attribute that holds `text` as it is, on one line.
pub(super) fn attribute(text: &str) -> String {
    let mut written = String::new();
    for letter in escape(text).chars() {
        match letter {
            ' '..='~' => written.push(letter),
            letter if letter.is_alphanumeric() => written.push(letter),
            letter => written.extend(["&#", &u32::from(letter).to_string(), ";"]),
        }
    }
    written
}

/// Text within elements and attributes; what XML 1.0 does not allow at all is left out.
pub(in crate::output) fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(letter),
            '\u{fffe}' | '\u{ffff}' => {}
            letter if letter.is_control() => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}
