//! Which part of a list was asked for.

use serde_json::{Value as Json, json};

/// One of several parts of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// Which one, from 1.
    pub number: u64,
    /// How many there are.
    pub parts: u64,
    /// Whether none of them has two variants more than another.
    pub is_equal: bool,
}

impl Part {
    /// For programs; null where the whole list was asked for.
    pub fn json(part: Option<Self>) -> Json {
        let object = |part: Self| json!({ "number": part.number, "parts": part.parts, "equal": part.is_equal });
        part.map_or(Json::Null, object)
    }

    /// For people: a line about parts that are not equal.
    pub fn note(self) -> Option<&'static str> {
        let note = "the parts are not equally large: variants were not compiled, so that nobody knows their numbers\n";
        (!self.is_equal).then_some(note)
    }
}
