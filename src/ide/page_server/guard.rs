//! Who is answered: those who know the token, and call the server by a name of loopback.
//!
//! Other users of the machine do not know the token; pages of other sites neither, nor can they take the name of the
//! server, whatever their own name is made to lead to (DNS rebinding).

use std::fmt::{self, Write as _};

use thiserror::Error;

use super::http::{Head, Method, Response, ResponseStatus};

/// A secret word in the address of the page.
#[derive(Clone)]
pub struct AccessToken(String);

/// The system has no randomness to give.
#[derive(Debug, Error)]
#[error("no token can be made: {0}")]
pub struct NoToken(getrandom::Error);

impl AccessToken {
    /// A word of 128 random bits.
    ///
    /// # Errors
    /// When the system has none.
    pub fn random() -> Result<Self, NoToken> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(NoToken)?;
        let mut text = String::new();
        for byte in bytes {
            // Writing to a text does not fail.
            let _ = write!(text, "{byte:02x}");
        }
        Ok(Self(text))
    }

    /// Whether `word` is this one, in a time that does not say how much of it is.
    fn is(&self, word: &str) -> bool {
        let pairs = self.0.bytes().zip(word.bytes());
        let difference = pairs.fold(0, |difference, (own, other)| difference | (own ^ other));
        word.len() == self.0.len() && std::hint::black_box(difference) == 0
    }
}

impl fmt::Display for AccessToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// Logs are no place for secrets.
impl fmt::Debug for AccessToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token")
    }
}

/// What decides who is answered.
#[derive(Debug)]
pub(super) struct Guard {
    pub(super) token: AccessToken,
    pub(super) port: u16,
}

impl Guard {
    /// The path behind the token.
    pub(super) fn admit<'h>(&self, head: &'h Head) -> Result<&'h str, Response> {
        let refuse = |status, message| {
            let refusal = Response::refusal(status, message);
            Err(if head.method == Method::Head { refusal.without_body() } else { refusal })
        };
        if !head.host.as_deref().is_some_and(|host| self.is_own(host)) {
            return refuse(ResponseStatus::Misdirected, "the server is not known by this name");
        }
        let is_foreign = |origin: &str| !origin.strip_prefix("http://").is_some_and(|host| self.is_own(host));
        if head.origin.as_deref().is_some_and(is_foreign) {
            return refuse(ResponseStatus::Forbidden, "other sites are not answered");
        }
        let (word, path) = head.path.strip_prefix('/').and_then(|path| path.split_once('/')).unwrap_or_default();
        if !self.token.is(word) {
            return refuse(ResponseStatus::Forbidden, "open the address that `variscope serve` has printed");
        }
        if matches!(head.method, Method::Head | Method::Other) {
            return refuse(ResponseStatus::MethodNotAllowed, "only GET and POST are answered");
        }
        Ok(path)
    }

    fn is_own(&self, host: &str) -> bool {
        let port = self.port;
        ["127.0.0.1", "localhost"].iter().any(|name| host.eq_ignore_ascii_case(&format!("{name}:{port}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard() -> Guard {
        Guard { token: AccessToken("secret".to_owned()), port: 80 }
    }

    fn head(path: &str, host: Option<&str>, origin: Option<&str>) -> Head {
        let (host, origin) = (host.map(str::to_owned), origin.map(str::to_owned));
        Head { method: Method::Get, path: path.to_owned(), host, origin, body: 0 }
    }

    #[test]
    fn only_who_knows_the_token_is_admitted() {
        let guard = guard();
        let status = |path: &str| guard.admit(&head(path, Some("localhost:80"), None)).err().map(|no| no.status);
        assert_eq!(guard.admit(&head("/secret/a", Some("127.0.0.1:80"), None)).ok(), Some("a"));
        for path in ["/", "/secret", "/secre/", "/secrets/", "/Secret/", "secret/", "//secret/", ""] {
            assert_eq!(status(path), Some(ResponseStatus::Forbidden), "{path}");
        }
    }

    #[test]
    fn other_names_and_sites_are_refused() {
        for host in [None, Some("127.0.0.1"), Some("127.0.0.1:81"), Some("evil.example:80"), Some("localhost:80.evil")]
        {
            let refused = guard().admit(&head("/secret/", host, None)).err().map(|no| no.status);
            assert_eq!(refused, Some(ResponseStatus::Misdirected), "{host:?}");
        }
        for origin in ["null", "http://evil.example", "https://localhost:80", "http://localhost"] {
            let refused = guard().admit(&head("/secret/", Some("localhost:80"), Some(origin))).err();
            assert_eq!(refused.map(|no| no.status), Some(ResponseStatus::Forbidden), "{origin}");
        }
        assert!(guard().admit(&head("/secret/", Some("localhost:80"), Some("http://127.0.0.1:80"))).is_ok());
    }

    #[test]
    fn tokens_differ_and_stay_secret() {
        let (left, right) = (AccessToken::random().unwrap(), AccessToken::random().unwrap());
        assert_eq!(left.to_string().len(), 32);
        assert!(!left.is(&right.to_string()) && left.is(&left.to_string()));
        assert_eq!(format!("{left:?}"), "Token");
    }
}
