//! As much of HTTP/1.1 as one page needs (RFC 9112): one request for each connection, heads and bodies of bounded size.
//!
//! Comes in: a stream. Goes out: a [`Head`], its body, and bytes of a [`Response`]. Invariant: neither a slow nor a
//! talkative client takes more than [`MAX_READ_TIME`], [`MAX_HEAD_BYTES`] and [`MAX_BODY_BYTES`].

mod connection;
mod request;
mod response;

pub(super) use connection::HttpConnection;
pub(super) use request::{Head, Malformed, Method, head_length};
pub(super) use response::{Response, ResponseStatus};

use std::time::Duration;

/// Bytes of a request line with all headers.
const MAX_HEAD_BYTES: usize = 16 << 10;

/// Bytes of a body.
const MAX_BODY_BYTES: usize = 256 << 10;

/// How long a request may take to arrive.
const MAX_READ_TIME: Duration = Duration::from_secs(10);
