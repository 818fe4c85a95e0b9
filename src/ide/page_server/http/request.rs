//! The head of a request.

use super::{MOST_BODY, ResponseStatus};

/// What is asked to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ide::page_server) enum Method {
    Get,
    Post,
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
    /// The length of the body is not told before.
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
    /// Reads a head without the empty line at its end.
    pub(in crate::ide::page_server) fn parse(bytes: &[u8]) -> Result<Self, Malformed> {
        let text = std::str::from_utf8(bytes).map_err(|_| Malformed::Syntax)?;
        let mut lines = text.split("\r\n");
        let (method, path) = request_line(lines.next().unwrap_or_default())?;
        let mut head = Self { method, path, host: None, origin: None, body: 0 };
        let mut length = None;
        for line in lines {
            let (name, value) = line.split_once(':').ok_or(Malformed::Syntax)?;
            if name.is_empty() || name.contains(|letter: char| !letter.is_ascii_graphic()) {
                return Err(Malformed::Syntax);
            }
            let value = value.trim_matches([' ', '\t']);
            match name.to_ascii_lowercase().as_str() {
                "host" => once(&mut head.host, value)?,
                "origin" => once(&mut head.origin, value)?,
                "content-length" => once(&mut length, value)?,
                "transfer-encoding" => return Err(Malformed::Length),
                _ => {}
            }
        }
        head.body = match (length, method) {
            (Some(length), _) => body_length(&length)?,
            (None, Method::Post) => return Err(Malformed::Length),
            (None, Method::Get | Method::Other) => 0,
        };
        Ok(head)
    }
}

/// The end of a head, between whose lines there is none that is empty.
const EMPTY_LINE: &[u8] = b"\r\n\r\n";

/// Where the head of a request ends and its body begins; none while the empty line between them is missing. There is none in
/// the first `known` bytes.
pub(in crate::ide::page_server) fn end_of_head(request: &[u8], known: usize) -> Option<(usize, usize)> {
    // The empty line may have begun before.
    let from = known.saturating_sub(EMPTY_LINE.len());
    let at = request[from..].windows(EMPTY_LINE.len()).position(|window| window == EMPTY_LINE)?;
    Some((from + at, from + at + EMPTY_LINE.len()))
}

fn request_line(line: &str) -> Result<(Method, String), Malformed> {
    let mut words = line.split(' ');
    let (Some(method), Some(path), Some(version), None) = (words.next(), words.next(), words.next(), words.next())
    else {
        return Err(Malformed::Syntax);
    };
    if !matches!(version, "HTTP/1.0" | "HTTP/1.1") {
        return Err(if version.starts_with("HTTP/") { Malformed::Version } else { Malformed::Syntax });
    }
    let method = match method {
        "GET" => Method::Get,
        "POST" => Method::Post,
        _ => Method::Other,
    };
    Ok((method, path.to_owned()))
}

/// A header that is there twice could be read in two ways.
fn once(place: &mut Option<String>, value: &str) -> Result<(), Malformed> {
    if place.replace(value.to_owned()).is_some() { Err(Malformed::Syntax) } else { Ok(()) }
}

fn body_length(text: &str) -> Result<usize, Malformed> {
    if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Malformed::Syntax);
    }
    // Digits that are no number of this machine are a number that is too large.
    text.parse().ok().filter(|&length| length <= MOST_BODY).ok_or(Malformed::Body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read() {
        let head = Head::parse(b"POST /t/count HTTP/1.1\r\nHOST: a:1\r\nContent-Length:  7 \r\nX: y").unwrap();
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
            ("POST / HTTP/1.1\r\nContent-Length: +1", Malformed::Syntax),
            ("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1", Malformed::Syntax),
            ("POST / HTTP/1.1\r\nContent-Length: 262145", Malformed::Body),
            ("POST / HTTP/1.1\r\nContent-Length: 99999999999999999999999", Malformed::Body),
        ];
        for (text, expected) in refused {
            assert_eq!(Head::parse(text.as_bytes()), Err(expected), "{text}");
        }
        assert_eq!(Head::parse(b"GET /\xff HTTP/1.1"), Err(Malformed::Syntax));
    }
}
