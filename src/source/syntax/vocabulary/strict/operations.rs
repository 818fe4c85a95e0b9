//! Misspelt keys of interfaces and operations. Their other keys are free: an interface may name its operations beside its keys, and
//! engines have keys of their own.

use super::is_near;
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::syntax::yaml::Yaml;

/// The keys of an interface that hold mappings of names.
static INTERFACE: &[&str] = &["operations", "inputs", "notifications"];

/// Its other keys, whose values are no operations either.
static ABOUT_INTERFACE: &[&str] = &["type", "description", "requirements", "derived_from", "version", "metadata"];

/// The keys of an operation.
static OPERATION: &[&str] = &["description", "implementation", "inputs", "outputs"];

/// Whether a key of an interface names no operation.
pub fn is_interface_key(key: &str) -> bool {
    INTERFACE.contains(&key) || ABOUT_INTERFACE.contains(&key)
}

/// The keys of an interface and its operations that are almost one that is read there.
pub(super) fn misspelt(interface: Yaml<'_>) -> Vec<Diagnostic> {
    let within = interface.get("operations").into_iter().flat_map(Yaml::entries);
    let mut found = Vec::new();
    for (key, body) in interface.entries().filter(|(key, _)| !is_interface_key(key.text())) {
        match near(key, INTERFACE).filter(|_| is_section(body)) {
            Some(near) => found.push(unknown(key, near, "in an interface")),
            None => found.extend(in_operation(body)),
        }
    }
    within.for_each(|(_, body)| found.extend(in_operation(body)));
    found
}

/// Whether a mapping holds others by their names, and is no operation itself.
fn is_section(body: Yaml<'_>) -> bool {
    !body.is_empty()
        && body.entries().all(|(key, _)| !OPERATION.contains(&key.text()) && near(key, OPERATION).is_none())
}

fn in_operation(body: Yaml<'_>) -> Vec<Diagnostic> {
    let others = body.entries().map(|(key, _)| key).filter(|key| !OPERATION.contains(&key.text()));
    others.filter_map(|key| Some(unknown(key, near(key, OPERATION)?, "in an operation"))).collect()
}

fn near(key: Yaml<'_>, known: &[&'static str]) -> Option<&'static str> {
    did_you_mean(key.text(), known.iter().copied()).filter(|known| is_near(key.text(), known))
}

fn unknown(key: Yaml<'_>, near: &str, place: &str) -> Diagnostic {
    let message = format!("unknown key \"{}\" {place}", key.text());
    let diagnostic = Diagnostic::new(Code::UnknownKey, key.span(), message).labelled("has no effect");
    diagnostic.replacing(key.text(), near).meaning(near)
}
