//! Alternatives in another order, where that may show in documents: those of one name, and types and technologies, of which the first
//! that is present is written, whatever they are called.

use std::collections::BTreeMap;

use super::written::{written_json, written_object};
use super::{ComparedTemplates, ContentChange};
use crate::analysis::question::PresenceVerdict;
use crate::tosca::model::{ElementId, Kind, Model};

/// Pairs in another order that are looked at in one container; more of them count as seen in documents.
const MAX_PAIRS: usize = 50;

/// An element of both sides.
type Pair = (ElementId, ElementId);

impl ComparedTemplates<'_> {
    /// Containers, apart from those of `known` changes, in which alternatives have another order and may be present together:
    /// of those that exclude each other, the order is never seen.
    pub(super) fn reordered(&self, known: &[ContentChange]) -> Vec<ContentChange> {
        let mut families: BTreeMap<(ElementId, Kind, &str), Vec<Pair>> = BTreeMap::new();
        for &(old, new) in &self.matching.common {
            let element = self.old.model().element(old);
            if let Some(container) = element.container {
                let name = if matches!(old.kind(), Kind::Type | Kind::Technology) { "" } else { &*element.name };
                families.entry((container, old.kind(), name)).or_default().push((old, new));
            }
        }
        let mut found: Vec<ContentChange> = Vec::new();
        for ((container, ..), family) in families {
            let is_known = |change: &ContentChange| change.old == container;
            if known.iter().any(is_known) || found.last().is_some_and(is_known) || !self.is_order_seen(&family) {
                continue;
            }
            if self.matching.has_old(container) {
                let pair = self.matching.common[self.matching.place_of_old(container)];
                found.push(self.reordering(pair, &family));
            }
        }
        found
    }

    /// Whether two elements that changed places may be present together.
    fn is_order_seen(&self, family: &[Pair]) -> bool {
        if family.is_sorted_by_key(|&(_, new)| new) {
            return false;
        }
        let pairs = family.iter().enumerate().flat_map(|(place, &(one, after))| {
            family[place + 1..].iter().filter(move |&&(_, other)| other < after).map(move |&(other, _)| [one, other])
        });
        pairs.enumerate().any(|(number, pair)| number >= MAX_PAIRS || self.are_together(pair))
    }

    /// Whether the old side has a variant with both, or may have one.
    fn are_together(&self, pair: [ElementId; 2]) -> bool {
        let with_both = self.old.under(self.old.configuration()).assuming(pair.map(|id| (id, true)).to_vec());
        !matches!(with_both.explain(None, self.limits).answer, PresenceVerdict::NoVariant)
    }

    fn reordering(&self, (old, new): Pair, family: &[Pair]) -> ContentChange {
        let mut news: Vec<ElementId> = family.iter().map(|&(_, new)| new).collect();
        news.sort_unstable();
        let olds: Vec<ElementId> = family.iter().map(|&(old, _)| old).collect();
        ContentChange {
            old,
            new,
            before: listed(self.old.model(), &olds),
            after: listed(self.new.model(), &news),
            variants: 0_u32.into(),
        }
    }
}

/// Alternatives in their order, as JSON.
fn listed(model: &Model, ids: &[ElementId]) -> String {
    let entry = |&id: &ElementId| {
        let element = model.element(id);
        let value = match id.kind() {
            Kind::Relation => serde_json::json!(&*model.relation(id).target_name).to_string(),
            _ => element.body.map_or_else(|| "null".to_owned(), |body| written_json(model.yaml(body))),
        };
        written_object(std::iter::once((&*element.name, value.as_str())))
    };
    let section = match ids.first().map(|id| id.kind()) {
        Some(Kind::Relation) => "requirements",
        Some(Kind::Property) => "properties",
        Some(Kind::Artifact) => "artifacts",
        Some(Kind::Type) => "type",
        Some(Kind::Technology) => "technology",
        _ => "entries",
    };
    let entries: Vec<String> = ids.iter().map(entry).collect();
    written_object(std::iter::once((section, format!("[{}]", entries.join(",")).as_str())))
}
