//! What the declaration of an input says about its values.

use crate::analysis::value::{Language, Number, Value};
use crate::source::syntax::yaml::Yaml;

/// The declaration of an input, if there is one.
#[derive(Clone, Copy)]
pub(super) struct Declaration<'a>(Option<Yaml<'a>>);

impl<'a> Declaration<'a> {
    /// That of the input with this name.
    pub(super) fn of<'m: 'a>(language: &Language<'m>, name: &str) -> Self {
        Self(language.input(name))
    }

    /// The numbers that the declaration compares with.
    pub(super) fn numbers(&self) -> Vec<Number> {
        let bounds = self.ordered().into_iter().chain(self.clauses("equal").map(Value::from_yaml));
        bounds.filter_map(|bound| bound.as_compared()).filter(Number::is_finite).collect()
    }

    /// The values between which it lets others through.
    pub(super) fn ordered(&self) -> Vec<Value> {
        let bounds = ["greater_than", "greater_or_equal", "less_than", "less_or_equal"];
        let bounds = bounds.into_iter().flat_map(|clause| self.clauses(clause));
        let ranges = self.clauses("in_range").flat_map(|range| range.items().collect::<Vec<_>>());
        let ranges = ranges.filter(|bound| bound.as_str() != Some("UNBOUNDED"));
        bounds.chain(ranges).map(Value::from_yaml).collect()
    }

    /// The declared bounds, both included.
    pub(super) fn bounds(&self) -> Option<(i64, i64)> {
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

    pub(super) fn clauses(&self, key: &'static str) -> impl Iterator<Item = Yaml<'a>> {
        let clauses = self.0.and_then(|declaration| declaration.get("constraints"));
        clauses.into_iter().flat_map(Yaml::items).filter_map(move |clause| clause.get(key))
    }

    /// Whether the value is computed where none is given.
    pub(super) fn is_computed(&self) -> bool {
        self.0.is_some_and(|declaration| declaration.get("default_expression").is_some())
    }

    /// The keys of its constraints.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'a str> {
        let clauses = self.0.and_then(|declaration| declaration.get("constraints"));
        clauses
            .into_iter()
            .flat_map(Yaml::items)
            .flat_map(|clause| clause.entries().map(|(key, _)| key.text()).collect::<Vec<_>>())
    }

    pub(super) fn valid_values(&self) -> Option<Vec<Value>> {
        let direct = self.0.and_then(|declaration| declaration.get("valid_values"));
        let listed = self.clauses("valid_values").next().or(direct)?;
        let mut values: Vec<Value> = Vec::new();
        for value in listed.items().map(Value::from_yaml) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        Some(values)
    }

    pub(super) fn type_name(&self) -> &str {
        self.0.and_then(|declaration| declaration.get("type")).and_then(Yaml::as_str).unwrap_or_default()
    }

    pub(super) fn default(&self) -> Option<Value> {
        let default = self.0?.get("default").filter(|default| default.is_scalar() && !default.is_null())?;
        Some(Value::from_yaml(default))
    }
}
