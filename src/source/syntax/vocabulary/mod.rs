//! Profiles and their words: one table for operators, one for the keys of sections.

pub mod book;
mod clauses;
mod detect;
mod dialect;
mod empty;
mod keys;
mod keywords;
mod operators;
mod other_files;
mod profile;
mod strict;
mod topology;
mod variability;
mod walk;

pub use clauses::{CLAUSES, ClauseKind};
pub use detect::{Detected, ProfileReason, detect_profile};
pub use dialect::{Dialect, DisplayStyle, OptionStyle, SentenceStyle};
pub use keys::{KeyContent, KeyEntry, Section};
pub use keywords::ELEMENT_KEYWORDS;
pub use operators::{Arity, Layer, OPERATORS, Operator, OperatorEntry, is_operator};
pub use other_files::{OtherFile, of_other_program, without_known_keys};
pub use profile::Profile;
pub use strict::{
    TooDeep, check_keys, check_relationship_keys, check_type_keys, ends_before, further_keys, is_condition,
    is_interface_key, is_misplaced_condition, too_deep,
};
pub use topology::{is_of_topology, topology_of};
pub use variability::{check_variability, unknown_key};
