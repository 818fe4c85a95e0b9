//! The values of one input that can make a difference.

mod bounded;
mod met;
mod texts;

pub(super) use met::{Dates, instants_of};

use std::sync::Arc;

use num_bigint::BigInt;

use super::candidate::{Candidate, Candidates, itself, sized};
use super::declaration::Declaration;
use super::extent::Extent;
use super::fallback::tries;
use super::scale::{ScaleMark, integers, numbers};
use super::usage::Usage;
use super::variable::Variable;
use crate::analysis::value::{Admission, DistinctValues, Instant, Language, Number, Value, WEEKDAY, WEEKDAYS};

/// Ranges up to this width are looked at number by number when expressions do more than compare.
const MAX_NUMBERS: u64 = 10_000;

/// Longer texts are not made.
const MAX_LETTERS: usize = 10_000;

/// The candidates of the input `name`: the default first, values that nothing mentions last.
pub(super) fn candidates(language: &Language<'_>, name: &str, usage: &Usage) -> Candidates {
    if name == WEEKDAY && language.input(name).is_none() {
        let all = WEEKDAYS.map(|day| itself(Value::string(day))).to_vec();
        return Candidates { all, is_exact: true };
    }
    let domain = Domain { declaration: Declaration::of(language, name), usage };
    let Found { mut all, is_exact, is_unconditional } = domain.candidates();
    if let Some(default) = domain.declaration.default() {
        all.sort_by_key(|candidate| candidate.value != default);
    }
    all.sort_by_key(|candidate| candidate.is_unmentioned);
    let others = |all: &[Candidate]| all.iter().filter(|candidate| candidate.is_unmentioned).count();
    let others_before = others(&all);
    let admission = Admission::of(language, name);
    all.retain(|candidate| admission.allows(&candidate.value));
    let others = others(&all);
    let is_exact = is_exact && (is_unconditional || others_before <= others.max(1) || !domain.allows_some_of_others());
    domain.measure(&mut all, is_exact);
    let has_lost_others = others_before > 0 && others == 0;
    if is_unconditional && !(domain.is_loose() && has_lost_others) || !all.is_empty() && !has_lost_others {
        return Candidates { all, is_exact };
    }
    // What was thought of is forbidden: something else may be allowed.
    let another = domain.another(&admission);
    let is_exact = is_exact
        && match &another {
            // Not all texts that may be allowed were looked at.
            None => is_unconditional || !domain.is_partly_allowed(),
            // A number has no length.
            Some(another) => usage.lengths.is_empty() || another.value.as_str().is_some(),
        };
    all.extend(another);
    Candidates { all, is_exact }
}

/// The input as a scale, if its values are numbers that are not listed.
pub(super) fn scale(language: &Language<'_>, name: &Arc<str>, usage: &Usage) -> Option<Variable> {
    let domain = Domain { declaration: Declaration::of(language, name), usage };
    let is_integral = match domain.declaration.type_name() {
        "integer" => true,
        "float" | "number" => false,
        _ => return None,
    };
    let default = domain.declaration.default().and_then(|default| default.as_number().cloned());
    let is_listed = domain.declaration.valid_values().is_some();
    let variable = Variable { name: Arc::clone(name), is_integral, bounds: domain.declaration.numbers(), default };
    (!is_listed).then_some(variable)
}

struct Domain<'a> {
    declaration: Declaration<'a>,
    usage: &'a Usage,
}

/// Values that were thought of.
struct Found {
    all: Vec<Candidate>,
    /// Whether no other value can make another difference, as far as the declaration allows as many as it seems to.
    is_exact: bool,
    /// Whether that holds whatever the declaration allows.
    is_unconditional: bool,
}

