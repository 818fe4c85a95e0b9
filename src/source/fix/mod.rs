//! Repairs of the author's files: edits that keep comments and layout, and what the files look like with them.
//!
//! Comes in: the [`Fix`]es of diagnostics. Goes out: a [`Patch`], or new texts of files that were tried ([`repair()`]). Invariant: every
//! byte that no edit names stays, edits that overlap are never made together, and lines that are written end as those of the file.

mod diff;
mod layout;
mod patch;
mod repair;

pub use layout::{add_entry, condition, remove_entry, remove_item, replace_value};
pub use patch::{Patch, Patched, replacement_in};
pub use repair::{AppliedFix, ExaminedFiles, FixSelection, RepairSubject, Repaired, Texts, helps, repair};

#[cfg(doc)]
use crate::source::diagnostic::Fix;

#[cfg(test)]
mod tests;
