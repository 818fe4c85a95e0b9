//! Expressions in words: `env = "prod" and not slim`.
//!
//! Comes in: conditions over values. Goes out: text for people, the same in tables, explanations and pictures.

use crate::analysis::condition::{Literal, ValueAtom};
use crate::analysis::value::{Language, Sort, Value, operator_of};
use crate::source::printable::made_printable;
use crate::source::syntax::vocabulary::{Operator, Profile};
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::Model;

/// Depth to which expressions are written out.
const DEEPEST: usize = 6;

/// An expression of the template for what it gives, be that a number or whether something holds.
pub(crate) fn expression(model: &Model, yaml: Yaml<'_>) -> String {
    let words = Words::of(model);
    made_printable(if words.is_number(yaml) { words.value(yaml, DEEPEST) } else { words.condition(yaml, true) })
}

/// One of several cases: a disjunction of conjunctions.
pub(crate) fn cases(model: &Model, cases: &[Vec<Literal>]) -> String {
    let words = Words::of(model);
    let cases: Vec<String> = cases.iter().map(|case| words.conjunction(case)).collect();
    match cases.as_slice() {
        [] => "never".to_owned(),
        [only] => only.clone(),
        several => several.join(" or "),
    }
}

/// What an author demands, all of it; none where nothing is.
pub(crate) fn demands(model: &Model, conditions: &[YamlId]) -> Option<String> {
    let words = Words::of(model);
    let demanded: Vec<String> = conditions.iter().map(|&id| words.condition(model.yaml(id), true)).collect();
    (!demanded.is_empty()).then(|| made_printable(demanded.join(" and ")))
}

/// What expressions of a template are put into words with.
struct Words<'m> {
    model: &'m Model,
    language: Language<'m>,
}

impl<'m> Words<'m> {
    fn of(model: &'m Model) -> Self {
        Self { model, language: model.language() }
    }

    fn conjunction(&self, literals: &[Literal]) -> String {
        let words: Vec<String> = literals.iter().map(|literal| self.literal(literal)).collect();
        if words.is_empty() { "always".to_owned() } else { words.join(" and ") }
    }

    /// A value that has to be true or false.
    fn literal(&self, literal: &Literal) -> String {
        made_printable(match &literal.value {
            ValueAtom::Input(name) => self.input(self.model.yaml(*name).text(), literal.holds),
            ValueAtom::Expression { expression, .. } => self.condition(self.model.yaml(*expression), literal.holds),
        })
    }

    /// An input that conditions speak of by its name.
    fn input(&self, name: &str, holds: bool) -> String {
        match Sort::of_input(&self.language, name) {
            Some(Sort::Number) => positive(name, holds),
            _ => negated_if(name.to_owned(), !holds),
        }
    }

    /// Whether an expression of the last profile gives a number, whatever the inputs are.
    fn is_number(&self, yaml: Yaml<'_>) -> bool {
        let is_literal = yaml.is_scalar() && Value::from_yaml(yaml).as_number().is_some();
        self.model.profile() == Profile::D && (is_literal || Sort::of(&self.language, yaml) == Some(Sort::Number))
    }

    /// An expression taken as a condition, or its negation.
    fn condition(&self, yaml: Yaml<'_>, holds: bool) -> String {
        if self.is_number(yaml) {
            return positive(&self.value(yaml, DEEPEST), holds);
        }
        let Some((symbols, left, right)) = self.comparison(yaml) else {
            let words = self.value(yaml, DEEPEST);
            let is_name = words.chars().all(|letter| letter.is_alphanumeric() || letter == '_' || letter == '-');
            let words = if is_name || words.ends_with(')') { words } else { format!("({words})") };
            return negated_if(words, !holds);
        };
        format!("{left} {} {right}", symbols[usize::from(!holds)])
    }

