//! Findings that hold only because configurations with errors are left out.
//!
//! Where some configurations lead to an error, the valid ones are fewer than the author means: what is then always or never
//! so follows from the error, and would not be so without it. It is reported there, and is no finding of its own.

use rustc_hash::FxHashMap;

use super::Finding;
use super::presences::within_dead;
use super::subject::Subject;
use crate::analysis::question::Witness;
use crate::analysis::question::all_variants::variant_space::VariantSpace;
use crate::analysis::question::evidence::unsat_claim::{ClaimFormulas, ConfigurationScope, UnsatClaim};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, Severity};

/// Consequences that are reported with an error.
const MAX_REPORTED_CONSEQUENCES: usize = 3;

/// Configurations that are resolved to see to which errors they lead. What only others show is withheld, and not counted.
const MAX_REPLAYED_CONFIGURATIONS: usize = 64;

/// Of those that are found, so many are kept until the first ones are known.
const MAX_KEPT_CONSEQUENCES: usize = 16 * MAX_REPORTED_CONSEQUENCES;

/// Takes away what follows from errors, and reports it where the errors are. What follows only from errors that are not
/// reported, as other codes are wanted or a comment leaves them out, is reported by itself.
pub(super) fn withhold(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let options = subject.options;
    if !findings.iter().any(|finding| finding.witness.is_some()) {
        return;
    }
    let worst = findings.iter().filter(|finding| finding.witness.is_some() && subject.is_reported(&finding.diagnostic));
    let worst = worst.map(|finding| finding.diagnostic.severity).max();
    let Following { shown, configurations } = following(subject, findings);
    let inner = within_dead(subject.variants.model(), findings);
    // Many configurations may lead to many errors each: they are resolved one after the other.
    let mut left = MAX_REPLAYED_CONFIGURATIONS;
    let mut is_hidden = vec![false; configurations.len()];
    let errors = |place: usize| {
        let has_time = left > 0 && subject.limits.budget.check_extension().is_ok();
        let replayed = match &configurations[place] {
            Some(witness) if has_time => subject.replay(witness),
            None if has_time => Some(Vec::new()),
            _ => None,
        };
        left = if replayed.is_some() { left - 1 } else { 0 };
        let errors = replayed?;
        is_hidden[place] = !errors.is_empty() && !errors.iter().any(|error| subject.is_reported(error));
        Some(errors)
    };
    let consequences =
        by_cause(findings, (configurations.len(), errors), |place| shown[place].filter(|_| !inner[place]));
    let count = if left > 0 { FollowingCount::Exactly } else { FollowingCount::AtLeast };
    for (finding, consequences) in findings.iter_mut().zip(consequences) {
        finding.diagnostic.notes.extend(notes(&consequences.first, count(consequences.count)));
    }
    let mut shown = shown.into_iter();
    findings.retain_mut(|finding| {
        let Some(configuration) = shown.next().flatten() else { return true };
        let is_raised = worst < Some(Severity::Error) && options.codes_raised_to_error.has(finding.diagnostic.code);
        let stands_alone = worst.is_none() || is_hidden[configuration] || is_raised;
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

/// What follows from an error.
#[derive(Clone, Default)]
struct Consequences {
    /// The first sentences.
    first: Vec<String>,
    count: usize,
}

/// By finding: what is reported with it. `errors` gives those to which a configuration leads, of so many by place, as long as
/// there is time for it, and `shown` says for a finding which one shows that it follows.
fn by_cause(
    findings: &[Finding],
    (configurations, mut errors): (usize, impl FnMut(usize) -> Option<Vec<Diagnostic>>),
    shown: impl Fn(usize) -> Option<usize>,
) -> Vec<Consequences> {
    let mut following: Vec<Vec<usize>> = vec![Vec::new(); configurations];
    for (place, configuration) in (0..findings.len()).filter_map(|place| Some((place, shown(place)?))) {
        following[configuration].push(place);
    }
    let mut causes: FxHashMap<Identity<'_>, usize> = FxHashMap::default();
    for (place, finding) in findings.iter().enumerate() {
        causes.entry(identity(&finding.diagnostic)).or_insert(place);
    }
    let mut first: Vec<Vec<usize>> = vec![Vec::new(); findings.len()];
    let mut consequences = vec![Consequences::default(); findings.len()];
    for (configuration, following) in following.into_iter().enumerate().filter(|(_, following)| !following.is_empty()) {
        let Some(errors) = errors(configuration) else { break };
        for &cause in errors.iter().filter_map(|error| causes.get(&identity(error))) {
            let first = &mut first[cause];
            first.extend(following.iter().take(MAX_REPORTED_CONSEQUENCES));
            if first.len() > MAX_KEPT_CONSEQUENCES {
                first.sort_unstable();
                first.truncate(MAX_REPORTED_CONSEQUENCES);
            }
            consequences[cause].count += following.len();
        }
    }
    for (consequences, mut first) in consequences.iter_mut().zip(first) {
        first.sort_unstable();
        let messages =
            first.into_iter().take(MAX_REPORTED_CONSEQUENCES).map(|place| findings[place].diagnostic.message.clone());
        consequences.first.extend(messages);
    }
    consequences
}

/// What follows from errors.
struct Following {
    /// By finding that does: the configuration that shows it, by place.
    shown: Vec<Option<usize>>,
    /// The configurations; none for one of which nothing is known.
    configurations: Vec<Option<Witness>>,
}

fn following(subject: &mut Subject<'_, '_>, findings: &[Finding]) -> Following {
    let mut follows = vec![None; findings.len()];
    let claims: Vec<(usize, UnsatClaim)> =
        findings.iter().enumerate().filter_map(|(place, finding)| Some((place, claim(finding)?))).collect();
    let solver = match &mut subject.space {
        VariantSpace::Lifted(solver) => solver,
        // Which configurations with errors have what presences is not known: it may follow.
        VariantSpace::OneByOne(enumeration) => {
            let has_errors = enumeration
                .errors
                .iter()
                .any(|found| found.errors.iter().any(|(code, _)| code.is_none_or(Code::is_defect)));
            claims.into_iter().filter(|_| has_errors).for_each(|(place, _)| follows[place] = Some(0));
            return Following { shown: follows, configurations: vec![None] };
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
    Following { shown: follows, configurations: sweep.kept.into_iter().map(Some).collect() }
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
    let (at_least, count) = match count {
        FollowingCount::Exactly(count) => ("", count),
        FollowingCount::AtLeast(count) => ("at least ", count),
    };
    let mut notes: Vec<String> = consequences
        .iter()
        .take(MAX_REPORTED_CONSEQUENCES)
        .map(|message| format!("from this it follows that {message}"))
        .collect();
    if count > MAX_REPORTED_CONSEQUENCES {
        notes.push(format!("and {at_least}{} more things follow", count - MAX_REPORTED_CONSEQUENCES));
    }
    notes
}
