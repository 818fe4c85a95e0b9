//! Evaluation: what is remembered, what is circular, what is deep.

use std::fmt::Write;

use super::*;
use crate::analysis::value::fixture::{Fixture, evaluate};
use crate::source::syntax::vocabulary::Profile;

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

fn diagnostic(text: &str, profile: Profile, logic: &mut dyn Logic) -> (Box<Diagnostic>, Fixture) {
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
fn a_list_by_default_is_the_same_each_time() {
    let ask = "ask: {equal: [{variability_input: l}, {variability_input: l}]}\ninputs: {l: {default: [a]}}";
    let value = Fixture::new(ask).evaluate("ask", Profile::D).unwrap().unwrap();
    assert_eq!(value.as_bool(), Some(true));
}

#[test]
fn a_list_is_a_value_as_it_stands_in_profile_d() {
    let list = "[{min: [1, 2]}, {port: 80}, null]";
    let written = "[{\"min\":[1,2]},{\"port\":80},null]";
    assert_eq!(evaluate(list, Profile::D), written);
    assert_eq!(evaluate("[{add: [1, 2]}, 4]", Profile::C), "[3,4]");
    let fixture = Fixture::new("ask: {equal: [{value_expression: l}, {value_expression: l}]}\nexpressions: {l: [1]}");
    assert_eq!(fixture.evaluate("ask", Profile::D).unwrap().unwrap().as_bool(), Some(true));
}

#[test]
fn null_and_infinity_are_no_values() {
    assert_eq!(evaluate("null", Profile::B), "Received condition that is undefined or null");
    assert_eq!(evaluate("null", Profile::D), "expression is null");
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
fn a_cycle_names_all_its_members() {
    let text =
        "ask: {value_expression: x}\nexpressions: {x: {add: [1, {value_expression: y}]}, y: {value_expression: x}}";
    let (diagnostic, fixture) = diagnostic(text, Profile::D, &mut NoLogic);
    assert_eq!(diagnostic.code, Code::CircularExpression);
    assert_eq!(diagnostic.message, "circular expression: \"x\" -> \"y\" -> \"x\"");
    assert_eq!(diagnostic.sentence(), "Maximum call stack size exceeded");
    assert_eq!(fixture.quotes(&diagnostic), ["x", "y"]);
    assert_eq!(diagnostic.labels[0].text, "asks for \"x\" again");
}

#[test]
fn cycles_go_through_defaults_and_logic() {
    let defaults = "ask: {variability_input: p}\ninputs:\n  p: {default_expression: {variability_input: q}}\n  q: {default_expression: {variability_input: p}}";
    assert_eq!(diagnostic(defaults, Profile::D, &mut NoLogic).0.code, Code::CircularExpression);
    let logic = "ask: {value_expression: x}\nexpressions: {x: {add: [{value_expression: y}]}, y: {and: [{value_expression: x}]}}";
    assert_eq!(diagnostic(logic, Profile::D, &mut Through).0.code, Code::CircularExpression);
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
        writeln!(text, "  e{}: {{add: [{{value_expression: e{level}}}, {{value_expression: e{level}}}]}}", level + 1)
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
    assert_eq!(diagnostic(&text, Profile::D, &mut NoLogic).0.code, Code::WrongOperand);
}

#[test]
fn depth_is_no_limit() {
    const DEPTH: usize = 4_900;
    let nested = format!("ask: {}1{}", "{add: [1, ".repeat(DEPTH), "]}".repeat(DEPTH));
    assert_eq!(Fixture::new(&nested).evaluate("ask", Profile::D).unwrap().unwrap().to_json(), (DEPTH + 1).to_string());
    let mut chain = format!("ask: {{value_expression: e{DEPTH}}}\nexpressions:\n  e0: 1\n");
    for level in 0..DEPTH {
        writeln!(chain, "  e{}: {{add: [1, {{value_expression: e{level}}}]}}", level + 1).unwrap();
    }
    assert_eq!(Fixture::new(&chain).evaluate("ask", Profile::D).unwrap().unwrap().to_json(), (DEPTH + 1).to_string());
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
