//! Resolves one combination of classes after the other, and gathers what it leads to.

use indexmap::IndexMap;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;
use variscope_encoder::{Assignment, Atom, Budget, Interrupted};

use super::{
    ClassEnumeration, DemandReach, FoundErrors, FoundVariant, FoundWitness, Measurement, Reach, countable,
    mentioned_values,
};
use crate::analysis::condition::AtomMeaning;
use crate::analysis::domain::{Caveat, advance};
use crate::analysis::presence::Demanded;
use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::exactness::Exactness;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::configuration::atom_valuation::AtomValuation;
use crate::analysis::question::configuration::classes::{Classes, Combination, InputReader, Outcome};
use crate::analysis::question::configuration::variant::{Detail, Unresolved};
use crate::analysis::value::InputRules;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::tosca::model::ElementId;

/// Combinations of classes that are looked at without a word; more take too long one by one.
const MAX_COMBINATIONS: usize = 1 << 20;

/// Errors that come together.
type Failure = Vec<(Option<Code>, String)>;

/// Why a combination leads to no variant.
enum NoVariant {
    Failure(Failure),
    Interrupted,
}

impl From<Failure> for NoVariant {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl From<Unresolved> for NoVariant {
    fn from(unresolved: Unresolved) -> Self {
        match unresolved {
            Unresolved::Refused(faults) => Self::Failure(failure(faults)),
            Unresolved::Interrupted => Self::Interrupted,
        }
    }
}

/// What variants are distinguished by: presences, and the values of measured properties.
type VariantKey = (Vec<bool>, Vec<Option<String>>);

/// What was found under the combinations that were looked at.
pub(super) struct ClassEnumerator<'v, 'm> {
    variants: &'v Variants<'m>,
    classes: Classes<'v, 'm>,
    rules: InputRules<'v>,
    elements: Vec<ElementId>,
    positions: Vec<usize>,
    measured: Vec<ElementId>,
    found: IndexMap<VariantKey, Reach, FxBuildHasher>,
    /// By group, by class: whether some valid configuration is in it.
    met: Vec<Vec<bool>>,
    errors: IndexMap<Failure, Reach, FxBuildHasher>,
    demanded: Vec<DemandReach>,
}

impl<'v, 'm> ClassEnumerator<'v, 'm> {
    pub(super) fn new(variants: &'v Variants<'m>, measured: &[ElementId]) -> Self {
        let elements = countable(variants.model());
        let positions = elements.iter().map(|&id| variants.model().position(id)).collect();
        let classes = Classes::measuring(variants, measured);
        let met = classes.groups().iter().map(|group| vec![false; group.classes.len()]).collect();
        Self {
            variants,
            classes,
            met,
            rules: InputRules::new(variants.language()),
            elements,
            positions,
            measured: measured.to_vec(),
            found: IndexMap::default(),
            errors: IndexMap::default(),
            demanded: vec![DemandReach::default(); variants.rules().demands().len()],
        }
    }

    /// Looks at all combinations, as far as the limits allow.
    pub(super) fn run(mut self, limits: &Limits) -> Measurement {
        let is_complete = self.try_all(limits);
        let caveats = [self.classes.caveats(), &self.caveats_of_types()].concat();
        let unread = self.classes.unread_size();
        let unmet_values = mentioned_values(&self.classes, |group, class| !self.met[group][class]);
        let total = |mut reach: Reach| {
            reach.configurations = reach.configurations.zip(unread.clone()).map(|(own, unread)| own * unread);
            reach
        };
        let (mut variants, mut values) = (Vec::new(), Vec::new());
        for ((present, given), reach) in self.found {
            variants.push(FoundVariant { present, reach: total(reach) });
            values.push(given);
        }
        let errors = self.errors.into_iter();
        let errors = errors.map(|(errors, reach)| FoundErrors { errors, reach: total(reach) });
        let enumeration = ClassEnumeration {
            variants,
            errors: errors.collect(),
            unmet_values,
            demanded: self.demanded,
            elements: self.elements,
            uncounted: self.classes.uncounted_extent(),
            exactness: Exactness { is_complete, caveats },
        };
        Measurement { enumeration, measured: self.measured, values }
    }

    /// That types which are not read may allow some of what was refused.
    fn caveats_of_types(&self) -> Vec<Caveat> {
        let (model, violations) = (self.variants.model(), self.variants.rules().violations());
        self.variants.caveats_of_types(|number| {
            let refusal = (Some(Code::AmbiguousRelation), violations[number].diagnostic(model).message);
            self.errors.keys().any(|errors| errors.contains(&refusal))
        })
    }

