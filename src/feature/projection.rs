//! Files that list the features that count.
//!
//! A line is the name of a feature, or a list of names and numbers of variables between white space, as variants are listed:
//! names with spaces stand between quotes. The number 0 and lines that begin with `#` say nothing.

use std::collections::BTreeMap;

use variscope_encoder::{Lit, Var};

use super::features::{meant_names, nearest_name};
use super::{FeatureModel, SourceText};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::{Sources, Span};

/// The variables that a file lists, ascending.
pub(super) fn read(
    model: &FeatureModel,
    file: &SourceText,
    sources: &mut Sources,
) -> Result<Vec<Var>, Box<Diagnostic>> {
    let text = String::from_utf8_lossy(file.content());
    let names: BTreeMap<&str, Var> =
        model.features.iter().rev().map(|feature| (feature.name.as_str(), feature.var)).collect();
    let mut vars = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let named = |typed: &str| meant_names(typed).find_map(|name| names.get(&*name).copied());
        if let Some(var) = named(line.trim()) {
            vars.push(var);
            continue;
        }
        for word in listed(line).filter(|word| *word != "0") {
            let var = named(word).or_else(|| numbered(model, word));
            vars.push(var.ok_or_else(|| {
                let is_hidden = model.hidden.iter().any(|feature| feature.name == word);
                unknown(word, is_hidden, offset(&text, word), &names, file, sources)
            })?);
        }
    }
    vars.sort_unstable();
    vars.dedup();
    Ok(vars)
}

/// The words of a line; what begins with a quote goes up to the quote that ends it.
fn listed(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line.trim_start();
    std::iter::from_fn(move || {
        let mut is_escaped = false;
        let closes = |letter: char| {
            let found = letter == '"' && !is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            found
        };
        let quoted = rest.strip_prefix('"').and_then(|inner| inner.find(closes)).map(|length| length + 2);
        let length = quoted.or_else(|| rest.find(char::is_whitespace)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(length);
        rest = behind.trim_start();
        (!word.is_empty()).then_some(word)
    })
}

/// The variable of a feature by its DIMACS number.
fn numbered(model: &FeatureModel, word: &str) -> Option<Var> {
    let lit = Lit::from_dimacs(word.parse().ok()?).filter(|lit| lit.is_positive())?;
    let found = model.features.binary_search_by_key(&lit.var(), |feature| feature.var);
    found.is_ok().then_some(lit.var())
}

/// Where a part of a text begins.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

fn unknown(
    word: &str,
    is_hidden: bool,
    start: usize,
    names: &BTreeMap<&str, Var>,
    file: &SourceText,
    sources: &mut Sources,
) -> Box<Diagnostic> {
    let id = sources.add_lossy(file.name.clone(), file.content());
    let shown = sources.file(id).text().len();
    let span = Span::new(id, start.min(shown), (start + word.len()).min(shown));
    if is_hidden {
        let message = format!("the feature \"{word}\" is hidden by `c p show`");
        let help = "list it there, or leave it out here";
        return Box::new(Diagnostic::new(Code::UndefinedFeature, span, message).help(help));
    }
    let diagnostic = Diagnostic::new(Code::UndefinedFeature, span, format!("there is no feature \"{word}\""));
    Box::new(diagnostic.meaning(nearest_name(word, names.keys().copied())))
}
