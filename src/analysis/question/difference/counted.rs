//! Numbers from diagrams over the classes of both sides; where these become too large, from compiled clauses.

use std::collections::BTreeMap;

use variscope_encoder::circuit::{Comparison, ModelSubset};
use variscope_encoder::{Interrupted, Lit, Var, count};

use super::{CountedVariants, Numbers};
use crate::analysis::question::VariantClauses;
use crate::analysis::question::agreement::same_elements::Matching;
use crate::analysis::question::all_variants::lifted::{ComparedVariants, SideVariants};
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::all_variants::prepared::AllVariants;
use crate::tosca::model::ElementId;

/// Compares by diagrams; `changed` are places of common elements. None where diagrams become too large, or where classes may be
/// missing.
pub(super) fn by_diagrams(all: &[AllVariants<'_, '_>; 2], matching: &Matching, changed: &[usize]) -> Option<Numbers> {
    let [old, new] = [all[0].space.lifted()?, all[1].space.lifted()?];
    if !old.classes().are_complete() || !new.classes().are_complete() {
        return None;
    }
    let (olds, news): (Vec<ElementId>, Vec<ElementId>) = matching.common.iter().copied().unzip();
    let compared = ComparedVariants::of([old, new], [&olds, &news], changed, &all[0].limits.budget).ok()?;
    let found = |variants: SideVariants| CountedVariants { count: variants.count, example: variants.example };
    Some(Numbers {
        kept: compared.kept,
        added: found(compared.added),
        removed: found(compared.removed),
        with_changed: compared.with_marked,
        changed: found(compared.with_any_marked),
        is_exact: true,
    })
}

/// Compares; `changed` are places of common elements.
pub(super) fn numbers(
    old: &VariantClauses,
    new: &VariantClauses,
    matching: &Matching,
    changed: &[usize],
    limits: &Limits,
) -> Result<Numbers, Interrupted> {
    let var = |clauses: &BTreeMap<ElementId, Var>, id: ElementId| clauses[&id];
    let (before, after) = (by_element(old), by_element(new));
    let olds: Vec<Var> = matching.common.iter().map(|&(id, _)| var(&before, id)).collect();
    let common = matching.common.iter().zip(&olds).map(|(&(_, id), &old)| (var(&after, id), old)).collect();
    let bounds = count::CountLimits { budget: limits.budget.clone(), ..Default::default() };
    let compared = Comparison::of(&old.cnf, &new.cnf, &common, &bounds)?;
    let found = |part: ModelSubset| CountedVariants {
        count: part.count,
        example: part.example.map(|example| presences(&olds, &example)),
    };
    let marked: Vec<Var> = changed.iter().map(|&place| olds[place]).collect();
    Ok(Numbers {
        kept: compared.kept(),
        added: found(compared.added(&limits.budget)?),
        removed: found(compared.removed(&limits.budget)?),
        with_changed: marked.iter().map(|&var| compared.kept_with(var)).collect(),
        changed: found(compared.kept_with_any(&marked, &bounds)?),
        is_exact: true,
    })
}

fn by_element(clauses: &VariantClauses) -> BTreeMap<ElementId, Var> {
    clauses.elements.iter().map(|&(var, id)| (id, var)).collect()
}

/// By place of the common elements; the example is ascending by variable.
fn presences(vars: &[Var], example: &[Lit]) -> Vec<bool> {
    vars.iter().map(|&var| Lit::value_in(example, var) == Some(true)).collect()
}
