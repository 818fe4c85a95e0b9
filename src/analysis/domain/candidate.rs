//! The values of one input that can make a difference.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive};
use rustc_hash::FxHashSet;

use super::declaration::Declaration;
use super::fallback::tries;
use super::linear::Variable;
use super::scale::{ScaleMark, integers, numbers, read_back};
use super::usage::Usage;
use crate::analysis::value::{
    Configuration, Given, Instant, Language, Number, Provenance, Value, WEEKDAY, WEEKDAYS, check_given,
};

/// Ranges up to this width are looked at number by number when expressions do more than compare.
const MOST_NUMBERS: u64 = 10_000;

/// Longer texts are not made.
const LONGEST: usize = 10_000;

/// A value that stands for itself or for many.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The value.
    pub value: Value,
    /// How many values it stands for; none for infinitely many.
    pub size: Option<BigUint>,
    /// Whether it is "any other value": a text that neither the declaration nor an expression mentions.
    pub is_other: bool,
}

/// The candidates of an input.
#[derive(Clone, Debug)]
pub(super) struct Candidates {
    pub(super) all: Vec<Candidate>,
    /// Whether no other value can make another difference.
    pub(super) is_exact: bool,
}

/// The candidates of the input `name`: the default first, values that nothing mentions last.
pub(super) fn candidates(language: &Language<'_>, name: &str, usage: &Usage) -> Candidates {
    if name == WEEKDAY && language.input(name).is_none() {
        let all = WEEKDAYS.map(|day| itself(Value::string(day))).to_vec();
        return Candidates { all, is_exact: true };
    }
    let domain = Domain { declaration: Declaration::of(language, name), usage };
    let (mut all, is_exact) = domain.candidates();
    if let Some(default) = domain.declaration.default() {
        all.sort_by_key(|candidate| candidate.value != default);
    }
    all.sort_by_key(|candidate| candidate.is_other);
    let others = |all: &[Candidate]| all.iter().filter(|candidate| candidate.is_other).count();
    let others_before = others(&all);
    all.retain(|candidate| is_allowed(language, name, &candidate.value));
    let has_lost_others = others_before > 0 && others(&all) == 0;
    // One of several texts that a pattern forbids stands for others that it may allow.
    let has_pattern = domain.declaration.clauses("pattern").next().is_some();
    let is_exact = is_exact && !(has_pattern && others_before > others(&all).max(1));
    if !all.is_empty() && !has_lost_others {
        return Candidates { all, is_exact };
    }
    // What was thought of is forbidden: something else may be allowed.
    let mentioned = domain.mentioned();
    let is_found = |value: &Value| !mentioned.contains(value) && is_allowed(language, name, value);
    let value = tries(language.input(name)).find(is_found);
    // Nobody has looked at all texts that a pattern may allow.
    let is_exact = is_exact && (value.is_some() || !has_pattern);
    all.extend(value.map(|value| Candidate { is_other: value.as_str().is_some(), value, size: None }));
    Candidates { all, is_exact }
}

