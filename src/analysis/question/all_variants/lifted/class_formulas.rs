//! Classes of configurations as formulas: one class of each group.

use std::ops::Range;

use indexmap::IndexMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use variscope_encoder::{Assignment, FormulaId, Formulas, Problem};

use super::RuleOrigin;
use crate::analysis::domain::{InputGroup, LayeredDiagram, Partition};
use crate::analysis::question::configuration::classes::Outcome;

/// Classes of which each is named where a condition holds in some of them.
const MAX_NAMED_CLASSES: usize = 64;

/// Where a condition holds in more classes, so many in a row have a formula together, and so many of these, and so on: thousands
/// of conditions, each of which holds in thousands of classes, share these formulas.
const BLOCK: usize = 4;

/// One of those that look at the inputs of a group.
#[derive(Clone, Copy)]
pub(super) struct GroupReader<'g> {
    /// The place of the group among all.
    pub group: usize,
    pub found: &'g InputGroup<Outcome>,
    /// Its place among the readers of the group.
    pub reader: usize,
}

/// A formula for each class: the configuration is one of it.
#[derive(Clone)]
pub(crate) struct ClassFormulas {
    /// By group, by class.
    groups: Vec<Vec<FormulaId>>,
    /// By group, by level: a formula for each block of classes in a row.
    blocks: Vec<Vec<Vec<FormulaId>>>,
    /// By group and reader: it holds, where classes leave that open.
    free: FxHashMap<(usize, usize), FormulaId>,
}

impl ClassFormulas {
    /// Adds atoms for the classes to `problem`, and that there is one class of each group. One class needs no atom,
    /// two share one.
    pub(super) fn new(partition: &Partition<Outcome>, problem: &mut Problem) -> Self {
        let formulas = |count: usize, problem: &mut Problem| match count {
            0 => {
                problem.constrain(FormulaId::FALSE, RuleOrigin::Background.index());
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
                problem.constrain(one, RuleOrigin::Background.index());
                classes
            }
        };
        let groups: Vec<Vec<FormulaId>> =
            partition.groups.iter().map(|group| formulas(group.classes.len(), problem)).collect();
        let blocks = groups.iter().map(|group| blocks(group, problem.formulas_mut())).collect();
        let mut free = FxHashMap::default();
        for (number, group) in partition.groups.iter().enumerate() {
            for reader in 0..group.readers.len() {
                if group.outcomes.has(reader, |outcome| *outcome == Outcome::Either) {
                    free.insert((number, reader), problem.new_atom().into());
                }
            }
        }
        Self { groups, blocks, free }
    }

    /// By class of this group.
    pub(super) fn group(&self, group: usize) -> &[FormulaId] {
        &self.groups[group]
    }

    /// The configuration is in one of these classes of the group, which ascend.
    pub(super) fn some(
        &self,
        formulas: &mut Formulas,
        group: usize,
        classes: impl IntoIterator<Item = Range<usize>>,
    ) -> FormulaId {
        let own = &self.groups[group];
        let classes: Vec<Range<usize>> = classes.into_iter().collect();
        let count: usize = classes.iter().map(Range::len).sum();
        // All classes together are everything, which the disjunction does not know.
        if count == own.len() && !own.is_empty() {
            return FormulaId::TRUE;
        }
        if count <= MAX_NAMED_CLASSES {
            return formulas.or(classes.into_iter().flat_map(|classes| &own[classes]).copied());
        }
        let shared: Vec<FormulaId> = classes.into_iter().flat_map(|classes| self.in_blocks(group, classes)).collect();
        formulas.or(shared)
    }

    /// That an input of one of these groups has a value that nothing mentions.
    pub(super) fn has_unmentioned_value<'g>(
        &self,
        formulas: &mut Formulas,
        groups: impl Iterator<Item = (usize, &'g InputGroup<Outcome>)>,
    ) -> FormulaId {
        let others = groups.map(|(group, found)| {
            let classes = found.classes.iter().enumerate().filter(|(_, class)| class.is_unmentioned);
            self.some(formulas, group, classes.map(|(place, _)| place..place + 1))
        });
        let others: Vec<FormulaId> = others.collect();
        formulas.or(others)
    }

    /// Formulas of which one holds where the class of a group is one of these in a row: a few times the logarithm of their number.
    fn in_blocks(&self, group: usize, mut classes: Range<usize>) -> Vec<FormulaId> {
        let mut found = Vec::new();
        while !classes.is_empty() {
            let (mut level, mut size) = (0_usize, 1);
            while classes.start.is_multiple_of(BLOCK * size) && BLOCK * size <= classes.len() {
                (level, size) = (level + 1, BLOCK * size);
            }
            let blocks = level.checked_sub(1).map_or(&self.groups[group], |above| &self.blocks[group][above]);
            found.push(blocks[classes.start / size]);
            classes.start += size;
        }
        found
    }

    /// The configuration is in one of the classes of which a reader of the group makes what is meant.
    pub(super) fn any(
        &self,
        formulas: &mut Formulas,
        of: GroupReader<'_>,
        is_meant: impl Fn(&Outcome) -> bool,
    ) -> FormulaId {
        let meant = of.found.outcomes.runs(of.reader).filter(|(_, outcome)| is_meant(outcome));
        self.some(formulas, of.group, meant.map(|(classes, _)| classes))
    }

    /// What a reader of a group looks at holds.
    pub(super) fn holds(&self, formulas: &mut Formulas, of: GroupReader<'_>) -> FormulaId {
        let holds = self.any(formulas, of, |outcome| *outcome == Outcome::Holds(true));
        let Some(&free) = self.free.get(&(of.group, of.reader)) else { return holds };
        let is_open = self.any(formulas, of, |outcome| *outcome == Outcome::Either);
        let may_hold = formulas.and([is_open, free]);
        formulas.or([holds, may_hold])
    }

    /// A condition on classes of several groups holds.
    pub(super) fn layered(&self, formulas: &mut Formulas, condition: &LayeredDiagram) -> FormulaId {
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

/// Blocks of these classes, and blocks of these; none where few classes can be chosen.
fn blocks(classes: &[FormulaId], formulas: &mut Formulas) -> Vec<Vec<FormulaId>> {
    let mut levels: Vec<Vec<FormulaId>> = Vec::new();
    while classes.len() > MAX_NAMED_CLASSES {
        let below = levels.last().map_or(classes, Vec::as_slice);
        if below.len() < BLOCK {
            break;
        }
        levels.push(below.chunks_exact(BLOCK).map(|block| formulas.or(block.iter().copied())).collect());
    }
    levels
}
