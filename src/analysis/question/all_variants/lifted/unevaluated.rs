//! What of that which cannot be evaluated matters.
//!
//! In profile D every condition is evaluated, needed or not. The profiles before it evaluate no more than they need: that a condition
//! cannot be evaluated is an error only where some presence depends on it, which is the case where it does not follow from what can be
//! evaluated ([`Unknown`]). `resolve` folds the rules of one configuration by the same logic.

use rustc_hash::FxHashMap;
use variscope_encoder::{Atom, FormulaId, Problem, Unknown};

use super::Unliftable;
use super::error::{ErrorCause, LiftedError, UnevaluatedValue};
use crate::analysis::condition::AtomMeaning;
use crate::analysis::question::Variants;

/// Why a demand cannot be evaluated, with the configurations in which it cannot.
#[derive(Clone, Debug)]
pub(crate) struct Unevaluated {
    /// The formula of the demand.
    pub(super) demanded: FormulaId,
    pub(crate) sentence: String,
    pub(super) formula: FormulaId,
}

/// Narrows the errors of conditions to the configurations in which they matter, and returns where demands cannot be evaluated.
pub(super) fn narrow_to_needed(
    variants: &Variants<'_>,
    problem: &mut Problem,
    errors: &mut [LiftedError],
    values: &[UnevaluatedValue],
) -> Result<Vec<Unevaluated>, Unliftable> {
    let demands = variants.rules().demands();
    if variants.model().dialect().evaluates_every_condition {
        let mut found = Vec::new();
        for demanded in demands {
            let own = values.iter().filter(|value| demanded.values.contains(&value.atom));
            found.extend(own.map(|value| Unevaluated {
                demanded: demanded.formula,
                sentence: value.sentence.clone(),
                formula: value.formula,
            }));
        }
        return Ok(found);
    }
    let of_template: Vec<UnevaluatedValue> = errors.iter().filter_map(of_condition).collect();
    let values: Vec<&UnevaluatedValue> = of_template.iter().chain(values).collect();
    if values.is_empty() {
        return Ok(Vec::new());
    }
    let mut unknown = Needed::of(variants, problem, &values)?;
    let needed = unknown.needed(variants, problem)?;
    for error in errors.iter_mut().filter(|error| matches!(error.cause, ErrorCause::Condition(..))) {
        error.formula = problem.formulas_mut().and([error.formula, needed]);
    }
    let mut found = Vec::new();
    for demanded in demands {
        let open = unknown.0.formula(problem.formulas_mut(), demanded.formula);
        for value in &values {
            let formula = problem.formulas_mut().and([value.formula, open]);
            if formula != FormulaId::FALSE {
                found.push(Unevaluated { demanded: demanded.formula, sentence: value.sentence.clone(), formula });
            }
        }
    }
    Ok(found)
}

/// The value of a condition of the template that cannot be evaluated.
fn of_condition(error: &LiftedError) -> Option<UnevaluatedValue> {
    match &error.cause {
        ErrorCause::Condition(atom, sentence) => {
            Some(UnevaluatedValue { atom: *atom, sentence: sentence.clone(), formula: error.formula })
        }
        _ => None,
    }
}

/// What does not follow from what can be evaluated.
struct Needed(Unknown);

impl Needed {
    fn of(variants: &Variants<'_>, problem: &mut Problem, values: &[&UnevaluatedValue]) -> Result<Self, Unliftable> {
        let mut by_atom: FxHashMap<Atom, FormulaId> = FxHashMap::default();
        for value in values {
            let known = by_atom.entry(value.atom).or_insert(FormulaId::FALSE);
            *known = problem.formulas_mut().or([*known, value.formula]);
        }
        let is_defined = variants.rules().problem().atoms().all(|atom| problem.definition(atom).is_some());
        let unknown = if is_defined { Unknown::of(problem, &by_atom) } else { None };
        unknown.map(Self).ok_or(Unliftable::Unevaluated)
    }

    /// The configurations in which some presence depends on what cannot be evaluated. Constraints and checks have to be about presences.
    fn needed(&self, variants: &Variants<'_>, problem: &mut Problem) -> Result<FormulaId, Unliftable> {
        let rules = variants.rules();
        let others = rules.problem().constraints().iter().map(|rule| rule.formula);
        let others: Vec<FormulaId> =
            others.chain(rules.violations().iter().map(|violation| violation.formula)).collect();
        let is_presence = |atom: Atom| matches!(rules.atoms().meaning(atom), AtomMeaning::Presence(_));
        let read = problem.formulas().atoms_of(&others);
        if read.into_iter().any(|atom| !is_presence(atom) && self.0.atom(atom) != FormulaId::FALSE) {
            return Err(Unliftable::Unevaluated);
        }
        Ok(problem.formulas_mut().or(variants.presence_atoms().map(|atom| self.0.atom(atom))))
    }
}
