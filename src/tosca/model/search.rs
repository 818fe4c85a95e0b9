//! Elements by the names that people type.

use super::{ElementId, Model};
use crate::source::diagnostic::did_you_mean;

/// Why a name means no element.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotFound {
    /// No element has the name.
    #[error("there is no element \"{name}\"{}", suggestion.as_ref().map_or(String::new(), |other| format!(", did you mean \"{other}\"?")))]
    Unknown {
        /// What was typed.
        name: String,
        /// An element with a similar name.
        suggestion: Option<String>,
    },
    /// Several elements have the name.
    #[error("\"{name}\" is ambiguous: {}", choices.join(", "))]
    Ambiguous {
        /// What was typed.
        name: String,
        /// The paths of the elements that it may mean, some of them when they are many.
        choices: Vec<String>,
    },
}

/// Elements that are listed when a name is ambiguous.
const MOST_CHOICES: usize = 5;

impl Model {
    /// The element that `name` means: a path (`node.db`), a kind and a display name (`relation:app.host`), or a display name
    /// that is unique.
    ///
    /// # Errors
    /// [`NotFound`] when no element is meant, or several are.
    pub fn find(&self, name: &str) -> Result<ElementId, NotFound> {
        if let Some(id) = self.by_path(name) {
            return Ok(id);
        }
        let (kind, short) = match name.split_once(':') {
            Some((kind, short)) if self.ids().any(|id| id.kind().word() == kind) => (Some(kind), short),
            _ => (None, name),
        };
        let of_kind = |id: &ElementId| kind.is_none_or(|kind| id.kind().word() == kind);
        let found: Vec<ElementId> = self.ids().filter(of_kind).filter(|&id| self.is_called(id, short)).collect();
        // A node goes before what it contains.
        let nodes: Vec<ElementId> = found.iter().copied().filter(|id| id.kind() == super::Kind::Node).collect();
        match (found.as_slice(), nodes.as_slice()) {
            ([only], _) | (_, [only]) => Ok(*only),
            ([], _) => Err(self.unknown(name)),
            (several, _) => {
                let choices = several.iter().take(MOST_CHOICES).map(|&id| self.path(id)).collect();
                Err(NotFound::Ambiguous { name: name.to_owned(), choices })
            }
        }
    }

    fn is_called(&self, id: ElementId, name: &str) -> bool {
        &*self.element(id).name == name || self.display(id) == name
    }

    fn unknown(&self, name: &str) -> NotFound {
        let paths: Vec<String> = self.ids().flat_map(|id| [self.path(id), self.element(id).name.to_string()]).collect();
        let suggestion = did_you_mean(name, paths.iter().map(String::as_str)).map(str::to_owned);
        NotFound::Unknown { name: name.to_owned(), suggestion }
    }
}
