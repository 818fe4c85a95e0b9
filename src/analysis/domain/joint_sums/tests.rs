//! Compatible ranges, against all points of a cube: those that have a point there are compatible, and those that are have a point, there or
//! further away.

use std::collections::BTreeSet;

use super::compatibility::Compatibility;
use super::range::Range;

/// Numbers that look random.
struct Draws(u64);

impl Draws {
    fn below(&mut self, bound: u32) -> i128 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        i128::from((self.0 >> 33) % u64::from(bound))
    }
}

/// All combinations of numbers below these.
fn combinations(lengths: &[usize]) -> Vec<Vec<usize>> {
    lengths.iter().fold(vec![Vec::new()], |all, &length| {
        let longer =
            |before: &Vec<usize>| (0..length).map(|next| [before.as_slice(), &[next]].concat()).collect::<Vec<_>>();
        all.iter().flat_map(longer).collect()
    })
}

/// Sums of the inputs with coprime multiples, the first of which is positive, each once.
fn sums(random: &mut Draws, inputs: usize, most: u32) -> Vec<Vec<i128>> {
    let mut found: Vec<Vec<i128>> = Vec::new();
    for _ in 0..2 + random.below(5) {
        let mut sum: Vec<i128> = (0..inputs).map(|_| random.below(2 * most + 1) - i128::from(most)).collect();
        let divisor = sum.iter().fold(0, |divisor: i128, by| num_integer::gcd(divisor, *by));
        let Some(first) = sum.iter().find(|by| **by != 0) else { continue };
        let divisor = divisor * first.signum();
        sum.iter_mut().for_each(|by| *by /= divisor);
        if !found.contains(&sum) {
            found.push(sum);
        }
    }
    found
}

/// How far points go from 0, by the number of inputs. Ranges have their ends between -4 and 4.
const FAR: [i128; 5] = [0, 12, 24, 14, 7];

/// Some sums of neighbours of four inputs in a cycle, some inputs, and some the sum of all.
fn around_four(random: &mut Draws) -> Vec<Vec<i128>> {
    let of = |places: &[usize]| (0..4).map(|input| i128::from(places.contains(&(input % 4)))).collect();
    let mut all: Vec<Vec<i128>> = (0..4).map(|first| of(&[first, (first + 1) % 4])).collect();
    all.extend([of(&[0, 1, 2, 3]), of(&[0]), of(&[2])]);
    all.retain(|_| random.below(4) > 0);
    all
}

/// Sums of multiples of neighbours of three inputs in a cycle: together they have steps.
fn around_three(random: &mut Draws) -> Vec<Vec<i128>> {
    let (own, next) = (
        1 + random.below(2),
        match random.below(3) {
            0 => 1,
            1 => -1,
            _ => 3,
        },
    );
    let mut all = vec![vec![own, next, 0], vec![0, own, next], vec![next, 0, own]];
    if random.below(2) == 0 {
        all.push(vec![1, 1, 1]);
    }
    all
}

fn value(sum: &[i128], point: &[i128]) -> i128 {
    sum.iter().zip(point).map(|(by, at)| by * at).sum()
}

fn points(inputs: usize) -> Vec<Vec<i128>> {
    let side = usize::try_from(2 * FAR[inputs] + 1).unwrap();
    let point = |places: Vec<usize>| places.into_iter().map(|at| at as i128 - FAR[inputs]).collect();
    combinations(&vec![side; inputs]).into_iter().map(point).collect()
}

