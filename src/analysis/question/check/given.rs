//! Findings that hold only because of what is given, or of which variants are asked about.
//!
//! Under `--input env=prod` all that is for other environments is dead, and what is for `prod` always there. That is what was asked
//! for, no fault of the template, and `elements` tells it. So what some other configuration shows to be possible is no finding.

use std::rc::Rc;

use super::Finding;
use super::at_once::AtOnce;
use super::consequences::claim;
use super::subject::Subject;
use crate::analysis::question::all_variants::lifted::Lifted;
use crate::analysis::question::evidence::unsat_claim::{Among, ClaimFormulas, UnsatClaim};
use crate::analysis::question::{Limits, Variants};
use crate::analysis::value::Configuration;

/// Takes away what would not be so whatever is given.
pub(super) fn withhold(subject: &Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let variants = subject.variants;
    if variants.configuration().iter().next().is_none() && !variants.is_restricted() {
        return;
    }
    let claims: Vec<UnsatClaim> = findings.iter().filter_map(claim).collect();
    if claims.is_empty() {
        return;
    }
    let nothing = Configuration::new();
    let alone = variants.unrestricted(&nothing);
    let alone = if variants.is_closed() { alone.closed() } else { alone };
    let Some(possible) = possible(&alone, Among::Valid, &claims, subject.limits) else { return };
    let mut possible = possible.into_iter();
    findings.retain(|finding| claim(finding).is_none() || possible.next() == Some(false));
}

/// By claim: whether there may be such a configuration of these variants; none where that cannot be told.
pub(super) fn possible(
    variants: &Variants<'_>,
    among: Among,
    claims: &[UnsatClaim],
    limits: &Limits,
) -> Option<Vec<bool>> {
    let lifted = Rc::new(Lifted::of(variants, &limits.budget).ok()?);
    let mut all = AtOnce::new(lifted, limits).ok()?;
    let mut of_claims = ClaimFormulas::new(among, &all.lifted);
    let formulas = claims.iter().map(|claim| of_claims.of(claim, &mut all.formulas));
    let formulas: Vec<_> = formulas.map(|formula| formula.unwrap_or(variscope_encoder::FormulaId::TRUE)).collect();
    let sweep = all.sweep(&formulas);
    sweep.is_complete.then(|| sweep.places.iter().map(Option::is_some).collect())
}
