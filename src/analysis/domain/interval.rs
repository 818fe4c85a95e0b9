//! Bounds of what expressions compute with doubles: where they are finite, nothing is too large.

use rustc_hash::FxHashMap;

use super::declaration::Declaration;
use super::open_expressions::OpenExpressions;
use crate::analysis::value::{Configuration, Evaluator, Language, NoLogic, Number, Value, operator_of};
use crate::source::syntax::vocabulary::{ClauseKind, Operator};
use crate::source::syntax::yaml::{Yaml, YamlId};

/// The least and the greatest value.
pub(super) type Interval = (f64, f64);

/// Integers beyond this one are not expected as values.
const GREATEST_INTEGER: f64 = 1e30;

/// The bounds of expressions, as far as they were asked for.
pub(super) struct Intervals<'l> {
    language: &'l Language<'l>,
    open: OpenExpressions<'l, 'l>,
    known: FxHashMap<YamlId, Option<Interval>>,
}

impl<'l> Intervals<'l> {
    pub(super) fn new(language: &'l Language<'_>) -> Self {
        Self { language, open: OpenExpressions::of_any_input(language), known: FxHashMap::default() }
    }

    /// The bounds of a number that an expression always has; none where it may have none.
    pub(super) fn of(&mut self, yaml: Yaml<'_>, depth: usize) -> Option<Interval> {
        if let Some(known) = self.known.get(&yaml.id()) {
            return *known;
        }
        let interval = self.compute(yaml, depth);
        self.known.insert(yaml.id(), interval);
        interval
    }

    fn compute(&mut self, yaml: Yaml<'_>, depth: usize) -> Option<Interval> {
        let language = self.language;
        if !self.open.has(yaml) {
            let nothing = Configuration::new();
            let value = Evaluator::new(language, &nothing).evaluate(yaml, &mut NoLogic).ok()??;
            return value.as_number().map(|number| (number.to_f64(), number.to_f64())).filter(is_finite);
        }
        let depth = depth.checked_sub(1)?;
        let (entry, operand) = operator_of(yaml, language.profile()).ok()??;
        // What is no list has no operands to add up, and is an error.
        if matches!(entry.operator, Operator::Add | Operator::Mul) && !operand.is_sequence() {
            return None;
        }
        let mut of = |yaml| self.of(yaml, depth);
        match entry.operator {
            Operator::VariabilityInput if operand.is_scalar() => input(language, operand.text()),
            Operator::ValueExpression if operand.is_scalar() => of(language.expression(operand.text())?),
            Operator::Add => operand.items().try_fold((0.0, 0.0), |sum, item| corners(sum, of(item)?, |a, b| a + b)),
            Operator::Mul => {
                operand.items().try_fold((1.0, 1.0), |product, item| corners(product, of(item)?, |a, b| a * b))
            }
            Operator::Sub => reduce(operand, of, |one, other| corners(one, other, |a, b| a - b)),
            Operator::Div => reduce(operand, of, |one, other| {
                let has_zero = other.0 <= 0.0 && other.1 >= 0.0;
                if has_zero { None } else { corners(one, other, |a, b| a / b) }
            }),
            Operator::Mod => reduce(operand, of, |_, other| {
                let has_zero = other.0 <= 0.0 && other.1 >= 0.0;
                let most = other.0.abs().max(other.1.abs());
                (!has_zero).then_some((-most, most))
            }),
            _ => None,
        }
    }
}

/// What a declaration lets through.
fn input(language: &Language<'_>, name: &str) -> Option<Interval> {
    let declaration = Declaration::of(language, name);
    if declaration.is_computed(language) {
        return None;
    }
    let (low, high) = match declaration.type_name() {
        "integer" => (-GREATEST_INTEGER, GREATEST_INTEGER),
        "float" | "number" => (f64::MIN, f64::MAX),
        _ => return None,
    };
    let of = |kind: ClauseKind, place: usize| -> Vec<f64> {
        let single = declaration.of_kind(kind).chain(declaration.of_kind(ClauseKind::Equal));
        let ranges = declaration.of_kind(ClauseKind::Range).filter_map(|range| range.items().nth(place));
        single.chain(ranges).filter_map(number).collect()
    };
    let lists = declaration.lists().filter_map(|list| ends(list.items().filter_map(number)));
    let (lows, highs): (Vec<f64>, Vec<f64>) = lists.unzip();
    let low = of(ClauseKind::AtLeast, 0).into_iter().chain(lows).fold(low, f64::max);
    let high = of(ClauseKind::AtMost, 1).into_iter().chain(highs).fold(high, f64::min);
    Some((low, high)).filter(is_finite)
}

