//! Edits of YAML that keep what the author wrote around them.
//!
//! Nothing is returned where an edit would need more than looking at one place: where a comment or an anchor would go,
//! where the value comes through an alias, or where a line is laid out in an unusual way.

use crate::source::Span;
use crate::source::diagnostic::Edit;
use crate::source::syntax::yaml::Yaml;

/// The entry `key` of a mapping goes, with its line if it stands alone there.
pub fn remove_entry(mapping: Yaml<'_>, key: &str) -> Option<Edit> {
    let place = mapping.entries().position(|(candidate, _)| candidate.text() == key)?;
    // The place of a value that comes through an alias is that of the anchor.
    if mapping.entries().any(|(key, value)| value.span().start < key.span().end) {
        return None;
    }
    let parts: Vec<Span> = mapping.entries().map(|(key, value)| joined(key.span(), value.span())).collect();
    remove(mapping, &parts, place, "{}", "")
}

/// The item at `place` of a list goes, with its line if it stands alone there.
pub fn remove_item(list: Yaml<'_>, place: usize) -> Option<Edit> {
    let parts: Vec<Span> = list.items().map(|item| item.span()).collect();
    remove(list, &parts, place, "[]", "-")
}

/// The entry `key` of a mapping gets another value, a scalar; none where a comment or an anchor would go.
pub fn replace_value(mapping: Yaml<'_>, key: &str, value: &str) -> Option<Edit> {
    let (key, old) = mapping.entry(key)?;
    let (own, text) = (mapping.span(), text_of(mapping));
    let is_plain = within(key.span(), own) && within(old.span(), own) && key.span().end < old.span().start;
    if !is_plain || old.written().starts_with(['|', '>']) {
        return None;
    }
    // The value stands where its key does, whatever its layout was.
    let after_key = text[key.span().end as usize..].find(':')? as u32 + key.span().end + 1;
    let end = old.span().start + text[old.span().start as usize..old.span().end as usize].trim_end().len() as u32;
    let edit = Edit { span: Span { start: after_key, end, ..own }, replacement: format!(" {value}") };
    is_harmless(text, edit.span).then_some(edit)
}

/// A mapping gets the entry `key` with a value in flow style, as the first one in block style, else as the last.
pub fn add_entry(mapping: Yaml<'_>, key: &str, value: &str) -> Option<Edit> {
    let own = mapping.span();
    let (first, _) = mapping.entries().next()?;
    let (_, last) = mapping.entries().next_back()?;
    if !mapping.is_mapping() || !within(first.span(), own) || !within(last.span(), own) {
        return None;
    }
    if mapping.written().starts_with('{') {
        // An empty range is a missing value, whose place may be behind the bracket.
        let end = last.span();
        let is_written = end.start < end.end;
        let span = Span { start: end.end, ..end };
        return is_written.then(|| Edit { span, replacement: format!(", {key}: {value}") });
    }
    let text = text_of(mapping);
    let indent: String = line_before(text, first.span()).chars().map(|_| ' ').collect();
    let span = Span { end: first.span().start, ..first.span() };
    Some(Edit { span, replacement: format!("{key}: {value}\n{indent}") })
}

