//! Variability inputs: what they may be, and which values that leaves.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};

use super::pick::{Pick, pick};
use super::rules::{Rule, rule};

/// A declared input.
#[derive(Clone, Debug)]
pub struct Input {
    pub shape: Shape,
    /// Which of its values is the default, if one is.
    pub default: Option<Pick>,
    /// What it demands of other inputs (profile D).
    pub rules: Vec<Rule>,
}

/// The type of an input with its constraints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    Boolean,
    /// A text out of a few.
    Word,
    /// An integer out of a few.
    Listed,
    /// An integer from a small range, written in one of two ways.
    Range {
        low: i64,
        high: i64,
        is_split: bool,
    },
    Integer,
    /// An integer that is not negative.
    Natural,
    Float,
    /// A float of at least a half.
    AtLeastHalf,
    Text,
    /// A text of two characters or more.
    LongText,
}

pub const WORDS: [&str; 3] = ["dev", "prod", "eu-1"];
const LISTED: [i64; 3] = [1, 2, 5];

/// Texts around what conditions compare with.
const TEXTS: [&str; 12] = ["", "a", "aa", "ab", "m", "mm", "z", "a-b", "eu-1", "dev", "prod", "other"];

/// Numbers around what conditions compare with, and some that are far away.
const INTEGERS: [i64; 15] = [-1_000_000, -7, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 9, 1_000_000];
const FLOATS: [f64; 15] = [-1e9, -2.5, -1.0, -0.5, 0.0, 0.1, 0.2, 0.3, 0.5, 1.0, 1.5, 2.0, 2.5, 9.99, 1e9];

impl Shape {
    /// All values, where they are few.
    pub fn values(self) -> Option<Vec<Json>> {
        match self {
            Self::Boolean => Some(vec![json!(false), json!(true)]),
            Self::Word => Some(WORDS.map(Json::from).to_vec()),
            Self::Listed => Some(LISTED.map(Json::from).to_vec()),
            Self::Range { low, high, .. } => Some((low..=high).map(Json::from).collect()),
            Self::Integer | Self::Natural | Self::Float | Self::AtLeastHalf | Self::Text | Self::LongText => None,
        }
    }

    /// All values, or those on the boundaries of what conditions ask for.
    pub fn boundaries(self) -> Vec<Json> {
        let open: Vec<Json> = match self {
            Self::Integer | Self::Natural => INTEGERS.map(Json::from).to_vec(),
            Self::Float | Self::AtLeastHalf => FLOATS.map(Json::from).to_vec(),
            Self::Text | Self::LongText => TEXTS.map(Json::from).to_vec(),
            Self::Boolean | Self::Word | Self::Listed | Self::Range { .. } => return self.values().unwrap_or_default(),
        };
        open.into_iter().filter(|value| self.allows(value)).collect()
    }

    /// Whether type and constraints allow a value.
    pub fn allows(self, value: &Json) -> bool {
        let length = value.as_str().map(|text| text.encode_utf16().count());
        match self {
            Self::Boolean => value.is_boolean(),
            // JSON has no integers beyond 64 bits; witnesses may be any that the language has.
            Self::Integer => value.as_f64().is_some_and(|number| number.fract() == 0.0),
            Self::Natural => value.as_f64().is_some_and(|number| number.fract() == 0.0 && number >= 0.0),
            Self::Float => value.is_number(),
            Self::AtLeastHalf => value.as_f64().is_some_and(|number| number >= 0.5),
            Self::Text => length.is_some(),
            Self::LongText => length.is_some_and(|length| length >= 2),
            Self::Word | Self::Listed | Self::Range { .. } => {
                self.values().is_some_and(|values| values.contains(value))
            }
        }
    }

    pub fn is_text(self) -> bool {
        matches!(self, Self::Word | Self::Text | Self::LongText)
    }

    pub fn is_number(self) -> bool {
        self.is_integral() || matches!(self, Self::Float | Self::AtLeastHalf)
    }

    pub fn is_integral(self) -> bool {
        matches!(self, Self::Listed | Self::Range { .. } | Self::Integer | Self::Natural)
    }

    fn declaration(self) -> Map<String, Json> {
        let (type_name, constraints) = match self {
            Self::Boolean => ("boolean", json!([])),
            Self::Word => ("string", json!([{ "valid_values": WORDS }])),
            Self::Listed => ("integer", json!([{ "valid_values": LISTED }])),
            Self::Range { low, high, is_split: false } => ("integer", json!([{ "in_range": [low, high] }])),
            Self::Range { low, high, is_split: true } => {
                ("integer", json!([{ "greater_or_equal": low }, { "less_than": high + 1 }]))
            }
            Self::Integer => ("integer", json!([])),
            Self::Natural => ("integer", json!([{ "greater_than": -1 }])),
            Self::Float => ("float", json!([])),
            Self::AtLeastHalf => ("float", json!([{ "greater_or_equal": 0.5 }])),
            Self::Text => ("string", json!([])),
            Self::LongText => ("string", json!([{ "min_length": 2 }])),
        };
        let mut declaration = Map::new();
        declaration.insert("type".to_owned(), json!(type_name));
        if constraints != json!([]) {
            declaration.insert("constraints".to_owned(), constraints);
        }
        declaration
    }
}

impl Input {
    /// The value that it has when none is given.
    pub fn default_value(&self) -> Option<Json> {
        self.default.map(|default| default.one_of(&self.shape.boundaries()))
    }

    /// The declaration, with rules about inputs of these names.
    pub fn declaration(&self, names: &[String]) -> Json {
        let mut declaration = self.shape.declaration();
        if let Some(default) = self.default_value() {
            declaration.insert("default".to_owned(), default);
        }
        for rule in &self.rules {
            if let Some((keyword, targets)) = rule.written(names) {
                declaration.entry(keyword).or_insert(targets);
            }
        }
        Json::Object(declaration)
    }
}

/// Which inputs a template may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Openness {
    /// With few values each, so that all configurations can be looked at.
    Closed,
    /// Some with infinitely many values.
    Open,
}

fn shape(openness: Openness) -> BoxedStrategy<Shape> {
    let range = (-2_i64..=1, 1_i64..=3, any::<bool>()).prop_map(|(low, width, is_split)| Shape::Range {
        low,
        high: low + width,
        is_split,
    });
    let closed = prop_oneof![4 => Just(Shape::Boolean), 2 => Just(Shape::Word), 1 => Just(Shape::Listed), 2 => range];
    match openness {
        Openness::Closed => closed.boxed(),
        Openness::Open => {
            let open = [Shape::Integer, Shape::Natural, Shape::Float, Shape::AtLeastHalf, Shape::Text, Shape::LongText];
            prop_oneof![closed, prop::sample::select(open.to_vec())].boxed()
        }
    }
}

/// Up to four inputs.
pub fn inputs(openness: Openness) -> impl Strategy<Value = Vec<Input>> {
    let default = prop::option::weighted(0.2, pick());
    let rules = prop_oneof![9 => Just(Vec::new()), 1 => prop::collection::vec(rule(), 1..3)];
    let input = (shape(openness), default, rules).prop_map(|(shape, default, rules)| Input { shape, default, rules });
    prop::collection::vec(input, 1..=4)
}
