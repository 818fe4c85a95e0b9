//! Names that a format can hold, each of them once.

use crate::source::printable::printable;

use std::collections::BTreeSet;

use variscope_encoder::Var;

/// The names, `changed` as a format demands; those that were there already get the number of their variable.
pub(super) fn distinct(names: &[(Var, String)], changed: impl Fn(&str) -> String) -> Vec<String> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut result = Vec::with_capacity(names.len());
    for (var, name) in names {
        let mut name = changed(&printable(name));
        while !taken.insert(name.clone()) {
            name = format!("{name}#{}", var.positive().to_dimacs());
        }
        result.push(name);
    }
    result
}

/// The names that a format writes otherwise, each with what it writes; `changed` and the rest as for [`distinct`].
pub(super) fn renamed(names: &[(Var, String)], changed: impl Fn(&str) -> String) -> Vec<(String, String)> {
    let written = names.iter().zip(distinct(names, changed));
    let pairs = written.map(|((_, name), written)| (name.clone(), written));
    pairs.filter(|(name, written)| name != written).collect()
}
