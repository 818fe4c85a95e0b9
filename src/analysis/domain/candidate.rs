//! The values of one input that can make a difference.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigUint;

use super::declaration::Declaration;
use super::fallback::tries;
use super::linear::Variable;
use super::scale::{ScaleMark, floats, integers};
use super::usage::Usage;
use crate::analysis::value::{
    Configuration, Given, Instant, Language, Number, Provenance, Value, WEEKDAY, WEEKDAYS, check_given,
};

/// Ranges up to this width are looked at number by number when expressions do more than compare.
const MOST_NUMBERS: u64 = 10_000;

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
        let is_plain = self.usage.otherwise.is_none();
        match self.declaration.type_name() {
            "boolean" => (Self::booleans(), true),
            "integer" => self.integers(),
            "float" | "number" => (self.floats(), is_plain),
            "string" | "timestamp" => (self.texts(), is_plain && !self.usage.is_ordered),
            "" => self.untyped(),
            "list" => (self.mentioned_where(|value| value.as_list().is_some()), false),
            "map" => (self.mentioned_where(|value| value.as_map().is_some()), false),
            _ => self.of_other_type(),
        }
    }

    /// Values that are written as texts or numbers, such as versions and sizes. Where they are compared for equality only, all
    /// that nobody mentions are alike.
    fn of_other_type(&self) -> (Vec<Candidate>, bool) {
        let Usage { otherwise, is_ordered, is_condition, .. } = self.usage;
        let others = self.mentioned_where(|value| value.as_str().is_none());
        let all = others.into_iter().chain(self.texts()).collect();
        (all, otherwise.is_none() && !is_ordered && !is_condition)
    }

    fn mentioned_where(&self, is_meant: impl Fn(&Value) -> bool) -> Vec<Candidate> {
        self.mentioned().into_iter().filter(is_meant).map(itself).collect()
    }

    fn untyped(&self) -> (Vec<Candidate>, bool) {
        let is_plain = self.usage.otherwise.is_none();
        let mentioned = self.mentioned();
        let is_number = |value: &Value| value.as_number().is_some();
        if mentioned.iter().all(|value| value.as_bool().is_some()) && (self.usage.is_condition || !mentioned.is_empty())
        {
            return (Self::booleans(), is_plain);
        }
        if !mentioned.is_empty() && mentioned.iter().all(is_number) {
            return (self.floats(), is_plain);
        }
        let numbers = mentioned.iter().filter(|value| value.as_str().is_none()).cloned().map(itself);
        // Where more is done with it than comparing, it may have to be a number.
        let usual = [1, 0, -1].map(Value::integer).into_iter().filter(|value| !is_plain && !mentioned.contains(value));
        let all = numbers.chain(usual.map(itself)).chain(self.texts()).collect();
        (all, is_plain && !self.usage.is_ordered)
    }

    fn booleans() -> Vec<Candidate> {
        [true, false].map(|value| itself(Value::Boolean(value))).to_vec()
    }

    fn integers(&self) -> (Vec<Candidate>, bool) {
        let mut points: Vec<i64> = Vec::new();
        for number in self.numbers() {
            let at = number.to_f64();
            match number.to_i64() {
                Some(integer) => points.push(integer),
                None => points.extend([at.floor(), at.ceil()].into_iter().filter_map(|at| Number::float(at).to_i64())),
            }
        }
        let candidates = |marks: Vec<ScaleMark<i64>>| {
            marks.into_iter().map(|mark| marked(Value::integer(mark.at), &mark)).collect::<Vec<_>>()
        };
        if self.usage.otherwise.is_none() {
            return (candidates(integers(points)), true);
        }
        match self.declaration.bounds().filter(|(low, high)| low <= high && low.abs_diff(*high) <= MOST_NUMBERS) {
            Some((low, high)) => ((low..=high).map(|at| itself(Value::integer(at))).collect(), true),
            None => (candidates(integers(points)), false),
        }
    }

    fn floats(&self) -> Vec<Candidate> {
        let points = self.numbers().iter().map(Number::to_f64).collect();
        floats(points).into_iter().map(|mark| marked(number(mark.at), &mark)).collect()
    }

    /// Texts that are mentioned, and others of every length that matters.
    fn texts(&self) -> Vec<Candidate> {
        if self.usage.is_date {
            return self.dates();
        }
        let is_text = |value: &Value| matches!(value, Value::String(_) | Value::Instant(_));
        let mentioned: Vec<Value> = self.mentioned().into_iter().filter(is_text).collect();
        let fresh: Vec<Candidate> = self.lengths().into_iter().filter_map(|length| other(length, &mentioned)).collect();
        mentioned.into_iter().map(itself).chain(fresh).chain(self.divisible()).collect()
    }

    fn lengths(&self) -> Vec<usize> {
        let declared =
            ["length", "min_length", "max_length"].into_iter().flat_map(|clause| self.declaration.clauses(clause));
        let declared = declared.filter_map(|bound| Value::from_yaml(bound).as_number().and_then(Number::to_i64));
        let points: Vec<i64> = self.usage.lengths.iter().copied().chain(declared).collect();
        if points.is_empty() {
            return vec![5];
        }
        integers(points).into_iter().filter_map(|mark| usize::try_from(mark.at).ok()).collect()
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
        let longer = self.lengths().into_iter().filter(|&length| length > least.chars().count());
        let longer: Vec<String> =
            longer.map(|length| least.chars().chain(std::iter::repeat('x')).take(length).collect()).collect();
        let other = |text: String| Candidate { value: Value::String(text.into()), size: None, is_other: true };
        [usual, least].into_iter().chain(longer).map(other).collect()
    }

    fn dates(&self) -> Vec<Candidate> {
        let mentioned = self.mentioned();
        let instants = mentioned.iter().filter_map(|value| match value {
            Value::Instant(instant) => Some(instant.epoch()),
            Value::String(text) => Instant::parse(text).map(|instant| instant.epoch()),
            _ => None,
        });
        let marks = integers(instants.collect()).into_iter().filter(|mark| mark.at != 0 || !mark.is_point);
        marks.filter_map(|mark| Some(marked(Value::Instant(Instant::from_epoch(mark.at)?), &mark))).collect()
    }

    /// The values that the expressions and the declaration mention.
    fn mentioned(&self) -> Vec<Value> {
        let mut values = self.usage.literals.clone();
        values.extend(self.declaration.clauses("equal").map(Value::from_yaml));
        if let Some(default) = self.declaration.default().filter(|default| !values.contains(default)) {
            values.push(default);
        }
        values
    }

    fn numbers(&self) -> Vec<Number> {
        let mentioned = self.mentioned();
        let mentioned = mentioned.iter().filter_map(Value::as_number).cloned();
        mentioned.chain(self.declaration.numbers()).collect()
    }
}

