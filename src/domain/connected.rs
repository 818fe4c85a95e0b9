//! Inputs that are read together.

use std::sync::Arc;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::partition::Reader;

/// Inputs, and their readers by place.
pub(super) type Connected = (Vec<Arc<str>>, Vec<usize>);

/// Open inputs that share readers, with these; last the inputs without, and the readers without.
pub(super) fn connected(open: &[Arc<str>], readers: &[Reader<'_, '_>]) -> Vec<Connected> {
    let places: IndexMap<&str, usize, FxBuildHasher> =
        open.iter().enumerate().map(|(place, name)| (&**name, place)).collect();
    let mut leader: Vec<usize> = (0..open.len()).collect();
    let read: Vec<Vec<usize>> = readers
        .iter()
        .map(|reader| reader.inputs.iter().filter_map(|input| places.get(input.as_str()).copied()).collect())
        .collect();
    for inputs in &read {
        for pair in inputs.windows(2) {
            let (first, second) = (find(&mut leader, pair[0]), find(&mut leader, pair[1]));
            leader[first.max(second)] = first.min(second);
        }
    }
    let mut groups: IndexMap<Option<usize>, Connected, FxBuildHasher> = IndexMap::default();
    for (reader, inputs) in read.iter().enumerate() {
        let key = inputs.first().map(|&input| find(&mut leader, input));
        groups.entry(key).or_default().1.push(reader);
    }
    for (place, name) in open.iter().enumerate() {
        groups.entry(Some(find(&mut leader, place))).or_default().0.push(Arc::clone(name));
    }
    groups.into_values().collect()
}

fn find(leader: &mut [usize], place: usize) -> usize {
    let mut root = place;
    while leader[root] != root {
        root = leader[root];
    }
    leader[place] = root;
    root
}
