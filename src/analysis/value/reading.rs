//! What an expression reads, found without evaluating it.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::keyword::lookup;
use super::{Language, WEEKDAY};
use crate::source::Span;
use crate::source::syntax::vocabulary::{Arity, Layer, Operator, OperatorEntry, Profile};
use crate::source::syntax::yaml::Yaml;

/// What an expression depends on, through named expressions too. Default expressions of the inputs are not
/// followed: a given value hides them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// The variability inputs that it reads, by name.
    pub inputs: BTreeSet<String>,
    /// Whether it asks for the presence of elements.
    pub asks_presence: bool,
    /// Whether it asks for the current date.
    pub asks_date: bool,
}

/// Operands that are compared with each other.
#[derive(Clone, Debug)]
pub struct Compared<'e> {
    /// The operator that compares them.
    pub operator: Operator,
    /// The inputs among them, each with the place where it is named.
    pub inputs: Vec<(&'e str, Span)>,
    /// The literals among them, and in lists among them in which values are looked for.
    pub literals: Vec<Yaml<'e>>,
    /// The first list of literals that is written among operands of `equal`, of which there are several.
    pub list: Option<Yaml<'e>>,
    /// The first named expression over presences and inputs among them, which is true or false, with its name.
    pub condition: Option<(Yaml<'e>, &'e str)>,
    /// Whether the day of the week is among them.
    pub has_weekday: bool,
}

/// A list among the operands of an operator that is a value as it stands, though an expression is written in it.
#[derive(Clone, Copy, Debug)]
pub struct UnevaluatedList<'e> {
    /// The operator.
    pub operator: Operator,
    /// All of its operands.
    pub operands: Yaml<'e>,
    /// The list.
    pub list: Yaml<'e>,
}

