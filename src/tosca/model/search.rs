//! Elements by the names that people type.

use super::{ElementId, Kind, Model, PropertyValue};
use crate::source::diagnostic::likely_meant;

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
const MAX_CHOICES: usize = 20;

/// Whether two paths may be near to each other: where both are of one kind, their word for it does not count.
pub fn is_near_path(name: &str, path: &str) -> bool {
    match (name.split_once('.'), path.split_once('.')) {
        (Some((kind, name)), Some((other, path))) if kind == other => likely_meant(name, [path]).is_some(),
        _ => true,
    }
}

impl Model {
    /// The element that `name` means: a path (`node.db`), a kind and a display name (`relation:app.host`), or a display name
    /// that is unique. That a property has no value is nothing that people name.
    ///
    /// # Errors
    /// [`NotFound`] when no element is meant, or several are.
    pub fn find(&self, name: &str) -> Result<ElementId, NotFound> {
        if let Some(id) = self.by_path(name).filter(|&id| !self.is_silent(id)) {
            return Ok(id);
        }
        let called = |kind: Option<&str>, short: &str| -> Vec<ElementId> {
            let of_kind = |id: &ElementId| kind.is_none_or(|kind| id.kind().word() == kind);
            let all = self.ids().filter(of_kind).filter(|&id| !self.is_silent(id));
            all.filter(|&id| self.is_called(id, short)).collect()
        };
        let mut found = called(None, name);
        if let Some((kind, short)) = name.split_once([':', '.'])
            && found.is_empty()
        {
            found = called(Some(kind), short);
        }
        // A node goes before what it contains.
        let nodes: Vec<ElementId> = found.iter().copied().filter(|id| id.kind() == Kind::Node).collect();
        match (found.as_slice(), nodes.as_slice()) {
            ([only], _) | (_, [only]) => Ok(*only),
            ([], _) => Err(self.unknown(name)),
            (several, _) => {
                let choices = several.iter().take(MAX_CHOICES).map(|&id| self.path(id)).collect();
                Err(NotFound::Ambiguous { name: name.to_owned(), choices })
            }
        }
    }

    fn is_called(&self, id: ElementId, name: &str) -> bool {
        let element = self.element(id);
        // `app.host`, `app.host@1`.
        let is_dotted = || {
            let Some((container, own)) = element.container.zip(name.rsplit_once('.')) else { return false };
            let (outer, own) = own;
            let is_own = *own == *element.name || own == format!("{}@{}", element.name, element.index);
            is_own && self.is_called(container, outer)
        };
        *element.name == *name || self.display(id) == name || is_dotted()
    }

    fn unknown(&self, name: &str) -> NotFound {
        let named = self.ids().filter(|&id| !self.is_silent(id));
        let paths: Vec<String> = named.flat_map(|id| [self.path(id), self.element(id).name.to_string()]).collect();
        let near = paths.iter().map(String::as_str).filter(|path| is_near_path(name, path));
        let suggestion = likely_meant(name, near).map(str::to_owned);
        NotFound::Unknown { name: name.to_owned(), suggestion }
    }

    /// Whether it stands for "no value" of a property, which is never written.
    pub fn is_silent(&self, id: ElementId) -> bool {
        id.kind() == Kind::Property && self.property(id).value == PropertyValue::Fallback
    }

    /// Its kind and display name (`node:db`, `relation:app.host@0`), where nothing else is called so.
    pub fn display_name(&self, id: ElementId) -> Option<String> {
        let element = self.element(id);
        let mut name = match element.container {
            Some(_) => format!("{}@{}", element.name, element.index),
            None => element.name.to_string(),
        };
        let mut inner = element;
        while let Some(container) = inner.container {
            inner = self.element(container);
            name = format!("{}.{name}", inner.name);
        }
        let name = format!("{}:{name}", id.kind());
        (self.find(&name) == Ok(id)).then_some(name)
    }
}
