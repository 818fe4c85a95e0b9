//! Which formulas hold in some configuration, and in which, by diagrams.

use rustc_hash::FxHashMap;
use variscope_encoder::bdd::Bdd;
use variscope_encoder::{Budget, FormulaId, Formulas};

use super::Lifted;
use super::diagram::Diagram;
use crate::analysis::question::all_variants::sweep::Sweep;
use crate::analysis::question::configuration::witness::Witness;

/// After so many configurations in a row, each of which shows one formula alone, others are not tried on the next ones.
const MAX_ALONE: usize = 64;

/// Of so few formulas, each is shown by the first configuration, which people read more easily than one that shows many others as well.
const FEW: usize = 64;

/// Formulas times variables on which validity depends, at most: each formula may take a step for each of them.
const MAX_STEPS: usize = 1 << 24;

impl Lifted<'_, '_> {
    /// By formula, which may be others than those of the problem: whether it holds in some configuration; none where diagrams become
    /// too large.
    pub(crate) fn possible_among(
        &self,
        (formulas, asked): (&Formulas, &[FormulaId]),
        budget: &Budget,
    ) -> Option<Vec<bool>> {
        let sets = self.small_diagram(budget)?.sets(formulas, asked)?;
        Some(sets.into_iter().map(|set| set != Bdd::FALSE).collect())
    }

    /// Configurations in which formulas hold, which may be others than those of the problem; none where diagrams become too large.
    pub(crate) fn sweep(
        &self,
        (formulas, asked): (&Formulas, &[FormulaId]),
        budget: &Budget,
    ) -> Option<Sweep<Witness>> {
        let mut diagram = self.small_diagram(budget)?;
        let sets = diagram.sets(formulas, asked)?;
        let mut sweep = Sweep::nothing(asked.len());
        let mut open: Vec<usize> = (0..asked.len()).filter(|&place| sets[place] != Bdd::FALSE).collect();
        let (mut seed, mut alone) = (0, 0);
        for place in 0..asked.len() {
            if asked[place] == FormulaId::FALSE || sweep.places[place].is_some() {
                continue;
            }
            seed += 1;
            if sets[place] == Bdd::FALSE {
                continue;
            }
            let values =
                if asked.len() <= FEW { diagram.first_in(sets[place]) } else { diagram.values_in(sets[place], seed) };
            let kept = sweep.kept.len();
            sweep.places[place] = Some(kept);
            sweep.kept.push(self.classes().witness(&diagram.choices().combination(self, &values)));
            if alone < MAX_ALONE {
                let before = open.len();
                open.retain(|&other| {
                    let is_shown = diagram.diagrams().evaluate(sets[other], |variable| values[variable]);
                    if is_shown {
                        sweep.places[other] = Some(kept);
                    }
                    !is_shown
                });
                alone = if before > open.len() + 1 { 0 } else { alone + 1 };
            }
        }
        Some(sweep)
    }
}

impl Diagram {
    /// By formula: the configurations in which it holds; none where that takes too long.
    fn sets(&mut self, formulas: &Formulas, asked: &[FormulaId]) -> Option<Vec<Bdd>> {
        if asked.len().saturating_mul(self.diagrams.support(self.valid).len()) > MAX_STEPS {
            return None;
        }
        let (atoms, mut known) = (self.atoms.as_ref()?, FxHashMap::default());
        let set = |&formula: &FormulaId| {
            let function = atoms.formula(formulas, formula, &mut known, &mut self.diagrams).ok()?;
            self.diagrams.and(function, self.allowed).ok()
        };
        asked.iter().map(set).collect()
    }
}
