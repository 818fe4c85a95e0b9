//! Relations of one name at a node whose type is unknown, as an import is not read: whether the node may have several is
//! reported with the import, and is no error of its own.

use rustc_hash::FxHashSet;

use super::Finding;
use super::subject::Subject;
use super::undecided::Undecided;
use crate::analysis::question::all_variants::unread_types::caveat;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::tosca::model::ElementId;

/// Takes such errors away, and presets that fail with them; says that they are not decided.
pub(super) fn withhold(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let model = subject.variants.model();
    let doubtful: Vec<ElementId> =
        subject.variants.doubtful_violations().into_iter().map(|(_, relation)| relation).collect();
    if doubtful.is_empty() {
        return;
    }
    let spans: FxHashSet<Span> = doubtful.iter().map(|&relation| model.element(relation).span).collect();
    let is_doubtful = |error: &Diagnostic| {
        error.code == Code::AmbiguousRelation && error.span().is_some_and(|span| spans.contains(&span))
    };
    let met: FxHashSet<Option<Span>> =
        findings.iter().map(|it| &it.diagnostic).filter(|it| is_doubtful(it)).map(Diagnostic::span).collect();
    if met.is_empty() {
        return;
    }
    findings.retain(|it| !is_doubtful(&it.diagnostic) && !it.failure.as_deref().is_some_and(is_doubtful));
    let is_other_error = |it: &Finding| it.witness.is_some() && it.diagnostic.is_error();
    if !findings.iter().any(is_other_error) {
        // All configurations may be refused for this alone.
        findings.retain(|it| it.diagnostic.code != Code::NoValidVariant);
    }
    let open = doubtful.into_iter().filter(|&relation| met.contains(&Some(model.element(relation).span)));
    let open: Vec<Undecided> =
        open.map(|relation| Undecided::repetition(relation, model, caveat(model, relation))).collect();
    subject.note_undecided(open);
}
