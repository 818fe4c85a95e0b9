//! Directives that include files: which file, which part of it, and why it is not included.

use super::expand::{DirectiveResult, Expansion};
use crate::Error;
use crate::source::package::resolve;
use crate::source::syntax::yaml::{Yaml, YamlId};

/// What a directive includes.
struct Inclusion {
    /// The file.
    name: String,
    /// A JSON pointer to a part of it.
    pointer: Option<String>,
    /// Whether it is taken as it stands.
    is_raw: bool,
}

impl Expansion<'_, '_> {
    /// What a file says.
    pub(super) fn include(&mut self, is_optional: bool, key: YamlId, value: YamlId) -> DirectiveResult {
        let Some(Inclusion { name, pointer, is_raw }) = self.included(key, value) else {
            return DirectiveResult::Nothing;
        };
        if pointer.is_none() && self.files.contains(&name) {
            self.diagnostic(value, format!("\"{name}\" includes itself"), "remove one of the directives");
            return DirectiveResult::Nothing;
        }
        let before = self.reader.diagnostics.len();
        let root = match self.reader.parse(&name) {
            Ok(root) => root,
            Err(Error::Package(found)) => {
                let place = self.reader.tree.at(value).span();
                self.reader.diagnostics.push(found.and(place, ""));
                return DirectiveResult::Nothing;
            }
            Err(error) => {
                self.failure.get_or_insert(error);
                return DirectiveResult::Nothing;
            }
        };
        let Some(root) = root else {
            if !is_optional && self.reader.diagnostics.len() == before {
                let help = "create it, or write `+?include` for a file that may be missing";
                self.diagnostic(value, format!("file \"{name}\" does not exist, or is empty"), help);
            }
            return DirectiveResult::Nothing;
        };
        let Some(root) = self.pointed(root, pointer.as_deref()) else {
            if !is_optional {
                let pointer = pointer.unwrap_or_default();
                let help = "write the keys from the root of the file, as in `file.yaml#/key/inner`";
                self.diagnostic(value, format!("file \"{name}\" has nothing at `#{pointer}`"), help);
            }
            return DirectiveResult::Nothing;
        };
        if is_raw {
            return DirectiveResult::Found(root);
        }
        self.files.push(name);
        let expanded = self.value(root);
        self.files.pop();
        DirectiveResult::Found(expanded)
    }

    /// What a JSON pointer leads to from the root of a file.
    fn pointed(&self, root: YamlId, pointer: Option<&str>) -> Option<YamlId> {
        let mut found = self.reader.tree.at(root);
        let steps = pointer.unwrap_or_default().trim_start_matches('/').split('/').filter(|step| !step.is_empty());
        for step in steps.map(|step| step.replace("~1", "/").replace("~0", "~")) {
            found = if found.is_sequence() { found.items().nth(step.parse().ok()?)? } else { found.get(&step)? };
        }
        Some(found.id())
    }

    /// What is included; none where nothing is.
    fn included(&mut self, key: YamlId, value: YamlId) -> Option<Inclusion> {
        let yaml = self.reader.tree.at(value);
        let text = |name| yaml.get(name).map(|part: Yaml<'_>| part.text().to_owned());
        let (file, repository) = if yaml.is_mapping() {
            (text("file"), text("repository"))
        } else {
            (yaml.as_str().map(str::to_owned), None)
        };
        let (is_raw, when) = (text("merge").as_deref() == Some("raw"), text("when"));
        let Some(file) = file.filter(|file| !file.is_empty()) else {
            self.diagnostic(key, "an include names no file", "write the name of a file, or a mapping with `file`");
            return None;
        };
        if let Some(variable) = when {
            let message = format!("whether \"{file}\" is included depends on the variable {variable} of the process");
            self.diagnostic(value, message, "include it always, or leave it out");
            return None;
        }
        let own = self.files.last().map_or("", String::as_str);
        let base = match repository.as_deref() {
            None => own,
            Some("spec" | "project") => "",
            Some("self") => self.files.first().map_or("", String::as_str),
            Some(other) => {
                let message = format!("\"{file}\" is in the repository \"{other}\", which is not at hand");
                self.diagnostic(value, message, "copy the file into the project, and include it from there");
                return None;
            }
        };
        if file.contains("://") {
            self.diagnostic(value, format!("\"{file}\" is not at hand"), "copy the file into the project");
            return None;
        }
        let (file, pointer) = match file.split_once('#') {
            Some((file, pointer)) => (file.to_owned(), Some(pointer.to_owned())),
            None => (file, None),
        };
        match resolve(base, &file) {
            Ok(name) if is_program(&name) => {
                self.refuse_program(&name, value);
                None
            }
            Ok(name) => Some(Inclusion { name, pointer, is_raw }),
            Err(diagnostic) => {
                let place = self.reader.tree.at(value).span();
                self.reader.diagnostics.push(diagnostic.and(place, ""));
                None
            }
        }
    }

    /// Python is not run; a program of nothing but comments says nothing.
    fn refuse_program(&mut self, name: &str, value: YamlId) {
        let text = match self.reader.package.read(name) {
            Ok(text) => text.unwrap_or_default(),
            Err(error) => {
                self.failure.get_or_insert(error);
                return;
            }
        };
        if text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
            return;
        }
        let help = format!("include what `unfurl export {name}` prints");
        self.diagnostic(value, format!("\"{name}\" is a program in Python, which is not run"), help);
    }
}

fn is_program(name: &str) -> bool {
    std::path::Path::new(name).extension().is_some_and(|extension| extension == "py")
}
