//! The rules in two parts: what presences follow from, and the constraints by which the author excludes configurations.

use rustc_hash::{FxHashMap, FxHashSet};
use variscope_encoder::{Atom, Budget, FormulaId, Interrupted, Problem, RuleIndex, bdd};

use crate::analysis::condition::{AtomMeaning, ValueAtom};
use crate::analysis::presence::Origin;
use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::lifted::{RuleOrigin, definitions};
use crate::analysis::question::configuration::atom_valuation::AtomValuation;
use crate::analysis::question::configuration::canonical_text::canonical_text;
use crate::tosca::model::{CONSTRAINTS, Model};

/// Rules by whether the author excludes configurations with them.
pub(crate) struct StatementsOfTemplate<'v, 'm> {
    pub(super) variants: &'v Variants<'m>,
    /// Definitions, and what options and implied elements add without a word of the author.
    pub(super) problem: Problem,
    /// Atoms that definitions alone do not decide, ascending: those of cycles, and those without a definition.
    pub(super) open: Vec<Atom>,
    /// What the author demands beyond definitions.
    pub(super) authored: Vec<FormulaId>,
    /// Whether some cycle may have no solution.
    has_doubtful_cycle: bool,
}

impl<'v, 'm> StatementsOfTemplate<'v, 'm> {
    pub(crate) fn of(variants: &'v Variants<'m>) -> Self {
        let mut problem = definitions(variants);
        let mut authored = Vec::new();
        for rule in variants.rules().problem().constraints() {
            if is_authored(variants, rule.index) {
                authored.push(rule.formula);
            } else {
                problem.constrain(rule.formula, rule.index);
            }
        }
        let cycles = problem.cycles(problem.atoms());
        let is_value = |atom| matches!(variants.rules().atoms().meaning(atom), AtomMeaning::Value(_));
        let free = problem.atoms().filter(|&atom| problem.definition(atom).is_none() && !is_value(atom));
        let mut open: Vec<Atom> = cycles.iter().flatten().copied().chain(free).collect();
        open.sort_unstable();
        let has_doubtful_cycle = cycles.iter().any(|cycle| !is_solvable(&problem, cycle, &open));
        Self { variants, problem, open, authored, has_doubtful_cycle }
    }

    /// The problem, in which atoms of one value are equal: a set of lines is a contradiction without the values that they read
    /// only where no values satisfy them, and each line has an atom of its own for what it reads.
    pub(super) fn with_equal_values(&self) -> Problem {
        let (model, mut problem) = (self.variants.model(), self.problem.clone());
        let mut first: FxHashMap<String, Atom> = FxHashMap::default();
        for (atom, value) in self.variants.rules().atoms().values() {
            let ValueAtom::Expression { expression, assumed } = value else { continue };
            if !assumed.is_empty() {
                continue;
            }
            let read = canonical_text(model.yaml(*expression), model.profile());
            let earlier = *first.entry(read).or_insert(atom);
            let are_equal = problem.formulas_mut().iff(earlier.into(), atom.into());
            problem.constrain(are_equal, RuleOrigin::Background.index());
        }
        problem
    }

    /// Whether there may be configurations without presences that no constraint of the author excludes.
    pub(super) fn may_contradict(&self) -> bool {
        self.has_doubtful_cycle || !self.problem.constraints().is_empty()
    }

    /// Atoms whose definitions lead to open ones, each behind those that it mentions.
    pub(super) fn dependents(&self) -> Vec<Atom> {
        let others = self.problem.atoms().filter(|atom| self.open.binary_search(atom).is_err());
        let mut found: FxHashSet<Atom> = self.open.iter().copied().collect();
        let mut dependents = Vec::new();
        for atom in self.problem.layers(others).into_iter().flatten() {
            let Some(rule) = self.problem.definition(atom) else { continue };
            if self.problem.formulas().atoms(rule.formula).iter().any(|mentioned| found.contains(mentioned)) {
                found.insert(atom);
                dependents.push(atom);
            }
        }
        dependents
    }

    /// Whether constraints of the author let a configuration with these values through, whatever open atoms have to be.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub(crate) fn lets_through(&self, truth: &AtomValuation, budget: &Budget) -> Result<bool, Interrupted> {
        let mut problem = definitions(self.variants);
        self.open.iter().for_each(|&atom| problem.undefine(atom));
        self.authored.iter().for_each(|&formula| problem.constrain(formula, RuleOrigin::Background.index()));
        Ok(problem.session(|atom| truth.get(atom), budget.clone())?.solve()?.is_some())
    }

    /// What the author demands beyond definitions.
    pub(crate) fn authored(&self) -> &[FormulaId] {
        &self.authored
    }

    /// Atoms that definitions alone do not decide, ascending, where constraints of the author depend on any.
    pub(crate) fn open_in_constraints(&self) -> &[Atom] {
        let dependents = self.dependents();
        let formulas = self.problem.formulas();
        let mut mentioned = self.authored.iter().flat_map(|&formula| formulas.atoms(formula));
        let is_open = |atom: Atom| self.open.binary_search(&atom).is_ok() || dependents.contains(&atom);
        if mentioned.any(is_open) { &self.open } else { &[] }
    }
}

/// Whether a cycle has a solution whatever is around it: exactly one, or a least one (Knaster and Tarski).
fn is_solvable(problem: &Problem, cycle: &[Atom], open: &[Atom]) -> bool {
    let definitions = cycle.iter().filter_map(|&atom| problem.definition(atom)).map(|rule| rule.formula);
    problem.formulas().are_monotone(definitions, |atom| cycle.binary_search(&atom).is_ok())
        || bdd::has_unique_solution(problem, cycle, |atom| open.binary_search(&atom).is_ok())
}

/// Whether a rule is there to exclude configurations: the author wrote it, or turned it on.
pub(crate) fn is_authored(variants: &Variants<'_>, rule: RuleIndex) -> bool {
    match variants.rules().origin(rule) {
        Origin::Constraint(_) | Origin::Implies(..) => true,
        Origin::Option(constraint, _) => {
            let entry = CONSTRAINTS.iter().find(|entry| entry.constraint == constraint);
            entry.is_some_and(|entry| ["constraints", entry.option].iter().any(|name| is_set(variants.model(), name)))
        }
        Origin::Conditions(_) | Origin::Manual(_) | Origin::Named(_) | Origin::Implied(_) => false,
    }
}

/// Whether the template says something about an option.
fn is_set(model: &Model, option: &str) -> bool {
    let options = model.variability().and_then(|variability| variability.get("options"));
    options.and_then(|options| options.get(option)).is_some_and(|value| !value.is_null())
}
