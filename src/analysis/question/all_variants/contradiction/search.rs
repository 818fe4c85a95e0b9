//! One guess after the other.

use std::cell::OnceCell;

use rustc_hash::FxHashMap;
use variscope_encoder::{
    Assignment, Atom, Budget, Explainer, FormulaId, Interrupted, Problem, Reason, Role, RuleIndex, Session,
};

use super::stated::StatementsOfTemplate;
use super::{Contradiction, Contradictions, Cube};
use crate::analysis::question::all_variants::lifted::{ClassProblem, Lifted, ResolvePhase, RuleOrigin};
use crate::analysis::question::configuration::classes::Classes;

/// Guesses at most; more would take too long.
const MAX_GUESSES: usize = 1_000;

/// Rounds in which values in a cycle are computed; few are enough where they are to be of use.
const MAX_ROUNDS: usize = 8;

/// Contradictions that are reported; after a repair the question can be asked again.
const MAX_FOUND: usize = 32;

/// Looks for configurations without presences.
pub(super) struct ContradictionSearch<'s, 'v, 'm> {
    stated: &'s StatementsOfTemplate<'v, 'm>,
    classes: &'s Classes<'v, 'm>,
    /// Configurations that are still to be guessed.
    by_class: ClassProblem,
    /// Atoms that depend on open ones, each behind those that it mentions.
    dependents: Vec<Atom>,
    budget: &'s Budget,
    /// What is stated, for explanations; once there is something to explain.
    explained: OnceCell<Problem>,
    found: Contradictions,
}

/// What came of a guess.
enum GuessOutcome {
    /// These presences satisfy everything.
    Solved(Assignment),
    /// None do, because of this.
    Contradiction(Vec<Reason>),
}

impl<'s, 'v, 'm> ContradictionSearch<'s, 'v, 'm> {
    /// Among the configurations without presences, as they are known.
    pub(super) fn unsolved(
        stated: &'s StatementsOfTemplate<'v, 'm>,
        lifted: &'s Lifted<'v, 'm>,
        budget: &'s Budget,
    ) -> Self {
        let mut by_class = ClassProblem::resolved(lifted);
        let formulas = by_class.problem.formulas_mut();
        let of = |wanted: fn(ResolvePhase) -> bool| {
            lifted.errors().iter().filter(move |error| wanted(error.phase())).map(|error| error.formula)
        };
        let unsolved = formulas.or(of(|phase| phase == ResolvePhase::Constraints));
        let refused = formulas.or(of(|phase| phase < ResolvePhase::Constraints));
        let guessed = formulas.and([unsolved, !refused]);
        Self::new(stated, lifted.classes(), by_class, guessed, budget)
    }

    /// Among all configurations.
    pub(super) fn open(
        stated: &'s StatementsOfTemplate<'v, 'm>,
        classes: &'s Classes<'v, 'm>,
        budget: &'s Budget,
    ) -> Self {
        let mut by_class = ClassProblem::of(classes);
        let refused = by_class.refused(classes);
        stated.open.iter().for_each(|&atom| by_class.problem.undefine(atom));
        Self::new(stated, classes, by_class, !refused, budget)
    }

    fn new(
        stated: &'s StatementsOfTemplate<'v, 'm>,
        classes: &'s Classes<'v, 'm>,
        by_class: ClassProblem,
        guessed: FormulaId,
        budget: &'s Budget,
    ) -> Self {
        let found = Contradictions { is_complete: true, ..Contradictions::default() };
        let mut search = Self {
            stated,
            classes,
            by_class,
            dependents: stated.dependents(),
            budget,
            explained: OnceCell::new(),
            found,
        };
        search.demand(guessed);
        let allowed = search.allowed();
        search.demand(allowed);
        search
    }

    fn demand(&mut self, formula: FormulaId) {
        self.by_class.problem.constrain(formula, RuleOrigin::Background.index());
    }

