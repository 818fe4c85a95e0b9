//! Clauses of constraints.

/// Clauses that a value has to meet by its order, its length or its letters, under `constraints`. `valid_values`, which also stands
/// beside them, is none of these.
pub static CONSTRAINT_CLAUSES: [&str; 10] = [
    "equal",
    "greater_than",
    "greater_or_equal",
    "less_than",
    "less_or_equal",
    "in_range",
    "length",
    "min_length",
    "max_length",
    "pattern",
];
