//! Evaluation of expressions under one configuration.
//!
//! Each mapping is evaluated at most once per top-level call, however often aliases or names lead to it, and at
//! most once at all unless it asked [`Logic`]: presence functions depend on the element that asks.
//! DEVIATION: the reference keeps those results too, so that a shared `get_source_presence: SELF` answers for
//! the first relation that asked.

use rustc_hash::FxHashMap;

use super::depth::descend;
use super::expression::{Expression, Form};
use super::operator::{self, Call, Operand};
use super::reference::Path;
use super::{Configuration, Language, Value};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::vocabulary::{Layer, Operator, OperatorEntry};
use crate::syntax::yaml::{Yaml, YamlId};

/// A value, or undefined (none), such as a part of a string that does not exist.
pub type Evaluation = Result<Option<Value>, Box<Diagnostic>>;

/// Answers the logic operators that stand inside values.
pub trait Logic {
    /// Whether `expression` holds, whose operator is `operator`. Values inside it are evaluated with `evaluator`,
    /// so that circles through both are found.
    ///
    /// # Errors
    /// When the expression is wrong, or cannot be decided here.
    fn holds(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        expression: Yaml<'_>,
        operator: Operator,
    ) -> Result<bool, Box<Diagnostic>>;
}

/// Where values alone can be asked for: refuses every logic operator.
#[derive(Clone, Copy, Debug)]
pub struct NoLogic;

/// Evaluates expressions of one template under one configuration.
pub struct Evaluator<'a> {
    pub(super) language: &'a Language<'a>,
    pub(super) configuration: &'a Configuration,
    /// Names that are being evaluated.
    pub(super) path: Path,
    /// Results that hold for the whole configuration.
    settled: FxHashMap<YamlId, Option<Value>>,
    /// Results that asked `Logic`; they hold for one top-level call.
    transient: FxHashMap<YamlId, Option<Value>>,
    /// How often logic was asked, directly or through a transient result.
    questions: u64,
    /// Calls of [`Evaluator::evaluate`] that are open, through `Logic`.
    calls: usize,
}

impl<'a> Evaluator<'a> {
    /// An evaluator that has evaluated nothing yet.
    pub fn new(language: &'a Language<'a>, configuration: &'a Configuration) -> Self {
        Self {
            language,
            configuration,
            path: Path::default(),
            settled: FxHashMap::default(),
            transient: FxHashMap::default(),
            questions: 0,
            calls: 0,
        }
    }

    /// The value of `expression`, or none when it is undefined.
    ///
    /// # Errors
    /// When the expression is wrong, circular, or has no value under this configuration.
    pub fn evaluate(&mut self, expression: Yaml<'_>, logic: &mut dyn Logic) -> Evaluation {
        if self.calls == 0 {
            self.transient.clear();
        }
        self.calls += 1;
        let result = self.visit(Expression::Written(expression), logic);
        self.calls -= 1;
        result
    }

    /// The value of the variability input that the scalar `name` names.
    ///
    /// # Errors
    /// As [`Evaluator::evaluate`].
    pub fn input_value(&mut self, name: Yaml<'_>) -> Evaluation {
        self.input(Expression::Written(name), &mut NoLogic)
    }

    /// The language of the template.
    pub fn language(&self) -> &'a Language<'a> {
        self.language
    }

