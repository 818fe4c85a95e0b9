//! Sends diagnostics to the editor.

use std::path::Path;
use std::sync::Arc;

use lsp_server::{Message, Notification, Request};
use lsp_types::notification::{Notification as _, PublishDiagnostics};
use lsp_types::request::{CodeLensRefresh, InlayHintRefreshRequest, Request as _, SemanticTokensRefresh};
use lsp_types::{DiagnosticSeverity, PublishDiagnosticsParams, Uri};

use super::capabilities::ClientCapabilities;
use super::convert::Converter;
use super::worker::Job;
use crate::ide::editor::Draft;
use crate::source::diagnostic::{Code, Diagnostic, Fix, Severity};

/// Which severity a finding with a usual severity has; none when it is not wanted.
pub type Judge = Box<dyn Fn(Code, Severity) -> Option<Severity>>;

/// The judge of the findings of a template.
pub type Severities = fn(&Path) -> Judge;

/// Where diagnostics go.
#[derive(Clone)]
pub(super) struct Publisher {
    pub(super) send: Arc<dyn Fn(Message) + Send + Sync>,
    pub(super) severities: Severities,
    pub(super) abilities: ClientCapabilities,
}

impl Publisher {
    /// Tells everything that is wrong with a text, and why that may be not all. What has a fix is kept before: an editor may
    /// ask for it at once.
    pub(super) fn publish(
        &self,
        job: &Job,
        draft: &Draft,
        (all, note): (&[Diagnostic], Option<&str>),
        keep: impl FnOnce(Vec<(lsp_types::Diagnostic, Fix)>),
    ) {
        let converter = Converter::new(&job.uri, draft);
        let judge = self.judge(job);
        let (mut told, mut fixes) = (Vec::new(), Vec::new());
        for diagnostic in all {
            let Some(severity) = judge(diagnostic.code, diagnostic.severity) else { continue };
            let converted = converter.diagnostic(&Diagnostic { severity, ..diagnostic.clone() });
            fixes.extend(diagnostic.fix.as_deref().map(|fix| (converted.clone(), fix.clone())));
            told.push(converted);
        }
        let information = Some(DiagnosticSeverity::INFORMATION);
        told.extend(note.map(|note| lsp_types::Diagnostic { severity: information, ..of_whole(note) }));
        keep(fixes);
        self.tell(&job.uri, Some(job.version), told);
    }

    /// Tells that a file cannot be read.
    pub(super) fn unreadable(&self, job: &Job, fault: &Diagnostic) {
        let diagnostic = of_whole(&fault.message);
        self.tell(&job.uri, Some(job.version), vec![diagnostic]);
    }

    /// Which severities findings about the text have.
    pub(super) fn judge(&self, job: &Job) -> Judge {
        job.path.as_deref().map_or_else(as_usual, self.severities)
    }

    /// Takes back whatever was told about a text.
    pub(super) fn clear(&self, uri: &Uri, version: Option<i32>) {
        self.tell(uri, version, Vec::new());
    }

    fn tell(&self, uri: &Uri, version: Option<i32>, diagnostics: Vec<lsp_types::Diagnostic>) {
        let params = PublishDiagnosticsParams { uri: uri.clone(), diagnostics, version };
        (self.send)(Notification::new(PublishDiagnostics::METHOD.to_owned(), params).into());
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

/// Something about a whole text, told at its beginning.
fn of_whole(message: &str) -> lsp_types::Diagnostic {
    lsp_types::Diagnostic {
        source: Some("variscope".to_owned()),
        message: message.to_owned(),
        ..lsp_types::Diagnostic::default()
    }
}

/// The judge of a text that is in no folder.
fn as_usual() -> Judge {
    Box::new(|_, usual| Some(usual))
}
