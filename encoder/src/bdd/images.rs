//! The combinations of values that functions have together on a set of assignments, as a set of its own.
//!
//! Each function gets a variable of its own, which comes right before the first variable on which the function depends, or right behind
//! the last one where these differ more, as those of running totals do. That this variable is as the function says is required on
//! the set, and the variables of the assignments are quantified as soon as no function is left that depends on them (bucket
//! elimination; Dechter 1999). What remains are the combinations. The variables fall into *stretches* that no function crosses; from the
//! last stretch upwards, what a node of the set leads to is replaced by its combinations. Where assignments are many and functions look
//! at little of each, this takes far fewer nodes than comparing assignments in pairs ([`representatives`](super::representatives)): of
//! the partial sums that lead to the same values, all are one set.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use rustc_hash::{FxHashMap, FxHashSet};

use super::transfer::{Transfer, in_order};
use super::{Bdd, BddResult, Diagrams, Overflow, Weights};
use crate::recursion::descend;
use crate::{Lit, Var};

/// The combinations of values that some functions have together.
#[derive(Debug)]
pub struct Images {
    diagrams: Diagrams,
    all: Bdd,
    /// By function: its variable.
    columns: Vec<Bdd>,
    weights: Weights,
}

/// A function with the variables of the assignments on which it depends.
struct Column {
    function: Bdd,
    first: usize,
    last: usize,
    /// How many of these variables come before its own.
    before: usize,
}

impl Images {
    /// Those on `set`; with at most `most_nodes` nodes.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn of(from: &Diagrams, set: Bdd, functions: &[Bdd], most_nodes: usize) -> Result<Self, Overflow> {
        let mut different: Vec<Bdd> = functions.iter().copied().filter(|function| !function.is_constant()).collect();
        different.sort_unstable();
        different.dedup();
        let column = |function: Bdd| {
            let support = from.support(function);
            let (first, last) = (*support.first()?, *support.last()?);
            Some(Column { function, first, last, before: first })
        };
        let mut columns: Vec<Column> = different.into_iter().filter_map(column).collect();
        columns.sort_by_key(|column| (column.first, column.function));
        let variables = from.support(set).into_iter().chain(columns.iter().map(|column| column.last)).max();
        let stretches = stretches(&mut columns);
        let levels = Levels::of(variables.map_or(0, |last| last + 1), &columns);
        let mut eliminating = Eliminating {
            from,
            to: Diagrams::within(most_nodes, from.budget.clone()),
            stretches,
            is_column: &levels.is_column,
            of_variables: &levels.of_variables,
            known: FxHashMap::default(),
        };
        eliminating.prepare(&columns, &levels)?;
        let all = eliminating.images(set, 0)?;
        let mut diagrams = eliminating.to;
        let of_function: FxHashMap<Bdd, u32> =
            columns.iter().zip(&levels.of_columns).map(|(column, &level)| (column.function, level)).collect();
        let variable = |function: &Bdd| match of_function.get(function) {
            Some(&level) => diagrams.variable(level as usize),
            None => Ok(*function),
        };
        let columns = functions.iter().map(variable).collect::<Result<_, _>>()?;
        // What was quantified is there once.
        let weight = |&is_column: &bool| [BigUint::one(), if is_column { BigUint::one() } else { BigUint::zero() }];
        let weights = Weights::new(levels.is_column.iter().map(weight).collect());
        Ok(Self { diagrams, all, columns, weights })
    }

    /// The diagrams of the combinations.
    pub(crate) fn diagrams(&self) -> &Diagrams {
        &self.diagrams
    }

    /// The combinations, over the variables of functions.
    pub(crate) fn all(&self) -> Bdd {
        self.all
    }

    /// By function: its variable, or the constant that it is.
    pub(super) fn columns(&self) -> &[Bdd] {
        &self.columns
    }

    /// The variables of functions that are not constant, ascending.
    pub(crate) fn vars(&self) -> Vec<Var> {
        let variables = self.columns.iter().filter(|column| !column.is_constant());
        let mut vars: Vec<Var> = variables.map(|&column| self.var(column)).collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    }

    /// The values of all functions in a combination, given as a model of [`Circuit::of_images`](crate::Circuit::of_images).
    ///
    /// # Panics
    /// When the model lacks the variable of a function.
    pub fn values(&self, model: &[Lit]) -> Vec<bool> {
        let value = |&column: &Bdd| match column {
            Bdd::FALSE | Bdd::TRUE => column == Bdd::TRUE,
            _ => {
                let place = model.binary_search_by_key(&self.var(column), |lit| lit.var());
                model[place.expect("functions have variables")].is_positive()
            }
        };
        self.columns.iter().map(value).collect()
    }

    fn var(&self, column: Bdd) -> Var {
        Var::new(self.diagrams.level(column) as usize)
    }

    /// How many there are.
    pub fn count(&self) -> BigUint {
        self.diagrams.count(self.all, &self.weights)
    }

    /// By function: in how many it is true.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn counts(&self) -> Result<Vec<BigUint>, Overflow> {
        let counts = self.diagrams.set_counts(self.all, &self.weights);
        let mut counter = counts.counter();
        let mut known: FxHashMap<Bdd, BigUint> = FxHashMap::default();
        let mut count = |column: Bdd| -> Result<BigUint, Overflow> {
            if let Some(count) = known.get(&column) {
                return Ok(count.clone());
            }
            let count = counter.count(column)?;
            known.insert(column, count.clone());
            Ok(count)
        };
        self.columns.iter().map(|&column| count(column)).collect()
    }
}

