//! Factors: numbers that depend on a few variables, because other variables have been summed out.
//!
//! The weighted number of models is the sum over all models of the product of the factors. A search meets a factor when
//! some of its variables have values. What is left of it then is a number, or still depends on some of the others, and
//! only these belong together; all such remains are worked out beforehand.

use rustc_hash::FxHashMap;

use crate::engine::Engine;
use crate::engine::Lists;

use crate::natural::Natural;
use crate::{Lit, Var};

/// The most variables of a factor.
pub(crate) const MAX_VARS: usize = 3;

/// A number for each assignment of a few variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Factor {
    /// Different ones, at most [`MAX_VARS`].
    pub(crate) vars: Vec<Var>,
    /// By assignment: bit `i` of the index is the value of variable `i`.
    pub(crate) values: Vec<Natural>,
}

impl Factor {
    /// The factor without the variables that make no difference.
    pub(crate) fn reduced(mut self) -> Self {
        let mut at = 0;
        while at < self.vars.len() {
            if self.half(at, false) == self.half(at, true) {
                self = self.with(at, false);
            } else {
                at += 1;
            }
        }
        self
    }

    /// What is left when variable number `at` has a value.
    pub(crate) fn with(&self, at: usize, value: bool) -> Self {
        let mut vars = self.vars.clone();
        vars.remove(at);
        Self { vars, values: self.half(at, value) }
    }

    /// The factor over variables with these numbers; each has one.
    pub(crate) fn renamed(&self, numbers: &[Option<Var>]) -> Self {
        let vars = self.vars.iter().filter_map(|var| numbers[var.index()]).collect();
        Self { vars, values: self.values.clone() }
    }

    fn half(&self, at: usize, value: bool) -> Vec<Natural> {
        let chosen = self.values.iter().enumerate().filter(|(index, _)| (index >> at & 1 == 1) == value);
        chosen.map(|(_, number)| number.clone()).collect()
    }

    /// Clauses that hold exactly where the number is not zero, without any that a shorter one of them implies.
    pub(crate) fn support(&self) -> Vec<Vec<Lit>> {
        if self.values.iter().all(|value| *value == Natural::ZERO) {
            return vec![Vec::new()];
        }
        let mut clauses: Vec<Vec<Lit>> = Vec::new();
        for (at, &var) in self.vars.iter().enumerate() {
            for value in [false, true] {
                for mut clause in self.with(at, value).support() {
                    clause.push(var.lit(!value));
                    clause.sort_unstable();
                    clauses.push(clause);
                }
            }
        }
        clauses.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        clauses.dedup();
        let mut minimal: Vec<Vec<Lit>> = Vec::new();
        for clause in clauses {
            if !minimal.iter().any(|shorter| shorter.iter().all(|lit| clause.contains(lit))) {
                minimal.push(clause);
            }
        }
        minimal
    }
}

/// What is left of a factor under a partial assignment.
#[derive(Clone, Copy)]
pub(crate) struct Rest {
    /// Which of its variables still make a difference, as bits.
    pub(crate) support: u8,
    /// If none does, the index of the number; else, equal for equal remains.
    pub(crate) class: u32,
}

/// The factors of a search.
pub(crate) struct Factors {
    /// By factor: its variables.
    vars: Lists<Var>,
    /// By factor: what is left, by the values of the variables in the ternary system: 0 for none, 1 for false, 2 for true.
    rests: Lists<Rest>,
    /// By variable: its factors.
    occurrences: Lists<u32>,
    /// By factor: so many doublings are at least what its largest number is.
    doublings: Vec<usize>,
}

impl Factors {
    /// The factors over so many variables, and the numbers that the remains index.
    pub(crate) fn new(var_count: usize, factors: &[Factor]) -> (Self, Vec<Natural>) {
        let mut remains = Remains::default();
        let rests: Vec<Vec<Rest>> = factors.iter().map(|factor| remains.all(factor)).collect();
        let numbered = factors.iter().enumerate();
        let vars = numbered.clone().flat_map(|(id, factor)| factor.vars.iter().map(move |&var| (id, var)));
        let rests = rests.iter().enumerate().flat_map(|(id, rests)| rests.iter().map(move |&rest| (id, rest)));
        let occurrences = vars.clone().map(|(id, var)| (var.index(), id as u32));
        let factors = Self {
            vars: Lists::new(factors.len(), Var::new(0), vars),
            rests: Lists::new(factors.len(), Rest { support: 0, class: 0 }, rests),
            occurrences: Lists::new(var_count, 0, occurrences),
            doublings: factors
                .iter()
                .map(|factor| factor.values.iter().map(Natural::bits).max().unwrap_or(0))
                .collect(),
        };
        (factors, remains.numbers)
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.doublings.len()
    }

