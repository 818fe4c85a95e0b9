//! TOSCA's simple types (section 3.3 of the profile): which there are, and how their values are written.

use std::cmp::Ordering;

use super::Datum;
use crate::syntax::yaml::Scalar;

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
    Unit(&'static [(&'static str, f64)]),
    /// Nothing but a value.
    Null,
}

const SIZE: &[(&str, f64)] = &[
    ("B", 1.0),
    ("kB", 1e3),
    ("KiB", 1024.0),
    ("MB", 1e6),
    ("MiB", 1_048_576.0),
    ("GB", 1e9),
    ("GiB", 1_073_741_824.0),
    ("TB", 1e12),
    ("TiB", 1_099_511_627_776.0),
];
const TIME: &[(&str, f64)] =
    &[("d", 86_400.0), ("h", 3600.0), ("m", 60.0), ("s", 1.0), ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9)];
const FREQUENCY: &[(&str, f64)] = &[("Hz", 1.0), ("kHz", 1e3), ("MHz", 1e6), ("GHz", 1e9)];
const BITRATE: &[(&str, f64)] = &[
    ("bps", 1.0),
    ("Kbps", 1e3),
    ("Kibps", 1024.0),
    ("Mbps", 1e6),
    ("Mibps", 1_048_576.0),
    ("Gbps", 1e9),
    ("Gibps", 1_073_741_824.0),
    ("Tbps", 1e12),
    ("Tibps", 1_099_511_627_776.0),
    ("Bps", 8.0),
    ("KBps", 8e3),
    ("KiBps", 8192.0),
    ("MBps", 8e6),
    ("MiBps", 8_388_608.0),
    ("GBps", 8e9),
    ("GiBps", 8_589_934_592.0),
    ("TBps", 8e12),
    ("TiBps", 8_796_093_022_208.0),
];

/// A value that constraints can compare with others of its type.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Comparable {
    Number(f64),
    Integer(i128),
    Boolean(bool),
    Text(String),
    Version(Vec<u64>, String),
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
            _ => value.scalar().is_some_and(|scalar| self.admits_scalar(scalar, value)),
        }
    }

    fn admits_scalar(self, scalar: Scalar<'_>, value: &Datum<'_>) -> bool {
        match (self, scalar) {
            (Self::String | Self::Timestamp | Self::Version | Self::Unit(_), Scalar::Null | Scalar::Boolean(_)) => {
                false
            }
            (Self::String, scalar) => matches!(scalar, Scalar::String(_)),
            (Self::Integer, scalar) => matches!(scalar, Scalar::Integer(_)),
            (Self::Float, scalar) => matches!(scalar, Scalar::Integer(_) | Scalar::Float(_)),
            (Self::Boolean, scalar) => matches!(scalar, Scalar::Boolean(_)),
            (Self::Timestamp, Scalar::String(text)) => is_timestamp(text),
            (Self::Version | Self::Unit(_), _) => self.comparable(value).is_some(),
            (Self::Timestamp | Self::Range | Self::List | Self::Map | Self::Null, _) => false,
        }
    }

    /// The value as constraints compare it.
    pub(super) fn comparable(self, value: &Datum<'_>) -> Option<Comparable> {
        let scalar = value.scalar()?;
        match (self, scalar) {
            (Self::Version, _) => version(scalar_text(value)?),
            (Self::Unit(units), Scalar::String(text)) => quantity(text, units).map(Comparable::Number),
            (Self::Unit(_), _) | (_, Scalar::Null) => None,
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

impl Comparable {
    /// The order of two values, when they have one.
    #[expect(clippy::cast_precision_loss, reason = "a number with a point is not exact either")]
    pub(super) fn order(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.partial_cmp(b),
            (Self::Integer(a), Self::Integer(b)) => Some(a.cmp(b)),
            (Self::Integer(a), Self::Number(b)) => (*a as f64).partial_cmp(b),
            (Self::Number(a), Self::Integer(b)) => a.partial_cmp(&(*b as f64)),
            (Self::Boolean(a), Self::Boolean(b)) => Some(a.cmp(b)),
            (Self::Text(a), Self::Text(b)) => Some(a.cmp(b)),
            (Self::Version(a, x), Self::Version(b, y)) => Some(a.cmp(b).then_with(|| x.cmp(y))),
            _ => None,
        }
    }
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

/// `<number> <unit>`; units are not case-sensitive unless two differ in case only.
fn quantity(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let text = text.trim();
    let end = text.rfind(|letter: char| letter.is_ascii_digit() || letter == '.')? + 1;
    let number: f64 = text[..end].parse().ok()?;
    let unit = text[end..].trim();
    let exact = units.iter().find(|(name, _)| *name == unit);
    let (_, factor) = exact.or_else(|| units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)))?;
    (number >= 0.0 && number.is_finite()).then_some(number * factor)
}

fn version(text: &str) -> Option<Comparable> {
    let mut parts = text.splitn(4, '.');
    let is_number = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let numbers: Vec<u64> =
        parts.by_ref().take(3).map(|part| is_number(&part).then(|| part.parse().ok())?).collect::<Option<_>>()?;
    let rest = parts.next().unwrap_or_default();
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let (qualifier, build) = rest.split_once('-').map_or((rest, None), |(word, build)| (word, Some(build)));
    let is_sound = rest.is_empty() || (is_word(qualifier) && build.is_none_or(|build| is_number(&build)));
    (is_sound && (numbers.len() >= 2 || text == "0")).then(|| Comparable::Version(numbers, rest.to_owned()))
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

/// A date `YYYY-MM-DD`, or with a time and maybe a zone behind it.
fn is_timestamp(text: &str) -> bool {
    let text = text.trim();
    let Some((date, time)) = text.split_at_checked(text.find(['T', 't', ' ']).unwrap_or(text.len())) else {
        return false;
    };
    let day: Option<jiff::civil::Date> = padded(date).and_then(|date| date.parse().ok());
    if day.is_none() || time.is_empty() {
        return day.is_some();
    }
    let time = time[1..].trim();
    let zone = time.find(['Z', 'z', '+', '-']).unwrap_or(time.len());
    let is_zone = |zone: &str| {
        let digits = zone.trim_start_matches(['Z', 'z', '+', '-']);
        digits.len() <= 5 && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b':')
    };
    is_zone(&time[zone..]) && time[..zone].trim().parse::<jiff::civil::Time>().is_ok()
}

/// A date with two digits for month and day.
fn padded(date: &str) -> Option<String> {
    let mut parts = date.split('-');
    let (year, month, day, end) = (parts.next()?, parts.next()?, parts.next()?, parts.next());
    end.is_none().then(|| format!("{year:0>4}-{month:0>2}-{day:0>2}"))
}