    /// The configuration under which values are asked for.
    pub fn configuration(&self) -> &'a Configuration {
        self.configuration
    }

    pub(super) fn visit(&mut self, expression: Expression<'_>, logic: &mut dyn Logic) -> Evaluation {
        descend(|| match expression.form() {
            Form::Scalar(value) => scalar(value, expression.span()),
            Form::List(items) => self.list(&items, logic),
            Form::Mapping => self.mapping(expression, logic),
        })
    }

    fn list(&mut self, items: &[Expression<'_>], logic: &mut dyn Logic) -> Evaluation {
        let items = items.iter().map(|&item| Ok(self.visit(item, logic)?.unwrap_or(Value::Null)));
        Ok(Some(items.collect::<Result<Vec<_>, Box<Diagnostic>>>()?.into()))
    }

    fn mapping(&mut self, expression: Expression<'_>, logic: &mut dyn Logic) -> Evaluation {
        let Expression::Written(yaml) = expression else {
            return self.apply(expression, logic);
        };
        if let Some(value) = self.remembered(yaml.id()) {
            return value;
        }
        let before = self.questions;
        let value = self.apply(expression, logic)?;
        let results = if self.questions == before { &mut self.settled } else { &mut self.transient };
        results.insert(yaml.id(), value.clone());
        Ok(value)
    }

    fn remembered(&mut self, id: YamlId) -> Option<Evaluation> {
        if let Some(value) = self.settled.get(&id) {
            return Some(Ok(value.clone()));
        }
        let value = self.transient.get(&id)?.clone();
        self.questions += 1;
        Some(Ok(value))
    }

    fn apply(&mut self, expression: Expression<'_>, logic: &mut dyn Logic) -> Evaluation {
        let (entry, operand) = expression.operator(self.language.profile())?;
        match (entry.layer, entry.operator) {
            (Layer::Logic, _) => self.ask(expression, entry, logic).map(|holds| Some(Value::Boolean(holds))),
            (Layer::Value, Operator::VariabilityInput) => self.input(operand, logic),
            (Layer::Value, Operator::ValueExpression) => self.named(operand, logic),
            (Layer::Value, operator) => {
                let call = self.call(expression, entry, operand, logic)?;
                operator::rule(operator)(&call)
            }
        }
    }

    fn ask(
        &mut self,
        expression: Expression<'_>,
        entry: &OperatorEntry,
        logic: &mut dyn Logic,
    ) -> Result<bool, Box<Diagnostic>> {
        self.questions += 1;
        match expression {
            Expression::Written(yaml) => logic.holds(self, yaml, entry.operator),
            Expression::Assigned(_, span) => {
                let name = entry.operator.name(self.language.profile());
                let message = format!("`{name}` cannot stand in a value that is given for an input");
                Err(Box::new(Diagnostic::new(Code::WrongOperand, span, message)))
            }
        }
    }

    /// Evaluates the operands, or takes them as they stand where the operator wants literals.
    fn call(
        &mut self,
        expression: Expression<'_>,
        entry: &'static OperatorEntry,
        operand: Expression<'_>,
        logic: &mut dyn Logic,
    ) -> Result<Call<'a>, Box<Diagnostic>> {
        let takes_literals = operator::takes_literals(entry.operator);
        let operands = operator::operands(entry, operand, self.language.profile())?;
        let evaluated = operands.into_iter().map(|operand| {
            let span = operand.span();
            let value =
                if takes_literals { Some(finite(operand.literal(), span)?) } else { self.visit(operand, logic)? };
            Ok(Operand { value, span })
        });
        let operands = evaluated.collect::<Result<_, Box<Diagnostic>>>()?;
        Ok(Call {
            operator: entry.operator,
            profile: self.language.profile(),
            clock: self.language.clock(),
            span: expression.span(),
            operands,
        })
    }
}

impl Logic for NoLogic {
    fn holds(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        expression: Yaml<'_>,
        operator: Operator,
    ) -> Result<bool, Box<Diagnostic>> {
        let name = operator.name(evaluator.language().profile());
        let message = format!("`{name}` asks for elements, but only inputs are known here");
        Err(Box::new(Diagnostic::new(Code::NoContext, expression.span(), message)))
    }
}

fn scalar(value: Value, span: Span) -> Evaluation {
    if value == Value::Null {
        return Err(Box::new(undefined(span)));
    }
    finite(value, span).map(Some)
}

/// Refuses numbers that are infinite or NaN.
pub(super) fn finite(value: Value, span: Span) -> Result<Value, Box<Diagnostic>> {
    if value.as_number().is_none_or(super::Number::is_finite) {
        return Ok(value);
    }
    Err(Box::new(Diagnostic::new(Code::Arithmetic, span, "number is infinite, not a number, or too long")))
}

