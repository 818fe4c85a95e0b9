//! Rules: how well a technology deploys a scenario.

use indexmap::IndexMap;
use rustc_hash::FxHashMap;

use super::scenario::Scenario;
use super::sorting::sort_rules;
use super::written::unknown_keys;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::Weight;
use crate::tosca::model::lower::keywords::{conditions, given};

/// An entry of `qualities`.
#[derive(Clone, Debug)]
pub(super) struct QualityRule<'t> {
    /// Where it applies.
    pub(super) scenario: Scenario<'t>,
    /// What it assesses.
    pub(super) technology: &'t str,
    /// Conditions of technologies that it makes.
    pub(super) conditions: Vec<YamlId>,
    /// The quality, as written.
    pub(super) weight: Option<Yaml<'t>>,
    /// The quality. A wrong weight counts as the best, so that a technology is made of it and the weight reported.
    pub(super) quality: Weight,
    /// The type that replaces the node's, if it is not the one that its name says.
    pub(super) assign: Option<&'t str>,
    /// Where it stands.
    pub(super) span: Span,
    /// The rule, as written.
    pub(super) body: YamlId,
}

/// All rules by scenario, in the order in which technologies are made of them.
#[derive(Debug, Default)]
pub(super) struct Rules<'t> {
    scenarios: Vec<Vec<QualityRule<'t>>>,
    /// Places of scenarios, ascending.
    by_component: FxHashMap<&'t str, Vec<usize>>,
}

impl<'t> QualityRule<'t> {
    fn read(body: Yaml<'t>) -> Result<Self, Box<Diagnostic>> {
        let missing = |key: &str| {
            let message = format!("a rule of \"qualities\" has a \"{key}\", a name");
            Box::new(Diagnostic::new(Code::WrongShape, body.get(key).unwrap_or(body).span(), message))
        };
        let weight = given(body, "weight");
        Ok(Self {
            scenario: Scenario::read(body).ok_or_else(|| missing("component"))?,
            technology: technology(body).ok_or_else(|| missing("technology"))?,
            conditions: conditions(body.get("conditions")),
            weight,
            quality: weight.and_then(|weight| Weight::parse(weight, "").ok()).unwrap_or(Weight::ONE),
            assign: text(body, "assign"),
            span: body.get("component").unwrap_or(body).span(),
            body: body.id(),
        })
    }
}

impl<'t> Rules<'t> {
    /// Reads the list of rules.
    pub(super) fn read(list: Yaml<'t>) -> (Self, Vec<Diagnostic>) {
        if !list.is_sequence() {
            let message = format!("\"qualities\" is a list of rules, not a {}", list.kind());
            return (Self::default(), vec![Diagnostic::new(Code::WrongShape, list.span(), message)]);
        }
        let (mut rules, mut diagnostics) = (Vec::new(), Vec::new());
        for body in list.items() {
            diagnostics.extend(unknown_keys(body));
            match QualityRule::read(body) {
                Ok(rule) => rules.push(rule),
                Err(diagnostic) => diagnostics.push(*diagnostic),
            }
        }
        (Self::new(sort_rules(rules)), diagnostics)
    }

    /// DEVIATION: rules that differ only in the operations that they ask for are scenarios of their own; the
    /// reference leaves the operations out of the key and so loses those of all but one rule.
    fn new(rules: Vec<QualityRule<'t>>) -> Self {
        let mut grouped: IndexMap<Scenario<'t>, Vec<QualityRule<'t>>> = IndexMap::new();
        for rule in rules {
            grouped.entry(rule.scenario.clone()).or_default().push(rule);
        }
        let mut by_component: FxHashMap<&'t str, Vec<usize>> = FxHashMap::default();
        for (place, scenario) in grouped.keys().enumerate() {
            by_component.entry(scenario.component).or_default().push(place);
        }
        Self { scenarios: grouped.into_values().collect(), by_component }
    }

    /// All rules, scenario by scenario.
    pub(super) fn all(&self) -> impl Iterator<Item = &QualityRule<'t>> {
        self.scenarios.iter().flatten()
    }

    /// Whether there is no rule.
    pub(super) fn is_empty(&self) -> bool {
        self.scenarios.is_empty()
    }

    /// The rules for components of any of these types, scenario by scenario.
    pub(super) fn of_types<'r>(&'r self, types: &[&str]) -> impl Iterator<Item = &'r [QualityRule<'t>]> + use<'r, 't> {
        let mut places: Vec<usize> =
            types.iter().filter_map(|name| self.by_component.get(name)).flatten().copied().collect();
        places.sort_unstable();
        places.into_iter().map(|place| self.scenarios[place].as_slice())
    }
}

/// The technology of a rule: a name, or a list of one name.
fn technology(body: Yaml<'_>) -> Option<&str> {
    let given = given(body, "technology")?;
    if !given.is_sequence() {
        return text(body, "technology");
    }
    let mut items = given.items();
    match (items.next(), items.next()) {
        (Some(one), None) if one.is_scalar() && !one.is_null() => Some(one.text()),
        _ => None,
    }
}

/// The name behind a key.
pub(super) fn text<'t>(body: Yaml<'t>, key: &str) -> Option<&'t str> {
    given(body, key).filter(|value| value.is_scalar()).map(Yaml::text)
}
