//! Findings that hold only because an input is compared with what it never is, a value with nothing else, or because a
//! named expression never holds.
//!
//! Such a value is misspelt more often than meant: in `{equal: [{variability_input: env}, dve]}` everything for `dev` is dead,
//! and everything for other environments always there. So the template is read once more, with nothing known of whether these
//! comparisons hold. What is impossible no longer then follows from a comparison: it is reported there, and is no finding of
//! its own. Else its fix would remove what the author means.

use super::Finding;
use super::comparisons;
use super::consequences::{FollowingCount, claim, notes};
use super::lifted_solver::possible;
use super::presences::within_dead;
use super::removal::is_about_removal;
use super::subject::Subject;
use crate::analysis::question::evidence::unsat_claim::{ConfigurationScope, UnsatClaim};
use crate::analysis::question::{Limits, Variants};
use crate::analysis::recovery;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Severity, is_ignored};

/// Comparisons that are looked at one by one at most; others are looked at together with all.
const MAX_SINGLE_COMPARISONS: usize = 8;

/// Takes away what follows from comparisons, and reports it where these are.
pub(super) fn withhold(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let mut idle = Vec::new();
    comparisons::idle(subject, &mut idle);
    idle.extend(findings.iter().filter(|finding| is_about_expression(finding)).cloned());
    let sources = subject.variants.model().sources();
    // What an input without a type may be decides nothing.
    let is_doubtful =
        |diagnostic: &Diagnostic| diagnostic.severity > Severity::Note && !is_ignored(diagnostic, sources);
    let idle: Vec<Diagnostic> = idle.into_iter().map(|found| found.diagnostic).filter(is_doubtful).collect();
    if idle.is_empty() {
        return;
    }
    let options = subject.options;
    // Where a comparison is not reported, nothing could be reported with it.
    let stands_alone = |finding: &Finding, cause: usize| {
        // A constraint names the expression for which it is idle (`expressions::doubt_constraints`).
        let is_constraint = matches!(finding.diagnostic.code, Code::RedundantConstraint | Code::TautologicalConstraint);
        !options.codes.has(idle[cause].code)
            || options.codes_raised_to_error.has(finding.diagnostic.code)
            || is_constraint && idle[cause].code == Code::UnsatisfiableCondition
    };
    point_at(&idle, findings);
    let spans: Vec<Span> = idle.iter().filter_map(Diagnostic::span).collect();
    let causes = causes(subject, findings, &spans);
    let inner = within_dead(subject.variants.model(), findings);
    let mut follows: Vec<Vec<String>> = vec![Vec::new(); idle.len()];
    for ((finding, cause), inner) in findings.iter_mut().zip(&causes).zip(inner) {
        match cause {
            // What is doubted may follow from an error that is not reported, as other codes are wanted.
            Cause::Place(place) if !inner && !finding.is_doubted && !stands_alone(finding, *place) => {
                follows[*place].push(finding.diagnostic.message.clone());
            }
            Cause::Place(_) => finding.is_doubted = true,
            Cause::Unknown if is_about_removal(finding.diagnostic.code) => finding.is_doubted = true,
            Cause::Unknown | Cause::Other => {}
        }
    }
    // What is meant may have been reported more fully since.
    let place = |comparison: &Diagnostic| (comparison.code, comparison.span(), comparison.message.clone());
    for (diagnostic, follows) in idle.iter().zip(follows) {
        let same = findings.iter_mut().filter(|finding| place(&finding.diagnostic) == place(diagnostic));
        let consequences = notes(&follows, FollowingCount::Exactly(follows.len()));
        same.for_each(|finding| finding.diagnostic.notes.extend(consequences.clone()));
    }
    let mut causes = causes.into_iter();
    findings.retain(|finding| match causes.next() {
        Some(Cause::Place(place)) => stands_alone(finding, place),
        _ => true,
    });
}

/// What is wrong in variants that come about with one of these comparisons is repaired there.
fn point_at(comparisons: &[Diagnostic], findings: &mut [Finding]) {
    let is_of_variants = |finding: &Finding| finding.diagnostic.is_error() || finding.witness.is_some();
    for finding in findings.iter_mut().filter(|finding| is_of_variants(finding)) {
        let is_at = |span: Span| finding.diagnostic.span() == Some(span);
        let is_part = |span: Span| is_at(span) || finding.because.iter().any(|label| label.span.contains(span));
        // A fix of its own helps whatever becomes of an expression.
        let has_fix = finding.diagnostic.fix.is_some();
        let is_cause = |cause: &&Diagnostic| !(has_fix && cause.code == Code::UnsatisfiableCondition);
        let cause = comparisons.iter().filter(is_cause).find(|cause| cause.span().is_some_and(is_part));
        let Some(cause) = cause else { continue };
        let help = cause.help.as_ref().map(|help| format!(": {help}")).unwrap_or_default();
        let diagnostic = finding.diagnostic.clone().help(format!("{}{help}", cause.message));
        finding.diagnostic = Diagnostic { fix: None, ..diagnostic };
    }
}

/// Whether it says that a named expression never holds: conditions of elements are about these.
fn is_about_expression(finding: &Finding) -> bool {
    finding.diagnostic.code == Code::UnsatisfiableCondition && finding.element.is_none()
}

/// Why something is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cause {
    /// It follows from the condition at this one of the places.
    Place(usize),
    /// Whatever these conditions are.
    Other,
    /// Unknown.
    Unknown,
}

/// By finding: the first of the conditions at these places from which it follows alone, else the first one where it follows from all
/// together.
pub(super) fn causes(subject: &Subject<'_, '_>, findings: &[Finding], spans: &[Span]) -> Vec<Cause> {
    let mut causes = vec![Cause::Unknown; findings.len()];
    let mut open: Vec<(usize, UnsatClaim)> =
        findings.iter().enumerate().filter_map(|(place, finding)| Some((place, claim(finding)?))).collect();
    let variants = subject.variants;
    if variants.is_restricted() {
        return causes;
    }
    let alone = spans.iter().map(std::slice::from_ref).take(MAX_SINGLE_COMPARISONS).filter(|_| spans.len() > 1);
    for (number, comparisons) in alone.enumerate().chain([(0, spans)]) {
        let claims: Vec<UnsatClaim> = open.iter().map(|(_, claim)| claim.clone()).collect();
        if claims.is_empty() {
            break;
        }
        let Some(possible) = possible_unless_known(variants, comparisons, &claims, subject.limits) else { continue };
        let mut left = Vec::new();
        for ((place, claim), is_possible) in open.into_iter().zip(possible) {
            causes[place] = if is_possible { Cause::Place(number) } else { Cause::Other };
            left.extend((!is_possible).then_some((place, claim)));
        }
        open = left;
    }
    causes
}

/// By claim: whether there may be such a configuration, were it not known whether these comparisons hold; none where
/// that is unknown.
fn possible_unless_known(
    variants: &Variants<'_>,
    comparisons: &[Span],
    claims: &[UnsatClaim],
    limits: &Limits,
) -> Option<Vec<bool>> {
    let model = recovery::with_unknown(variants.model(), comparisons).ok()?.model?;
    let doubtful = Variants::recovered(&model, variants.configuration(), &[]);
    let doubtful = if variants.is_closed() { doubtful.closed() } else { doubtful };
    possible(&doubtful, ConfigurationScope::Allowed, claims, limits)
}
