//! Formulas and definitions as diagrams.

use rustc_hash::FxHashMap;

use super::{Bdd, Built, Diagrams, Overflow, cycle};
use crate::formula::{Atom, FormulaId, Formulas, Node};
use crate::problem::Problem;

/// The atoms of a problem as functions of some of them.
#[derive(Debug)]
pub struct Definitions<'p> {
    pub(super) problem: &'p Problem,
    /// How many atoms are variables; what cycles need on the way comes behind them.
    pub(super) variables: usize,
    pub(super) atoms: FxHashMap<Atom, Bdd>,
    /// Formulas that were built, by what they mean now.
    pub(super) formulas: FxHashMap<FormulaId, Bdd>,
}

impl<'p> Definitions<'p> {
    /// The functions of all atoms that `variables`, in this order, determine by definitions. Cycles of definitions get
    /// their least solution where they are monotone ([`Formulas::are_monotone`]), else they have to have exactly one
    /// ([`is_function`](super::is_function)).
    ///
    /// # Errors
    /// [`Overflow`].
    ///
    /// # Panics
    /// When a definition mentions an atom that is neither defined nor a variable.
    pub fn build(problem: &'p Problem, variables: &[Atom], diagrams: &mut Diagrams) -> Result<Self, Overflow> {
        let mut definitions = Self::over(problem, variables, diagrams)?;
        for layer in problem.layers(definitions.others()) {
            match layer.as_slice() {
                [atom] if !problem.is_circular(*atom) => {
                    let bdd = definitions.definition(*atom, diagrams)?;
                    definitions.atoms.insert(*atom, bdd);
                }
                cycle if definitions.is_monotone(cycle) => definitions.solve(cycle, diagrams)?,
                cycle => cycle::solve(problem, cycle, definitions.variables, &mut definitions.atoms, diagrams)?,
            }
        }
        Ok(definitions)
    }

    /// Nothing but the variables, in this order.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn over(problem: &'p Problem, variables: &[Atom], diagrams: &mut Diagrams) -> Result<Self, Overflow> {
        let numbered = variables.iter().enumerate();
        let atoms = numbered.map(|(number, &atom)| Ok((atom, diagrams.variable(number)?))).collect::<Result<_, _>>()?;
        Ok(Self { problem, variables: variables.len(), atoms, formulas: FxHashMap::default() })
    }

    /// The atoms that have no function yet.
    pub(super) fn others(&self) -> Vec<Atom> {
        self.problem.atoms().filter(|atom| !self.atoms.contains_key(atom)).collect()
    }

    /// The function of an atom.
    pub fn atom(&self, atom: Atom) -> Bdd {
        self.atoms[&atom]
    }

    /// The function of a formula.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn formula(&mut self, id: FormulaId, diagrams: &mut Diagrams) -> Built {
        let mut build =
            Build { formulas: self.problem.formulas(), atoms: &self.atoms, known: &mut self.formulas, diagrams };
        build.formula(id)
    }

    /// An atom without a definition that is no variable is false.
    pub(super) fn definition(&mut self, atom: Atom, diagrams: &mut Diagrams) -> Built {
        match self.problem.definition(atom) {
            Some(rule) => self.formula(rule.formula, diagrams),
            None => Ok(Bdd::FALSE),
        }
    }

    fn is_monotone(&self, cycle: &[Atom]) -> bool {
        let rules = cycle.iter().filter_map(|&atom| self.problem.definition(atom));
        let definitions = rules.map(|rule| rule.formula);
        self.problem.formulas().are_monotone(definitions, |atom| cycle.binary_search(&atom).is_ok())
    }

    /// The least solution: from false upwards until nothing changes.
    fn solve(&mut self, cycle: &[Atom], diagrams: &mut Diagrams) -> Result<(), Overflow> {
        for &atom in cycle {
            self.atoms.insert(atom, Bdd::FALSE);
        }
        let stable = self.formulas.clone();
        loop {
            let next: Vec<Bdd> = cycle.iter().map(|&atom| self.definition(atom, diagrams)).collect::<Result<_, _>>()?;
            self.formulas.clone_from(&stable);
            let is_stable = cycle.iter().zip(&next).all(|(atom, bdd)| self.atoms[atom] == *bdd);
            self.atoms.extend(cycle.iter().copied().zip(next));
            if is_stable {
                return Ok(());
            }
        }
    }
}

/// Formulas over atoms whose functions are known.
pub(super) struct Build<'b> {
    pub(super) formulas: &'b Formulas,
    pub(super) atoms: &'b FxHashMap<Atom, Bdd>,
    /// What was built.
    pub(super) known: &'b mut FxHashMap<FormulaId, Bdd>,
    pub(super) diagrams: &'b mut Diagrams,
}

impl Build<'_> {
    pub(super) fn formula(&mut self, id: FormulaId) -> Built {
        let positive = id.without_negation();
        let bdd = match self.known.get(&positive) {
            Some(&known) => known,
            None => {
                let built = self.positive(positive)?;
                self.known.insert(positive, built);
                built
            }
        };
        if id.is_negation() { self.diagrams.not(bdd) } else { Ok(bdd) }
    }

    fn positive(&mut self, id: FormulaId) -> Built {
        match self.formulas.node(id) {
            Node::Const(value) => Ok(if value { Bdd::TRUE } else { Bdd::FALSE }),
            Node::Atom(atom) => Ok(self.atoms[&atom]),
            Node::Not(inner) => {
                let inner = self.formula(inner)?;
                self.diagrams.not(inner)
            }
            Node::And(operands) => self.fold(operands, Bdd::TRUE, Diagrams::and),
            Node::Or(operands) => self.fold(operands, Bdd::FALSE, Diagrams::or),
            Node::Iff(left, right) => {
                let different = self.fold(&[left, right], Bdd::FALSE, Diagrams::xor)?;
                self.diagrams.not(different)
            }
            Node::Xor(operands) => self.fold(operands, Bdd::FALSE, Diagrams::xor),
            Node::AtMostOne(operands) => {
                let (none, one) = self.none_and_one(operands)?;
                self.diagrams.or(none, one)
            }
            Node::ExactlyOne(operands) => Ok(self.none_and_one(operands)?.1),
        }
    }

    fn fold(
        &mut self,
        operands: &[FormulaId],
        start: Bdd,
        combine: impl Fn(&mut Diagrams, Bdd, Bdd) -> Built,
    ) -> Built {
        operands.iter().try_fold(start, |all, &operand| {
            let operand = self.formula(operand)?;
            combine(self.diagrams, all, operand)
        })
    }

    /// That none of the operands holds, and that exactly one does.
    fn none_and_one(&mut self, operands: &[FormulaId]) -> Result<(Bdd, Bdd), Overflow> {
        operands.iter().try_fold((Bdd::TRUE, Bdd::FALSE), |(none, one), &operand| {
            let operand = self.formula(operand)?;
            let next_one = self.diagrams.choose(operand, none, one)?;
            let next_none = self.diagrams.choose(operand, Bdd::FALSE, none)?;
            Ok((next_none, next_one))
        })
    }
}

impl Diagrams {
    fn xor(&mut self, left: Bdd, right: Bdd) -> Built {
        let other = self.not(right)?;
        self.choose(left, other, right)
    }
}
