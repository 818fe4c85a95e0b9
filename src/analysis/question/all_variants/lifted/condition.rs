//! Presences as short conditions over what the author compares inputs with.

use std::ops::Range;

use rustc_hash::{FxHashMap, FxHashSet};
use variscope_encoder::bdd::{AtomFunctions, Bdd, Diagrams, Overflow, Undefined};
use variscope_encoder::{Atom, Budget, FormulaId, Interrupted, Problem};

use super::{Determination, Lifted, LiftedError, ResolvePhase, RuleOrigin};
use crate::analysis::domain::{InputGroup, LayeredDiagram};
use crate::analysis::question::configuration::classes::Outcome;
use crate::tosca::model::ElementId;

/// Nodes of diagrams for conditions.
const MAX_CONDITION_NODES: usize = 300_000;

/// Conjunctions of a condition; longer conditions are no help.
const MAX_CONJUNCTIONS: usize = 12;

/// A disjunction of conjunctions of value atoms, each with the value it has to have; always true when a conjunction is
/// empty, never when there is none.
pub(crate) type Condition = Vec<Vec<(Atom, bool)>>;

/// The value atoms over which conditions are written, as variables of diagrams: those of a group of inputs, which exclude each
/// other, follow each other, in the order in which the template mentions the first ones.
struct OrderedAtoms {
    atoms: Vec<Atom>,
    /// By atom: its place.
    places: FxHashMap<Atom, usize>,
}

/// Writes presences over value atoms.
struct Conditions<'d> {
    variables: OrderedAtoms,
    diagrams: Diagrams,
    definitions: AtomFunctions<'d>,
    /// What happens in valid configurations.
    care: Bdd,
    /// Values that cannot always be evaluated where nothing needs them: they do not hold there, and neither do their denials.
    failing: FxHashSet<Atom>,
}

impl Lifted<'_, '_> {
    /// When each element is present, as far as valid configurations go, be their classes known or not; none where that is
    /// too long.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up before all conditions are known.
    pub(crate) fn conditions(
        &self,
        elements: &[ElementId],
        budget: &Budget,
    ) -> Result<Vec<Option<Condition>>, Interrupted> {
        match self.relaxed(budget) {
            Some(relaxed) => relaxed.conditions_of(elements, budget),
            None => budget.check().map(|()| vec![None; elements.len()]),
        }
    }

    /// When a formula over presences and values holds, as far as valid configurations go; none where that is too long.
    pub(crate) fn condition_of(&self, formula: FormulaId, budget: &Budget) -> Option<Condition> {
        let relaxed = self.relaxed(budget)?;
        let mut problem = relaxed.valued();
        let variables = relaxed.distinct(&mut problem);
        let mut conditions = Conditions::of(relaxed, &problem, variables, budget).ok()?;
        let holds = conditions.definitions.formula(formula, &mut conditions.diagrams).ok()?;
        conditions.cover(holds).ok()?
    }

    fn conditions_of(&self, elements: &[ElementId], budget: &Budget) -> Result<Vec<Option<Condition>>, Interrupted> {
        let mut problem = self.valued();
        let variables = self.distinct(&mut problem);
        let Ok(mut conditions) = Conditions::of(self, &problem, variables, budget) else {
            return budget.check().map(|()| vec![None; elements.len()]);
        };
        let mut found = Vec::new();
        for &id in elements {
            let condition = conditions.condition(self.presence(id));
            if condition.is_err() {
                budget.check()?;
            }
            found.push(condition.ok().flatten());
        }
        Ok(found)
    }
}

impl Lifted<'_, '_> {
    /// The definitions of presences; values are free.
    fn valued(&self) -> Problem {
        let mut problem = super::definitions(self.variants());
        *problem.formulas_mut() = self.problem().formulas().clone();
        for atom in self.replaced.iter().map(|replaced| replaced.atom) {
            let table = self.problem().definition(atom).expect("replaced by another definition");
            problem.redefine(atom, table.formula, table.index);
        }
        problem
    }

