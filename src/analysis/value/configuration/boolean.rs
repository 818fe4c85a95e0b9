//! Values for inputs of type boolean, which are true or false and nothing else.
//!
//! Taken as a condition, every text holds in profile D, so `monitoring=no` would turn monitoring on.

use super::declaration::{located, rewritten};
use super::{Given, Provenance};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::{Yaml, boolean_in_yaml_1_1};

/// The value of a boolean input is none.
pub(in crate::analysis::value) fn not_a_boolean(input: &str, given: &Given, declaration: Yaml<'_>) -> Diagnostic {
    let message = format!("input \"{input}\" is true or false, not {}", given.value.to_json());
    let declared = declaration.get("type").unwrap_or(declaration).span();
    let diagnostic = located(Code::IllTypedInput, message, given).and(declared, "declared here");
    let meant = given.value.as_str().and_then(|text| Some((text, boolean_in_yaml_1_1(text)?)));
    let meaning = meant.map(|(_, meaning)| meaning);
    let diagnostic = match meant {
        Some((text, meaning)) if !text.eq_ignore_ascii_case(word(meaning)) => {
            diagnostic.note(format!("`{text}` is {meaning} in YAML 1.1, and a string since YAML 1.2"))
        }
        Some(_) if matches!(given.provenance, Provenance::Environment(_)) => {
            diagnostic.note("what is no JSON is a string in an environment variable")
        }
        Some(_) => diagnostic.note("in quotes it is a string"),
        None => diagnostic,
    };
    let help = help(input, given, meaning);
    match meaning {
        Some(meaning) => rewritten(diagnostic, help, word(meaning), given, declaration),
        None => diagnostic.help(help),
    }
}

fn word(meaning: bool) -> &'static str {
    if meaning { "true" } else { "false" }
}

/// What to type instead.
fn help(input: &str, given: &Given, meaning: Option<bool>) -> String {
    let either = |prefix: &str| match meaning {
        Some(meaning) => format!("write `{prefix}{}`", word(meaning)),
        None => format!("write `{prefix}true` or `{prefix}false`"),
    };
    match &given.provenance {
        Provenance::Argument(_) => either(&format!("--input {input}=")),
        Provenance::Environment(variable) => either(&format!("{variable}=")),
        Provenance::Preset { .. }
        | Provenance::File { .. }
        | Provenance::Feature(_)
        | Provenance::Default(_)
        | Provenance::Assumed => either(""),
    }
}
