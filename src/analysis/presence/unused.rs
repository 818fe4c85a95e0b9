//! Expressions that nothing uses are looked at all the same: a mistake in one waits for the day it is used.

use super::rules::Collector;
use crate::analysis::condition::Lowering;
use crate::source::diagnostic::{Code, Diagnostic, Severity};

/// Reports what is wrong in expressions that no condition uses.
pub(super) fn expressions(collector: &mut Collector<'_>) {
    let unused = collector.lowering.unused_expressions();
    if unused.is_empty() {
        return;
    }
    // Another lowering, so that their values are never asked for.
    let mut lowering = Lowering::new(collector.model);
    for (_, body) in unused.into_iter().filter(|(_, body)| body.is_mapping()) {
        let mut faults = Vec::new();
        if let Err(fault) = lowering.condition(body.id(), None) {
            faults.push(*fault);
        }
        lowering.define_named(&mut faults);
        collector.diagnostics.extend(faults.into_iter().filter(is_certain).map(softened));
    }
    lowering.report_cycle(&mut collector.diagnostics);
}

/// Which of several elements is meant matters once something asks; the reference accepts it until then.
fn softened(mut fault: Diagnostic) -> Diagnostic {
    if fault.code == Code::AmbiguousReference {
        fault.severity = Severity::Warning;
    }
    fault
}

/// Without an element `SELF` means nothing yet, and an expression need not be a condition.
fn is_certain(fault: &Diagnostic) -> bool {
    !matches!(fault.code, Code::NoContext | Code::NotACondition)
}
