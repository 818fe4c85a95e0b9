//! The walk from formulas to terms.

use super::gate::Gates;
use super::memo::{Memo, Progress};
use crate::formula::{Atom, FormulaId, Formulas, Operator, Root};
use crate::lit::{Lit, Var};
use crate::problem::PartialAssignment;
use crate::term::Term;

/// What an atom stands for, where it is not a variable of its own.
pub(crate) trait Definitions {
    /// The formula that the atom is equivalent to.
    fn definition(&self, atom: Atom) -> Option<FormulaId>;
}

/// Atoms that are not translated yet become variables.
impl Definitions for () {
    fn definition(&self, _: Atom) -> Option<FormulaId> {
        None
    }
}

/// Translates formulas of one arena, each once.
///
/// Known values are folded away. A defined atom becomes the term of its definition; only where definitions refer to
/// each other in a cycle, the atom or node where the walk returns gets a variable, tied to its definition.
pub(crate) struct Translator {
    known: PartialAssignment,
    atoms: Memo,
    nodes: Memo,
    /// Literals of the atoms and cuts that became variables: everything else is determined by them.
    inputs: Vec<Lit>,
    pub(super) gates: Gates,
}

/// A step of the walk: look at a formula for the first time, or combine its operands.
enum Visit {
    Enter(Root),
    Leave(Root),
}

impl Translator {
    /// A translator in which atom `i` is variable `i`.
    pub(crate) fn over_atoms(atom_count: usize) -> Self {
        let mut translator = Self::with_known(PartialAssignment::default());
        translator.gates = Gates::with_vars(atom_count);
        for index in 0..atom_count {
            let lit = Var::new(index).positive();
            translator.atoms.set(index, Progress::Done(lit.into()));
        }
        translator
    }

    /// A translator that gives variables to atoms as it meets them, except to known ones.
    pub(crate) fn with_known(known: PartialAssignment) -> Self {
        Self { known, atoms: Memo::default(), nodes: Memo::default(), inputs: Vec::new(), gates: Gates::default() }
    }

    pub(crate) fn gates(&self) -> &Gates {
        &self.gates
    }

    /// The literals that all others are determined by, in the order in which definitions mention them.
    pub(crate) fn inputs(&self) -> &[Lit] {
        &self.inputs
    }

    pub(crate) fn into_gates(self) -> Gates {
        self.gates
    }

    /// What the formula became, translating it if need be; undefined atoms become variables.
    pub(crate) fn term(&mut self, formulas: &Formulas, id: FormulaId) -> Term {
        self.term_with(formulas, &(), id)
    }

    /// Like [`Translator::term`], with atoms replaced by their definitions.
    pub(crate) fn term_with(&mut self, formulas: &Formulas, definitions: &impl Definitions, id: FormulaId) -> Term {
        let mut steps = vec![Visit::Enter(id.root())];
        while let Some(step) = steps.pop() {
            match step {
                Visit::Enter(root) => self.enter(formulas, definitions, root, &mut steps),
                Visit::Leave(root) => {
                    let term = self.combine(formulas, definitions, root);
                    self.close(root, term);
                }
            }
        }
        self.done(id)
    }

    fn enter(&mut self, formulas: &Formulas, definitions: &impl Definitions, root: Root, steps: &mut Vec<Visit>) {
        match self.progress(root) {
            Progress::Done(_) => {}
            Progress::Open => self.give_variable(root),
            Progress::Untouched => self.open(formulas, definitions, root, steps),
        }
    }

    fn open(&mut self, formulas: &Formulas, definitions: &impl Definitions, root: Root, steps: &mut Vec<Visit>) {
        match root {
            Root::Node(index) => {
                steps.push(Visit::Leave(root));
                steps.extend(formulas.operands(index).iter().map(|operand| Visit::Enter(operand.root())));
            }
            Root::Atom(atom) => match definitions.definition(atom) {
                None => return self.give_variable(root),
                Some(definition) => {
                    steps.extend([Visit::Leave(root), Visit::Enter(definition.root())]);
                }
            },
        }
        self.set(root, Progress::Open);
    }

    /// Gives the formula its term; if a cycle was cut here, ties the variable of the cut to it.
    fn close(&mut self, root: Root, term: Term) {
        match self.progress(root) {
            Progress::Done(cut) => self.gates.assert_equal(cut, term),
            Progress::Open | Progress::Untouched => self.set(root, Progress::Done(term)),
        }
    }

    fn give_variable(&mut self, root: Root) {
        let lit = self.gates.fresh();
        self.inputs.push(lit);
        self.set(root, Progress::Done(lit.into()));
    }

    fn set(&mut self, root: Root, progress: Progress) {
        match root {
            Root::Node(index) => self.nodes.set(index, progress),
            Root::Atom(atom) => self.atoms.set(atom.index(), progress),
        }
    }

    fn progress(&self, root: Root) -> Progress {
        let (value, memo) = match root {
            Root::Node(index) => (self.known.node(index), self.nodes.get(index)),
            Root::Atom(atom) => (self.known.atom(atom), self.atoms.get(atom.index())),
        };
        value.map_or(memo, |value| Progress::Done(Term::Const(value)))
    }

    /// The term of a formula that is translated.
    pub(super) fn done(&self, id: FormulaId) -> Term {
        match self.progress(id.root()) {
            Progress::Done(term) => term.negated_if(id.is_negation()),
            Progress::Open | Progress::Untouched => {
                unreachable!("{id:?} is translated before it is used")
            }
        }
    }

    fn combine(&mut self, formulas: &Formulas, definitions: &impl Definitions, root: Root) -> Term {
        let index = match root {
            Root::Node(index) => index,
            Root::Atom(atom) => {
                return self.done(definitions.definition(atom).expect("only defined atoms are opened"));
            }
        };
        let operands: Vec<Term> = formulas.operands(index).iter().map(|operand| self.done(*operand)).collect();
        match formulas.operator(index) {
            Operator::And => self.gates.and(operands),
            Operator::Or => self.gates.or(operands),
            Operator::Iff => !self.gates.parity(operands),
            Operator::Xor => self.gates.parity(operands),
            Operator::AtMostOne => self.gates.at_most_one(operands),
            Operator::ExactlyOne => self.gates.exactly_one(operands),
        }
    }

    pub(super) fn known(&self, id: FormulaId) -> Option<bool> {
        self.known.formula(id)
    }

    /// The literal of an atom, or the constant it is.
    pub(crate) fn atom(&self, atom: Atom) -> Option<Term> {
        match self.progress(Root::Atom(atom)) {
            Progress::Done(term) => Some(term),
            Progress::Open | Progress::Untouched => None,
        }
    }

    /// Says that some term is true.
    pub(crate) fn require(&mut self, terms: impl IntoIterator<Item = Term>) {
        self.gates.assert_or(terms);
    }

    /// A variable that stands for nothing yet.
    pub(crate) fn fresh(&mut self) -> Lit {
        self.gates.fresh()
    }
}
