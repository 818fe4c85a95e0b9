//! The loop that reads what the editor says.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use lsp_server::{Connection, ErrorCode, Message, Notification, Request, RequestId, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidChangeWorkspaceFolders, DidCloseTextDocument, DidOpenTextDocument,
    DidSaveTextDocument, Exit, Initialized, Notification as _,
};
use lsp_types::request::{CodeActionResolveRequest, Initialize, Request as _, Shutdown};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, Uri, WorkspaceFolder,
};
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::capabilities::{ClientCapabilities, greeting, roots};
use super::document::Document;
use super::knowledge::Knowledge;
use super::publish::{Publisher, Severities};
use super::repair::{self, RepairRequest};
use super::worker::{Job, Trigger, Worker};
use super::{requests, uri};
use crate::source::diagnostic::Fix;
use crate::source::syntax::yaml::ParseCache;

/// Why the server stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// There was no `initialize` request.
    #[error("nothing speaks the Language Server Protocol on stdin: editors start `variscope lsp`, people need not")]
    NoGreeting,
    /// The editor is gone before it said good-bye.
    #[error("the editor is gone: it did not ask to shut down")]
    NoFarewell,
    /// What is to be sent cannot be written as JSON.
    #[error(transparent)]
    Unwritable(#[from] serde_json::Error),
}

/// Serves one editor until it says good-bye. `longest`: how long an analysis of a text may take.
///
/// # Errors
/// When the editor does not keep to the protocol.
pub fn serve(connection: &Connection, severities: Severities, longest: Duration) -> Result<(), ServerError> {
    let Request { id, params, .. } = first_request(connection)?;
    let abilities = ClientCapabilities::of(&params);
    let sender = connection.sender.clone();
    // When the editor is gone, no one waits for it.
    let _ = sender.send(Response::new_ok(id, greeting(abilities)?).into());
    let publisher = Publisher { send: Arc::new(move |message| drop(sender.send(message))), severities, abilities };
    let mut server = Server {
        documents: BTreeMap::new(),
        knowledge: Arc::default(),
        cache: Arc::default(),
        abilities,
        roots: roots(&params),
        publisher,
        workers: BTreeMap::new(),
        longest,
        is_shut_down: false,
    };
    let end = server.listen(connection);
    server.stop();
    end
}

/// The request that begins everything; others are refused until it comes, and notifications passed over.
fn first_request(connection: &Connection) -> Result<Request, ServerError> {
    for message in &connection.receiver {
        match message {
            Message::Request(request) if request.method == Initialize::METHOD => return Ok(request),
            Message::Request(Request { id, method, .. }) => {
                let why = format!("the server is not initialized: `initialize` comes before `{method}`");
                let refusal = Response::new_err(id, ErrorCode::ServerNotInitialized as i32, why);
                // When the editor is gone, the loop ends by itself.
                let _ = connection.sender.send(refusal.into());
            }
            Message::Notification(note) if note.method == Exit::METHOD => return Err(ServerError::NoFarewell),
            Message::Notification(_) | Message::Response(_) => {}
        }
    }
    Err(ServerError::NoGreeting)
}

/// What the server knows.
pub(super) struct Server {
    /// Open documents by URI.
    pub(super) documents: BTreeMap<String, Document>,
    pub(super) knowledge: Arc<Knowledge>,
    /// Companions of templates as they were parsed last.
    pub(super) cache: Arc<ParseCache>,
    pub(super) abilities: ClientCapabilities,
    /// The folders that the editor works in.
    pub(super) roots: Vec<PathBuf>,
    publisher: Publisher,
    /// By document: one that takes long keeps no other waiting.
    workers: BTreeMap<String, Worker>,
    /// How long an analysis may take.
    longest: Duration,
    is_shut_down: bool,
}

impl Server {
    fn listen(&mut self, connection: &Connection) -> Result<(), ServerError> {
        for message in &connection.receiver {
            match message {
                Message::Request(request) => {
                    if let Some(response) = self.answer(request) {
                        // When the editor is gone, the loop ends by itself.
                        let _ = connection.sender.send(response.into());
                    }
                }
                Message::Notification(note) if note.method == Exit::METHOD => break,
                Message::Notification(note) => {
                    // A document that is in the way of an error is no reason to leave the editor alone.
                    let _ = catch_unwind(AssertUnwindSafe(|| self.note(note)));
                }
                Message::Response(_) => {}
            }
        }
        if self.is_shut_down { Ok(()) } else { Err(ServerError::NoFarewell) }
    }

    /// The answer to a request, unless it takes longer and comes later.
    fn answer(&mut self, request: Request) -> Option<Response> {
        let id = request.id.clone();
        let refused = |code: ErrorCode, message: &str| Some(Response::new_err(id.clone(), code as i32, message.into()));
        if self.is_shut_down {
            return refused(ErrorCode::InvalidRequest, "the server was asked to shut down");
        }
        match request.method.as_str() {
            Shutdown::METHOD => {
                self.is_shut_down = true;
                Some(Response::new_ok(request.id, Json::Null))
            }
            Initialize::METHOD => refused(ErrorCode::InvalidRequest, "the server is initialized already"),
            CodeActionResolveRequest::METHOD => self.repair(request),
            _ => match catch_unwind(AssertUnwindSafe(|| requests::answer(self, request))) {
                Ok(Ok(response)) => Some(response),
                Ok(Err((code, message))) => refused(code, &message),
                Err(_) => refused(ErrorCode::InternalError, "an error in the program"),
            },
        }
    }