/// An expression is missing.
fn undefined(span: Span) -> Diagnostic {
    Diagnostic::new(Code::WrongOperand, span, "expression is null")
        .reference("Received condition that is undefined or null")
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use super::*;
    use crate::syntax::vocabulary::Profile;
    use crate::value::fixture::{Fixture, evaluate};

    /// Answers each question with whether its number is odd.
    #[derive(Default)]
    struct Counting {
        questions: usize,
    }

    impl Logic for Counting {
        fn holds(&mut self, _: &mut Evaluator<'_>, _: Yaml<'_>, _: Operator) -> Result<bool, Box<Diagnostic>> {
            self.questions += 1;
            Ok(self.questions % 2 == 1)
        }
    }

    /// Evaluates the operands of every logic operator.
    struct Through;

    impl Logic for Through {
        fn holds(
            &mut self,
            evaluator: &mut Evaluator<'_>,
            expression: Yaml<'_>,
            _: Operator,
        ) -> Result<bool, Box<Diagnostic>> {
            let operands = expression.entries().flat_map(|(_, operand)| operand.items());
            operands.map(|operand| evaluator.evaluate(operand, self)).collect::<Result<Vec<_>, _>>().map(|_| true)
        }
    }

    fn fault(text: &str, profile: Profile, logic: &mut dyn Logic) -> (Box<Diagnostic>, Fixture) {
        let fixture = Fixture::new(text);
        (fixture.evaluate_with("ask", profile, logic).expect_err("a fault"), fixture)
    }

    #[test]
    fn literals_are_their_own_values() {
        for literal in ["1", "\"a\"", "true", "1.5", "[1,\"a\"]"] {
            for profile in Profile::ALL {
                assert_eq!(evaluate(literal, profile), literal);
            }
        }
    }

    #[test]
    fn an_unchanged_literal_keeps_its_text() {
        let fixture = Fixture::new("ask: {variability_input: version}\ninputs: {version: {default: 1.10}}");
        let value = fixture.evaluate("ask", Profile::D).unwrap().unwrap();
        assert_eq!(value.as_number().unwrap().document_text(), "1.10");
    }

    #[test]
    fn null_and_infinity_are_no_values() {
        assert_eq!(evaluate("null", Profile::B), "Received condition that is undefined or null");
        assert_eq!(evaluate("-.inf", Profile::D), "number is infinite, not a number, or too long");
    }

    #[test]
    fn logic_inside_values_is_asked() {
        for profile in Profile::ALL {
            let fixture = Fixture::new("ask: {concat: [{and: []}, {not: true}]}");
            let value = fixture.evaluate_with("ask", profile, &mut Counting::default()).unwrap().unwrap();
            assert_eq!(value.as_str(), Some("truefalse"));
        }
    }

    #[test]
    fn answers_of_logic_hold_for_one_call_only() {
        let fixture = Fixture::new("shared: &s {concat: [{and: []}]}\nask: {concat: [*s, *s]}\nplain: {concat: [x]}");
        let language = fixture.language(Profile::D);
        let configuration = fixture.configuration(&language);
        let mut evaluator = Evaluator::new(&language, &configuration);
        let mut logic = Counting::default();
        let mut ask = |key| evaluator.evaluate(fixture.at(key), &mut logic).unwrap().unwrap().to_text();
        assert_eq!([ask("ask"), ask("ask"), ask("plain")], ["truetrue", "falsefalse", "x"]);
        assert_eq!(logic.questions, 2);
    }

    #[test]
    fn a_circle_names_all_its_members() {
        let text =
            "ask: {value_expression: x}\nexpressions: {x: {add: [1, {value_expression: y}]}, y: {value_expression: x}}";
        let (fault, fixture) = fault(text, Profile::D, &mut NoLogic);
        assert_eq!(fault.code, Code::CircularExpression);
        assert_eq!(fault.message, "circular expression: \"x\" -> \"y\" -> \"x\"");
        assert_eq!(fault.sentence(), "Maximum call stack size exceeded");
        assert_eq!(fixture.quotes(&fault), ["x", "y"]);
        assert_eq!(fault.labels[0].text, "asks for \"x\" again");
    }

    #[test]
    fn circles_go_through_defaults_and_logic() {
        let defaults = "ask: {variability_input: p}\ninputs:\n  p: {default_expression: {variability_input: q}}\n  q: {default_expression: {variability_input: p}}";
        assert_eq!(fault(defaults, Profile::D, &mut NoLogic).0.code, Code::CircularExpression);
        let logic = "ask: {value_expression: x}\nexpressions: {x: {add: [{value_expression: y}]}, y: {and: [{value_expression: x}]}}";
        assert_eq!(fault(logic, Profile::D, &mut Through).0.code, Code::CircularExpression);
    }

    #[test]
    fn a_path_is_left_after_a_fault() {
        let fixture = Fixture::new("ask: {value_expression: x}\nexpressions: {x: {add: [a]}}");
        let language = fixture.language(Profile::D);
        let configuration = Configuration::new();
        let mut evaluator = Evaluator::new(&language, &configuration);
        for _ in 0..2 {
            assert_eq!(evaluator.evaluate(fixture.at("ask"), &mut NoLogic).unwrap_err().code, Code::WrongOperand);
        }
    }

    #[test]
    fn a_thousand_doublings_are_linear_and_exact() {
        let mut text = "ask: {value_expression: e1000}\nexpressions:\n  e0: 1\n".to_owned();
        for level in 0..1000 {
            writeln!(
                text,
                "  e{}: {{add: [{{value_expression: e{level}}}, {{value_expression: e{level}}}]}}",
                level + 1
            )
            .unwrap();
        }
        let value = Fixture::new(&text).evaluate("ask", Profile::D).unwrap().unwrap();
        assert_eq!(value.to_json(), (num_bigint::BigInt::from(1) << 1000_u32).to_string());
    }

    #[test]
    fn aliases_are_evaluated_once() {
        let mut text = "e0: &e0 {concat: [{and: []}]}\n".to_owned();
        for level in 0..15 {
            writeln!(text, "e{0}: &e{0} {{concat: [*e{level}, *e{level}]}}", level + 1).unwrap();
        }
        text.push_str("ask: {length: [*e15, 0]}");
        let mut logic = Counting::default();
        let value = Fixture::new(&text).evaluate_with("ask", Profile::D, &mut logic).unwrap().unwrap();
        assert_eq!((value.as_bool(), logic.questions), (Some(false), 1));
    }

    #[test]
    fn texts_cannot_grow_without_bound() {
        let mut text = "ask: {value_expression: e40}\nexpressions:\n  e0: abcdefgh\n".to_owned();
        for level in 0..40 {
            writeln!(
                text,
                "  e{}: {{concat: [{{value_expression: e{level}}}, {{value_expression: e{level}}}]}}",
                level + 1
            )
            .unwrap();
        }
        assert_eq!(fault(&text, Profile::D, &mut NoLogic).0.code, Code::WrongOperand);
    }

    #[test]
    fn depth_is_no_limit() {
        const DEPTH: usize = 4_900;
        let nested = format!("ask: {}1{}", "{add: [1, ".repeat(DEPTH), "]}".repeat(DEPTH));
        assert_eq!(
            Fixture::new(&nested).evaluate("ask", Profile::D).unwrap().unwrap().to_json(),
            (DEPTH + 1).to_string()
        );
        let mut chain = format!("ask: {{value_expression: e{DEPTH}}}\nexpressions:\n  e0: 1\n");
        for level in 0..DEPTH {
            writeln!(chain, "  e{}: {{add: [1, {{value_expression: e{level}}}]}}", level + 1).unwrap();
        }
        assert_eq!(
            Fixture::new(&chain).evaluate("ask", Profile::D).unwrap().unwrap().to_json(),
            (DEPTH + 1).to_string()
        );
    }

    #[test]
    fn nested_lists_of_any_depth_are_values() {
        const DEPTH: usize = 9_000;
        let text = format!(
            "ask: {}{}\ninputs: {{l: {{}}}}\ngiven: {{l: {}{}}}\nread: {{variability_input: l}}",
            "[".repeat(DEPTH),
            "]".repeat(DEPTH),
            "[".repeat(DEPTH),
            "]".repeat(DEPTH)
        );
        let fixture = Fixture::new(&text);
        for key in ["ask", "read"] {
            assert_eq!(fixture.evaluate(key, Profile::D).unwrap().unwrap().to_json().len(), 2 * DEPTH);
        }
    }
}
