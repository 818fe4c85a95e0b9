//! Beyond the classes that were found: what holds even if there are others.
//!
//! Where not every class of configurations is known, the problem has too few assignments. With classes besides that may
//! exist or not, it has too many. What the first shows there is, what the second lacks there is not, and only what lies
//! between is undecided.

use variscope_encoder::{Budget, FormulaId, Formulas};

use super::Lifted;
use crate::analysis::domain::Caveat;
use crate::analysis::question::all_variants::limits::Limits;

impl Lifted<'_, '_> {
    /// All configurations that there may be; this itself where every class is known, none where nothing is known of the
    /// others.
    pub(crate) fn relaxed(&self, budget: &Budget) -> Option<&Self> {
        if self.classes.are_complete() {
            return Some(self);
        }
        let relax = || Self::of_classes(self.classes.relaxed()?, self.lookup, budget).ok().map(Box::new);
        self.relaxed.get_or_init(relax).as_deref()
    }

    /// Why variants may be missing: classes that were not found, unless they give no others, and types that are not read.
    pub(crate) fn caveats(&self, limits: &Limits) -> Vec<Caveat> {
        let has_all = self.classes.are_complete() || self.is_exhaustive(limits);
        let of_classes = if has_all { &[] } else { self.classes.caveats() };
        [of_classes, &self.caveats_of_types(&limits.budget)].concat()
    }

    /// Whether every variant is one of a class that was found.
    fn is_exhaustive(&self, limits: &Limits) -> bool {
        let Some(relaxed) = self.relaxed(&limits.budget) else { return false };
        let [known, possible] = [self, relaxed].map(|lifted| lifted.number_of_variants(limits));
        known.is_some() && known == possible
    }

    /// For a formula that holds in no configuration of a class that was found, and of which it is unknown whether it holds
    /// in others: why. `formula` makes it for [`Lifted::relaxed`].
    pub(crate) fn blamed(&self, formula: impl Fn(&Self, &mut Formulas) -> FormulaId, budget: &Budget) -> Vec<Caveat> {
        let groups = || self.classes.groups().iter().enumerate().filter(|(_, group)| !group.is_complete());
        let all = || self.classes.caveats().to_vec();
        if groups().count() == 1 {
            return all();
        }
        let Some(relaxed) = self.relaxed(budget) else { return all() };
        let mut formulas = relaxed.problem().formulas().clone();
        let wanted = formula(relaxed, &mut formulas);
        let Ok(mut session) = relaxed.problem().session(|_| None, budget.clone()) else { return all() };
        let mut blamed = Vec::new();
        for (place, group) in groups() {
            let others = groups().filter(|&(other, _)| other != place);
            let beyond: Vec<FormulaId> = others.flat_map(|(other, _)| self.beyond(relaxed, other)).collect();
            let beyond = formulas.or(beyond.iter().copied());
            let alone = formulas.and([wanted, !beyond]);
            if !matches!(session.solve_under(&formulas, alone), Ok(None)) {
                blamed.extend(group.caveats.iter().cloned());
            }
        }
        if blamed.is_empty() { all() } else { blamed }
    }

    /// The classes of a group that were not found, as formulas of the relaxed problem.
    fn beyond<'r>(&self, relaxed: &'r Self, group: usize) -> impl Iterator<Item = FormulaId> + 'r {
        let known = self.classes.groups()[group].classes.len();
        relaxed.group(group)[known..].iter().copied()
    }
}
