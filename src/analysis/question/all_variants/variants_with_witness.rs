//! The valid variants of a template as one problem, and for each of them a configuration that gives it.
//!
//! Invariant: the assignments of the problem, restricted to the presences, are exactly the valid variants that are known:
//! all of them, unless [`VariantProblem::exactness`] says otherwise.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use variscope_encoder::bdd::Images;
use variscope_encoder::circuit::{self, Circuit};
use variscope_encoder::{Assignment, Atom, Budget, FormulaId, Formulas, Interrupted, Lit, Problem, Session, Var};

use super::class_enumeration::{ClassEnumeration, countable};
use super::exactness::Exactness;
use super::lifted::{Lifted, OneOfEach, ProjectedClauses, RuleOrigin};
use super::limits::{self, Limits};
use super::parallel;
use super::variant_space::VariantSpace;
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::decimal::Decimal;
use crate::analysis::question::configuration::variant::Variant;
use crate::analysis::question::configuration::witness::Witness;
use crate::analysis::value::Configuration;
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::ElementId;

/// A variant with a configuration that gives it.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The given values, and those of all other inputs that matter.
    pub configuration: Configuration,
    /// The present elements.
    pub present: Vec<ElementId>,
}

/// A variant, behind the values for the open inputs that give it.
pub(crate) type Shown = (Witness, Variant);

/// The valid variants, to be chosen from.
pub(crate) struct VariantProblem<'v, 'm> {
    variants: &'v Variants<'m>,
    /// The elements that make a difference between variants.
    pub(crate) elements: Vec<ElementId>,
    /// By element: it is present.
    pub(crate) presences: Vec<Atom>,
    pub(crate) problem: Problem,
    /// Where configurations come from.
    space: VariantSpace<Rc<Lifted<'v, 'm>>>,
    /// The places of the variants that were found one by one, in the order of their presences.
    listed: Vec<usize>,
    /// Whether all variants are among those that it knows.
    pub(crate) exactness: Exactness,
    budget: Budget,
}

impl<'v, 'm> VariantProblem<'v, 'm> {
    /// The variants; one by one where they cannot be had all at once.
    pub(crate) fn of(variants: &'v Variants<'m>, limits: &Limits) -> Result<Self, Interrupted> {
        Self::measuring(variants, &[], limits)
    }

    /// [`VariantProblem::of`] for questions about the values of these properties.
    pub(crate) fn measuring(
        variants: &'v Variants<'m>,
        measured: &[ElementId],
        limits: &Limits,
    ) -> Result<Self, Interrupted> {
        let space = VariantSpace::measuring(variants, measured, limits)?;
        let elements = countable(variants.model());
        let (problem, presences, listed) = match &space {
            VariantSpace::Lifted(lifted) => {
                (lifted.valid_problem(), elements.iter().map(|&id| lifted.presence(id)).collect(), Vec::new())
            }
            VariantSpace::Enumerated(enumeration) => {
                let (problem, presences) = listed(enumeration);
                (problem, presences, by_presences(enumeration))
            }
        };
        let caveats = match space.lifted() {
            // Caveats about values are more than those about presences.
            Some(lifted) if measured.is_empty() => lifted.caveats(limits),
            Some(lifted) => [lifted.classes().caveats(), &lifted.caveats_of_types(&limits.budget)].concat(),
            None => space.caveats(),
        };
        let exactness = Exactness { is_complete: space.is_complete(), caveats };
        Ok(Self { variants, elements, presences, problem, space, listed, exactness, budget: limits.budget.clone() })
    }

    /// The values of a property that was asked about, each with the classes that give it. Where it has none, the
    /// configuration is not valid or the property disappears.
    ///
    /// # Errors
    /// Why the values cannot be distinguished, as the end of a sentence about the property.
    pub(crate) fn values_of(&self, property: ElementId) -> Result<Vec<(Decimal, Vec<FormulaId>)>, String> {
        let Some(lifted) = self.space.lifted() else {
            return Err("depends on the configuration, and configurations can only be tried one by one".to_owned());
        };
        lifted.values_of(property)
    }

    /// By element that makes a difference between variants: it is present.
    pub(crate) fn presence_formulas(&self) -> FxHashMap<ElementId, FormulaId> {
        self.elements.iter().copied().zip(self.presences.iter().map(|&atom| atom.into())).collect()
    }

    /// The variants, each as the literals of its presences.
    pub(crate) fn circuit(&self) -> Result<Circuit, Interrupted> {
        let mut vars: Vec<Var> = self.presences.iter().map(|&atom| Var::from(atom)).collect();
        vars.sort_unstable();
        let bounds = limits::of_all_variants(&self.budget);
        circuit::compile(&self.problem.to_cnf(), Some(&vars), &bounds)
    }

    /// The variants as few clauses.
    pub(crate) fn condensed(&self) -> ProjectedClauses {
        match &self.space {
            VariantSpace::Lifted(lifted) => lifted.condensed(&self.budget),
            VariantSpace::Enumerated(_) => ProjectedClauses::whole(&self.problem, self.presences.iter().copied()),
        }
    }