impl Language<'_> {
    /// What `expression` reads.
    pub fn reading(&self, expression: Yaml<'_>) -> Reading {
        let mut reading = Reading::default();
        self.walk(expression, |entry, operand| match entry.operator {
            Operator::VariabilityInput => reading.inputs.extend(operand.is_scalar().then(|| operand.text().to_owned())),
            Operator::Weekday => reading.asks_date = true,
            _ => reading.asks_presence |= asks_presence(entry, operand, self.profile()),
        });
        reading
    }

    /// The names of the inputs that `expression` reads, in alphabetical order.
    pub fn inputs_read<'e>(&'e self, expression: Yaml<'e>) -> BTreeSet<&'e str> {
        let mut inputs = BTreeSet::new();
        self.walk(expression, |entry, operand| {
            if entry.operator == Operator::VariabilityInput && operand.is_scalar() {
                inputs.insert(operand.text());
            }
        });
        inputs
    }

    /// The names of the inputs that decide the value of `expression`, in alphabetical order: those that it reads, and
    /// [`WEEKDAY`] where it asks for the current date.
    pub fn inputs_of(&self, expression: Yaml<'_>) -> BTreeSet<String> {
        let Reading { mut inputs, asks_date, .. } = self.reading(expression);
        inputs.extend(asks_date.then(|| WEEKDAY.to_owned()));
        inputs
    }

    /// What `expression` compares with each other, in the order of the walk.
    pub fn compared<'e>(&'e self, expression: Yaml<'e>) -> Vec<Compared<'e>> {
        let mut found = Vec::new();
        self.walk(expression, |entry, operands| {
            if entry.operator.compares() && !entry.operator.compares_lengths() {
                let input = |operand: Yaml<'e>| Some((self.input_behind(operand)?, operand.span()));
                let inputs = operands.items().filter_map(input).collect();
                let is_equality = entry.operator == Operator::Equal;
                let looked_at = |operand: &Yaml<'e>| operand.is_scalar() || !is_equality;
                let literals = operands.items().filter(looked_at).flat_map(scalars).collect();
                let is_list = |operand: &Yaml<'e>| {
                    is_equality
                        && operand.is_sequence()
                        && operands.len() > 1
                        && !has_expression(*operand, self.profile())
                };
                let list = operands.items().find(is_list);
                let has_weekday = operands.items().any(|operand| self.is_weekday(operand));
                let word = Operator::LogicExpression.name(self.profile());
                let condition = operands.items().find_map(|it| Some((it, it.get(word)?.as_str()?)));
                found.push(Compared { operator: entry.operator, inputs, literals, list, condition, has_weekday });
            }
        });
        found
    }

    /// The lists below `expression` in which something is written that looks as if it were to be evaluated, in the order of the walk.
    pub fn unevaluated_lists<'e>(&'e self, expression: Yaml<'e>) -> Vec<UnevaluatedList<'e>> {
        let mut found = Vec::new();
        self.walk(expression, |entry, operands| {
            let lists = kept_lists(entry.operator, operands, self.profile());
            let lists = lists.into_iter().filter(|list| has_expression(*list, self.profile()));
            found.extend(lists.map(|list| UnevaluatedList { operator: entry.operator, operands, list }));
        });
        found
    }

    /// What `expression` compares, by value, date or length, without reading anything, in the order of the walk: the operator,
    /// and the literals from which its operands are made; `equal` distinguishes lists whatever is in them.
    pub fn constant_comparisons<'e>(&'e self, expression: Yaml<'e>) -> Vec<(Operator, Vec<Yaml<'e>>)> {
        let mut found = Vec::new();
        self.walk(expression, |entry, operands| {
            let is_unread = || {
                kept_lists(entry.operator, operands, self.profile())
                    .iter()
                    .any(|list| has_expression(*list, self.profile()))
            };
            if entry.operator.compares() && !is_unread() {
                let is_equality = entry.operator == Operator::Equal;
                let compared = operands.items().filter(|operand| !(is_equality && operand.is_sequence())).collect();
                found.extend(constants(compared, self.profile()).map(|literals| (entry.operator, literals)));
            }
        });
        found
    }

    /// Calls `visit` with each operator below `expression` and its operand, each shared mapping once.
    fn walk<'e>(&'e self, expression: Yaml<'e>, mut visit: impl FnMut(&'static OperatorEntry, Yaml<'e>)) {
        let mut seen = FxHashSet::default();
        let mut open = vec![expression];
        while let Some(yaml) = open.pop() {
            if !yaml.is_scalar() && !seen.insert(yaml.id()) {
                continue;
            }
            self.push_parts(yaml, &mut open, &mut visit);
        }
    }

    /// Adds what stands right below an expression to `parts`, named expressions too; calls `visit` with each operator there and its
    /// operand.
    pub(in crate::analysis) fn push_parts<'e>(
        &'e self,
        yaml: Yaml<'e>,
        parts: &mut Vec<Yaml<'e>>,
        mut visit: impl FnMut(&'static OperatorEntry, Yaml<'e>),
    ) {
        // Of a list that is a value nothing is evaluated; what an operator looks at in one is added with its operands.
        if !self.dialect().lists_are_values {
            parts.extend(yaml.items().rev());
        }
        for (key, operand) in yaml.entries() {
            let Some(entry) = lookup(key.text(), self.profile()) else {
                continue;
            };
            visit(entry, operand);
            match entry.operator {
                Operator::ValueExpression | Operator::LogicExpression => parts.extend(self.body_named(operand)),
                _ if entry.arity == Arity::Reference => {}
                _ => parts.extend(evaluated(entry.operator, operand, self.profile()).into_iter().rev()),
            }
        }
    }

    fn body_named<'e>(&'e self, name: Yaml<'e>) -> Option<Yaml<'e>> {
        if name.is_scalar() { self.expression(name.text()) } else { None }
    }

    /// Whether `operand` is the day of the week itself.
    fn is_weekday(&self, operand: Yaml<'_>) -> bool {
        let key = operand.entries().next().map(|(key, _)| key);
        key.and_then(|key| lookup(key.text(), self.profile())).is_some_and(|entry| entry.operator == Operator::Weekday)
    }

    /// The name of the input that `operand` is, directly or as the whole of a named expression.
    pub(in crate::analysis) fn input_behind<'e>(&'e self, mut operand: Yaml<'e>) -> Option<&'e str> {
        // A chain of names is never longer than there are names, unless it is a cycle.
        for _ in 0..=self.expressions().len() {
            let (key, name) = operand.entries().next()?;
            match lookup(key.text(), self.profile())?.operator {
                Operator::VariabilityInput if name.is_scalar() => return Some(name.text()),
                Operator::ValueExpression => operand = self.body_named(name)?,
                _ => return None,
            }
        }
        None
    }
}