    /// Has the edits of an action worked out, which are the answer.
    fn repair(&mut self, request: Request) -> Option<Response> {
        let id = request.id.clone();
        let refused = |(code, message): Refusal| Some(Response::new_err(id, code as i32, message));
        let (action, data) = match repair::asked(request.params) {
            Ok(asked) => asked,
            Err(refusal) => return refused(refusal),
        };
        let Some(document) = self.documents.get(&data.uri) else {
            return refused((ErrorCode::InvalidParams, format!("{} is not open", data.uri)));
        };
        let only = data.fix.map(|(version, number)| self.fix(&data.uri, version, number));
        if let Some(None) = only {
            return refused((ErrorCode::ContentModified, "the text has changed".to_owned()));
        }
        let (outdated, only) = (document.outdated(), only.flatten());
        let job = self.job(document, outdated, Trigger::OpenOrSave);
        self.worker(&data.uri).repair(RepairRequest { job, id: request.id, action, only });
        None
    }

    /// A fix of a version of a document; none when there is another version.
    fn fix(&self, uri: &str, version: i32, number: usize) -> Option<Fix> {
        let knowledge = self.knowledge.lock();
        let fixes = knowledge.get(uri)?.fixes.as_ref()?.current()?;
        fixes.all.get(number).filter(|_| version == fixes.version).map(|(_, fix)| fix.clone())
    }

    fn note(&mut self, notification: Notification) {
        match notification.method.as_str() {
            Initialized::METHOD => self.publisher.watch(),
            DidOpenTextDocument::METHOD => {
                let Some(DidOpenTextDocumentParams { text_document: opened }) = read(notification) else { return };
                let document = Document::new(opened.uri.clone(), opened.version, &opened.text);
                if let Some(earlier) = self.documents.insert(opened.uri.to_string(), document) {
                    earlier.stop();
                }
                self.changed(&opened.uri, Trigger::OpenOrSave);
            }
            DidChangeTextDocument::METHOD => {
                let Some(DidChangeTextDocumentParams { text_document, content_changes }) = read(notification) else {
                    return;
                };
                if let Some(document) = self.documents.get_mut(text_document.uri.as_str()) {
                    document.change(text_document.version, content_changes);
                    self.changed(&text_document.uri, Trigger::Edit);
                }
            }
            DidCloseTextDocument::METHOD => {
                let Some(DidCloseTextDocumentParams { text_document }) = read(notification) else { return };
                self.close(&text_document.uri);
            }
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => {
                let uris: Vec<String> = self.documents.keys().cloned().collect();
                uris.iter().for_each(|uri| self.analyse(uri, Trigger::OpenOrSave));
            }
            DidChangeWorkspaceFolders::METHOD => {
                let Some(DidChangeWorkspaceFoldersParams { event }) = read(notification) else { return };
                let paths = |folders: &[WorkspaceFolder]| -> Vec<PathBuf> {
                    folders.iter().filter_map(|folder| uri::path(&folder.uri)).collect()
                };
                let removed = paths(&event.removed);
                self.roots.retain(|root| !removed.contains(root));
                self.roots.extend(paths(&event.added));
            }
            _ => {}
        }
    }

    /// Forgets a document, and what was said about it; those that import it have what is saved from now on.
    fn close(&mut self, uri: &Uri) {
        let Some(document) = self.documents.remove(uri.as_str()) else { return };
        document.stop();
        self.workers.remove(uri.as_str());
        self.knowledge.lock().remove(uri.as_str());
        self.publisher.clear(uri, None);
        if let Some(path) = document.path() {
            self.analyse_importers(path, Trigger::OpenOrSave);
        }
    }

    /// Analyses a document, and those that may import it.
    fn changed(&mut self, uri: &Uri, trigger: Trigger) {
        match self.documents.get(uri.as_str()).and_then(Document::path).map(ToOwned::to_owned) {
            Some(path) => self.analyse_importers(&path, trigger),
            None => self.analyse(uri.as_str(), trigger),
        }
    }

    /// Analyses the documents that a file may be a part of.
    fn analyse_importers(&mut self, path: &Path, trigger: Trigger) {
        let concerned = self.documents.iter().filter(|(_, document)| document.may_import(path));
        let concerned: Vec<String> = concerned.map(|(uri, _)| uri.clone()).collect();
        concerned.iter().for_each(|uri| self.analyse(uri, trigger));
    }

    fn analyse(&mut self, uri: &str, trigger: Trigger) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        let outdated = document.outdate();
        let Some(document) = self.documents.get(uri) else { return };
        if document.is_template() {
            let job = self.job(document, outdated, trigger);
            self.worker(uri).schedule_analysis(job);
        } else if self.knowledge.lock().remove(uri).is_some() {
            self.publisher.clear(&document.uri, Some(document.version));
        }
    }

    fn job(&self, document: &Document, outdated: super::worker::Flag, trigger: Trigger) -> Job {
        Job {
            uri: document.uri.clone(),
            path: document.path().map(ToOwned::to_owned),
            version: document.version,
            text: Arc::clone(&document.text),
            package: document.package(self.documents.values()),
            outdated,
            trigger,
            longest: self.longest,
        }
    }

    fn worker(&mut self, uri: &str) -> &Worker {
        self.workers.entry(uri.to_owned()).or_insert_with(|| {
            Worker::start(self.publisher.clone(), Arc::clone(&self.knowledge), Arc::clone(&self.cache))
        })
    }

    fn stop(&mut self) {
        self.documents.values().for_each(Document::stop);
        self.workers.values_mut().for_each(Worker::stop);
    }
}

/// What a notification says; one that cannot be read is passed over, as it has no answer.
fn read<P: DeserializeOwned>(notification: Notification) -> Option<P> {
    serde_json::from_value(notification.params).ok()
}

/// Why a request has no answer.
pub(super) type Refusal = (ErrorCode, String);

/// The number of a request that is answered later.
pub(super) type Pending = RequestId;