    /// Whether conditions add numbers up.
    pub(crate) fn has_sums(&self) -> bool {
        self.space.lifted().is_some_and(Lifted::has_sums)
    }

    /// A set with one member for each variant, where diagrams have one.
    pub(crate) fn one_of_each(&self, limits: &Limits) -> Option<OneOfEach<'_>> {
        self.space.lifted()?.one_of_each(limits)
    }

    /// The combinations of presences, by element, where numbers are added up and diagrams have them.
    pub(crate) fn combinations(&self) -> Option<Images> {
        self.space.lifted()?.combinations(&self.budget)
    }

    /// The least sum of the weights of formulas that hold in a variant, and a formula that holds exactly where it is reached; none
    /// where diagrams become too large.
    pub(crate) fn least_sum(&mut self, weighted: &[(FormulaId, u64)]) -> Option<(u128, FormulaId)> {
        self.space.lifted()?.least_sum(self.problem.formulas_mut(), weighted, &self.budget)
    }

    /// By element, whether it is present in a model of the circuit.
    pub(crate) fn presences_of(&self, row: &[Lit]) -> Vec<bool> {
        values_in(row, &self.presences)
    }

    /// A model of the circuit, if these presences, by element, are a variant.
    pub(crate) fn row_of(&self, present: &[bool]) -> Vec<Lit> {
        let literals = self.presences.iter().zip(present).map(|(&atom, &is_present)| Var::from(atom).lit(is_present));
        let mut row: Vec<Lit> = literals.collect();
        row.sort_unstable_by_key(|lit| lit.var());
        row
    }

    /// Configurations of models of the circuit.
    pub(crate) fn samples(&self, rows: &[Vec<Lit>]) -> Result<Vec<Sample>, NoWitness> {
        self.samples_of(rows.iter().map(|row| self.presences_of(row)))
    }

    /// Configurations of variants, given by element.
    pub(crate) fn samples_of(&self, rows: impl Iterator<Item = Vec<bool>>) -> Result<Vec<Sample>, NoWitness> {
        let mut witnesses = self.witnesses()?;
        self.samples_with(rows, |present| witnesses.witness(present))
    }

    /// Configurations of [combinations](Self::combinations), which the diagram gives that they were made from.
    pub(crate) fn samples_of_combinations(
        &self,
        rows: impl Iterator<Item = Vec<bool>>,
    ) -> Result<Vec<Sample>, NoWitness> {
        let mut witnesses = self.witnesses()?;
        self.samples_with(rows, |present| {
            let found = self.space.lifted().and_then(|lifted| lifted.witness_of_combination(present, &self.budget));
            found.map_or_else(|| witnesses.witness(present), Ok)
        })
    }

    fn samples_with(
        &self,
        rows: impl Iterator<Item = Vec<bool>>,
        mut witness: impl FnMut(&[bool]) -> Result<Witness, NoWitness>,
    ) -> Result<Vec<Sample>, NoWitness> {
        let found = rows.map(|present| Ok((witness(&present)?, present)));
        let found: Vec<(Witness, Vec<bool>)> = found.collect::<Result<_, NoWitness>>()?;
        let replay = self.replaying();
        let samples = parallel::each(&found, &self.budget, |(witness, present)| replay.of(witness, present));
        samples.into_iter().map(|sample| Ok(sample?.0)).collect()
    }

    /// The variant of an assignment of the problem, with the configuration that it stands for.
    pub(crate) fn sample_of(&self, assignment: &Assignment) -> Result<Sample, NoWitness> {
        let present: Vec<bool> = self.presences.iter().map(|&atom| assignment.value(atom)).collect();
        match &self.space {
            VariantSpace::Lifted(lifted) => Ok(self.replaying().of(&lifted.witness(assignment), &present)?.0),
            VariantSpace::Enumerated(enumeration) => {
                Ok(self.replaying().of(&self.listed_witness(enumeration, &present)?, &present)?.0)
            }
        }
    }

    /// The configuration of a variant that was found one by one.
    fn listed_witness(&self, enumeration: &ClassEnumeration, present: &[bool]) -> Result<Witness, NoWitness> {
        let presences = |&place: &usize| enumeration.variants[place].present.as_slice();
        let first = self.listed.partition_point(|place| presences(place) < present);
        let place = self.listed.get(first).filter(|place| presences(place) == present).ok_or(NoWitness::Other)?;
        Ok(enumeration.variants[*place].reach.witness.clone())
    }

    fn replaying(&self) -> Replaying<'_, 'm> {
        Replaying { variants: self.variants, elements: &self.elements }
    }

    /// Asks for configurations of variants.
    pub(crate) fn witnesses(&self) -> Result<Witnesses<'_, 'v, 'm>, Interrupted> {
        let session = self.space.lifted().map(|_| self.problem.session(|_| None, self.budget.clone())).transpose()?;
        Ok(Witnesses { known: self, problem: self.problem.clone(), session })
    }
}

