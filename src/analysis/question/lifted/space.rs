//! Classes of configurations as formulas: one class of each group.

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use variscope_encoder::{Assignment, FormulaId, Formulas, Problem};

use super::RuleOrigin;
use crate::analysis::domain::{Class, Layered, Partition};
use crate::analysis::question::classes::Outcome;

/// A formula for each class: the configuration is one of it.
#[derive(Clone)]
pub(in crate::analysis::question) struct Space {
    /// By group, by class.
    groups: Vec<Vec<FormulaId>>,
    /// By group and reader: it holds, where classes leave that open.
    free: FxHashMap<(usize, usize), FormulaId>,
}

impl Space {
    /// Adds atoms for the classes to `problem`, and that there is one class of each group. One class needs no atom,
    /// two share one.
    pub(super) fn new(partition: &Partition<Outcome>, problem: &mut Problem) -> Self {
        let formulas = |count: usize, problem: &mut Problem| match count {
            0 => {
                problem.constrain(FormulaId::FALSE, RuleOrigin::Granted.index());
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
                problem.constrain(one, RuleOrigin::Granted.index());
                classes
            }
        };
        let groups = partition.groups.iter().map(|group| formulas(group.classes.len(), problem)).collect();
        let mut free = FxHashMap::default();
        for (number, group) in partition.groups.iter().enumerate() {
            for reader in 0..group.readers.len() {
                if group.classes.iter().any(|class| class.outcomes[reader] == Outcome::Either) {
                    free.insert((number, reader), problem.new_atom().into());
                }
            }
        }
        Self { groups, free }
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

    /// What a reader of a group looks at holds.
    pub(super) fn holds(
        &self,
        formulas: &mut Formulas,
        (group, classes): (usize, &[Class<Outcome>]),
        reader: usize,
    ) -> FormulaId {
        let holds = self.any(formulas, (group, classes), |class| class.outcomes[reader] == Outcome::Holds(true));
        let Some(&free) = self.free.get(&(group, reader)) else { return holds };
        let is_open = self.any(formulas, (group, classes), |class| class.outcomes[reader] == Outcome::Either);
        let may_hold = formulas.and([is_open, free]);
        formulas.or([holds, may_hold])
    }

    /// A condition on classes of several groups holds.
    pub(super) fn layered(&self, formulas: &mut Formulas, condition: &Layered) -> FormulaId {
        let mut next = vec![FormulaId::FALSE, FormulaId::TRUE];
        for (layer, &group) in condition.layers.iter().zip(&condition.groups).rev() {
            next = layer.iter().map(|node| self.choice(formulas, group, node, &next)).collect();
        }
        next[0]
    }

    /// What each class of a group leads to.
    fn choice(&self, formulas: &mut Formulas, group: usize, node: &[u32], next: &[FormulaId]) -> FormulaId {
        let mut classes_to: IndexMap<FormulaId, Vec<FormulaId>, FxBuildHasher> = IndexMap::default();
        for (&class, &to) in self.groups[group].iter().zip(node) {
            classes_to.entry(next[to as usize]).or_default().push(class);
        }
        // One after the other: what would come of several classes at once, which there are not, is as short as what comes of one.
        let mut ways = classes_to.into_iter().rev();
        let otherwise = ways.next().map_or(FormulaId::FALSE, |(next, _)| next);
        ways.fold(otherwise, |otherwise, (next, classes)| {
            let some = formulas.or(classes);
            let [taken, left] = [formulas.and([some, next]), formulas.and([!some, otherwise])];
            formulas.or([taken, left])
        })
    }

    /// The class of each group under an assignment.
    pub(super) fn combination(&self, formulas: &Formulas, assignment: &Assignment) -> Vec<usize> {
        let holds = |&formula: &FormulaId| formulas.evaluate(formula, |atom| assignment.value(atom));
        let place = |group: &Vec<FormulaId>| group.iter().position(holds).expect("one class of each group holds");
        self.groups.iter().map(place).collect()
    }
}
