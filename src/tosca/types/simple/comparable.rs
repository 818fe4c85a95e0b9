//! Values as constraints compare them.

use std::cmp::Ordering;

use jiff::civil::DateTime;

use super::version::Version;

/// A value that constraints can compare with others of its type.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::tosca::types) enum Comparable {
    Number(f64),
    Integer(i128),
    Boolean(bool),
    Text(String),
    Version(Version),
    Point(DateTime),
}

impl Comparable {
    /// The order of two values, when they have one.
    #[expect(clippy::cast_precision_loss, reason = "a number with a point is not exact either")]
    pub(in crate::tosca::types) fn order(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Number(a), Self::Number(b)) => a.partial_cmp(b),
            (Self::Integer(a), Self::Integer(b)) => Some(a.cmp(b)),
            (Self::Integer(a), Self::Number(b)) => (*a as f64).partial_cmp(b),
            (Self::Number(a), Self::Integer(b)) => a.partial_cmp(&(*b as f64)),
            (Self::Boolean(a), Self::Boolean(b)) => Some(a.cmp(b)),
            (Self::Text(a), Self::Text(b)) => Some(a.cmp(b)),
            (Self::Version(a), Self::Version(b)) => a.order(b),
            (Self::Point(a), Self::Point(b)) => Some(a.cmp(b)),
            _ => None,
        }
    }
}
