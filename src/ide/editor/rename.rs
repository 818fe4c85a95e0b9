//! Giving something another name, everywhere in the template.

use super::draft::Draft;
use super::references::KEYWORDS;
use super::symbol::{Occurrence, Role, Space, Symbol};
use crate::resolve::suite::Mentions;
use crate::source::Span;
use crate::source::diagnostic::Edit;
use crate::source::syntax::yaml::Scalar;
use crate::tosca::model::{Model, is_hosting_name};

/// Why something cannot be renamed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RenameError {
    /// No name stands there, or the text cannot be read.
    #[error("there is nothing to rename here")]
    Nothing,
    /// What is named is defined elsewhere, or nowhere.
    #[error("{0} \"{1}\" is not defined in this file")]
    NotDefinedHere(&'static str, String),
    /// The new name would not be read as a name everywhere.
    #[error("\"{0}\" cannot be a name: use letters, digits, `_`, `-` and `.`, and begin with a letter or `_`")]
    BadName(String),
    /// The new name has a meaning of its own.
    #[error("\"{0}\" has a meaning of its own")]
    Reserved(String),
    /// Something else has the new name.
    #[error("there is a {0} \"{1}\" already")]
    Clash(&'static str, String),
    /// The name says whether a relation is a hosting relation.
    #[error("whether relations called \"{0}\" host their sources would change: such names contain the word `host`")]
    Hosting(String),
}

/// What would be renamed at `offset`.
///
/// # Errors
/// When nothing can be renamed there.
pub fn renamable(draft: &Draft, offset: usize) -> Result<&Occurrence, RenameError> {
    let at = draft.occurrence_at(offset).ok_or(RenameError::Nothing)?;
    let mut definitions = draft.places(&at.symbol).filter(|place| place.role == Role::Definition).peekable();
    let is_here = definitions.peek().is_some() && definitions.all(|place| draft.is_own(place.span));
    if is_here && !matches!(at.symbol.space, Space::Type(_)) {
        return Ok(at);
    }
    Err(RenameError::NotDefinedHere(at.symbol.space.noun(), at.symbol.name.to_string()))
}

/// The edits that give what is named at `offset` the name `new`, ascending.
///
/// # Errors
/// When nothing can be renamed there, or not to `new`.
pub fn rename(draft: &Draft, offset: usize, new: &str) -> Result<Vec<Edit>, RenameError> {
    let symbol = &renamable(draft, offset)?.symbol;
    if *new == *symbol.name {
        return Ok(Vec::new());
    }
    let model = draft.model().ok_or(RenameError::Nothing)?;
    check_name(new)?;
    check_meaning(model, symbol, new)?;
    check_clash(draft, model, symbol, new)?;
    let mut edits: Vec<Edit> =
        draft.places(symbol).map(|place| Edit { span: place.span, replacement: new.to_owned() }).collect();
    edits.dedup_by_key(|edit| edit.span);
    Ok(edits)
}

/// Where the tests of the template, and inputs files beside it, name what is named at `offset` in the template.
///
/// # Errors
/// When nothing can be renamed there.
pub fn renamable_in_tests(draft: &Draft, offset: usize, tests: &Mentions) -> Result<Vec<Span>, RenameError> {
    let Symbol { space, name, .. } = &renamable(draft, offset)?.symbol;
    Ok(match space {
        Space::VariabilityInput => tests.of_input(name).collect(),
        Space::Preset => tests.of_preset(name).collect(),
        _ => Vec::new(),
    })
}

/// A name that can be written without quotes, in lists and mappings of either style, and inside the id of an element.
fn check_name(new: &str) -> Result<(), RenameError> {
    let begins = new.starts_with(|letter: char| letter.is_alphabetic() || letter == '_');
    let is_plain = new.chars().all(|letter| letter.is_alphanumeric() || "_-.".contains(letter));
    let is_text = matches!(Scalar::resolve(new), Scalar::String(_));
    if begins && is_plain && is_text && !new.ends_with('.') {
        Ok(())
    } else {
        Err(RenameError::BadName(new.to_owned()))
    }
}

fn check_meaning(model: &Model, symbol: &Symbol, new: &str) -> Result<(), RenameError> {
    if KEYWORDS.contains(&new) {
        return Err(RenameError::Reserved(new.to_owned()));
    }
    let hosts = |name| is_hosting_name(name, model.profile());
    if symbol.space == Space::Relation && hosts(&symbol.name) != hosts(new) {
        return Err(RenameError::Hosting(new.to_owned()));
    }
    if symbol.space == Space::VariabilityInput && model.by_path(new).is_some() {
        return Err(RenameError::Reserved(new.to_owned()));
    }
    Ok(())
}

fn check_clash(draft: &Draft, model: &Model, symbol: &Symbol, new: &str) -> Result<(), RenameError> {
    let clash = |space: Space| Err(RenameError::Clash(space.noun(), new.to_owned()));
    let renamed = Symbol { name: new.into(), ..symbol.clone() };
    if draft.places(&renamed).next().is_some() {
        return clash(symbol.space);
    }
    // Policies target nodes and groups by name alone.
    let rival = match symbol.space {
        Space::Node => Space::Group,
        Space::Group => Space::Node,
        _ => return Ok(()),
    };
    if draft.places(&Symbol::new(rival, new)).next().is_some() {
        return clash(rival);
    }
    let id = format!("{}.{new}", symbol.space.noun());
    if model.language().input(&id).is_some() { clash(Space::VariabilityInput) } else { Ok(()) }
}
