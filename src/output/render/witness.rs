//! Parts of several answers: values for inputs as arguments, places, and what an answer leaves open.

use std::collections::{BTreeMap, BTreeSet};

use super::exactness;
use crate::analysis::question::{self, Finding};
use crate::analysis::value::{Value, argument_name};
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
    // Names with spaces would be several words, and quotes around names be taken away.
    let is_word = |name: &str| !name.contains(char::is_whitespace) && argument_name(name) == name;
    let word = |pair: (&str, &Value)| {
        let argument = argument(pair);
        if is_word(pair.0) { argument } else { quoted(&argument) }
    };
    let words: Vec<String> = values.iter().map(word).collect();
    if words.is_empty() { "any".to_owned() } else { words.join(" ") }
}

/// A value of an input as an argument.
pub(super) fn argument((input, value): (&str, &Value)) -> String {
    made_printable(format!("{}={}", argument_name(input), value.to_yaml()))
}

/// Inputs that are shown of a witness that has more.
const MAX_INPUTS: usize = 12;

/// A witness for people: all its values, or the most informative of many.
pub(super) struct Example {
    pub(super) values: Values,
    /// What is said of values that are left out.
    pub(super) rest: String,
}

impl Example {
    /// The values that show a finding; of many, those of inputs that its lines name.
    pub(super) fn of(finding: &Finding) -> Option<Self> {
        let values = Values::from(finding.witness.as_ref().filter(|witness| !witness.is_empty())?);
        let labels = finding.because.iter().chain(&finding.diagnostic.labels).map(|label| label.text.as_str());
        Some(Self::named(&values, labels.chain([finding.diagnostic.message.as_str()])))
    }

    /// Of many values, those of inputs that these texts name.
    pub(super) fn named<'t>(values: &Values, texts: impl Iterator<Item = &'t str>) -> Self {
        let is_of_name = |letter: char| letter.is_alphanumeric() || "_-.".contains(letter);
        let words: BTreeSet<&str> = texts.flat_map(|text| text.split(|letter| !is_of_name(letter))).collect();
        Self::telling(values, |input| words.contains(input))
    }

    /// Of many values, those by which these two witnesses differ, one after the other.
    pub(super) fn differing(sides: [&Values; 2]) -> [Self; 2] {
        let [left, right] = sides.map(|side| side.iter().collect::<BTreeMap<&str, &Value>>());
        let differs = |input: &str| left.get(input) != right.get(input);
        sides.map(|side| Self::telling(side, differs))
    }

    /// Of many values those that matter; the first where none does.
    fn telling(values: &Values, is_telling: impl Fn(&str) -> bool) -> Self {
        let count = values.iter().count();
        if count <= MAX_INPUTS {
            return Self { values: values.clone(), rest: String::new() };
        }
        let has_telling = values.iter().any(|(input, _)| is_telling(input));
        let shown = values.iter().filter(|(input, _)| !has_telling || is_telling(input)).take(MAX_INPUTS);
        let shown: Values = shown.map(|(input, value)| (input.to_owned(), value.clone())).collect();
        let left = count - shown.iter().count();
        Self { values: shown, rest: format!(" and {left} other inputs, which `--format json` shows") }
    }

    /// As options that can be pasted back.
    pub(super) fn options(&self) -> String {
        options(&self.values) + &self.rest
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::question::Witness;
    use crate::source::diagnostic::{Code, Diagnostic};

    /// A finding about this element, with so many values.
    fn example(message: &str, count: usize) -> Example {
        let values = (0..count).map(|number| (format!("i{number}").as_str().into(), Value::Boolean(true)));
        let finding = Finding::of(Diagnostic::unplaced(Code::DeadElement, message));
        Example::of(&Finding { witness: Some(Witness::new(values)), ..finding }).expect("there are values")
    }

    #[test]
    fn of_many_inputs_those_are_shown_that_a_finding_names() {
        let names = |example: &Example| example.values.iter().map(|(name, _)| name.to_owned()).collect::<Vec<_>>();
        let few = example("i3", MAX_INPUTS);
        assert_eq!((names(&few).len(), few.rest.as_str()), (MAX_INPUTS, ""));
        let named = example("has the condition `i3 and not i27`", 30);
        assert_eq!(names(&named), ["i3", "i27"]);
        assert_eq!(named.rest, " and 28 other inputs, which `--format json` shows");
        assert_eq!(
            named.options(),
            "--input i3=true --input i27=true and 28 other inputs, which `--format json` shows"
        );
        let unnamed = example("x", 30);
        assert_eq!((names(&unnamed).len(), names(&unnamed)[0].as_str()), (MAX_INPUTS, "i0"));
    }
    #[test]
    fn of_two_witnesses_with_many_inputs_those_are_shown_that_differ() {
        let values = |other: usize| -> Values {
            (0..30).map(|number| (format!("i{number}"), Value::Boolean(number == other))).collect()
        };
        let [left, right] = Example::differing([&values(20), &values(30)]).map(|example| example.options());
        assert_eq!(left, "--input i20=true and 29 other inputs, which `--format json` shows");
        assert_eq!(right, "--input i20=false and 29 other inputs, which `--format json` shows");
    }
}
