//! The language server: the questions of `editor` over the Language Server Protocol.
//!
//! Comes in: a connection. Goes out: answers, and diagnostics from a thread of their own. Invariants: a message of the
//! editor is answered from what is known at once, nothing waits for an analysis; texts of the editor go before files.

mod actions;
mod capabilities;
mod convert;
mod document;
mod importers;
mod knowledge;
mod marks;
mod naming;
mod overview;
mod position;
mod publish;
mod repair;
mod requests;
mod server;
mod transport;
mod uri;
mod worker;

#[cfg(test)]
mod tests;

pub use publish::{Judge, Severities};
pub use server::{ServerError, serve};
pub use transport::Transport;
