//! Chosen variants, each with arguments that give it.

use serde_json::{Map, Value as Json, json};

use super::witness::{caveats, document, open_ends};
use crate::model::Model;
use crate::printable::{made_printable, printable};
use crate::question::{Method, Sample, Samples};
use crate::value::{Configuration, Value};

/// For people: on one line the arguments, on the next what is present.
pub fn text(model: &Model, samples: &Samples) -> String {
    let lines = |sample: &Sample| {
        format!("{}\n    {}\n", arguments(&sample.configuration), made_printable(present(model, sample).join(" ")))
    };
    let text: String = samples.samples.iter().map(lines).collect();
    text + &open_ends(model, samples.is_complete, &samples.caveats)
}

/// For programs.
pub fn json(model: &Model, samples: &Samples, method: Method, seed: u64) -> String {
    let (name, strength) = match method {
        Method::Uniform(_) => ("uniform", None),
        Method::Covering(strength) => ("t-wise", Some(strength)),
    };
    document(&json!({
        "schema": "variscope/sample/1",
        "method": name,
        "strength": strength,
        "seed": seed,
        "exact": samples.is_exact(),
        "caveats": caveats(model, &samples.caveats),
        "variants": samples.samples.iter().map(|sample| entry(model, sample)).collect::<Vec<Json>>(),
    }))
}

/// A variant for programs.
pub(super) fn entry(model: &Model, sample: &Sample) -> Json {
    json!({ "configuration": values(&sample.configuration), "present": present(model, sample) })
}

/// The paths of the present elements.
pub(super) fn present(model: &Model, sample: &Sample) -> Vec<String> {
    sample.present.iter().map(|&id| model.path(id)).collect()
}

/// All values of a configuration by name.
pub(super) fn values(configuration: &Configuration) -> Json {
    let entry =
        |(name, value): (&str, &Value)| (name.to_owned(), serde_json::from_str(&value.to_json()).unwrap_or(Json::Null));
    Json::Object(configuration.iter().map(|(name, given)| entry((name, &given.value))).collect::<Map<_, _>>())
}

/// A configuration as words of a command line.
pub fn arguments(configuration: &Configuration) -> String {
    let word =
        |(name, value): (&str, &Value)| format!("--input {}", shell(&printable(&format!("{name}={}", yaml(value)))));
    let words: Vec<String> = configuration.iter().map(|(name, given)| word((name, &given.value))).collect();
    if words.is_empty() { "(no inputs)".to_owned() } else { words.join(" ") }
}

/// A value in YAML: words as they are where YAML takes them for texts.
fn yaml(value: &Value) -> String {
    match value.as_str() {
        Some(text) if is_word(text) => text.to_owned(),
        _ => value.to_json(),
    }
}

/// Whether YAML, in every revision, reads these letters as a text.
fn is_word(text: &str) -> bool {
    const OTHERS: &[&str] = &["true", "false", "null", "yes", "no", "on", "off", "y", "n"];
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    text.starts_with(|first: char| first.is_ascii_alphabetic())
        && text.chars().all(is_plain)
        && !OTHERS.contains(&text.to_ascii_lowercase().as_str())
}

/// A word as shells read it.
fn shell(word: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_=.,:/+@%".contains(letter);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', "'\\''")) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Given, Provenance};

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
}
