//! Paths and the URIs that editors write them as.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use lsp_types::Uri;

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
    fn others_have_no_path() {
        assert_eq!(path(&Uri::from_str("untitled:one").expect("a URI")), None);
        let drive = Uri::from_str("file:///c%3A/shop.yaml").expect("a URI");
        assert_eq!(path(&drive), Some(PathBuf::from("c:/shop.yaml")));
    }
}
