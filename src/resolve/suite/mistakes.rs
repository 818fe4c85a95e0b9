//! What is written into a case in a way that is never read.

use std::fs;
use std::path::Path;

use super::Case;
use super::names::{EXPECTED, INPUTS, TEMPLATES, TEST, first_file};
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::syntax::vocabulary::Profile;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::option_names;

/// Keys of `test.yaml` whose value is the path of a file, each with the file that is read without it.
static PATHS: [(&str, &str); 3] =
    [("inputs", "inputs.yaml"), ("expected", "expected.yaml"), ("template", "template.yaml")];
/// Keys whose value is a name, or a list of names.
static NAMES: [&str; 3] = ["preset", "presets", "codes"];
/// Keys whose value is a text.
static TEXTS: [&str; 5] = ["name", "description", "descriptions", "profile", "error"];
/// Endings of files that are called as if they were read.
static ENDINGS: [&str; 3] = ["yaml", "yml", "json"];

/// Values of other shapes than their keys have.
pub(super) fn shapes(test: Yaml<'_>) -> Vec<Diagnostic> {
    let wrong = |value: Yaml<'_>, message: String| Diagnostic::new(Code::WrongShape, value.span(), message);
    if !test.is_mapping() && !test.is_null() {
        let help = "write one `key: value` per line, without a dash";
        return vec![wrong(test, format!("{TEST} is not a mapping")).help(help)];
    }
    let value = |key: &str| test.get(key).filter(|value| !value.is_null());
    let paths = PATHS.iter().filter_map(|&(key, file)| {
        let value = value(key).filter(|value| !value.is_scalar())?;
        let help = format!("write what is here into {file} beside it, which is read where `{key}` is missing");
        Some(wrong(value, format!("`{key}` is the path of a file")).help(help))
    });
    let names = NAMES.iter().filter_map(|&key| {
        let is_fit = |value: Yaml<'_>| value.is_scalar() || value.is_sequence() && value.items().all(Yaml::is_scalar);
        let value = value(key).filter(|value| !is_fit(*value))?;
        Some(wrong(value, format!("`{key}` is a name or a list of names")).help(format!("write `{key}: [a, b]`")))
    });
    let texts = TEXTS.iter().filter_map(|&key| {
        let value = value(key).filter(|value| !value.is_scalar())?;
        Some(wrong(value, format!("`{key}` is a text, not a {}", value.kind())))
    });
    paths.chain(names).chain(texts).chain(value("resolver").into_iter().flat_map(options_of_call)).collect()
}

/// Names in `resolver` that are no options in any profile: the case would be resolved as if nothing were asked for.
fn options_of_call(resolver: Yaml<'_>) -> Vec<Diagnostic> {
    if !resolver.is_mapping() {
        let message = format!("`resolver` is a mapping of options to values, not a {}", resolver.kind());
        return vec![Diagnostic::new(Code::WrongShape, resolver.span(), message)];
    }
    let known: Vec<String> = Profile::ALL.into_iter().flat_map(option_names).collect();
    let known = || known.iter().map(String::as_str);
    let keys = resolver.entries().map(|(key, _)| key).filter(|key| !known().any(|option| option == key.text()));
    let unknown = keys.map(|key| {
        let message = format!("unknown option \"{}\" in `resolver`", key.text());
        Diagnostic::new(Code::UnknownKey, key.span(), message).labelled("has no effect").suggesting(key.text(), known())
    });
    unknown.collect()
}

/// What to report of a file of the case that is never read, though it is called almost like one that is.
pub(super) fn misnamed(case: &Case, test: Option<Yaml<'_>>) -> Option<String> {
    let folder = case.directory();
    let named: Vec<&str> = PATHS.iter().filter_map(|(key, _)| test?.get(key)?.as_str()).collect();
    let kinds = [&[TEST][..], INPUTS, EXPECTED, if case.is_in_csar() { &[] } else { TEMPLATES }];
    let missing: Vec<&str> =
        kinds.into_iter().filter(|names| first_file(folder, names).is_none()).flatten().copied().collect();
    let files = files(folder);
    let is_read = |file: &str| {
        let is_known = [&[TEST][..], INPUTS, EXPECTED, TEMPLATES].concat().contains(&file);
        is_known || named.iter().any(|named| named.ends_with(file))
    };
    let unread = files.iter().filter(|file| !is_read(file));
    unread
        .filter_map(|file| Some((file, meant(file, &missing)?)))
        .find(|(file, _)| folder.join(file).is_file())
        .map(|(file, meant)| format!("{}: this file is not read: call it {meant}", case.shown(&folder.join(file))))
}

/// Whether a folder has a file that is called almost like one that says what is asked or expected.
pub(super) fn is_any_misnamed(folder: &Path) -> bool {
    let names = [&[TEST][..], EXPECTED].concat();
    let is_template = |file: &str| TEMPLATES.contains(&file);
    files(folder).iter().any(|file| !is_template(file) && meant(file, &names).is_some() && folder.join(file).is_file())
}

/// The names of what is in a folder, sorted.
fn files(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut files: Vec<String> = entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
    files.sort_unstable();
    files
}

/// Which of `names` a file is to be called.
fn meant<'n>(file: &str, names: &[&'n str]) -> Option<&'n str> {
    let (stem, ending) = file.rsplit_once('.')?;
    let stems = || names.iter().filter_map(|name| name.strip_suffix(".yaml"));
    let close = stems().find(|name| *name == stem).or_else(|| did_you_mean(stem, stems()))?;
    let meant = names.iter().find(|name| name.strip_suffix(".yaml") == Some(close))?;
    (ENDINGS.contains(&ending) && *meant != file).then_some(*meant)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_by_their_names() {
        let names = ["test.yaml", "inputs.yaml", "inputs.xml", "est.yaml", "expected.yaml"];
        for (file, expected) in [
            ("test.yml", Some("test.yaml")),
            ("inputs.json", Some("inputs.yaml")),
            ("input.yaml", Some("inputs.yaml")),
            ("expect.yml", Some("expected.yaml")),
            ("types.yaml", None),
            ("expected-later.yaml", None),
            ("inputs.md", None),
            ("readme", None),
        ] {
            assert_eq!(meant(file, &names), expected, "{file}");
        }
    }
}
