//! TOSCA's simple types (TOSCA Simple Profile 1.3, section 3.3): which there are, and how their values are written.

mod comparable;
mod printed;
mod timestamp;
mod unit;
mod version;

pub(super) use self::comparable::Comparable;
pub(super) use self::printed::printed;
pub use self::printed::printed_float;
use self::unit::{BITRATE, FREQUENCY, SIZE, TIME, Unit};
use self::version::Version;
use super::Datum;
use crate::source::syntax::yaml::{Scalar, Shape, number_in_yaml_1_1};

/// A type that is not defined by other types.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SimpleType {
    /// Any text.
    String,
    /// A number without a point.
    Integer,
    /// Any number.
    Float,
    /// `true` or `false`.
    Boolean,
    /// A date, maybe with a time.
    Timestamp,
    /// `major.minor[.fix[.qualifier[-build]]]`.
    Version,
    /// Two bounds, the upper one maybe `UNBOUNDED`.
    Range,
    /// A list.
    List,
    /// A map.
    Map,
    /// A number with a unit of one of these.
    Unit(&'static [Unit]),
    /// Nothing but a value.
    Null,
}

impl SimpleType {
    /// The type that is called `name`.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "string" => Self::String,
            "integer" => Self::Integer,
            "float" => Self::Float,
            "boolean" => Self::Boolean,
            "timestamp" => Self::Timestamp,
            "version" => Self::Version,
            "range" => Self::Range,
            "list" => Self::List,
            "map" => Self::Map,
            "scalar-unit.size" => Self::Unit(SIZE),
            "scalar-unit.time" => Self::Unit(TIME),
            "scalar-unit.frequency" => Self::Unit(FREQUENCY),
            "scalar-unit.bitrate" => Self::Unit(BITRATE),
            "null" => Self::Null,
            _ => return None,
        })
    }

    /// The type of a value that may be anything.
    pub(super) fn of(value: &Datum<'_>) -> Self {
        match value.scalar() {
            None if value.is_map() => Self::Map,
            None => Self::List,
            Some(Scalar::Null) => Self::Null,
            Some(Scalar::Boolean(_)) => Self::Boolean,
            Some(Scalar::Integer(_)) => Self::Integer,
            Some(Scalar::Float(_)) => Self::Float,
            Some(Scalar::String(_)) => Self::String,
        }
    }

    /// Whether a value is written as this type wants it; items and entries are not looked at.
    pub fn admits(self, value: &Datum<'_>) -> bool {
        match self {
            Self::List => value.kind() == "list",
            Self::Map => value.is_map(),
            Self::Range => is_range(value),
            Self::Null => value.is_null(),
            Self::Integer | Self::Float => {
                let older =
                    older_number(value).is_some_and(|number| self.admits_scalar(Scalar::resolve(&number), value));
                older || value.scalar().is_some_and(|scalar| self.admits_scalar(scalar, value))
            }
            _ => value.scalar().is_some_and(|scalar| self.admits_scalar(scalar, value)),
        }
    }

    fn admits_scalar(self, scalar: Scalar<'_>, value: &Datum<'_>) -> bool {
        match (self, scalar) {
            (Self::String, scalar) => matches!(scalar, Scalar::String(_)),
            (Self::Integer, scalar) => matches!(scalar, Scalar::Integer(_)),
            (Self::Float, scalar) => matches!(scalar, Scalar::Integer(_) | Scalar::Float(_)),
            (Self::Boolean, scalar) => matches!(scalar, Scalar::Boolean(_)),
            (Self::Timestamp | Self::Version | Self::Unit(_), _) => self.comparable(value).is_some(),
            (Self::Range | Self::List | Self::Map | Self::Null, _) => false,
        }
    }

    /// The value as constraints compare it.
    pub(super) fn comparable(self, value: &Datum<'_>) -> Option<Comparable> {
        let older = if matches!(self, Self::Integer | Self::Float) { older_number(value) } else { None };
        let scalar = older.as_deref().map_or_else(|| value.scalar(), |number| Some(Scalar::resolve(number)))?;
        match (self, scalar) {
            (Self::Version, _) => Version::parse(scalar_text(value)?).map(Comparable::Version),
            (Self::Timestamp, Scalar::String(text)) => timestamp::point(text).map(Comparable::Point),
            (Self::Unit(units), Scalar::String(text)) => unit::quantity(text, units).map(Comparable::Number),
            (Self::Timestamp | Self::Unit(_), _) | (_, Scalar::Null) => None,
            (_, Scalar::Boolean(value)) => Some(Comparable::Boolean(value)),
            (_, Scalar::Float(value)) => Some(Comparable::Number(value)),
            (_, Scalar::Integer(text)) => Some(match integer(text) {
                Some(value) => Comparable::Integer(value),
                None => Comparable::Number(text.parse().ok()?),
            }),
            (_, Scalar::String(text)) => Some(Comparable::Text(text.to_owned())),
        }
    }
}

/// The number that a plain text is to engines, which read YAML 1.1: documents have it as it is written.
fn older_number(value: &Datum<'_>) -> Option<String> {
    let written = value.written().filter(|yaml| yaml.shape() == Shape::Plain)?;
    number_in_yaml_1_1(written.text())
}

/// A scalar as its author wrote it.
pub(super) fn scalar_text<'a>(value: &'a Datum<'_>) -> Option<&'a str> {
    match value.written() {
        Some(yaml) => yaml.is_scalar().then(|| yaml.text()),
        None => match value.scalar()? {
            Scalar::String(text) => Some(text),
            Scalar::Null | Scalar::Boolean(_) | Scalar::Integer(_) | Scalar::Float(_) => None,
        },
    }
}

fn integer(text: &str) -> Option<i128> {
    match (text.strip_prefix("0x"), text.strip_prefix("0o")) {
        (Some(digits), _) => i128::from_str_radix(digits, 16).ok(),
        (_, Some(digits)) => i128::from_str_radix(digits, 8).ok(),
        (None, None) => text.parse().ok(),
    }
}

fn is_range(value: &Datum<'_>) -> bool {
    let (Some(low), Some(high), None) = (value.item(0), value.item(1), value.item(2)) else { return false };
    let bound = |datum: &Datum<'_>| match datum.scalar() {
        Some(Scalar::Integer(text)) => integer(text),
        _ => None,
    };
    match (bound(&low), bound(&high)) {
        (Some(low), Some(high)) => low <= high,
        (Some(_), None) => high.scalar() == Some(Scalar::String("UNBOUNDED")),
        (None, _) => false,
    }
}
