//! What tests show of a template: which presences, which pairs of presences, and how many of its variants.
//!
//! Comes in: the variants that tests resolve to. Goes out: how much that is of what valid variants allow, and for
//! everything that is left a configuration that shows it. Invariant: what is allowed is exactly what the tests and these
//! configurations show together.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;
use variscope_encoder::Lit;
use variscope_encoder::covering::{Space, completing_array};

use super::sample::NoSamples;
use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::exactness::Exactness;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::all_variants::variants_with_witness::{Sample, VariantProblem};
use crate::analysis::question::configuration::variant::Variant;
use crate::tosca::model::{ElementId, Kind};

/// How many presences are combined.
const STRENGTH: usize = 2;

/// An element that is present, or absent.
pub type ElementPresence = (ElementId, bool);

/// A part of all that there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Share {
    /// What tests show.
    pub covered: BigUint,
    /// What valid variants allow.
    pub total: BigUint,
}

/// What tests show of the variants of a template.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// Elements of which every presence is shown that they have in some valid variant.
    pub elements: Share,
    /// Presences of two elements together.
    pub pairs: Share,
    /// Valid variants.
    pub variants: Share,
    /// Few variants that show what is left.
    pub samples: Vec<Sample>,
    /// Whether the numbers are about all variants.
    pub exactness: Exactness,
    table: Table,
}

impl Coverage {
    /// Presences that no test shows, each with the place of a sample that does.
    pub fn missing_presences(&self) -> impl Iterator<Item = (ElementPresence, usize)> + '_ {
        self.table.presences().filter_map(|(presence, row)| Some((presence, self.table.sample(row?)?)))
    }

    /// By element, another one that stands for it, or itself: the two are always present together, or always only one of
    /// them is. Nodes stand for others where they can.
    pub fn leaders(&self) -> Vec<(ElementId, ElementId)> {
        self.table.leaders()
    }

    /// Pairs of presences that no test shows, each with the place of a sample that does.
    pub fn missing_pairs(&self) -> impl Iterator<Item = ([ElementPresence; 2], usize)> + '_ {
        self.table.pairs().filter_map(|(pair, row)| Some((pair, self.table.sample(row?)?)))
    }
}

impl Variants<'_> {
    /// How much of the valid variants the variants of tests show.
    ///
    /// # Errors
    /// [`NoSamples`] when the variants are not known in time. That there is none is no error: nothing is to be shown then.
    pub fn coverage(&self, shown: &[Variant], limits: &Limits) -> Result<Coverage, NoSamples> {
        let known = VariantProblem::of(self, limits)?;
        let circuit = known.circuit()?;
        let present = |variant: &Variant| known.elements.iter().map(|&id| variant.has(self.model(), id)).collect();
        let distinct: BTreeSet<Vec<bool>> = shown.iter().map(present).collect();
        let rows: Vec<Vec<Lit>> = distinct.iter().map(|present| known.row_of(present)).collect();
        // Where not all variants are known, a test may show another one, of which nothing can be said.
        let is_known = circuit.feasible(rows.iter().map(Vec::as_slice));
        let tests: Vec<Vec<Lit>> =
            rows.into_iter().zip(is_known).filter(|(_, is_known)| *is_known).map(|(row, _)| row).collect();
        let space = Space::of_circuit(&circuit, &limits.budget)?;
        let others = completing_array(&space, &tests, STRENGTH, 0, &limits.budget)?;
        let samples = known.samples(&others)?;
        let all = tests.iter().chain(&others).map(|row| known.presences_of(row));
        let table = Table::new(known.elements.clone(), all, tests.len());
        limits.budget.check()?;
        Ok(Coverage {
            elements: table.elements_share(),
            pairs: table.pairs_share(),
            variants: Share { covered: tests.len().into(), total: circuit.frequencies().total().clone() },
            samples,
            exactness: known.exactness.clone(),
            table,
        })
    }
}

