//! What follows without search: unit propagation on the formulas themselves.
//!
//! Upwards, a node whose operands decide it gets its value, and so does an atom by its definition. Downwards, a node
//! that has to have a value forces the operands that leave no choice. Each use of a formula is looked at once per
//! direction, whatever the order, so the cost is linear and circular definitions do no harm. With the upward
//! direction alone this is Kleene's three-valued evaluation to its least fixpoint.

use super::Problem;
use super::uses::{Use, Uses};
use super::values::PartialAssignment;
use crate::formula::{Atom, FormulaId, Root, Tally};

/// A problem being propagated.
#[derive(Clone, Debug)]
pub(super) struct Propagation {
    uses: Uses,
    state: State,
}

/// The values found so far, and those that are still to be propagated.
#[derive(Clone, Debug)]
struct State {
    values: PartialAssignment,
    /// How many operands of each node have a value.
    tallies: Vec<Tally>,
    /// Formulas that were found to be true and whose users do not know it yet.
    queue: Vec<FormulaId>,
    direction: Direction,
    /// Atoms whose definition has the other value.
    contradicted: Vec<Atom>,
    has_conflict: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Direction {
    Up,
    Both,
}

impl Propagation {
    /// Nothing known but the constants.
    pub(super) fn new(problem: &Problem) -> Self {
        let formulas = problem.formulas();
        let node_count = formulas.node_count();
        let state = State {
            values: PartialAssignment::unknown(problem.atom_count(), node_count),
            tallies: (0..node_count).map(|node| Tally::of_unknown(formulas.operands(node).len())).collect(),
            queue: vec![FormulaId::TRUE],
            direction: Direction::Up,
            contradicted: Vec::new(),
            has_conflict: false,
        };
        Self { uses: Uses::new(problem), state }
    }

    pub(super) fn values(&self) -> &PartialAssignment {
        &self.state.values
    }

    pub(super) fn into_values(self) -> PartialAssignment {
        self.state.values
    }

    /// Whether something was found to be true and false.
    pub(super) fn has_conflict(&self) -> bool {
        self.state.has_conflict
    }

    /// Atoms whose definition has the other value, ascending.
    pub(super) fn contradicted(&self) -> Vec<Atom> {
        let mut atoms = self.state.contradicted.clone();
        atoms.sort_unstable();
        atoms
    }

    /// Takes the formula to be true.
    pub(super) fn learn(&mut self, id: FormulaId) {
        self.state.learn(id);
    }

    /// Propagates the new values to all their uses, until nothing new follows.
    pub(super) fn run(&mut self, problem: &Problem) {
        let Self { uses, state } = self;
        while let Some(id) = state.queue.pop() {
            if state.direction == Direction::Both {
                state.look_down(problem, id);
            }
            let value = !id.is_negation();
            for user in uses.of(id) {
                match user {
                    Use::Operand { node, negated } => {
                        state.set_operand(problem, node as usize, value != negated);
                    }
                    Use::Definition { atom, negated } => state.set_atom(atom, value != negated),
                }
            }
        }
    }

    /// Propagates in both directions from now on, with the definitions of known atoms and all constraints holding.
    pub(super) fn run_both_ways(&mut self, problem: &Problem) {
        self.state.direction = Direction::Both;
        for atom in problem.atoms() {
            if let (Some(value), Some(rule)) = (self.values().atom(atom), problem.definition(atom)) {
                self.learn(rule.formula.negated_if(!value));
            }
        }
        for rule in problem.constraints() {
            self.learn(rule.formula);
        }
        self.run(problem);
    }

    /// Nodes that were given a value from above which their operands do not decide: what remains to be satisfied.
    pub(super) fn unjustified(&self, problem: &Problem) -> Vec<FormulaId> {
        let State { tallies, values, .. } = &self.state;
        let undecided = |node: &usize| problem.formulas().operator(*node).decide(tallies[*node]).is_none();
        let open = (1..tallies.len()).filter(undecided);
        open.filter_map(|node| values.node(node).map(|value| FormulaId::node(node).negated_if(!value))).collect()
    }
}

impl State {
    fn learn(&mut self, id: FormulaId) {
        match self.values.formula(id) {
            Some(true) => {}
            Some(false) => self.has_conflict = true,
            None => {
                self.values.set_true(id);
                self.queue.push(id);
            }
        }
    }

    fn set_atom(&mut self, atom: Atom, value: bool) {
        if self.values.atom(atom) == Some(!value) {
            self.contradicted.push(atom);
        }
        self.learn(FormulaId::atom(atom).negated_if(!value));
    }

    fn set_operand(&mut self, problem: &Problem, node: usize, operand: bool) {
        self.tallies[node].learn(operand);
        let operator = problem.formulas().operator(node);
        if let Some(value) = operator.decide(self.tallies[node]) {
            self.learn(FormulaId::node(node).negated_if(!value));
        } else if operator.may_force_after(self.tallies[node], operand) {
            self.force_operands(problem, node);
        }
    }

    /// Passes the value of a formula on to what it is made of.
    fn look_down(&mut self, problem: &Problem, id: FormulaId) {
        match id.root() {
            Root::Node(node) => self.force_operands(problem, node),
            Root::Atom(atom) => {
                if let Some(rule) = problem.definition(atom) {
                    self.learn(rule.formula.negated_if(id.is_negation()));
                }
            }
        }
    }

    /// If the node has a value that leaves its unknown operands no choice, they get theirs.
    fn force_operands(&mut self, problem: &Problem, node: usize) {
        let Some(value) = self.values.node(node).filter(|_| node > 0) else {
            return;
        };
        if let Some(forced) = problem.formulas().operator(node).force(self.tallies[node], value) {
            for operand in problem.formulas().operands(node) {
                if self.values.formula(*operand).is_none() {
                    self.learn(operand.negated_if(!forced));
                }
            }
        }
    }
}
