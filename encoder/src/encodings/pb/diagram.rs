//! Decision diagrams: a node for each bound that is left after the heaviest terms (Eén and Sörensson, JSAT 2006; Abío et
//! al., JAIR 2012).

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use crate::formula::{FormulaId, Formulas};

/// Nodes of a diagram whose terms are in order of their weights, at most.
const FEW_NODES: usize = 1 << 14;
/// Nodes of any diagram, at most.
const MAX_NODES: usize = 1 << 19;

/// How a node says what follows from its term.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum NodeForm {
    /// What holds without the term holds with it: the shortest clauses.
    Monotone,
    /// With the term the one, without it the other: a node of [`Diagrams`](crate::bdd::Diagrams) at once.
    Choice,
}

/// That the sum of the terms, heaviest first, is at least `bound`; `None` when the diagram gets too large. A large diagram has its
/// terms in the order of their formulas, as atoms were made: then diagrams of the whole problem in that order hold it as it is.
pub(super) fn at_least(formulas: &mut Formulas, terms: &[(FormulaId, BigInt)], bound: &BigInt) -> Option<FormulaId> {
    at_least_within(FEW_NODES, NodeForm::Monotone, formulas, terms, bound).or_else(|| {
        let mut terms = terms.to_vec();
        terms.sort_by_key(|&(term, _)| term);
        at_least_within(MAX_NODES, NodeForm::Choice, formulas, &terms, bound)
    })
}

/// That the sum of these terms, in this order, is at least `bound`; `None` where there would be more than `most` nodes.
pub(super) fn at_least_within(
    most: usize,
    form: NodeForm,
    formulas: &mut Formulas,
    terms: &[(FormulaId, BigInt)],
    bound: &BigInt,
) -> Option<FormulaId> {
    let mut rest = vec![BigInt::zero(); terms.len() + 1];
    for (at, (_, weight)) in terms.iter().enumerate().rev() {
        rest[at] = &rest[at + 1] + weight;
    }
    let mut levels = vec![BTreeSet::from([bound.clone()])];
    let mut nodes = 1;
    for (at, (_, weight)) in terms.iter().enumerate() {
        let is_open = |bound: &BigInt| bound.is_positive() && *bound <= rest[at + 1];
        let level = &levels[at];
        let next: BTreeSet<BigInt> =
            level.iter().flat_map(|bound| [bound.clone(), bound - weight]).filter(is_open).collect();
        nodes += next.len();
        if nodes > most {
            return None;
        }
        levels.push(next);
    }
    let mut below: BTreeMap<BigInt, FormulaId> = BTreeMap::new();
    for (at, (term, weight)) in terms.iter().enumerate().rev() {
        let known = |bound: &BigInt| decided(bound, &rest[at + 1]).unwrap_or_else(|| below[bound]);
        let build = |bound: BigInt| {
            let formula = match decided(&bound, &rest[at]) {
                Some(decided) => decided,
                None => {
                    let (without, with) = (known(&bound), known(&(&bound - weight)));
                    let with = formulas.and([*term, with]);
                    let without = match form {
                        NodeForm::Monotone => without,
                        NodeForm::Choice => formulas.and([!*term, without]),
                    };
                    formulas.or([without, with])
                }
            };
            (bound, formula)
        };
        below = std::mem::take(&mut levels[at]).into_iter().map(build).collect();
    }
    Some(decided(bound, &rest[0]).unwrap_or_else(|| below[bound]))
}

/// That a sum of at most `rest` is at least `bound`, where nothing else matters.
fn decided(bound: &BigInt, rest: &BigInt) -> Option<FormulaId> {
    if !bound.is_positive() {
        Some(FormulaId::TRUE)
    } else if bound > rest {
        Some(FormulaId::FALSE)
    } else {
        None
    }
}
