//! Which formulas hold in some configuration, and in which, by diagrams.

use rustc_hash::FxHashMap;
use variscope_encoder::bdd::{Bdd, ConjunctionSearch};
use variscope_encoder::formula::Node;
use variscope_encoder::{Budget, FormulaId, Formulas};

use super::Lifted;
use super::diagram::Diagram;
use crate::analysis::question::all_variants::sweep::{MAX_ALONE, Sweep};
use crate::analysis::question::configuration::witness::Witness;

/// Of so few formulas, each is shown by the first configuration, which people read more easily than one that shows many others as well.
const FEW: usize = 64;

/// Parts of a conjunction that are looked at one by one.
const MAX_PARTS: usize = 8;

/// Formulas times variables on which validity depends, at most: each formula may take a step for each of them.
const MAX_STEPS: usize = 1 << 24;

impl Lifted<'_, '_> {
    /// By formula, which may be others than those of the problem: whether it holds in some configuration; none where diagrams become
    /// too large.
    pub(crate) fn possible_among(
        &self,
        formulas: &Formulas,
        asked: &[FormulaId],
        budget: &Budget,
    ) -> Option<Vec<bool>> {
        let mut diagram = self.small_diagram(budget)?;
        let parts = diagram.parts(formulas, asked)?;
        let (mut search, mut values) = (ConjunctionSearch::new(diagram.diagrams()), vec![false; diagram.variables()]);
        parts.into_iter().map(|parts| search.repair_into(parts, &mut values).ok()).collect()
    }

    /// Configurations in which formulas hold, which may be others than those of the problem; none where diagrams become too large.
    pub(crate) fn sweep(&self, formulas: &Formulas, asked: &[FormulaId], budget: &Budget) -> Option<Sweep<Witness>> {
        let mut diagram = self.small_diagram(budget)?;
        let parts = diagram.parts(formulas, asked)?;
        let mut search = ConjunctionSearch::new(diagram.diagrams());
        let mut sweep = Sweep::nothing(asked.len());
        let mut open: Vec<usize> = (0..asked.len()).filter(|&place| asked[place] != FormulaId::FALSE).collect();
        let (mut seed, mut alone) = (0, 0);
        for place in 0..asked.len() {
            if asked[place] == FormulaId::FALSE || sweep.places[place].is_some() {
                continue;
            }
            seed += 1;
            let mut values =
                if asked.len() <= FEW { vec![false; diagram.variables()] } else { diagram.random_values(seed) };
            if !search.repair_into(parts[place].clone(), &mut values).ok()? {
                continue;
            }
            let kept = sweep.kept.len();
            sweep.places[place] = Some(kept);
            sweep.kept.push(self.classes().witness(&diagram.choices().combination(self, &values)));
            if alone < MAX_ALONE {
                let before = open.len();
                let holds = |&part: &Bdd| diagram.diagrams().evaluate(part, |variable| values[variable]);
                open.retain(|&other| {
                    let is_shown = parts[other].iter().all(holds);
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
    /// By formula: functions that hold at once where it holds in a configuration; none where that takes too long. What all formulas
    /// have in common, such as that a configuration is valid, stays a part of its own.
    fn parts(&mut self, formulas: &Formulas, asked: &[FormulaId]) -> Option<Vec<Vec<Bdd>>> {
        if asked.len().saturating_mul(self.diagrams.support(self.valid).len()) > MAX_STEPS {
            return None;
        }
        self.allow_more();
        let (atoms, mut known) = (self.atoms.as_ref()?, FxHashMap::default());
        let mut function = |formula| atoms.formula(formulas, formula, &mut known, &mut self.diagrams).ok();
        let mut parts = |&formula: &FormulaId| {
            let parts = conjuncts(formulas, formula).into_iter().map(&mut function).chain([Some(self.allowed)]);
            parts.collect::<Option<Vec<Bdd>>>()
        };
        asked.iter().map(&mut parts).collect()
    }
}

/// Formulas that all hold where the formula does, at most [`MAX_PARTS`].
fn conjuncts(formulas: &Formulas, formula: FormulaId) -> Vec<FormulaId> {
    let (mut parts, mut open) = (Vec::new(), vec![formula]);
    while let Some(next) = open.pop() {
        match formulas.node(next) {
            Node::And(inner) if parts.len() + open.len() + inner.len() <= MAX_PARTS => open.extend(inner),
            _ => parts.push(next),
        }
    }
    parts
}
