//! The classes of configurations with the values that conditions read in them, and the definitions of presences.

use variscope_encoder::{Assignment, Atom, FormulaId, Problem};

use super::class_formulas::{ClassFormulas, GroupReader};
use super::error::{LiftedErrors, ResolvePhase};
use super::{Lifted, RuleOrigin};
use crate::analysis::condition::AtomMeaning;
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::classes::Classes;
use crate::analysis::question::configuration::witness::Witness;

/// A problem over configurations, by class.
pub(crate) struct ClassProblem {
    pub(crate) problem: Problem,
    pub(super) space: ClassFormulas,
}

impl ClassProblem {
    /// Presences as they are defined, constraints left out.
    pub(crate) fn of(classes: &Classes<'_, '_>) -> Self {
        let mut problem = definitions(classes.variants);
        let space = ClassFormulas::new(&classes.partition, &mut problem);
        define_values(classes, &space, &mut problem);
        for condition in classes.joint_sums().iter().flat_map(|joint_sums| &joint_sums.conditions) {
            let formula = space.layered(problem.formulas_mut(), condition);
            problem.constrain(formula, RuleOrigin::Background.index());
        }
        Self { problem, space }
    }

    /// A problem over the configurations with the presences that `resolve` gives each of them.
    pub(crate) fn resolved(lifted: &Lifted<'_, '_>) -> Self {
        Self { problem: lifted.problem.clone(), space: lifted.space.clone() }
    }

    /// What `resolve` refuses before it looks for presences: rules between inputs that do not hold, conditions without a
    /// value.
    pub(crate) fn refused(&mut self, classes: &Classes<'_, '_>) -> FormulaId {
        let mut errors = LiftedErrors::new(classes, &self.space, self.problem.formulas_mut());
        errors.of_inputs();
        errors.of_evaluation(|_| FormulaId::TRUE);
        let early = errors.found.into_iter().filter(|error| error.phase() < ResolvePhase::Constraints);
        let early: Vec<FormulaId> = early.map(|error| error.formula).collect();
        self.problem.formulas_mut().or(early)
    }

    /// That some value is one that nothing mentions.
    pub(crate) fn has_unmentioned_value(&mut self, classes: &Classes<'_, '_>) -> FormulaId {
        self.space.has_unmentioned_value(self.problem.formulas_mut(), classes.groups().iter().enumerate())
    }

    /// A configuration that is in the classes of an assignment.
    pub(crate) fn witness(&self, classes: &Classes<'_, '_>, assignment: &Assignment) -> Witness {
        classes.witness(&self.space.combination(self.problem.formulas(), assignment))
    }
}

/// A value atom holds in the classes in which its value does.
fn define_values(classes: &Classes<'_, '_>, space: &ClassFormulas, problem: &mut Problem) {
    for (group, found) in classes.groups().iter().enumerate() {
        for (reader, &subject) in found.readers.iter().enumerate() {
            let Some(atom) = classes.subjects[subject].atom() else { continue };
            let formula = space.holds(problem.formulas_mut(), GroupReader { group, found, reader });
            define_value(problem, atom, formula);
        }
    }
    for (subject, sum) in classes.sums() {
        let Some(atom) = subject.atom() else { continue };
        let formula = space.layered(problem.formulas_mut(), &sum.diagram);
        define_value(problem, atom, formula);
    }
}

fn define_value(problem: &mut Problem, atom: Atom, formula: FormulaId) {
    // What is given decides it: explanations say so.
    let origin = if formula.as_constant().is_some() { RuleOrigin::Decided(atom) } else { RuleOrigin::Background };
    problem.define(atom, formula, origin.index());
}

/// The definitions of the rules; atoms that nothing mentions are false.
pub(crate) fn definitions(variants: &Variants<'_>) -> Problem {
    let rules = variants.rules().problem();
    let mut problem = Problem::with_atoms(rules.atom_count());
    *problem.formulas_mut() = rules.formulas().clone();
    for atom in rules.atoms() {
        match rules.definition(atom) {
            Some(rule) => problem.define(atom, rule.formula, rule.index),
            None if matches!(variants.rules().atoms().meaning(atom), AtomMeaning::Manual(_)) => {
                problem.define(atom, FormulaId::FALSE, RuleOrigin::Background.index());
            }
            None => {}
        }
    }
    problem
}
