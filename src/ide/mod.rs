//! Templates while they are written: what editors ask, the language server, and earlier revisions in today's words.

pub mod convert;
pub mod editor;
pub mod lsp;
