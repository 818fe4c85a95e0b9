//! A connection: a head, its body, an answer, in this order.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::{Duration, Instant};

use super::{Head, MAX_BODY_BYTES, MAX_READ_TIME, Malformed, Response, head_length};

/// How long a client may take to read an answer, by part.
const MAX_WRITE_TIME: Duration = Duration::from_secs(10);

/// How long is waited for a client that still talks after its answer.
const DRAIN_TIME: Duration = Duration::from_millis(300);

pub(in crate::ide::page_server) struct HttpConnection {
    stream: TcpStream,
    deadline: Instant,
    /// What was read and belongs to no head.
    rest: Vec<u8>,
}

impl HttpConnection {
    pub(in crate::ide::page_server) fn new(stream: TcpStream) -> Self {
        Self { stream, deadline: Instant::now() + MAX_READ_TIME, rest: Vec::new() }
    }

    pub(in crate::ide::page_server) fn head(&mut self) -> Result<Head, Malformed> {
        let mut read = Vec::new();
        loop {
            let before = read.len();
            self.more(&mut read)?;
            if let Some(length) = head_length(&read, before)? {
                self.rest = read.split_off(length);
                return Head::parse(&read);
            }
        }
    }

    pub(in crate::ide::page_server) fn body(&mut self, head: &Head) -> Result<Vec<u8>, Malformed> {
        let mut body = std::mem::take(&mut self.rest);
        while body.len() < head.body {
            self.more(&mut body)?;
        }
        body.truncate(head.body);
        Ok(body)
    }

    /// Reads something, or finds that nothing comes in time.
    fn more(&mut self, read: &mut Vec<u8>) -> Result<(), Malformed> {
        let mut some = [0; 4096];
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() || self.stream.set_read_timeout(Some(left)).is_err() {
            return Err(Malformed::Time);
        }
        match self.stream.read(&mut some) {
            Ok(count) if count > 0 => {
                read.extend_from_slice(&some[..count]);
                Ok(())
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(()),
            Ok(_) | Err(_) => Err(Malformed::Time),
        }
    }

    /// Whether the client has closed the connection, and so waits for nothing.
    pub(in crate::ide::page_server) fn is_closed(&self) -> bool {
        if self.stream.set_nonblocking(true).is_err() {
            return true;
        }
        let peeked = self.stream.peek(&mut [0]);
        let is_open = match peeked {
            Ok(count) => count > 0,
            Err(error) => error.kind() == io::ErrorKind::WouldBlock,
        };
        self.stream.set_nonblocking(false).is_err() || !is_open
    }

    /// Sends the answer and hangs up. A client that is gone misses nothing.
    pub(in crate::ide::page_server) fn answer(mut self, response: &Response) {
        let sent = self.stream.set_write_timeout(Some(MAX_WRITE_TIME));
        let sent = sent.and_then(|()| self.stream.write_all(&response.bytes()));
        if sent.and_then(|()| self.stream.shutdown(Shutdown::Write)).is_ok() {
            self.drain();
        }
    }

    /// Closing a stream with something unread in it would take the answer away from the client.
    fn drain(&mut self) {
        self.deadline = Instant::now() + DRAIN_TIME;
        let mut left = Vec::new();
        while left.len() <= MAX_BODY_BYTES && self.more(&mut left).is_ok() {}
    }
}
