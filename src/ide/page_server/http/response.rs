//! What is answered.

use crate::answer::{self, Refused};

/// How a request ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::ide::page_server) enum ResponseStatus {
    Fine,
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    Timeout,
    LengthRequired,
    BodyTooLarge,
    Misdirected,
    Unprocessable,
    HeadTooLarge,
    Failed,
    Busy,
    Late,
    VersionNotSupported,
}

impl ResponseStatus {
    /// The line that says so (RFC 9110, section 15).
    pub(in crate::ide::page_server) fn line(self) -> &'static str {
        match self {
            Self::Fine => "200 OK",
            Self::BadRequest => "400 Bad Request",
            Self::Forbidden => "403 Forbidden",
            Self::NotFound => "404 Not Found",
            Self::MethodNotAllowed => "405 Method Not Allowed",
            Self::Timeout => "408 Request Timeout",
            Self::LengthRequired => "411 Length Required",
            Self::BodyTooLarge => "413 Content Too Large",
            Self::Misdirected => "421 Misdirected Request",
            Self::Unprocessable => "422 Unprocessable Content",
            Self::HeadTooLarge => "431 Request Header Fields Too Large",
            Self::Failed => "500 Internal Server Error",
            Self::Busy => "503 Service Unavailable",
            Self::Late => "504 Gateway Timeout",
            Self::VersionNotSupported => "505 HTTP Version Not Supported",
        }
    }
}

/// An answer.
#[derive(Debug)]
pub(in crate::ide::page_server) struct Response {
    pub(in crate::ide::page_server) status: ResponseStatus,
    kind: &'static str,
    body: String,
    /// Answers to HEAD end with their headers.
    has_body: bool,
}

impl Response {
    pub(in crate::ide::page_server) fn page(html: String) -> Self {
        Self { status: ResponseStatus::Fine, kind: "text/html; charset=utf-8", body: html, has_body: true }
    }

    pub(in crate::ide::page_server) fn json(status: ResponseStatus, json: String) -> Self {
        Self { status, kind: "application/json", body: json, has_body: true }
    }

    /// Says why there is no answer.
    pub(in crate::ide::page_server) fn refusal(status: ResponseStatus, message: &str) -> Self {
        Self::json(status, answer::json(&Refused { message: message.to_owned() }))
    }

    /// The same to who asks for the headers alone.
    pub(in crate::ide::page_server) fn without_body(self) -> Self {
        Self { has_body: false, ..self }
    }

    /// All of it. Its headers forbid to cache it, to guess its type, to frame it, and to send it as a referrer.
    pub(in crate::ide::page_server) fn bytes(&self) -> Vec<u8> {
        let allow = if self.status == ResponseStatus::MethodNotAllowed { "Allow: GET, POST\r\n" } else { "" };
        let head = format!(
            "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{allow}Connection: close\r\nCache-Control: no-store\r\n\
             X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCross-Origin-Resource-Policy: same-origin\r\n\
             Content-Security-Policy: frame-ancestors 'none'\r\n\r\n",
            self.status.line(),
            self.kind,
            self.body.len(),
        );
        let body = if self.has_body { self.body.as_str() } else { "" };
        [head.as_bytes(), body.as_bytes()].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_in_bytes() {
        let text = String::from_utf8(Response::page("é".to_owned()).bytes()).unwrap();
        assert!(text.starts_with("HTTP/1.1 200 OK\r\n"));
        assert!(text.contains("\r\nContent-Length: 2\r\n"));
        assert!(text.ends_with("\r\n\r\né"));
        let head = String::from_utf8(Response::page("é".to_owned()).without_body().bytes()).unwrap();
        assert_eq!(text, format!("{head}é"));
    }
}
