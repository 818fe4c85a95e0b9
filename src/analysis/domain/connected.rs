//! Inputs that are read together.

use std::sync::Arc;

use indexmap::IndexMap;
use petgraph::unionfind::UnionFind;
use rustc_hash::FxBuildHasher;

use super::reader::Reader;

/// Inputs, and their readers by place.
pub(super) type Connected = (Vec<Arc<str>>, Vec<usize>);

/// Splits open inputs into sets that share readers, with these; last come inputs and readers without partners. Readers that are
/// left out, by place, are nowhere.
pub(super) fn connected(
    open: &[Arc<str>],
    readers: &[Reader<'_, '_>],
    is_left_out: impl Fn(usize) -> bool,
) -> Vec<Connected> {
    let places: IndexMap<&str, usize, FxBuildHasher> =
        open.iter().enumerate().map(|(place, name)| (&**name, place)).collect();
    let mut sets = UnionFind::new(open.len());
    let read: Vec<(usize, Vec<usize>)> = readers
        .iter()
        .enumerate()
        .filter(|(place, _)| !is_left_out(*place))
        .map(|(place, reader)| {
            (place, reader.inputs.iter().filter_map(|input| places.get(input.as_str()).copied()).collect())
        })
        .collect();
    for (_, inputs) in &read {
        for pair in inputs.windows(2) {
            sets.union(pair[0], pair[1]);
        }
    }
    let mut groups: IndexMap<Option<usize>, Connected, FxBuildHasher> = IndexMap::default();
    for (reader, inputs) in read {
        let key = inputs.first().map(|&input| sets.find(input));
        groups.entry(key).or_default().1.push(reader);
    }
    for (place, name) in open.iter().enumerate() {
        groups.entry(Some(sets.find(place))).or_default().0.push(Arc::clone(name));
    }
    groups.into_values().collect()
}
