//! Text in XML.

use std::fmt::Write as _;

use crate::source::printable::is_hidden;

/// `text` as an attribute or content: special characters and those that terminals obey escaped, characters that XML 1.0 cannot
/// hold replaced.
pub(in crate::output::render) fn escaped(text: &str) -> String {
    let is_held = |letter: char| matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    let text: String =
        text.chars().map(|letter| if is_held(letter) { letter } else { char::REPLACEMENT_CHARACTER }).collect();
    let mut xml = String::with_capacity(text.len());
    for letter in quick_xml::escape::escape(text.as_str()).chars() {
        if is_hidden(letter) {
            // Writing to a string cannot fail.
            let _ = write!(xml, "&#{};", u32::from(letter));
        } else {
            xml.push(letter);
        }
    }
    xml
}
