//! The loop that reads what the editor says.

use std::collections::BTreeMap;
use std::sync::Arc;

use lsp_server::{Connection, ErrorCode, Message, Notification, ProtocolError, Request, Response};
use lsp_types::notification::{
    DidChangeTextDocument, DidChangeWatchedFiles, DidCloseTextDocument, DidOpenTextDocument, DidSaveTextDocument,
    Notification as _,
};
use lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, InitializeParams, Uri,
};
use serde::de::DeserializeOwned;

use super::capabilities::capabilities;
use super::document::Document;
use super::publish::{Publisher, Severities};
use super::requests;
use super::worker::{Job, Knowledge, Worker};

/// Why the server stopped.
#[derive(Debug, thiserror::Error)]
pub enum ServerError {
    /// The editor does not keep to the protocol, or is gone.
    #[error(transparent)]
    Protocol(#[from] ProtocolError),
    /// What the editor says of itself cannot be read.
    #[error("the editor's greeting cannot be read: {0}")]
    Greeting(#[from] serde_json::Error),
}

/// Serves one editor until it says good-bye.
///
/// # Errors
/// When the editor does not keep to the protocol.
pub fn serve(connection: &Connection, severities: Severities) -> Result<(), ServerError> {
    let capabilities = serde_json::to_value(capabilities())?;
    let greeting: InitializeParams = serde_json::from_value(connection.initialize(capabilities)?)?;
    let hints = greeting.capabilities.workspace.and_then(|workspace| workspace.inlay_hint);
    let sender = connection.sender.clone();
    let publisher = Publisher {
        // When the editor is gone, nobody has to be told.
        send: Box::new(move |message| drop(sender.send(message))),
        severities,
        can_refresh_hints: hints.and_then(|hints| hints.refresh_support).unwrap_or(false),
    };
    let knowledge = Arc::new(Knowledge::default());
    let worker = Worker::start(publisher, Arc::clone(&knowledge));
    let mut server = Server { documents: BTreeMap::new(), knowledge, worker };
    let end = server.listen(connection);
    server.stop();
    end
}

/// What the server knows.
pub(super) struct Server {
    /// Open documents by URI.
    pub(super) documents: BTreeMap<String, Document>,
    pub(super) knowledge: Arc<Knowledge>,
    worker: Worker,
}

impl Server {
    fn listen(&mut self, connection: &Connection) -> Result<(), ServerError> {
        for message in &connection.receiver {
            match message {
                Message::Request(request) => {
                    if connection.handle_shutdown(&request)? {
                        return Ok(());
                    }
                    // When the editor is gone, the loop ends by itself.
                    let _ = connection.sender.send(self.answer(request).into());
                }
                Message::Notification(notification) => self.note(notification),
                Message::Response(_) => {}
            }
        }
        Ok(())
    }

    fn answer(&self, request: Request) -> Response {
        let id = request.id.clone();
        requests::answer(self, request).unwrap_or_else(|(code, message)| Response::new_err(id, code as i32, message))
    }

    fn note(&mut self, notification: Notification) {
        match notification.method.as_str() {
            DidOpenTextDocument::METHOD => {
                let Some(DidOpenTextDocumentParams { text_document: opened }) = read(notification) else { return };
                let document = Document::new(opened.uri.clone(), opened.version, &opened.text);
                self.documents.insert(opened.uri.to_string(), document);
                self.changed(&opened.uri);
            }
            DidChangeTextDocument::METHOD => {
                let Some(DidChangeTextDocumentParams { text_document, content_changes }) = read(notification) else {
                    return;
                };
                if let Some(document) = self.documents.get_mut(text_document.uri.as_str()) {
                    document.change(text_document.version, content_changes);
                    self.changed(&text_document.uri);
                }
            }
            DidCloseTextDocument::METHOD => {
                let Some(DidCloseTextDocumentParams { text_document }) = read(notification) else { return };
                if let Some(document) = self.documents.remove(text_document.uri.as_str()) {
                    document.stop();
                    self.knowledge.lock().remove(text_document.uri.as_str());
                }
            }
            DidSaveTextDocument::METHOD | DidChangeWatchedFiles::METHOD => {
                let uris: Vec<String> = self.documents.keys().cloned().collect();
                uris.iter().for_each(|uri| self.analyse(uri));
            }
            _ => {}
        }
    }

    /// Analyses a document, and those that may import it.
    fn changed(&mut self, uri: &Uri) {
        let path = self.documents.get(uri.as_str()).and_then(Document::path);
        let imports_it = |document: &Document| {
            let folder = document.path().and_then(std::path::Path::parent);
            document.uri == *uri || path.zip(folder).is_some_and(|(path, folder)| path.starts_with(folder))
        };
        let concerned = self.documents.iter().filter(|(_, document)| imports_it(document));
        let concerned: Vec<String> = concerned.map(|(uri, _)| uri.clone()).collect();
        concerned.iter().for_each(|uri| self.analyse(uri));
    }

    fn analyse(&mut self, uri: &str) {
        let Some(document) = self.documents.get_mut(uri) else { return };
        let outdated = document.outdate();
        let Some(document) = self.documents.get(uri).filter(|document| document.is_template()) else { return };
        self.worker.analyse(Job {
            uri: document.uri.clone(),
            path: document.path().map(ToOwned::to_owned),
            version: document.version,
            text: Arc::clone(&document.text),
            package: document.package(self.documents.values()),
            outdated,
        });
    }

    fn stop(&mut self) {
        self.documents.values().for_each(Document::stop);
        self.worker.stop();
    }
}

/// What a notification says; one that cannot be read is passed over, as nobody waits for an answer.
fn read<P: DeserializeOwned>(notification: Notification) -> Option<P> {
    serde_json::from_value(notification.params).ok()
}

/// Why a request has no answer.
pub(super) type Refusal = (ErrorCode, String);
