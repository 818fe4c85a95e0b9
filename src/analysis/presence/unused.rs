//! Expressions that nothing uses are looked at all the same: a mistake in one waits for the day it is used.

use std::collections::BTreeSet;

use super::rules::Collector;
use super::value_diagnostics::value_diagnostics;
use crate::analysis::condition::Lowering;
use crate::analysis::value::Mentions;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;

/// Reports what is wrong in expressions that no condition uses. Those that nothing uses at all have no effect: a warning.
pub(super) fn expressions(collector: &mut Collector<'_>) {
    let unused = collector.lowering.unused_expressions();
    if unused.is_empty() {
        return;
    }
    // Another lowering, so that their values are never asked for.
    let (model, mut diagnostics) = (collector.model, Vec::new());
    let mut lowering = Lowering::new(model);
    for (_, body) in unused.iter().filter(|(_, body)| body.is_mapping()) {
        if let Err(diagnostic) = lowering.condition(body.id(), None) {
            diagnostics.push(*diagnostic);
        }
        lowering.define_named(&mut diagnostics);
    }
    diagnostics.retain(is_certain);
    lowering.report_cycle(&mut diagnostics);
    let values = value_diagnostics(model, lowering.atoms());
    if diagnostics.is_empty() && values.is_empty() {
        return;
    }
    let idle = idle(model, unused);
    let is_idle =
        |diagnostic: &Diagnostic| diagnostic.span().is_some_and(|span| idle.iter().any(|body| body.contains(span)));
    // What values of other expressions are is asked where they are used.
    diagnostics.extend(values.into_iter().filter(is_idle));
    let reported = diagnostics
        .into_iter()
        .map(|diagnostic| if is_idle(&diagnostic) { as_warning(diagnostic) } else { softened(diagnostic) });
    collector.diagnostics.extend(reported);
}

/// The places of those expressions that nothing at all uses, be it a value.
fn idle(model: &Model, unused: Vec<(&str, Yaml<'_>)>) -> Vec<Span> {
    let expressions = model.variability().and_then(|variability| variability.get("expressions"));
    let used: BTreeSet<String> =
        Mentions::of(&model.language(), model.texts_with_conditions().collect(), expressions).expressions;
    unused.into_iter().filter(|(name, _)| !used.contains(*name)).map(|(_, body)| body.span()).collect()
}

/// The reference says nothing of what it never builds.
fn as_warning(diagnostic: Diagnostic) -> Diagnostic {
    Diagnostic { severity: Severity::Warning, reference: None, ..diagnostic }
}

/// Which of several elements is meant matters once something asks; the reference accepts it until then.
fn softened(diagnostic: Diagnostic) -> Diagnostic {
    if diagnostic.code == Code::AmbiguousReference {
        Diagnostic { severity: Severity::Warning, ..diagnostic }
    } else {
        diagnostic
    }
}

/// Without an element `SELF` means nothing yet, and an expression need not be a condition.
fn is_certain(diagnostic: &Diagnostic) -> bool {
    !matches!(diagnostic.code, Code::NoContext | Code::NotACondition)
}
