//! What is named in explanations, and what is taken for granted.

use rustc_hash::FxHashSet;

use super::Reason;
use crate::formula::{Atom, FormulaId};
use crate::problem::{Problem, RuleIndex};

/// What explanations do with a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Named where it is needed.
    Blamed,
    /// Named after the blamed rules, where these do not suffice without it: no rule is blamed because a supporting one
    /// was left out.
    Supporting,
    /// Always holds, and is never named.
    Background,
}

/// The reasons by their roles.
pub(super) struct Roles {
    /// Ascending.
    pub blamed: Vec<Reason>,
    /// Ascending.
    pub supporting: Vec<Reason>,
    /// Ascending.
    pub background: Vec<Reason>,
}

impl Roles {
    /// Everything that is stated or known; what is known is blamed.
    pub(super) fn new(problem: &Problem, known: &[Option<bool>], role: impl Fn(RuleIndex) -> Role) -> Self {
        let mut roles = Self { blamed: Vec::new(), supporting: Vec::new(), background: Vec::new() };
        let definitions = problem.atoms().filter_map(|atom| problem.definition(atom));
        for rule in definitions.chain(problem.constraints().iter().copied()) {
            let reasons = match role(rule.index) {
                Role::Blamed => &mut roles.blamed,
                Role::Supporting => &mut roles.supporting,
                Role::Background => &mut roles.background,
            };
            reasons.push(Reason::Rule(rule.index));
        }
        let is_known = |atom: &Atom| known[atom.index()].is_some();
        roles.blamed.extend(problem.atoms().filter(is_known).map(Reason::Known));
        for reasons in [&mut roles.blamed, &mut roles.supporting, &mut roles.background] {
            reasons.sort_unstable();
            reasons.dedup();
        }
        roles
    }

    /// All that may be named, the blamed ones first.
    pub(super) fn named(&self) -> Vec<Reason> {
        [&self.blamed[..], &self.supporting].concat()
    }

    /// The blamed ones, ascending, that say what the atoms of the formula are, and of which atoms these are made.
    pub(super) fn blamed_behind(&self, problem: &Problem, formula: FormulaId) -> Vec<Reason> {
        let (mut seen, mut behind) = (FxHashSet::default(), Vec::new());
        let mut todo = problem.formulas().atoms(formula);
        while let Some(atom) = todo.pop() {
            if seen.insert(atom) {
                let definition = problem.definition(atom);
                behind.push(Reason::Known(atom));
                behind.extend(definition.map(|rule| Reason::Rule(rule.index)));
                todo.extend(definition.into_iter().flat_map(|rule| problem.formulas().atoms(rule.formula)));
            }
        }
        behind.retain(|reason| self.is_blamed(*reason));
        behind.sort_unstable();
        behind.dedup();
        behind
    }

    pub(super) fn is_blamed(&self, reason: Reason) -> bool {
        self.blamed.binary_search(&reason).is_ok()
    }
}
