//! Parts of several answers: values for inputs as arguments, places, and what an answer leaves open.

use super::exactness;
use crate::analysis::question;
use crate::analysis::value::Value;
use crate::answer::{Exactness, Values};
use crate::source::Span;
use crate::source::printable::made_printable;
use crate::tosca::model::Model;

/// The line of a place, from 1.
pub(super) fn line(model: &Model, span: Span) -> u32 {
    model.sources().position(span).line
}

/// Values of inputs as arguments that can be pasted back.
pub(super) fn arguments(values: &Values) -> String {
    // Names with spaces would be several words.
    let word = |pair: (&str, &Value)| {
        let argument = argument(pair);
        if pair.0.contains(char::is_whitespace) { quoted(&argument) } else { argument }
    };
    let words: Vec<String> = values.iter().map(word).collect();
    if words.is_empty() { "any".to_owned() } else { words.join(" ") }
}

/// A value of an input as an argument.
pub(super) fn argument((input, value): (&str, &Value)) -> String {
    made_printable(format!("{input}={}", value.to_yaml()))
}

/// Values of inputs as options that can be pasted back; "any values" when there are none.
pub(super) fn options(values: &Values) -> String {
    let words: Vec<String> = values.iter().map(|pair| format!("--input {}", quoted(&argument(pair)))).collect();
    if words.is_empty() { "any values".to_owned() } else { words.join(" ") }
}

/// As one word of a shell.
fn quoted(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_-=.:/@%+,".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

/// Lines about why an answer is not exact.
pub(super) fn open_ends(model: &Model, exactness: &question::Exactness) -> String {
    exactness::open_ends(&Exactness::of(model, exactness))
}
