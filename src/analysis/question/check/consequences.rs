//! Findings that hold only because configurations with errors are left out.
//!
//! Where some configurations lead to an error, the valid ones are fewer than the author means: what is then always or never
//! so follows from the error, and would not be so without it. It is reported there, and is no finding of its own. It follows
//! from an error that excludes it alone, whatever the other errors are (`sole_causes`); what only several errors together
//! exclude is said to follow from all of them.

use rustc_hash::FxHashMap;

use super::Finding;
use super::presences::within_dead;
use super::sole_causes::{Consequence, sole_causes};
use super::subject::Subject;
use crate::analysis::question::Witness;
use crate::analysis::question::all_variants::variant_space::VariantSpace;
use crate::analysis::question::evidence::unsat_claim::{ClaimFormulas, ConfigurationScope, UnsatClaim};
use crate::source::Span;
use crate::source::counted::counted;
use crate::source::diagnostic::{Code, Diagnostic, Severity};

/// Consequences that are reported with an error.
const MAX_REPORTED_CONSEQUENCES: usize = 3;

/// Configurations that are resolved to see to which errors they lead. What only others show is withheld, and not counted.
const MAX_REPLAYED_CONFIGURATIONS: usize = 64;

/// Takes away what follows from errors, and reports it where the errors are. What follows only from errors that are not
/// reported, as other codes are wanted or a comment leaves them out, is reported by itself.
pub(super) fn withhold(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let options = subject.options;
    if !findings.iter().any(|finding| finding.witness.is_some()) {
        return;
    }
    let worst = findings.iter().filter(|finding| finding.witness.is_some() && subject.is_reported(&finding.diagnostic));
    let worst = worst.map(|finding| finding.diagnostic.severity).max();
    let Consequences { shown, configurations } = following(subject, findings);
    let inner = within_dead(subject.variants.model(), findings);
    let mut led_to = ReachedErrors::none(configurations.len());
    let followed: Vec<Option<usize>> = shown.iter().zip(inner).map(|(shown, inner)| shown.filter(|_| !inner)).collect();
    led_to.replay(subject, &configurations, &followed, findings);
    let consequence = |(place, shown): (usize, &Option<usize>)| {
        let causes = &led_to.causes[(*shown)?];
        (!causes.is_empty()).then_some(Consequence { place, causes })
    };
    let consequences: Vec<Consequence<'_>> = followed.iter().enumerate().filter_map(consequence).collect();
    let sole = sole_causes(subject, findings, &consequences);
    let is_reported = |cause: usize| subject.is_reported(&findings[cause].diagnostic);
    let mut is_hidden: Vec<bool> =
        shown.iter().map(|shown| shown.is_some_and(|configuration| led_to.is_hidden[configuration])).collect();
    let mut said = vec![ErrorNotes::default(); findings.len()];
    for (&Consequence { place, causes }, sole) in consequences.iter().zip(&sole.of_each) {
        let Some(sole) = sole else { continue };
        is_hidden[place] |= !sole.is_empty() && !sole.iter().any(|&cause| is_reported(cause));
        sole.iter().for_each(|&cause| said[cause].alone.push(place));
        if sole.is_empty() {
            let first = causes.iter().copied().find(|&cause| is_reported(cause));
            said[first.unwrap_or(causes[0])].together.push(place);
        }
    }
    let is_exact = led_to.is_complete && sole.is_complete;
    let notes: Vec<Vec<String>> = said.iter().map(|said| said.notes(findings, is_exact)).collect();
    for (finding, notes) in findings.iter_mut().zip(notes) {
        finding.diagnostic.notes.extend(notes);
    }
    let mut follows = shown.iter().zip(is_hidden);
    findings.retain_mut(|finding| {
        let Some((Some(_), is_hidden)) = follows.next() else { return true };
        let is_raised = worst < Some(Severity::Error) && options.codes_raised_to_error.has(finding.diagnostic.code);
        let stands_alone = worst.is_none() || is_hidden || is_raised;
        finding.is_doubted = true;
        stands_alone
    });
    without_unevaluated(findings);
}

/// Takes away that a condition never holds where it cannot even be evaluated, which is the error.
fn without_unevaluated(findings: &mut Vec<Finding>) {
    let of_error = |finding: &Finding| finding.diagnostic.span().filter(|_| finding.witness.is_some());
    let errors: Vec<Span> = findings.iter().filter_map(of_error).collect();
    findings.retain(|finding| {
        let condition = finding.diagnostic.span().filter(|_| finding.diagnostic.code == Code::UnsatisfiableCondition);
        !condition.is_some_and(|condition| errors.iter().any(|&error| condition.contains(error)))
    });
}

/// What is reported with an error, by places of findings.
#[derive(Clone, Default)]
struct ErrorNotes {
    /// What follows from it alone.
    alone: Vec<usize>,
    /// What follows from several errors, of which it is one.
    together: Vec<usize>,
}

impl ErrorNotes {
    fn notes(&self, findings: &[Finding], is_exact: bool) -> Vec<String> {
        let count = if is_exact { FollowingCount::Exactly } else { FollowingCount::AtLeast };
        let notes = |premise: &str, places: &[usize]| {
            let first = places.iter().take(MAX_REPORTED_CONSEQUENCES);
            let first: Vec<&str> = first.map(|&place| &*findings[place].diagnostic.message).collect();
            notes_from(premise, &first, count(places.len()))
        };
        let mut all = notes("this", &self.alone);
        all.extend(notes("all errors together", &self.together));
        all
    }
}

