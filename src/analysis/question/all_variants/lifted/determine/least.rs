//! The least assignment of definitions in cycles: nothing is present only because of itself.
//!
//! Where atoms of a cycle occur only positively in its definitions, there is a least assignment (Knaster and Tarski).
//! Where all cycles go through few atoms, these are computed: with them absent at first, everything else is no cycle any more, and
//! as many rounds as there are such atoms give the least assignment. Otherwise it is the one that satisfies all *loop formulas*
//! (Lin and Zhao, AIJ 2004): a set of atoms that refer to each other holds only where something outside supports it. The needed
//! ones are found by asking for two assignments that differ.

use rustc_hash::{FxHashMap, FxHashSet};
use variscope_encoder::{Assignment, Atom, Budget, FormulaId, Interrupted, Problem, SelfComposition};

/// Atoms that are computed in so many rounds together.
const MAX_COMPUTED: usize = 400_000;

/// Atoms of one cycle that are computed; through dense cycles go many.
const MAX_FEEDBACK: usize = 40;

/// Loops that are looked for; more mean that cycles are intertwined too much.
const MAX_LOOPS: usize = 2_000;

/// Whether atoms of cycles occur only positively in the definitions of their cycles.
pub(super) fn exists(problem: &Problem, cycles: &[Vec<Atom>]) -> bool {
    cycles.iter().all(|cycle| {
        let definitions = cycle.iter().filter_map(|&atom| problem.definition(atom)).map(|rule| rule.formula);
        problem.formulas().are_monotone(definitions, |atom| cycle.binary_search(&atom).is_ok())
    })
}

/// What can be different between two assignments for one configuration.
pub(super) struct Reach {
    /// Atoms that are in a cycle, or that cycles lead to; all others have one value each time.
    pub(super) reached: FxHashSet<Atom>,
    /// Those among them that hold in the least assignment only where they hold in every other one (Knaster and Tarski):
    /// the ones that grow with all such atoms that their definitions look at.
    pub(super) contained: FxHashSet<Atom>,
}

impl Reach {
    /// The atom may hold in the least assignment and not in another one.
    pub(super) fn may_exceed(&self, atom: Atom) -> bool {
        self.reached.contains(&atom) && !self.contained.contains(&atom)
    }

    /// Atoms that cycles lead to, and that do not grow with them.
    pub(super) fn not_growing(&self) -> FxHashSet<Atom> {
        self.reached.difference(&self.contained).copied().collect()
    }

    /// Atoms that hold in the least assignment only where they hold in every other one, ascending.
    pub(super) fn contained(&self) -> Vec<Atom> {
        let mut contained: Vec<Atom> = self.contained.iter().copied().collect();
        contained.sort_unstable();
        contained
    }
}

/// What cycles lead to.
pub(super) fn reach(problem: &Problem, cycles: &[Vec<Atom>]) -> Reach {
    let circular: FxHashSet<Atom> = cycles.iter().flatten().copied().collect();
    let (mut reached, mut contained) = (circular.clone(), circular);
    for layer in problem.layers(problem.atoms()) {
        let definitions: Vec<FormulaId> =
            layer.iter().filter_map(|&atom| problem.definition(atom)).map(|rule| rule.formula).collect();
        let used: Vec<Atom> = definitions.iter().flat_map(|&formula| problem.formulas().atoms(formula)).collect();
        if !used.iter().any(|atom| reached.contains(atom)) {
            continue;
        }
        reached.extend(&layer);
        let is_known = used
            .iter()
            .all(|atom| !reached.contains(atom) || contained.contains(atom) || layer.binary_search(atom).is_ok());
        if is_known && problem.formulas().are_monotone(definitions, |atom| reached.contains(&atom)) {
            contained.extend(&layer);
        } else {
            layer.iter().for_each(|atom| _ = contained.remove(atom));
        }
    }
    Reach { reached, contained }
}

/// Formulas that leave only the least assignment for each configuration: an atom through which cycles go holds only where it
/// has to. None where there are too many such atoms.
pub(super) fn computed(problem: &mut Problem, cycles: &[Vec<Atom>]) -> Option<Vec<FormulaId>> {
    let mut feedbacks = Vec::new();
    let mut left = MAX_COMPUTED;
    for cycle in cycles {
        let feedback = problem.feedback(cycle, MAX_FEEDBACK.min(left / cycle.len()))?;
        left -= feedback.len() * cycle.len();
        feedbacks.push(feedback);
    }
    let mut found = Vec::new();
    for (cycle, feedback) in cycles.iter().zip(feedbacks) {
        let least = least(problem, cycle, &feedback);
        let formulas = problem.formulas_mut();
        found.extend(feedback.iter().zip(least).map(|(&atom, least)| formulas.implies(atom.into(), least)));
    }
    Some(found)
}

