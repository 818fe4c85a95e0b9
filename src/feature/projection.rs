//! Files that list the features that count.
//!
//! A line is the name of a feature, or a list of names and numbers of variables between white space; the number 0 and
//! lines that begin with `#` say nothing.

use std::collections::BTreeMap;

use variscope_encoder::{Lit, Var};

use super::{FeatureModel, SourceText};
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};
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
        if let Some(var) = names.get(line.trim()) {
            vars.push(*var);
            continue;
        }
        for word in line.split_whitespace().filter(|word| *word != "0") {
            let var = names.get(word).copied().or_else(|| numbered(model, word));
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
    Box::new(diagnostic.meaning(did_you_mean(word, names.keys().copied())))
}