#[test]
fn ranges_are_compatible_where_they_have_a_point() {
    let mut random = Draws(3);
    let (mut decided, mut apart, mut with_remainders) = (0, 0, 0);
    let cubes: Vec<Vec<Vec<i128>>> =
        (0..5).map(|inputs| if inputs == 0 { Vec::new() } else { points(inputs) }).collect();
    for round in 0..240 {
        let inputs = [1, 2, 3, 2, 3, 3, 4, 2][round % 8];
        let most = if round % 3 == 0 && inputs < 4 { 2 } else { 1 };
        let sums = match round % 8 {
            6 => around_four(&mut random),
            5 => around_three(&mut random),
            _ => sums(&mut random, inputs, most),
        };
        if sums.is_empty() {
            continue;
        }
        let ranges: Vec<Vec<Range>> = sums
            .iter()
            .map(|sum| {
                // Compared with a number far away, so that remainders make no difference to it.
                if round % 8 == 5 && *sum == [1, 1, 1] {
                    return Range::between(&[if random.below(2) == 0 { 60 } else { -60 }]);
                }
                let starts: BTreeSet<i128> = (0..=random.below(5)).map(|_| random.below(9) - 4).collect();
                let mut ranges = Range::between(&starts.into_iter().collect::<Vec<_>>());
                // Declarations leave some out.
                if random.below(3) == 0 {
                    ranges.remove(0);
                }
                if random.below(4) == 0 && ranges.len() > 1 {
                    ranges.pop();
                }
                ranges
            })
            .collect();
        let Some(compatibility) = Compatibility::of(&sums, &ranges) else { continue };
        let conditions = compatibility.conditions(&ranges, 1 << 18).unwrap();
        let place = |sum: usize, value: i128| ranges[sum].iter().position(|range| range.has(value));
        let met: BTreeSet<Vec<usize>> = cubes[inputs]
            .iter()
            .filter_map(|point| (0..sums.len()).map(|sum| place(sum, value(&sums[sum], point))).collect())
            .collect();
        let lengths: Vec<usize> = ranges.iter().map(Vec::len).collect();
        for chosen in combinations(&lengths) {
            let holds = |(own, layers): &(Vec<usize>, Vec<Vec<Vec<u32>>>)| {
                own.iter().zip(layers).fold(0, |node, (&sum, layer)| layer[node as usize][chosen[sum]]) == 1
            };
            let are_compatible = conditions.iter().all(holds);
            assert!(are_compatible || !met.contains(&chosen), "{sums:?} {ranges:?} {chosen:?}");
            let own: Vec<Range> = chosen.iter().zip(&ranges).map(|(&choice, ranges)| ranges[choice]).collect();
            if are_compatible {
                let point = compatibility.point(&own).unwrap();
                assert!(
                    sums.iter().zip(&own).all(|(sum, range)| range.has(value(sum, &point))),
                    "{sums:?} {own:?} {point:?}"
                );
            } else {
                apart += 1;
            }
        }
        decided += 1;
        with_remainders += usize::from(compatibility.has_remainders());
    }
    assert!(decided > 100 && apart > 500 && with_remainders > 20, "{decided} {apart} {with_remainders}");
}

/// Ranges far from 0 have points, up to the largest integers that conditions compare with.
#[test]
fn ranges_far_away_have_points() {
    let sums = [vec![1, 1, 0], vec![0, 1, 1], vec![1, 0, -1]];
    for end in [1_i128 << 40, 1_500_000_000_000_000, i128::from(i64::MAX) - 10] {
        let starts: Vec<i128> = (0..10).map(|step| end + step).collect();
        let ranges: Vec<Vec<Range>> = vec![Range::between(&starts), Range::between(&[-end]), Range::between(&[end])];
        for sums in [&sums[..2], &sums[..]] {
            let Some(compatibility) = Compatibility::of(sums, &ranges[..sums.len()]) else {
                panic!("{end} is too far")
            };
            for own in &ranges[0] {
                let chosen: Vec<Range> =
                    [*own].into_iter().chain(ranges[1..sums.len()].iter().map(|own| own[0])).collect();
                if let Some(point) = compatibility.point(&chosen) {
                    assert!(sums.iter().zip(&chosen).all(|(sum, range)| range.has(value(sum, &point))), "{point:?}");
                } else {
                    assert!(sums.len() == 3, "{chosen:?}");
                }
            }
        }
    }
}
