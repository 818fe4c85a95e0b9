//! Named expressions, and what properties are computed from.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;

use super::conditions::{Condition, condition};
use super::inputs::Shape;
use super::pick::{Pick, pick};
use super::scope::Scope;
use super::vocabulary::{Word, call};

/// A value that is computed, or written as it is.
#[derive(Clone, Debug)]
pub struct Expression {
    form: Pick,
    input: Pick,
    other: Pick,
    constant: Pick,
}

pub fn expression() -> impl Strategy<Value = Expression> + Clone {
    (pick(), pick(), pick(), pick()).prop_map(|(form, input, other, constant)| Expression {
        form,
        input,
        other,
        constant,
    })
}

impl Expression {
    /// An integer that is computed from inputs, where there are integers among them.
    pub fn integer(&self, scope: &Scope) -> Json {
        let integer = |pick| scope.input(pick, Shape::is_integral).map(|(input, _)| input);
        let (first, second) = (integer(self.input), integer(self.other));
        let (first, second) = (first.unwrap_or(json!(1)), second.unwrap_or(json!(2)));
        match self.form.below(4) {
            0 => call("add", json!([first, self.constant.below(3)])),
            1 => call("sub", json!([first, second])),
            2 => call("mul", json!([first, second])),
            _ => call("add", json!([first, second])),
        }
    }

    /// Any value that is computed.
    pub fn any(&self, scope: &Scope) -> Json {
        let input = |wanted: fn(Shape) -> bool| scope.input(self.input, wanted).map(|(input, _)| input);
        let text = input(Shape::is_text).unwrap_or(json!("a-b"));
        let named = scope.values.first().map(|name| Word::NamedValue.call(scope.profile, name.as_str()));
        let integer = self.integer(scope);
        match self.form.below(9) {
            0..3 => input(|_| true).unwrap_or(integer),
            3 => call("concat", json!([text, "-", integer])),
            4 => call("token", json!([text, "-", self.constant.below(2)])),
            5 => call("div", json!([12, integer])),
            6 => named.unwrap_or(integer),
            7 => Word::Greater.call(scope.profile, json!([integer, 1])),
            _ => integer,
        }
    }
}

/// The named expressions of a template: conditions `c0`, `c1`, ... and values `v0`, `v1`, ...
#[derive(Clone, Debug)]
pub struct Expressions {
    pub conditions: Vec<Condition>,
    pub values: Vec<Expression>,
}

pub fn expressions() -> impl Strategy<Value = Expressions> {
    let conditions = prop::collection::vec(condition(), 0..3);
    (conditions, prop::collection::vec(expression(), 0..2))
        .prop_map(|(conditions, values)| Expressions { conditions, values })
}

impl Expressions {
    pub fn names(&self) -> (Vec<String>, Vec<String>) {
        let names = |letter: char, number: usize| (0..number).map(|place| format!("{letter}{place}")).collect();
        (names('c', self.conditions.len()), names('v', self.values.len()))
    }

    /// The section, in which a condition may mention those before it.
    pub fn section(&self, scope: &Scope) -> Option<Json> {
        let mut section = Map::new();
        for (place, value) in self.values.iter().enumerate() {
            section.insert(format!("v{place}"), value.integer(&Scope { values: Vec::new(), ..scope.clone() }));
        }
        for (place, condition) in self.conditions.iter().enumerate() {
            let earlier = scope.conditions.iter().take(place).cloned().collect();
            let body = condition.written(&Scope { conditions: earlier, ..scope.clone() });
            // The body of a named condition is no text, in profile D not even one that is the id of an element.
            let body = if body.is_string() { call("and", json!([body])) } else { body };
            section.insert(format!("c{place}"), body);
        }
        (!section.is_empty()).then_some(Json::Object(section))
    }
}

/// Whether a profile knows properties that are computed.
pub fn knows_expressions(profile: Profile) -> bool {
    profile >= Profile::C
}
