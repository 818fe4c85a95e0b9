//! Nodes that a walk has met.

use super::YamlId;

/// The nodes that a walk through a whole tree has met, a bit for each: a node that several others have in common is met again.
#[derive(Debug, Default)]
pub struct VisitedNodes(Vec<u64>);

impl VisitedNodes {
    /// Whether a node is met for the first time.
    pub fn is_new(&mut self, id: YamlId) -> bool {
        let (word, bit) = (id.place() / 64, 1 << (id.place() % 64));
        if word >= self.0.len() {
            self.0.resize(word + 1, 0);
        }
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_node_is_new_once() {
        let mut met = VisitedNodes::default();
        for place in [70, 0, 63, 64, 1, 200] {
            assert!(met.is_new(YamlId::at(place)), "{place}");
            assert!(!met.is_new(YamlId::at(place)), "{place}");
        }
    }
}
