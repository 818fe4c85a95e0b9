//! Which elements always come together? (Atomic sets: Segura, SPLC 2008.)

use std::collections::BTreeMap;

use variscope_encoder::atomic_sets::equal_literals;
use variscope_encoder::{Interrupted, Lit, Var};

use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::exactness::Exactness;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::all_variants::variants_with_witness::VariantProblem;
use crate::tosca::model::ElementId;

/// Elements of which one decides all others, over all valid variants.
#[derive(Clone, Debug)]
pub struct AtomicSets {
    /// Each of at least two elements, in the order of the model; with each, whether it comes with the first (otherwise exactly
    /// without it). Elements that are always or never present are in none.
    pub sets: Vec<Vec<(ElementId, bool)>>,
    /// Whether it is known that there is no variant: then no element is said to come with another.
    pub is_void: bool,
    /// Whether all variants were looked at: one that was not may separate elements of a set.
    pub exactness: Exactness,
}

impl Variants<'_> {
    /// The atomic sets of those elements that are asked for.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn atomic_sets(
        &self,
        is_asked: impl Fn(ElementId) -> bool,
        limits: &Limits,
    ) -> Result<AtomicSets, Interrupted> {
        let known = VariantProblem::of(self, limits)?;
        let clauses = known.condensed();
        let mut sharing: BTreeMap<Var, Vec<ElementId>> = BTreeMap::new();
        for (&element, &var) in known.elements.iter().zip(&clauses.columns).filter(|(element, _)| is_asked(**element)) {
            sharing.entry(var).or_default().push(element);
        }
        let vars: Vec<Var> = sharing.keys().copied().collect();
        let members = |set: Vec<Lit>| {
            let of = |lit: Lit| sharing[&lit.var()].iter().map(move |&element| (element, lit.is_positive()));
            in_order(set.into_iter().flat_map(of).collect())
        };
        let exactness = known.exactness.clone();
        let Some(classes) = equal_literals(&clauses.cnf, &vars, &limits.budget)? else {
            return Ok(AtomicSets { sets: Vec::new(), is_void: exactness.is_exact(), exactness });
        };
        let mut sets: Vec<Vec<(ElementId, bool)>> =
            classes.into_iter().map(members).filter(|set| set.len() > 1).collect();
        sets.sort_unstable();
        Ok(AtomicSets { sets, is_void: false, exactness })
    }
}

/// From the first element of the model on, which comes with itself.
fn in_order(mut set: Vec<(ElementId, bool)>) -> Vec<(ElementId, bool)> {
    set.sort_unstable();
    let is_first_positive = set.first().is_none_or(|&(_, is_positive)| is_positive);
    set.into_iter().map(|(element, is_positive)| (element, is_positive == is_first_positive)).collect()
}
