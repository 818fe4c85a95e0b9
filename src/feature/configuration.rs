//! Files that decide features: names with true or false in YAML or JSON, or a configuration of `FeatureIDE`, in which
//! features may be left open.

use std::collections::BTreeMap;
use std::path::Path;

use crate::analysis::value::{FeatureSelection, feature_ide_selections};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::{Tree, Yaml};
use crate::source::{FileId, Sources, Span};

/// What a file says of a feature.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct NamedDecision {
    pub(super) name: String,
    pub(super) is_selected: bool,
    pub(super) span: Span,
}

/// What a file decides, in its order; the ending of its name distinguishes XML from YAML.
///
/// # Errors
/// Everything that is wrong with it.
pub(super) fn read(file: FileId, sources: &Sources) -> Result<Vec<NamedDecision>, Vec<Diagnostic>> {
    let source = sources.file(file);
    if Path::new(source.name()).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("xml")) {
        let listed = feature_ide_selections(file, source.text()).map_err(|diagnostic| vec![*diagnostic])?;
        let decided: Vec<NamedDecision> = listed.into_iter().filter_map(of_feature_ide).collect();
        let diagnostics = contradictions(&decided);
        return if diagnostics.is_empty() { Ok(decided) } else { Err(diagnostics) };
    }
    let mut tree = Tree::new();
    let (root, diagnostics) = tree.parse(sources, file);
    let mut diagnostics: Vec<Diagnostic> = diagnostics.into_iter().filter(Diagnostic::is_error).collect();
    let Some(root) = root.map(|root| tree.at(root)).filter(|root| !root.is_null()) else {
        // An empty file decides nothing.
        diagnostics.retain(|diagnostic| diagnostic.code != Code::EmptyDocument);
        return if diagnostics.is_empty() { Ok(Vec::new()) } else { Err(diagnostics) };
    };
    if !root.is_mapping() {
        let message = format!("the features that are decided are a {}, not names with `true` or `false`", root.kind());
        diagnostics
            .push(Diagnostic::new(Code::MalformedInputs, root.span(), message).help("write one `NAME: true` per line"));
    }
    let mut decided = Vec::new();
    for (name, value) in root.entries() {
        match decision(name, value) {
            Ok(decision) => decided.push(decision),
            Err(diagnostic) => diagnostics.push(*diagnostic),
        }
    }
    if diagnostics.is_empty() { Ok(decided) } else { Err(diagnostics) }
}

fn decision(name: Yaml<'_>, value: Yaml<'_>) -> Result<NamedDecision, Box<Diagnostic>> {
    let Some(is_selected) = value.as_bool() else {
        let message = format!("the feature \"{}\" is decided by `true` or `false`, nothing else", name.text());
        let diagnostic = Diagnostic::new(Code::MalformedInputs, value.span(), message);
        return Err(Box::new(diagnostic.help("leave out a feature that is open")));
    };
    Ok(NamedDecision { name: name.text().to_owned(), is_selected, span: name.span() })
}

fn of_feature_ide(listed: FeatureSelection) -> Option<NamedDecision> {
    let FeatureSelection { name, selection, span } = listed;
    Some(NamedDecision { name, is_selected: selection?, span })
}

/// Features that are selected at one place and left out at another.
fn contradictions(decided: &[NamedDecision]) -> Vec<Diagnostic> {
    let mut known: BTreeMap<&str, &NamedDecision> = BTreeMap::new();
    let mut diagnostics = Vec::new();
    for again in decided {
        let first = *known.entry(&again.name).or_insert(again);
        if first.is_selected != again.is_selected {
            let message = format!("feature \"{}\" is given twice, selected and unselected", again.name);
            let diagnostic = Diagnostic::new(Code::DuplicateKey, again.span, message).labelled("given again here");
            diagnostics.push(diagnostic.and(first.span, "given first here").help("remove one of the two"));
        }
    }
    diagnostics
}
