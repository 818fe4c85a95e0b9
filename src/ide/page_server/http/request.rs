//! The head of a request.

use super::{MAX_BODY_BYTES, MAX_HEAD_BYTES, ResponseStatus};

/// What is asked to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ide::page_server) enum Method {
    Get,
    Post,
    /// What GET would answer, without its body.
    Head,
    /// Anything else.
    Other,
}

/// Everything before the body.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::ide::page_server) struct Head {
    pub(in crate::ide::page_server) method: Method,
    pub(in crate::ide::page_server) path: String,
    pub(in crate::ide::page_server) host: Option<String>,
    pub(in crate::ide::page_server) origin: Option<String>,
    /// How many bytes follow.
    pub(in crate::ide::page_server) body: usize,
}

/// Why something is no request that is read any further.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ide::page_server) enum Malformed {
    /// It is no HTTP.
    Syntax,
    /// Not HTTP/1.0 or HTTP/1.1.
    Version,
    /// The head is too long.
    Head,
    /// The body is too long.
    Body,
    /// The length of the body is not reported before.
    Length,
    /// It did not arrive in time, or not at all.
    Time,
}

impl Malformed {
    pub(in crate::ide::page_server) fn status(self) -> ResponseStatus {
        match self {
            Self::Syntax => ResponseStatus::BadRequest,
            Self::Version => ResponseStatus::VersionNotSupported,
            Self::Head => ResponseStatus::HeadTooLarge,
            Self::Body => ResponseStatus::BodyTooLarge,
            Self::Length => ResponseStatus::LengthRequired,
            Self::Time => ResponseStatus::Timeout,
        }
    }
}

impl Head {
    /// Reads a head with the empty line at its end.
    pub(in crate::ide::page_server) fn parse(bytes: &[u8]) -> Result<Self, Malformed> {
        if has_bare_line_feed(bytes) {
            return Err(Malformed::Syntax);
        }
        let lines = bytes.split(|&byte| byte == b'\n').count();
        let mut headers = vec![httparse::EMPTY_HEADER; lines];
        let mut request = httparse::Request::new(&mut headers);
        match request.parse(bytes) {
            Ok(httparse::Status::Complete(length)) if length == bytes.len() => Self::of(&request),
            Err(httparse::Error::Version) if names_http(bytes) => Err(Malformed::Version),
            Ok(_) | Err(_) => Err(Malformed::Syntax),
        }
    }

    fn of(request: &httparse::Request<'_, '_>) -> Result<Self, Malformed> {
        let method = match request.method {
            Some("GET") => Method::Get,
            Some("POST") => Method::Post,
            Some("HEAD") => Method::Head,
            _ => Method::Other,
        };
        let path = request.path.unwrap_or_default().to_owned();
        let mut head = Self { method, path, host: None, origin: None, body: 0 };
        let mut length = None;
        for header in &*request.headers {
            match header.name.to_ascii_lowercase().as_str() {
                "host" => once(&mut head.host, header.value)?,
                "origin" => once(&mut head.origin, header.value)?,
                "content-length" => once(&mut length, header.value)?,
                "transfer-encoding" => return Err(Malformed::Length),
                _ => {}
            }
        }
        head.body = match (length, method) {
            (Some(length), _) => body_length(&length)?,
            (None, Method::Post) => return Err(Malformed::Length),
            (None, Method::Get | Method::Head | Method::Other) => 0,
        };
        Ok(head)
    }
}

/// The end of a head, between whose lines there is none that is empty.
const EMPTY_LINE: &[u8] = b"\r\n\r\n";

/// How many bytes of a request are its head with the empty line at its end; none while that is missing, as it is in the first
/// `known` bytes.
pub(in crate::ide::page_server) fn head_length(request: &[u8], known: usize) -> Result<Option<usize>, Malformed> {
    // The empty line may have begun before.
    let from = known.saturating_sub(EMPTY_LINE.len());
    let at = request[from..].windows(EMPTY_LINE.len()).position(|window| window == EMPTY_LINE);
    match at.map(|at| from + at) {
        Some(end) if end <= MAX_HEAD_BYTES => Ok(Some(end + EMPTY_LINE.len())),
        None if request.len() <= MAX_HEAD_BYTES => Ok(None),
        Some(_) | None => Err(Malformed::Head),
    }
}

