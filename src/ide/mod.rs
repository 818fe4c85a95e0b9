//! Templates while they are written: what editors ask, the language server, the page that follows a template, and earlier
//! revisions in today's words.

pub mod convert;
pub mod editor;
pub mod lsp;
pub mod page_server;
