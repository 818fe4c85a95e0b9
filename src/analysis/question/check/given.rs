//! Findings that hold only because of what is given, or of which variants are asked about.
//!
//! Under `--input env=prod` all that is for other environments is dead, and what is for `prod` always there. That is what was
//! asked for, no fault of the template, and `elements` says it. So what some other configuration shows to be possible is no
//! finding.

use super::Finding;
use super::consequences::claim;
use super::lifted_solver::possible;
use super::subject::Subject;
use crate::analysis::question::evidence::unsat_claim::{ConfigurationScope, UnsatClaim};
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
    let Some(possible) = possible(&alone, ConfigurationScope::Valid, &claims, subject.limits) else { return };
    let mut possible = possible.into_iter();
    findings.retain(|finding| claim(finding).is_none() || possible.next() == Some(false));
}