    /// The symbols of a comparison and of its negation, and its two sides.
    fn comparison(&self, yaml: Yaml<'_>) -> Option<([&'static str; 2], String, String)> {
        let (entry, operand) = operator_of(yaml, self.model.profile()).ok()??;
        let operands: Vec<Yaml<'_>> = operand.items().collect();
        let [left, right] = operands.as_slice() else { return None };
        let symbols = match entry.operator {
            Operator::Equal | Operator::Same => ["=", "!="],
            Operator::Greater | Operator::After => [">", "<="],
            Operator::GreaterOrEqual | Operator::AfterOrSame => [">=", "<"],
            Operator::Less | Operator::Before => ["<", ">="],
            Operator::LessOrEqual | Operator::BeforeOrSame => ["<=", ">"],
            Operator::InRange => ["in", "not in"],
            Operator::ValidValues => ["one of", "none of"],
            _ => return None,
        };
        Some((symbols, self.value(*left, DEEPEST), self.value(*right, DEEPEST)))
    }

    /// An expression as a value.
    fn value(&self, yaml: Yaml<'_>, depth: usize) -> String {
        if yaml.is_scalar() {
            return Value::from_yaml(yaml).to_json();
        }
        if depth == 0 {
            return "...".to_owned();
        }
        let inner = |yaml: Yaml<'_>| self.value(yaml, depth - 1);
        if yaml.is_sequence() {
            return format!("[{}]", listed(yaml, ", ", inner));
        }
        let profile = self.model.profile();
        let Ok(Some((entry, operand))) = operator_of(yaml, profile) else { return yaml.written().to_owned() };
        match entry.operator {
            Operator::VariabilityInput | Operator::ValueExpression | Operator::LogicExpression
                if operand.is_scalar() =>
            {
                operand.text().to_owned()
            }
            Operator::Add => format!("({})", listed(operand, " + ", inner)),
            Operator::Sub => format!("({})", listed(operand, " - ", inner)),
            Operator::Mul => format!("({})", listed(operand, " * ", inner)),
            Operator::Div => format!("({})", listed(operand, " / ", inner)),
            operator if combines_conditions(operator) => {
                let inner = |yaml: Yaml<'_>| self.inner_condition(yaml, depth - 1);
                format!("{}({})", operator.name(profile), listed(operand, ", ", inner))
            }
            operator => format!("{}({})", operator.name(profile), listed(operand, ", ", inner)),
        }
    }

    /// A condition within another one.
    fn inner_condition(&self, yaml: Yaml<'_>, depth: usize) -> String {
        let words = self.value(yaml, depth);
        if self.is_number(yaml) { positive(&words, true) } else { words }
    }
}

/// Whether operands are conditions.
fn combines_conditions(operator: Operator) -> bool {
    use Operator as Is;
    matches!(operator, Is::And | Is::Or | Is::Not | Is::Xor | Is::ExactlyOne | Is::Implies | Is::AtMostOne)
}

/// The operands of an operator, or the only one.
fn listed(operand: Yaml<'_>, separator: &str, inner: impl Fn(Yaml<'_>) -> String) -> String {
    if operand.is_sequence() {
        return operand.items().map(inner).collect::<Vec<_>>().join(separator);
    }
    inner(operand)
}

/// A number that is taken as a condition (section 2.2 of the language).
fn positive(number: &str, holds: bool) -> String {
    format!("{number} {} 0", if holds { ">" } else { "<=" })
}

fn negated_if(words: String, is_negated: bool) -> String {
    if is_negated { format!("not {words}") } else { words }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::package::Package;
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
        let model = Model::load(&Package::stdin(text), &options).unwrap().model.unwrap();
        let node = model.find("node:n").unwrap();
        let body = model.language().expression("v").unwrap();
        [demands(&model, &model.element(node).conditions).unwrap(), expression(&model, body)]
    }

    #[test]
    fn numbers_that_are_conditions_are_positive() {
        for (condition, text) in [
            ("{variability_input: size}", "size > 0"),
            ("{value_expression: v}", "v > 0"),
            ("{add: [{variability_input: size}, 1]}", "(size + 1) > 0"),
            ("{not: {variability_input: size}}", "not(size > 0)"),
            ("{or: [{variability_input: size}, {variability_input: x}]}", "or(size > 0, x)"),
            ("{variability_input: x}", "x"),
            ("{variability_input: any}", "any"),
            ("{greater: [{variability_input: size}, 2]}", "size > 2"),
            ("{node_presence: [n, 0]}", "node_presence(\"n\", 0)"),
        ] {
            assert_eq!(shown(condition), [text, "(size * 2)"], "{condition}");
        }
    }
}
