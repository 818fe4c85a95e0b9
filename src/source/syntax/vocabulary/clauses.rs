//! Clauses of constraints.

/// What a clause holds a value against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// A value that it equals.
    Equal,
    /// A value that it is beyond, or equals.
    AtLeast,
    /// A value that it is below, or equals.
    AtMost,
    /// The least and the greatest value.
    Range,
    /// All values that it may be. Such a list also stands beside the constraints.
    List,
    /// A length.
    Length,
    /// A regular expression.
    Pattern,
    /// A schema of entries, which nothing is held against.
    Schema,
}

/// All clauses that stand under `constraints`.
pub static CLAUSES: [(&str, ClauseKind); 12] = [
    ("equal", ClauseKind::Equal),
    ("greater_than", ClauseKind::AtLeast),
    ("greater_or_equal", ClauseKind::AtLeast),
    ("less_than", ClauseKind::AtMost),
    ("less_or_equal", ClauseKind::AtMost),
    ("in_range", ClauseKind::Range),
    ("valid_values", ClauseKind::List),
    ("length", ClauseKind::Length),
    ("min_length", ClauseKind::Length),
    ("max_length", ClauseKind::Length),
    ("pattern", ClauseKind::Pattern),
    ("schema", ClauseKind::Schema),
];

impl ClauseKind {
    /// That of the clause with this name.
    pub fn of(name: &str) -> Option<Self> {
        CLAUSES.iter().find(|(known, _)| *known == name).map(|(_, kind)| *kind)
    }

    /// The names of the clauses of this kind.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        CLAUSES.iter().filter(move |(_, kind)| *kind == self).map(|(name, _)| *name)
    }

    /// Whether it bounds the value on one side.
    pub fn is_bound(self) -> bool {
        matches!(self, Self::AtLeast | Self::AtMost)
    }

    /// Whether it is about the order of values.
    pub fn is_order(self) -> bool {
        self.is_bound() || self == Self::Range
    }

    /// Whether a value meets it by what it equals, its order, its length or its letters.
    pub fn is_of_one_value(self) -> bool {
        !matches!(self, Self::List | Self::Schema)
    }
}
