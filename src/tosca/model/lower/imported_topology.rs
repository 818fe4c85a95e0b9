//! Imported files that have a topology of their own: of imported files only types are read.

use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::syntax::vocabulary::topology_of;
use crate::source::syntax::yaml::Yaml;

/// The sections of a topology that a user may miss.
static SECTIONS: &[&str] =
    &["variability", "inputs", "node_templates", "relationship_templates", "groups", "policies", "outputs"];

/// That nothing of the topology of an imported file is read, where there is something in it.
pub(super) fn unread_topology(root: Yaml<'_>) -> Option<Diagnostic> {
    let topology = topology_of(root)?;
    // Such a file is a template of its own, which orchestrators put in the place of a node.
    if topology.get("substitution_mappings").is_some() {
        return None;
    }
    let is_full = |name: &&&str| topology.get(name).is_some_and(|section| !section.is_empty());
    let sections: Vec<String> = SECTIONS.iter().filter(is_full).map(|name| format!("\"{name}\"")).collect();
    if sections.is_empty() {
        return None;
    }
    let (key, _) = root.entry("topology_template").or_else(|| root.entry("node_templates"))?;
    let message = format!("of an imported file only types are read, not its {}", sections.join(", "));
    let diagnostic = Diagnostic::new(Code::UnknownKey, key.span(), message).labelled("has no effect");
    let diagnostic = diagnostic.help("move it into the template that imports the file");
    Some(Diagnostic { severity: Severity::Warning, ..diagnostic })
}
