//! Combinations of values that functions have on one set, and that others have on another: which are the same.
//!
//! The functions of both sides stand at the same places. The combinations of each side ([`Images`]) are brought over the same variables,
//! one for each pair of functions; then both are sets like any others.

use std::collections::BTreeMap;

use num_bigint::BigUint;
use rustc_hash::FxHashMap;

use super::transfer::{Transfer, in_any_order};
use super::{Bdd, BddResult, Diagrams, Images, Overflow, Weights};

/// The combinations of two sides over the same variables.
#[derive(Debug)]
pub struct ComparedImages {
    diagrams: Diagrams,
    /// The combinations of each side.
    sides: [Bdd; 2],
    /// By place: its variable.
    columns: Vec<usize>,
    variables: usize,
}

impl ComparedImages {
    /// The combinations of two sides, whose functions stand at the same places; with at most `most_nodes` nodes.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn of(images: [&Images; 2], most_nodes: usize) -> Result<Self, Overflow> {
        let pairs = || images[0].columns().iter().copied().zip(images[1].columns().iter().copied());
        // In the order of the first side, which then stays as large as it is; where the first side has a constant, in that of the second.
        let position = |pair: (Bdd, Bdd)| {
            let [first, second] = [images[0].diagrams().level(pair.0), images[1].diagrams().level(pair.1)];
            (first.min(if pair.0.is_constant() { second } else { first }), second, pair)
        };
        let mut order: Vec<(Bdd, Bdd)> = pairs().collect();
        order.sort_unstable_by_key(|&pair| position(pair));
        order.dedup();
        let numbers: BTreeMap<(Bdd, Bdd), usize> =
            order.iter().enumerate().map(|(number, &pair)| (pair, number)).collect();
        let mut diagrams = Diagrams::within(most_nodes, images[0].diagrams().budget().clone());
        let [firsts, seconds]: [Vec<Bdd>; 2] =
            [order.iter().map(|pair| pair.0).collect(), order.iter().map(|pair| pair.1).collect()];
        let sides = [widened(images[0], &firsts, &mut diagrams)?, widened(images[1], &seconds, &mut diagrams)?];
        let columns = pairs().map(|pair| numbers[&pair]).collect();
        Ok(Self { diagrams, sides, columns, variables: order.len() })
    }

    /// The combinations that both sides have.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn of_both(&mut self) -> BddResult {
        self.diagrams.and(self.sides[0], self.sides[1])
    }

    /// The combinations that the second side alone has, and those that the first alone has.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn of_one(&mut self) -> Result<[Bdd; 2], Overflow> {
        let [first, second] = self.sides;
        Ok([self.diagrams.choose(first, Bdd::FALSE, second)?, self.diagrams.choose(second, Bdd::FALSE, first)?])
    }

    /// Those of a set in which a function at one of these places is true.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn with_any(&mut self, set: Bdd, places: &[usize]) -> BddResult {
        let mut some = Bdd::FALSE;
        // From the last variable upwards, so that what is below is made once.
        let mut variables: Vec<usize> = places.iter().map(|&place| self.columns[place]).collect();
        variables.sort_unstable();
        for variable in variables.into_iter().rev() {
            let variable = self.diagrams.variable(variable)?;
            some = self.diagrams.or(variable, some)?;
        }
        self.diagrams.and(set, some)
    }

    /// How many are in a set.
    pub fn count(&self, set: Bdd) -> BigUint {
        self.diagrams.count(set, &Weights::plain(self.variables))
    }

    /// One of a set, by place; none where it is empty.
    pub fn example(&self, set: Bdd) -> Option<Vec<bool>> {
        let mut values = vec![false; self.variables];
        (set != Bdd::FALSE).then(|| {
            self.diagrams.repair_into(set, &mut values);
            self.columns.iter().map(|&variable| values[variable]).collect()
        })
    }
}

