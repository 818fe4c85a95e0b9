//! One mapping laid over another, as Unfurl does it.
//!
//! Keys of the upper mapping come first, then those that only the lower one has. What both have as mappings is merged in
//! turn, lists are put together without repetition, everything else is the upper one's. `+%` says otherwise for the mapping
//! that it stands in, or for the one that is laid over it: `whiteout` removes it, `nullout` makes it null, `error` refuses it,
//! `merge` merges it.

use variscope_encoder::recursion::descend;

use crate::source::Span;
use crate::source::syntax::yaml::{Shape, Tree, Yaml, YamlId};

/// The key that says how a mapping is merged.
pub(super) const STRATEGY: &str = "+%";
/// What it may say.
pub(super) const STRATEGIES: &[&str] = &["whiteout", "nullout", "merge", "error"];

/// What becomes of a mapping that both have, unless it says so itself.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Strategy {
    /// The two are merged.
    Merge,
    /// The upper one is taken.
    Replace,
}

/// Merges mappings of a tree.
pub(super) struct Merger<'m> {
    pub(super) tree: &'m mut Tree,
    /// Mappings under these keys are merged, and what they contain is replaced.
    pub(super) replaced: &'m [&'m str],
    /// Mappings that must not be merged.
    pub(super) refused: Vec<Span>,
}

impl Merger<'_> {
    /// `upper` over `lower`, both of them mappings.
    pub(super) fn merge(&mut self, lower: YamlId, upper: YamlId, strategy: Strategy) -> YamlId {
        let (below, above) = (self.pairs(lower), self.pairs(upper));
        let (mut merged, mut removed) = (Vec::with_capacity(below.len() + above.len()), Vec::new());
        for &(key, value) in &above {
            let name = self.tree.at(key).text().to_owned();
            let beneath = below.iter().find(|(key, _)| self.tree.at(*key).text() == name).map(|&(_, value)| value);
            let inner = if self.replaced.contains(&&*name) { Strategy::Replace } else { Strategy::Merge };
            match self.merged_value(beneath, value, strategy, inner) {
                Some(value) => merged.extend([key, value]),
                None => removed.push(name),
            }
        }
        for (key, value) in below {
            let name = self.tree.at(key).text();
            let is_known = above.iter().any(|&(key, _)| self.tree.at(key).text() == name);
            if !is_known && !removed.iter().any(|removed| removed == name) {
                merged.extend([key, value]);
            }
        }
        let place = self.tree.at(upper).span();
        self.tree.mapping(place, &merged)
    }

    /// What a key stands for when both have it; none where it is removed.
    fn merged_value(
        &mut self,
        lower: Option<YamlId>,
        upper: YamlId,
        strategy: Strategy,
        inner: Strategy,
    ) -> Option<YamlId> {
        let (yaml, place) = (self.tree.at(upper), self.tree.at(upper).span());
        if yaml.is_sequence() {
            return Some(match lower.filter(|&lower| self.tree.at(lower).is_sequence()) {
                Some(lower) => self.appended(lower, upper, inner),
                None => upper,
            });
        }
        if !yaml.is_mapping() && !yaml.is_null() {
            return Some(upper);
        }
        let mut named = own_strategy(yaml).map(str::to_owned);
        if let Some(lower) = lower.filter(|&lower| self.tree.at(lower).is_mapping()) {
            named = named.or_else(|| own_strategy(self.tree.at(lower)).map(str::to_owned));
            match named.as_deref() {
                Some("error") => self.refused.push(place),
                Some("merge") => return Some(self.laid_over(lower, upper, inner)),
                None if strategy == Strategy::Merge => return Some(self.laid_over(lower, upper, inner)),
                _ => {}
            }
        }
        match named.as_deref() {
            Some("whiteout") => None,
            Some("nullout") => Some(self.tree.scalar(Span { end: place.start, ..place }, Shape::Plain, "null")),
            _ => Some(upper),
        }
    }

    /// An empty mapping, and null, say nothing.
    fn laid_over(&mut self, lower: YamlId, upper: YamlId, inner: Strategy) -> YamlId {
        if self.tree.at(upper).is_empty() { lower } else { descend(|| self.merge(lower, upper, inner)) }
    }

    /// The items of both lists, each once; mappings with one key that is the same are merged.
    fn appended(&mut self, lower: YamlId, upper: YamlId, inner: Strategy) -> YamlId {
        let mut items: Vec<YamlId> = self.tree.at(lower).items().map(Yaml::id).collect();
        let added: Vec<YamlId> = self.tree.at(upper).items().map(Yaml::id).collect();
        for (place, item) in added.into_iter().enumerate() {
            let yaml = self.tree.at(item);
            let is_merged = own_strategy(yaml) == Some("merge");
            let key = yaml.entries().next().map(|(key, _)| key.text()).filter(|_| yaml.len() == 1 && !is_merged);
            let has_key = |&id: &YamlId| {
                let other = self.tree.at(id);
                other.len() == 1 && other.is_mapping() && key.is_some_and(|key| other.get(key).is_some())
            };
            let same = if is_merged {
                (place < items.len()).then_some(place)
            } else {
                key.and_then(|_| items.iter().position(has_key))
            };
            match same {
                Some(at) if self.tree.at(items[at]).is_mapping() => {
                    items[at] = descend(|| self.merge(items[at], item, inner));
                }
                Some(at) => items[at] = item,
                None => {
                    let text = self.tree.at(item).to_json();
                    if !items.iter().any(|&id| self.tree.at(id).to_json() == text) {
                        items.push(item);
                    }
                }
            }
        }
        let place = self.tree.at(upper).span();
        self.tree.list(place, &items)
    }

    fn pairs(&self, id: YamlId) -> Vec<(YamlId, YamlId)> {
        let entries = self.tree.at(id).entries();
        entries.filter(|(key, _)| key.text() != STRATEGY).map(|(key, value)| (key.id(), value.id())).collect()
    }
}

/// How a mapping says that it is merged.
fn own_strategy(yaml: Yaml<'_>) -> Option<&str> {
    yaml.get(STRATEGY).filter(|named| named.is_scalar() && !named.is_null()).map(Yaml::text)
}

/// Leaves out what says that it is to be removed and was merged with nothing, and what says how to merge.
pub(super) fn cleaned(tree: &mut Tree, id: YamlId) -> YamlId {
    let (yaml, place) = (tree.at(id), tree.at(id).span());
    if yaml.is_sequence() {
        let items: Vec<YamlId> = yaml.items().map(Yaml::id).collect();
        let clean: Vec<YamlId> = items.iter().map(|&item| descend(|| cleaned(tree, item))).collect();
        return if clean == items { id } else { tree.list(place, &clean) };
    }
    let pairs: Vec<(YamlId, YamlId)> = yaml.entries().map(|(key, value)| (key.id(), value.id())).collect();
    let (mut clean, mut is_same) = (Vec::with_capacity(2 * pairs.len()), true);
    for (key, value) in pairs {
        let is_left_out = matches!(own_strategy(tree.at(value)), Some("whiteout" | "nullout"));
        if is_left_out || tree.at(key).text() == STRATEGY {
            is_same = false;
            continue;
        }
        let inner = descend(|| cleaned(tree, value));
        is_same &= inner == value;
        clean.extend([key, inner]);
    }
    if is_same { id } else { tree.mapping(place, &clean) }
}
