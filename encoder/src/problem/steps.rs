//! One assignment, changed a little at a time: some atoms get other values, and all definitions above follow.
//!
//! Only what changes is looked at, however large the problem is.

use super::Problem;
use super::uses::{Use, Uses};
use crate::formula::{Atom, FormulaId, Root, Tally};

/// Changes that are followed in one step.
pub const MAX_CHANGES: usize = 1_000;

/// An assignment that changes.
pub(crate) struct Steps<'a> {
    problem: &'a Problem,
    uses: Uses,
    atoms: Vec<bool>,
    nodes: Vec<bool>,
    /// By node: how many of its operands are true and false.
    tallies: Vec<Tally>,
    /// By atom: whether it has the value of its definition, and follows it.
    follows: Vec<bool>,
    /// What was changed in the last step; what was changed back is there twice.
    changed: Vec<Root>,
}

impl<'a> Steps<'a> {
    /// Begins with these values, by atom; those atoms follow their definitions for which that is said.
    pub(crate) fn new(problem: &'a Problem, atoms: Vec<bool>, follows: Vec<bool>) -> Self {
        let node_count = problem.formulas().node_count();
        let mut steps = Self {
            problem,
            uses: Uses::new(problem),
            atoms,
            nodes: vec![true; node_count],
            tallies: vec![Tally::default(); node_count],
            follows,
            changed: Vec::new(),
        };
        for node in 1..node_count {
            let mut tally = Tally::default();
            problem.formulas().operands(node).iter().for_each(|&operand| tally.add(steps.value(operand)));
            steps.tallies[node] = tally;
            steps.nodes[node] = steps.decided(node);
        }
        steps
    }

    /// The value of a formula.
    pub(crate) fn value(&self, id: FormulaId) -> bool {
        id.is_negation()
            != match id.root() {
                Root::Atom(atom) => self.atoms[atom.index()],
                Root::Node(node) => self.nodes[node],
            }
    }

    /// What was changed in the last step; what was changed back is there twice.
    pub(crate) fn changed(&self) -> &[Root] {
        &self.changed
    }

    /// Changes these atoms, and all that follows; false where that is too much, and nothing is changed.
    pub(crate) fn take(&mut self, atoms: &[Atom]) -> bool {
        self.changed.clear();
        let is_complete = self.follow(atoms);
        if !is_complete {
            self.take_back();
        }
        is_complete
    }

    /// Takes back the last step.
    pub(crate) fn take_back(&mut self) {
        while let Some(root) = self.changed.pop() {
            self.change(root);
        }
    }

    fn follow(&mut self, atoms: &[Atom]) -> bool {
        let mut open: Vec<Root> = Vec::new();
        for &atom in atoms {
            self.change_and_open(Root::Atom(atom), &mut open);
        }
        while let Some(root) = open.pop() {
            if self.is_settled(root, atoms) {
                continue;
            }
            if self.changed.len() == MAX_CHANGES || open.len() > MAX_CHANGES {
                return false;
            }
            self.change_and_open(root, &mut open);
        }
        true
    }

    fn is_settled(&self, root: Root, pinned: &[Atom]) -> bool {
        match root {
            Root::Node(node) => self.decided(node) == self.nodes[node],
            Root::Atom(atom) if pinned.contains(&atom) || !self.follows[atom.index()] => true,
            Root::Atom(atom) => {
                let rule = self.problem.definition(atom);
                rule.is_none_or(|rule| self.value(rule.formula) == self.atoms[atom.index()])
            }
        }
    }

    fn change_and_open(&mut self, root: Root, open: &mut Vec<Root>) {
        self.changed.push(root);
        self.change(root);
        open.extend(self.uses.of(positive(root)).map(|user| match user {
            Use::Operand { node, .. } => Root::Node(node as usize),
            Use::Definition { atom, .. } => Root::Atom(atom),
        }));
    }

    /// Gives an atom or a node the other value, and updates the nodes above.
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