/// The conditions of an element in flow style, as they could be written elsewhere; none where they speak of the element
/// itself, whose words would mean another one there.
pub fn condition(conditions: &[Yaml<'_>]) -> Option<String> {
    let written = conditions.iter().map(|condition| {
        let text = condition.written();
        let is_flow = text.starts_with(['{', '[']) || condition.is_scalar();
        let text = if is_flow && !text.contains('\n') { text.to_owned() } else { condition.to_json() };
        (!RELATIVE.iter().any(|word| text.contains(word)) && !text.contains(['#', '*', '&'])).then_some(text)
    });
    let written: Vec<String> = written.collect::<Option<_>>()?;
    match written.as_slice() {
        [] => None,
        [one] => Some(one.clone()),
        several => Some(format!("{{and: [{}]}}", several.join(", "))),
    }
}

/// Words that mean the element in whose condition they stand, or one that it is connected with.
static RELATIVE: &[&str] = &["SELF", "SOURCE", "TARGET", "CONTAINER", "HOST"];

/// Takes one of the parts of a collection away.
fn remove(collection: Yaml<'_>, parts: &[Span], place: usize, empty: &str, dash: &str) -> Option<Edit> {
    let (own, text) = (collection.span(), text_of(collection));
    let part = *parts.get(place)?;
    let is_plain =
        parts.iter().all(|part| within(*part, own)) && parts.windows(2).all(|pair| pair[0].end <= pair[1].start);
    if !is_plain {
        return None;
    }
    let edit = if collection.written().starts_with(['{', '[']) {
        Edit { span: flow(parts, place), replacement: String::new() }
    } else {
        block(text, part, dash, parts.len() == 1, empty)?
    };
    is_harmless(text, edit.span).then_some(edit)
}

/// Whether neither a comment nor an anchor goes with these bytes.
fn is_harmless(text: &str, gone: Span) -> bool {
    let gone = &text[gone.start as usize..gone.end as usize];
    !gone.contains('&') && !gone.contains(" #") && !gone.contains("\n#")
}

/// The part with the comma behind it, or before it where it is the last one.
fn flow(parts: &[Span], place: usize) -> Span {
    let part = parts[place];
    match (place.checked_sub(1).map(|before| parts[before]), parts.get(place + 1)) {
        (_, Some(next)) => Span { end: next.start, ..part },
        (Some(before), None) => Span { start: before.end, ..part },
        (None, None) => part,
    }
}

/// The lines of the part; a comment at their end stays.
fn block(text: &str, part: Span, dash: &str, is_only: bool, empty: &str) -> Option<Edit> {
    let before = line_before(text, part);
    let indent = before.strip_suffix(' ').filter(|_| !dash.is_empty()).map_or(before, |rest| {
        let rest = rest.trim_end_matches(' ');
        rest.strip_suffix(dash).unwrap_or(before)
    });
    if !indent.trim().is_empty() {
        return None;
    }
    let start = part.start - (before.len() - indent.len()) as u32;
    let end = part.start + text[part.start as usize..part.end as usize].trim_end().len() as u32;
    if is_only {
        return Some(emptied(text, Span { start, end, ..part }, empty));
    }
    let rest = text[end as usize..].split_inclusive('\n').next().unwrap_or_default();
    let span = if rest.trim().is_empty() {
        Span { start: start - indent.len() as u32, end: end + rest.len() as u32, ..part }
    } else {
        let blank = rest.len() - rest.trim_start().len();
        Span { start, end: end + blank as u32, ..part }
    };
    Some(Edit { span, replacement: String::new() })
}

/// The only part gives way to an empty collection, behind the key under which it stands: a list may be indented like its key,
/// brackets may not.
fn emptied(text: &str, only: Span, empty: &str) -> Edit {
    let above = text[..only.start as usize].trim_end();
    let is_commented = above.rsplit('\n').next().is_some_and(|line| line.contains('#'));
    let start = if above.ends_with(':') && !is_commented { above.len() as u32 } else { only.start };
    let gap = if above.is_empty() { "" } else { " " };
    Edit { span: Span { start, ..only }, replacement: format!("{gap}{empty}") }
}

/// What stands before the place in its line.
fn line_before(text: &str, place: Span) -> &str {
    let before = &text[..place.start as usize];
    &before[before.rfind('\n').map_or(0, |end| end + 1)..]
}

/// The whole file that a node is in.
fn text_of(yaml: Yaml<'_>) -> &str {
    yaml.tree().source(yaml.span().file)
}

fn joined(first: Span, last: Span) -> Span {
    Span { end: last.end.max(first.end), ..first }
}

/// A place that is no part of the collection came into it through an alias or a merge.
fn within(part: Span, whole: Span) -> bool {
    part.file == whole.file && whole.start <= part.start && part.start <= part.end && part.end <= whole.end
}
