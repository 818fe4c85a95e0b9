//! Paths and the URIs that editors write them as.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;
use serde_json::Value as Json;

use crate::source::package::slashed;

/// The path of a file; none for texts that are in no file.
pub(super) fn path(uri: &Uri) -> Option<PathBuf> {
    let written = uri.as_str().strip_prefix("file://")?;
    // An authority, if there is one, is this machine.
    let path = &written[written.find('/')?..];
    let path = decoded(path.split(['?', '#']).next()?)?;
    let is_drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if is_drive { &path[1..] } else { &path }))
}

/// The URI of a file.
pub(super) fn uri(path: &Path) -> Option<Uri> {
    let text = path.to_str().map(|_| slashed(path))?;
    let mut uri = if text.starts_with('/') { "file://".to_owned() } else { "file:///".to_owned() };
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            // Writing into a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    Uri::from_str(&uri).ok()
}

/// Fields of messages that are URIs.
static FIELDS: &[&str] = &["uri", "rootUri", "oldUri", "newUri", "scopeUri"];

/// Encodes what editors forget to encode in the URIs of a message: else they could not be read, and files with such names
/// would be left alone without a word.
pub(super) fn encode_all(json: &mut Json) {
    match json {
        Json::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Json::String(text) if FIELDS.contains(&name.as_str()) => {
                        if let Some(encoded) = encoded(text) {
                            *text = encoded;
                        }
                    }
                    _ => encode_all(value),
                }
            }
        }
        Json::Array(items) => items.iter_mut().for_each(encode_all),
        _ => {}
    }
}

/// What is meant by a text that begins as a URI does, and is none.
fn encoded(text: &str) -> Option<String> {
    if Uri::from_str(text).is_ok() {
        return None;
    }
    let (scheme, rest) = text.split_once("://").filter(|(scheme, _)| !scheme.is_empty())?;
    let mut uri = format!("{scheme}://");
    for (at, byte) in rest.bytes().enumerate() {
        let digits = rest.as_bytes().get(at + 1..at + 3);
        let is_escape = || digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        if byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?#".contains(&byte) || (byte == b'%' && is_escape()) {
            uri.push(char::from(byte));
        } else {
            // Writing into a string cannot fail.
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    Uri::from_str(&uri).is_ok().then_some(uri)
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_come_back() {
        for text in ["/a/b.yaml", "/a b/ä%20.yaml", "/a#b?c"].into_iter().chain(cfg!(unix).then_some("/a\\b.yaml")) {
            let uri = uri(Path::new(text)).expect("a URI");
            assert_eq!(path(&uri).expect("a path"), Path::new(text));
        }
    }

    #[test]
    fn what_is_not_encoded_is_meant() {
        for (text, meant) in [
            ("file:///tmp/jö/x.yaml", "/tmp/jö/x.yaml"),
            ("file:///a b/[x].yaml", "/a b/[x].yaml"),
            ("file:///100%.yaml", "/100%.yaml"),
            ("file:///a%20b/ö%5B.yaml", "/a b/ö[.yaml"),
        ] {
            let mut json = serde_json::json!({ "textDocument": [{ "uri": text, "text": "ö" }] });
            encode_all(&mut json);
            let uri = Uri::from_str(json["textDocument"][0]["uri"].as_str().unwrap()).expect("a URI");
            assert_eq!(path(&uri).expect("a path"), Path::new(meant));
            assert_eq!(json["textDocument"][0]["text"], "ö");
        }
        for kept in ["file:///a%20b", "untitled:one", "no uri", "://ö", ""] {
            let mut json = serde_json::json!({ "uri": kept });
            encode_all(&mut json);
            assert_eq!(json["uri"], kept);
        }
    }

    #[test]
    fn others_have_no_path() {
        assert_eq!(path(&Uri::from_str("untitled:one").expect("a URI")), None);
        let drive = Uri::from_str("file:///c%3A/shop.yaml").expect("a URI");
        assert_eq!(path(&drive), Some(PathBuf::from("c:/shop.yaml")));
    }
}
