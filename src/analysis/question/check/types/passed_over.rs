//! Properties that no type declares: runtimes pass over them, and templates have many of them.
//!
//! Comes in: findings about single values. Goes out: one for each type, as that is where all of them are mended; those
//! that look misspelt stay by themselves.

use std::sync::Arc;

use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

use crate::analysis::question::check::Finding;
use crate::source::counted::shortened;
use crate::tosca::types::Collection;

/// A property that the type of its owner does not declare.
#[derive(Clone, Debug)]
pub(super) struct PassedOver {
    /// The type, as the author names it.
    pub(super) by: (Collection, Arc<str>),
    pub(super) property: Arc<str>,
    /// Whether the type declares a property that is almost called that.
    pub(super) is_misspelt: bool,
}

/// Findings about properties of one type.
struct FindingGroup {
    first: Finding,
    /// All properties; the first is that of the first finding.
    properties: IndexSet<Arc<str>, FxBuildHasher>,
}

/// Findings by type.
#[derive(Default)]
pub(super) struct Groups {
    groups: IndexMap<(Collection, Arc<str>), FindingGroup, FxBuildHasher>,
}

/// So many properties are named in one finding.
const MAX_NAMES: usize = 8;

impl Groups {
    /// Puts a finding to those of its type.
    pub(super) fn add(&mut self, passed_over: PassedOver, finding: Finding) {
        let fresh = || FindingGroup { first: finding, properties: IndexSet::default() };
        self.groups.entry(passed_over.by).or_insert_with(fresh).properties.insert(passed_over.property);
    }

    /// One finding for each type.
    pub(super) fn finish(self) -> impl Iterator<Item = Finding> {
        self.groups.into_values().map(FindingGroup::finish)
    }
}

impl FindingGroup {
    fn finish(self) -> Finding {
        let others: Vec<String> = self.properties.iter().skip(1).map(|name| format!("\"{name}\"")).collect();
        if others.is_empty() {
            return self.first;
        }
        let note = format!("nor does it declare {}, which are given as well", shortened(&others, MAX_NAMES));
        Finding { diagnostic: self.first.diagnostic.note(note), ..self.first }
    }
}
