//! Which faults authors are told: those that runtimes may know better about are none.
//!
//! Templates leave types to their runtimes, or to files that are not at hand, and then say nothing about them.

use rustc_hash::FxHashSet;

use crate::source::Sources;
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::completion::{Fault, RuntimeResponse};

/// Names of types that runtimes bring along.
const OF_RUNTIMES: &str = "unfurl.";

/// Whether a fault of the service template `root` is worth telling.
pub fn is_reported(root: Yaml<'_>, sources: &Sources, fault: &Fault) -> bool {
    match fault.response {
        RuntimeResponse::Extension => false,
        RuntimeResponse::Refused | RuntimeResponse::PassedOver if fault.code == Code::UndefinedType => {
            let name = sources.text(fault.span).trim_matches(['"', '\'']);
            !name.starts_with(OF_RUNTIMES) && !imports(root).any(is_elsewhere)
        }
        RuntimeResponse::Refused | RuntimeResponse::PassedOver => true,
    }
}

/// Each fault once: a default that is wrong is met wherever it is used, but several values can be missed at one place.
pub fn once(mut faults: Vec<Fault>) -> Vec<Fault> {
    let mut seen = FxHashSet::default();
    let path = |fault: &Fault| if fault.code == Code::MissingProperty { fault.path.clone() } else { String::new() };
    faults.retain(|fault| seen.insert((fault.code, fault.span, path(fault))));
    faults
}

fn imports(root: Yaml<'_>) -> impl Iterator<Item = Yaml<'_>> {
    let section = root.get("imports").into_iter();
    section.flat_map(|section| section.items().chain(section.entries().map(|(_, import)| import)))
}

/// Whether an imported file is not at hand.
fn is_elsewhere(import: Yaml<'_>) -> bool {
    let file = if import.is_scalar() { Some(import) } else { import.get("file") };
    import.get("repository").is_some() || file.is_none_or(|file| file.text().contains("://"))
}