    /// The indices of the numbers that depend on nothing from the start.
    pub(crate) fn constants(&self) -> impl Iterator<Item = u32> + '_ {
        let ids = (0..self.count()).filter(|&id| self.vars.get(id).is_empty());
        ids.map(|id| self.rests.get(id)[0].class)
    }

    /// Whether what is left of a factor depends on `var`, which it holds.
    #[inline]
    pub(crate) fn depends(&self, id: u32, engine: &Engine, var: Var) -> bool {
        let at = self.vars(id).iter().position(|&other| other == var);
        at.is_some_and(|at| self.rest(id, engine).support >> at & 1 == 1)
    }

    /// The factors that depend on `var`.
    #[inline]
    pub(crate) fn of(&self, var: Var) -> &[u32] {
        self.occurrences.get(var.index())
    }

    /// The variables of a factor.
    #[inline]
    pub(crate) fn vars(&self, id: u32) -> &[Var] {
        self.vars.get(id as usize)
    }

    /// What is left of a factor.
    #[inline]
    pub(crate) fn rest(&self, id: u32, engine: &Engine) -> Rest {
        self.rests.get(id as usize)[self.code(id, engine)]
    }

    /// The index of the number that is left of a factor when its only unassigned variable that makes a difference is `lit`.
    pub(crate) fn class_with(&self, id: u32, engine: &Engine, lit: Lit) -> u32 {
        let at = self.vars(id).iter().position(|&var| var == lit.var()).expect("a variable of the factor");
        let digit = if lit.is_positive() { 2 } else { 1 };
        self.rests.get(id as usize)[self.code(id, engine) + digit * 3usize.pow(at as u32)].class
    }

    /// So many doublings are at least what any number of the factor is.
    pub(crate) fn doublings(&self, id: u32) -> usize {
        self.doublings[id as usize]
    }

    #[inline]
    fn code(&self, id: u32, engine: &Engine) -> usize {
        let digit = |var: Var| {
            if engine.is_true(var.positive()) { 2 } else { usize::from(engine.is_true(var.negative())) }
        };
        self.vars(id).iter().rev().fold(0, |code, &var| 3 * code + digit(var))
    }
}

/// Gives equal remains equal numbers.
#[derive(Default)]
struct Remains {
    numbers: Vec<Natural>,
    indices: FxHashMap<Natural, u32>,
    classes: FxHashMap<(Vec<Var>, Vec<Natural>), u32>,
}

impl Remains {
    /// What is left of `factor`, by the values of its variables in the ternary system.
    fn all(&mut self, factor: &Factor) -> Vec<Rest> {
        let count = factor.vars.len() as u32;
        (0..3usize.pow(count)).map(|code| self.one(factor, code)).collect()
    }

    fn one(&mut self, factor: &Factor, code: usize) -> Rest {
        let mut rest = factor.clone();
        for at in (0..factor.vars.len()).rev() {
            match code / 3usize.pow(at as u32) % 3 {
                0 => {}
                digit => rest = rest.with(at, digit == 2),
            }
        }
        let rest = rest.reduced();
        let bits = factor.vars.iter().enumerate().filter(|(_, var)| rest.vars.contains(var));
        let support = bits.fold(0, |support, (at, _)| support | 1 << at);
        let class = if support == 0 { self.index(&rest.values[0]) } else { self.class(rest) };
        Rest { support, class }
    }

    fn index(&mut self, number: &Natural) -> u32 {
        *self.indices.entry(number.clone()).or_insert_with(|| {
            self.numbers.push(number.clone());
            self.numbers.len() as u32 - 1
        })
    }

    fn class(&mut self, rest: Factor) -> u32 {
        let next = self.classes.len() as u32;
        *self.classes.entry((rest.vars, rest.values)).or_insert(next)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cnf;
    use crate::random::Congruential;
    use crate::search::oracle::{models, random_factors};

    fn factors(seed: u64) -> Vec<Factor> {
        let vars: Vec<Var> = (0..5).map(Var::new).collect();
        random_factors(&mut Congruential::new(seed), &vars)
    }

    /// The number under an assignment, one bit for each variable.
    fn value(factor: &Factor, bits: usize) -> &Natural {
        let places = factor.vars.iter().enumerate();
        &factor.values[places.fold(0, |at, (place, var)| at | (bits >> var.index() & 1) << place)]
    }

    #[test]
    fn support_is_where_the_number_is_not_zero() {
        for factor in (0..500).flat_map(factors) {
            let mut cnf = Cnf::with_vars(5);
            factor.support().iter().for_each(|clause| cnf.add(clause));
            assert!(
                (0..32).filter(|&bits| *value(&factor, bits) != Natural::ZERO).eq(models(&cnf, None)),
                "{factor:?}"
            );
        }
    }

    /// Under every partial assignment: what is left depends on the variables that it is said to depend on, and equal
    /// classes mean equal numbers.
    #[test]
    fn rests_are_what_is_left() {
        for seed in 0..200 {
            let list = factors(seed);
            let (factors, numbers) = Factors::new(5, &list);
            let mut seen: Vec<(u32, Vec<&Natural>)> = Vec::new();
            for code in 0..3usize.pow(5) {
                let mut engine = Engine::new(5);
                let digits: Vec<usize> = (0..5).map(|at| code / 3usize.pow(at) % 3).collect();
                for (var, &digit) in digits.iter().enumerate().filter(|(_, digit)| **digit > 0) {
                    engine.decide(Var::new(var).lit(digit == 2));
                }
                let agrees = |bits: &usize| {
                    digits.iter().enumerate().all(|(at, &digit)| digit == 0 || (bits >> at & 1 == 1) == (digit == 2))
                };
                for (id, factor) in list.iter().enumerate() {
                    let rest = factors.rest(id as u32, &engine);
                    for (at, var) in factor.vars.iter().enumerate() {
                        let differs = |bits: usize| value(factor, bits) != value(factor, bits ^ 1 << var.index());
                        let depends = digits[var.index()] == 0 && (0..32).filter(agrees).any(differs);
                        assert_eq!(rest.support >> at & 1 == 1, depends);
                        assert_eq!(factors.depends(id as u32, &engine, *var), depends);
                    }
                    let values: Vec<&Natural> = (0..32).filter(agrees).map(|bits| value(factor, bits)).collect();
                    if rest.support == 0 {
                        assert!(values.iter().all(|value| **value == numbers[rest.class as usize]));
                    } else if digits.iter().all(|&digit| digit == digits[0]) {
                        seen.push((rest.class, values));
                    }
                }
            }
            for (class, values) in &seen {
                assert!(seen.iter().all(|(other, others)| (class == other) == (values == others)));
            }
        }
    }
}
