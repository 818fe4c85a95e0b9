//! How many configurations there are of a kind, solvable or not.

use num_bigint::BigUint;
use variscope_encoder::bdd::{AtomFunctions, Bdd, Diagrams, Undefined};
use variscope_encoder::{Atom, Budget, FormulaId, Problem};

use super::diagram::{Diagram, MAX_NODES, determined};
use super::{ClassProblem, Lifted, ResolvePhase, RuleOrigin};
use crate::analysis::question::all_variants::contradiction::{Cube, StatementsOfTemplate};

/// How many configurations are of a kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) classes: BigUint,
    /// None for infinitely many.
    pub(crate) configurations: Option<BigUint>,
}

/// Configurations by what stands against them.
pub(crate) struct ConfigurationCounts {
    /// Types and rules of inputs allow them.
    pub(crate) allowed: Size,
    /// Conditions have values, but nothing satisfies everything, which is no contradiction.
    pub(crate) excluded: Size,
}

impl Lifted<'_, '_> {
    /// Counts, unless diagrams become too large. `cubes` are the values that contradictions need.
    pub(crate) fn configuration_counts(
        &self,
        stated: &StatementsOfTemplate<'_, '_>,
        cubes: &[Cube],
        budget: &Budget,
    ) -> Result<ConfigurationCounts, Undefined> {
        let variables: Vec<Atom> = self.class_atoms().collect();
        let mut diagrams = Diagrams::within(MAX_NODES, budget.clone());
        let classes = AtomFunctions::over(&self.problem, &variables, &mut diagrams)?;
        let (mut definitions, mut solved) = determined(self, classes, &mut diagrams)?;
        let mut all = Bdd::TRUE;
        for rule in self.problem.constraints() {
            let holds = definitions.formula(rule.formula, &mut diagrams)?;
            solved = diagrams.and(solved, holds)?;
            if RuleOrigin::of(rule.index) == RuleOrigin::Background {
                all = diagrams.and(all, holds)?;
            }
        }
        let [mut allowed, mut evaluated] = [all, all];
        for error in self.errors.iter().filter(|error| error.phase() <= ResolvePhase::Constraints) {
            let fails = definitions.formula(error.formula, &mut diagrams)?;
            let set = match error.phase() {
                ResolvePhase::Inputs => &mut allowed,
                ResolvePhase::Conditions => &mut evaluated,
                _ => &mut solved,
            };
            *set = diagrams.choose(fails, Bdd::FALSE, *set)?;
        }
        let evaluated = diagrams.and(allowed, evaluated)?;
        let contradictory = covered(&self.problem, cubes, &mut definitions, &mut diagrams)?;
        let contradictory = self.let_through(stated, contradictory, &mut definitions, &mut diagrams)?;
        let known = diagrams.or(solved, contradictory)?;
        let excluded = diagrams.choose(known, Bdd::FALSE, evaluated)?;
        let mut diagram = Diagram::without_functions(self, diagrams);
        let mut size = |set| {
            let configurations = diagram.size_of(self, set)?;
            let configurations = configurations.zip(self.classes.unread_size()).map(|(read, unread)| read * unread);
            Ok::<Size, Undefined>(Size { classes: diagram.classes_of(set), configurations })
        };
        Ok(ConfigurationCounts { allowed: size(allowed)?, excluded: size(excluded)? })
    }
}

impl Lifted<'_, '_> {
    /// Those of a set that constraints of the author let through, whatever open atoms have to be.
    fn let_through(
        &self,
        stated: &StatementsOfTemplate<'_, '_>,
        set: Bdd,
        definitions: &mut AtomFunctions<'_>,
        diagrams: &mut Diagrams,
    ) -> Result<Bdd, Undefined> {
        let open = if set == Bdd::FALSE { &[] } else { stated.open_in_constraints() };
        if open.is_empty() {
            return every(stated.authored(), set, definitions, diagrams);
        }
        let ClassProblem { mut problem, .. } = ClassProblem::of(self.classes());
        open.iter().for_each(|&atom| problem.undefine(atom));
        let classes: Vec<Atom> = self.class_atoms().collect();
        let variables = [&classes, open].concat();
        let mut relaxed = AtomFunctions::build(&problem, &variables, diagrams)?;
        let some = every(stated.authored(), set, &mut relaxed, diagrams)?;
        Ok(diagrams.exists(some, classes.len())?)
    }
}

/// Those of a set in which all of the formulas hold.
fn every(
    formulas: &[FormulaId],
    set: Bdd,
    definitions: &mut AtomFunctions<'_>,
    diagrams: &mut Diagrams,
) -> Result<Bdd, Undefined> {
    let mut all = set;
    for &formula in formulas {
        let holds = definitions.formula(formula, diagrams)?;
        all = diagrams.and(all, holds)?;
    }
    Ok(all)
}

/// The configurations that have the values of one of the cubes. Value atoms are functions of classes alone.
fn covered(
    problem: &Problem,
    cubes: &[Cube],
    definitions: &mut AtomFunctions<'_>,
    diagrams: &mut Diagrams,
) -> Result<Bdd, Undefined> {
    let mut all = Bdd::FALSE;
    for cube in cubes {
        let mut set = Bdd::TRUE;
        for &(atom, value) in cube {
            let holds = problem.definition(atom).map_or(FormulaId::FALSE, |rule| rule.formula);
            let holds = definitions.formula(holds.negated_if(!value), diagrams)?;
            set = diagrams.and(set, holds)?;
        }
        all = diagrams.or(all, set)?;
    }
    Ok(all)
}
