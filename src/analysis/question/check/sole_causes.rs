//! From which errors something follows, whatever the other errors are.
//!
//! A configuration that shows what would be possible may lead to several errors. From one of them alone it follows that there is no
//! such valid configuration, if every configuration like that leads to this error.

use variscope_encoder::{FormulaId, Formulas, Reason};

use super::Finding;
use super::consequences::claim;
use super::subject::Subject;
use crate::analysis::question::all_variants::lifted::{ErrorCause, Lifted, LiftedError};
use crate::analysis::question::configuration::reason_labels;
use crate::analysis::question::evidence::unsat_claim::{ClaimFormulas, ConfigurationScope};
use crate::source::Span;
use crate::source::diagnostic::Code;

/// Pairs of a consequence and an error that are tried, the first ones of each error first.
const MAX_TRIED: usize = 512;

/// A finding that follows from errors.
#[derive(Clone, Copy)]
pub(super) struct Consequence<'a> {
    /// Its place among the findings.
    pub(super) place: usize,
    /// The errors from which it may follow alone, by their places.
    pub(super) causes: &'a [usize],
}

/// From which errors alone things follow.
pub(super) struct SoleCauses {
    /// By consequence: the errors, by their places; none where none was found and not all of its causes were tried.
    pub(super) of_each: Vec<Option<Vec<usize>>>,
    /// Whether all of them are decided.
    pub(super) is_complete: bool,
}

/// A consequence, by its place among them, and one of its causes.
struct Pair {
    consequence: usize,
    cause: usize,
}

/// From which errors alone each of these follows.
pub(super) fn sole_causes(
    subject: &mut Subject<'_, '_>,
    findings: &[Finding],
    consequences: &[Consequence<'_>],
) -> SoleCauses {
    let pairs = pairs(findings.len(), consequences);
    let mut of_each = vec![None; consequences.len()];
    let Some(solver) = subject.space.as_lifted_mut().filter(|_| !pairs.is_empty()) else {
        return SoleCauses { of_each, is_complete: consequences.is_empty() };
    };
    let decided = solver.impossible(|lifted, formulas| {
        let mut claims = ClaimFormulas::new(ConfigurationScope::Allowed, lifted);
        let spared = pairs.iter().map(|pair| {
            let claimed = claims.of(&claim(&findings[consequences[pair.consequence].place])?, formulas)?;
            let met = met(lifted, formulas, &findings[pair.cause])?;
            Some(formulas.and([claimed, !met]))
        });
        spared.collect::<Vec<Option<FormulaId>>>()
    });
    let mut left: Vec<usize> = consequences.iter().map(|consequence| consequence.causes.len()).collect();
    let mut sole = vec![Vec::new(); consequences.len()];
    let mut is_complete = true;
    for (Pair { consequence, cause }, decided) in pairs.into_iter().zip(decided) {
        left[consequence] -= 1;
        is_complete &= decided.is_some();
        if decided == Some(true) {
            sole[consequence].push(cause);
        }
    }
    for ((of_each, sole), left) in of_each.iter_mut().zip(sole).zip(&left) {
        *of_each = (*left == 0 || !sole.is_empty()).then_some(sole);
    }
    SoleCauses { of_each, is_complete: is_complete && left.iter().all(|&left| left == 0) }
}

/// The pairs that are tried.
fn pairs(findings: usize, consequences: &[Consequence<'_>]) -> Vec<Pair> {
    let mut of_cause = vec![0_usize; findings];
    let mut ranked = Vec::new();
    for (consequence, Consequence { causes, .. }) in consequences.iter().enumerate() {
        for &cause in *causes {
            ranked.push((of_cause[cause], cause, consequence));
            of_cause[cause] += 1;
        }
    }
    if ranked.len() > MAX_TRIED {
        ranked.select_nth_unstable(MAX_TRIED);
        ranked.truncate(MAX_TRIED);
        ranked.sort_unstable();
    }
    ranked.into_iter().map(|(_, cause, consequence)| Pair { consequence, cause }).collect()
}

/// That a configuration leads to the error that was found; none where there is no formula for it.
fn met(lifted: &Lifted<'_, '_>, formulas: &mut Formulas, error: &Finding) -> Option<FormulaId> {
    if let Some(number) = error.violation {
        return Some(lifted.variants().rules().violations()[number].formula);
    }
    if error.diagnostic.code == Code::AmbiguousResult {
        let mut ambiguous = lifted.errors().iter().filter(|error| error.cause == ErrorCause::Ambiguous);
        let only = ambiguous.next()?.formula;
        return ambiguous.next().is_none().then_some(only);
    }
    let place = error.diagnostic.span()?;
    let sentence = error.diagnostic.sentence();
    let said: Vec<(Span, FormulaId)> = lifted
        .errors()
        .iter()
        .filter_map(|fault| Some((unevaluated(lifted, fault, sentence)?, fault.formula)))
        .collect();
    // A named expression stands elsewhere than what cannot be evaluated because of it.
    let here: Vec<FormulaId> =
        said.iter().filter(|(span, _)| span.contains(place)).map(|(_, formula)| *formula).collect();
    let same = if here.is_empty() { said.into_iter().map(|(_, formula)| formula).collect() } else { here };
    (!same.is_empty()).then(|| formulas.or(same))
}

/// Where something stands that cannot be evaluated, says this sentence.
fn unevaluated(lifted: &Lifted<'_, '_>, error: &LiftedError, sentence: &str) -> Option<Span> {
    let model = lifted.variants().model();
    match &error.cause {
        ErrorCause::Value(id, said) if said == sentence => {
            let element = model.element(*id);
            Some(element.body.map_or(element.span, |body| model.yaml(body).span()))
        }
        ErrorCause::Condition(atom, said) if said == sentence => {
            Some(reason_labels::label(lifted.variants(), Reason::Known(*atom)).span)
        }
        _ => None,
    }
}
