//! Expressions in words: `env = "prod" and not slim`, which can be read again
//! ([`text`](crate::analysis::condition::text)).
//!
//! Comes in: conditions over values. Goes out: text for people, the same in tables, explanations and pictures.

use crate::analysis::condition::demand::elements_called;
use crate::analysis::condition::text::{Phrase, PhraseMeaning, is_date, is_number};
use crate::analysis::condition::{Literal, ValueAtom, asked_kind};
use crate::analysis::value::{Instant, Language, Sort, Value, operator_of};
use crate::source::printable::made_printable;
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::{ElementId, Kind, Model};

/// Depth to which expressions are written out.
const MAX_DEPTH: usize = 6;

/// An expression of the template for what it gives, be that a number or whether something holds.
pub(crate) fn expression(model: &Model, yaml: Yaml<'_>) -> String {
    let words = ExpressionWords::of(model);
    printable_text(&if words.is_number(yaml) { words.value(yaml, MAX_DEPTH) } else { words.condition(yaml, true) })
}

/// One of several cases: a disjunction of conjunctions.
pub(crate) fn cases(model: &Model, cases: &[Vec<Literal>]) -> String {
    let words = ExpressionWords::of(model);
    let all = |case: &Vec<Literal>| joined(Operator::And, case.iter().map(|literal| words.literal(literal)).collect());
    match cases {
        [] => "never".to_owned(),
        [only] if only.is_empty() => "always".to_owned(),
        several => printable_text(&joined(Operator::Or, several.iter().map(all).collect())),
    }
}

/// What an author demands, all of it; none where nothing is.
pub(crate) fn demands(model: &Model, conditions: &[YamlId]) -> Option<String> {
    let words = ExpressionWords::of(model);
    let demanded: Vec<Phrase> = conditions.iter().map(|&id| words.condition(model.yaml(id), true)).collect();
    (!demanded.is_empty()).then(|| printable_text(&joined(Operator::And, demanded)))
}

fn printable_text(phrase: &Phrase) -> String {
    made_printable(phrase.to_string())
}

/// Several conditions as one; a single one is itself.
fn joined(operator: Operator, mut conditions: Vec<Phrase>) -> Phrase {
    if conditions.len() == 1 { conditions.remove(0) } else { Phrase::call(operator, conditions) }
}

/// What expressions of a template are put into words with.
struct ExpressionWords<'m> {
    model: &'m Model,
    language: Language<'m>,
}

impl<'m> ExpressionWords<'m> {
    fn of(model: &'m Model) -> Self {
        Self { model, language: model.language() }
    }

    /// A value that has to be true or false.
    fn literal(&self, literal: &Literal) -> Phrase {
        match &literal.value {
            ValueAtom::Input(name) => {
                let name = self.model.yaml(*name).text();
                let is_number = Sort::of_input(&self.language, name) == Some(Sort::Number);
                let input = self.named(Operator::VariabilityInput, name);
                if is_number { positive(input, literal.holds) } else { negated_if(input, !literal.holds) }
            }
            ValueAtom::Expression { expression, .. } => self.condition(self.model.yaml(*expression), literal.holds),
        }
    }

    /// Whether an expression of the last profile gives a number, whatever the inputs are.
    fn is_number(&self, yaml: Yaml<'_>) -> bool {
        self.model.dialect().values_are_conditions && self.gives_number(yaml)
    }

    /// Whether a value is a number, whatever the inputs are.
    fn gives_number(&self, yaml: Yaml<'_>) -> bool {
        let is_literal = yaml.is_scalar() && Value::from_yaml(yaml).as_number().is_some();
        is_literal || Sort::of(&self.language, yaml) == Some(Sort::Number)
    }

    /// An expression taken as a condition, or its negation.
    fn condition(&self, yaml: Yaml<'_>, holds: bool) -> Phrase {
        if self.is_number(yaml) {
            return positive(self.value(yaml, MAX_DEPTH), holds);
        }
        let phrase = self.inner_condition(yaml, MAX_DEPTH);
        if let (PhraseMeaning::Call(_, operands), false) = (&phrase.says, holds)
            && let Some(other) = self.opposite(yaml)
        {
            return Phrase::call(other, operands.clone());
        }
        negated_if(phrase, !holds)
    }