/// Where variables of assignments and those of functions are.
struct Levels {
    of_variables: Vec<u32>,
    /// By column.
    of_columns: Vec<u32>,
    /// By level: it is one of a column.
    is_column: Vec<bool>,
}

impl Levels {
    fn of(variables: usize, columns: &[Column]) -> Self {
        let (mut of_variables, mut of_columns, mut is_column) = (Vec::new(), vec![0; columns.len()], Vec::new());
        let mut places: Vec<usize> = (0..columns.len()).collect();
        places.sort_by_key(|&place| columns[place].before);
        let mut places = places.into_iter().peekable();
        for variable in 0..=variables {
            while let Some(place) = places.next_if(|&place| columns[place].before == variable) {
                of_columns[place] = is_column.len() as u32;
                is_column.push(true);
            }
            if variable < variables {
                of_variables.push(is_column.len() as u32);
                is_column.push(false);
            }
        }
        Self { of_variables, of_columns, is_column }
    }
}

/// Consecutive variables on which functions depend that depend on no others.
struct Stretch {
    /// The first variable behind it.
    end: usize,
    /// The places of the functions.
    columns: Vec<usize>,
    /// By function: that its own variable is as it says.
    equalities: Vec<Bdd>,
}

/// Those of columns in the order of their first variables, whose own variables get their places. What comes behind the last stretch
/// decides no column.
fn stretches(columns: &mut [Column]) -> Vec<Stretch> {
    let mut all: Vec<Stretch> = Vec::new();
    for (place, column) in columns.iter().enumerate() {
        match all.last_mut().filter(|stretch| column.first < stretch.end) {
            Some(stretch) => {
                stretch.end = stretch.end.max(column.last + 1);
                stretch.columns.push(place);
            }
            None => all.push(Stretch { end: column.last + 1, columns: vec![place], equalities: Vec::new() }),
        }
    }
    for stretch in &all {
        let different = |end: fn(&Column) -> usize| {
            stretch.columns.iter().map(|&place| end(&columns[place])).collect::<FxHashSet<usize>>().len()
        };
        if different(|column| column.last) > different(|column| column.first) {
            stretch.columns.iter().for_each(|&place| columns[place].before = columns[place].last + 1);
        }
    }
    all
}

/// Replaces variables of assignments by those of functions, stretch by stretch.
struct Eliminating<'d> {
    from: &'d Diagrams,
    to: Diagrams,
    stretches: Vec<Stretch>,
    is_column: &'d [bool],
    of_variables: &'d [u32],
    /// By node of the set and stretch.
    known: FxHashMap<(Bdd, usize), Bdd>,
}

