//! What answers claim about all variants, whatever has these.

use variscope_encoder::Budget;

use super::index::OptimumEvidence;
use super::{Certificates, Claim, Unwritable};
use crate::answer::{About, Count, Explain, Explained, Optimize};
use crate::output::export::Clauses;

/// Clauses that claims are proved with, or why there are none.
pub type Provable = Result<Clauses, String>;

/// Claims of a number of variants, of which `valid` makes the clauses.
///
/// # Errors
/// [`Unwritable`].
pub fn count(
    to: &mut Certificates,
    answer: &Count,
    valid: impl FnOnce(&mut Certificates) -> Provable,
    budget: &Budget,
) -> Result<(), Unwritable> {
    if !answer.exactness.complete {
        to.record_gap(&Claim::Count, "the number is not known to be exact");
        return Ok(());
    }
    prove(to, &Claim::Count, valid, |to, clauses| {
        to.count(answer.variants.get(), clauses, budget)?;
        if answer.variants.is_zero() { to.refute(&Claim::NoVariant, clauses, budget) } else { Ok(()) }
    })
}

/// What an explanation explains, as far as it is always or never so; `valid` makes the clauses of the variants.
///
/// # Errors
/// [`Unwritable`].
///
/// # Panics
/// When the clauses are not those of what the explanation is about.
pub fn explanation(
    to: &mut Certificates,
    answer: &Explain,
    valid: impl FnOnce(&mut Certificates) -> Provable,
    budget: &Budget,
) -> Result<(), Unwritable> {
    let (claim, is_present, name) = match (answer.answer, &answer.element) {
        (Explained::NoVariant, _) => return no_variant(to, valid, budget),
        (Explained::Present, Some(name)) => (Claim::Core(name.clone()), true, name),
        (Explained::Absent, Some(name)) => (Claim::Dead(name.clone()), false, name),
        (Explained::Present | Explained::Absent, None)
        | (Explained::SomeVariant | Explained::Depends | Explained::Unknown, _) => return Ok(()),
    };
    prove(to, &claim, valid, |to, clauses| {
        let named = clauses.names.iter().find(|(_, own)| own == name);
        let (var, _) = named.expect("what is always or never there is one of the names");
        to.imply(&[(claim.clone(), var.lit(is_present))], clauses, budget)
    })
}

/// That there is no variant, of which `valid` makes the clauses.
///
/// # Errors
/// [`Unwritable`].
pub fn no_variant(
    to: &mut Certificates,
    valid: impl FnOnce(&mut Certificates) -> Provable,
    budget: &Budget,
) -> Result<(), Unwritable> {
    prove(to, &Claim::NoVariant, valid, |to, clauses| to.refute(&Claim::NoVariant, clauses, budget))
}

/// That no variant is better, of which `better` makes the clauses.
///
/// # Errors
/// [`Unwritable`].
pub fn optimum(
    to: &mut Certificates,
    answer: &Optimize<'_>,
    better: impl FnOnce(&mut Certificates) -> Provable,
    budget: &Budget,
) -> Result<(), Unwritable> {
    let value = answer.value.clone().unwrap_or_default();
    let claim = Claim::Optimum(value.clone());
    if !answer.exactness.exact {
        to.record_gap(&claim, "not all variants were compared");
        return Ok(());
    }
    prove(to, &claim, better, |to, clauses| {
        to.refute(&claim, clauses, budget)?;
        // A variant of a feature model needs no values of inputs.
        if answer.about == About::Template {
            to.reach(OptimumEvidence {
                goal: answer.goal,
                measure: answer.attribute.clone().unwrap_or_default(),
                value,
                reached: answer.variant.configuration.clone(),
            });
        }
        Ok(())
    })
}

/// Proves a claim with its clauses, or lists it with the reason why there are none.
fn prove(
    to: &mut Certificates,
    claim: &Claim,
    clauses: impl FnOnce(&mut Certificates) -> Provable,
    proof: impl FnOnce(&mut Certificates, &Clauses) -> Result<(), Unwritable>,
) -> Result<(), Unwritable> {
    match clauses(to) {
        Ok(clauses) => proof(to, &clauses),
        Err(why) => {
            to.record_gap(claim, why);
            Ok(())
        }
    }
}