/// The expressions that an operator has evaluated: its operands, but of a list among them only entries that it goes through, where
/// the profile takes lists for values.
pub(in crate::analysis) fn evaluated(operator: Operator, operand: Yaml<'_>, profile: Profile) -> Vec<Yaml<'_>> {
    if !operand.is_sequence() || !profile.dialect().lists_are_values {
        return vec![operand];
    }
    let mut expressions = Vec::new();
    for (place, operand) in operand.items().enumerate() {
        if !operand.is_sequence() {
            expressions.push(operand);
        } else if operator.takes_entries(place) {
            expressions.extend(operand.items());
        }
    }
    expressions
}

/// The lists among what an operator has evaluated, and which are values as they stand: nothing in them is evaluated.
fn kept_lists(operator: Operator, operands: Yaml<'_>, profile: Profile) -> Vec<Yaml<'_>> {
    if !operands.is_sequence() || !profile.dialect().lists_are_values {
        return Vec::new();
    }
    let operands = operands.items().enumerate();
    let parts = operands.flat_map(|(place, operand)| {
        let is_gone_through = operand.is_sequence() && operator.takes_entries(place);
        if is_gone_through { operand.items().collect() } else { vec![operand] }
    });
    parts.filter(|part| part.is_sequence()).collect()
}

/// Whether something in a list looks like an expression: a mapping whose one key is an operator.
fn has_expression(list: Yaml<'_>, profile: Profile) -> bool {
    let (mut seen, mut open) = (FxHashSet::default(), vec![list]);
    while let Some(yaml) = open.pop() {
        if !yaml.is_scalar() && seen.insert(yaml.id()) {
            if yaml.len() == 1 && yaml.entries().any(|(key, _)| lookup(key.text(), profile).is_some()) {
                return true;
            }
            open.extend(yaml.items());
        }
    }
    false
}

/// The literals from which operands are made, in their order; none where anything is read, or names an expression, or compares.
fn constants(mut operands: Vec<Yaml<'_>>, profile: Profile) -> Option<Vec<Yaml<'_>>> {
    operands.reverse();
    let (mut literals, mut seen, mut open) = (Vec::new(), FxHashSet::default(), operands);
    while let Some(yaml) = open.pop() {
        if yaml.is_scalar() {
            literals.push(yaml);
            continue;
        }
        if !seen.insert(yaml.id()) {
            continue;
        }
        open.extend(yaml.items().rev());
        for (key, operand) in yaml.entries() {
            let entry = lookup(key.text(), profile)?;
            let is_computed = entry.layer == Layer::Value && entry.arity != Arity::Reference;
            if !is_computed || entry.operator == Operator::Weekday || entry.operator.compares() {
                return None;
            }
            open.push(operand);
        }
    }
    Some(literals)
}

/// A scalar itself, or the scalars of a list.
pub(in crate::analysis) fn scalars(operand: Yaml<'_>) -> Vec<Yaml<'_>> {
    if operand.is_scalar() { vec![operand] } else { operand.items().filter(|item| item.is_scalar()).collect() }
}

/// Whether nothing is computed: a scalar, or a list of literals.
pub(in crate::analysis) fn is_literal(operand: &Yaml<'_>) -> bool {
    operand.is_scalar() || operand.is_sequence() && operand.items().all(|item| item.is_scalar())
}

/// Whether an operator asks for an element: a presence function, or in profile D a text among the operands of a
/// logic operator, which is the name of a variable.
fn asks_presence(entry: &OperatorEntry, operand: Yaml<'_>, profile: Profile) -> bool {
    match (entry.layer, entry.arity) {
        (Layer::Value, _) => false,
        (Layer::Logic, Arity::Reference) => entry.operator != Operator::LogicExpression,
        (Layer::Logic, _) => {
            let is_variable = |operand: Yaml<'_>| operand.as_str().is_some();
            profile.dialect().values_are_conditions && (is_variable(operand) || operand.items().any(is_variable))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::value::fixture::Fixture;

    fn reading(text: &str, profile: Profile) -> Reading {
        let fixture = Fixture::new(text);
        fixture.language(profile).reading(fixture.at("ask"))
    }

    #[test]
    fn inputs_are_found_through_names_and_logic() {
        let text = "
            expressions: {x: {add: [{variability_input: b}, {value_expression: y}]}, y: {not: {variability_input: c}}}
            ask: {and: [{equal: [{variability_input: a}, 1]}, {logic_expression: x}, {weekday: []}]}";
        let reading = reading(text, Profile::D);
        assert_eq!(reading.inputs.iter().collect::<Vec<_>>(), ["a", "b", "c"]);
        assert_eq!((reading.asks_presence, reading.asks_date), (false, true));
    }

    #[test]
    fn nothing_is_read_in_a_list_that_is_a_value() {
        for (expression, reads) in [
            ("[{variability_input: a}]", false),
            ("{concat: [[{variability_input: a}], x]}", false),
            ("{valid_values: [[{variability_input: a}], [b]]}", false),
            ("{valid_values: [b, [{variability_input: a}]]}", true),
            ("{join: [[{variability_input: a}], x]}", true),
            ("{in_range: [1, [0, {variability_input: a}]]}", true),
        ] {
            let text = format!("ask: {expression}");
            assert_eq!(!reading(&text, Profile::D).inputs.is_empty(), reads, "{expression}");
            let text = text.replace("variability_input", "get_variability_input");
            assert!(!reading(&text, Profile::C).inputs.is_empty(), "{expression}");
        }
    }

    #[test]
    fn lists_with_expressions_that_nothing_evaluates_are_found() {
        for (expression, lists) in [
            ("{equal: [[{variability_input: a}, l]]}", vec!["[{variability_input: a}, l]"]),
            ("{not: {valid_values: [[{variability_input: a}], [b]]}}", vec!["[{variability_input: a}]"]),
            ("{valid_values: [b, [[{variability_input: a}]]]}", vec!["[{variability_input: a}]"]),
            ("{concat: [[x, [{add: [1, 2]}]], y]}", vec!["[x, [{add: [1, 2]}]]"]),
            ("{valid_values: [b, [{variability_input: a}]]}", vec![]),
            ("{join: [[{variability_input: a}], x]}", vec![]),
            ("{equal: [[a, b], [{name: a}]]}", vec![]),
        ] {
            let fixture = Fixture::new(&format!("ask: {expression}"));
            let found = |profile| {
                let language = fixture.language(profile);
                let lists = language.unevaluated_lists(fixture.at("ask")).into_iter();
                lists.map(|found| found.list.written().to_owned()).collect::<Vec<_>>()
            };
            assert_eq!(found(Profile::D), lists, "{expression}");
            assert!(found(Profile::C).is_empty(), "{expression}");
        }
    }

    #[test]
    fn presence_functions_and_variables_ask_for_elements() {
        for (expression, profile, asks) in [
            ("{node_presence: a}", Profile::D, true),
            ("{and: [node.a]}", Profile::D, true),
            ("{not: node.a}", Profile::D, true),
            ("{and: [{equal: [a, b]}]}", Profile::D, false),
            ("{not: a}", Profile::C, false),
            ("{get_element_presence: a}", Profile::A, true),
        ] {
            assert_eq!(reading(&format!("ask: {expression}"), profile).asks_presence, asks, "{expression}");
        }
    }

    #[test]
    fn cycles_and_unknown_names_end() {
        let text =
            "expressions: {x: {value_expression: x}}\nask: {equal: [{value_expression: x}, {value_expression: z}, 1]}";
        assert_eq!(reading(text, Profile::D), Reading::default());
        let fixture = Fixture::new(text);
        let language = fixture.language(Profile::D);
        let compared = language.compared(fixture.at("ask"));
        assert!(compared.iter().all(|compared| compared.inputs.is_empty()));
    }

    #[test]
    fn literals_are_paired_with_the_inputs_they_are_compared_with() {
        let fixture = Fixture::new(
            "
            expressions: {e: {variability_input: env}}
            ask:
              and:
                - {equal: [{value_expression: e}, dev]}
                - {valid_values: [{variability_input: env}, [prod, test]]}
                - {in_range: [{variability_input: n}, [1, 5]]}
                - {greater: [{add: [{variability_input: n}, 1]}, 9]}
                - {length: [{variability_input: env}, 4]}",
        );
        let language = fixture.language(Profile::D);
        let found = language.compared(fixture.at("ask"));
        let pairs = found.iter().flat_map(|compared| {
            compared.inputs.iter().flat_map(|(input, _)| compared.literals.iter().map(move |literal| (input, literal)))
        });
        let mut found: Vec<_> = pairs.map(|(input, literal)| format!("{input}={}", literal.text())).collect();
        found.sort_unstable();
        assert_eq!(found, ["env=dev", "env=prod", "env=test", "n=1", "n=5"]);
    }
}
