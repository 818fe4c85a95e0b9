//! Values, each once, in the order in which they were met.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use super::Value;

/// Values of which no two are equal by `==`.
#[derive(Clone, Debug, Default)]
pub struct DistinctValues {
    values: Vec<Value>,
    /// The places of values by a number that equal ones share.
    places: FxHashMap<u64, Vec<usize>>,
}

impl DistinctValues {
    /// Puts a value behind the others, if it is new; its place, and whether it is new.
    pub fn insert_full(&mut self, value: &Value) -> (usize, bool) {
        let alike = self.places.entry(key(value)).or_default();
        if let Some(&place) = alike.iter().find(|&&place| self.values[place] == *value) {
            return (place, false);
        }
        alike.push(self.values.len());
        self.values.push(value.clone());
        (self.values.len() - 1, true)
    }

    /// Puts a value behind the others, if it is new; whether it is.
    pub fn insert(&mut self, value: &Value) -> bool {
        self.insert_full(value).1
    }

    /// The place of a value; none where it is not among them.
    pub fn place(&self, value: &Value) -> Option<usize> {
        self.places.get(&key(value))?.iter().copied().find(|&place| self.values[place] == *value)
    }

    /// Whether the value is among them.
    pub fn contains(&self, value: &Value) -> bool {
        self.place(value).is_some()
    }

    /// All of them.
    pub fn as_slice(&self) -> &[Value] {
        &self.values
    }

    /// All of them.
    pub fn into_vec(self) -> Vec<Value> {
        self.values
    }
}

impl Extend<Value> for DistinctValues {
    fn extend<I: IntoIterator<Item = Value>>(&mut self, values: I) {
        values.into_iter().for_each(|value| _ = self.insert(&value));
    }
}

impl FromIterator<Value> for DistinctValues {
    fn from_iter<I: IntoIterator<Item = Value>>(values: I) -> Self {
        let mut distinct = Self::default();
        distinct.extend(values);
        distinct
    }
}

/// A number that equal values share, and others hardly ever.
fn key(value: &Value) -> u64 {
    let mut hasher = FxHasher::default();
    hash(value, &mut hasher);
    if let Value::List(items) = value {
        items.iter().for_each(|item| hash(item, &mut hasher));
    }
    hasher.finish()
}

/// What is in lists and maps is left out: these may be nested deeply.
fn hash(value: &Value, hasher: &mut FxHasher) {
    match value {
        Value::Null => 0_u8.hash(hasher),
        Value::Boolean(value) => value.hash(hasher),
        // An integer and a double may be equal, and so are 0 and -0.
        Value::Number(number) => (number.to_f64() + 0.0).to_bits().hash(hasher),
        Value::String(text) => text.hash(hasher),
        Value::Instant(instant) => instant.epoch().hash(hasher),
        Value::List(items) => items.len().hash(hasher),
        Value::Map(entries) => entries.len().hash(hasher),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::value::Number;

    #[test]
    fn equal_values_are_there_once() {
        let list = |items: &[i64]| Value::from(items.iter().copied().map(Value::integer).collect::<Vec<_>>());
        let double = |at: f64| Value::from(Number::float(at));
        let large = Number::parse_integer("1180591620717411303424").map(Value::Number);
        let met = [
            Value::integer(1),
            double(1.0),
            Value::string("1"),
            double(0.0),
            double(-0.0),
            large.unwrap_or(Value::Null),
            double(2_f64.powi(70)),
            list(&[1, 2]),
            list(&[2, 1]),
            list(&[1, 2]),
            Value::from(true),
            Value::Null,
        ];
        let mut plain: Vec<Value> = Vec::new();
        for value in &met {
            if !plain.contains(value) {
                plain.push(value.clone());
            }
        }
        let distinct: DistinctValues = met.iter().cloned().collect();
        assert_eq!((distinct.as_slice(), distinct.as_slice().len()), (plain.as_slice(), 8));
        assert!(met.iter().all(|value| distinct.contains(value)));
        assert!(!distinct.contains(&Value::integer(2)));
    }
}
