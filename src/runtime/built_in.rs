//! The types of a model and those that are built in.

use crate::model::Model;
use crate::types::{Schemas, TypesProfile};

/// The types of a model, with the members of those that are built in.
pub(super) fn schemas(model: &Model) -> Schemas<'_> {
    Schemas::new(model.types(), model.tree(), TypesProfile::built_in())
}
