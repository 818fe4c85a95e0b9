//! Formulas and definitions as diagrams.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::{Bdd, BddResult, Choices, Diagrams, Overflow, cycle};
use crate::formula::{Atom, FormulaId, Formulas, Node, Root};
use crate::problem::Problem;

/// Atoms through which all cycles go; more are not looked for.
const MAX_FEEDBACK: usize = 100;

/// The atoms of a problem as functions of some of them.
#[derive(Debug)]
pub struct AtomFunctions<'p> {
    pub(super) problem: &'p Problem,
    /// How many atoms are variables; what cycles need on the way comes behind them.
    pub(super) variables: usize,
    pub(super) atoms: FxHashMap<Atom, Bdd>,
    /// Formulas that were built, by what they mean now.
    pub(super) formulas: FxHashMap<FormulaId, Bdd>,
}

impl<'p> AtomFunctions<'p> {
    /// The functions of all atoms that `variables`, in this order, determine by definitions. Cycles of definitions get
    /// their least solution where they are monotone ([`Formulas::are_monotone`]), else they have to have exactly one
    /// ([`has_unique_solution`](super::has_unique_solution)).
    ///
    /// # Errors
    /// [`Overflow`].
    ///
    /// # Panics
    /// When a definition mentions an atom that is neither defined nor a variable.
    pub fn build(problem: &'p Problem, variables: &[Atom], diagrams: &mut Diagrams) -> Result<Self, Overflow> {
        Self::over(problem, variables, diagrams)?.with_definitions(diagrams)
    }

    /// The functions of all atoms that choices determine: each choice is an atom that is true or false, or several atoms of
    /// which exactly one is true; the variables are those of `choices`. The caller has to exclude what no choice allows.
    ///
    /// # Errors
    /// [`Overflow`].
    ///
    /// # Panics
    /// When a definition mentions an atom that is neither defined nor in a choice.
    pub fn choosing(
        problem: &'p Problem,
        (atoms, choices): (&[Vec<Atom>], &Choices),
        diagrams: &mut Diagrams,
    ) -> Result<Self, Overflow> {
        let mut functions = FxHashMap::default();
        for (choice, own) in atoms.iter().enumerate() {
            if let [atom] = own[..] {
                functions.insert(atom, choices.is_chosen(choice, 1, diagrams)?);
                continue;
            }
            for (place, &atom) in own.iter().enumerate() {
                functions.insert(atom, choices.is_chosen(choice, place, diagrams)?);
            }
        }
        Ok(Self { problem, variables: choices.variables(), atoms: functions, formulas: FxHashMap::default() })
    }

