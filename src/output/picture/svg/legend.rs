//! What line styles mean: a row of samples of those that the picture has, above the words that stand below it.

use std::fmt::Write as _;

use super::super::graph::{Mark, Picture};
use super::super::layout::{Point, Rect, Size};
use super::super::text::width;
use super::shapes::{rect, text};
use super::{LINE, SMALL};

/// The row with these words, and the size that it needs.
pub(super) struct Legend {
    pub text: String,
    pub size: Size,
}

pub(super) fn legend(picture: &Picture) -> Legend {
    let marks = || picture.nodes.iter().map(|node| node.mark).chain(picture.edges.iter().map(|edge| edge.mark));
    let mut legend = Legend { text: String::new(), size: Size { width: 0.0, height: 44.0 } };
    for mark in Mark::ALL.into_iter().filter(|&mark| marks().any(|used| used == mark)) {
        let sample = Rect { at: Point { x: legend.size.width, y: 22.0 }, size: Size { width: 26.0, height: 15.0 } };
        // Writing to a string cannot fail.
        let _ = write!(legend.text, "<g class=\"node {}\">{}", mark.word(), rect(sample));
        legend.words(meaning(mark));
    }
    if picture.nodes.iter().any(|node| node.host.is_some()) {
        let at = Point { x: legend.size.width, y: 22.0 };
        let outer = rect(Rect { at, size: Size { width: 26.0, height: 15.0 } });
        let at = Point { x: at.x + 6.0, y: at.y + 4.0 };
        let inner = rect(Rect { at, size: Size { width: 14.0, height: 7.0 } });
        let _ = write!(legend.text, "<g class=\"node always\">{outer}{inner}");
        legend.words("hosted on the box around");
    }
    if picture.edges.iter().any(|edge| edge.is_hosting) {
        let x = legend.size.width;
        let (end, tip) = (x + 26.0, x + 14.0);
        let _ = write!(
            legend.text,
            "<g class=\"edge hosting always\"><path class=\"line\" d=\"M{x:.1} 29.5H{end:.1}\"/><polygon class=\"head\" \
             points=\"{end:.1},29.5 {:.1},26 {tip:.1},29.5 {:.1},33\"/>",
            end - 6.0,
            end - 6.0
        );
        legend.words("may be hosted on");
    }
    for line in &picture.note {
        legend.text.push_str(&text(Point { x: 0.0, y: legend.size.height + 9.0 }, "start", line));
        legend.text.push('\n');
        legend.size.height += LINE;
        legend.size.width = legend.size.width.max(width(line, SMALL));
    }
    legend
}

fn meaning(mark: Mark) -> &'static str {
    match mark {
        Mark::Always => "in every variant",
        Mark::Conditional => "in some variants",
        Mark::Never => "in no variant",
        Mark::Absent => "left out by the given values",
        Mark::Unknown => "not known",
        Mark::Kept => "on both sides",
        Mark::Added => "+ only on the new side",
        Mark::Removed => "- only on the old side",
        Mark::Changed => "~ on both, but changed",
    }
}

impl Legend {
    fn words(&mut self, words: &str) {
        let x = self.size.width + 33.0;
        self.text.push_str(&text(Point { x, y: 33.5 }, "start", words));
        self.text.push_str("</g>\n");
        self.size.width = x + width(words, SMALL) + 20.0;
    }
}
