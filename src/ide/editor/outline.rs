//! What a text consists of: sections, and what is defined in them.

use std::ops::Range;

use super::draft::Draft;
use super::symbol::Space;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::Collection;

/// Something that stands in a text, with what stands in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineEntry {
    /// Its name.
    pub name: String,
    /// What else there is to say: its type.
    pub detail: Option<String>,
    /// What it is; none for sections and properties.
    pub space: Option<Space>,
    /// All of it, in bytes.
    pub range: Range<usize>,
    /// Its name, in bytes.
    pub selection: Range<usize>,
    /// What stands in it, in order.
    pub children: Vec<OutlineEntry>,
}

/// Sections of a topology, by the keys that lead to them.
static SECTIONS: &[(&[&str], Space)] = &[
    (&["variability", "inputs"], Space::VariabilityInput),
    (&["variability", "presets"], Space::Preset),
    (&["variability", "expressions"], Space::Expression),
    (&["variability", "conditions"], Space::Expression),
    (&["inputs"], Space::TopologyInput),
    (&["node_templates"], Space::Node),
    (&["relationship_templates"], Space::RelationshipTemplate),
    (&["groups"], Space::Group),
    (&["policies"], Space::Policy),
    (&["outputs"], Space::Output),
];

/// Sections of a node.
static PARTS: &[(&str, Option<Space>)] =
    &[("properties", None), ("requirements", Some(Space::Relation)), ("artifacts", Some(Space::Artifact))];

/// What the text of a draft consists of, in the order of the text.
pub fn outline(draft: &Draft) -> Vec<OutlineEntry> {
    let Some(model) = draft.model() else { return Vec::new() };
    let topology = model.topology_template();
    let of_topology = SECTIONS.iter().filter_map(|(path, space)| {
        let (last, before) = path.split_last()?;
        let around = before.iter().try_fold(topology?, |around, key| around.get(key))?;
        section(draft, around.entry(last)?, *space)
    });
    let types = Collection::ALL
        .into_iter()
        .filter_map(|collection| section(draft, model.root().entry(collection.key())?, Space::Type(collection)));
    let mut all: Vec<OutlineEntry> = of_topology.chain(types).collect();
    all.sort_by_key(|entry| entry.range.start);
    all
}

fn section(draft: &Draft, (key, body): (Yaml<'_>, Yaml<'_>), space: Space) -> Option<OutlineEntry> {
    let name = match space {
        Space::VariabilityInput => "variability inputs",
        _ => key.text(),
    };
    let children = named(body).filter_map(|one| defined(draft, one, Some(space))).collect();
    Some(OutlineEntry { name: name.to_owned(), children, ..entry(draft, (key, body), None)? })
}

fn defined(draft: &Draft, (key, body): (Yaml<'_>, Yaml<'_>), space: Option<Space>) -> Option<OutlineEntry> {
    let mut children = Vec::new();
    if space == Some(Space::Node) {
        for &(part, inner) in PARTS {
            let found = body.get(part).into_iter().flat_map(named);
            children.extend(found.filter_map(|one| defined(draft, one, inner)));
        }
        children.sort_by_key(|entry| entry.range.start);
    }
    let own = entry(draft, (key, body), space)?;
    Some(OutlineEntry { children: within(&own.range, children), ..own })
}

/// Parts that an alias brings stand elsewhere.
fn within(range: &Range<usize>, entries: Vec<OutlineEntry>) -> Vec<OutlineEntry> {
    let is_inside = |entry: &OutlineEntry| range.start <= entry.range.start && entry.range.end <= range.end;
    entries.into_iter().filter(is_inside).collect()
}

fn entry(draft: &Draft, (key, body): (Yaml<'_>, Yaml<'_>), space: Option<Space>) -> Option<OutlineEntry> {
    let place = key.span();
    if !draft.is_own(place) {
        return None;
    }
    let selection = place.start as usize..place.end as usize;
    let is_here = draft.is_own(body.span()) && body.span().start >= place.end;
    let end = if is_here { body.span().end as usize } else { selection.end };
    let detail = body.get("type").filter(|name| name.is_scalar() && !name.is_null()).map(|name| name.text().to_owned());
    let name = if key.text().is_empty() { "?".to_owned() } else { key.text().to_owned() };
    Some(OutlineEntry { name, detail, space, range: selection.start..end, selection, children: Vec::new() })
}

/// The entries of a mapping, or those of the mappings in a list.
fn named(section: Yaml<'_>) -> impl Iterator<Item = (Yaml<'_>, Yaml<'_>)> {
    let of_items = section.items().filter_map(|item| item.entries().next());
    section.entries().chain(of_items)
}
