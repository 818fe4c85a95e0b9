//! Keys with too little or too much space: `conditions:{...}` is one key for YAML, and so is what begins with a no-break space;
//! `conditions {and` is one where the colon is missing.

use super::squeezed;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Fix};
use crate::source::printable::is_odd_space;
use crate::source::syntax::yaml::Yaml;

/// The diagnostic about a key that is one of the `known` ones but for the space in it; `place` says where it stands.
pub(in crate::source::syntax::vocabulary) fn misspaced(
    key: Yaml<'_>,
    place: &str,
    known: &[&'static str],
) -> Option<Diagnostic> {
    let name = key.text();
    let diagnostic = || {
        let message = format!("unknown key \"{name}\" {place}");
        Diagnostic::new(Code::UnknownKey, key.span(), message).labelled("has no effect")
    };
    if let Some((before, behind)) = name.split_once(':').filter(|(before, _)| known.contains(before)) {
        let odd: String = behind.chars().take_while(|&letter| is_odd_space(letter)).collect();
        let order = format!("write a space behind `{before}:`");
        let diagnostic = noted(diagnostic(), &odd).help(&*order);
        return Some(match within(key, before.len() + 1, odd.len()) {
            Some(span) => diagnostic.fix(Fix::replace(order, span, " ")),
            None => diagnostic,
        });
    }
    let missing =
        name.split_once(' ').filter(|(before, behind)| known.contains(before) && behind.starts_with(['{', '[']));
    if let Some((before, _)) = missing {
        let order = format!("write a colon behind `{before}`");
        let diagnostic = diagnostic().help(&*order);
        return Some(match within(key, before.len(), 0) {
            Some(span) => diagnostic.fix(Fix::replace(order, span, ":")),
            None => diagnostic,
        });
    }
    let bare = name.trim_start_matches(|letter: char| is_odd_space(letter) || letter == '-');
    let meant = known.iter().find(|meant| bare.len() < name.len() && squeezed(meant) == squeezed(bare))?;
    let help = format!("write `{meant}`, with nothing in front of it");
    Some(noted(diagnostic().replacing(name, meant), name).help(help))
}

/// Names the odd space in a text.
fn noted(diagnostic: Diagnostic, text: &str) -> Diagnostic {
    match text.chars().find(|&letter| is_odd_space(letter)) {
        Some(odd) => {
            let code = u32::from(odd);
            diagnostic.note(format!("what looks like a space is the character U+{code:04X}, which is part of the key"))
        }
        None => diagnostic,
    }
}

/// So many bytes of a key from `start` on; none where it is not written as it is read.
fn within(key: Yaml<'_>, start: usize, length: usize) -> Option<Span> {
    let at = key.span().start as usize + start;
    (key.written() == key.text()).then(|| Span::new(key.span().file, at, at + length))
}
