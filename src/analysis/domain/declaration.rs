//! What the declaration of an input says about its values.

use super::extent::Extent;
use super::pattern::{PatternTexts, all};
use crate::analysis::value::{DistinctValues, Language, Number, Value};
use crate::source::syntax::vocabulary::ClauseKind;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::Pattern;

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
        let bounds = self.of_kind(ClauseKind::AtLeast).chain(self.of_kind(ClauseKind::AtMost));
        let ranges = self.clauses("in_range").flat_map(|range| range.items().collect::<Vec<_>>());
        let ranges = ranges.filter(|bound| bound.as_str() != Some("UNBOUNDED"));
        bounds.chain(ranges).map(Value::from_yaml).collect()
    }

    /// The declared bounds, both included.
    pub(super) fn bounds(&self) -> Option<(i64, i64)> {
        // Of integers, no fraction is one: those next to it, on both sides, are looked at.
        let whole = |bound: Yaml<'_>, rounded: fn(f64) -> f64| {
            let bound = Value::from_yaml(bound);
            let number = bound.as_number()?;
            number.to_i64().or_else(|| Number::float(rounded(number.to_f64())).to_i64())
        };
        let bound = |clause, rounded| self.clauses(clause).find_map(|bound| whole(bound, rounded));
        let mut range = self.clauses("in_range").flat_map(|range| range.items().collect::<Vec<_>>());
        let mut of_range = |rounded| whole(range.next()?, rounded);
        let (first, second) = (of_range(f64::floor), of_range(f64::ceil));
        let low = first.or_else(|| bound("greater_or_equal", f64::floor)).or_else(|| bound("greater_than", f64::floor));
        let high = second.or_else(|| bound("less_or_equal", f64::ceil)).or_else(|| bound("less_than", f64::ceil));
        Some((low?, high?))
    }

    /// What its clauses with this name say.
    pub(super) fn clauses(&self, key: &'static str) -> impl Iterator<Item = Yaml<'a>> + use<'a> {
        let clauses = self.0.and_then(|declaration| declaration.get("constraints"));
        clauses.into_iter().flat_map(Yaml::items).filter_map(move |clause| clause.get(key))
    }

    /// What its clauses of a kind say, one clause after the other.
    pub(super) fn of_kind(&self, kind: ClauseKind) -> impl Iterator<Item = Yaml<'a>> {
        let declaration = *self;
        kind.names().flat_map(move |name| declaration.clauses(name))
    }

    /// What its clauses of some kinds say, as they are written.
    pub(super) fn of_kinds(&self, is_meant: fn(ClauseKind) -> bool) -> impl Iterator<Item = Yaml<'a>> {
        let clauses = self.0.and_then(|declaration| declaration.get("constraints"));
        let clauses = clauses.into_iter().flat_map(Yaml::items).flat_map(Yaml::entries);
        clauses.filter(move |(key, _)| ClauseKind::of(key.text()).is_some_and(is_meant)).map(|(_, bound)| bound)
    }

    /// Whether the value is computed where none is given.
    pub(super) fn is_computed(&self, language: &Language<'_>) -> bool {
        self.0.is_some_and(|declaration| language.computed_default(declaration).is_some())
    }

    /// The keys of its constraints.
    pub(super) fn keys(&self) -> impl Iterator<Item = &'a str> {
        let clauses = self.0.and_then(|declaration| declaration.get("constraints"));
        clauses
            .into_iter()
            .flat_map(Yaml::items)
            .flat_map(|clause| clause.entries().map(|(key, _)| key.text()).collect::<Vec<_>>())
    }

    /// The first list of values, each once.
    pub(super) fn valid_values(&self) -> Option<Vec<Value>> {
        let listed = self.lists().next()?.items().map(Value::from_yaml);
        Some(listed.collect::<DistinctValues>().into_vec())
    }

    /// The lists of values of which it allows no others, among its constraints and beside them.
    pub(super) fn lists(&self) -> impl Iterator<Item = Yaml<'a>> {
        let direct = self.0.and_then(|declaration| declaration.get("valid_values"));
        self.clauses("valid_values").chain(direct)
    }

    /// Whether finitely many of the texts that it does not mention are allowed.
    pub(super) fn extent_of_texts(&self) -> Extent {
        let has_longest = self.clauses("max_length").chain(self.clauses("length")).next().is_some();
        let patterns: Vec<Extent> = self.patterns().iter().map(PatternTexts::extent).collect();
        match patterns[..] {
            _ if has_longest || patterns.contains(&Extent::Finite) => Extent::Finite,
            [] if self.has_narrow_range() => Extent::Finite,
            [] => Extent::Infinite,
            [one] if self.ordered().is_empty() => one,
            _ => Extent::Unknown,
        }
    }

    /// Whether a greatest text has nothing behind a least one but what no letter is less than: then few are between them.
    fn has_narrow_range(&self) -> bool {
        let of = |kind: ClauseKind, place: usize| -> Vec<&str> {
            let ranges = self.of_kind(ClauseKind::Range).filter_map(|range| range.items().nth(place));
            self.of_kind(kind).chain(ranges).filter_map(Yaml::as_str).filter(|bound| *bound != "UNBOUNDED").collect()
        };
        let lowest = of(ClauseKind::AtLeast, 0).into_iter().chain([""]).collect::<Vec<_>>();
        let is_near = |low: &str, high: &str| high.strip_prefix(low).is_some_and(|rest| rest.bytes().all(|at| at == 0));
        of(ClauseKind::AtMost, 1).into_iter().any(|high| lowest.iter().any(|low| is_near(low, high)))
    }

    /// The texts that its patterns let through, where these can be applied.
    fn patterns(&self) -> Vec<PatternTexts> {
        let patterns = self.clauses("pattern").filter_map(Yaml::as_str);
        let longest = self.longest();
        patterns.filter(|pattern| Pattern::parse(pattern).is_ok()).map(|pattern| all(pattern, longest)).collect()
    }

    /// How many UTF-16 code units its texts have at most, where it says that.
    fn longest(&self) -> Option<usize> {
        let lengths = self.clauses("max_length").chain(self.clauses("length")).map(Value::from_yaml);
        lengths.filter_map(|length| usize::try_from(length.as_number()?.to_i64()?).ok()).min()
    }

    /// The values of which it allows no others: those that are listed, or texts that are like a pattern.
    pub(super) fn listed(&self) -> Option<Vec<Value>> {
        let texts = || {
            let among = |texts| if let PatternTexts::Among(texts) = texts { Some(texts) } else { None };
            self.patterns().into_iter().find_map(among).filter(|_| self.type_name() == "string")
        };
        self.valid_values().or_else(|| Some(texts()?.into_iter().map(Value::from).collect()))
    }

    pub(super) fn type_name(&self) -> &str {
        self.0.and_then(|declaration| declaration.get("type")).and_then(Yaml::as_str).unwrap_or_default()
    }

    pub(super) fn default(&self) -> Option<Value> {
        let default = self.0?.get("default").filter(|default| default.is_scalar() && !default.is_null())?;
        Some(Value::from_yaml(default))
    }
}
