//! One assignment that breaks one reason alone leads to others [Belov & Marques-Silva 2011]: with the value of an atom
//! changed, another reason may be the only one that is broken. Each of them is needed, and no solver was asked.

use std::collections::BTreeSet;

use super::Reason;
use super::minimal::Oracle;
use super::neighbouring_assignments::NeighbouringAssignments;
use super::selected::Selected;
use super::statements::Statements;
use crate::budget::Interrupted;
use crate::formula::{Atom, FormulaId};
use crate::problem::{Problem, RuleIndex};

/// Reasons judged by a solver, whose assignments are looked at.
pub(super) struct ModelRotation<'a> {
    selected: &'a mut Selected,
    problem: &'a Problem,
    known: &'a [Option<bool>],
    statements: &'a Statements,
    /// What must not hold.
    formula: FormulaId,
    /// Once it is needed.
    stated: Option<StatementState>,
}

/// What is stated, and by whom.
struct StatementState {
    statements: Vec<(Statement, Option<Reason>)>,
    /// By atom: the statements that mention it.
    by_atom: Vec<Vec<u32>>,
}

/// Something that an assignment satisfies or not.
#[derive(Clone, Copy)]
enum Statement {
    Definition(Atom, FormulaId),
    Formula(FormulaId),
    Known(Atom, bool),
}

/// An assignment that breaks one reason only.
struct Broken {
    values: Vec<bool>,
    /// The statements of that reason that it breaks.
    places: Vec<u32>,
}

impl<'a> ModelRotation<'a> {
    /// `statements` are those that `selected` has, of which `formula` has been asked.
    pub(super) fn new(
        selected: &'a mut Selected,
        problem: &'a Problem,
        known: &'a [Option<bool>],
        statements: &'a Statements,
        formula: FormulaId,
    ) -> Self {
        Self { selected, problem, known, statements, formula, stated: None }
    }

    fn stated(&self) -> StatementState {
        let problem = self.problem;
        let rule = |index: RuleIndex| Some(Reason::Rule(index)).filter(|reason| self.selected.selects(*reason));
        let definitions = self.statements.definitions.iter().filter_map(|&atom| {
            let stated = problem.definition(atom)?;
            Some((Statement::Definition(atom, stated.formula), rule(stated.index)))
        });
        let constraints = self.statements.constraints.iter().map(|&place| {
            let stated = problem.constraints()[place];
            (Statement::Formula(stated.formula), rule(stated.index))
        });
        let known = problem.atoms().filter_map(|atom| {
            let reason = Some(Reason::Known(atom)).filter(|reason| self.selected.selects(*reason))?;
            Some((Statement::Known(atom, self.known[atom.index()]?), Some(reason)))
        });
        let denied = (Statement::Formula(!self.formula), None);
        let statements: Vec<(Statement, Option<Reason>)> =
            definitions.chain(constraints).chain(known).chain([denied]).collect();
        let mut by_atom = vec![Vec::new(); problem.atom_count()];
        for (place, (statement, _)) in statements.iter().enumerate() {
            statement.atoms(problem).into_iter().for_each(|atom| by_atom[atom.index()].push(place as u32));
        }
        StatementState { statements, by_atom }
    }
}

impl Oracle for ModelRotation<'_> {
    fn refute(&mut self, reasons: &[Reason]) -> Result<Option<Vec<Reason>>, Interrupted> {
        self.selected.refute(reasons)
    }

    fn needed_at_once(&mut self, reasons: &[Reason]) -> Result<BTreeSet<Reason>, Interrupted> {
        if !self.selected.satisfies(reasons)? {
            return Ok(BTreeSet::new());
        }
        let values: Vec<bool> = self.problem.atoms().map(|atom| self.selected.value(atom)).collect();
        let stated = (self.statements, self.formula);
        let mut sorted = reasons.to_vec();
        sorted.sort_unstable();
        let is_meant = |reason: Reason| sorted.binary_search(&reason).is_ok();
        Ok(NeighbouringAssignments::new(self.problem, stated, (self.known, is_meant), values).needed())
    }

    fn needed(&mut self, reasons: &[Reason]) -> Vec<Reason> {
        let stated = self.stated.take().unwrap_or_else(|| self.stated());
        let values: Vec<bool> = self.problem.atoms().map(|atom| self.selected.value(atom)).collect();
        let mut sorted = reasons.to_vec();
        sorted.sort_unstable();
        let rotation = Rotation { problem: self.problem, stated: &stated, reasons: &sorted };
        let found = rotation.run(values);
        self.stated = Some(stated);
        found
    }
}

