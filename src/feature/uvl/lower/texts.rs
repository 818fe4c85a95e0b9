//! Texts that features are free to take: all that counts is which are equal, to each other and to constants, and how long
//! they are. There are as many texts of any length but zero as are needed, so that every choice that is an equivalence,
//! in which equal texts are equally long, has texts.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use variscope_encoder::{Atom, FormulaId, Problem, RuleIndex};

use super::cells::TooMany;
use super::cuts::{Cut, CutSide, Cuts, FreeNumber, LinearForm};
use super::open::Aspect;
use crate::source::Span;

/// Texts that are compared with each other, one way or another.
const MAX_TEXTS: usize = 40;

/// The atoms of all comparisons of texts.
#[derive(Default)]
pub(super) struct TextAtoms {
    /// By instance and text: that this is the value.
    known: BTreeMap<usize, BTreeMap<String, FormulaId>>,
    /// By two instances, the lower one first: that their values are the same.
    same: BTreeMap<(usize, usize), FormulaId>,
    /// Where values are first compared with each other.
    place: Option<Span>,
}

impl TextAtoms {
    /// That the value of an instance is `text`; of one that is not selected, it is empty.
    pub(super) fn equal(&mut self, instance: usize, text: &str, problem: &mut Problem) -> FormulaId {
        let atom = self.known(instance, text, problem);
        let selected: FormulaId = Atom::new(instance).into();
        let formulas = problem.formulas_mut();
        let when = formulas.and([selected, atom]);
        let otherwise = formulas.and([!selected, FormulaId::constant(text.is_empty())]);
        formulas.or([when, otherwise])
    }

    fn known(&mut self, instance: usize, text: &str, problem: &mut Problem) -> FormulaId {
        let known = self.known.entry(instance).or_default();
        *known.entry(text.to_owned()).or_insert_with(|| problem.new_atom().into())
    }

    /// That the values of two instances are the same.
    pub(super) fn same(&mut self, one: usize, other: usize, span: Span, problem: &mut Problem) -> FormulaId {
        if one == other {
            return FormulaId::TRUE;
        }
        self.place.get_or_insert(span);
        self.pair(one, other, problem)
    }

    fn pair(&mut self, one: usize, other: usize, problem: &mut Problem) -> FormulaId {
        let pair = (one.min(other), one.max(other));
        *self.same.entry(pair).or_insert_with(|| problem.new_atom().into())
    }

    /// Says what equal texts have in common; adds comparisons of their lengths.
    pub(super) fn relate(&mut self, cuts: &mut Cuts, problem: &mut Problem, rule: RuleIndex) -> Result<(), TooMany> {
        for class in self.classes() {
            if class.len() > MAX_TEXTS {
                return Err(TooMany(self.place.expect("texts of several instances were compared")));
            }
            self.relate_values(&class, problem, rule);
            self.relate_lengths(&class, cuts, problem, rule);
        }
        let linear = linear_lengths(cuts);
        for (&instance, texts) in &mut self.known {
            if linear.contains(&instance) {
                texts.entry(String::new()).or_insert_with(|| problem.new_atom().into());
                for text in texts.keys() {
                    is_long(instance, text.chars().count(), cuts, problem);
                }
            }
            let one = problem.formulas_mut().at_most_one(texts.values().copied());
            problem.constrain(one, rule);
            for (cut, &is_short) in cuts.forms.get(&length(instance)).into_iter().flatten() {
                relate_length(cut, is_short, texts, problem, rule);
            }
        }
        Ok(())
    }

    /// Instances whose values are compared, one way or another, at least two together.
    fn classes(&self) -> Vec<Vec<usize>> {
        let mut classes: Vec<BTreeSet<usize>> = Vec::new();
        for &(one, other) in self.same.keys() {
            let (joined, mut rest): (Vec<_>, Vec<_>) =
                classes.into_iter().partition(|class| class.contains(&one) || class.contains(&other));
            rest.push(joined.into_iter().flatten().chain([one, other]).collect());
            classes = rest;
        }
        classes.into_iter().map(|class| class.into_iter().collect()).collect()
    }

