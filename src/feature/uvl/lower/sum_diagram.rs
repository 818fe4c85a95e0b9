//! Several sums over the same terms at once: a layered decision diagram whose nodes are what the sums come to so far (after
//! Abío et al., JAIR 2012, who have one sum).

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_traits::Zero;
use variscope_encoder::encodings::pb::Sum;
use variscope_encoder::{FormulaId, Formulas};

/// Totals in the nodes of a diagram, at most.
const MAX_TOTALS: usize = 1 << 17;

/// What the sums come to, one number for each.
pub(super) type Totals = Vec<BigInt>;

/// The least and the greatest number that something may come to.
pub(super) type Interval = (BigInt, BigInt);

/// Sums, term by term.
pub(super) struct SumDiagram {
    /// Formulas, each with what it adds to each sum when it holds.
    terms: Vec<(FormulaId, Totals)>,
    /// What is added in any case.
    start: Totals,
    /// By term, and behind the last: what it and the terms behind it may add to each sum.
    rest: Vec<Vec<Interval>>,
}

impl SumDiagram {
    pub(super) fn of(sums: &[&Sum]) -> Self {
        let mut weights: BTreeMap<FormulaId, Totals> = BTreeMap::new();
        for (place, sum) in sums.iter().enumerate() {
            for (&formula, weight) in *sum {
                weights.entry(formula).or_insert_with(|| vec![BigInt::zero(); sums.len()])[place].clone_from(weight);
            }
        }
        let nothing = vec![BigInt::zero(); sums.len()];
        let start = weights.remove(&FormulaId::TRUE).unwrap_or_else(|| nothing.clone());
        weights.remove(&FormulaId::FALSE);
        let terms: Vec<(FormulaId, Totals)> = weights.into_iter().collect();
        let mut rest = vec![nothing.iter().map(|zero| (zero.clone(), zero.clone())).collect::<Vec<Interval>>()];
        for (_, weights) in terms.iter().rev() {
            let behind = rest.last().into_iter().flatten().zip(weights);
            let zero = BigInt::zero();
            let more = behind.map(|((least, most), weight)| (least + weight.min(&zero), most + weight.max(&zero)));
            rest.push(more.collect());
        }
        rest.reverse();
        Self { terms, start, rest }
    }

    /// When something holds of the totals, which `decide` says of all totals between bounds, of the same bounds in any case; `None`
    /// where the diagram gets too large.
    pub(super) fn holds(
        &self,
        formulas: &mut Formulas,
        decide: impl Fn(&[Interval]) -> Option<bool>,
    ) -> Option<FormulaId> {
        let decided = |at: usize, totals: &Totals| decide(&self.within(at, totals)).map(FormulaId::constant);
        if let Some(formula) = decided(0, &self.start) {
            return Some(formula);
        }
        let mut levels = vec![BTreeSet::from([self.start.clone()])];
        let mut nodes = 1;
        for (at, (_, weights)) in self.terms.iter().enumerate() {
            let reached = levels[at].iter().flat_map(|totals| [totals.clone(), added(totals, weights)]);
            let next: BTreeSet<Totals> = reached.filter(|totals| decided(at + 1, totals).is_none()).collect();
            nodes += next.len();
            if self.is_too_large(nodes) {
                return None;
            }
            levels.push(next);
        }
        let mut below: BTreeMap<Totals, FormulaId> = BTreeMap::new();
        for (at, (term, weights)) in self.terms.iter().enumerate().rev() {
            let known = |totals: &Totals| decided(at + 1, totals).unwrap_or_else(|| below[totals]);
            let mut nodes = BTreeMap::new();
            for totals in std::mem::take(&mut levels[at]) {
                let (without, with) = (known(&totals), known(&added(&totals, weights)));
                nodes.insert(totals, chosen(formulas, *term, with, without));
            }
            below = nodes;
        }
        below.remove(&self.start)
    }

    /// All totals that there are, each with the formula for which the sums come to it; `None` where the diagram gets too large.
    pub(super) fn totals(&self, formulas: &mut Formulas) -> Option<Vec<(Totals, FormulaId)>> {
        let mut reached = BTreeMap::from([(self.start.clone(), FormulaId::TRUE)]);
        let mut nodes = 1;
        for (term, weights) in &self.terms {
            let mut next: BTreeMap<Totals, Vec<FormulaId>> = BTreeMap::new();
            for (totals, formula) in reached {
                let (without, with) = (formulas.and([!*term, formula]), formulas.and([*term, formula]));
                next.entry(added(&totals, weights)).or_default().push(with);
                next.entry(totals).or_default().push(without);
            }
            nodes += next.len();
            if self.is_too_large(nodes) {
                return None;
            }
            reached = next.into_iter().map(|(totals, ways)| (totals, formulas.or(ways))).collect();
        }
        Some(reached.into_iter().filter(|(_, formula)| *formula != FormulaId::FALSE).collect())
    }

    fn is_too_large(&self, nodes: usize) -> bool {
        nodes * self.start.len() > MAX_TOTALS
    }

    /// What the sums may come to where they have come to this before a term.
    fn within(&self, at: usize, totals: &Totals) -> Vec<Interval> {
        let bounds = totals.iter().zip(&self.rest[at]);
        bounds.map(|(total, (least, most))| (total + least, total + most)).collect()
    }
}

fn added(totals: &Totals, weights: &Totals) -> Totals {
    totals.iter().zip(weights).map(|(total, weight)| total + weight).collect()
}

/// With the term the one, without it the other.
fn chosen(formulas: &mut Formulas, term: FormulaId, with: FormulaId, without: FormulaId) -> FormulaId {
    if with == without {
        return with;
    }
    let (with, without) = (formulas.and([term, with]), formulas.and([!term, without]));
    formulas.or([with, without])
}