    /// All other atoms, as far as definitions determine them.
    ///
    /// # Errors
    /// [`Overflow`].
    ///
    /// # Panics
    /// When a definition mentions an atom that has no function and no definition.
    pub fn with_definitions(self, diagrams: &mut Diagrams) -> Result<Self, Overflow> {
        let problem = self.problem;
        let mut definitions = self;
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
    pub fn formula(&mut self, id: FormulaId, diagrams: &mut Diagrams) -> BddResult {
        let mut build =
            Build { formulas: self.problem.formulas(), atoms: &self.atoms, known: &mut self.formulas, diagrams };
        build.formula(id)
    }

    /// The functions of the atoms, without the problem.
    pub fn into_functions(self) -> Functions {
        Functions { atoms: self.atoms }
    }

    /// An atom without a definition that is no variable is false.
    pub(super) fn definition(&mut self, atom: Atom, diagrams: &mut Diagrams) -> BddResult {
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

    /// The least solution: from false upwards until nothing changes. In an order in which what all cycles go through comes
    /// last, few rounds are enough.
    fn solve(&mut self, cycle: &[Atom], diagrams: &mut Diagrams) -> Result<(), Overflow> {
        for &atom in cycle {
            self.atoms.insert(atom, Bdd::FALSE);
        }
        let order = self.order(cycle);
        loop {
            let mut is_stable = true;
            for &atom in &order {
                let mut known = FxHashMap::default();
                let formulas = self.problem.formulas();
                let mut build = Build { formulas, atoms: &self.atoms, known: &mut known, diagrams };
                let rule = self.problem.definition(atom);
                let next = rule.map_or(Ok(Bdd::FALSE), |rule| build.formula(rule.formula))?;
                is_stable &= self.atoms.insert(atom, next) == Some(next);
            }
            if is_stable {
                return Ok(());
            }
        }
    }

    /// The atoms of a cycle, each behind those that it mentions, as far as that goes.
    fn order(&self, cycle: &[Atom]) -> Vec<Atom> {
        let Some(feedback) = self.problem.feedback(cycle, MAX_FEEDBACK) else { return cycle.to_vec() };
        let rest = cycle.iter().copied().filter(|atom| feedback.binary_search(atom).is_err());
        let mut order: Vec<Atom> = self.problem.layers(rest).into_iter().flatten().collect();
        order.extend(feedback);
        order
    }
}

/// The functions of the atoms of a problem.
#[derive(Debug, Default)]
pub struct Functions {
    atoms: FxHashMap<Atom, Bdd>,
}

impl Functions {
    /// The function of a formula over the atoms; `known` keeps those of its parts.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn formula(
        &self,
        formulas: &Formulas,
        id: FormulaId,
        known: &mut FxHashMap<FormulaId, Bdd>,
        diagrams: &mut Diagrams,
    ) -> BddResult {
        Build { formulas, atoms: &self.atoms, known, diagrams }.formula(id)
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
    /// Formulas may be as deep as there are atoms, so that parts wait on a stack of their own.
    pub(super) fn formula(&mut self, id: FormulaId) -> BddResult {
        let mut open = vec![id.without_negation()];
        while let Some(&next) = open.last() {
            if self.known.contains_key(&next) {
                open.pop();
                continue;
            }
            let waiting = open.len();
            let choice = self.choice(next);
            let parts = match (&choice, next.root()) {
                (Some(parts), _) => parts.as_slice(),
                (None, Root::Node(index)) if next.as_constant().is_none() => self.formulas.operands(index),
                _ => &[],
            };
            open.extend(parts.iter().map(|part| part.without_negation()).filter(|part| !self.known.contains_key(part)));
            if open.len() == waiting {
                let built = self.positive(next)?;
                self.known.insert(next, built);
                open.pop();
            }
        }
        self.built(id)
    }

    /// The function of a formula that is built.
    fn built(&mut self, id: FormulaId) -> BddResult {
        let bdd = self.known[&id.without_negation()];
        if id.is_negation() { self.diagrams.not(bdd) } else { Ok(bdd) }
    }

    /// What chooses, and what is chosen where it holds and where it does not, of two conjunctions that are a choice: neither needs
    /// a diagram of its own.
    fn choice(&self, id: FormulaId) -> Option<[FormulaId; 3]> {
        let Node::Or(&[one, other]) = self.formulas.node(id) else { return None };
        let [Node::And(&[a, b]), Node::And(&[c, d])] = [one, other].map(|part| self.formulas.node(part)) else {
            return None;
        };
        let ways = [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)];
        let (condition, high, _, low) = ways.into_iter().find(|(condition, _, other, _)| *condition == !*other)?;
        Some(if condition.is_negation() { [!condition, low, high] } else { [condition, high, low] })
    }

    fn positive(&mut self, id: FormulaId) -> BddResult {
        if let Some(choice) = self.choice(id) {
            let [condition, high, low] = choice.map(|part| self.built(part));
            return self.diagrams.choose(condition?, high?, low?);
        }
        match self.formulas.node(id) {
            Node::Const(value) => Ok(if value { Bdd::TRUE } else { Bdd::FALSE }),
            Node::Atom(atom) => Ok(self.atoms[&atom]),
            Node::Not(inner) => {
                let inner = self.built(inner)?;
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
        combine: impl Fn(&mut Diagrams, Bdd, Bdd) -> BddResult,
    ) -> BddResult {
        let operands = operands.iter().map(|&operand| self.built(operand)).collect::<Result<Vec<Bdd>, Overflow>>()?;
        self.diagrams.fold(operands, start, combine)
    }

    /// That none of the operands holds, and that exactly one does.
    fn none_and_one(&mut self, operands: &[FormulaId]) -> Result<(Bdd, Bdd), Overflow> {
        operands.iter().try_fold((Bdd::TRUE, Bdd::FALSE), |(none, one), &operand| {
            let operand = self.built(operand)?;
            let next_one = self.diagrams.choose(operand, none, one)?;
            let next_none = self.diagrams.choose(operand, Bdd::FALSE, none)?;
            Ok((next_none, next_one))
        })
    }
}

impl Diagrams {
    /// What holds where all of these hold.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn conjunction(&mut self, operands: Vec<Bdd>) -> BddResult {
        self.fold(operands, Bdd::TRUE, Self::and)
    }

    /// Combines functions, those that begin with late variables first: what is known of late variables then stands below
    /// what comes, and is not built again with each.
    fn fold(
        &mut self,
        mut operands: Vec<Bdd>,
        start: Bdd,
        combine: impl Fn(&mut Self, Bdd, Bdd) -> BddResult,
    ) -> BddResult {
        operands.sort_by_key(|&operand| Reverse(self.level(operand)));
        operands.into_iter().try_fold(start, |all, operand| combine(self, operand, all))
    }

    pub(super) fn xor(&mut self, left: Bdd, right: Bdd) -> BddResult {
        let other = self.not(right)?;
        self.choose(left, other, right)
    }
}