impl Eliminating<'_> {
    fn prepare(&mut self, columns: &[Column], levels: &Levels) -> Result<(), Overflow> {
        let mut taken = FxHashMap::default();
        for stretch in &mut self.stretches {
            // What looks at few variables leaves the least.
            let length = |&place: &usize| (columns[place].last - columns[place].first, columns[place].first);
            stretch.columns.sort_by_key(length);
            for &place in &stretch.columns {
                let level = |level: u32| Some(self.of_variables[level as usize]);
                let transfer = Transfer { level: &level, behind: &|constant| constant, decide: in_order };
                let function = transfer.take(self.from, &mut self.to, columns[place].function, &mut taken)?;
                let own = self.to.variable(levels.of_columns[place] as usize)?;
                let otherwise = self.to.not(function)?;
                stretch.equalities.push(self.to.choose(own, function, otherwise)?);
            }
        }
        Ok(())
    }

    /// The combinations of the functions of this stretch and all that follow, on a set that depends on no variable before it.
    fn images(&mut self, set: Bdd, place: usize) -> BddResult {
        if set == Bdd::FALSE || place == self.stretches.len() {
            return Ok(if set == Bdd::FALSE { Bdd::FALSE } else { Bdd::TRUE });
        }
        if let Some(&known) = self.known.get(&(set, place)) {
            return Ok(known);
        }
        let stretch = &self.stretches[place];
        let (end, equalities) = (stretch.end, stretch.equalities.clone());
        let followers = self.followers(set, end);
        let mut behind: FxHashMap<Bdd, Bdd> = FxHashMap::default();
        for follower in followers {
            let images = descend(|| self.images(follower, place + 1))?;
            behind.insert(follower, images);
        }
        let level = |level: u32| ((level as usize) < end).then(|| self.of_variables[level as usize]);
        let transfer = Transfer { level: &level, behind: &|bdd| behind[&bdd], decide: in_order };
        let mut all = transfer.take(self.from, &mut self.to, set, &mut FxHashMap::default())?;
        for equality in equalities {
            all = self.to.and(all, equality)?;
        }
        // What comes behind the stretch has only variables of functions.
        let last = self.of_variables[end - 1];
        let is_gone = |level: u32| !self.is_column[level as usize];
        let all = self.to.for_some(all, last + 1, &is_gone, &mut FxHashMap::default())?;
        self.known.insert((set, place), all);
        Ok(all)
    }

    /// The constants and nodes behind `end` to which a node leads, each once.
    fn followers(&self, set: Bdd, end: usize) -> Vec<Bdd> {
        let end = u32::try_from(end).unwrap_or(u32::MAX);
        let mut found = self.from.reached(set, end);
        found.retain(|&bdd| self.from.level(bdd) >= end);
        found
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// Whether more than `least` of the variables from `variable` to `end` are true.
    fn more_than(diagrams: &mut Diagrams, (variable, end): (usize, usize), least: Option<usize>) -> Bdd {
        let Some(least) = least else { return Bdd::TRUE };
        if variable == end {
            return Bdd::FALSE;
        }
        let [some, none] =
            [least.checked_sub(1), Some(least)].map(|least| more_than(diagrams, (variable + 1, end), least));
        let own = diagrams.variable(variable).unwrap();
        diagrams.choose(own, some, none).unwrap()
    }

    #[test]
    fn running_totals_from_either_end_take_few_nodes() {
        let variables = 12;
        for is_from_first in [true, false] {
            let mut diagrams = Diagrams::new(10_000);
            let range = |length| if is_from_first { (0, length) } else { (variables - length, variables) };
            let functions: Vec<Bdd> =
                (1..=variables).map(|length| more_than(&mut diagrams, range(length), Some(length / 3))).collect();
            let values = |row: usize| -> Vec<bool> {
                let value = |&function: &Bdd| diagrams.evaluate(function, |variable| row >> variable & 1 == 1);
                functions.iter().map(value).collect()
            };
            let all: BTreeSet<Vec<bool>> = (0..1 << variables).map(values).collect();
            let images = Images::of(&diagrams, Bdd::TRUE, &functions, 2_000).unwrap();
            assert_eq!(images.count(), BigUint::from(all.len()));
        }
    }
}