    /// Whether all combinations were looked at.
    fn try_all(&mut self, limits: &Limits) -> bool {
        let lengths: Vec<usize> = self.classes.groups().iter().map(|group| group.classes.len()).collect();
        if lengths.contains(&0) {
            return true;
        }
        limits.budget.begin(lengths.iter().map(|&length| length as u64).try_fold(1, u64::checked_mul));
        let mut combination = vec![0; lengths.len()];
        for _ in 0..MAX_COMBINATIONS {
            if limits.budget.check().is_err() || self.look(&combination, &limits.budget).is_err() {
                return false;
            }
            limits.budget.advance(1);
            if limits.most_variants.is_some_and(|most| self.found.len() > most) {
                self.found.pop();
                return false;
            }
            if !advance(&mut combination, &lengths) {
                return true;
            }
        }
        false
    }

    fn look(&mut self, combination: &Combination, budget: &Budget) -> Result<(), Interrupted> {
        let size = self.classes.size(combination);
        let outcome = match self.resolve(combination, budget) {
            Ok(found) => Ok(found),
            Err(NoVariant::Failure(failure)) => Err(failure),
            Err(NoVariant::Interrupted) => return Err(Interrupted),
        };
        if outcome.as_ref().is_ok_and(|(present, assignment)| !self.is_as_assumed(combination, present, assignment)) {
            return Ok(());
        }
        if let Ok((_, assignment)) = &outcome {
            self.split(combination, assignment);
            self.met.iter_mut().zip(combination).for_each(|(met, &class)| met[class] = true);
        }
        let outcome = outcome.map(|(present, _)| (present, self.given(combination)));
        let (classes, is_unmentioned) = (&self.classes, self.classes.is_unmentioned(combination));
        let fresh = || Reach {
            witness: classes.witness(combination),
            is_unmentioned,
            classes: BigUint::ZERO,
            configurations: Some(BigUint::ZERO),
        };
        let reach = match outcome {
            Ok(found) => self.found.entry(found).or_insert_with(fresh),
            Err(failure) => self.errors.entry(failure).or_insert_with(fresh),
        };
        if reach.is_unmentioned && !is_unmentioned {
            (reach.witness, reach.is_unmentioned) = (classes.witness(combination), false);
        }
        reach.classes += 1_u8;
        reach.configurations = reach.configurations.take().zip(size).map(|(all, more)| all + more);
        Ok(())
    }

    /// The values of the measured properties.
    fn given(&self, combination: &Combination) -> Vec<Option<String>> {
        let mut given = vec![None; self.measured.len()];
        for (subject, outcome) in self.classes.outcomes(combination) {
            if let (InputReader::Value(id), Outcome::Value { text, .. }) = (subject, outcome)
                && let Some(place) = self.measured.iter().position(|measured| measured == id)
            {
                given[place].clone_from(text);
            }
        }
        given
    }

    fn is_as_assumed(&self, combination: &Combination, present: &[bool], assignment: &Assignment) -> bool {
        let fits = |(id, is_present): &(ElementId, bool)| {
            self.elements.binary_search(id).is_ok_and(|place| present[place] == *is_present)
        };
        self.variants.assumed().iter().all(fits)
            && self.variants.wanted().all(|demanded| self.holds(combination, demanded, assignment))
    }

    /// Keeps the configuration where it is the first to show a side of a demand.
    fn split(&mut self, combination: &Combination, assignment: &Assignment) {
        for (place, demanded) in self.variants.rules().demands().iter().enumerate() {
            let is_unmentioned = self.classes.is_unmentioned(combination);
            let holds = self.holds(combination, demanded, assignment);
            let found = &mut self.demanded[place];
            let side = if holds { &mut found.holds } else { &mut found.fails };
            if side.as_ref().is_none_or(|known| known.is_unmentioned && !is_unmentioned) {
                *side = Some(FoundWitness { witness: self.classes.witness(combination), is_unmentioned });
            }
        }
    }

