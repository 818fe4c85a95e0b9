//! Sends diagnostics to the editor.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use lsp_server::{Message, Notification, Request};
use lsp_types::notification::{DidChangeWatchedFiles, Notification as _, PublishDiagnostics};
use lsp_types::request::{
    CodeLensRefresh, InlayHintRefreshRequest, RegisterCapability, Request as _, SemanticTokensRefresh,
};
use lsp_types::{DiagnosticSeverity, PublishDiagnosticsParams, Uri};
use serde_json::json;

use super::capabilities::{ClientCapabilities, WATCHED};
use super::convert::Converter;
use super::worker::Job;
use crate::analysis::settings::Settings;
use crate::ide::editor::Draft;
use crate::source::Sources;
use crate::source::diagnostic::{Code, Diagnostic, Fix, Severity};

/// Which severity a finding with a usual severity has; none when it is not wanted.
pub type Judge = Box<dyn Fn(Code, Severity) -> Option<Severity>>;

/// The judge of the findings of a template.
pub type Severities = fn(&Path) -> Judge;

/// So many diagnostics of a text are reported at most: more help no one, and editors keep all of them.
const MAX_DIAGNOSTICS: usize = 1_000;

/// Where diagnostics go.
#[derive(Clone)]
pub(super) struct Publisher {
    pub(super) send: Arc<dyn Fn(Message) + Send + Sync>,
    pub(super) severities: Severities,
    pub(super) abilities: ClientCapabilities,
}

impl Publisher {
    /// What is wrong with a text, and why that may be not all, as it is reported to an editor; what has a fix of it. `sources`:
    /// the files that it is in.
    pub(super) fn converted(
        &self,
        job: &Job,
        (draft, sources): (&Draft, &Sources),
        (all, note): (impl Iterator<Item = Diagnostic>, Option<&str>),
    ) -> (Vec<lsp_types::Diagnostic>, Vec<(lsp_types::Diagnostic, Fix)>) {
        let converter = Converter::new(&job.uri, draft).among(sources);
        let (worst, left_out) = self.worst(job, all);
        let (mut published, mut fixes) = (Vec::new(), Vec::new());
        for diagnostic in worst {
            let converted = converter.diagnostic(&diagnostic);
            fixes.extend(diagnostic.fix.map(|fix| (converted.clone(), *fix)));
            published.push(converted);
        }
        let further = (left_out > 0).then(|| {
            let (findings, are) = if left_out == 1 { ("finding", "is") } else { ("findings", "are") };
            format!("{left_out} more {findings} {are} not shown here: `variscope check` shows all")
        });
        let information = Some(DiagnosticSeverity::INFORMATION);
        let notes = further.as_deref().into_iter().chain(note);
        published.extend(notes.map(|note| lsp_types::Diagnostic { severity: information, ..of_whole(note) }));
        let settings = job.path.as_deref().and_then(|path| Settings::beside(path).err());
        published.extend(settings.map(|error| of_whole(&format!("these settings are not looked at: {error}"))));
        (published, fixes)
    }

    /// Says what is wrong with a text.
    pub(super) fn publish(&self, job: &Job, diagnostics: Vec<lsp_types::Diagnostic>) {
        self.send(&job.uri, Some(job.version), diagnostics);
    }

    /// The worst of all that is wanted, in their order, with the severities that they have for the author; and how many are left
    /// out.
    fn worst(&self, job: &Job, all: impl Iterator<Item = Diagnostic>) -> (Vec<Diagnostic>, usize) {
        let judge = self.judge(job);
        let (mut by_severity, mut count) = (BTreeMap::<_, Vec<_>>::new(), 0);
        for (place, diagnostic) in all.enumerate() {
            let Some(severity) = judge(diagnostic.code, diagnostic.severity) else { continue };
            let alike = by_severity.entry(Reverse(severity)).or_default();
            if alike.len() < MAX_DIAGNOSTICS {
                alike.push((place, Diagnostic { severity, ..diagnostic }));
            }
            count += 1;
        }
        let mut worst: Vec<_> = by_severity.into_values().flatten().take(MAX_DIAGNOSTICS).collect();
        worst.sort_by_key(|(place, _)| *place);
        let left_out = count - worst.len();
        (worst.into_iter().map(|(_, diagnostic)| diagnostic).collect(), left_out)
    }

    /// Says that a file cannot be read.
    pub(super) fn unreadable(&self, job: &Job, fault: &Diagnostic) {
        let diagnostic = of_whole(&fault.message);
        self.send(&job.uri, Some(job.version), vec![diagnostic]);
    }

    /// Which severities findings about the text have.
    pub(super) fn judge(&self, job: &Job) -> Judge {
        job.path.as_deref().map_or_else(as_usual, self.severities)
    }

    /// Takes back whatever was reported about a text.
    pub(super) fn clear(&self, uri: &Uri, version: Option<i32>) {
        self.send(uri, version, Vec::new());
    }

    fn send(&self, uri: &Uri, version: Option<i32>, diagnostics: Vec<lsp_types::Diagnostic>) {
        let params = PublishDiagnosticsParams { uri: uri.clone(), diagnostics, version };
        (self.send)(Notification::new(PublishDiagnostics::METHOD.to_owned(), params).into());
    }

    /// Asks the editor to say which files change outside of it, where it can.
    pub(super) fn watch(&self) {
        if !self.abilities.watches_files {
            return;
        }
        let watchers = json!({ "watchers": [{ "globPattern": WATCHED }] });
        let method = DidChangeWatchedFiles::METHOD;
        let params =
            json!({ "registrations": [{ "id": "watch-files", "method": method, "registerOptions": watchers }] });
        (self.send)(
            Request::new("watch-files".to_owned().into(), RegisterCapability::METHOD.to_owned(), params).into(),
        );
    }

    /// Asks the editor to look again at what is known of all variants.
    pub(super) fn refresh(&self) {
        for (is_able, id, method) in [
            (self.abilities.refreshes_lenses, "refresh-lenses", CodeLensRefresh::METHOD),
            (self.abilities.refreshes_tokens, "refresh-tokens", SemanticTokensRefresh::METHOD),
            (self.abilities.refreshes_hints, "refresh-inlay-hints", InlayHintRefreshRequest::METHOD),
        ] {
            if is_able {
                (self.send)(Request::new(id.to_owned().into(), method.to_owned(), ()).into());
            }
        }
    }
}

/// Something about a whole text, reported at its beginning.
fn of_whole(message: &str) -> lsp_types::Diagnostic {
    lsp_types::Diagnostic {
        source: Some("variscope".to_owned()),
        severity: Some(DiagnosticSeverity::ERROR),
        message: message.to_owned(),
        ..lsp_types::Diagnostic::default()
    }
}

/// The judge of a text that is in no folder.
fn as_usual() -> Judge {
    Box::new(|_, usual| Some(usual))
}
