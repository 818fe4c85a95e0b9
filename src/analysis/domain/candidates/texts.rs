//! Texts and dates that can make a difference.

use std::collections::BTreeMap;

use num_bigint::{BigInt, BigUint};
use num_traits::{One, ToPrimitive};
use rustc_hash::FxHashSet;

use super::{Domain, MAX_LETTERS, is_text, whole};
use crate::analysis::domain::candidate::{Candidate, itself, sized};
use crate::analysis::domain::scale::{ScaleMark, integers};
use crate::analysis::value::{Instant, Number, Value};

impl Domain<'_> {
    /// Texts that are mentioned, and others of every length that matters, or dates; whether none is missing.
    pub(super) fn texts(&self) -> (Vec<Candidate>, bool) {
        if self.usage.is_date {
            return self.dates();
        }
        let (others, is_exact) = self.other_texts();
        (self.mentioned_where(is_text).into_iter().chain(others).chain(self.divisible()).collect(), is_exact)
    }

    /// A text that is not mentioned of every length that matters; whether each of them has one.
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
        let longest = Number::from(BigInt::from(MAX_LETTERS));
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
        let (short, long): (Vec<BigInt>, Vec<BigInt>) =
            lengths.partition(|length| *length <= BigInt::from(MAX_LETTERS));
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
        let other = |text: String| Candidate::unmentioned(Value::String(text.into()));
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
            // Each date has infinitely many texts.
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
        let is_timestamp = self.declaration.type_name() == "timestamp";
        let unmentioned = |mut text: String| {
            // A text that says a date as YAML does is one.
            while known.contains(&*text) || is_timestamp && Instant::parse_plain(&text).is_some() {
                text.insert(0, ' ');
            }
            Candidate::unmentioned(text.into())
        };
        all.extend(mentioned.iter().filter(|value| value.as_str().is_some()).cloned().map(itself));
        all.extend(texts.into_iter().map(unmentioned));
        let (others, is_exact) = self.other_texts();
        if !is_timestamp {
            all.extend(others);
        }
        (all, is_exact && !is_by_letters && self.usage.lengths.is_empty())
    }

    /// The instants that are mentioned, by their milliseconds.
    pub(super) fn instants(&self) -> Vec<BigInt> {
        let instants = self.mentioned().into_iter().chain(self.declaration.ordered());
        instants.filter_map(|value| Some(milliseconds(&value)?.into())).collect()
    }
}

/// The milliseconds of the instant that a value means where it is compared as a date.
pub(super) fn milliseconds(value: &Value) -> Option<i64> {
    match value {
        Value::Instant(instant) => Some(instant.epoch()),
        Value::String(text) => Instant::parse(text).map(|instant| instant.epoch()),
        Value::Number(number) => Instant::from_epoch(number.to_i64()?).map(|instant| instant.epoch()),
        Value::Null | Value::Boolean(_) | Value::List(_) | Value::Map(_) => None,
    }
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
    Some(Candidate { is_unmentioned: true, ..sized(text.into(), size) })
}
