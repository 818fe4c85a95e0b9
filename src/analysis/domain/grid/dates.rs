//! Dates that meet in comparisons: nothing matters of their instants but the order that they have among each other and the
//! mentioned ones. Each order is shown by instants of which as many lie between two mentioned ones as there are inputs.

use super::{CandidateGrid, MANY_COMBINATIONS};
use crate::analysis::domain::candidate::Candidates;
use crate::analysis::domain::candidates::{Dates, instants_of};
use crate::analysis::value::Value;

/// Inputs with more values than these are not looked at for instants.
const MAX_INSTANTS: usize = 1_000;

impl CandidateGrid<'_, '_, '_> {
    /// Finds all instants that matter of dates that meet, unless something else meets with them.
    pub(super) fn settle_dates(&mut self) {
        let places: Vec<usize> =
            (0..self.inputs.len()).filter(|&place| !self.usages[place].dates_met.is_empty()).collect();
        if places.is_empty() {
            return;
        }
        if let Some(columns) = self.met_dates(&places) {
            for (place, column) in columns {
                self.columns[place] = column;
            }
        }
    }

    /// The columns of the inputs at these places that are open.
    fn met_dates(&self, places: &[usize]) -> Option<Vec<(usize, Candidates)>> {
        let (mut points, mut dates) = (Vec::new(), Vec::new());
        for &place in places {
            let (column, usage) = (&self.columns[place], &self.usages[place]);
            match Dates::of(self.language, &self.inputs[place], usage) {
                Some(open) => {
                    points.extend(open.mentioned());
                    dates.push((place, open));
                }
                // All of its values are there.
                None if column.is_exact && column.all.len() <= MAX_INSTANTS => {
                    points.extend(instants_of(column.all.iter().map(|candidate| candidate.value.clone())));
                }
                None => return None,
            }
            points.extend(instants_of(self.given_to(&usage.dates_met)));
        }
        points.sort_unstable();
        points.dedup();
        let columns: Vec<(usize, Candidates)> =
            dates.iter().map(|(place, open)| (*place, open.among(&points, dates.len()))).collect();
        let others = (0..self.inputs.len()).filter(|place| columns.iter().all(|(open, _)| open != place));
        let sizes = columns.iter().map(|(_, column)| column.all.len());
        let sizes = sizes.chain(others.map(|place| self.columns[place].all.len()));
        let total = sizes.fold(1_usize, usize::saturating_mul);
        (total <= MANY_COMBINATIONS).then_some(columns)
    }

    /// The values that are given to those of these inputs that are not open.
    fn given_to(&self, names: &[String]) -> Vec<Value> {
        let is_open = |name: &String| self.inputs.iter().any(|input| **input == **name);
        let given = names.iter().filter(|name| !is_open(name)).filter_map(|name| self.given.value(name));
        given.cloned().collect()
    }
}
