//! Conditions over the values of inputs.

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;

use super::inputs::{Shape, WORDS};
use super::pick::{Pick, pick};
use super::scope::Scope;
use super::vocabulary::{Word, call};

/// Something that an input, alone or with another one, is compared with.
#[derive(Clone, Debug)]
pub struct Comparison {
    input: Pick,
    other: Pick,
    form: Pick,
    constant: Pick,
}

/// Texts to compare with.
const TEXTS: [&str; 8] = ["dev", "prod", "eu-1", "m", "a-b", "aa", "", "none"];
const FLOATS: [f64; 6] = [0.5, 0.3, 1.0, 2.0, 0.0, 9.99];

pub fn comparison() -> impl Strategy<Value = Comparison> + Clone {
    (pick(), pick(), pick(), pick()).prop_map(|(input, other, form, constant)| Comparison {
        input,
        other,
        form,
        constant,
    })
}

impl Comparison {
    pub fn written(&self, scope: &Scope) -> Json {
        match scope.input(self.input, |_| true) {
            None => json!(true),
            Some((input, Shape::Boolean)) => self.of_boolean(scope, input),
            Some((input, shape)) if shape.is_text() => self.of_text(scope, &input, shape),
            Some((input, shape)) => self.of_number(scope, input, shape),
        }
    }

    fn of_boolean(&self, scope: &Scope, input: Json) -> Json {
        let other = scope.input(self.other, |shape| shape == Shape::Boolean).map_or(json!(true), |(other, _)| other);
        match self.form.below(6) {
            0..4 => input,
            4 => json!({ "equal": [input, false] }),
            _ => json!({ "equal": [input, other] }),
        }
    }

    fn of_text(&self, scope: &Scope, input: &Json, shape: Shape) -> Json {
        let text = if shape == Shape::Word { self.constant.one_of(&WORDS) } else { self.constant.one_of(&TEXTS) };
        let length = self.constant.below(5);
        let other = scope.input(self.other, Shape::is_text).map_or(json!(text), |(other, _)| other);
        let (greater, less) = (Word::Greater, Word::Less);
        match self.form.below(17) {
            0..4 => json!({ "equal": [input, text] }),
            4 => json!({ "valid_values": [input, [text, "prod"]] }),
            5 => json!({ "length": [input, length] }),
            6 => json!({ "min_length": [input, length] }),
            7 => json!({ "max_length": [input, length] }),
            8 => greater.call(scope.profile, json!([input, text])),
            9 => less.call(scope.profile, json!([input, other])),
            10 => json!({ "equal": [{ "concat": [input, "-", other] }, "a-b"] }),
            11 => json!({ "equal": [{ "token": [input, "-", 0] }, "eu"] }),
            12 => json!({ "equal": [{ "join": [[input, other], "-"] }, "dev-prod"] }),
            13 => less.call(scope.profile, json!([text, input])),
            14 => json!({ "valid_values": [text, [input, other]] }),
            15 => {
                json!({ "max_length": [input, scope.input(self.other, Shape::is_number).map_or(json!(1), |(other, _)| other)] })
            }
            _ => json!({ "equal": [input, other] }),
        }
    }

    fn of_number(&self, scope: &Scope, input: Json, shape: Shape) -> Json {
        let constant =
            if shape.is_integral() { json!(self.constant.below(9) - 2) } else { json!(self.constant.one_of(&FLOATS)) };
        let above = json!(constant.as_f64().map_or(0.0, |number| number + 2.0));
        let above = if shape.is_integral() { json!(above.as_f64().map(|number| number as i64)) } else { above };
        let other = scope.input(self.other, Shape::is_number).map_or(json!(2), |(other, _)| other);
        let named = scope.values.first().map(|name| Word::NamedValue.call(scope.profile, name.as_str()));
        let greater = |operands: Json| Word::Greater.call(scope.profile, operands);
        match self.form.below(22) {
            0..3 => greater(json!([input, constant])),
            3 => Word::Less.call(scope.profile, json!([input, constant])),
            4..6 => json!({ "equal": [input, constant] }),
            6 => json!({ "in_range": [input, [constant, above]] }),
            7 => json!({ "valid_values": [input, [constant, above]] }),
            8 => greater(json!([call("add", json!([input, other])), constant])),
            9 => json!({ "equal": [call("sub", json!([input, other])), constant] }),
            10 => json!({ "less_or_equal": [input, other] }),
            11 => json!({ "equal": [call("mod", json!([input, 2])), 1] }),
            12 => json!({ "equal": [call("mul", json!([input, other])), constant] }),
            13 => greater(json!([call("div", json!([constant, input])), 1])),
            14 => json!({ "equal": [call("sub", json!([call("add", json!([input, other])), other])), input] }),
            15 => greater(json!([named.unwrap_or(input), 1])),
            16 => json!({ "length": [self.constant.one_of(&TEXTS), input] }),
            17 => json!({ "min_length": [self.constant.one_of(&TEXTS), input] }),
            18 => json!({ "max_length": [{ "concat": ["a", self.constant.one_of(&TEXTS)] }, input] }),
            19 => json!({ "in_range": [constant, [input, above]] }),
            // In profile D a number is a condition, which holds when it is positive.
            20 if scope.profile == Profile::D => call("sub", json!([input, constant])),
            _ => json!({ "greater_or_equal": [input, constant] }),
        }
    }
}