/// The combinations of a side over the variables of pairs; `columns` has the function of each on this side.
fn widened(images: &Images, columns: &[Bdd], diagrams: &mut Diagrams) -> BddResult {
    let mut first_of: FxHashMap<Bdd, usize> = FxHashMap::default();
    for (number, &column) in columns.iter().enumerate() {
        first_of.entry(column).or_insert(number);
    }
    let by_level: BTreeMap<u32, u32> =
        first_of.iter().map(|(&column, &number)| (images.diagrams().level(column), number as u32)).collect();
    let level = |level: u32| Some(by_level[&level]);
    let transfer = Transfer { level: &level, behind: &|constant| constant, decide: in_any_order };
    let mut all = transfer.take(images.diagrams(), diagrams, images.all(), &mut FxHashMap::default())?;
    for (number, &column) in columns.iter().enumerate().rev() {
        let variable = diagrams.variable(number)?;
        let equal = match column {
            Bdd::TRUE => variable,
            Bdd::FALSE => diagrams.not(variable)?,
            _ if first_of[&column] == number => continue,
            _ => {
                let first = diagrams.variable(first_of[&column])?;
                let opposite = diagrams.not(first)?;
                diagrams.choose(variable, first, opposite)?
            }
        };
        all = diagrams.and(all, equal)?;
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::random::Congruential;

    const VARIABLES: usize = 5;

    /// A function, and its values by assignment.
    fn function(random: &mut Congruential, diagrams: &mut Diagrams) -> Bdd {
        let mut all = Bdd::FALSE;
        for _ in 0..=random.below(3) {
            let mut some = Bdd::TRUE;
            for _ in 0..=random.below(3) {
                let variable = diagrams.variable(random.below(VARIABLES)).unwrap();
                let literal = if random.below(2) == 0 { variable } else { diagrams.not(variable).unwrap() };
                some = diagrams.and(some, literal).unwrap();
            }
            all = diagrams.or(all, some).unwrap();
        }
        all
    }

    fn combinations(diagrams: &Diagrams, set: Bdd, functions: &[Bdd]) -> BTreeSet<Vec<bool>> {
        let assignments = (0..1_usize << VARIABLES).filter(|bits| diagrams.evaluate(set, |at| bits >> at & 1 == 1));
        let values = |bits| {
            let value = |&function: &Bdd| diagrams.evaluate(function, |at: usize| bits >> at & 1 == 1);
            functions.iter().map(value).collect()
        };
        assignments.map(values).collect()
    }

    #[test]
    fn sides_have_the_combinations_in_common_that_both_have() {
        let mut seen = BTreeSet::new();
        for seed in 0..400 {
            let mut random = Congruential::new(seed);
            let mut sides = Vec::new();
            for _ in 0..2 {
                let mut diagrams = Diagrams::new(10_000);
                let set = function(&mut random, &mut diagrams);
                let mut functions: Vec<Bdd> = (0..4).map(|_| function(&mut random, &mut diagrams)).collect();
                functions.extend([functions[random.below(4)], Bdd::TRUE, Bdd::FALSE]);
                if random.below(4) == 0 {
                    functions[5] = functions[0];
                }
                sides.push((diagrams, set, functions));
            }
            let all: Vec<BTreeSet<Vec<bool>>> =
                sides.iter().map(|(diagrams, set, functions)| combinations(diagrams, *set, functions)).collect();
            let images: Vec<Images> = sides
                .iter()
                .map(|(diagrams, set, functions)| Images::of(diagrams, *set, functions, 10_000).unwrap())
                .collect();
            let mut compared = ComparedImages::of([&images[0], &images[1]], 10_000).unwrap();
            let both = compared.of_both().unwrap();
            let [second, first] = compared.of_one().unwrap();
            let number = |count: usize| BigUint::from(count);
            assert_eq!(compared.count(both), number(all[0].intersection(&all[1]).count()), "seed {seed}");
            assert_eq!(compared.count(first), number(all[0].difference(&all[1]).count()), "seed {seed}");
            assert_eq!(compared.count(second), number(all[1].difference(&all[0]).count()), "seed {seed}");
            let with = compared.with_any(both, &[1, 3]).unwrap();
            let is_with = |values: &&Vec<bool>| values[1] || values[3];
            assert_eq!(compared.count(with), number(all[0].intersection(&all[1]).filter(is_with).count()));
            for (set, is_in) in [(both, [true, true]), (first, [true, false]), (second, [false, true])] {
                if let Some(example) = compared.example(set) {
                    assert_eq!([0, 1].map(|side| all[side].contains(&example)), is_in, "seed {seed}");
                    seen.insert(is_in);
                }
            }
        }
        assert_eq!(seen.len(), 3, "all three kinds occurred");
    }
}
