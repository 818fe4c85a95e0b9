//! The values of one input that can make a difference.

use std::sync::Arc;

use num_bigint::BigUint;

use super::linear::Variable;
use super::scale::{Mark, floats, integers};
use super::usage::Usage;
use crate::syntax::yaml::Yaml;
use crate::value::{Configuration, Given, Instant, Language, Number, Provenance, Value, check_given};

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
pub(super) struct Candidates {
    pub(super) all: Vec<Candidate>,
    /// Whether no other value can make another difference.
    pub(super) is_exact: bool,
}

/// The candidates of the input `name`: the default first, values that nothing mentions last.
pub(super) fn candidates(language: &Language<'_>, name: &str, usage: &Usage) -> Candidates {
    let domain = Domain { declaration: language.input(name), usage };
    let (mut all, is_exact) = domain.candidates();
    if let Some(default) = domain.default() {
        all.sort_by_key(|candidate| candidate.value != default);
    }
    all.sort_by_key(|candidate| candidate.is_other);
    all.retain(|candidate| is_allowed(language, name, &candidate.value));
    Candidates { all, is_exact }
}

/// Whether the declaration accepts the value.
pub(super) fn is_allowed(language: &Language<'_>, name: &str, value: &Value) -> bool {
    let mut configuration = Configuration::new();
    configuration.set(name, Given { value: value.clone(), provenance: Provenance::Assumed });
    !check_given(language, &configuration).iter().any(crate::diagnostic::Diagnostic::is_error)
}

/// The input as a scale, if its values are numbers that are not listed.
pub(super) fn scale(language: &Language<'_>, name: &Arc<str>, usage: &Usage) -> Option<Variable> {
    let domain = Domain { declaration: language.input(name), usage };
    let is_integral = match domain.type_name() {
        "integer" => true,
        "float" | "number" => false,
        _ => return None,
    };
    let default = domain.default().and_then(|default| default.as_number().cloned());
    let is_listed = domain.valid_values().is_some();
    let variable = Variable { name: Arc::clone(name), is_integral, bounds: domain.declared_numbers(), default };
    (!is_listed).then_some(variable)
}

struct Domain<'a> {
    declaration: Option<Yaml<'a>>,
    usage: &'a Usage,
}

impl Domain<'_> {
    fn candidates(&self) -> (Vec<Candidate>, bool) {
        if let Some(values) = self.valid_values() {
            return (values.into_iter().map(itself).collect(), true);
        }
        let is_plain = self.usage.otherwise.is_none();
        match self.type_name() {
            "boolean" => (Self::booleans(), true),
            "integer" => self.integers(),
            "float" | "number" => (self.floats(), is_plain),
            "string" => (self.texts(), is_plain && !self.usage.is_ordered),
            "" => self.untyped(),
            _ => (self.mentioned().into_iter().map(itself).collect(), false),
        }
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
        let all = numbers.chain(self.texts()).collect();
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
        let candidates = |marks: Vec<Mark<i64>>| {
            marks.into_iter().map(|mark| marked(Value::integer(mark.at), &mark)).collect::<Vec<_>>()
        };
        if self.usage.otherwise.is_none() {
            return (candidates(integers(points)), true);
        }
        match self.bounds().filter(|(low, high)| low <= high && low.abs_diff(*high) <= MOST_NUMBERS) {
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
        mentioned.into_iter().map(itself).chain(fresh).collect()
    }

    fn lengths(&self) -> Vec<usize> {
        let declared = ["length", "min_length", "max_length"].into_iter().flat_map(|clause| self.clauses(clause));
        let declared = declared.filter_map(|bound| Value::from_yaml(bound).as_number().and_then(Number::to_i64));
        let points: Vec<i64> = self.usage.lengths.iter().copied().chain(declared).collect();
        if points.is_empty() {
            return vec![5];
        }
        integers(points).into_iter().filter_map(|mark| usize::try_from(mark.at).ok()).collect()
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
        values.extend(self.clauses("equal").map(Value::from_yaml));
        if let Some(default) = self.default().filter(|default| !values.contains(default)) {
            values.push(default);
        }
        values
    }

    fn numbers(&self) -> Vec<Number> {
        let mentioned = self.mentioned();
        let mentioned = mentioned.iter().filter_map(Value::as_number).cloned();
        mentioned.chain(self.declared_numbers()).collect()
    }

    /// The numbers that the declaration compares with.
    fn declared_numbers(&self) -> Vec<Number> {
        let bounds = ["greater_than", "greater_or_equal", "less_than", "less_or_equal", "equal"];
        let bounds = bounds.into_iter().flat_map(|clause| self.clauses(clause));
        let ranges = self.clauses("in_range").flat_map(|range| range.items().collect::<Vec<_>>());
        bounds.chain(ranges).filter_map(|bound| Value::from_yaml(bound).as_number().cloned()).collect()
    }

    /// The declared bounds, both included.
    fn bounds(&self) -> Option<(i64, i64)> {
        let bound = |clause| {
            self.clauses(clause).find_map(|bound| Value::from_yaml(bound).as_number().and_then(Number::to_i64))
        };
        let mut range = self.clauses("in_range").flat_map(|range| range.items().collect::<Vec<_>>());
        let mut of_range = || Value::from_yaml(range.next()?).as_number().and_then(Number::to_i64);
        let (first, second) = (of_range(), of_range());
        let low = first.or_else(|| bound("greater_or_equal")).or_else(|| bound("greater_than"));
        let high = second.or_else(|| bound("less_or_equal")).or_else(|| bound("less_than"));
        Some((low?, high?))
    }

    fn clauses(&self, key: &'static str) -> impl Iterator<Item = Yaml<'_>> {
        let clauses = self.declaration.and_then(|declaration| declaration.get("constraints"));
        clauses.into_iter().flat_map(Yaml::items).filter_map(move |clause| clause.get(key))
    }

    fn valid_values(&self) -> Option<Vec<Value>> {
        let direct = self.declaration.and_then(|declaration| declaration.get("valid_values"));
        let listed = self.clauses("valid_values").next().or(direct)?;
        let mut values: Vec<Value> = Vec::new();
        for value in listed.items().map(Value::from_yaml) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        Some(values)
    }

    fn type_name(&self) -> &str {
        self.declaration.and_then(|declaration| declaration.get("type")).and_then(Yaml::as_str).unwrap_or_default()
    }

    fn default(&self) -> Option<Value> {
        let default = self.declaration?.get("default").filter(|default| default.is_scalar() && !default.is_null())?;
        Some(Value::from_yaml(default))
    }
}

fn itself(value: Value) -> Candidate {
    Candidate { value, size: Some(BigUint::from(1_u8)), is_other: false }
}

fn marked<T>(value: Value, mark: &Mark<T>) -> Candidate {
    Candidate { value, size: mark.size.map(BigUint::from), is_other: false }
}

/// A float, or an integer where it is one.
pub(super) fn number(at: f64) -> Value {
    let float = Number::float(at);
    float.to_i64().map_or(Value::Number(float), Value::integer)
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
