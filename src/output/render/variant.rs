//! A variant, for people.

use std::borrow::Cow;

use serde_json::Value as Json;

use super::text::Detail;
use crate::analysis::value::{Configuration, Value};
use crate::answer::{About, Values, Variant};
use crate::source::diagnostic::is_reserved;
use crate::source::printable::{between_quotes, printable};

/// Of a template on one line the arguments that give it, on the next which nodes are present, or in full what is present;
/// of a feature model what is present.
pub fn text(about: About, variant: &Variant<'_>, detail: Detail) -> String {
    match about {
        About::Template => {
            format!("{}\n    {}\n", words(&variant.configuration), elements(&variant.present, detail))
        }
        About::FeatureModel => names(&variant.present),
    }
}

/// The names of nodes, or the paths of all elements, among these paths.
pub(super) fn elements(present: &[Cow<'_, str>], detail: Detail) -> String {
    let shown: Vec<Cow<'_, str>> =
        present.iter().filter_map(|path| shown_path(path, detail)).map(|path| printable(path)).collect();
    if shown.is_empty() { "(no nodes)".to_owned() } else { shown.join(" ") }
}

/// How an element is shown, if it is.
pub(super) fn shown_path(path: &str, detail: Detail) -> Option<&str> {
    match detail {
        Detail::Full => Some(path),
        Detail::Brief => path.strip_prefix("node."),
    }
}

/// Features on one line, between quotes where names have spaces.
pub(super) fn names(present: &[Cow<'_, str>]) -> String {
    let names: Vec<String> = present.iter().map(|name| printable(&between_quotes(name)).into_owned()).collect();
    names.join(" ") + "\n"
}

/// A configuration as words of a command line.
pub fn arguments(configuration: &Configuration) -> String {
    words(&Values::from(configuration))
}

/// Values of inputs as words of a command line.
pub(super) fn words(values: &Values) -> String {
    let word = |(name, value): (&str, &Value)| {
        let assignment = format!("{}={}", name_of_input(name), yaml(value));
        format!("--input {}", shell(&printable(&assignment)))
    };
    let words: Vec<String> = values.iter().map(word).collect();
    if words.is_empty() { "(no inputs)".to_owned() } else { words.join(" ") }
}

/// The name of an input as `--input` reads it: between quotes where it would be read otherwise.
fn name_of_input(name: &str) -> Cow<'_, str> {
    let is_plain = !name.contains('=') && !name.starts_with(['-', '"']) && name.trim() == name;
    if is_plain { Cow::Borrowed(name) } else { Cow::Owned(Json::from(name).to_string()) }
}

/// A value in YAML: words as they are where YAML takes them for texts.
fn yaml(value: &Value) -> String {
    match value.as_str() {
        Some(text) if is_word(text) => text.to_owned(),
        _ => value.to_yaml(),
    }
}

/// Whether YAML, in every revision, reads these letters as a text.
fn is_word(text: &str) -> bool {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.chars().all(is_plain) && !is_reserved(text)
}

/// A word as shells read it.
pub fn shell(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_=.,:/+@%".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::value::{Given, Provenance};

    #[test]
    fn arguments_can_be_pasted() {
        let mut configuration = Configuration::new();
        for (name, value) in [
            ("env", Value::string("prod")),
            ("on", Value::string("yes")),
            ("size", Value::integer(3)),
            ("who", Value::string("o'hara")),
        ] {
            configuration.set(name, Given { value, provenance: Provenance::Assumed });
        }
        let expected = r#"--input env=prod --input 'on="yes"' --input size=3 --input 'who="o'\''hara"'"#;
        assert_eq!(arguments(&configuration), expected);
    }

    #[test]
    fn odd_names_can_be_pasted() {
        for (name, expected) in
            [("a=b", r#"--input '"a=b"=1'"#), ("-x", r#"--input '"-x"=1'"#), ("x y", "--input 'x y=1'")]
        {
            let mut configuration = Configuration::new();
            configuration.set(name, Given { value: Value::integer(1), provenance: Provenance::Assumed });
            assert_eq!(arguments(&configuration), expected);
        }
    }
}
