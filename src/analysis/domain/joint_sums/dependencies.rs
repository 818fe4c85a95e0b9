//! Which sums of the same inputs are linearly dependent.
//!
//! A *dependency* is a multiple of each sum such that all of them together are 0 whatever the inputs are: where `x + y`, `y + z`,
//! `z + w` and `w + x` are sums, the first and the third are as much as the second and the fourth. Dependencies are *elementary* where
//! no other dependency is between fewer of the same sums. They are found as in the elimination of Fourier and Motzkin: one input after
//! the other, those combinations are kept in which it does not occur, and of any two others the one in which it cancels out.

use num_integer::Integer;

/// Combinations that are kept on the way.
const MAX_COMBINATIONS: usize = 1_000;

/// Pairs that are combined to eliminate one input.
const MAX_PAIRS: usize = 200_000;

/// A combination of sums.
#[derive(Clone, Debug)]
struct Combination {
    /// By sum.
    multiples: Vec<i128>,
    /// By input: how often it occurs.
    inputs: Vec<i128>,
    /// The sums that occur.
    support: u128,
}

/// All elementary dependencies between sums, given by their inputs; of a dependency and its multiples one. None where these are too many.
/// There are at most 128 sums.
pub(super) fn elementary_dependencies(sums: &[Vec<i128>]) -> Option<Vec<Vec<i128>>> {
    let inputs = sums.first().map_or(0, Vec::len);
    let single = |(place, sum): (usize, &Vec<i128>)| {
        let multiples = (0..sums.len()).map(|other| i128::from(other == place)).collect();
        Combination { multiples, inputs: sum.clone(), support: 1 << place }
    };
    let mut combinations: Vec<Combination> = sums.iter().enumerate().map(single).collect();
    let mut left: Vec<usize> = (0..inputs).collect();
    while let Some(next) = (0..left.len())
        .min_by_key(|&place| combinations.iter().filter(|combination| combination.inputs[left[place]] != 0).count())
    {
        combinations = without(combinations, left.swap_remove(next))?;
    }
    Some(combinations.into_iter().map(|combination| combination.multiples).collect())
}

/// The elementary combinations in which an input does not occur.
fn without(combinations: Vec<Combination>, input: usize) -> Option<Vec<Combination>> {
    let (having, mut found): (Vec<_>, Vec<_>) =
        combinations.into_iter().partition(|combination| combination.inputs[input] != 0);
    if having.len() * having.len() / 2 > MAX_PAIRS {
        return None;
    }
    for (place, one) in having.iter().enumerate() {
        for other in &having[place + 1..] {
            found.push(one.cancelling(other, input)?);
        }
    }
    found.sort_by_key(|combination| combination.support.count_ones());
    let mut kept: Vec<Combination> = Vec::new();
    for combination in found {
        if kept.iter().all(|smaller| smaller.support & !combination.support != 0) {
            kept.push(combination);
        }
    }
    (kept.len() <= MAX_COMBINATIONS).then_some(kept)
}

impl Combination {
    /// Multiples of two combinations in which an input occurs, such that it does not occur in their sum.
    fn cancelling(&self, other: &Self, input: usize) -> Option<Self> {
        let (by, minus) = (other.inputs[input], self.inputs[input]);
        let combined = |own: &[i128], others: &[i128]| -> Option<Vec<i128>> {
            let one = |(own, other): (&i128, &i128)| own.checked_mul(by)?.checked_sub(other.checked_mul(minus)?);
            own.iter().zip(others).map(one).collect()
        };
        let mut multiples = combined(&self.multiples, &other.multiples)?;
        let mut inputs = combined(&self.inputs, &other.inputs)?;
        let divisor = multiples.iter().fold(0_i128, |divisor, multiple| divisor.gcd(multiple));
        multiples.iter_mut().chain(&mut inputs).for_each(|number| *number /= divisor);
        let occurring = multiples.iter().enumerate().filter(|(_, multiple)| **multiple != 0);
        let support = occurring.fold(0, |support, (place, _)| support | 1 << place);
        Some(Self { multiples, inputs, support })
    }
}
