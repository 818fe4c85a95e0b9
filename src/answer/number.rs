//! Numbers of any size.

use std::borrow::Cow;

use num_bigint::BigUint;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// A number of any size, written as a text of decimal digits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number(BigUint);

impl Number {
    /// The number itself.
    pub fn get(&self) -> &BigUint {
        &self.0
    }

    /// How many digits it has.
    pub fn width(&self) -> usize {
        self.0.to_string().len()
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.0.bits() == 0
    }
}

impl<N: Into<BigUint>> From<N> for Number {
    fn from(number: N) -> Self {
        Self(number.into())
    }
}

impl std::fmt::Display for Number {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // With width and alignment.
        formatter.pad(&self.0.to_string())
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

impl JsonSchema for Number {
    fn schema_name() -> Cow<'static, str> {
        "Number".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "string",
            "pattern": "^[0-9]+$",
            "description": "a number of any size in decimal digits",
        })
    }
}
