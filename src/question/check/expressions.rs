//! Named expressions that nothing uses.

use super::Finding;
use super::fixes::{fixed, without_expression};
use super::subject::Subject;
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::yaml::Yaml;

/// Expressions that no condition, value or default refers to.
pub(super) fn unused(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let used = subject.variants.mentions().expressions;
    let model = subject.variants.model();
    let section = model.variability().and_then(|variability| variability.get("expressions"));
    let unused = section.into_iter().flat_map(Yaml::entries).filter(|(name, _)| !used.contains(name.text()));
    findings.extend(unused.map(|(name, _)| {
        let message = format!("nothing uses the expression \"{}\"", name.text());
        let diagnostic = Diagnostic::new(Code::UnusedExpression, name.span(), message);
        Finding::of(fixed(diagnostic, without_expression(model, name.text())))
    }));
}
