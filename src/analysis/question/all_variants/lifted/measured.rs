//! Which configurations give a property which value, where [`Lifted::measuring`] asked about it.

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use variscope_encoder::FormulaId;

use super::Lifted;
use crate::analysis::question::configuration::classes::{InputReader, Outcome};
use crate::analysis::question::configuration::decimal::Decimal;
use crate::tosca::model::ElementId;

impl Lifted<'_, '_> {
    /// The classes that give a property, which was asked about, a value that is wanted, known by its text; or may give it.
    pub(crate) fn giving(&self, property: ElementId, is_wanted: impl Fn(&str) -> bool) -> Vec<FormulaId> {
        let (group, reader) = self.classes.place_of(&InputReader::Value(property));
        let outcomes = &self.classes.groups()[group].outcomes;
        let is_wanted = |outcome: &Outcome| match outcome {
            Outcome::Value { text, .. } => text.as_deref().is_some_and(&is_wanted),
            Outcome::Either => true,
            Outcome::Holds(_) | Outcome::Fine | Outcome::Error(_) | Outcome::ErrorUnder(_) | Outcome::Open(_) => false,
        };
        let wanted = outcomes.runs(reader).filter(|(_, outcome)| is_wanted(outcome));
        wanted.flat_map(|(classes, _)| &self.group(group)[classes]).copied().collect()
    }

    /// The numbers that a property can be, each with the classes that give it.
    ///
    /// # Errors
    /// Why the values cannot be distinguished, as the end of a sentence about the property.
    pub(crate) fn values_of(&self, property: ElementId) -> Result<Vec<(Decimal, Vec<FormulaId>)>, String> {
        let (group, reader) = self.classes().place_of(&InputReader::Value(property));
        let found = &self.classes().groups()[group];
        if let Some(input) = self.classes().unbounded(group, property) {
            return Err(format!("depends on input \"{input}\", which has too many values"));
        }
        let mut values: IndexMap<Decimal, Vec<FormulaId>, FxBuildHasher> = IndexMap::default();
        for (classes, outcome) in found.outcomes.runs(reader) {
            match outcome {
                Outcome::Value { number: Some(value), .. } => {
                    values.entry(value.clone()).or_default().extend(&self.group(group)[classes]);
                }
                Outcome::Value { number: None, .. } => return Err("is not always a number".to_owned()),
                Outcome::Holds(_)
                | Outcome::Either
                | Outcome::Fine
                | Outcome::Error(_)
                | Outcome::ErrorUnder(_)
                | Outcome::Open(_) => {}
            }
        }
        Ok(values.into_iter().collect())
    }
}
