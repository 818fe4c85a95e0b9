//! Functions and files of artifacts whose names look misspelt, and artifacts that name no file.
//!
//! A map with one key may be a value, and an artifact may be an image in some registry: so only names are told that are
//! almost those of what there is.

use super::doubt::{Doubt, When};
use super::search::TemplateWalk;
use crate::source::Span;
use crate::source::diagnostic::{Code, did_you_mean};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Kind;
use crate::tosca::types::completion::{Fault, Path, is_call};

/// Functions whose names no other key looks like.
static READING: &[&str] =
    &["get_input", "get_property", "get_attribute", "get_operation_output", "get_nodes_of_type", "get_artifact"];

impl TemplateWalk<'_, '_> {
    /// Everything whose name looks misspelt.
    pub(super) fn misspelt_names(&mut self) {
        for place in self.places() {
            let mut found = Vec::new();
            misspelt_calls(place.value, &mut found);
            // Where a type says what is wanted, the same was proposed already.
            let is_new = |key: Span| {
                let is_about = |doubt: &Doubt| doubt.fault.help.is_some() && doubt.fault.span.contains(key);
                !self.doubts.iter().any(is_about)
            };
            found.retain(|(key, _)| is_new(key.span()));
            for (key, meant) in found {
                let message = format!("there is no function `{}`; did you mean `{meant}`?", key.text());
                let misspelt = Some((key.text().to_owned(), meant.to_owned()));
                let path = Path::new(key.text());
                let fault = Fault { misspelt, ..Fault::new(Code::UnknownMember, &path, key.span(), message) };
                // Without the function an output may have nothing that keeps it.
                self.doubts.push(Doubt::new(fault, place.owner, When::default()));
            }
        }
        for artifact in self.model.of_kind(Kind::Artifact) {
            let Some(body) = self.model.element(artifact).body.map(|body| self.model.yaml(body)) else { continue };
            let Some(file) = (if body.is_scalar() { Some(body) } else { body.get("file") }) else { continue };
            if file.is_null() && body.is_mapping() {
                let name = &*self.model.element(artifact).name;
                let message = format!("artifact \"{name}\" names no file");
                let fault = Fault::new(Code::MissingProperty, &Path::new(name), file.span(), message);
                self.doubts.push(Doubt::new(fault, Some(artifact), self.presence(artifact)));
                continue;
            }
            let Some(meant) = file.as_str().and_then(|name| self.model.file_meant(name)) else { continue };
            let message = format!("there is no file \"{}\"; did you mean \"{meant}\"?", file.text());
            let misspelt = Some((file.text().to_owned(), meant));
            let path = Path::new(file.text());
            let fault = Fault { misspelt, ..Fault::new(Code::UnreadableFile, &path, file.span(), message) };
            self.doubts.push(Doubt::new(fault, Some(artifact), self.presence(artifact)));
        }
    }
}

/// Whether a value calls a function whose name looks misspelt.
pub(in crate::analysis::question::check) fn has_misspelt_call(value: Yaml<'_>) -> bool {
    let mut found = Vec::new();
    misspelt_calls(value, &mut found);
    !found.is_empty()
}

/// Keys in a value that look like functions, each with the one that is meant.
fn misspelt_calls<'t>(value: Yaml<'t>, found: &mut Vec<(Yaml<'t>, &'static str)>) {
    let only = value.entries().next().filter(|_| value.is_mapping() && value.len() == 1 && !is_call(value));
    if let Some((key, operand)) = only
        && !operand.is_mapping()
        && key.text().starts_with("get")
        && !READING.contains(&key.text())
    {
        found.extend(did_you_mean(key.text(), READING.iter().copied()).map(|meant| (key, meant)));
    }
    stacker::maybe_grow(128 << 10, 2 << 20, || {
        value.items().for_each(|item| misspelt_calls(item, found));
        value.entries().for_each(|(_, value)| misspelt_calls(value, found));
    });
}