    /// The comparison that holds where this one does not, which is shorter than a denial. Only numbers are always in an order: with
    /// any other value both may fail.
    fn opposite(&self, yaml: Yaml<'_>) -> Option<Operator> {
        let (entry, operand) = operator_of(yaml, self.model.profile()).ok()??;
        opposite(entry.operator).filter(|_| operand.items().all(|side| self.gives_number(side)))
    }

    /// A condition within another one.
    fn inner_condition(&self, yaml: Yaml<'_>, depth: usize) -> Phrase {
        let phrase = self.value(yaml, depth);
        if self.is_number(yaml) {
            return positive(phrase, true);
        }
        match &phrase.says {
            // The id of an element, which is a condition in the last profile.
            PhraseMeaning::Text(path) => {
                let (positive, is_negated) = path.strip_prefix('-').map_or((&**path, false), |path| (path, true));
                match self.model.by_path(positive) {
                    Some(id) => negated_if(Phrase::name(self.name_of(id)), is_negated),
                    None => phrase,
                }
            }
            _ => phrase,
        }
    }

    /// An expression as a value.
    fn value(&self, yaml: Yaml<'_>, depth: usize) -> Phrase {
        if yaml.is_scalar() {
            return literal(yaml);
        }
        if depth == 0 {
            return Phrase::new(PhraseMeaning::Rest);
        }
        let inner = |yaml: Yaml<'_>| self.value(yaml, depth - 1);
        if yaml.is_sequence() {
            return Phrase::new(PhraseMeaning::List(yaml.items().map(inner).collect()));
        }
        let Ok(Some((entry, operand))) = operator_of(yaml, self.model.profile()) else {
            return Phrase::text(yaml.written());
        };
        let operator = entry.operator;
        match operator {
            Operator::VariabilityInput | Operator::ValueExpression | Operator::LogicExpression
                if operand.is_scalar() =>
            {
                self.named(operator, operand.text())
            }
            _ if operator.combines_conditions() => {
                Phrase::call(operator, operands(operand, |yaml| self.inner_condition(yaml, depth - 1)))
            }
            _ => match self.element(operator, operand) {
                Some(name) => Phrase::name(name),
                None => Phrase::call(operator, operands(operand, inner)),
            },
        }
    }

    /// An input or an expression by its name, where nothing else has that name.
    fn named(&self, operator: Operator, name: &str) -> Phrase {
        if self.model.recovery().is_some_and(|recovery| recovery.is_unknown(name)) {
            // It stands for what cannot be read.
            return Phrase::new(PhraseMeaning::Rest);
        }
        let is_both = self.language.input(name).is_some() && self.language.expression(name).is_some();
        if is_both || !elements_called(self.model, name).is_empty() {
            return Phrase::call(operator, vec![Phrase::name(name)]);
        }
        Phrase::name(name)
    }

    /// The path of an element, or its display name where something else has the path for a name.
    fn name_of(&self, id: ElementId) -> String {
        let path = self.model.path(id);
        let is_free = self.language.input(&path).is_none() && self.language.expression(&path).is_none();
        let other = if is_free { None } else { self.model.display_name(id) };
        other.unwrap_or(path)
    }

    /// The short form for an element that an operator asks for by its name, or by that of its node and its own.
    fn element(&self, operator: Operator, operand: Yaml<'_>) -> Option<String> {
        let (kind, owner) = match operator {
            Operator::ElementPresence if operand.is_sequence() => (Kind::Relation, None),
            Operator::ElementPresence => (Kind::Node, None),
            _ => asked_kind(operator)?,
        };
        let parts: Vec<&str> = if operand.is_sequence() {
            operand.items().map(|item| item.as_str()).collect::<Option<_>>()?
        } else {
            vec![operand.as_str()?]
        };
        let only = match parts.as_slice() {
            [name] => match self.model.named(kind, name) {
                &[only] => only,
                _ => return None,
            },
            _ => {
                let mut found = self.model.of_kind(kind).filter(|&id| self.is_called(id, &parts, owner));
                found.next().filter(|_| found.next().is_none())?
            }
        };
        let name = format!("{kind}.{}", parts.join("."));
        let is_free = self.language.input(&name).is_none() && self.language.expression(&name).is_none();
        is_free.then(|| if kind == Kind::Node { self.model.path(only) } else { name })
    }

