//! Which definitions and constraints a question is about.

use rustc_hash::FxHashSet;

use super::Reason;
use super::role::Roles;
use crate::formula::{Atom, FormulaId};
use crate::problem::{Problem, Rule};

/// Some definitions and constraints of a problem.
#[derive(Clone, Default)]
pub(super) struct Statements {
    /// Atoms whose definition is among them.
    pub definitions: Vec<Atom>,
    /// Places in the problem's list of constraints.
    pub constraints: Vec<usize>,
}

impl Statements {
    /// All of the problem.
    pub(super) fn all(problem: &Problem) -> Self {
        let definitions = problem.atoms().filter(|atom| problem.definition(*atom).is_some()).collect();
        Self { definitions, constraints: (0..problem.constraints().len()).collect() }
    }

    /// Those of the rules, ascending, that are stated here.
    pub(super) fn among(&self, problem: &Problem, rules: &[Reason]) -> Vec<Reason> {
        let defined = self.definitions.iter().filter_map(|atom| problem.definition(*atom));
        let stated = defined.chain(self.constraints.iter().map(|place| problem.constraints()[*place]));
        let stated = stated.map(|rule| Reason::Rule(rule.index));
        let mut among: Vec<Reason> = stated.filter(|reason| rules.binary_search(reason).is_ok()).collect();
        among.sort_unstable();
        among.dedup();
        among
    }

    fn of(problem: &Problem, is_wanted: impl Fn(Rule) -> bool) -> Self {
        let is_defined = |atom: &Atom| problem.definition(*atom).is_some_and(&is_wanted);
        let constraints = problem.constraints().iter().enumerate();
        Self {
            definitions: problem.atoms().filter(is_defined).collect(),
            constraints: constraints.filter(|(_, rule)| is_wanted(**rule)).map(|(place, _)| place).collect(),
        }
    }
}

/// Something that is not blamed and may exclude assignments; other definitions only say what their atoms are.
#[derive(Clone, Copy)]
enum Anchor {
    /// A definition in a cycle.
    Definition(Atom),
    /// The place of a constraint.
    Constraint(usize),
}

/// Finds what has to do with some reasons.
pub(super) struct Context {
    anchors: Vec<Anchor>,
    /// By atom: places of the anchors that speak of it, directly or through definitions that are not blamed.
    by_atom: Vec<Vec<usize>>,
}

impl Context {
    pub(super) fn new(problem: &Problem, roles: &Roles) -> Self {
        let background = problem.atoms().filter(|atom| unblamed(problem, roles, *atom).is_some());
        let circular = problem.cycles(background).into_iter().flatten().map(Anchor::Definition);
        let constraints = problem.constraints().iter().enumerate();
        let constraints = constraints.filter(|(_, rule)| !roles.is_blamed(Reason::Rule(rule.index)));
        let anchors: Vec<Anchor> = circular.chain(constraints.map(|(place, _)| Anchor::Constraint(place))).collect();
        let mut by_atom = vec![Vec::new(); problem.atom_count()];
        for (place, anchor) in anchors.iter().enumerate() {
            let mut spoken = FxHashSet::default();
            let mut todo = anchor.atoms(problem);
            while let Some(atom) = todo.pop() {
                if spoken.insert(atom) {
                    by_atom[atom.index()].push(place);
                    let definition = unblamed(problem, roles, atom);
                    todo.extend(definition.into_iter().flat_map(|rule| problem.formulas().atoms(rule.formula)));
                }
            }
        }
        Self { anchors, by_atom }
    }

    /// What `reasons`, ascending, state, and everything that is not blamed and has to do with it or with `formula`.
    pub(super) fn of(&self, problem: &Problem, roles: &Roles, reasons: &[Reason], formula: FormulaId) -> Statements {
        let mut found = Statements::of(problem, |rule| reasons.binary_search(&Reason::Rule(rule.index)).is_ok());
        let mut todo = problem.formulas().atoms(formula);
        todo.extend(reasons.iter().filter_map(|reason| match reason {
            Reason::Known(atom) => Some(*atom),
            Reason::Rule(_) => None,
        }));
        let definitions = found.definitions.iter().map(|atom| Anchor::Definition(*atom));
        let constraints = found.constraints.iter().map(|place| Anchor::Constraint(*place));
        todo.extend(definitions.chain(constraints).flat_map(|stated| stated.atoms(problem)));
        let mut is_seen = vec![false; problem.atom_count()];
        let mut is_taken = vec![false; self.anchors.len()];
        while let Some(atom) = todo.pop() {
            if std::mem::replace(&mut is_seen[atom.index()], true) {
                continue;
            }
            if let Some(rule) = unblamed(problem, roles, atom) {
                found.definitions.push(atom);
                todo.extend(problem.formulas().atoms(rule.formula));
            }
            for &place in &self.by_atom[atom.index()] {
                if !std::mem::replace(&mut is_taken[place], true) {
                    let anchor = self.anchors[place];
                    if let Anchor::Constraint(place) = anchor {
                        found.constraints.push(place);
                    }
                    todo.extend(anchor.atoms(problem));
                }
            }
        }
        found
    }
}

impl Anchor {
    fn atoms(self, problem: &Problem) -> Vec<Atom> {
        match self {
            Self::Constraint(place) => problem.formulas().atoms(problem.constraints()[place].formula),
            Self::Definition(atom) => {
                let used = problem.definition(atom).map(|rule| problem.formulas().atoms(rule.formula));
                used.into_iter().flatten().chain([atom]).collect()
            }
        }
    }
}

/// The definition of the atom, unless it is blamed.
fn unblamed(problem: &Problem, roles: &Roles, atom: Atom) -> Option<Rule> {
    problem.definition(atom).filter(|rule| !roles.is_blamed(Reason::Rule(rule.index)))
}
