//! Messages between bytes and a connection: a header with the length, then JSON.
//!
//! Comes in: what the editor writes. Goes out: its messages. Invariants: a message that cannot be understood is answered
//! with an error, and the next one is read; only when it is not known where the next one begins does reading end.

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};

use lsp_server::{Connection, ErrorCode, Message};
use serde_json::{Value as Json, json};

use super::uri;
use crate::source::locked;

/// The longest message that is read, in bytes.
const MAX_MESSAGE_BYTES: usize = 256 << 20;
/// The longest line of a header, in bytes.
const MAX_LINE_BYTES: u64 = 4096;

/// The threads that read and write.
pub struct Transport {
    reader: JoinHandle<io::Result<()>>,
    writer: JoinHandle<io::Result<()>>,
}

/// The end of the editor's.
type EditorOutput = Arc<Mutex<Box<dyn Write + Send>>>;

impl Transport {
    /// Starts to speak with the client that writes to `input` and reads from `output`.
    pub fn start(input: impl BufRead + Send + 'static, output: impl Write + Send + 'static) -> (Connection, Self) {
        let (ours, theirs) = Connection::memory();
        let output: EditorOutput = Arc::new(Mutex::new(Box::new(output)));
        let Connection { sender, receiver } = theirs;
        let answers = Arc::clone(&output);
        let reader = thread::spawn(move || {
            let mut input = input;
            read(&mut input, &answers, |message| sender.send(message).is_ok())
        });
        let writer = thread::spawn(move || receiver.into_iter().try_for_each(|message| send(&output, &message)));
        (ours, Self { reader, writer })
    }

    /// Waits until everything is read and written; the editor has said good-bye, and the connection is dropped.
    ///
    /// # Errors
    /// When what the editor wrote could not be split into messages, or nothing could be written to it.
    pub fn finish(self) -> io::Result<()> {
        joined(self.reader).and(joined(self.writer))
    }
}

fn joined(thread: JoinHandle<io::Result<()>>) -> io::Result<()> {
    thread.join().unwrap_or_else(|_| Err(io::Error::other("an error in the program")))
}

/// Reads messages until the editor has no more, or `take` wants no more.
fn read(input: &mut impl BufRead, output: &EditorOutput, take: impl Fn(Message) -> bool) -> io::Result<()> {
    while let Some(length) = header(input)? {
        let mut body = Vec::new();
        input.take(length as u64).read_to_end(&mut body)?;
        if body.len() < length {
            return Err(invalid("it ends in the middle of a message"));
        }
        match message(&body) {
            Ok(message) => {
                let is_exit = matches!(&message, Message::Notification(note) if note.method == "exit");
                if !take(message) || is_exit {
                    return Ok(());
                }
            }
            Err(answer) => write(output, &answer)?,
        }
    }
    Ok(())
}

/// The length of the next message; none at the end.
fn header(input: &mut impl BufRead) -> io::Result<Option<usize>> {
    let mut length = None;
    for is_first in std::iter::once(true).chain(std::iter::repeat(false)) {
        let mut line = Vec::new();
        input.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line)?;
        if line.is_empty() && is_first {
            return Ok(None);
        }
        if line.pop() != Some(b'\n') {
            return Err(invalid("it ends in the middle of a header"));
        }
        let line = String::from_utf8_lossy(&line);
        let Some((name, value)) = line.split_once(':') else {
            if line.trim().is_empty() {
                break;
            }
            return Err(invalid("a message without a header"));
        };
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse().ok();
        }
    }
    match length {
        Some(length) if length <= MAX_MESSAGE_BYTES => Ok(Some(length)),
        Some(_) => Err(invalid("a message that is too long")),
        None => Err(invalid("a message without `Content-Length`")),
    }
}

/// The message in these bytes, or what is to be answered.
fn message(body: &[u8]) -> Result<Message, Json> {
    let mut json: Json = serde_json::from_slice(body)
        .map_err(|error| refusal(&Json::Null, ErrorCode::ParseError, &format!("this is no JSON: {error}")))?;
    let id = json.get("id").cloned().unwrap_or_default();
    // Without an id that can be read, a request would be taken for a notification, and never answered.
    if json.get("method").is_some() && json.get("id").is_some_and(|id| !is_request_id(id)) {
        return Err(refusal(&id, ErrorCode::InvalidRequest, "the id of a request is a text, or an integer of 32 bits"));
    }
    if let Some(params) = json.get_mut("params") {
        uri::encode_all(params);
    }
    serde_json::from_value(json).map_err(|_| refusal(&id, ErrorCode::InvalidRequest, "this is no message of JSON-RPC"))
}

