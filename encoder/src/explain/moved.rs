//! An assignment that satisfies all reasons, a small step away: where the step breaks one reason alone, and what was explained
//! does not follow any more, that reason is needed.
//!
//! A step gives one atom another value: one that is defined, which breaks its definition, or a free one, and then all definitions
//! above follow. Only what changes is looked at, so that of thousands of reasons each is judged without looking at the others.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::Reason;
use super::statements::Statements;
use crate::formula::{Atom, FormulaId, Operator, Root, Tally};
use crate::problem::{Problem, Use, Uses};

/// Changes that are followed in one step.
const MOST_CHANGES: usize = 1_000;

/// What is stated, under one assignment.
pub(super) struct Moved<'a> {
    problem: &'a Problem,
    statements: &'a Statements,
    /// What must not hold.
    formula: FormulaId,
    uses: Uses,
    atoms: Vec<bool>,
    nodes: Vec<bool>,
    /// By node: how many of its operands are true and false.
    tallies: Vec<Tally>,
    /// By atom: whether its definition is stated, and by which reason, if by one.
    definitions: Vec<Option<Option<Reason>>>,
    /// By atom: the value that it has to have, if a reason says so.
    known: Vec<Option<bool>>,
    /// By atom or node: the constraints that are it or its negation, with their reasons.
    constraints: FxHashMap<Root, Vec<(FormulaId, Option<Reason>)>>,
    /// What was changed in the step, the same more than once if it was changed back.
    changed: Vec<Root>,
}

