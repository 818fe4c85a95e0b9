//! Tags: how they can be written anywhere, and what they say about scalars.

use std::fmt::Write as _;

use granit_parser::Tag;

use super::Shape;

const CORE: &str = "tag:yaml.org,2002:";
/// Besides letters and digits, what may stand in a tag that is written with a handle, and in one between `<` and `>`.
const SHORTHAND: &[u8] = b"-_.~:/#;?@&=+$*";
const VERBATIM: &[u8] = b"-_.~:/#;?@&=+$*,!";

/// The tag in a form that needs no `%TAG` directive: `!local`, `!!core`, `!` or `!<verbatim>`.
pub(super) fn spelling(tag: &Tag) -> Box<str> {
    let suffix = tag.suffix();
    let spelling = match tag.handle() {
        "" if suffix == "!" => "!".to_owned(),
        "!" => format!("!{}", escaped(suffix, SHORTHAND)),
        CORE => format!("!!{}", escaped(suffix, SHORTHAND)),
        prefix => format!("!<{}{}>", escaped(prefix, VERBATIM), escaped(suffix, VERBATIM)),
    };
    spelling.into_boxed_str()
}

/// The shape of a scalar with a tag.
pub(super) fn shape_of_tagged(tag: &Tag, shape: Shape) -> Shape {
    match (tag.handle(), tag.suffix()) {
        ("", "!") | (CORE, "str") => Shape::Quoted,
        (CORE, "null" | "bool" | "int" | "float") => Shape::Plain,
        _ => shape,
    }
}

/// Escapes what may not stand in a tag; the parser has undone the author's escapes.
fn escaped(part: &str, allowed: &[u8]) -> String {
    let mut escaped = String::with_capacity(part.len());
    for byte in part.bytes() {
        if byte.is_ascii_alphanumeric() || allowed.contains(&byte) {
            escaped.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "%{byte:02X}");
        }
    }
    escaped
}
