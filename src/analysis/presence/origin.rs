//! Where rules come from.

use crate::analysis::condition::NamedId;
use crate::source::syntax::yaml::YamlId;
use crate::tosca::model::{Constraint, ElementId};

/// What makes a rule a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The conditions of an element, its default conditions included, say when it is present.
    Conditions(ElementId),
    /// The author's own conditions of an element.
    Manual(ElementId),
    /// The body of a named condition.
    Named(NamedId),
    /// A constraint that the author wrote.
    Constraint(YamlId),
    /// A constraint that an option adds, with the element that it is about.
    Option(Constraint, Option<ElementId>),
    /// An implied element is present once its conditions hold.
    Implied(ElementId),
    /// An entry of `implies` of an element.
    Implies(ElementId, YamlId),
}
