//! The report page over HTTP on loopback, with answers that take the solver.
//!
//! Comes in: a [`ServedTemplate`], which knows where the template is. Goes out: the page, and answers in the JSON of the
//! commands of the same names. Invariants: nothing is answered to who does not know the token or comes by another name
//! of the host; no path names a file; what a request may take is bounded in bytes, in seconds and in number.

mod guard;
mod handlers;
mod http;
mod in_memory;
mod listening;
mod revision;
mod subject;
mod unknown_peers;

pub use guard::{AccessToken, NoToken};
pub use in_memory::answer_to;
pub use listening::Server;
pub use revision::Revision;
pub use subject::{GivenValues, Refusal, ServedTemplate};