    /// Whether the parts are the names of what contains the element, from the outermost, and of itself.
    fn is_called(&self, id: ElementId, parts: &[&str], owner: Option<Kind>) -> bool {
        let element = self.model.element(id);
        match (parts, element.container) {
            ([name], None) => *name == &*element.name,
            ([outer, name], Some(container)) => {
                *name == &*element.name
                    && *outer == &*self.model.element(container).name
                    && owner.is_none_or(|owner| owner == container.kind())
            }
            _ => false,
        }
    }
}

/// A scalar as it stands.
fn literal(yaml: Yaml<'_>) -> Phrase {
    match Value::from_yaml(yaml) {
        Value::Null => Phrase::new(PhraseMeaning::Nothing),
        Value::Boolean(holds) => Phrase::new(PhraseMeaning::Truth(holds)),
        Value::String(text) => Phrase::text(&*text),
        Value::Instant(instant) => date(&instant),
        other => {
            let text = other.to_json();
            if is_number(&text) { Phrase::new(PhraseMeaning::Number(text)) } else { Phrase::text(text) }
        }
    }
}

/// A date as it is written, or in a form that can be read without quotes.
fn date(instant: &Instant) -> Phrase {
    let written = Some(instant.to_string()).filter(|text| is_date(text));
    let written = written.or_else(|| Some(Instant::from_epoch(instant.epoch())?.to_string()));
    Phrase::new(written.map_or(PhraseMeaning::Rest, PhraseMeaning::Date))
}

/// The comparison of numbers that holds where the other does not.
fn opposite(operator: Operator) -> Option<Operator> {
    Some(match operator {
        Operator::Greater => Operator::LessOrEqual,
        Operator::GreaterOrEqual => Operator::Less,
        Operator::Less => Operator::GreaterOrEqual,
        Operator::LessOrEqual => Operator::Greater,
        _ => return None,
    })
}

/// The operands of an operator, or the only one.
fn operands(operand: Yaml<'_>, inner: impl Fn(Yaml<'_>) -> Phrase) -> Vec<Phrase> {
    if operand.is_sequence() { operand.items().map(inner).collect() } else { vec![inner(operand)] }
}

/// A number that is taken as a condition.
fn positive(number: Phrase, holds: bool) -> Phrase {
    let zero = Phrase::new(PhraseMeaning::Number("0".to_owned()));
    Phrase::call(if holds { Operator::Greater } else { Operator::LessOrEqual }, vec![number, zero])
}

fn negated_if(phrase: Phrase, is_negated: bool) -> Phrase {
    if is_negated { phrase.negated() } else { phrase }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::package::Package;
    use crate::source::syntax::vocabulary::Profile;
    use crate::tosca::model::LoadOptions;

    /// What the condition of the only node, and the named expression `v`, are as text.
    fn shown(condition: &str) -> [String; 2] {
        let text = format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{size: {{type: integer}}, x: {{type: boolean}}, any: {{}}}}
    expressions: {{v: {{mul: [{{variability_input: size}}, 2]}}}}
  node_templates: {{n: {{type: t, conditions: {condition}}}}}
"
        );
        let options = LoadOptions { profile: Some(Profile::D), options: None };
        let model = Model::load(&Package::of_text(text), &options).unwrap().model.unwrap();
        let node = model.find("node:n").unwrap();
        let body = model.language().expression("v").unwrap();
        [demands(&model, &model.element(node).conditions).unwrap(), expression(&model, body)]
    }

    #[test]
    fn numbers_that_are_conditions_are_positive() {
        for (condition, text) in [
            ("{variability_input: size}", "size > 0"),
            ("{value_expression: v}", "v > 0"),
            ("{add: [{variability_input: size}, 1]}", "size + 1 > 0"),
            ("{not: {variability_input: size}}", "not size > 0"),
            ("{or: [{variability_input: size}, {variability_input: x}]}", "size > 0 or x"),
            ("{variability_input: x}", "x"),
            ("{variability_input: any}", "any"),
            ("{greater: [{variability_input: size}, 2]}", "size > 2"),
            ("{node_presence: [n, 0]}", "node_presence(\"n\", 0)"),
        ] {
            assert_eq!(shown(condition), [text, "size * 2"], "{condition}");
        }
    }
}