impl Domain<'_> {
    fn candidates(&self) -> Found {
        if let Some(values) = self.declaration.listed() {
            return Found { all: values.into_iter().map(itself).collect(), is_exact: true, is_unconditional: true };
        }
        if let Some(found) = self.between_bounds() {
            return found;
        }
        let (all, is_exact) = self.of_type();
        Found { all, is_exact, is_unconditional: false }
    }

    fn of_type(&self) -> (Vec<Candidate>, bool) {
        let Usage { is_ordered, is_condition, is_date, .. } = *self.usage;
        let is_plain = self.is_plain();
        match self.declaration.type_name() {
            "boolean" => (Self::booleans(), true),
            "integer" => self.integers(),
            // Fractions are no dates.
            "float" | "number" => (self.floats(), is_plain && !is_date),
            "string" => {
                let (all, is_exact) = self.texts();
                (all, is_exact && is_plain && !is_ordered && (is_date || self.declaration.ordered().is_empty()))
            }
            "timestamp" => {
                let (mut all, is_exact) = self.texts();
                // As a condition a date is neither true nor false, and a text that says one is true.
                let has_date =
                    !is_condition || all.iter().any(|candidate| matches!(candidate.value, Value::Instant(_)));
                let date = if has_date { None } else { Instant::from_epoch(0) };
                all.extend(date.map(|date| Candidate::of_many(Value::Instant(date))));
                (all, is_exact && is_plain && !is_ordered)
            }
            "" => self.untyped(),
            "list" => (self.mentioned_where(|value| value.as_list().is_some()), false),
            "map" => (self.mentioned_where(|value| value.as_map().is_some()), false),
            // Values that are written as texts or numbers, such as versions and sizes. Where they are compared for equality
            // only, all that are not mentioned are alike.
            _ => {
                let (texts, is_exact) = self.texts();
                let all = self.mentioned_where(|value| !is_text(value)).into_iter().chain(texts).collect();
                (all, is_exact && is_plain && !is_ordered && !is_condition)
            }
        }
    }

    /// Whether a pattern or an order may let through some texts and not others like them.
    fn is_partly_allowed(&self) -> bool {
        self.declaration.clauses("pattern").next().is_some() || self.declaration.ordered().iter().any(is_text)
    }

    /// Whether one of several texts that a pattern or an order forbids stands for others that it may allow.
    fn allows_some_of_others(&self) -> bool {
        let Usage { lengths, tokens, is_date, .. } = self.usage;
        self.is_partly_allowed() && (!lengths.is_empty() || !tokens.is_empty() || *is_date)
    }

    /// Whether what stands for many stands for finitely many. What may be a number as well as a text stands for both, and
    /// constraints of texts let all numbers through.
    fn extent(&self) -> Extent {
        if self.is_loose() { Extent::Infinite } else { self.declaration.extent_of_texts() }
    }

    /// Says of candidates for how many values they stand; where not all were looked at, one may stand for others.
    fn measure(&self, all: &mut [Candidate], is_exact: bool) {
        let is_text = self.declaration.type_name() == "string";
        for candidate in all {
            if candidate.is_unmentioned && (self.is_loose() || !is_exact) || is_text && candidate.size.is_none() {
                (candidate.size, candidate.extent) = (None, self.extent());
            }
        }
    }

    /// Another value that is allowed.
    fn another(&self, admission: &Admission<'_>) -> Option<Candidate> {
        let mentioned = self.mentioned();
        let numbers = if self.is_loose() { self.like_numbers() } else { Vec::new() };
        let mut tried = tries(&self.declaration).chain(numbers.into_iter().map(|number| number.value));
        let value = tried.find(|value| !mentioned.contains(value) && admission.allows(value))?;
        let is_unmentioned = value.as_str().is_some();
        Some(Candidate { is_unmentioned, extent: self.extent(), ..Candidate::of_many(value) })
    }

    /// Whether its values may be of several kinds: no type says which, or one that is written in several ways.
    fn is_loose(&self) -> bool {
        const STRICT: [&str; 8] = ["boolean", "integer", "float", "number", "string", "timestamp", "list", "map"];
        !STRICT.contains(&self.declaration.type_name())
    }

    /// Whether nothing is done with it but comparing it with literals.
    fn is_plain(&self) -> bool {
        self.usage.other_use.is_none()
    }

    fn mentioned_where(&self, is_meant: impl Fn(&Value) -> bool) -> Vec<Candidate> {
        self.mentioned().into_iter().filter(is_meant).map(itself).collect()
    }

    /// Whether nothing but numbers or Booleans is mentioned, and no length.
    fn is_compared_with_numbers(&self) -> bool {
        let is_one = |value: &Value| value.as_number().is_some() || value.as_bool().is_some();
        let mentioned = self.mentioned();
        !mentioned.is_empty() && self.usage.lengths.is_empty() && mentioned.iter().all(is_one)
    }

    fn untyped(&self) -> (Vec<Candidate>, bool) {
        let (mentioned, is_plain) = (self.mentioned(), self.is_plain());
        let Usage { is_ordered, is_condition, is_date, .. } = *self.usage;
        let is_number = |value: &Value| value.as_number().is_some();
        let is_boolean = |value: &Value| value.as_bool().is_some();
        if mentioned.iter().all(is_boolean) && !is_ordered && (is_condition || !mentioned.is_empty()) {
            return (Self::booleans(), is_plain);
        }
        let are_numbers = mentioned.iter().all(|value| is_number(value) || is_ordered && is_boolean(value));
        if are_numbers && !mentioned.is_empty() && !is_date && self.usage.lengths.is_empty() {
            let others = match is_ordered {
                true => self.ordered_like_numbers(),
                // A range may let through what is compared as its only number, and equals none.
                false if !self.declaration.ordered().is_empty() => self.like_numbers(),
                false => Vec::new(),
            };
            // Between texts, texts are compared letter by letter, and as numbers in the expression.
            let is_mixed = is_ordered && self.declaration.ordered().iter().any(is_text);
            return (self.floats().into_iter().chain(others).collect(), is_plain && !is_mixed);
        }
        let (texts, is_exact) = self.texts();
        let others = mentioned.iter().filter(|value| !is_text(value)).cloned().map(itself);
        // Where more is done with it than comparing, it may have to be a number.
        let usual = [1, 0, -1].map(Value::integer).into_iter().filter(|value| !is_plain && !mentioned.contains(value));
        // As a condition every text is true: `false` stands for all that is not, which no text does.
        let untrue = Value::Boolean(false);
        let untrue = (is_condition && !mentioned.contains(&untrue)).then(|| Candidate::of_many(untrue));
        let all = others.chain(usual.map(itself)).chain(texts).chain(untrue).collect();
        (all, is_exact && is_plain && !is_ordered)
    }

    /// Values that are no numbers: those that are ordered like numbers that are mentioned, and one that is in no order.
    fn ordered_like_numbers(&self) -> Vec<Candidate> {
        let text = |number: &Number| Value::from(number.to_string());
        let texts =
            self.mentioned().iter().filter_map(Value::as_compared).map(|number| text(&number)).collect::<Vec<_>>();
        let texts = texts.into_iter().map(Candidate::of_many);
        let none = Candidate::unmentioned(Value::string("other"));
        self.mentioned_where(|value| value.as_bool().is_some()).into_iter().chain(texts).chain([none]).collect()
    }

    fn booleans() -> Vec<Candidate> {
        [true, false].map(|value| itself(Value::Boolean(value))).to_vec()
    }

    fn integers(&self) -> (Vec<Candidate>, bool) {
        let numbers = || {
            let mut points: Vec<BigInt> = self.numbers().iter().flat_map(whole).chain([BigInt::ZERO]).collect();
            if self.usage.is_date {
                points.extend(self.instants().into_iter().chain(Instant::ends().map(BigInt::from)));
            }
            let marks = integers(points).into_iter();
            marks.map(|ScaleMark { at, size }| sized(Value::Number(at.into()), size)).collect::<Vec<_>>()
        };
        if self.is_plain() {
            return (numbers(), true);
        }
        match self.declaration.bounds().filter(|(low, high)| low <= high && low.abs_diff(*high) <= MAX_NUMBERS) {
            Some((low, high)) => ((low..=high).map(|at| itself(Value::integer(at))).collect(), true),
            None => (numbers(), false),
        }
    }

    fn floats(&self) -> Vec<Candidate> {
        let marks = numbers(self.numbers()).into_iter();
        marks.map(|ScaleMark { at, size }| sized(Value::Number(at), size)).collect()
    }

    /// The values that the expressions and the declaration mention.
    fn mentioned(&self) -> Vec<Value> {
        let mut values: DistinctValues = self.usage.literals.clone();
        values.extend(self.declaration.clauses("equal").map(Value::from_yaml).chain(self.declaration.default()));
        values.into_vec()
    }

    /// The numbers that it is compared with, whatever they are written as.
    fn numbers(&self) -> Vec<Number> {
        let mentioned = self.mentioned();
        mentioned.iter().filter_map(Value::as_compared).chain(self.declaration.numbers()).collect()
    }
}

fn is_text(value: &Value) -> bool {
    matches!(value, Value::String(_) | Value::Instant(_))
}

/// The integers next to a number, which may be one itself; none next to what is infinite.
fn whole(number: &Number) -> Vec<BigInt> {
    let at = number.to_f64();
    match number.to_integer() {
        Some(integer) => vec![integer],
        None => [at.floor(), at.ceil()].into_iter().filter_map(|at| Number::float(at).to_integer()).collect(),
    }
}
