//! How elements behave over all valid variants, by the backbone of the problem or by what was counted.

use variscope_encoder::{Budget, FormulaId, Formulas, Lit, Var, backbone};

use super::Lifted;
use crate::analysis::domain::Caveat;
use crate::analysis::question::all_variants::class_enumeration::countable;
use crate::analysis::question::all_variants::status::ElementStatus;
use crate::tosca::model::ElementId;

impl Lifted<'_, '_> {
    /// Why it is unknown how an element behaves; empty where the budget did not suffice to find out.
    pub(crate) fn undecided(&self, element: ElementId, budget: &Budget) -> Vec<Caveat> {
        if self.classes().are_complete() {
            return Vec::new();
        }
        let Ok(mut session) = self.problem().session(|_| None, budget.clone()) else { return Vec::new() };
        let mut formulas = self.problem().formulas().clone();
        // One of the two was found, or none.
        let sides = [true, false].map(|is_present| (is_present, side(self, &mut formulas, element, is_present)));
        let missing = sides.into_iter().filter(|&(_, side)| matches!(session.solve_under(&formulas, side), Ok(None)));
        let missing: Vec<bool> = missing.map(|(is_present, _)| is_present).collect();
        let formula = |relaxed: &Self, formulas: &mut Formulas| {
            let sides: Vec<FormulaId> =
                missing.iter().map(|&side| self::side(relaxed, formulas, element, side)).collect();
            formulas.or(sides)
        };
        self.blamed(formula, budget)
    }
}

/// A valid configuration with the element, or without it.
fn side(lifted: &Lifted<'_, '_>, formulas: &mut Formulas, element: ElementId, is_present: bool) -> FormulaId {
    let presence = FormulaId::from(lifted.presence(element));
    formulas.and([lifted.valid(), presence.negated_if(!is_present)])
}

/// The status of each element that counts; none where the budget did not suffice, where a class that is missing may decide
/// otherwise, or where nothing is valid.
pub(crate) fn decide(lifted: &Lifted<'_, '_>, budget: &Budget) -> Vec<Option<ElementStatus>> {
    let found = statuses(lifted, budget);
    if lifted.classes().are_complete() {
        return found;
    }
    // What some variants have and others lack is so, whatever the others are.
    let possible = lifted.relaxed(budget).map(|relaxed| statuses(relaxed, budget));
    let possible = possible.unwrap_or_else(|| vec![None; found.len()]);
    let pairs = found.into_iter().zip(possible);
    pairs
        .map(|(found, possible)| found.filter(|_| found == possible || found == Some(ElementStatus::Conditional)))
        .collect()
}

fn statuses(lifted: &Lifted<'_, '_>, budget: &Budget) -> Vec<Option<ElementStatus>> {
    let by_backbone = || decide_by_backbone(lifted, &countable(lifted.variants().model()), budget);
    lifted.statuses(budget).unwrap_or_else(by_backbone)
}

fn decide_by_backbone(lifted: &Lifted<'_, '_>, elements: &[ElementId], budget: &Budget) -> Vec<Option<ElementStatus>> {
    let vars: Vec<Var> = elements.iter().map(|&id| Var::from(lifted.presence(id))).collect();
    let Ok(Some(found)) = backbone::backbone(&lifted.valid_problem().to_cnf(), &vars, budget) else {
        return vec![None; elements.len()];
    };
    let (mut fixed, mut undecided) = (found.fixed, found.undecided);
    fixed.sort_unstable_by_key(|lit| lit.var());
    undecided.sort_unstable();
    let status = |var: &Var| match Lit::value_in(&fixed, *var) {
        Some(true) => Some(ElementStatus::Core),
        Some(false) => Some(ElementStatus::Dead),
        None => undecided.binary_search(var).is_err().then_some(ElementStatus::Conditional),
    };
    vars.iter().map(status).collect()
}
