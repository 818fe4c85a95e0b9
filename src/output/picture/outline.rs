//! The words on a picture, the same in every format: cut to a length that can be laid out, and in full.

use super::graph::{PictureEdge, PictureNode};
use super::text::cut;
use crate::source::printable::printable;

/// Letters of a name, of types or of a condition on a node.
const MAX_LETTERS_ON_NODES: usize = 34;
/// Letters of a name or condition on an arrow.
const MAX_LETTERS_ON_EDGES: usize = 24;

impl PictureNode {
    /// The name, cut.
    pub(super) fn headline(&self) -> String {
        cut(&format!("{}{}", self.mark.sign(), self.name), MAX_LETTERS_ON_NODES)
    }

    /// The types, cut; empty where there are none.
    pub(super) fn type_line(&self) -> String {
        cut(&self.types.join(" | "), MAX_LETTERS_ON_NODES)
    }

    /// When it is present, and when it stands in its box, cut.
    pub(super) fn condition_lines(&self) -> Vec<String> {
        let present = self.condition.iter().flat_map(|condition| condition.lines()).map(str::to_owned);
        let hosted = self.hosting.iter().filter_map(|hosting| hosting.condition.as_ref());
        let hosted = hosted.map(|condition| format!("hosted {condition}"));
        present.chain(hosted).map(|line| cut(&line, MAX_LETTERS_ON_NODES)).collect()
    }

    /// Everything in full.
    pub(super) fn full(&self) -> String {
        let mut lines = vec![format!("{}: {}", printable(&self.id), self.mark.word())];
        lines.extend((!self.types.is_empty()).then(|| self.types.join(" | ")));
        lines.extend(self.condition.iter().cloned());
        for hosting in &self.hosting {
            let condition = hosting.condition.as_ref().map(|condition| format!(" {condition}"));
            lines.push(format!("{}{}", printable(&hosting.id), condition.unwrap_or_default()));
        }
        lines.join("\n")
    }
}

impl PictureEdge {
    /// The name and, where it does not go without saying, the condition, cut.
    pub(super) fn lines(&self) -> Vec<String> {
        let condition = self.condition.as_ref().filter(|_| !self.is_implied);
        let condition = condition.into_iter().flat_map(|condition| condition.lines());
        let name = format!("{}{}", self.mark.sign(), self.name);
        std::iter::once(name.as_str()).chain(condition).map(|line| cut(line, MAX_LETTERS_ON_EDGES)).collect()
    }

    /// Everything in full.
    pub(super) fn full(&self) -> String {
        let condition = self.condition.as_ref().map(|condition| format!("\n{condition}"));
        format!("{}: {}{}", printable(&self.id), self.mark.word(), condition.unwrap_or_default())
    }
}
