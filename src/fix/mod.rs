//! Repairs of the author's files: edits that keep comments and layout, and what the files look like with them.
//!
//! Comes in: the [`Fix`]es of diagnostics. Goes out: a [`Patch`], new texts of files. Invariant: every byte that no edit
//! names stays, and edits that overlap are never made together.

mod diff;
mod layout;
mod patch;

pub use layout::{add_entry, condition, remove_entry, remove_item};
pub use patch::{Patch, Patched};

#[cfg(doc)]
use crate::diagnostic::Fix;

#[cfg(test)]
mod tests;
