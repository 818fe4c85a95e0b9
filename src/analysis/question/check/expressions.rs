//! Named expressions that nothing uses.

use super::Finding;
use super::fixes::{fixed, without_expression};
use super::subject::Subject;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;

/// Expressions that no condition, value or default refers to. Those that other unused ones mention go after these.
pub(super) fn unused(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let variants = subject.variants;
    let (used, mentioned) = (variants.mentions().expressions, variants.mentioned_by_expressions().expressions);
    let unused = variants.expressions().into_iter().flat_map(Yaml::entries);
    let unused = unused.map(|(name, _)| name).filter(|name| !used.contains(name.text()));
    findings.extend(unused.map(|name| {
        let message = format!("nothing uses the expression \"{}\"", name.text());
        let diagnostic = Diagnostic::new(Code::UnusedExpression, name.span(), message);
        if mentioned.contains(name.text()) {
            return Finding::of(diagnostic.help("remove it, and before it the unused expressions that mention it"));
        }
        Finding::of(fixed(diagnostic, without_expression(variants.model(), name.text())))
    }));
}