/// The least values of atoms through which all parts of a cycle go. Each round that changes something makes another one of them
/// true.
fn least(problem: &mut Problem, cycle: &[Atom], feedback: &[Atom]) -> Vec<FormulaId> {
    let rest: Vec<Atom> = cycle.iter().copied().filter(|atom| feedback.binary_search(atom).is_err()).collect();
    let order: Vec<Atom> = problem.layers(rest).into_iter().flatten().collect();
    let mut values: FxHashMap<Atom, FormulaId> = feedback.iter().map(|&atom| (atom, FormulaId::FALSE)).collect();
    let value = |problem: &mut Problem, values: &FxHashMap<Atom, FormulaId>, atom: Atom| {
        let definition = problem.definition(atom).map_or(FormulaId::FALSE, |rule| rule.formula);
        problem.formulas_mut().substitute(definition, |used| values.get(&used).copied())
    };
    for _ in feedback {
        for &atom in &order {
            let next = value(problem, &values, atom);
            values.insert(atom, next);
        }
        let next: Vec<FormulaId> = feedback.iter().map(|&atom| value(problem, &values, atom)).collect();
        let is_stable = feedback.iter().zip(&next).all(|(atom, next)| values[atom] == *next);
        values.extend(feedback.iter().copied().zip(next));
        if is_stable {
            break;
        }
    }
    feedback.iter().map(|atom| values[atom]).collect()
}

/// Loop formulas that leave only the least assignment for each configuration; none where they are more than [`MAX_LOOPS`].
/// `composition` has two copies of `problem`, whose arena gets the formulas too.
pub(super) fn loops(
    problem: &mut Problem,
    mut composition: SelfComposition,
    cycles: &[Vec<Atom>],
    budget: &Budget,
) -> Result<Option<Vec<FormulaId>>, Interrupted> {
    let differ = composition.differ(cycles.iter().flatten().copied());
    let mut session = composition.problem().session(|_| None, budget.clone())?;
    let mut found = Vec::new();
    while let Some(pair) = session.solve_under(composition.problem().formulas(), differ)? {
        if found.len() > MAX_LOOPS {
            return Ok(None);
        }
        for atoms in unfounded(problem, &composition, cycles, &pair) {
            let formula = loop_formula(composition.problem_mut(), &atoms);
            let image = composition.image(formula);
            session.constrain(composition.problem().formulas(), formula);
            session.constrain(composition.problem().formulas(), image);
            found.push(loop_formula(problem, &atoms));
        }
    }
    Ok(Some(found))
}

/// Sets of atoms that refer to each other and hold in one of two assignments only, at most two of each cycle. In the first cycle in
/// which the two differ they hold because of each other alone: nothing supports them from outside. The formulas of the other sets
/// hold as well in the least assignment, and most of them are needed sooner or later.
fn unfounded(
    problem: &Problem,
    composition: &SelfComposition,
    cycles: &[Vec<Atom>],
    pair: &Assignment,
) -> Vec<Vec<Atom>> {
    let only = |cycle: &[Atom], first: bool| -> Vec<Atom> {
        let has = |&atom: &Atom| pair.value(atom) == first && pair.value(composition.image_of(atom)) != first;
        cycle.iter().copied().filter(has).collect()
    };
    let differences = cycles.iter().flat_map(|cycle| [only(cycle, true), only(cycle, false)]);
    let innermost = differences.filter_map(|difference| problem.cycles(difference).into_iter().next());
    innermost.collect()
}

/// One of `atoms` holds only where one of them would without the others.
fn loop_formula(problem: &mut Problem, atoms: &[Atom]) -> FormulaId {
    let own: FxHashSet<Atom> = atoms.iter().copied().collect();
    let definitions: Vec<FormulaId> =
        atoms.iter().filter_map(|&atom| problem.definition(atom)).map(|rule| rule.formula).collect();
    let formulas = problem.formulas_mut();
    let outside = formulas.substitute_all(&definitions, |atom| own.contains(&atom).then_some(FormulaId::FALSE));
    let some = formulas.or(atoms.iter().map(|&atom| atom.into()));
    let supported = formulas.or(outside);
    formulas.implies(some, supported)
}