/// Whether a line ends without a carriage return: not every program takes that for an end.
fn has_bare_line_feed(head: &[u8]) -> bool {
    head.iter().enumerate().any(|(at, &byte)| byte == b'\n' && !head[..at].ends_with(b"\r"))
}

/// Whether the request is of some version of HTTP.
fn names_http(head: &[u8]) -> bool {
    let request_line = head.split(|&byte| byte == b'\r').next().unwrap_or_default();
    request_line.split(|&byte| byte == b' ').nth(2).is_some_and(|version| version.starts_with(b"HTTP/"))
}

/// A header that is there twice could be read in two ways.
fn once(place: &mut Option<String>, value: &[u8]) -> Result<(), Malformed> {
    let value = std::str::from_utf8(value).map_err(|_| Malformed::Syntax)?;
    if place.replace(value.to_owned()).is_some() { Err(Malformed::Syntax) } else { Ok(()) }
}

fn body_length(text: &str) -> Result<usize, Malformed> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Malformed::Syntax);
    }
    // Digits that are no number of this machine are a number that is too large.
    text.parse().ok().filter(|&length| length <= MAX_BODY_BYTES).ok_or(Malformed::Body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read() {
        let head = Head::parse(b"POST /t/count HTTP/1.1\r\nHOST: a:1\r\nContent-Length:  7 \r\nX: y\r\n\r\n").unwrap();
        let host = Some("a:1".to_owned());
        assert_eq!(head, Head { method: Method::Post, path: "/t/count".to_owned(), host, origin: None, body: 7 });
    }

    #[test]
    fn what_is_ambiguous_is_refused() {
        let refused = [
            ("", Malformed::Syntax),
            ("GET /", Malformed::Syntax),
            ("GET / HTTP/1.1 x", Malformed::Syntax),
            ("GET / FTP/1", Malformed::Syntax),
            ("GET / HTTP/2.0", Malformed::Version),
            ("POST / HTTP/1.1", Malformed::Length),
            ("POST / HTTP/1.1\r\nTransfer-Encoding: chunked", Malformed::Length),
            ("GET / HTTP/1.1\r\nHost: a\r\nhost: b", Malformed::Syntax),
            ("GET / HTTP/1.1\r\nHost : a", Malformed::Syntax),
            ("GET / HTTP/1.1\r\nno colon", Malformed::Syntax),
            ("GET / HTTP/1.1\r\nHost: a\n", Malformed::Syntax),
            ("GET / HTTP/1.1\r\nHost: a\n\nX: y", Malformed::Syntax),
            ("GET / HTTP/1.1\r\nHost: a\r\n b", Malformed::Syntax),
            ("POST / HTTP/1.1\r\nContent-Length: +1", Malformed::Syntax),
            ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1", Malformed::Syntax),
            ("POST / HTTP/1.1\r\nContent-Length: 262145", Malformed::Body),
            ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999", Malformed::Body),
        ];
        for (text, expected) in refused {
            let head = format!("{text}\r\n\r\n");
            assert_eq!(Head::parse(head.as_bytes()), Err(expected), "{text}");
        }
        assert_eq!(Head::parse(b"GET /\xff HTTP/1.1\r\n\r\n"), Err(Malformed::Syntax));
    }

    #[test]
    fn heads_have_any_number_of_lines_but_no_more_than_so_many_bytes() {
        let many = format!("GET / HTTP/1.1\r\n{}\r\n", "a:\r\n".repeat(4_000));
        assert_eq!(head_length(many.as_bytes(), 0), Ok(Some(many.len())));
        assert!(Head::parse(many.as_bytes()).is_ok());
        let longest = "a".repeat(MAX_HEAD_BYTES) + "\r\n\r\n";
        assert_eq!(head_length(longest.as_bytes(), MAX_HEAD_BYTES), Ok(Some(MAX_HEAD_BYTES + 4)));
        assert_eq!(head_length(format!("a{longest}").as_bytes(), 0), Err(Malformed::Head));
        assert_eq!(head_length(&longest.as_bytes()[..MAX_HEAD_BYTES], 0), Ok(None));
        assert_eq!(head_length("a".repeat(MAX_HEAD_BYTES + 1).as_bytes(), 0), Err(Malformed::Head));
    }
}
