//! Cycles of definitions that have exactly one solution.

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::{FxHashMap, FxHashSet};

use super::build::Build;
use super::{Bdd, BddResult, Diagrams, Overflow, Weights};
use crate::formula::{Atom, FormulaId};
use crate::problem::Problem;

/// Nodes for the question whether a cycle is a function.
const FEW_NODES: usize = 20_000;

/// Whether the definitions of the cycle have exactly one solution, whatever values the atoms have that are free or for
/// which `is_open`; all others follow from these. Cycles for which that takes too long to find out count as others.
pub fn has_unique_solution(problem: &Problem, cycle: &[Atom], is_open: impl Fn(Atom) -> bool) -> bool {
    let (mut outside, mut inside) = (Vec::new(), Vec::new());
    let mut open: Vec<FormulaId> = definitions(problem, cycle).collect();
    let mut seen: FxHashSet<Atom> = cycle.iter().copied().collect();
    while let Some(id) = open.pop() {
        for atom in problem.formulas().atoms(id).into_iter().filter(|&atom| seen.insert(atom)) {
            match problem.definition(atom).filter(|_| !is_open(atom)) {
                Some(rule) => {
                    inside.push(atom);
                    open.push(rule.formula);
                }
                None => outside.push(atom),
            }
        }
    }
    outside.sort_unstable();
    decide(problem, cycle, &outside, inside).unwrap_or(false)
}

fn decide(problem: &Problem, cycle: &[Atom], outside: &[Atom], inside: Vec<Atom>) -> Result<bool, Overflow> {
    let mut diagrams = Diagrams::new(FEW_NODES);
    let mut atoms = FxHashMap::default();
    for (number, &atom) in outside.iter().enumerate() {
        atoms.insert(atom, diagrams.variable(number)?);
    }
    // A formula is built once its atoms are, whose functions stay as they are: what is known of it stays true.
    let mut known = FxHashMap::default();
    for atom in problem.layers(inside).into_iter().flatten() {
        let Some(rule) = problem.definition(atom) else { continue };
        // What follows from the cycle is no condition of it.
        if !problem.formulas().atoms(rule.formula).iter().all(|used| atoms.contains_key(used)) {
            return Ok(false);
        }
        let mut build =
            Build { formulas: problem.formulas(), atoms: &atoms, known: &mut known, diagrams: &mut diagrams };
        let function = build.formula(rule.formula)?;
        atoms.insert(atom, function);
    }
    let solutions = solutions(problem, cycle, outside.len(), &mut atoms, &mut diagrams)?;
    let weights = Weights::plain(outside.len() + cycle.len());
    let is_unique = diagrams.count(solutions, &weights) == BigUint::one() << outside.len();
    Ok(is_unique && diagrams.exists(solutions, outside.len())? == Bdd::TRUE)
}

/// The solution of a cycle that is a function of the atoms in `atoms`, atom by atom; variables from `first` on are used
/// on the way.
pub(super) fn solve(
    problem: &Problem,
    cycle: &[Atom],
    first: usize,
    atoms: &mut FxHashMap<Atom, Bdd>,
    diagrams: &mut Diagrams,
) -> Result<(), Overflow> {
    let solutions = solutions(problem, cycle, first, atoms, diagrams)?;
    project(solutions, cycle, first, atoms, diagrams)
}

/// Makes each atom of the cycle the function that it is in the solutions, which are at most one for all else.
pub(super) fn project(
    solutions: Bdd,
    cycle: &[Atom],
    first: usize,
    atoms: &mut FxHashMap<Atom, Bdd>,
    diagrams: &mut Diagrams,
) -> Result<(), Overflow> {
    for (number, &atom) in cycle.iter().enumerate() {
        let variable = diagrams.variable(first + number)?;
        let present = diagrams.and(solutions, variable)?;
        let function = diagrams.exists(present, first)?;
        atoms.insert(atom, function);
    }
    Ok(())
}

/// All solutions; the atoms of the cycle become the variables from `first` on. An atom without a definition is free.
pub(super) fn solutions(
    problem: &Problem,
    cycle: &[Atom],
    first: usize,
    atoms: &mut FxHashMap<Atom, Bdd>,
    diagrams: &mut Diagrams,
) -> BddResult {
    for (number, &atom) in cycle.iter().enumerate() {
        atoms.insert(atom, diagrams.variable(first + number)?);
    }
    let mut known = FxHashMap::default();
    let mut all = Bdd::TRUE;
    let defined = cycle.iter().filter(|&&atom| problem.definition(atom).is_some());
    for (atom, id) in defined.zip(definitions(problem, cycle)) {
        let mut build = Build { formulas: problem.formulas(), atoms, known: &mut known, diagrams };
        let value = build.formula(id)?;
        let other = diagrams.not(value)?;
        let same = diagrams.choose(atoms[atom], value, other)?;
        all = diagrams.and(all, same)?;
    }
    Ok(all)
}

fn definitions<'p>(problem: &'p Problem, cycle: &'p [Atom]) -> impl Iterator<Item = FormulaId> + 'p {
    cycle.iter().filter_map(|&atom| problem.definition(atom)).map(|rule| rule.formula)
}

impl Diagrams {
    /// That some values of the variables from `first` on satisfy the function.
    ///
    /// # Errors
    /// [`Overflow`].
    pub fn exists(&mut self, bdd: Bdd, first: usize) -> BddResult {
        self.for_some(bdd, u32::MAX, &|level| level >= first as u32, &mut FxHashMap::default())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleIndex;

    /// `first` is wanted where `free` holds or `second` is absent; `second` where both are.
    #[test]
    fn a_cycle_through_negation_can_be_a_function() {
        let mut problem = Problem::new();
        let [free, first, second] = [(); 3].map(|()| problem.new_atom());
        let rule = RuleIndex::new(0);
        let wanted = problem.formulas_mut().or([free.into(), !FormulaId::from(second)]);
        let both = problem.formulas_mut().and([free.into(), first.into()]);
        problem.define(first, wanted, rule);
        problem.define(second, both, rule);
        assert!(has_unique_solution(&problem, &[first, second], |_| false));
        let mut diagrams = Diagrams::new(1_000);
        let variable = diagrams.variable(0).unwrap();
        let mut atoms = FxHashMap::from_iter([(free, variable)]);
        solve(&problem, &[first, second], 1, &mut atoms, &mut diagrams).unwrap();
        assert_eq!([atoms[&first], atoms[&second]], [Bdd::TRUE, variable]);
    }

    #[test]
    fn cycles_with_no_solution_or_two_are_none() {
        for negate in [true, false] {
            let mut problem = Problem::new();
            let atom = problem.new_atom();
            let own = FormulaId::from(atom);
            problem.define(atom, if negate { !own } else { own }, RuleIndex::new(0));
            assert!(!has_unique_solution(&problem, &[atom], |_| false));
        }
    }
}