/// The errors to which configurations lead.
struct ReachedErrors {
    /// By configuration: the findings that say so, by place; none where it is not known.
    causes: Vec<Vec<usize>>,
    /// By configuration: whether no error is reported to which it leads.
    is_hidden: Vec<bool>,
    /// Whether there was time for all that something follows from.
    is_complete: bool,
}

impl ReachedErrors {
    fn none(configurations: usize) -> Self {
        Self { causes: vec![Vec::new(); configurations], is_hidden: vec![false; configurations], is_complete: true }
    }

    /// Resolves those that are `shown` for some finding, one after the other, as many configurations may lead to many errors each.
    fn replay(
        &mut self,
        subject: &Subject<'_, '_>,
        configurations: &[Option<Witness>],
        shown: &[Option<usize>],
        findings: &[Finding],
    ) {
        let mut causes: FxHashMap<Identity<'_>, usize> = FxHashMap::default();
        for (place, finding) in findings.iter().enumerate() {
            causes.entry(identity(&finding.diagnostic)).or_insert(place);
        }
        let mut is_shown = vec![false; configurations.len()];
        shown.iter().flatten().for_each(|&configuration| is_shown[configuration] = true);
        let mut left = MAX_REPLAYED_CONFIGURATIONS;
        for (place, witness) in configurations.iter().enumerate().filter(|(place, _)| is_shown[*place]) {
            let Some(witness) = witness else { continue };
            let has_time = left > 0 && subject.limits.budget.check_extension().is_ok();
            let Some(errors) = has_time.then(|| subject.replay(witness)).flatten() else {
                self.is_complete = false;
                return;
            };
            left -= 1;
            self.is_hidden[place] = !errors.is_empty() && !errors.iter().any(|error| subject.is_reported(error));
            self.causes[place] = errors.iter().filter_map(|error| causes.get(&identity(error)).copied()).collect();
        }
    }
}

/// What follows from errors.
struct Consequences {
    /// By finding that does: the configuration that shows it, by place.
    shown: Vec<Option<usize>>,
    /// The configurations; none for one of which nothing is known.
    configurations: Vec<Option<Witness>>,
}

fn following(subject: &mut Subject<'_, '_>, findings: &[Finding]) -> Consequences {
    let mut follows = vec![None; findings.len()];
    let claims: Vec<(usize, UnsatClaim)> =
        findings.iter().enumerate().filter_map(|(place, finding)| Some((place, claim(finding)?))).collect();
    let solver = match &mut subject.space {
        VariantSpace::Lifted(solver) => solver,
        // Which configurations with errors have what presences is not known: it may follow.
        VariantSpace::Enumerated(enumeration) => {
            let has_errors = enumeration
                .errors
                .iter()
                .any(|found| found.errors.iter().any(|(code, _)| code.is_none_or(Code::is_defect)));
            claims.into_iter().filter(|_| has_errors).for_each(|(place, _)| follows[place] = Some(0));
            return Consequences { shown: follows, configurations: vec![None] };
        }
    };
    let (lifted, formulas) = (&solver.lifted, &mut solver.formulas);
    let mut of_claims = ClaimFormulas::new(ConfigurationScope::Allowed, lifted);
    let asked = claims.iter().map(|(_, claim)| of_claims.of(claim, formulas));
    let asked: Vec<_> = asked.map(|formula| formula.unwrap_or(variscope_encoder::FormulaId::FALSE)).collect();
    let sweep = solver.sweep(&asked);
    for ((place, _), shown) in claims.into_iter().zip(sweep.places) {
        follows[place] = shown;
    }
    Consequences { shown: follows, configurations: sweep.kept.into_iter().map(Some).collect() }
}

/// Of which configurations the finding says that there is none, if it is about all of them.
pub(super) fn claim(finding: &Finding) -> Option<UnsatClaim> {
    finding.impossible.clone().filter(|claim| *claim != UnsatClaim::Variant)
}

/// What two diagnostics have in common that say the same.
type Identity<'d> = (Code, Option<Span>, &'d str);

fn identity(diagnostic: &Diagnostic) -> Identity<'_> {
    (diagnostic.code, diagnostic.span(), &diagnostic.message)
}

/// How many things follow from a cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FollowingCount {
    Exactly(usize),
    AtLeast(usize),
}

/// What is reported with a cause, from which so many things follow.
pub(super) fn notes(consequences: &[String], count: FollowingCount) -> Vec<String> {
    notes_from("this", consequences, count)
}

fn notes_from(premise: &str, consequences: &[impl AsRef<str>], count: FollowingCount) -> Vec<String> {
    let (at_least, count) = match count {
        FollowingCount::Exactly(count) => ("", count),
        FollowingCount::AtLeast(count) => ("at least ", count),
    };
    let first = consequences.iter().take(MAX_REPORTED_CONSEQUENCES);
    let mut notes: Vec<String> =
        first.map(|message| format!("from {premise} it follows that {}", message.as_ref())).collect();
    let more = count.saturating_sub(MAX_REPORTED_CONSEQUENCES);
    if more > 0 {
        let verb = if more == 1 { "follows" } else { "follow" };
        notes.push(format!("and {at_least}{} {verb}", counted(more, "more thing")));
    }
    notes
}
