//! The types of a model and those that are built in.

use crate::tosca::model::Model;
use crate::tosca::types::{Schemas, TypesProfile};

/// The types of a model, with the members of those that are built in.
pub(super) fn schemas(model: &Model) -> Schemas<'_> {
    Schemas::new(model.types(), model.tree(), TypesProfile::built_in())
}
