//! What the threads of documents have found out, for the answers to requests.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use super::worker::Flag;
use crate::ide::editor::{Draft, Facts};
use crate::source::diagnostic::Fix;
use crate::source::locked;

/// What is known of a document.
#[derive(Default)]
pub(super) struct DocumentState {
    /// The last draft that has a model.
    pub(super) draft: Option<Arc<Draft>>,
    /// The last facts; they may be about an older draft.
    pub(super) facts: Option<Arc<Facts>>,
    /// Those that were known before the text had errors, while it has some.
    pub(super) before_errors: Option<Arc<Facts>>,
    /// What can be repaired.
    pub(super) fixes: Option<Fixes>,
}

/// The fixes of a version of the text, with the texts that it imports.
pub(super) struct Fixes {
    pub(super) version: i32,
    /// Raised when this text, or one that it imports, is no longer what the draft was read from.
    pub(super) outdated: Flag,
    pub(super) draft: Arc<Draft>,
    /// Each with the diagnostic that it is for.
    pub(super) all: Vec<(lsp_types::Diagnostic, Fix)>,
}

impl Fixes {
    /// What is known of the texts as they are now.
    pub(super) fn current(&self) -> Option<&Self> {
        (!self.outdated.is_raised()).then_some(self)
    }
}

/// What is known of all documents, by URI.
#[derive(Default)]
pub(super) struct Knowledge(Mutex<BTreeMap<String, DocumentState>>);

impl Knowledge {
    pub(super) fn lock(&self) -> MutexGuard<'_, BTreeMap<String, DocumentState>> {
        locked(&self.0)
    }
}
