//! Text in XML.

/// `text` as an attribute or content: special characters escaped, characters that XML 1.0 cannot hold replaced.
pub(in crate::output::render) fn escaped(text: &str) -> String {
    let is_held = |letter: char| matches!(letter, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    let text: String =
        text.chars().map(|letter| if is_held(letter) { letter } else { char::REPLACEMENT_CHARACTER }).collect();
    quick_xml::escape::escape(text.as_str()).replace('\n', "&#10;").replace('\r', "&#13;")
}
