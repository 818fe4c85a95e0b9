//! An assignment that satisfies all reasons, a small step away: where the step breaks one reason alone, and what was explained
//! does not follow any more, that reason is needed.
//!
//! A step gives one atom another value: one that is defined, which breaks its definition, or a free one, and then all definitions
//! above follow. Only what changes is looked at, so that of thousands of reasons each is judged without looking at the others.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::Reason;
use super::statements::Statements;
use crate::formula::{Atom, FormulaId, Operator, Root};
use crate::problem::{MAX_CHANGES, Problem, Steps};

/// Steps are taken while they change no more than so many atoms and nodes in the mean, after the first few.
const MEAN_CHANGES: usize = 64;
const FIRST_STEPS: usize = 100;

/// Who states the definition of an atom.
#[derive(Clone, Copy, PartialEq, Eq)]
enum StatedBy {
    /// By nothing: it is free.
    Nothing,
    /// It is background.
    Background,
    Reason(Reason),
}

/// What is stated, under one assignment.
pub(super) struct NeighbouringAssignments<'a> {
    problem: &'a Problem,
    statements: &'a Statements,
    /// What must not hold.
    formula: FormulaId,
    steps: Steps<'a>,
    /// What was changed in all steps.
    changes: usize,
    /// By atom: who states its definition.
    definitions: Vec<StatedBy>,
    /// By atom: the value that it has to have, if a reason says so.
    known: Vec<Option<bool>>,
    /// By atom or node: the constraints that are it or its negation, with their reasons.
    constraints: FxHashMap<Root, Vec<(FormulaId, Option<Reason>)>>,
}

impl<'a> NeighbouringAssignments<'a> {
    /// `values`, by atom, satisfy what is stated. `is_reason` says what is not taken for granted.
    pub(super) fn new(
        problem: &'a Problem,
        (statements, formula): (&'a Statements, FormulaId),
        (known, is_reason): (&[Option<bool>], impl Fn(Reason) -> bool),
        values: Vec<bool>,
    ) -> Self {
        let of_rule = |index| Some(Reason::Rule(index)).filter(|reason| is_reason(*reason));
        let mut definitions = vec![StatedBy::Nothing; problem.atom_count()];
        for &atom in &statements.definitions {
            let Some(rule) = problem.definition(atom) else { continue };
            definitions[atom.index()] = of_rule(rule.index).map_or(StatedBy::Background, StatedBy::Reason);
        }
        let mut constraints: FxHashMap<Root, Vec<(FormulaId, Option<Reason>)>> = FxHashMap::default();
        for &place in &statements.constraints {
            let rule = problem.constraints()[place];
            constraints.entry(rule.formula.root()).or_default().push((rule.formula, of_rule(rule.index)));
        }
        let of_atom = |atom: Atom| known[atom.index()].filter(|_| is_reason(Reason::Known(atom)));
        let follows = definitions.iter().map(|stated| *stated != StatedBy::Nothing).collect();
        Self {
            problem,
            statements,
            formula,
            steps: Steps::new(problem, values, follows),
            changes: 0,
            definitions,
            known: problem.atoms().map(of_atom).collect(),
            constraints,
        }
    }

    /// The reasons that steps show to be needed.
    pub(super) fn needed(&mut self) -> BTreeSet<Reason> {
        let mut needed = BTreeSet::new();
        let choices = self.choices();
        for (tried, atom) in self.problem.atoms().enumerate() {
            if self.changes > MEAN_CHANGES * (tried + FIRST_STEPS) {
                // Where steps lead far, a solver is asked as soon.
                break;
            }
            needed.extend(match (self.definitions[atom.index()], choices.get(&atom)) {
                (StatedBy::Background, _) => None,
                (StatedBy::Reason(_), _) | (StatedBy::Nothing, None) => self.broken_by(&[atom]),
                (StatedBy::Nothing, Some(&chosen)) => self.broken_by(&[chosen, atom]),
            });
        }
        needed
    }

    /// By free atom that a constraint names of which exactly one holds, but this does not: the one that does.
    fn choices(&self) -> FxHashMap<Atom, Atom> {
        let mut choices = FxHashMap::default();
        let is_free = |atom: Atom| self.definitions[atom.index()] == StatedBy::Nothing;
        for &place in &self.statements.constraints {
            let Some(atoms) = self.choice(self.problem.constraints()[place].formula, is_free) else { continue };
            if let Some(chosen) = atoms.iter().copied().find(|&atom| self.steps.value(atom.into())) {
                choices.extend(atoms.into_iter().filter(|atom| *atom != chosen).map(|atom| (atom, chosen)));
            }
        }
        choices
    }

    /// The free atoms of which this constraint says that exactly one holds; none where it says something else.
    fn choice(&self, constraint: FormulaId, is_free: impl Fn(Atom) -> bool) -> Option<Vec<Atom>> {
        let Root::Node(node) = constraint.root() else { return None };
        let formulas = self.problem.formulas();
        if constraint.as_constant().is_some()
            || constraint.is_negation()
            || formulas.operator(node) != Operator::ExactlyOne
        {
            return None;
        }
        let atom = |operand: &FormulaId| match operand.root() {
            Root::Atom(atom) if !operand.is_negation() && is_free(atom) => Some(atom),
            _ => None,
        };
        formulas.operands(node).iter().map(atom).collect()
    }

    /// The only reason that is broken where these atoms have other values, if the formula does not hold there.
    fn broken_by(&mut self, atoms: &[Atom]) -> Option<Reason> {
        if !self.steps.take(atoms) {
            self.changes += MAX_CHANGES;
            return None;
        }
        self.changes += self.steps.changed().len();
        let broken = self.broken(atoms);
        self.steps.take_back();
        broken
    }

    /// The only reason that is broken; none where nothing, or more, or something of the background is broken, or the formula holds.
    fn broken(&self, atoms: &[Atom]) -> Option<Reason> {
        if self.steps.value(self.formula) {
            return None;
        }
        let mut alone = None;
        for &root in self.steps.changed() {
            let own = self.constraints.get(&root).into_iter().flatten();
            let constraints = own.filter(|(formula, _)| !self.steps.value(*formula)).map(|(_, reason)| *reason);
            let atom = match root {
                Root::Atom(atom) => Some(atom),
                Root::Node(_) => None,
            };
            let differs = |atom: &Atom| {
                self.known[atom.index()].is_some_and(|value| value != self.steps.value(FormulaId::atom(*atom)))
            };
            let known = atom.filter(differs).map(|atom| Some(Reason::Known(atom)));
            let changed = atom.filter(|atom| atoms.contains(atom)).map(|atom| self.definitions[atom.index()]);
            let definition = match changed {
                Some(StatedBy::Reason(reason)) => Some(Some(reason)),
                Some(StatedBy::Background) => Some(None),
                Some(StatedBy::Nothing) | None => None,
            };
            for reason in constraints.chain(known).chain(definition) {
                if *alone.get_or_insert(reason?) != reason? {
                    return None;
                }
            }
        }
        alone
    }
}
