//! `${NAME}`, `${NAME:default}` and `${NAME|OTHER:default}` inside values.

use super::Text;

/// What a pattern refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Reference<'t> {
    /// The names to look up, in order.
    pub(super) names: Vec<&'t str>,
    /// What stands for them when none is set.
    pub(super) default: Option<&'t str>,
}

/// A piece of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    Plain(&'t str),
    Reference(Reference<'t>),
}

/// The pieces of `value` from left to right, looked at once. What is no complete pattern stays as it is. A backslash
/// before a pattern keeps the pattern and goes away; of several, one stays.
pub(super) fn pieces(value: &str) -> Vec<Piece<'_>> {
    let (mut found, mut plain, mut at) = (Vec::new(), 0, 0);
    while let Some(start) = value[at..].find("${").map(|offset| at + offset) {
        let Some((reference, length)) = reference(&value[start..]) else {
            at = start + 2;
            continue;
        };
        let before = &value[plain..start];
        let backslashes = before.len() - before.trim_end_matches('\\').len();
        let kept = start - backslashes + usize::from(backslashes > 1);
        found.push(Piece::Plain(&value[plain..kept]));
        at = start + length;
        plain = at;
        found.push(if backslashes > 0 { Piece::Plain(&value[start..at]) } else { Piece::Reference(reference) });
    }
    found.push(Piece::Plain(&value[plain..]));
    found
}

/// The references in `value`, from left to right.
pub(super) fn references(value: &str) -> impl Iterator<Item = Reference<'_>> {
    pieces(value).into_iter().filter_map(|piece| match piece {
        Piece::Plain(_) => None,
        Piece::Reference(reference) => Some(reference),
    })
}

/// Puts texts in the place of references.
pub(super) fn substitute(value: &str, mut look_up: impl FnMut(&Reference<'_>) -> Text) -> Text {
    let mut text = Text::default();
    for piece in pieces(value) {
        match piece {
            Piece::Plain(plain) => text.push_str(plain),
            Piece::Reference(reference) => text.push(look_up(&reference)),
        }
    }
    text
}

/// The pattern at the start of `text`, which starts with `${`, and how many bytes it has.
fn reference(text: &str) -> Option<(Reference<'_>, usize)> {
    let inner = &text[2..];
    let is_name = |character: char| character.is_alphanumeric() || matches!(character, '_' | '|');
    let end = inner.find(|character| !is_name(character))?;
    let names: Vec<&str> = inner[..end].split('|').collect();
    if end == 0 {
        return None;
    }
    let rest = &inner[end..];
    if rest.starts_with('}') {
        return Some((Reference { names, default: None }, 2 + end + 1));
    }
    let default = rest.strip_prefix(':')?;
    // A default has at least one character, so a brace in its first place belongs to it.
    let first = default.chars().next()?.len_utf8();
    let close = first + default[first..].find('}')?;
    let default = &default[..close];
    if default.contains('\n') {
        return None;
    }
    Some((Reference { names, default: Some(default) }, 2 + end + 1 + close + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let value = |reference: &Reference<'_>| {
            let default = reference.default.unwrap_or_default();
            Text::literal(if reference.names.contains(&"A") { "1" } else { default })
        };
        for (written, expected) in [
            ("", ""),
            ("${A}", "1"),
            ("x${A}y${A}", "x1y1"),
            ("${B}", ""),
            ("${B:d}", "d"),
            ("${A:d}", "1"),
            ("${B:d:e f}", "d:e f"),
            ("${B:}", "${B:}"),
            ("${B:}x}", "}x"),
            ("${B:${A}}", "${A}"),
            ("${A:${B}}", "1}"),
            ("${B:\n}", "${B:\n}"),
            ("${B|A:d}", "1"),
            ("${B|C:d}", "d"),
            ("$A ${ A} ${} ${A", "$A ${ A} ${} ${A"),
            ("${B ${A}", "${B 1"),
            ("\\${A}", "${A}"),
            ("\\\\${A}", "\\${A}"),
            ("\\\\\\${A}", "\\${A}"),
            ("\\$A\\${", "\\$A\\${"),
            ("ä\\${B:ö}${B:ö}", "ä${B:ö}ö"),
        ] {
            let text = substitute(written, value);
            assert_eq!(text.known(), Some(expected), "{written}");
        }
    }
}
