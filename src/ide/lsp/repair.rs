//! Fixes of a document, alone or all at once, tried the way `check --fix` does.

use std::path::Path;
use std::sync::Arc;

use lsp_server::{ErrorCode, Response};
use lsp_types::{CodeAction, WorkspaceEdit};
use serde::{Deserialize, Serialize};
use serde_json::{Value as Json, json};

use super::convert::Converter;
use super::publish::Judge;
use super::server::{Pending, Refusal};
use super::worker::{Job, limits, settings_of};
use crate::Error;
use crate::analysis::question::CheckOptions;
use crate::ide::editor::{Draft, despite_errors};
use crate::resolve::sameness::is_safe;
use crate::source::diagnostic::{Diagnostic, Fix};
use crate::source::fix::{ExaminedFiles, FixSelection, RepairSubject, Texts, helps, repair};
use crate::source::package::Package;
use crate::source::syntax::yaml::ParseCache;
use crate::tosca::model::{LoadOptions, Loaded, Model};

/// What an action remembers until its edits are asked for.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Data {
    /// The document that it is about.
    pub(super) uri: String,
    /// The version of the text and the place among its fixes; none for all fixes together.
    pub(super) fix: Option<(i32, usize)>,
}

impl Data {
    pub(super) fn into_json(self) -> Json {
        json!(self)
    }
}

/// What is to be repaired.
pub(super) struct RepairRequest {
    pub(super) job: Job,
    pub(super) id: Pending,
    pub(super) action: CodeAction,
    /// The only fix that is wanted; none for all of them.
    pub(super) only: Option<Fix>,
}

/// The action whose edits are asked for, and what it remembers.
pub(super) fn asked(params: Json) -> Result<(CodeAction, Data), Refusal> {
    let action: CodeAction =
        serde_json::from_value(params).map_err(|error| (ErrorCode::InvalidParams, error.to_string()))?;
    let data = action.data.clone().and_then(|data| serde_json::from_value(data).ok());
    match data {
        Some(data) => Ok((action, data)),
        None => Err((ErrorCode::InvalidParams, "this action does not come from here".to_owned())),
    }
}

/// The action with its edits.
pub(super) fn answer(asked: RepairRequest, judge: &Judge, cache: &ParseCache) -> Response {
    let RepairRequest { job, id, action, only } = asked;
    let edit = match &only {
        Some(fix) => edit_of_one(&job, fix, judge, cache),
        None => edit_of_all(&job, judge, cache),
    };
    match edit {
        _ if job.outdated.is_raised() => {
            Response::new_err(id, ErrorCode::ContentModified as i32, "the text has changed".to_owned())
        }
        Ok(Some(edit)) => Response::new_ok(id, CodeAction { edit: Some(edit), data: None, ..action }),
        Ok(None) => Response::new_err(
            id,
            ErrorCode::RequestFailed as i32,
            "trying it has shown that it does not help, or does harm elsewhere".to_owned(),
        ),
        Err(error) => Response::new_err(id, ErrorCode::RequestFailed as i32, error.to_string()),
    }
}

/// The edit of a fix, unless trying it shows that it is none.
fn edit_of_one(job: &Job, fix: &Fix, judge: &Judge, cache: &ParseCache) -> Result<Option<WorkspaceEdit>, Error> {
    let (original, draft) = examine(job, &job.package, Arc::clone(&job.text), judge, cache)?;
    let does_help = helps(&original, fix, &Attempts { job, judge, cache })?;
    Ok(Converter::new(&job.uri, &draft).among(&original.sources).edit(&fix.edits).filter(|_| does_help))
}

/// The edits of all safe fixes that are left after they were tried.
fn edit_of_all(job: &Job, judge: &Judge, cache: &ParseCache) -> Result<Option<WorkspaceEdit>, Error> {
    let (original, draft) = examine(job, &job.package, Arc::clone(&job.text), judge, cache)?;
    let sources = Arc::clone(&original.sources);
    let repaired = repair(original, FixSelection::Safe, &Attempts { job, judge, cache })?;
    Ok(Converter::new(&job.uri, &draft).among(&sources).edit(&repaired.edits()))
}

/// Tries texts of a document in place of those that it has.
struct Attempts<'a> {
    job: &'a Job,
    judge: &'a Judge,
    cache: &'a ParseCache,
}

impl RepairSubject for Attempts<'_> {
    type Error = Error;

    fn examine(&self, texts: &Texts) -> Result<ExaminedFiles, Error> {
        let own = own(self.job, texts);
        let package = package(self.job.path.as_deref(), texts, &own);
        Ok(examine(self.job, &package, own, self.judge, self.cache)?.0)
    }

    fn is_same(&self, before: &Texts, after: &Texts) -> Result<bool, Error> {
        let load = |texts: &Texts, earlier: Option<&Model>| -> Result<Loaded, Error> {
            let package = package(self.job.path.as_deref(), texts, &own(self.job, texts));
            Model::load_again(&package, &LoadOptions::default(), Some(self.cache), earlier)
        };
        let before = load(before, None)?;
        let after = load(after, before.model.as_ref())?;
        Ok(is_safe(&before, &after, &limits(self.job)))
    }
}

/// The text of the document among others.
fn own(job: &Job, texts: &Texts) -> Arc<str> {
    texts.first().map_or_else(|| Arc::clone(&job.text), |(_, text)| Arc::clone(text))
}

/// The template with these texts instead of those of files.
fn package(path: Option<&Path>, texts: &Texts, own: &Arc<str>) -> Package {
    let Some(path) = path else { return Package::of_text(Arc::clone(own)) };
    let package = Package::draft(path, Arc::clone(own));
    texts.iter().fold(package, |package, (name, text)| package.replacing(name, Arc::clone(text)))
}

/// What is wrong with a text, read despite its errors and with what is asserted about it; the draft quotes its places.
fn examine(
    job: &Job,
    package: &Package,
    text: Arc<str>,
    judge: &Judge,
    cache: &ParseCache,
) -> Result<(ExaminedFiles, Draft), Error> {
    let draft = Draft::read(package, text, cache, None)?.asserting(settings_of(job).assertions());
    let found = despite_errors(package, &draft, &limits(job), CheckOptions::rated(judge))?;
    let mut examined = found.unwrap_or_else(|| ExaminedFiles {
        diagnostics: draft.diagnostics().to_vec(),
        from_reading: draft.diagnostics().len(),
        sources: Arc::clone(draft.sources()),
        ..ExaminedFiles::default()
    });
    let is_wanted = |diagnostic: &Diagnostic| judge(diagnostic.code, diagnostic.severity).is_some();
    let from_reading = examined.diagnostics[..examined.from_reading].iter().filter(|read| is_wanted(read)).count();
    examined.diagnostics.retain(is_wanted);
    Ok((ExaminedFiles { from_reading, ..examined }, draft))
}
