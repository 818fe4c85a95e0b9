//! Templates while they are written: what editors ask, the language server, and the page that follows a template.

pub mod editor;
pub mod lsp;
pub mod page_server;
