//! Reading the environment of a process from a file.

use super::environment::{Environment, scalar_text};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Tree;
use crate::source::{FileId, Sources, Span};

/// The variables in a file: a mapping in YAML, or lines `NAME=value` as `env` prints them.
pub fn read_process(sources: &Sources, file: FileId, faults: &mut Vec<Diagnostic>) -> Environment {
    let text = sources.file(file).text();
    if let Some(variables) = lines(text) {
        return Environment::known(variables);
    }
    let mut tree = Tree::new();
    let (root, diagnostics) = tree.parse(sources, file);
    faults.extend(diagnostics.into_iter().filter(|diagnostic| diagnostic.code != Code::EmptyDocument));
    let Some(root) = root.map(|root| tree.at(root)).filter(|root| !root.is_null()) else {
        return Environment::known([("", ""); 0]);
    };
    if !root.is_mapping() {
        faults.push(wrong(root.span(), "the environment of a process is a mapping, or lines `NAME=value`"));
    }
    let mut variables = Vec::new();
    for (name, value) in root.entries() {
        if name.text().is_empty() || !value.is_scalar() {
            faults.push(wrong(value.span(), "a variable of a process has a name and a text"));
            continue;
        }
        variables.extend(scalar_text(value).map(|value| (name.text(), value)));
    }
    Environment::known(variables)
}

/// The variables of lines `NAME=value`; none for anything else.
fn lines(text: &str) -> Option<Vec<(&str, &str)>> {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    let is_name = |name: &str| {
        !name.is_empty() && name.chars().all(|character| character.is_ascii_alphanumeric() || "_.-".contains(character))
    };
    let variables: Option<Vec<_>> = lines.map(|line| line.split_once('=').filter(|(name, _)| is_name(name))).collect();
    variables.filter(|variables| !variables.is_empty())
}

fn wrong(span: Span, message: &str) -> Diagnostic {
    Diagnostic::new(Code::BadSurroundings, span, message)
}
