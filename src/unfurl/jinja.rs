//! Templates of Jinja in texts, as far as they are filled by references to job variables alone.
//!
//! Understood are `{{ "$NAME::KEY" | eval }}` and `{{ NAME.key['key'][0] }}`. Everything else is for a run, also what
//! stands behind a dot and is called like a member that maps have in Python: Jinja finds that instead of the key.

use std::sync::Arc;

use super::reference::Reference;

/// Members of Python's maps, and of those in which Unfurl 1.2.0 keeps what tasks refer to.
static MEMBERS_OF_MAPS: &[&str] = &[
    "applyTemplates",
    "bump_change_count",
    "change_count",
    "clear",
    "context",
    "copy",
    "defs",
    "fromkeys",
    "get",
    "get_copy",
    "get_datatype_defs",
    "get_diff",
    "get_resolved",
    "has_diff",
    "is_compatible",
    "items",
    "keys",
    "map_all",
    "pop",
    "popitem",
    "resolve",
    "resolve_all",
    "setdefault",
    "update",
    "validate",
    "values",
];

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TemplatePart<'t> {
    /// Characters that stay.
    Plain(&'t str),
    /// What a reference stands for.
    Reference(Reference),
}

/// The parts of a template, those of plain characters not empty; none when one of them is beyond references.
pub(super) fn parts(text: &str) -> Option<Vec<TemplatePart<'_>>> {
    let (mut parts, mut rest) = (Vec::new(), text);
    while let Some((plain, inside)) = rest.split_once("{{") {
        let (reference, after) = expression(inside)?;
        parts.extend([TemplatePart::Plain(plain), TemplatePart::Reference(reference)]);
        rest = after;
    }
    parts.push(TemplatePart::Plain(rest));
    let is_plain = |part: &TemplatePart<'_>| !matches!(part, TemplatePart::Plain(text) if text.contains("{%") || text.contains("{#"));
    parts.retain(|part| *part != TemplatePart::Plain(""));
    parts.iter().all(is_plain).then_some(parts)
}

/// The expression behind two braces, and what follows the two that close it.
fn expression(inside: &str) -> Option<(Reference, &str)> {
    let inside = inside.trim_start();
    let (reference, rest) = match quoted(inside) {
        Some((text, rest)) => {
            let rest = rest.trim_start().strip_prefix('|')?.trim_start().strip_prefix("eval")?;
            (Reference::parse(text)?, rest)
        }
        None => path(inside)?,
    };
    rest.trim_start().strip_prefix("}}").map(|after| (reference, after))
}

/// A text in quotes, and what follows; none for one with escapes.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let quote = text.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    text[1..].split_once(quote).filter(|(inner, _)| !inner.contains('\\'))
}

/// A name with keys behind it, and what follows.
fn path(text: &str) -> Option<(Reference, &str)> {
    let (variable, mut rest) = identifier(text)?;
    let mut keys: Vec<Arc<str>> = Vec::new();
    loop {
        let (key, after) = if let Some(after) = rest.strip_prefix('.') {
            identifier(after).filter(|(key, _)| !MEMBERS_OF_MAPS.contains(key))?
        } else if let Some(after) = rest.strip_prefix('[') {
            let (key, after) = quoted(after).or_else(|| number(after))?;
            (key, after.strip_prefix(']')?)
        } else {
            return Some((Reference::of_segments(variable.into(), keys)?, rest));
        };
        keys.push(key.into());
        rest = after;
    }
}

fn identifier(text: &str) -> Option<(&str, &str)> {
    let is_inner = |character: char| character.is_ascii_alphanumeric() || character == '_';
    let (name, rest) = text.split_at(text.find(|character| !is_inner(character)).unwrap_or(text.len()));
    let is_name = name.starts_with(|first: char| !first.is_ascii_digit());
    is_name.then_some((name, rest))
}

fn number(text: &str) -> Option<(&str, &str)> {
    let (digits, rest) = text.split_at(text.find(|character: char| !character.is_ascii_digit())?);
    (!digits.is_empty()).then_some((digits, rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Option<String> {
        let part = |part: &TemplatePart<'_>| match part {
            TemplatePart::Plain(text) => format!("({text})"),
            TemplatePart::Reference(it) => format!("<{} {}>", it.variable, it.path.join("/")),
        };
        parts(text).map(|parts| parts.iter().map(part).collect())
    }

    #[test]
    fn references_are_found() {
        for (text, expected) in [
            ("{{ \"$connections::aws::KEY\" | eval }}", "<connections aws/KEY>"),
            ("{{'$connections::*::KEY'|eval}}", "<connections */KEY>"),
            ("a {{ inputs.x }} {b} {{ SELF['p q'][0].r }}c", "(a )<inputs x>( {b} )<SELF p q/0/r>(c)"),
            ("{{ x }}{{ y }}", "<x ><y >"),
            ("{{ SELF['values'].count }}", "<SELF values/count>"),
        ] {
            assert_eq!(shown(text).as_deref(), Some(expected), "{text}");
        }
    }

    #[test]
    fn everything_else_is_for_a_run() {
        for text in [
            "{{ x | upper }}",
            "{{ SELF.values }}",
            "{{ SELF.chart.items.first }}",
            "{{ 'plain' | eval }}",
            "{{ '$a::b' | evaluate }}",
            "{{ '$a::b' }}",
            "{{ '$a\\'::b' | eval }}",
            "{{ x",
            "{{ }}",
            "{{ 1 }}",
            "{{ f(x) }}",
            "{{ x[y] }}",
            "{{ x[] }}",
            "{{ {'eval': '$a::b'} | eval }}",
            "{% if x %}{{ y }}{% endif %}",
            "{{ x }}{# said #}",
        ] {
            assert_eq!(shown(text), None, "{text}");
        }
    }
}