impl<'a> Moved<'a> {
    /// `values`, by atom, satisfy what is stated. `is_reason` tells what is not taken for granted.
    pub(super) fn new(
        problem: &'a Problem,
        (statements, formula): (&'a Statements, FormulaId),
        (known, is_reason): (&[Option<bool>], impl Fn(Reason) -> bool),
        values: Vec<bool>,
    ) -> Self {
        let of_rule = |index| Some(Reason::Rule(index)).filter(|reason| is_reason(*reason));
        let mut definitions = vec![None; problem.atom_count()];
        for &atom in &statements.definitions {
            definitions[atom.index()] = problem.definition(atom).map(|rule| of_rule(rule.index));
        }
        let mut constraints: FxHashMap<Root, Vec<(FormulaId, Option<Reason>)>> = FxHashMap::default();
        for &place in &statements.constraints {
            let rule = problem.constraints()[place];
            constraints.entry(rule.formula.root()).or_default().push((rule.formula, of_rule(rule.index)));
        }
        let of_atom = |atom: Atom| known[atom.index()].filter(|_| is_reason(Reason::Known(atom)));
        let node_count = problem.formulas().node_count();
        let mut moved = Self {
            problem,
            statements,
            formula,
            uses: Uses::new(problem),
            atoms: values,
            nodes: vec![true; node_count],
            tallies: vec![Tally::default(); node_count],
            definitions,
            known: problem.atoms().map(of_atom).collect(),
            constraints,
            changed: Vec::new(),
        };
        for node in 1..node_count {
            let mut tally = Tally::default();
            problem.formulas().operands(node).iter().for_each(|&operand| tally.add(moved.value(operand)));
            moved.tallies[node] = tally;
            moved.nodes[node] = moved.decided(node);
        }
        moved
    }

    /// The reasons that steps show to be needed.
    pub(super) fn needed(&mut self) -> BTreeSet<Reason> {
        let mut needed = BTreeSet::new();
        let choices = self.choices();
        for atom in self.problem.atoms() {
            needed.extend(match (self.definitions[atom.index()], choices.get(&atom)) {
                (Some(None), _) => None,
                (Some(Some(_)), _) | (None, None) => self.broken_by([atom]),
                (None, Some(&chosen)) => self.broken_by([chosen, atom]),
            });
        }
        needed
    }

    /// By free atom that a constraint names of which exactly one holds, but this does not: the one that does.
    fn choices(&self) -> FxHashMap<Atom, Atom> {
        let mut choices = FxHashMap::default();
        let formulas = self.problem.formulas();
        for &place in &self.statements.constraints {
            let formula = self.problem.constraints()[place].formula;
            let Root::Node(node) = formula.root() else { continue };
            if formula.is_negation() || formulas.operator(node) != Operator::ExactlyOne {
                continue;
            }
            let atoms = formulas.operands(node).iter().map(|operand| match operand.root() {
                Root::Atom(atom) if !operand.is_negation() && self.definitions[atom.index()].is_none() => Some(atom),
                _ => None,
            });
            let Some(atoms) = atoms.collect::<Option<Vec<Atom>>>() else { continue };
            if let Some(&chosen) = atoms.iter().find(|atom| self.atoms[atom.index()]) {
                choices.extend(atoms.into_iter().filter(|atom| *atom != chosen).map(|atom| (atom, chosen)));
            }
        }
        choices
    }

    /// The only reason that is broken where these atoms have other values, if the formula does not hold there.
    fn broken_by<const N: usize>(&mut self, atoms: [Atom; N]) -> Option<Reason> {
        let broken = if self.follow(&atoms) { self.broken(&atoms) } else { None };
        for place in (0..self.changed.len()).rev() {
            self.change(self.changed[place]);
        }
        self.changed.clear();
        broken
    }

    /// Changes these atoms and what follows; whether that came to an end.
    fn follow(&mut self, atoms: &[Atom]) -> bool {
        let mut open: Vec<Root> = Vec::new();
        for &atom in atoms {
            self.changed.push(Root::Atom(atom));
            self.change(Root::Atom(atom));
            self.users(Root::Atom(atom), &mut open);
        }
        while let Some(root) = open.pop() {
            let is_settled = match root {
                Root::Atom(atom) if atoms.contains(&atom) => true,
                Root::Atom(atom) => {
                    let rule = self.problem.definition(atom).filter(|_| self.definitions[atom.index()].is_some());
                    rule.is_none_or(|rule| self.value(rule.formula) == self.atoms[atom.index()])
                }
                Root::Node(node) => self.decided(node) == self.nodes[node],
            };
            if is_settled {
                continue;
            }
            if self.changed.len() == MOST_CHANGES || open.len() > MOST_CHANGES {
                return false;
            }
            self.changed.push(root);
            self.change(root);
            self.users(root, &mut open);
        }
        true
    }

    /// The only reason that is broken; none where nothing, or more, or something that is granted is broken, or the formula holds.
    fn broken(&self, atoms: &[Atom]) -> Option<Reason> {
        if self.value(self.formula) {
            return None;
        }
        let mut alone = None;
        for &root in &self.changed {
            let own = self.constraints.get(&root).into_iter().flatten();
            let constraints = own.filter(|(formula, _)| !self.value(*formula)).map(|(_, reason)| *reason);
            let atom = match root {
                Root::Atom(atom) => Some(atom),
                Root::Node(_) => None,
            };
            let is_unknown =
                |atom: &Atom| self.known[atom.index()].is_some_and(|value| value != self.atoms[atom.index()]);
            let known = atom.filter(is_unknown).map(|atom| Some(Reason::Known(atom)));
            let definition = atom.filter(|atom| atoms.contains(atom)).and_then(|atom| self.definitions[atom.index()]);
            for reason in constraints.chain(known).chain(definition) {
                if *alone.get_or_insert(reason?) != reason? {
                    return None;
                }
            }
        }
        alone
    }

    fn users(&self, root: Root, open: &mut Vec<Root>) {
        open.extend(self.uses.of(positive(root)).map(|user| match user {
            Use::Operand { node, .. } => Root::Node(node as usize),
            Use::Definition { atom, .. } => Root::Atom(atom),
        }));
    }

    /// Gives an atom or a node the other value, and tells the nodes above.
    fn change(&mut self, root: Root) {
        let value = match root {
            Root::Atom(atom) => &mut self.atoms[atom.index()],
            Root::Node(node) => &mut self.nodes[node],
        };
        *value = !*value;
        let value = *value;
        for user in self.uses.of(positive(root)) {
            if let Use::Operand { node, negated } = user {
                self.tallies[node as usize].turn(value != negated);
            }
        }
    }

    fn value(&self, id: FormulaId) -> bool {
        id.is_negation()
            != match id.root() {
                Root::Atom(atom) => self.atoms[atom.index()],
                Root::Node(node) => self.nodes[node],
            }
    }

    fn decided(&self, node: usize) -> bool {
        let decided = self.problem.formulas().operator(node).decide(self.tallies[node]);
        decided.unwrap_or_else(|| unreachable!("all operands are known"))
    }
}

fn positive(root: Root) -> FormulaId {
    match root {
        Root::Atom(atom) => FormulaId::atom(atom),
        Root::Node(node) => FormulaId::node(node),
    }
}
