//! A problem beside a second one over the same free atoms.

use rustc_hash::FxHashMap;

use super::{Problem, Rule};
use crate::formula::{Atom, FormulaId};

/// The definitions of a problem twice: two assignments that agree on the shared atoms.
///
/// Whether these atoms determine the others is the question whether the two can differ.
#[derive(Debug)]
pub struct SelfComposition {
    problem: Problem,
    images: FxHashMap<Atom, Atom>,
}

impl SelfComposition {
    /// Takes the definitions of `problem` twice, `shared` atoms once. Constraints are left to the caller.
    pub fn new(problem: &Problem, shared: impl Fn(Atom) -> bool) -> Self {
        let mut composition = Self { problem: problem.clone(), images: FxHashMap::default() };
        composition.problem.constraints.clear();
        let copied: Vec<Atom> = problem.atoms().filter(|&atom| !shared(atom)).collect();
        for &atom in &copied {
            let image = composition.problem.new_atom();
            composition.images.insert(atom, image);
        }
        let rules: Vec<(Atom, Rule)> =
            copied.into_iter().filter_map(|atom| problem.definition(atom).map(|rule| (atom, rule))).collect();
        let formulas: Vec<FormulaId> = rules.iter().map(|(_, rule)| rule.formula).collect();
        for ((atom, rule), image) in rules.iter().zip(composition.images(&formulas)) {
            composition.problem.define(composition.images[atom], image, rule.index);
        }
        composition
    }

    /// Both copies as one problem.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// To constrain the two copies.
    pub fn problem_mut(&mut self) -> &mut Problem {
        &mut self.problem
    }

    /// What the formula says about the second copy.
    pub fn image(&mut self, formula: FormulaId) -> FormulaId {
        self.images(&[formula])[0]
    }

    /// What several formulas say about the second copy.
    pub fn images(&mut self, formulas: &[FormulaId]) -> Vec<FormulaId> {
        let images = &self.images;
        self.problem.formulas.substitute_all(formulas, |atom| images.get(&atom).map(|&image| image.into()))
    }

    /// The atom in the second copy.
    pub fn image_of(&self, atom: Atom) -> Atom {
        self.images.get(&atom).copied().unwrap_or(atom)
    }

    /// That one of `atoms` has another value in the second copy.
    pub fn differ(&mut self, atoms: impl IntoIterator<Item = Atom>) -> FormulaId {
        let atoms: Vec<Atom> = atoms.into_iter().collect();
        let pairs: Vec<FormulaId> = atoms
            .into_iter()
            .map(|atom| {
                let image = self.image_of(atom);
                self.problem.formulas.xor([atom.into(), image.into()])
            })
            .collect();
        self.problem.formulas.or(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Budget, RuleIndex};

    /// In a cycle of two, nothing but a constraint fixes the values.
    #[test]
    fn only_a_constraint_determines_a_cycle() {
        let mut problem = Problem::new();
        let [free, a, b] = [(); 3].map(|()| problem.new_atom());
        problem.define(a, b.into(), RuleIndex::new(0));
        problem.define(b, a.into(), RuleIndex::new(1));
        let mut composition = SelfComposition::new(&problem, |atom| atom == free);
        let differ = composition.differ([a, b]);
        let mut session = composition.problem().session(|_| None, Budget::unlimited()).unwrap();
        assert!(session.solve_under(composition.problem().formulas(), differ).unwrap().is_some());
        let same = composition.problem_mut().formulas_mut().iff(free.into(), a.into());
        let image = composition.image(same);
        session.constrain(composition.problem().formulas(), same);
        session.constrain(composition.problem().formulas(), image);
        assert!(session.solve_under(composition.problem().formulas(), differ).unwrap().is_none());
    }
}
