//! YAML 1.2 with a byte span on every node and every scalar as it was written.
//!
//! Comes in: a text of [`crate::source::Sources`]. Goes out: nodes in a [`Tree`] and diagnostics. Aliases are
//! resolved to the node they name (a shared [`YamlId`]), merge keys are applied, duplicate keys are reported.
//! Invariant: children have smaller ids than their parent, so a tree has no cycle; what is put in the place of a node
//! (`recovery.rs`) is made of copies and new nodes, and makes none either.

mod anchors;
mod block_scalar;
mod boolean;
mod build;
mod change;
#[cfg(test)]
pub(crate) mod corpus;
mod descendants;
mod escape;
mod foreign;
mod json;
mod mapping;
mod node;
mod number;
mod parse;
mod parse_cache;
mod recovery;
mod scalar;
mod sections;
mod stray_dash;
mod syntax_error;
mod tag;
#[cfg(test)]
mod tests;
mod tree;
mod visited_nodes;

pub use boolean::boolean_in_yaml_1_1;
pub use json::number_in_javascript;
pub use node::{Entries, Items, Yaml};
pub use number::{is_date, number_in_yaml_1_1, with_zeros_in_front};
pub use parse_cache::ParseCache;
pub use scalar::Scalar;
pub use tree::{Shape, Tree, YamlId};
pub use visited_nodes::VisitedNodes;
