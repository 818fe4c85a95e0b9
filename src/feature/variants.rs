//! Variants one by one.

use std::borrow::Cow;

use num_bigint::BigUint;
use num_traits::One;
use variscope_encoder::circuit::{Circuit, Sampler};
use variscope_encoder::covering::{NoArray, Space, covering_array};
use variscope_encoder::enumeration::Lexicographic;
use variscope_encoder::{Budget, Interrupted, Lit};

use super::{FeatureModel, Form};

/// Variants by number, from one to another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantRange {
    /// The number of the first, 0-based.
    pub next: BigUint,
    /// The number behind the last.
    pub end: BigUint,
}

impl VariantRange {
    /// Part `number`, from 1, of `parts` parts of `total` variants, as equal as can be.
    ///
    /// # Panics
    /// When there are no parts.
    pub fn shard(total: &BigUint, number: u64, parts: u64) -> Self {
        let edge = |number: u64| total * number / parts;
        Self { next: edge(number.saturating_sub(1)), end: edge(number) }
    }

    /// The number at which it goes on; none when it is empty.
    pub fn rest(&self) -> Option<String> {
        (self.next < self.end).then(|| self.next.to_string())
    }
}

impl FeatureModel {
    /// The names that a variant, given by the values of the features, selects.
    pub fn selected(&self, variant: &[Lit]) -> Vec<Cow<'_, str>> {
        let chosen = self.features.iter().zip(variant).filter(|(_, lit)| lit.is_positive());
        chosen.map(|(feature, _)| Cow::Borrowed(feature.name.as_str())).collect()
    }

    /// The variants of a range, in the order of the circuit, which is the same on every run.
    pub fn variants<'c>(
        &self,
        circuit: &'c Circuit,
        mut range: VariantRange,
    ) -> impl Iterator<Item = Vec<Lit>> + use<'c> {
        let models = circuit.models();
        std::iter::from_fn(move || {
            if range.next >= range.end {
                return None;
            }
            let variant = models.get(&range.next);
            range.next += BigUint::one();
            variant
        })
    }

    /// The variants in the order of the features, those that are not selected first: without counting or compiling.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget ends before there is one.
    pub fn searched(&self, budget: &Budget) -> Result<Lexicographic, Interrupted> {
        match &self.form {
            Form::Clauses(cnf) => Lexicographic::new(cnf, self.projection(), budget),
            Form::Circuit(circuit) => Lexicographic::new(&circuit.clauses(), self.projection(), budget),
        }
    }

    /// Variants, each with the same probability; with the same seed, the same ones. Fewer when there are none.
    pub fn samples<'c>(&self, circuit: &'c Circuit, seed: u64) -> impl Iterator<Item = Vec<Lit>> + use<'c> {
        let mut sampler = Sampler::new(circuit, seed);
        std::iter::from_fn(move || Some(sampler.as_mut()?.draw()))
    }

    /// Variants that together show every combination of `strength` features, selected or not, that some variant shows.
    ///
    /// # Errors
    /// [`NoArray`] when there are too many combinations, or the budget ends first.
    pub fn covering_array(&self, strength: usize, seed: u64, budget: &Budget) -> Result<Vec<Vec<Lit>>, NoArray> {
        let space = match &self.form {
            Form::Clauses(cnf) => Space::of_clauses(cnf, self.projection(), budget)?,
            Form::Circuit(circuit) => Space::of_circuit(circuit, budget)?,
        };
        covering_array(&space, strength, seed, budget)
    }
}
