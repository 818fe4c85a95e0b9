//! Anchors of one document, and what their aliases would amount to if they were copied.
//!
//! Sharing keeps the tree small, but a walk visits an anchored value once for each alias, and aliases
//! inside anchored values multiply ("billion laughs"). So the size of the expanded document is bounded.

use super::YamlId;

/// How many nodes all aliases of a document together may stand for.
pub(super) const MAX_COPIED_NODES: u64 = 5_000_000;

#[derive(Clone, Copy)]
struct Anchored {
    node: YamlId,
    /// Nodes of the value when its aliases are copied.
    size: u64,
}

/// The anchored values of a document so far.
#[derive(Default)]
pub(super) struct Anchors {
    /// By the number that the parser gives an anchor; `None` while its value is open.
    anchored: Vec<Option<Anchored>>,
    /// Size so far of the document when its aliases are copied.
    expanded: u64,
    copied: u64,
}

/// Why an alias cannot stand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum BadAlias {
    /// It is inside the value that it names.
    Circular,
    /// It exceeds the budget.
    TooLarge,
}

impl Anchors {
    /// Counts the start of a node; the result is what [`Anchors::define`] wants to know.
    pub(super) fn count_node(&mut self) -> u64 {
        self.expanded = self.expanded.saturating_add(1);
        self.expanded - 1
    }

    /// Notes that `node` is finished and has the anchor `number`, 0 for none.
    pub(super) fn define(&mut self, number: usize, node: YamlId, expanded_before: u64) {
        if number == 0 {
            return;
        }
        if self.anchored.len() <= number {
            self.anchored.resize(number + 1, None);
        }
        self.anchored[number] = Some(Anchored { node, size: self.expanded - expanded_before });
    }

    /// The node that an alias of anchor `number` stands for.
    pub(super) fn resolve(&mut self, number: usize) -> Result<YamlId, BadAlias> {
        let anchored = self.anchored.get(number).copied().flatten().ok_or(BadAlias::Circular)?;
        self.expanded = self.expanded.saturating_add(anchored.size);
        self.copied = self.copied.saturating_add(anchored.size);
        if self.copied > MAX_COPIED_NODES {
            return Err(BadAlias::TooLarge);
        }
        Ok(anchored.node)
    }
}