    /// Equality is an equivalence, and what is the same equals the same constants.
    fn relate_values(&mut self, class: &[usize], problem: &mut Problem, rule: RuleIndex) {
        let mut constants: BTreeSet<String> = BTreeSet::from([String::new()]);
        constants
            .extend(class.iter().filter_map(|instance| self.known.get(instance)).flat_map(BTreeMap::keys).cloned());
        for (at, &one) in class.iter().enumerate() {
            let empty = self.known(one, "", problem);
            let closed = problem.formulas_mut().or([Atom::new(one).into(), empty]);
            problem.constrain(closed, rule);
            for (between, &other) in class.iter().enumerate().skip(at + 1) {
                let same = self.pair(one, other, problem);
                for text in &constants {
                    let (left, right) = (self.known(one, text, problem), self.known(other, text, problem));
                    let formulas = problem.formulas_mut();
                    let (both, neither) = (formulas.and([left, right]), formulas.and([!left, !right]));
                    let distinguished = formulas.or([both, neither]);
                    let (carried, forced) = (formulas.implies(same, distinguished), formulas.implies(both, same));
                    problem.constrain(carried, rule);
                    problem.constrain(forced, rule);
                }
                for &third in &class[between + 1..] {
                    let sides = [same, self.pair(other, third, problem), self.pair(one, third, problem)];
                    for left_out in 0..3 {
                        let mut clause = sides.map(|side| !side);
                        clause[left_out] = sides[left_out];
                        let closed = problem.formulas_mut().or(clause);
                        problem.constrain(closed, rule);
                    }
                }
            }
        }
    }

    /// Equal texts are equally long, as far as lengths are asked for.
    fn relate_lengths(&mut self, class: &[usize], cuts: &mut Cuts, problem: &mut Problem, rule: RuleIndex) {
        let linear = linear_lengths(cuts);
        let is_linear = class.iter().any(|instance| linear.contains(instance));
        let asked = class.iter().filter_map(|&instance| cuts.forms.get(&length(instance)));
        let asked: BTreeSet<Cut> = asked.flat_map(BTreeMap::keys).cloned().collect();
        for (at, &one) in class.iter().enumerate() {
            for &other in &class[at + 1..] {
                let same = self.pair(one, other, problem);
                let equally_long: Vec<FormulaId> = if is_linear {
                    let mut form = length(one);
                    form.extend(length(other).into_iter().map(|(unknown, factor)| (unknown, -factor)));
                    cuts.places.extend(self.place.map(|place| (form.clone(), place)));
                    let at_most = cuts.cut(&form, BigRational::zero(), CutSide::AtMost, problem);
                    let below = cuts.cut(&form, BigRational::zero(), CutSide::Below, problem);
                    vec![at_most, !below]
                } else {
                    let mut both = |cut: &Cut| {
                        let left = cuts.cut(&length(one), cut.at.clone(), CutSide::AtMost, problem);
                        let right = cuts.cut(&length(other), cut.at.clone(), CutSide::AtMost, problem);
                        problem.formulas_mut().iff(left, right)
                    };
                    asked.iter().map(&mut both).collect()
                };
                for equal in equally_long {
                    let carried = problem.formulas_mut().implies(same, equal);
                    problem.constrain(carried, rule);
                }
            }
        }
    }
}

/// The form that is the length of the value of an instance.
fn length(instance: usize) -> LinearForm {
    vec![(FreeNumber { instance, aspect: Aspect::Length }, BigInt::one())]
}

/// Instances whose lengths are compared with other numbers.
fn linear_lengths(cuts: &Cuts) -> BTreeSet<usize> {
    let lengths = cuts.forms.keys().filter(|form| form.len() > 1).flatten();
    lengths.filter(|(unknown, _)| unknown.aspect == Aspect::Length).map(|(unknown, _)| unknown.instance).collect()
}

/// Adds the question whether a length is exactly this.
fn is_long(instance: usize, count: usize, cuts: &mut Cuts, problem: &mut Problem) {
    for side in [CutSide::AtMost, CutSide::Below] {
        cuts.cut(&length(instance), BigInt::from(count).into(), side, problem);
    }
}

/// Says which of the texts are as short as a cut demands; only the empty one has length zero.
fn relate_length(
    cut: &Cut,
    is_short: FormulaId,
    texts: &BTreeMap<String, FormulaId>,
    problem: &mut Problem,
    rule: RuleIndex,
) {
    for (text, &is_text) in texts {
        let fits = BigRational::from(BigInt::from(text.chars().count())) <= cut.at;
        let length = is_short.negated_if(!fits);
        let has_length = problem.formulas_mut().implies(is_text, length);
        problem.constrain(has_length, rule);
    }
    if let Some(&is_empty) = texts.get("").filter(|_| cut.at.is_zero()) {
        let only = problem.formulas_mut().implies(is_short, is_empty);
        problem.constrain(only, rule);
    }
}