fn number(yaml: Yaml<'_>) -> Option<f64> {
    Value::from_yaml(yaml).as_number().map(Number::to_f64)
}

/// The least and the greatest of some numbers; none of none.
fn ends(numbers: impl Iterator<Item = f64>) -> Option<Interval> {
    numbers.map(|number| (number, number)).reduce(|one, other| (one.0.min(other.0), one.1.max(other.1)))
}

fn reduce<'m>(
    operands: Yaml<'m>,
    mut of: impl FnMut(Yaml<'m>) -> Option<Interval>,
    combine: impl Fn(Interval, Interval) -> Option<Interval>,
) -> Option<Interval> {
    let mut items = operands.items();
    let first = of(items.next()?)?;
    items.try_fold(first, |result, item| combine(result, of(item)?))
}

/// The extremes of an operation that has them at the ends of its operands.
fn corners(one: Interval, other: Interval, operation: impl Fn(f64, f64) -> f64) -> Option<Interval> {
    let corners = [(one.0, other.0), (one.0, other.1), (one.1, other.0), (one.1, other.1)];
    let results = corners.map(|(one, other)| operation(one, other));
    ends(results.into_iter()).filter(|_| results.into_iter().all(f64::is_finite))
}

fn is_finite(bounds: &Interval) -> bool {
    bounds.0.is_finite() && bounds.1.is_finite()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;
    use crate::source::syntax::vocabulary::Profile;
    use crate::source::syntax::yaml::Tree;

    fn of(expression: &str) -> Option<Interval> {
        let text = format!(
            "inputs:
                f: {{type: float}}
                p: {{type: float, constraints: [{{greater_or_equal: 1}}, {{less_than: 3}}]}}
                r: {{type: float, constraints: [{{in_range: [0, 10]}}]}}
                half: {{type: float, constraints: [{{in_range: [2, UNBOUNDED]}}, {{in_range: [1, 5]}}]}}
                e: {{type: float, constraints: [{{equal: 2.5}}]}}
                v: {{type: float, constraints: [{{valid_values: [3, 1.5, 2]}}, {{less_than: 2}}]}}
                direct: {{type: float, valid_values: [-1, 4]}}
                text: {{type: float, constraints: [{{valid_values: [x]}}]}}\nask: {expression}"
        );
        let (mut sources, mut tree) = (Sources::new(), Tree::new());
        let file = sources.add("case.yaml", text);
        let (root, _) = tree.parse(&sources, file);
        let root = tree.at(root?);
        let language = Language::new(Profile::D).with_inputs(root.get("inputs")?);
        Intervals::new(&language).of(root.get("ask")?, 10)
    }

    #[test]
    fn bounds_are_those_of_the_ends() {
        let (f, p) = ("{variability_input: f}", "{variability_input: p}");
        assert_eq!(of(&format!("{{sub: [{p}, 1]}}")), Some((0.0, 2.0)));
        assert_eq!(of(&format!("{{mul: [{p}, -2]}}")), Some((-6.0, -2.0)));
        assert_eq!(of(&format!("{{div: [6, {p}]}}")), Some((2.0, 6.0)));
        assert_eq!(of(&format!("{{mod: [{f}, 2]}}")), Some((-2.0, 2.0)));
        assert_eq!(of(&format!("{{add: [{f}, 1]}}")), Some((f64::MIN, f64::MAX)));
    }

    #[test]
    fn every_clause_of_a_declaration_bounds_its_values() {
        for (input, bounds) in [
            ("r", (0.0, 10.0)),
            ("half", (2.0, 5.0)),
            ("e", (2.5, 2.5)),
            ("v", (1.5, 2.0)),
            ("direct", (-1.0, 4.0)),
            ("text", (f64::MIN, f64::MAX)),
        ] {
            assert_eq!(of(&format!("{{variability_input: {input}}}")), Some(bounds), "{input}");
        }
        let r = "{variability_input: r}";
        assert_eq!(of(&format!("{{add: [{r}, {r}]}}")), Some((0.0, 20.0)));
    }

    #[test]
    fn what_may_be_too_large_or_has_no_value_has_none() {
        let (f, p) = ("{variability_input: f}", "{variability_input: p}");
        for expression in [
            format!("{{add: [{f}, {f}]}}"),
            format!("{{mul: [{f}, 2]}}"),
            format!("{{div: [{p}, {f}]}}"),
            "x".to_owned(),
        ] {
            assert_eq!(of(&expression), None, "{expression}");
        }
    }
}
