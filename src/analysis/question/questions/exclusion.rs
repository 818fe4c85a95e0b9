//! How many configurations do constraints of the author exclude?
//!
//! Counted are configurations that types and rules of inputs allow and under which every condition has a value, but no
//! presences satisfy everything. Contradictions, which are not meant, are left out.

use num_bigint::BigUint;
use num_traits::Zero;
use variscope_encoder::Interrupted;

use crate::analysis::question::all_variants::class_enumeration::{ClassEnumeration, FoundErrors, Reach, combinations};
use crate::analysis::question::all_variants::contradiction::{Cube, StatementsOfTemplate};
use crate::analysis::question::all_variants::lifted::{ConfigurationCounts, Size};
use crate::analysis::question::all_variants::prepared::AllVariants;
use crate::analysis::question::all_variants::variant_space::VariantSpace;
use crate::analysis::question::configuration::atom_valuation::AtomValuation;
use crate::analysis::question::configuration::classes::{Classes, Combination, InputReader, Outcome};
use crate::analysis::value::InputRules;
use crate::source::diagnostic::{Code, Diagnostic};

/// What constraints of the author exclude.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Exclusion {
    /// Nothing, as the author wrote none.
    #[default]
    Unconstrained,
    /// Counting takes too much.
    Uncounted,
    /// This share of the configurations.
    Counted(Excluded),
}

/// How much constraints of the author exclude.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excluded {
    /// Classes of configurations.
    pub classes: Portion,
    /// Configurations; none where infinitely many are allowed.
    pub configurations: Option<Portion>,
    /// Whether all configurations were looked at.
    pub is_exact: bool,
}

/// A part of what types and rules of inputs allow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Portion {
    /// What constraints exclude.
    pub excluded: BigUint,
    /// What inputs allow.
    pub allowed: BigUint,
}

impl AllVariants<'_, '_> {
    /// How many configurations constraints of the author exclude.
    pub fn exclusion(&self) -> Exclusion {
        let stated = StatementsOfTemplate::of(self.variants);
        if stated.authored().is_empty() {
            return Exclusion::Unconstrained;
        }
        let contradictions = self.contradictions();
        let cubes = &contradictions.cubes;
        let counts = match &self.space {
            VariantSpace::Lifted(lifted) => lifted.configuration_counts(&stated, cubes, &self.limits.budget).ok(),
            VariantSpace::Enumerated(enumeration) => enumerated(self, enumeration, (&stated, cubes)).ok(),
        };
        let Some(ConfigurationCounts { allowed, excluded }) = counts else { return Exclusion::Uncounted };
        let configurations = allowed.configurations.zip(excluded.configurations);
        Exclusion::Counted(Excluded {
            classes: Portion { excluded: excluded.classes, allowed: allowed.classes },
            configurations: configurations.map(|(allowed, excluded)| Portion { excluded, allowed }),
            is_exact: contradictions.is_complete && self.space.caveats().is_empty(),
        })
    }
}

/// Counts what constraints exclude in a list of all variants and errors.
fn enumerated(
    all: &AllVariants<'_, '_>,
    enumeration: &ClassEnumeration,
    contradictions: (&StatementsOfTemplate<'_, '_>, &[Cube]),
) -> Result<ConfigurationCounts, Interrupted> {
    if !enumeration.exactness.is_complete {
        return Err(Interrupted);
    }
    let of_errors = |is_meant: fn(Option<Code>) -> bool| {
        let first = |found: &&FoundErrors| found.errors.first().and_then(|(code, _)| *code);
        let errors = enumeration.errors.iter().filter(|found| is_meant(first(found)));
        Size::reached(errors.map(|found| &found.reach))
    };
    let valid = Size::reached(enumeration.variants.iter().map(|variant| &variant.reach));
    let invalid = of_errors(|code| code != Some(Code::InputRule));
    let unsolved = of_errors(|code| code == Some(Code::NoVariant));
    let contradictory = contradictory(all, contradictions)?;
    let allowed = valid.with(&invalid.classes, invalid.configurations.as_ref());
    Ok(ConfigurationCounts { allowed, excluded: unsolved.without(&contradictory) })
}

/// The configurations that inputs and constraints let through and that have the values of one of the cubes.
fn contradictory(
    all: &AllVariants<'_, '_>,
    (stated, cubes): (&StatementsOfTemplate<'_, '_>, &[Cube]),
) -> Result<Size, Interrupted> {
    let (classes, rules) = (Classes::of(all.variants), InputRules::new(all.variants.language()));
    let mut size = Size::nothing();
    if cubes.is_empty() {
        return Ok(size);
    }
    let budget = &all.limits.budget;
    for combination in combinations(&classes) {
        budget.check()?;
        if !is_evaluated(&classes, &combination) || !cubes.iter().any(|cube| has(&classes, &combination, cube)) {
            continue;
        }
        let configuration = classes.configuration(&combination);
        let is_refused = rules.check(&configuration).iter().any(Diagnostic::is_error);
        if !is_refused && stated.lets_through(&AtomValuation::under(all.variants, &configuration), budget)? {
            let unread = classes.unread_size();
            let configurations = classes.size(&combination).zip(unread).map(|(read, unread)| read * unread);
            size = size.with(&1_u8.into(), configurations.as_ref());
        }
    }
    Ok(size)
}

/// Whether every condition has a value in a combination.
fn is_evaluated(classes: &Classes<'_, '_>, combination: &Combination) -> bool {
    let is_value = |outcome: &Outcome| matches!(outcome, Outcome::Holds(_));
    classes
        .outcomes(combination)
        .all(|(subject, outcome)| !matches!(subject, InputReader::Atom(..)) || is_value(outcome))
}

/// Whether the value atoms of a cube have its values in a combination.
fn has(classes: &Classes<'_, '_>, combination: &Combination, cube: &Cube) -> bool {
    cube.iter().all(|&(atom, value)| {
        let outcome = classes.outcomes(combination).find_map(|(subject, outcome)| match subject {
            InputReader::Atom(own, _) if *own == atom => Some(outcome),
            _ => None,
        });
        outcome == Some(&Outcome::Holds(value))
    })
}

impl Size {
    fn nothing() -> Self {
        Self { classes: BigUint::zero(), configurations: Some(BigUint::zero()) }
    }

    /// Of all these together.
    fn reached<'r>(reaches: impl Iterator<Item = &'r Reach>) -> Self {
        reaches.fold(Self::nothing(), |all, reach| all.with(&reach.classes, reach.configurations.as_ref()))
    }

    /// Together with others.
    fn with(&self, classes: &BigUint, configurations: Option<&BigUint>) -> Self {
        let configurations = self.configurations.as_ref().zip(configurations).map(|(own, more)| own + more);
        Self { classes: &self.classes + classes, configurations }
    }

    /// Without some of these.
    fn without(&self, part: &Self) -> Self {
        let configurations = self.configurations.as_ref().zip(part.configurations.as_ref());
        Self { classes: &self.classes - &part.classes, configurations: configurations.map(|(all, part)| all - part) }
    }
}