    /// That constraints of the author let the configuration through, whatever open atoms have to be.
    fn allowed(&mut self) -> FormulaId {
        if self.stated.authored.is_empty() {
            return FormulaId::TRUE;
        }
        let problem = &mut self.by_class.problem;
        let free: FxHashMap<Atom, FormulaId> =
            self.stated.open.iter().map(|&atom| (atom, problem.new_atom().into())).collect();
        let images = self.images(free, &self.stated.authored);
        self.by_class.problem.formulas_mut().and(images)
    }

    /// What formulas become where open atoms are replaced, and so what depends on them.
    fn images(&mut self, mut replaced: FxHashMap<Atom, FormulaId>, formulas: &[FormulaId]) -> Vec<FormulaId> {
        let arena = self.by_class.problem.formulas_mut();
        for &atom in &self.dependents {
            let rule = self.stated.problem.definition(atom).expect("dependents have definitions");
            let image = arena.substitute(rule.formula, |atom| replaced.get(&atom).copied());
            replaced.insert(atom, image);
        }
        arena.substitute_all(formulas, |atom| replaced.get(&atom).copied())
    }

    /// Guesses until nothing is left, values that the template mentions first. Configurations for which the least or the greatest
    /// presences do, which are most, are left out at once.
    pub(super) fn run(mut self) -> Contradictions {
        for start in [FormulaId::FALSE, FormulaId::TRUE] {
            let values = self.computed(start);
            let unsolved = !self.would_do(values);
            self.demand(unsolved);
        }
        let unmentioned = self.by_class.has_unmentioned_value(self.classes);
        let result = self.exhaust(!unmentioned, false).and_then(|()| self.exhaust(FormulaId::TRUE, true));
        self.found.is_complete &= result.is_ok();
        self.found
    }

    /// Guesses configurations for which `wanted` holds until there is none.
    fn exhaust(&mut self, wanted: FormulaId, is_unmentioned: bool) -> Result<(), Interrupted> {
        let mut session = self.session()?;
        for _ in 0..MAX_GUESSES {
            let Some(guess) = session.solve_under(self.by_class.problem.formulas(), wanted)? else { return Ok(()) };
            match self.answer(&guess)? {
                GuessOutcome::Solved(presences) => {
                    let open = self.stated.open.iter();
                    let values = open.map(|&atom| (atom, FormulaId::constant(presences.value(atom)))).collect();
                    let unsolved = !self.would_do(values);
                    self.demand(unsolved);
                    session.constrain(self.by_class.problem.formulas(), unsolved);
                }
                GuessOutcome::Contradiction(reasons) => {
                    let cube = cube(&reasons, &guess);
                    let excluded = literals(&cube);
                    let excluded = !self.by_class.problem.formulas_mut().and(excluded);
                    self.demand(excluded);
                    session.constrain(self.by_class.problem.formulas(), excluded);
                    self.keep(&guess, is_unmentioned, reasons);
                    self.found.cubes.push(cube);
                }
            }
            if self.found.found.len() == MAX_FOUND {
                return Err(Interrupted);
            }
        }
        Err(Interrupted)
    }

    fn session(&self) -> Result<Session, Interrupted> {
        self.by_class.problem.session(|_| None, self.budget.clone())
    }

    /// Whether some presences satisfy what is stated, under the values of a guess.
    fn answer(&self, guess: &Assignment) -> Result<GuessOutcome, Interrupted> {
        let values = self.values(guess);
        let known = |atom: Atom| values.get(&atom).copied();
        let problem = &self.stated.problem;
        if let Some(presences) = problem.session(known, self.budget.clone())?.solve()? {
            return Ok(GuessOutcome::Solved(presences));
        }
        let core = Explainer::new(problem, known, self.budget.clone()).core()?;
        self.smallest(core.expect("nothing satisfies what is stated"), known).map(GuessOutcome::Contradiction)
    }

