//! What is given, and what comes of it: one whole configuration gives one variant; what completes a partial one is put into
//! classes.
//!
//! Comes in: a model with its rules, and given values ([`Variants`](variants::Variants)). Goes out: the variant of one
//! configuration, or why there is none in lines of the author; classes of configurations. Invariant: nothing here is about all
//! variants.

pub(super) mod asserted;
pub(super) mod atom_valuation;
pub(super) mod canonical_text;
pub(super) mod classes;
pub(super) mod decimal;
pub(super) mod known_presence;
mod preferred;
pub(super) mod presence_rule;
pub(super) mod presets;
pub(super) mod reason_labels;
mod unsolvable;
pub(super) mod variant;
pub(super) mod variants;
pub(super) mod witness;
