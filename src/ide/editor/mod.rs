//! What an editor asks about the text of a template and places in it, whatever the protocol.
//!
//! Comes in: texts, offsets in bytes. Goes out: spans, words, edits. A [`Draft`] is a text as far as it can be read at
//! once; [`Facts`] are what takes longer, about a draft that may be older than the text. Invariant: no text and no
//! offset makes a question panic; edits quote bytes of the text that was asked about.

mod asserted;
mod completion;
mod context;
mod despite;
mod draft;
mod facts;
mod folding;
mod hints;
mod hover;
mod lenses;
mod links;
mod logical_line;
mod markdown;
mod members;
mod occurrences;
mod outline;
mod references;
mod rename;
mod renaming_limits;
mod section;
mod shortlist;
mod symbol;
mod type_mentions;
mod typed_import;
mod unclear_mentions;
mod variable;
mod words;

pub use completion::{Completion, CompletionKind, complete};
pub use despite::despite_errors;
pub use draft::Draft;
pub use facts::{Facts, FactsUpdate, InputFacts};
pub use folding::{FoldedLines, folding};
pub use hints::{Hint, hints};
pub use hover::{Hover, hover};
pub use lenses::{LensText, lenses};
pub use links::{FileLink, links};
pub use outline::{OutlineEntry, outline};
pub use rename::{RenameError, renamable, renamable_in_assertions, renamable_in_tests, rename, rename_in};
pub use shortlist::shortlist;
pub use symbol::{Occurrence, Role, Space, Symbol};
pub use typed_import::{TypedPath, typed_import};
pub use words::{MarkedWord, WordKind, words};