/// Which rows show which presences: first the variants of tests, then those that show what is left.
#[derive(Clone, Debug)]
struct Table {
    elements: Vec<ElementId>,
    /// By element, absent and present: a bit for each row.
    shown: Vec<[Vec<u64>; 2]>,
    /// How many rows are variants of tests.
    tests: usize,
}

impl Table {
    fn new(elements: Vec<ElementId>, rows: impl Iterator<Item = Vec<bool>>, tests: usize) -> Self {
        let rows: Vec<Vec<bool>> = rows.collect();
        let words = rows.len().div_ceil(64);
        let mut shown = vec![[vec![0; words], vec![0; words]]; elements.len()];
        for (number, row) in rows.iter().enumerate() {
            for (shown, &is_present) in shown.iter_mut().zip(row) {
                shown[usize::from(is_present)][number / 64] |= 1 << (number % 64);
            }
        }
        Self { elements, shown, tests }
    }

    /// The place of a row among the samples; none for those of tests.
    fn sample(&self, row: usize) -> Option<usize> {
        row.checked_sub(self.tests)
    }

    fn presence(&self, place: usize, value: usize) -> ElementPresence {
        (self.elements[place], value == 1)
    }

    /// Presences, each with the first row that shows it; none where no variant does.
    fn presences(&self) -> impl Iterator<Item = (ElementPresence, Option<usize>)> + '_ {
        (0..self.elements.len()).flat_map(move |place| {
            [0, 1].map(|value| {
                let rows = &self.shown[place][value];
                (self.presence(place, value), first_common(rows, rows))
            })
        })
    }

    /// Pairs of presences, each with the first row that shows it; none where no variant does.
    fn pairs(&self) -> impl Iterator<Item = ([ElementPresence; 2], Option<usize>)> + '_ {
        let places = 0..self.elements.len();
        places.clone().flat_map(move |left| (left + 1..places.end).map(move |right| (left, right))).flat_map(
            move |(left, right)| {
                [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(first, second)| {
                    let row = first_common(&self.shown[left][first], &self.shown[right][second]);
                    ([self.presence(left, first), self.presence(right, second)], row)
                })
            },
        )
    }

    /// Two elements that differ in some variant do so in some row, because all pairs of presences are shown.
    fn leaders(&self) -> Vec<(ElementId, ElementId)> {
        let key = |place: usize| {
            let [absent, present] = &self.shown[place];
            absent.min(present)
        };
        let mut leaders: FxHashMap<&Vec<u64>, ElementId> = FxHashMap::default();
        let (nodes, others): (Vec<usize>, Vec<usize>) =
            (0..self.elements.len()).partition(|&place| self.elements[place].kind() == Kind::Node);
        for place in nodes.into_iter().chain(others) {
            leaders.entry(key(place)).or_insert(self.elements[place]);
        }
        self.elements.iter().enumerate().map(|(place, &id)| (id, leaders[key(place)])).collect()
    }

    /// Elements that are in some variant, or missing in some, and those with nothing left to show.
    fn elements_share(&self) -> Share {
        let rows: Vec<Option<usize>> = self.presences().map(|(_, row)| row).collect();
        let allowed: Vec<Vec<usize>> = rows.chunks(2).map(|both| both.iter().copied().flatten().collect()).collect();
        let total = allowed.iter().filter(|rows| !rows.is_empty());
        let covered = total.clone().filter(|rows| rows.iter().all(|&row| row < self.tests));
        Share { covered: covered.count().into(), total: total.count().into() }
    }

    fn pairs_share(&self) -> Share {
        let (mut covered, mut total) = (0_u64, 0_u64);
        for row in self.pairs().filter_map(|(_, row)| row) {
            total += 1;
            covered += u64::from(row < self.tests);
        }
        Share { covered: covered.into(), total: total.into() }
    }
}

/// The first row in both sets.
fn first_common(left: &[u64], right: &[u64]) -> Option<usize> {
    let common = left.iter().zip(right).map(|(left, right)| left & right);
    let (word, bits) = common.enumerate().find(|(_, bits)| *bits != 0)?;
    Some(word * 64 + bits.trailing_zeros() as usize)
}