    /// Value atoms of which no two always have the same value; the others are defined by them.
    fn distinct(&self, problem: &mut Problem) -> OrderedAtoms {
        let mut by_group: Vec<Vec<Atom>> = Vec::new();
        for group in self.classes().groups() {
            let mut distinct = Vec::new();
            let mut known: FxHashMap<Vec<Range<usize>>, Atom> = FxHashMap::default();
            for (reader, &subject) in group.readers.iter().enumerate() {
                let Some(atom) = self.classes().subjects[subject].atom() else { continue };
                let holding = group.outcomes.runs(reader).filter(|(_, outcome)| **outcome == Outcome::Holds(true));
                let holds = holding.map(|(classes, _)| classes).collect();
                let is_sure = !group.outcomes.has(reader, |outcome| *outcome == Outcome::Either);
                let first = if is_sure { *known.entry(holds).or_insert(atom) } else { atom };
                if first == atom {
                    distinct.push(atom);
                } else {
                    problem.define(atom, first.into(), RuleOrigin::Background.index());
                }
            }
            by_group.push(distinct);
        }
        by_group.extend(self.classes().sums().filter_map(|(subject, _)| subject.atom()).map(|atom| vec![atom]));
        OrderedAtoms::new(by_group)
    }
}

impl OrderedAtoms {
    fn new(mut by_group: Vec<Vec<Atom>>) -> Self {
        by_group.iter_mut().for_each(|atoms| atoms.sort_unstable());
        by_group.sort_unstable();
        let atoms: Vec<Atom> = by_group.into_iter().flatten().collect();
        let places = atoms.iter().enumerate().map(|(place, &atom)| (atom, place)).collect();
        Self { atoms, places }
    }

    fn place(&self, atom: Atom) -> Option<usize> {
        self.places.get(&atom).copied()
    }
}

impl<'d> Conditions<'d> {
    fn of(
        lifted: &Lifted<'_, '_>,
        problem: &'d Problem,
        variables: OrderedAtoms,
        budget: &Budget,
    ) -> Result<Self, Undefined> {
        let mut diagrams = Diagrams::within(MAX_CONDITION_NODES, budget.clone());
        let mut care = feasible(lifted, &variables, &mut diagrams)?;
        let mut definitions;
        if lifted.determination() == Determination::ByDefinitions {
            definitions = AtomFunctions::build(problem, &variables.atoms, &mut diagrams)?;
        } else {
            let rules = lifted.variants().rules().problem().constraints();
            let constraints: Vec<FormulaId> = rules.iter().map(|rule| rule.formula).collect();
            definitions = AtomFunctions::over(problem, &variables.atoms, &mut diagrams)?;
            care = definitions.solve_under(care, &constraints, &mut diagrams)?;
            for constraint in constraints {
                let holds = definitions.formula(constraint, &mut diagrams)?;
                care = diagrams.and(care, holds)?;
            }
        }
        // Other errors are said in terms of classes.
        let late = [ResolvePhase::Constraints, ResolvePhase::Choice, ResolvePhase::Checks, ResolvePhase::Document];
        for error in lifted.errors().iter().filter(|error| late.contains(&error.phase())) {
            let error = definitions.formula(error.formula, &mut diagrams)?;
            care = diagrams.choose(error, Bdd::FALSE, care)?;
        }
        for &(id, is_present) in lifted.variants().assumed() {
            let presence = definitions.atom(lifted.presence(id));
            care =
                if is_present { diagrams.and(presence, care)? } else { diagrams.choose(presence, Bdd::FALSE, care)? };
        }
        for demanded in lifted.variants().wanted() {
            let holds = definitions.formula(demanded.formula, &mut diagrams)?;
            care = diagrams.and(holds, care)?;
        }
        let needs_all = lifted.variants().model().dialect().evaluates_every_condition;
        let failing = lifted.errors().iter().filter(|_| !needs_all).filter_map(LiftedError::unevaluated).collect();
        Ok(Self { variables, diagrams, definitions, care, failing })
    }

    fn condition(&mut self, presence: Atom) -> Result<Option<Condition>, Overflow> {
        let presence = self.definitions.atom(presence);
        self.cover(presence)
    }