/// Resolves configurations that are said to give a variant.
pub(super) struct Replaying<'w, 'm> {
    pub(super) variants: &'w Variants<'m>,
    /// The elements that make a difference between variants.
    pub(super) elements: &'w [ElementId],
}

impl Replaying<'_, '_> {
    /// The sample with these values for open inputs, which was resolved and gave these presences, and its variant.
    pub(super) fn of(&self, witness: &Witness, present: &[bool]) -> Result<(Sample, Variant), NoWitness> {
        let configuration = witness.complete(self.variants.configuration());
        let model = self.variants.model();
        let found = self.variants.under(&configuration).resolve().map_err(NoWitness::Unresolved)?;
        let elements = || self.elements.iter().zip(present);
        if elements().any(|(&id, &is_present)| found.has(model, id) != is_present) {
            return Err(NoWitness::Other);
        }
        let present = elements().filter(|(_, is_present)| **is_present).map(|(&id, _)| id).collect();
        Ok((Sample { configuration, present }, found))
    }
}

/// By presence, whether it is true in a model that has it.
pub(super) fn values_in(row: &[Lit], presences: &[Atom]) -> Vec<bool> {
    let is_present = |&atom: &Atom| Lit::value_in(row, atom.into()).expect("presences are counted");
    presences.iter().map(is_present).collect()
}

/// That presences have these values.
pub(super) fn having(formulas: &mut Formulas, presences: &[Atom], present: &[bool]) -> FormulaId {
    let values = presences.iter().zip(present);
    formulas.and(values.map(|(&atom, &is_present)| FormulaId::from(atom).negated_if(!is_present)))
}

/// The variants of an enumeration as a problem: one of them, by number, decides all presences.
fn listed(enumeration: &ClassEnumeration) -> (Problem, Vec<Atom>) {
    let rule = RuleOrigin::Background.index();
    let mut problem = Problem::new();
    let presences: Vec<Atom> = enumeration.elements.iter().map(|_| problem.new_atom()).collect();
    let chosen: Vec<FormulaId> = enumeration.variants.iter().map(|_| problem.new_atom().into()).collect();
    let one = problem.formulas_mut().exactly_one(chosen.iter().copied());
    problem.constrain(one, rule);
    for (place, &presence) in presences.iter().enumerate() {
        let having = chosen.iter().zip(&enumeration.variants).filter(|(_, variant)| variant.present[place]);
        let having: Vec<FormulaId> = having.map(|(&formula, _)| formula).collect();
        let present = problem.formulas_mut().or(having);
        problem.define(presence, present, rule);
    }
    (problem, presences)
}

/// The places of the variants of an enumeration in the order of their presences, those of the same in order.
fn by_presences(enumeration: &ClassEnumeration) -> Vec<usize> {
    let mut places: Vec<usize> = (0..enumeration.variants.len()).collect();
    places.sort_by(|&one, &other| enumeration.variants[one].present.cmp(&enumeration.variants[other].present));
    places
}

/// Finds configurations of variants.
pub(crate) struct Witnesses<'w, 'v, 'm> {
    known: &'w VariantProblem<'v, 'm>,
    /// Formulas about single variants are added.
    problem: Problem,
    session: Option<Session>,
}

impl Witnesses<'_, '_, '_> {
    /// The variant with these presences, by element, behind values for the open inputs that were resolved and gave it.
    pub(crate) fn replayed(&mut self, present: &[bool]) -> Result<Shown, NoWitness> {
        let witness = self.witness(present)?;
        let (_, variant) = self.known.replaying().of(&witness, present)?;
        Ok((witness, variant))
    }

    fn witness(&mut self, present: &[bool]) -> Result<Witness, NoWitness> {
        let known = self.known;
        match (&known.space, &mut self.session) {
            (VariantSpace::Lifted(lifted), Some(session)) => {
                let formulas = self.problem.formulas_mut();
                let all = having(formulas, &known.presences, present);
                Ok(lifted.witness(&session.solve_under(formulas, all)?.ok_or(NoWitness::Other)?))
            }
            (VariantSpace::Lifted(_), None) => unreachable!("lifted variants are asked in a session"),
            (VariantSpace::Enumerated(enumeration), _) => known.listed_witness(enumeration, present),
        }
    }
}

/// Why there is no configuration of a variant.
#[derive(Clone, Debug, thiserror::Error)]
pub enum NoWitness {
    /// The budget is used up.
    #[error("stopped before all configurations were found")]
    Interrupted(#[from] Interrupted),
    /// The configuration that was found resolves to nothing.
    #[error("a configuration that was found does not resolve")]
    Unresolved(Vec<Diagnostic>),
    /// The configuration that was found resolves to another variant.
    #[error("a configuration that was found resolves to another variant")]
    Other,
}
