//! From inputs to classes: configurations that nothing in the template can distinguish.
//!
//! Comes in: the declared inputs, the values that are given, the expressions that read inputs, and a way to find out
//! what a reader makes of a configuration. Goes out: a [`Partition`] into groups of inputs that are read together;
//! the configurations of a group fall into [`Class`]es by what its readers make of them. Each class has a witness, a
//! configuration that is in it, because classes are found by evaluation and never by reasoning about operators.
//! The day of the week is one more input with seven values where an expression asks for it, though it is not declared:
//! configurations that differ in the day are two, and a witness names its day ([`crate::analysis::value::WEEKDAY`]).
//! Invariant: a partition that is not exact says so with a [`Caveat`].
//!
//! # Class of configurations
//!
//! Inputs have infinitely many values, but a template looks at them through few expressions, its *readers*: in the example of
//! [`presence`](super::presence) through `caching` and `size > 100`. Configurations to which all readers answer alike form a
//! *class*; nothing in the template can distinguish them, so that one of them, the class's witness, stands for all. Readers
//! that share inputs form a *group*; classes are found for each group alone, for their number is multiplied from group to
//! group:
//!
//! ```text
//! group {caching}    caching = false      caching = true
//! group {size}       size = -1            size = 101
//!                    (size > 100 fails)   (size > 100 holds)
//! ```
//!
//! Two groups of two classes are four classes of configurations, and two variants. A class knows its size where that is finite. Classes are
//! found by choosing candidates for the values of an input from what its readers compare it with, and by evaluating the readers there.
//! Start at [`Partition`].

mod between_groups;
mod breakpoints;
mod candidate;
mod candidates;
mod class;
mod class_table;
mod concatenation;
mod connected;
mod declaration;
mod extent;
mod fallback;
mod finite;
mod grid;
mod interval;
mod joint_sums;
mod layered_diagram;
mod linear;
mod open_expressions;
mod operands;
mod outcomes;
mod partition;
mod pattern;
mod product;
mod reader;
mod samples;
mod scale;
mod text_automata;
mod text_diagram;
mod total;
mod truth_value;
mod usage;
mod value_line;
mod variable;

pub use between_groups::{CrossGroupSums, Sum};
pub use candidate::Candidate;
pub use class::{Class, Completions, InputGroup};
pub use extent::Extent;
pub use finite::{completions, examples, examples_of, has_no_value, open_inputs_of};
pub use joint_sums::JointSums;
pub use layered_diagram::LayeredDiagram;
pub use outcomes::Outcomes;
pub use partition::{Partition, UnreadInput};
pub use product::advance;
pub use reader::{Reader, ReadingPurpose};
pub use total::is_total;
pub use truth_value::{TruthOutcome, TruthValue, TruthValues};

use crate::source::Span;

/// Why a partition may miss classes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caveat {
    /// The expression that is to blame, if one is.
    pub span: Option<Span>,
    /// What cannot be analysed about it.
    pub message: String,
}
