//! Definitions that need constraints to have one solution.
//!
//! A *block* is a cycle of definitions, or an atom without one. Its solutions are cut down by the constraints that
//! speak of no later block; where one solution is left at most, the atoms of the block are functions. Blocks that have
//! several solutions by themselves are tried once more, tied to those that they share a constraint with.

use rustc_hash::{FxHashMap, FxHashSet};

use super::build::Build;
use super::{AtomFunctions, Bdd, Diagrams, Overflow, Weights, cycle};
use crate::formula::{Atom, FormulaId};

/// Why atoms are no functions of the variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Undefined {
    /// They may be, of many nodes.
    #[error(transparent)]
    Overflow(#[from] Overflow),
    /// Definitions and constraints together have several solutions, as far as blocks show.
    #[error("definitions and constraints have several solutions")]
    Ambiguous,
}

/// Atoms that are solved together, with the constraints that help.
struct Layer {
    atoms: Vec<Atom>,
    is_block: bool,
    constraints: Vec<FormulaId>,
}

impl AtomFunctions<'_> {
    /// Makes all atoms functions, by definitions and constraints together. The result is where, within `care`, blocks have
    /// a solution; constraints may still fail there. Elsewhere the functions mean nothing.
    ///
    /// # Errors
    /// [`Undefined`].
    pub fn solve_under(
        &mut self,
        care: Bdd,
        constraints: &[FormulaId],
        diagrams: &mut Diagrams,
    ) -> Result<Bdd, Undefined> {
        let start = self.atoms.clone();
        let apart = self.layers(constraints, &[]);
        match self.solve_layers(&apart, care, diagrams) {
            Err(Undefined::Ambiguous) => {}
            result => return result,
        }
        let ties = self.ties(constraints, &apart);
        self.atoms = start;
        self.formulas.clear();
        let tied = self.layers(constraints, &ties);
        self.solve_layers(&tied, care, diagrams)
    }

    fn solve_layers(&mut self, layers: &[Layer], care: Bdd, diagrams: &mut Diagrams) -> Result<Bdd, Undefined> {
        let mut feasible = care;
        for layer in layers {
            if layer.is_block {
                let solvable = self.solve_block(layer, feasible, diagrams)?;
                feasible = diagrams.and(feasible, solvable)?;
            } else {
                let bdd = self.definition(layer.atoms[0], diagrams)?;
                self.atoms.insert(layer.atoms[0], bdd);
            }
        }
        Ok(feasible)
    }

    /// Solves a block; the result is where it has a solution.
    fn solve_block(&mut self, layer: &Layer, care: Bdd, diagrams: &mut Diagrams) -> Result<Bdd, Undefined> {
        let (block, first) = (&layer.atoms, self.variables);
        let mut solutions = cycle::solutions(self.problem, block, first, &mut self.atoms, diagrams)?;
        solutions = diagrams.and(solutions, care)?;
        let followers = self.followers(&layer.constraints);
        let mut known = FxHashMap::default();
        for &atom in &followers {
            let rule = self.problem.definition(atom).expect("what follows from others has a definition");
            let function = self.inside(rule.formula, &mut known, diagrams)?;
            self.atoms.insert(atom, function);
        }
        for &constraint in &layer.constraints {
            let holds = self.inside(constraint, &mut known, diagrams)?;
            solutions = diagrams.and(solutions, holds)?;
        }
        followers.iter().for_each(|atom| _ = self.atoms.remove(atom));
        let solvable = diagrams.exists(solutions, first)?;
        let count = diagrams.count(solutions, &Weights::plain(first + block.len()));
        if count != diagrams.count(solvable, &Weights::plain(first)) {
            return Err(Undefined::Ambiguous);
        }
        cycle::project(solutions, block, first, &mut self.atoms, diagrams)?;
        Ok(solvable)
    }

    /// The function of a formula while the atoms of a block are variables.
    fn inside(
        &self,
        formula: FormulaId,
        known: &mut FxHashMap<FormulaId, Bdd>,
        diagrams: &mut Diagrams,
    ) -> Result<Bdd, Overflow> {
        Build { formulas: self.problem.formulas(), atoms: &self.atoms, known, diagrams }.formula(formula)
    }

    /// What constraints mention, directly or through definitions, and has no function yet; each behind what it needs.
    fn followers(&self, constraints: &[FormulaId]) -> Vec<Atom> {
        let mut found = FxHashSet::default();
        let mut open: Vec<FormulaId> = constraints.to_vec();
        while let Some(id) = open.pop() {
            for atom in self.problem.formulas().atoms(id) {
                if !self.atoms.contains_key(&atom) && found.insert(atom) {
                    open.extend(self.problem.definition(atom).map(|rule| rule.formula));
                }
            }
        }
        let mut found: Vec<Atom> = found.into_iter().collect();
        found.sort_unstable();
        self.problem.layers(found).into_iter().flatten().collect()
    }

    /// All atoms without a function in an order in which they can be solved; each constraint goes to the last block that
    /// it speaks of.
    fn layers(&self, constraints: &[FormulaId], ties: &[Vec<Atom>]) -> Vec<Layer> {
        let layers = self.problem.layers_with(self.others(), ties).into_iter();
        let mut layers: Vec<Layer> = layers
            .map(|atoms| {
                let is_plain = |atom| self.problem.definition(atom).is_some() && !self.problem.is_circular(atom);
                let is_block = atoms.len() > 1 || !is_plain(atoms[0]);
                Layer { atoms, is_block, constraints: Vec::new() }
            })
            .collect();
        let blocks = block_by_atom(&layers);
        for &constraint in constraints {
            if let Some(last) = self.blocks_of(constraint, &blocks).into_iter().max() {
                layers[last].constraints.push(constraint);
            }
        }
        layers
    }

    /// The blocks that a constraint speaks of, directly or through definitions, by their places among the layers.
    fn blocks_of(&self, constraint: FormulaId, blocks: &FxHashMap<Atom, usize>) -> Vec<usize> {
        let (mut found, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![constraint]);
        while let Some(id) = open.pop() {
            for atom in self.problem.formulas().atoms(id).into_iter().filter(|&atom| seen.insert(atom)) {
                match blocks.get(&atom) {
                    Some(&block) => found.push(block),
                    None => open.extend(self.problem.definition(atom).map(|rule| rule.formula)),
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// For each constraint that speaks of several blocks, an atom of each.
    fn ties(&self, constraints: &[FormulaId], layers: &[Layer]) -> Vec<Vec<Atom>> {
        let blocks = block_by_atom(layers);
        let several = constraints.iter().map(|&constraint| self.blocks_of(constraint, &blocks));
        let several = several.filter(|found| found.len() > 1);
        several.map(|found| found.into_iter().map(|block| layers[block].atoms[0]).collect()).collect()
    }
}

/// The place of the block that an atom is in.
fn block_by_atom(layers: &[Layer]) -> FxHashMap<Atom, usize> {
    let blocks = layers.iter().enumerate().filter(|(_, layer)| layer.is_block);
    blocks.flat_map(|(place, layer)| layer.atoms.iter().map(move |&atom| (atom, place))).collect()
}