/// Goes from assignment to assignment.
struct Rotation<'a> {
    problem: &'a Problem,
    stated: &'a StatementState,
    /// What contradicts itself, ascending.
    reasons: &'a [Reason],
}

impl Rotation<'_> {
    fn run(&self, values: Vec<bool>) -> Vec<Reason> {
        let everything: Vec<u32> = (0..self.stated.statements.len() as u32).collect();
        let first = self.broken(&values, &everything);
        let mut found: BTreeSet<Reason> = first.iter().map(|(reason, _)| *reason).collect();
        let mut open: Vec<Broken> = first.map(|(_, places)| Broken { values, places }).into_iter().collect();
        while let Some(mut broken) = open.pop() {
            for atom in self.atoms(&broken) {
                let places = self.changed(&broken, atom);
                broken.values[atom.index()] ^= true;
                if let Some((reason, places)) = self.broken(&broken.values, &places)
                    && found.insert(reason)
                {
                    open.push(Broken { values: broken.values.clone(), places });
                }
                broken.values[atom.index()] ^= true;
            }
        }
        found.into_iter().collect()
    }

    /// The only reason that the values break, with its statements that they break; `places` are those that they may break.
    fn broken(&self, values: &[bool], places: &[u32]) -> Option<(Reason, Vec<u32>)> {
        let mut alone = None;
        let mut broken = Vec::new();
        for &place in places {
            let (statement, reason) = self.stated.statements[place as usize];
            let is_meant = reason.is_none_or(|reason| self.reasons.binary_search(&reason).is_ok());
            if !is_meant || statement.holds(self.problem, values) {
                continue;
            }
            if *alone.get_or_insert(reason?) != reason? {
                return None;
            }
            broken.push(place);
        }
        alone.map(|reason| (reason, broken))
    }

    /// What may be broken with another value of the atom.
    fn changed(&self, broken: &Broken, atom: Atom) -> Vec<u32> {
        let mentioning = &self.stated.by_atom[atom.index()];
        let others = broken.places.iter().filter(|place| mentioning.binary_search(place).is_err());
        mentioning.iter().chain(others).copied().collect()
    }

    fn atoms(&self, broken: &Broken) -> Vec<Atom> {
        let statements = broken.places.iter().map(|&place| self.stated.statements[place as usize].0);
        let mut atoms: Vec<Atom> = statements.flat_map(|statement| statement.atoms(self.problem)).collect();
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }
}

impl Statement {
    fn holds(self, problem: &Problem, values: &[bool]) -> bool {
        let evaluate = |formula| problem.formulas().evaluate(formula, |atom| values[atom.index()]);
        match self {
            Self::Definition(atom, formula) => values[atom.index()] == evaluate(formula),
            Self::Formula(formula) => evaluate(formula),
            Self::Known(atom, value) => values[atom.index()] == value,
        }
    }

    fn atoms(self, problem: &Problem) -> Vec<Atom> {
        let mut atoms = match self {
            Self::Definition(_, formula) | Self::Formula(formula) => problem.formulas().atoms(formula),
            Self::Known(..) => Vec::new(),
        };
        if let Self::Definition(atom, _) | Self::Known(atom, _) = self {
            atoms.push(atom);
        }
        atoms.sort_unstable();
        atoms.dedup();
        atoms
    }
}
