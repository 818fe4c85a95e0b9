//! From YAML to values, nothing evaluated.

use variscope_encoder::recursion::descend;

use super::{Instant, Number, Value};
use crate::source::syntax::yaml::{Scalar, Shape, Yaml};

impl Value {
    /// The value that is written, numbers with their text and unquoted timestamps as instants.
    pub fn from_yaml(yaml: Yaml<'_>) -> Self {
        let entry = |(key, value): (Yaml<'_>, Yaml<'_>)| (key.text().into(), Self::from_yaml(value));
        match yaml.shape() {
            Shape::Plain | Shape::Quoted => scalar(yaml),
            Shape::Sequence => descend(|| yaml.items().map(Self::from_yaml).collect::<Vec<_>>().into()),
            Shape::Mapping => descend(|| yaml.entries().map(entry).collect()),
        }
    }
}

fn scalar(yaml: Yaml<'_>) -> Value {
    match yaml.scalar() {
        Scalar::Null => Value::Null,
        Scalar::Boolean(value) => Value::Boolean(value),
        Scalar::Integer(text) => Number::parse_integer(text).map_or_else(|| Value::string(text), Value::Number),
        Scalar::Float(value) => Number::float_literal(value, yaml.text()).into(),
        Scalar::String(text) if yaml.shape() == Shape::Plain => {
            Instant::parse_plain(text).map_or_else(|| Value::string(text), Value::Instant)
        }
        Scalar::String(text) => Value::string(text),
    }
}