    /// What is needed of a core where each input has one value, whatever lines read it.
    fn smallest(&self, core: Vec<Reason>, known: impl Fn(Atom) -> Option<bool>) -> Result<Vec<Reason>, Interrupted> {
        let has = |reason| core.binary_search(&reason).is_ok();
        let is_background = |rule| RuleOrigin::of(rule) == RuleOrigin::Background;
        let problem = self.explained.get_or_init(|| self.stated.with_equal_values());
        let problem = problem.restricted(|rule| is_background(rule) || has(Reason::Rule(rule)));
        let known = |atom| known(atom).filter(|_| has(Reason::Known(atom)));
        let role = |rule| if is_background(rule) { Role::Background } else { Role::Blamed };
        let smallest = Explainer::new(&problem, known, self.budget.clone()).with_roles(role).core()?;
        Ok(smallest.unwrap_or(core))
    }

    /// The values of value atoms.
    fn values(&self, guess: &Assignment) -> FxHashMap<Atom, bool> {
        let atoms = self.stated.variants.rules().atoms();
        atoms.values().map(|(atom, _)| (atom, guess.value(atom))).collect()
    }

    /// Values of open atoms, as functions of configurations: what their definitions come to in some rounds, where all are `start` at
    /// first. Where a cycle has a least or a greatest solution, that is mostly it.
    fn computed(&mut self, start: FormulaId) -> FxHashMap<Atom, FormulaId> {
        let StatementsOfTemplate { problem, open, .. } = self.stated;
        let mut values: FxHashMap<Atom, FormulaId> = open.iter().map(|&atom| (atom, start)).collect();
        let formulas = self.by_class.problem.formulas_mut();
        for layer in problem.layers(open.iter().chain(&self.dependents).copied()) {
            for _ in 0..MAX_ROUNDS {
                let mut is_stable = true;
                for &atom in &layer {
                    let Some(rule) = problem.definition(atom) else { continue };
                    let value = formulas.substitute(rule.formula, |atom| values.get(&atom).copied());
                    is_stable &= values.insert(atom, value) == Some(value);
                }
                if is_stable {
                    break;
                }
            }
        }
        values
    }

    /// That these values of open atoms satisfy what is stated.
    fn would_do(&mut self, values: FxHashMap<Atom, FormulaId>) -> FormulaId {
        let own: Vec<FormulaId> = self.stated.problem.constraints().iter().map(|rule| rule.formula).collect();
        let defined = |&atom: &Atom| Some((values[&atom], self.stated.problem.definition(atom)?.formula));
        let (wanted, definitions): (Vec<FormulaId>, Vec<FormulaId>) =
            self.stated.open.iter().filter_map(defined).unzip();
        let mut images = self.images(values, &[&own[..], &definitions].concat());
        let definitions = images.split_off(own.len());
        let formulas = self.by_class.problem.formulas_mut();
        images.extend(wanted.into_iter().zip(definitions).map(|(value, definition)| formulas.iff(value, definition)));
        formulas.and(images)
    }

    /// Lines that are known already are reported once.
    fn keep(&mut self, guess: &Assignment, is_unmentioned: bool, reasons: Vec<Reason>) {
        let is_known = self.found.found.iter().any(|known| rules(&known.reasons).eq(rules(&reasons)));
        if !is_known {
            let witness = self.by_class.witness(self.classes, guess);
            self.found.found.push(Contradiction { witness, is_unmentioned, reasons });
        }
    }
}

/// The values that matter.
fn cube(reasons: &[Reason], guess: &Assignment) -> Cube {
    let known = reasons.iter().filter_map(|reason| match reason {
        Reason::Known(atom) => Some(*atom),
        Reason::Rule(_) => None,
    });
    known.map(|atom| (atom, guess.value(atom))).collect()
}

fn literals(cube: &Cube) -> Vec<FormulaId> {
    let literal = |&(atom, value): &(Atom, bool)| {
        let atom = FormulaId::from(atom);
        atom.negated_if(!value)
    };
    cube.iter().map(literal).collect()
}

fn rules(reasons: &[Reason]) -> impl Iterator<Item = RuleIndex> + '_ {
    reasons.iter().filter_map(|reason| match reason {
        Reason::Rule(rule) => Some(*rule),
        Reason::Known(_) => None,
    })
}