    fn cover(&mut self, presence: Bdd) -> Result<Option<Condition>, Overflow> {
        let needed = self.diagrams.and(presence, self.care)?;
        let allowed = self.diagrams.choose(self.care, presence, Bdd::TRUE)?;
        let Some(cubes) = self.diagrams.cover(needed, allowed, MAX_CONJUNCTIONS)? else { return Ok(None) };
        let atoms = |cube: Vec<(usize, bool)>| {
            let mut atoms: Vec<_> =
                cube.into_iter().map(|(place, value)| (self.variables.atoms[place], value)).collect();
            atoms.sort_unstable();
            atoms
        };
        let condition: Condition = cubes.into_iter().map(atoms).collect();
        let is_denied = |&(atom, value): &(Atom, bool)| !value && self.failing.contains(&atom);
        Ok(Some(condition).filter(|cubes| !cubes.iter().flatten().any(is_denied)))
    }
}

/// The values that value atoms can have together, as far as no two sums are looked at.
fn feasible(lifted: &Lifted<'_, '_>, variables: &OrderedAtoms, diagrams: &mut Diagrams) -> Result<Bdd, Overflow> {
    let mut all = Bdd::TRUE;
    let mut classes = Vec::new();
    for group in lifted.classes().groups() {
        let own = (0..group.classes.len()).map(|class| together(lifted, (group, class), variables, diagrams));
        let own: Vec<Bdd> = own.collect::<Result<_, _>>()?;
        let some = own.iter().try_fold(Bdd::FALSE, |some, &class| diagrams.or(some, class))?;
        all = diagrams.and(all, some)?;
        classes.push(own);
    }
    for (subject, sum) in lifted.classes().sums() {
        let Some(place) = subject.atom().and_then(|atom| variables.place(atom)) else { continue };
        let holds = diagrams.variable(place)?;
        let ends = [diagrams.not(holds)?, holds];
        let sum = layered(&sum.diagram, ends, &classes, diagrams)?;
        all = diagrams.and(all, sum)?;
    }
    for condition in lifted.classes().joint_sums().iter().flat_map(|joint_sums| &joint_sums.conditions) {
        let condition = layered(condition, [Bdd::FALSE, Bdd::TRUE], &classes, diagrams)?;
        all = diagrams.and(all, condition)?;
    }
    Ok(all)
}

/// The values that value atoms can have, by group and class, with one of the ends to which a condition on the classes leads.
fn layered(
    condition: &LayeredDiagram,
    ends: [Bdd; 2],
    classes: &[Vec<Bdd>],
    diagrams: &mut Diagrams,
) -> Result<Bdd, Overflow> {
    let mut next = ends.to_vec();
    for (layer, &group) in condition.layers.iter().zip(&condition.groups).rev() {
        let choice = |node: &Vec<u32>| {
            node.iter().zip(&classes[group]).try_fold(Bdd::FALSE, |some, (&to, &class)| {
                let way = diagrams.and(class, next[to as usize])?;
                diagrams.or(some, way)
            })
        };
        next = layer.iter().map(choice).collect::<Result<_, _>>()?;
    }
    Ok(next[0])
}

/// The values that value atoms have in a class.
fn together(
    lifted: &Lifted<'_, '_>,
    (group, class): (&InputGroup<Outcome>, usize),
    variables: &OrderedAtoms,
    diagrams: &mut Diagrams,
) -> Result<Bdd, Overflow> {
    let mut together = Bdd::TRUE;
    for (&subject, outcome) in group.readers.iter().zip(group.outcomes.of_class(class)).rev() {
        let Some(atom) = lifted.classes().subjects[subject].atom() else { continue };
        let Some(variable) = variables.place(atom) else { continue };
        if *outcome == Outcome::Either {
            continue;
        }
        let variable = diagrams.variable(variable)?;
        let holds = *outcome == Outcome::Holds(true);
        together =
            if holds { diagrams.and(variable, together)? } else { diagrams.choose(variable, Bdd::FALSE, together)? };
    }
    Ok(together)
}