    /// Whether a demand holds, and can be evaluated; in profiles A to C, whether it holds whatever cannot be evaluated.
    fn holds(&self, combination: &Combination, demanded: &Demanded, assignment: &Assignment) -> bool {
        let outcomes = self.classes.outcomes(combination);
        let unevaluated: Vec<Atom> = outcomes
            .filter(|(_, outcome)| matches!(outcome, Outcome::Error(_)))
            .filter_map(|(subject, _)| subject.atom())
            .collect();
        let (rules, problem) = (self.variants.rules(), self.variants.rules().problem());
        let holds = || problem.formulas().evaluate(demanded.formula, |atom| assignment.value(atom));
        if unevaluated.is_empty() || self.variants.model().dialect().evaluates_every_condition {
            return holds() && !unevaluated.iter().any(|atom| demanded.values.contains(atom));
        }
        let is_known = |atom: Atom| match rules.atoms().meaning(atom) {
            AtomMeaning::Presence(_) => true,
            AtomMeaning::Value(_) => !unevaluated.contains(&atom),
            AtomMeaning::Manual(_) | AtomMeaning::Named(_) => false,
        };
        let folded = problem.fold(|atom| is_known(atom).then(|| assignment.value(atom)));
        folded.formula(demanded.formula) == Some(true)
    }

    /// The presences under a combination, or the first thing that stands against them.
    fn resolve(&self, combination: &Combination, budget: &Budget) -> Result<(Vec<bool>, Assignment), NoVariant> {
        if !self.rules.is_empty() {
            let errors = self.rules.check(&self.classes.configuration(combination));
            no_errors(errors)?;
        }
        let truth = self.truth(combination)?;
        let assignment = self.variants.assignment(truth, Detail::Brief, budget)?;
        let present = self.variants.presences(&assignment);
        self.values(combination, &present)?;
        no_errors(self.variants.failures(&assignment))?;
        Ok((self.positions.iter().map(|&position| present[position]).collect(), assignment))
    }

    fn truth(&self, combination: &Combination) -> Result<AtomValuation, Failure> {
        let evaluates_all = self.variants.model().dialect().evaluates_every_condition;
        let mut known = Vec::new();
        for (subject, outcome) in self.classes.outcomes(combination) {
            match (subject, outcome) {
                (InputReader::Atom(atom, _), Outcome::Holds(holds)) => known.push((*atom, *holds)),
                (InputReader::Atom(atom, _), Outcome::Error(_)) if self.variants.rules().is_of_demands(*atom) => {
                    known.push((*atom, false));
                }
                (InputReader::Atom(..), Outcome::Error(sentence)) if evaluates_all => {
                    return Err(vec![(None, sentence.clone())]);
                }
                // Profiles A to C evaluate no more than they need.
                (InputReader::Atom(..), _) => {
                    return Ok(AtomValuation::under(self.variants, &self.classes.configuration(combination)));
                }
                (
                    InputReader::Property(_)
                    | InputReader::Selected(_)
                    | InputReader::Value(_)
                    | InputReader::Addend(_)
                    | InputReader::Foreign,
                    _,
                ) => {}
            }
        }
        Ok(AtomValuation::known(known))
    }

    /// Whether the present properties have values.
    fn values(&self, combination: &Combination, present: &[bool]) -> Result<(), Failure> {
        for (subject, outcome) in self.classes.outcomes(combination) {
            let InputReader::Property(id) = subject else { continue };
            if !present[self.variants.model().position(*id)] {
                continue;
            }
            match outcome {
                Outcome::Error(sentence) => return Err(vec![(None, sentence.clone())]),
                Outcome::ErrorUnder(cases) => {
                    let is_so = |(id, is_present): &(ElementId, bool)| {
                        present[self.variants.model().position(*id)] == *is_present
                    };
                    if let Some((_, sentence)) = cases.iter().find(|(facts, _)| facts.iter().all(is_so)) {
                        return Err(vec![(None, sentence.clone())]);
                    }
                }
                Outcome::Open(_) => {
                    let errors = self.variants.value_diagnostics(present, &self.classes.configuration(combination));
                    return no_errors(errors);
                }
                Outcome::Holds(_) | Outcome::Either | Outcome::Fine | Outcome::Value { .. } => {}
            }
        }
        Ok(())
    }
}

fn no_errors(faults: Vec<Diagnostic>) -> Result<(), Failure> {
    let errors: Vec<Diagnostic> = faults.into_iter().filter(Diagnostic::is_error).collect();
    if errors.is_empty() { Ok(()) } else { Err(failure(errors)) }
}

fn failure(errors: Vec<Diagnostic>) -> Failure {
    errors.into_iter().map(|error| (Some(error.code), error.sentence().to_owned())).collect()
}
