//! What only a run can compute, and why.

use std::fmt;
use std::sync::Arc;

/// What only a run can compute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeferredValue {
    /// As the author wrote it.
    pub expression: Arc<str>,
    /// Why it is unknown before.
    pub why: Reason,
}

/// Why a value is unknown before a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is an attribute.
    Attribute,
    /// It is part of the state of an instance.
    State,
    /// An operation puts it out.
    Output,
    /// A variable of the environment decides, or all of them are asked for.
    Environment,
    /// It reads an input that has no value, or no such part.
    Input,
    /// It reads a property that has no value.
    Property,
    /// A path leads to something that is not known.
    Path,
    /// It is an expression that is more than a path.
    Expression,
    /// It is a template that is more than texts and paths.
    Template,
    /// It is a text that the runtime may read as a literal of Python.
    Literal,
    /// It is a function that only a run evaluates, or one that cannot use what it is given.
    Function,
    /// The host is matched with a requirement.
    Host,
    /// It is nested too deeply.
    Depth,
    /// It is too long.
    Length,
}

impl DeferredValue {
    /// What an author wrote, and why a run computes it.
    pub fn new(expression: impl Into<Arc<str>>, why: Reason) -> Self {
        Self { expression: expression.into(), why }
    }
}

/// Templates as they are written, all else as if it were one.
impl fmt::Display for DeferredValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.expression.starts_with("{{") {
            f.write_str(&self.expression)
        } else {
            write!(f, "{{{{ {} }}}}", self.expression)
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Attribute => "attributes get their values when instances run",
            Self::State => "the state of an instance is known when it runs",
            Self::Output => "an operation puts it out when it runs",
            Self::Environment => "the environment of the process decides",
            Self::Input => "it reads an input that has no value",
            Self::Property => "it reads a property whose value is not known",
            Self::Path => "its path leads to nothing that is known before",
            Self::Expression => "the expression is more than a path",
            Self::Template => "the template is more than texts and paths",
            Self::Literal => "the runtime may read the text as a value of Python",
            Self::Function => "the function is evaluated when it runs",
            Self::Host => "which node is the host is known when requirements are matched",
            Self::Depth => "it is nested too deeply",
            Self::Length => "it is too long",
        })
    }
}
