//! Which faults are reported to authors: those that runtimes may know better about are none.
//!
//! Templates leave types to their runtimes, or to files that are not at hand, and then say nothing about them.

use rustc_hash::FxHashSet;

use crate::source::Sources;
use crate::source::diagnostic::Code;
use crate::tosca::types::completion::{Fault, RuntimeResponse};

/// Names of types that runtimes bring along.
const OF_RUNTIMES: &str = "unfurl.";

/// Whether a fault is reported of a template; while its types are open, one that is not found may be defined in a file
/// that is not read.
pub fn is_reported(are_types_open: bool, sources: &Sources, fault: &Fault) -> bool {
    match fault.response {
        RuntimeResponse::Extension => false,
        RuntimeResponse::Refused | RuntimeResponse::PassedOver if fault.code == Code::UndefinedType => {
            let name = sources.text(fault.span).trim_matches(['"', '\'']);
            !name.starts_with(OF_RUNTIMES) && !are_types_open
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
