//! Variables that are equal, or complementary, in all models (atomic sets: Segura, SPLC 2008).

use std::collections::BTreeMap;

use num_traits::Zero;

use super::{Circuit, Sampler};
use crate::Lit;

/// Models that are drawn to distinguish variables before the circuit is asked.
const SAMPLES: usize = 256;

impl Circuit {
    /// The classes of at least two literals that are equal in all models, of variables that are not constant.
    ///
    /// Each class begins with the positive literal of its first variable, and is ascending by variable; so are the
    /// classes. Literals of the same sign are the atomic sets in the usual sense. Empty when there is no model.
    pub fn atomic_sets(&self) -> Vec<Vec<Lit>> {
        let mut groups = self.candidates().unwrap_or_default();
        let mut sets: Vec<Vec<Lit>> = Vec::new();
        while !groups.is_empty() {
            let (equal, others) = self.divide(groups);
            sets.extend(equal.into_iter().filter(|set| set.len() > 1));
            groups = others.into_iter().filter(|group| group.len() > 1).collect();
        }
        sets.iter_mut().filter(|set| !set[0].is_positive()).for_each(|set| set.iter_mut().for_each(|lit| *lit = !*lit));
        sets.sort_unstable_by_key(|set| set[0]);
        sets
    }

    /// Divides each group into the literals that equal its first one, and the others.
    ///
    /// They have the same number of models, so that one implication is enough. The questions of all groups are asked
    /// together.
    fn divide(&self, groups: Vec<Vec<Lit>>) -> (Vec<Vec<Lit>>, Vec<Vec<Lit>>) {
        let questions: Vec<[Lit; 2]> =
            groups.iter().flat_map(|group| group.iter().map(|&lit| [group[0], !lit])).collect();
        let mut differ = self.feasible(questions.iter().map(<[Lit; 2]>::as_slice)).into_iter();
        let divided = groups.into_iter().map(|group| {
            let (others, equal): (Vec<_>, Vec<_>) = group.into_iter().partition(|_| differ.next() == Some(true));
            (equal, others)
        });
        divided.unzip()
    }

    /// Literals that have the same value in all samples and the same number of models; ascending by variable.
    fn candidates(&self) -> Option<Vec<Vec<Lit>>> {
        let mut sampler = Sampler::new(self, 0)?;
        let samples: Vec<Vec<Lit>> = (0..SAMPLES).map(|_| sampler.draw()).collect();
        let frequencies = self.frequencies();
        let mut groups: BTreeMap<(Vec<u64>, _), Vec<Lit>> = BTreeMap::new();
        for (position, (var, count)) in frequencies.positive().iter().enumerate() {
            let opposite = frequencies.total() - count;
            if count.is_zero() || opposite.is_zero() {
                continue;
            }
            // The literal that is true in the first sample stands for both.
            let lit = samples[0][position];
            let mut signature = vec![0u64; SAMPLES.div_ceil(64)];
            for (sample, literals) in samples.iter().enumerate() {
                signature[sample / 64] |= u64::from(literals[position] == lit) << (sample % 64);
            }
            let count = if lit.is_positive() { count.clone() } else { opposite };
            debug_assert_eq!(lit.var(), *var);
            groups.entry((signature, count)).or_default().push(lit);
        }
        Some(groups.into_values().filter(|group| group.len() > 1).collect())
    }
}
