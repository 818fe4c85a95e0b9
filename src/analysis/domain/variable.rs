//! Inputs whose values are numbers that are not listed.

use std::sync::Arc;

use crate::analysis::value::Number;

/// An input of which the values are a scale, not a list.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: Arc<str>,
    pub(super) is_integral: bool,
    /// The bounds that its declaration mentions.
    pub(super) bounds: Vec<Number>,
    /// Its default, if it has one.
    pub(super) default: Option<Number>,
}
