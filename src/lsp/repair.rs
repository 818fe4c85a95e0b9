//! All safe fixes of a document at once, tried the way `check --fix` does.

use std::path::Path;
use std::sync::Arc;

use lsp_server::{ErrorCode, Response};
use lsp_types::CodeAction;
use serde_json::Value as Json;

use super::convert::Converter;
use super::publish::Judge;
use super::server::{Pending, Refusal};
use super::worker::{Job, limits};
use crate::Error;
use crate::diagnostic::Diagnostic;
use crate::editor::Draft;
use crate::fix::{Examined, Texts, repair};
use crate::question::{Strictness, Variants};
use crate::source::package::Package;
use crate::syntax::yaml::Shelf;
use crate::value::Configuration;

/// The action whose edits are asked for, and the document that it is about.
pub(super) fn asked(params: Json) -> Result<(CodeAction, String), Refusal> {
    let action: CodeAction =
        serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))?;
    let uri = action.data.as_ref().and_then(|data| data.get("uri")).and_then(Json::as_str).map(str::to_owned);
    match uri {
        Some(uri) => Ok((action, uri)),
        None => Err((ErrorCode::InvalidParams, "this action does not come from here".to_owned())),
    }
}

/// The action with its edits.
pub(super) fn answer(job: &Job, id: Pending, action: CodeAction, judge: &Judge, shelf: &Shelf) -> Response {
    match edited(job, action, judge, shelf) {
        _ if job.outdated.is_raised() => {
            Response::new_err(id, ErrorCode::ContentModified as i32, "the text has changed".to_owned())
        }
        Ok(action) => Response::new_ok(id, action),
        Err(error) => Response::new_err(id, ErrorCode::RequestFailed as i32, error.to_string()),
    }
}

fn edited(job: &Job, action: CodeAction, judge: &Judge, shelf: &Shelf) -> Result<CodeAction, Error> {
    let examine = |package: &Package, text: Arc<str>| examine(job, package, text, judge, shelf);
    let (original, draft) = examine(&job.package, Arc::clone(&job.text))?;
    let repaired = repair(original, |texts: &Texts| {
        let own = texts.first().map_or_else(|| Arc::clone(&job.text), |(_, text)| Arc::clone(text));
        Ok::<_, Error>(examine(&package(job.path.as_deref(), texts, &own), own)?.0)
    })?;
    Ok(CodeAction { edit: Converter::new(&job.uri, &draft).edit(&repaired.edits()), data: None, ..action })
}

/// The template with these texts instead of those of files.
fn package(path: Option<&Path>, texts: &Texts, own: &Arc<str>) -> Package {
    let Some(path) = path else { return Package::stdin(Arc::clone(own)) };
    let package = Package::draft(path, Arc::clone(own));
    texts.iter().fold(package, |package, (name, text)| package.replacing(name, Arc::clone(text)))
}

fn examine(
    job: &Job,
    package: &Package,
    text: Arc<str>,
    judge: &Judge,
    shelf: &Shelf,
) -> Result<(Examined, Draft), Error> {
    let draft = Draft::read_again(package, text, shelf)?;
    let sources = Arc::clone(draft.sources());
    let mut examined = Examined { diagnostics: draft.diagnostics().to_vec(), sources, ..Examined::default() };
    let (configuration, limits) = (Configuration::new(), limits(job));
    let is_broken = examined.diagnostics.iter().any(Diagnostic::is_error);
    if let Some(model) = draft.model().filter(|_| !is_broken) {
        match Variants::of(model, &configuration) {
            Ok(variants) => {
                let all = variants.all(&limits);
                let found = all.check(Strictness::default()).findings.into_iter();
                examined.diagnostics.extend(found.map(|finding| finding.diagnostic));
                let counted = all.count(false);
                examined.count = counted.is_exact().then_some(counted.variants);
                examined.is_read = true;
            }
            Err(faults) => examined.diagnostics.extend(faults),
        }
    }
    examined.diagnostics.retain(|diagnostic| judge(diagnostic.code, diagnostic.severity).is_some());
    Ok((examined, draft))
}
