//! All nodes below one.

use rustc_hash::FxHashSet;

use super::{Yaml, YamlId};

/// A node and all items and values below it, each once: a node that several aliases name is met once.
///
/// A stack of its own: templates may be nested deeper than the thread's stack allows.
#[derive(Clone, Debug)]
pub struct Descendants<'t> {
    open: Vec<Yaml<'t>>,
    seen: FxHashSet<YamlId>,
}

impl<'t> Yaml<'t> {
    /// The node itself, and all items and values below it, each once.
    pub fn descendants(self) -> Descendants<'t> {
        Descendants { open: vec![self], seen: FxHashSet::default() }
    }
}

impl<'t> Iterator for Descendants<'t> {
    type Item = Yaml<'t>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let yaml = self.open.pop()?;
            if self.seen.insert(yaml.id()) {
                self.open.extend(yaml.items().chain(yaml.entries().map(|(_, value)| value)));
                return Some(yaml);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::source::Sources;
    use crate::source::syntax::yaml::Tree;

    #[test]
    fn what_aliases_share_is_met_once() {
        let doubled = (1..10).map(|level| format!("l{level}: &l{level} [*l{}, *l{}]\n", level - 1, level - 1));
        let text = format!("l0: &l0 [a]\n{}", doubled.collect::<String>());
        let (mut sources, mut tree) = (Sources::new(), Tree::new());
        let file = sources.add("t.yaml", text.as_str());
        let (root, _) = tree.parse(&sources, file);
        assert_eq!(tree.at(root.unwrap()).descendants().count(), 12);
    }
}
