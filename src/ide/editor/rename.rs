//! Giving something another name, everywhere in the template.

use std::ops::Range;

use super::draft::Draft;
use super::renaming_limits::{check_clash, check_declared, check_meaning, check_name};
use super::symbol::{Occurrence, Role, Space, Symbol};
use super::unclear_mentions::check_mentions;
use crate::analysis::condition::text::{NameInText, Phrase, names_in};
use crate::analysis::question::AssertionText;
use crate::resolve::suite::Mentions;
use crate::source::Span;
use crate::source::diagnostic::Edit;

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
    #[error("there is the {0} \"{1}\" already")]
    Clash(&'static str, String),
    /// A type says what artifacts of this name are for.
    #[error("node type \"{0}\" names the artifact \"{1}\": it cannot be called otherwise")]
    NamedByType(String, String),
    /// Other files may import the one that defines a type.
    #[error(
        "\"{0}\" is defined in {1}, and which files import that is known only where their folder is open: open it as a workspace"
    )]
    UnknownImporters(String, String),
    /// A file that may import a type cannot be read.
    #[error("{0} cannot be read, and may mention it too: repair it first")]
    Unreadable(String),
    /// A type has a prefix where it is imported.
    #[error("it is called \"{0}\" in {1}, as that file imports it with a prefix: rename it there by hand")]
    OtherName(String, String),
    /// No one looks at so many files.
    #[error("there are too many files that may mention it")]
    TooManyFiles,
    /// A type declares relations of this name.
    #[error("node type \"{0}\" declares the requirement \"{1}\": relations cannot be called otherwise")]
    Declared(String, String),
    /// A text in the file may be the name, or may not.
    #[error("line {line} says \"{name}\" too, and may or may not mean the {noun}")]
    Unclear {
        /// The line.
        line: u32,
        /// The name.
        name: String,
        /// What it is the name of.
        noun: &'static str,
    },
    /// The name says whether a relation is a hosting relation.
    #[error("whether relations called \"{0}\" host their sources would change: such names contain the word `host`")]
    Hosting(String),
}

/// What would be renamed at `offset`: something that is defined in the text, or a type of a file that it imports.
///
/// # Errors
/// When nothing can be renamed there.
pub fn renamable(draft: &Draft, offset: usize) -> Result<&Occurrence, RenameError> {
    let at = draft.occurrence_at(offset).ok_or(RenameError::Nothing)?;
    let mut definitions = draft.places(&at.symbol).filter(|place| place.role == Role::Definition).peekable();
    let is_type = matches!(at.symbol.space, Space::Type(_));
    let is_defined = definitions.peek().is_some() && definitions.all(|place| is_type || draft.is_own(place.span));
    if !is_defined {
        return Err(RenameError::NotDefinedHere(at.symbol.space.noun(), at.symbol.name.to_string()));
    }
    check_declared(draft, &at.symbol)?;
    check_mentions(draft, &at.symbol)?;
    Ok(at)
}

/// The edits that give what is named at `offset` the name `new`, ascending; all of them are in the text.
///
/// # Errors
/// When nothing can be renamed there, or not to `new`, or not in the text alone.
pub fn rename(draft: &Draft, offset: usize, new: &str) -> Result<Vec<Edit>, RenameError> {
    let symbol = &renamable(draft, offset)?.symbol;
    if !draft.places(symbol).all(|place| draft.is_own(place.span)) {
        return Err(RenameError::NotDefinedHere(symbol.space.noun(), symbol.name.to_string()));
    }
    rename_in(draft, symbol, new)
}

/// The edits that give `symbol` the name `new` in a text and the files that it imports, ascending.
///
/// # Errors
/// When it cannot be called so.
pub fn rename_in(draft: &Draft, symbol: &Symbol, new: &str) -> Result<Vec<Edit>, RenameError> {
    if *new == *symbol.name {
        return Ok(Vec::new());
    }
    let model = draft.model().ok_or(RenameError::Nothing)?;
    check_name(new)?;
    check_meaning(model, symbol, new)?;
    check_clash(draft, model, symbol, new)?;
    check_mentions(draft, symbol)?;
    let mut edits: Vec<Edit> =
        draft.places(symbol).map(|place| Edit { span: place.span, replacement: new.to_owned() }).collect();
    edits.dedup_by_key(|edit| edit.span);
    Ok(edits)
}

/// Where the tests of a template, and inputs files beside it, name something of it.
pub fn renamable_in_tests(Symbol { space, name, .. }: &Symbol, tests: &Mentions) -> Vec<Span> {
    match space {
        Space::VariabilityInput => tests.of_input(name).collect(),
        Space::Preset => tests.of_preset(name).collect(),
        _ => Vec::new(),
    }
}

/// Where an assertion names something of the template: bytes of the file that it is in, each with what is to stand there if the
/// name is `new`.
pub fn renamable_in_assertions(
    Symbol { space, name, .. }: &Symbol,
    new: &str,
    assertion: &AssertionText,
) -> Vec<(Range<usize>, String)> {
    let written = assertion.file.text.get(assertion.start..assertion.end);
    // What has escapes in it stands there otherwise than it is read.
    if written != Some(&*assertion.condition) {
        return Vec::new();
    }
    let names = names_in(&assertion.condition).into_iter();
    let found = names.filter_map(|named| Some((named.place.clone(), renamed(*space, name, new, &named)?)));
    found.map(|(place, text)| (assertion.start + place.start..assertion.start + place.end, text)).collect()
}

/// What a name in a condition is called afterwards, where it names the thing.
fn renamed(space: Space, name: &str, new: &str, named: &NameInText) -> Option<String> {
    let whole = match space {
        Space::VariabilityInput | Space::Expression => (named.name == name && !named.is_type).then(|| new.to_owned()),
        Space::Type(_) => (named.name == name && named.is_type).then(|| new.to_owned()),
        Space::Node | Space::Group | Space::Policy => {
            let id = format!("{}.{name}", space.noun());
            let before = named.name.strip_suffix(&id).filter(|before| before.is_empty() || before.ends_with('.'))?;
            Some(format!("{before}{}.{new}", space.noun()))
        }
        _ => None,
    };
    whole.map(|whole| Phrase::name(whole).to_string())
}
