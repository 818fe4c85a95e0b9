//! Names that a format can hold, each of them once.

use std::collections::BTreeSet;

use variscope_encoder::Var;

use super::Clauses;

/// The names, `changed` as a format demands. A name that needs no change stays; of others, and of equal ones, those that were there
/// already get the number of their variable.
pub(super) fn distinct(names: &[(Var, String)], changed: impl Fn(&str) -> String) -> Vec<String> {
    let mut written: Vec<String> = names.iter().map(|(_, name)| changed(name)).collect();
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let keeps = |(written, (_, name)): (&String, &(Var, String))| written == name && taken.insert(name.clone());
    let kept: Vec<bool> = written.iter().zip(names).map(keeps).collect();
    for ((name, (var, _)), is_kept) in written.iter_mut().zip(names).zip(kept) {
        while !is_kept && !taken.insert(name.clone()) {
            *name = format!("{name}#{}", var.positive().to_dimacs());
        }
    }
    written
}

/// The names of what counts that a format writes otherwise, each with what it writes; `changed` and the rest as for [`distinct`].
pub(super) fn renamed(clauses: &Clauses, changed: impl Fn(&str) -> String) -> Vec<(String, String)> {
    let written = distinct(&clauses.all_names(), changed);
    let pairs = clauses.names.iter().zip(written).map(|((_, name), written)| (name.clone(), written));
    pairs.filter(|(name, written)| name != written).collect()
}