/// Whether the protocol has such ids.
fn is_request_id(id: &Json) -> bool {
    id.is_string() || id.as_i64().is_some_and(|number| i32::try_from(number).is_ok())
}

fn refusal(id: &Json, code: ErrorCode, message: &str) -> Json {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code as i32, "message": message } })
}

fn invalid(message: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message)
}

fn send(output: &EditorOutput, message: &Message) -> io::Result<()> {
    let mut output = locked(output);
    message.write(&mut *output)
}

fn write(output: &EditorOutput, answer: &Json) -> io::Result<()> {
    let (mut output, text) = (locked(output), answer.to_string());
    write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The methods that are read from a text, how reading ended, and what was written.
    fn spoken(text: &[u8]) -> (Vec<String>, Option<String>, String) {
        let (written, methods) = (Arc::new(Mutex::new(Vec::new())), Mutex::new(Vec::new()));
        let output: EditorOutput = Arc::new(Mutex::new(Box::new(Shared(Arc::clone(&written)))));
        let end = read(&mut &*text, &output, |message| {
            let (Message::Request(lsp_server::Request { method, .. })
            | Message::Notification(lsp_server::Notification { method, .. })) = message
            else {
                return false;
            };
            methods.lock().unwrap().push(method);
            true
        });
        let written = String::from_utf8(written.lock().unwrap().clone()).unwrap();
        (methods.into_inner().unwrap(), end.err().map(|error| error.to_string()), written)
    }

    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    #[test]
    fn what_is_no_message_is_answered_and_passed_over() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"initialized"}"#);
        for (bad, code) in [("{bad}", -32700), ("[1]", -32600), (r#"{"id":1}"#, -32600), ("", -32700)] {
            let (methods, end, written) = spoken(format!("{}{good}", framed(bad)).as_bytes());
            assert_eq!((methods.as_slice(), end), (["initialized".to_owned()].as_slice(), None));
            assert!(written.contains(&code.to_string()), "{bad}: {written}");
        }
        let bytes = [b"Content-Length: 2\r\n\r\n\xff\xfe".as_slice(), good.as_bytes()].concat();
        assert_eq!(spoken(&bytes).0.len(), 1);
    }

    #[test]
    fn requests_with_ids_that_cannot_be_read_are_answered() {
        for id in ["2147483648", "-2147483649", "1.5", "null", "true", "[1]", "{}"] {
            let (methods, end, written) = spoken(framed(&format!(r#"{{"id":{id},"method":"shutdown"}}"#)).as_bytes());
            assert_eq!((methods.as_slice(), end), (&[][..], None), "{id}");
            let answer: Json = serde_json::from_str(written.split_once("\r\n\r\n").unwrap().1).unwrap();
            assert_eq!(answer["error"]["code"], -32600, "{written}");
            assert_eq!(answer["id"], serde_json::from_str::<Json>(id).unwrap());
        }
        for id in ["2147483647", "-2147483648", "\"a\""] {
            let (methods, _, written) = spoken(framed(&format!(r#"{{"id":{id},"method":"shutdown"}}"#)).as_bytes());
            assert_eq!((methods.len(), written.as_str()), (1, ""), "{id}");
        }
    }

    #[test]
    fn reading_ends_where_messages_cannot_be_distinguished() {
        for (text, end) in [
            ("", None),
            ("Content-Length: 9999999999999\r\n\r\n", Some("too long")),
            ("Content-Length: many\r\n\r\n", Some("without `Content-Length`")),
            ("Content-Length: 20\r\n\r\n{}", Some("middle of a message")),
            ("Content-Len", Some("middle of a header")),
            ("hello\r\n\r\n", Some("without a header")),
        ] {
            let (_, found, _) = spoken(text.as_bytes());
            assert_eq!(found.is_some(), end.is_some(), "{text}");
            assert!(found.unwrap_or_default().contains(end.unwrap_or_default()), "{text}");
        }
    }
}
