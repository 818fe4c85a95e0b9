//! What a file states, line by line.

/// Something that a file or an argument states.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Statement {
    /// The line, 1-based; `None` for arguments.
    pub line: Option<u32>,
    /// Which kind of statement.
    pub kind: Kind,
    /// What is written there.
    pub text: String,
}

/// Kinds of statements.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// The root is selected.
    Root,
    /// A feature needs the one above it.
    Parent,
    /// A group demands or excludes members.
    Group,
    /// How many instances a feature has.
    Instances,
    /// A constraint.
    Constraint,
    /// A clause.
    Clause,
    /// A feature was given.
    Given,
}
