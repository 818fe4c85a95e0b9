//! Classes of configurations as formulas: one class of each group.

use variscope_encoder::{Assignment, FormulaId, Formulas, Problem, RuleIndex};

use crate::domain::{Class, Partition};
use crate::question::classes::Outcome;

/// A formula for each class: the configuration is one of it.
#[derive(Clone)]
pub(in crate::question) struct Space {
    /// By group, by class.
    groups: Vec<Vec<FormulaId>>,
}

impl Space {
    /// Adds atoms for the classes to `problem`, and that there is one class of each group. One class needs no atom,
    /// two share one.
    pub(super) fn new(partition: &Partition<Outcome>, problem: &mut Problem, rule: RuleIndex) -> Self {
        let formulas = |count: usize, problem: &mut Problem| match count {
            0 => {
                problem.constrain(FormulaId::FALSE, rule);
                Vec::new()
            }
            1 => vec![FormulaId::TRUE],
            2 => {
                let first = FormulaId::from(problem.new_atom());
                vec![first, !first]
            }
            _ => {
                let classes: Vec<FormulaId> = (0..count).map(|_| problem.new_atom().into()).collect();
                let one = problem.formulas_mut().exactly_one(classes.iter().copied());
                problem.constrain(one, rule);
                classes
            }
        };
        Self { groups: partition.groups.iter().map(|group| formulas(group.classes.len(), problem)).collect() }
    }

    /// By class of this group.
    pub(super) fn group(&self, group: usize) -> &[FormulaId] {
        &self.groups[group]
    }

    /// The configuration is in one of the classes of the group for which `holds`.
    pub(super) fn any(
        &self,
        formulas: &mut Formulas,
        (group, classes): (usize, &[Class<Outcome>]),
        holds: impl Fn(&Class<Outcome>) -> bool,
    ) -> FormulaId {
        let own = self.groups[group].iter().zip(classes).filter(|(_, class)| holds(class)).map(|(&formula, _)| formula);
        let chosen: Vec<FormulaId> = own.collect();
        // All classes together are everything, which the disjunction does not know.
        if chosen.len() == classes.len() && !classes.is_empty() { FormulaId::TRUE } else { formulas.or(chosen) }
    }

    /// The class of each group under an assignment.
    pub(super) fn combination(&self, formulas: &Formulas, assignment: &Assignment) -> Vec<usize> {
        let holds = |&formula: &FormulaId| formulas.evaluate(formula, |atom| assignment.value(atom));
        let place = |group: &Vec<FormulaId>| group.iter().position(holds).expect("one class of each group holds");
        self.groups.iter().map(place).collect()
    }
}
