//! Rules: what decides the presence of every element, each with its origin in the source.
//!
//! Comes in: a [`Model`](crate::tosca::model::Model). Goes out: [`Rules`]: definitions of presences, constraints, and the checks as
//! formulas, the same for all configurations. Invariant: no rule whose origin cannot be shown.
//!
//! # Element and presence condition
//!
//! An *element* is whatever one variant may have and another not: a node, a relation, an alternative of a type or of a property, an
//! artifact, a group. Each element has one Boolean variable, its *presence*, and one formula that it equals, its *presence condition*
//! (Czarnecki and Antkiewicz, GPCE 2005). The author's conditions are conjuncts of it; where there are none, a default condition or a
//! pruning rule of the template's options stands in. For the template
//!
//! ```yaml
//! options: {type_default_condition: true, relation_default_condition: true}
//! inputs: {caching: {type: boolean}, size: {type: integer}}
//! node_templates:
//!   shop: {type: T, requirements: [{store: cache}]}
//!   cache: {type: T, conditions: {or: [{variability_input: caching}, {greater: [{variability_input: size}, 100]}]}}
//! ```
//!
//! the presence conditions are
//!
//! ```text
//! node.shop                        = true
//! node.cache                       = caching or (size > 100)
//! relation.store@0.node.shop       = node.shop and node.cache      the default condition of relations
//! type.T@0.node.cache              = node.cache                    the default condition of types
//! ```
//!
//! `caching` and `size > 100` are *value atoms*: variables too, which the inputs decide and nothing else. So the formulas are the same
//! for every configuration. Presences may depend on each other in a cycle; then several assignments can satisfy the formulas, and the
//! template's options say which one is meant. Constraints and checks are formulas over the same variables. Start at [`Rules::of`].

mod check_words;
mod checks;
mod constraints;
mod define;
mod document;
mod forgotten_default;
mod implied;
mod origin;
mod report;
mod rules;
mod unused;
mod value_diagnostics;
mod when;

pub use checks::{Violation, ViolationCause};
pub(crate) use forgotten_default::forgotten_default;
pub use origin::Origin;
pub use rules::{Demanded, Rules};
pub use value_diagnostics::value_diagnostics;
pub(crate) use when::{EarlierAlternatives, When};
