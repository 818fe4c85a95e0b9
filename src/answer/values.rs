//! Values for inputs, and other values of the author.

use std::borrow::Cow;
use std::sync::Arc;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::analysis::question::Witness;
use crate::analysis::value::{Configuration, Value};

/// Values of inputs by name, in order. Those of a witness take no space of their own.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Values(Arc<[(Arc<str>, Value)]>);

impl Values {
    /// The values in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> + Clone {
        self.0.iter().map(|(name, value)| (&**name, value))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<&Witness> for Values {
    fn from(witness: &Witness) -> Self {
        Self(witness.shared())
    }
}

impl From<&[(Arc<str>, Value)]> for Values {
    fn from(values: &[(Arc<str>, Value)]) -> Self {
        Self(values.into())
    }
}

impl From<&Configuration> for Values {
    fn from(configuration: &Configuration) -> Self {
        Self(configuration.iter().map(|(name, given)| (Arc::from(name), given.value.clone())).collect())
    }
}

impl FromIterator<(String, Value)> for Values {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(values: I) -> Self {
        Self(values.into_iter().map(|(name, value)| (Arc::from(name), value)).collect())
    }
}

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &*self.0 {
            map.serialize_entry(&**name, &Written::of(value))?;
        }
        map.end()
    }
}

impl JsonSchema for Values {
    fn schema_name() -> Cow<'static, str> {
        "Values".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "object", "description": "values by the names of inputs" })
    }
}

/// A value as the author wrote it: numbers keep their digits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written(String);

impl Written {
    /// A value of any type.
    pub fn of(value: &Value) -> Self {
        Self(value.to_json())
    }

    /// A value that is JSON already.
    pub fn json(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text of the value, as JSON.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Serialize for Written {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // What is no JSON has no value.
        RawValue::from_string(self.0.clone()).ok().serialize(serializer)
    }
}

impl JsonSchema for Written {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Written".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({})
    }
}