fn itself(value: Value) -> Candidate {
    Candidate { value, size: Some(BigUint::from(1_u8)), is_other: false }
}

fn marked<T>(value: Value, mark: &ScaleMark<T>) -> Candidate {
    Candidate { value, size: mark.size.map(BigUint::from), is_other: false }
}

/// From here on floats print with an exponent.
const FIRST_WITH_EXPONENT: f64 = 1e21;

/// A float, or an integer where it prints as one: whoever reads it back gets that, and computes with all its digits.
pub(super) fn number(at: f64) -> Value {
    let float = Number::float(at);
    let integer = float.to_integer().filter(|_| at.abs() < FIRST_WITH_EXPONENT);
    Value::Number(integer.map_or(float, Number::from))
}

/// A text of that length that is none of `mentioned`.
fn other(length: usize, mentioned: &[Value]) -> Option<Candidate> {
    let texts = ["other", "x", "y", "z", "0", "1"]
        .into_iter()
        .map(|word| word.repeat(length).chars().take(length).collect::<String>());
    let mut texts = texts.map(|text| Value::String(Arc::from(text)));
    let value = texts.find(|text| !mentioned.contains(text))?;
    let size = (length == 0).then(|| BigUint::from(1_u8));
    Some(Candidate { value, size, is_other: true })
}
