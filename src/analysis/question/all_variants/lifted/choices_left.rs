//! Which values can be chosen beside others, asked of all configurations at once.

use variscope_encoder::{Budget, FormulaId, Formulas};

use super::Lifted;
use crate::analysis::question::all_variants::sweep::Sweep;
use crate::analysis::value::Value;

/// A value of an input, by its name.
pub type Choice = (String, Value);

/// By group and by input there: the place of the chosen value.
type ChosenPlaces = Vec<Vec<Option<usize>>>;

/// What has to hold for a choice to be possible.
struct ChoiceCondition {
    formula: FormulaId,
    /// Whether all values of the other inputs were looked at.
    is_exact: bool,
}

impl Lifted<'_, '_> {
    /// For each choice whether some valid variant has it, and those of `chosen` for the other inputs; none where that is not
    /// known.
    pub(crate) fn possible(&self, chosen: &[Choice], asked: &[Choice], budget: &Budget) -> Vec<Option<bool>> {
        let mut formulas = self.problem().formulas().clone();
        let unknown = vec![None; asked.len()];
        let Some(chosen) = self.places(chosen) else { return unknown };
        let Ok(mut session) = self.problem().session(|_| None, budget.clone()) else { return unknown };
        let wanted: Vec<Option<ChoiceCondition>> =
            asked.iter().map(|one| self.wanted(&chosen, one, &mut formulas)).collect();
        let known: Vec<FormulaId> = wanted.iter().flatten().map(|wanted| wanted.formula).collect();
        let sweep = Sweep::of(&mut formulas, &known, &mut session, drop);
        let mut places = sweep.places.iter();
        let mut answer = |wanted: ChoiceCondition| match places.next()? {
            Some(_) => Some(true),
            None => (sweep.is_complete && wanted.is_exact).then_some(false),
        };
        wanted.into_iter().map(|wanted| wanted.and_then(&mut answer)).collect()
    }

    /// None where a value is none of those that were looked at.
    fn places(&self, chosen: &[Choice]) -> Option<ChosenPlaces> {
        let mut places: ChosenPlaces =
            self.classes().groups().iter().map(|group| vec![None; group.inputs.len()]).collect();
        for (name, value) in chosen {
            if let Some((group, input)) = self.input(name) {
                places[group][input] = Some(self.place_of(group, input, value)?);
            }
        }
        Some(places)
    }

    /// The group of an input, and its place there; none for one that nothing reads.
    fn input(&self, name: &str) -> Option<(usize, usize)> {
        let mut groups = self.classes().groups().iter().enumerate();
        groups.find_map(|(group, found)| Some((group, found.inputs.iter().position(|input| **input == *name)?)))
    }

    fn wanted(
        &self,
        chosen: &ChosenPlaces,
        (name, value): &Choice,
        formulas: &mut Formulas,
    ) -> Option<ChoiceCondition> {
        let mut places = chosen.clone();
        if let Some((group, input)) = self.input(name) {
            places[group][input] = Some(self.place_of(group, input, value)?);
        }
        let groups = self.classes().groups().iter().zip(&places);
        let is_exact = groups
            .flat_map(|(group, places)| group.sampled.iter().zip(places))
            .all(|(is_sampled, place)| !is_sampled || place.is_some());
        let mut parts = vec![self.valid()];
        for (group, places) in places.iter().enumerate() {
            parts.push(self.having(group, places, formulas)?);
        }
        Some(ChoiceCondition { formula: formulas.and(parts), is_exact })
    }

    /// That the inputs of a group have the values at these places; none where not all combinations of values are known.
    fn having(&self, group: usize, places: &[Option<usize>], formulas: &mut Formulas) -> Option<FormulaId> {
        if places.iter().all(Option::is_none) {
            return Some(FormulaId::TRUE);
        }
        let found = &self.classes().groups()[group];
        let mut is_left = vec![false; found.classes.len()];
        for (number, &class) in found.combinations.as_ref()?.iter().enumerate() {
            let mut rest = number;
            let fits = found.occurrences.iter().zip(places).rev().all(|(column, place)| {
                let own = rest % column.len();
                rest /= column.len();
                place.is_none_or(|place| place == own)
            });
            is_left[class as usize] |= fits;
        }
        let left = self.group(group).iter().zip(is_left).filter(|(_, is_left)| *is_left).map(|(&class, _)| class);
        let left: Vec<FormulaId> = left.collect();
        Some(formulas.or(left))
    }
}
