//! What a template says, before anything is decided: types, elements with typed ids, the graph of nodes and relations.
//!
//! Comes in: trees. Goes out: a [`model::Model`], which never changes. Nothing here knows conditions' meaning or solvers.
//! Start at [`model::Model::load`].

pub mod model;
pub mod schema;
pub mod topology;
pub mod types;