/// Whether the declaration accepts the value.
pub(super) fn is_allowed(language: &Language<'_>, name: &str, value: &Value) -> bool {
    let mut configuration = Configuration::new();
    configuration.set(name, Given { value: value.clone(), provenance: Provenance::Assumed });
    !check_given(language, &configuration).iter().any(crate::source::diagnostic::Diagnostic::is_error)
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

impl Domain<'_> {
    fn candidates(&self) -> (Vec<Candidate>, bool) {
        if let Some(values) = self.declaration.valid_values() {
            return (values.into_iter().map(itself).collect(), true);
        }
        let Usage { is_ordered, is_condition, is_date, .. } = *self.usage;
        let is_plain = self.is_plain();
        match self.declaration.type_name() {
            "boolean" => (Self::booleans(), true),
            "integer" => self.integers(),
            // Fractions are no dates.
            "float" | "number" => (self.floats(), is_plain && !is_date),
            "string" | "timestamp" => {
                let (all, is_exact) = self.texts();
                (all, is_exact && is_plain && !is_ordered)
            }
            "" => self.untyped(),
            "list" => (self.mentioned_where(|value| value.as_list().is_some()), false),
            "map" => (self.mentioned_where(|value| value.as_map().is_some()), false),
            // Values that are written as texts or numbers, such as versions and sizes. Where they are compared for equality only, all
            // that nobody mentions are alike.
            _ => {
                let (texts, is_exact) = self.texts();
                let all = self.mentioned_where(|value| !is_text(value)).into_iter().chain(texts).collect();
                (all, is_exact && is_plain && !is_ordered && !is_condition)
            }
        }
    }

    /// Whether nothing is done with it but comparing it with literals.
    fn is_plain(&self) -> bool {
        self.usage.otherwise.is_none()
    }

    fn mentioned_where(&self, is_meant: impl Fn(&Value) -> bool) -> Vec<Candidate> {
        self.mentioned().into_iter().filter(is_meant).map(itself).collect()
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
            let others = if is_ordered { self.ordered_like_numbers() } else { Vec::new() };
            return (self.floats().into_iter().chain(others).collect(), is_plain);
        }
        let (texts, is_exact) = self.texts();
        let others = mentioned.iter().filter(|value| !is_text(value)).cloned().map(itself);
        // Where more is done with it than comparing, it may have to be a number.
        let usual = [1, 0, -1].map(Value::integer).into_iter().filter(|value| !is_plain && !mentioned.contains(value));
        let all = others.chain(usual.map(itself)).chain(texts).collect();
        (all, is_exact && is_plain && !is_ordered)
    }

    /// Values that are no numbers: those that are ordered like numbers that are mentioned, and one that is in no order.
    fn ordered_like_numbers(&self) -> Vec<Candidate> {
        let text = |number: &Number| Value::from(number.to_string());
        let texts =
            self.mentioned().iter().filter_map(Value::as_compared).map(|number| text(&number)).collect::<Vec<_>>();
        let texts = texts.into_iter().map(|value| Candidate { value, size: None, is_other: false });
        let none = Candidate { value: Value::string("other"), size: None, is_other: true };
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
        match self.declaration.bounds().filter(|(low, high)| low <= high && low.abs_diff(*high) <= MOST_NUMBERS) {
            Some((low, high)) => ((low..=high).map(|at| itself(Value::integer(at))).collect(), true),
            None => (numbers(), false),
        }
    }

    fn floats(&self) -> Vec<Candidate> {
        let marks = numbers(self.numbers()).into_iter();
        marks.map(|ScaleMark { at, size }| sized(Value::Number(at), size)).collect()
    }

    /// Texts that are mentioned, and others of every length that matters, or dates; whether none is missing.
    fn texts(&self) -> (Vec<Candidate>, bool) {
        if self.usage.is_date {
            return self.dates();
        }
        let (others, is_exact) = self.other_texts();
        (self.mentioned_where(is_text).into_iter().chain(others).chain(self.divisible()).collect(), is_exact)
    }

    /// A text that nobody mentions of every length that matters; whether each of them has one.
    fn other_texts(&self) -> (Vec<Candidate>, bool) {
        let mentioned = self.mentioned();
        let known: FxHashSet<&str> = mentioned.iter().filter_map(Value::as_str).collect();
        let (mut lengths, mut is_exact) = self.lengths();
        // There is one text of this length.
        lengths.retain(|length| *length > 0 || !known.contains(""));
        let others: Vec<Candidate> = lengths.iter().filter_map(|&length| other(length, &known)).collect();
        is_exact &= others.len() == lengths.len();
        (others, is_exact)
    }

    /// Lengths of texts that matter, but those that are too great; whether there are none of these.
    fn lengths(&self) -> (Vec<usize>, bool) {
        let declared = |clause| {
            let bounds = self.declaration.clauses(clause).map(Value::from_yaml);
            bounds.filter_map(|bound| bound.as_compared()).filter(Number::is_finite).collect::<Vec<_>>()
        };
        let longest = Number::from(BigInt::from(LONGEST));
        // Shorter texts are allowed, of which there is one.
        let most = declared("max_length").into_iter().filter(|most| *most < longest);
        let least = declared("length").into_iter().chain(declared("min_length"));
        let numbers = self.usage.lengths.iter().cloned().chain(least).chain(most);
        let points: Vec<BigInt> = numbers.flat_map(|number| whole(&number)).collect();
        if points.is_empty() {
            return (vec![5], true);
        }
        let marks = integers(points.into_iter().chain([BigInt::ZERO]).collect());
        let lengths = marks.into_iter().map(|mark| mark.at).filter(|length| *length >= BigInt::ZERO);
        let (short, long): (Vec<BigInt>, Vec<BigInt>) = lengths.partition(|length| *length <= BigInt::from(LONGEST));
        (short.iter().filter_map(ToPrimitive::to_usize).collect(), long.is_empty())
    }

    /// Texts with every part that expressions take from them, as short as can be and as long as lengths matter.
    fn divisible(&self) -> Vec<Candidate> {
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        for (separator, place) in &self.usage.tokens {
            let most = places.entry(separator).or_default();
            *most = (*most).max(*place);
        }
        if places.is_empty() {
            return Vec::new();
        }
        let with = |part: &str| -> String {
            let others = places.iter().map(|(separator, place)| format!("{separator}{part}").repeat(*place));
            part.to_owned() + &others.collect::<String>()
        };
        let (least, usual) = (with(""), with("x"));
        let longer = self.lengths().0.into_iter().filter(|&length| length > least.chars().count());
        let longer: Vec<String> =
            longer.map(|length| least.chars().chain(std::iter::repeat('x')).take(length).collect()).collect();
        let other = |text: String| Candidate { value: Value::String(text.into()), size: None, is_other: true };
        [usual, least].into_iter().chain(longer).map(other).collect()
    }

    /// Instants that are mentioned, and others between them and beyond. Where the input is compared as a value too, also texts: those
    /// that are mentioned, others that mean the same, and some that are no dates. Whether none is missing.
    fn dates(&self) -> (Vec<Candidate>, bool) {
        let (mentioned, points) = (self.mentioned(), self.instants());
        let instant = |at: &BigInt| Instant::from_epoch(at.to_i64()?);
        let marks = integers(points.clone()).into_iter();
        let marks = marks.filter_map(|ScaleMark { at, size }| Some((instant(&at)?, size)));
        let is_value = self.usage.is_value || !self.usage.lengths.is_empty();
        let mut all: Vec<Candidate> = Vec::new();
        for (instant, size) in marks {
            // Each date has as many texts as anybody likes.
            let size = size.filter(|size| !is_value || size.is_one());
            all.push(sized(Value::Instant(instant), size));
        }
        // What texts are between is compared letter by letter.
        let is_by_letters = self.declaration.ordered().iter().any(|bound| bound.as_str().is_some());
        if !is_value && !is_by_letters {
            return (all, true);
        }
        let known: FxHashSet<&str> = mentioned.iter().filter_map(Value::as_str).collect();
        // Years before 0 have no text that can be read.
        let texts = all.iter().map(|date| date.value.to_text()).filter(|text| Instant::parse(text).is_some());
        let texts: Vec<String> = texts.collect();
        let unmentioned = |mut text: String| {
            while known.contains(&*text) {
                text.insert(0, ' ');
            }
            Candidate { value: text.into(), size: None, is_other: true }
        };
        all.extend(mentioned.iter().filter(|value| value.as_str().is_some()).cloned().map(itself));
        all.extend(texts.into_iter().map(unmentioned));
        let (others, is_exact) = self.other_texts();
        if self.declaration.type_name() != "timestamp" {
            all.extend(others);
        }
        (all, is_exact && !is_by_letters && self.usage.lengths.is_empty())
    }

    /// The instants that are mentioned, by their milliseconds.
    fn instants(&self) -> Vec<BigInt> {
        let instants = self.mentioned().into_iter().chain(self.declaration.ordered());
        let instants = instants.filter_map(|value| match value {
            Value::Instant(instant) => Some(instant),
            Value::String(text) => Instant::parse(&text),
            Value::Number(number) => Instant::from_epoch(number.to_i64()?),
            _ => None,
        });
        instants.map(|instant| instant.epoch().into()).collect()
    }

    /// The values that the expressions and the declaration mention.
    fn mentioned(&self) -> Vec<Value> {
        let mut values = self.usage.literals.clone();
        let declared = self.declaration.clauses("equal").map(Value::from_yaml).chain(self.declaration.default());
        for value in declared {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }

    /// The numbers that it is compared with, whatever they are written as.
    fn numbers(&self) -> Vec<Number> {
        let mentioned = self.mentioned();
        mentioned.iter().filter_map(Value::as_compared).chain(self.declaration.numbers()).collect()
    }
}

fn itself(value: Value) -> Candidate {
    sized(value, Some(BigUint::from(1_u8)))
}

fn sized(value: Value, size: Option<BigUint>) -> Candidate {
    Candidate { value, size, is_other: false }
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

/// A float as it is read where it is printed.
pub(super) fn number(at: f64) -> Value {
    Value::Number(read_back(at))
}

/// A text of that length, 0 or more, that is none of `known`; none where all that are tried are.
fn other(length: usize, known: &FxHashSet<&str>) -> Option<Candidate> {
    let of_length = |word: &str| word.chars().cycle().take(length).collect::<String>();
    // One letter, then one unit of length, in the last place.
    let start = "x".repeat(length.saturating_sub(1));
    let letters = ('a'..='z').chain('\u{a1}'..='\u{d7ff}').map(|letter| format!("{start}{letter}"));
    let words = ["other", "x", "y", "z", "0", "1"].into_iter().map(of_length);
    let text = words.chain(letters.filter(|_| length > 0)).find(|text| !known.contains(&**text))?;
    let size = (length == 0).then(|| BigUint::from(1_u8));
    Some(Candidate { value: text.into(), size, is_other: true })
}
