//! Documents for readers of YAML 1.1: dates are texts in quotes, and what entries are is said in full.

use variscope_encoder::recursion::descend;

use super::empty::{entries_of, items_of};
use super::{Key, Output, OutputEntries};
use crate::source::syntax::yaml::{Tree, is_date};

/// The document with dates in quotes, and definitions of entries as mappings.
pub(super) fn as_texts(tree: &Tree, document: Output) -> Output {
    changed(tree, &document, false).unwrap_or(document)
}

/// What becomes of an output; none where nothing changes. In a definition `entry_schema` may be the name of a type.
fn changed(tree: &Tree, output: &Output, is_definition: bool) -> Option<Output> {
    if let Output::Source(id) = output
        && is_date(tree.at(*id))
    {
        return Some(Output::text(tree.at(*id).text()));
    }
    if let Some(items) = items_of(tree, output) {
        let inner: Vec<Option<Output>> =
            items.iter().map(|item| descend(|| changed(tree, item, is_definition))).collect();
        let is_changed = inner.iter().any(Option::is_some);
        let items = inner.into_iter().zip(items).map(|(changed, item)| changed.unwrap_or(item)).collect();
        return is_changed.then_some(Output::Sequence(items));
    }
    let (mut entries, mut is_changed) = (OutputEntries::new(), false);
    for (key, value) in entries_of(tree, output)? {
        let name = key.as_text(tree);
        let is_defined = is_definition || name.ends_with("_types") || name == "inputs";
        let inner = if is_definition && name == "entry_schema" && is_name(tree, &value) {
            Some(Output::Mapping(OutputEntries::from_iter([(Key::text("type"), value.clone())])))
        } else {
            descend(|| changed(tree, &value, is_defined))
        };
        is_changed |= inner.is_some();
        entries.push((key, inner.unwrap_or(value)));
    }
    is_changed.then_some(Output::Mapping(entries))
}

fn is_name(tree: &Tree, output: &Output) -> bool {
    match output {
        Output::Source(id) => tree.at(*id).as_str().is_some(),
        _ => false,
    }
}
