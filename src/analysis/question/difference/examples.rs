//! One of the variants that changed, with values that give it and what the other side gives for these.

use super::written::title_with_value;
use super::{Change, ComparedTemplates, CountedVariants};
use crate::analysis::question::configuration::witness::Witness;
use crate::analysis::question::{PresenceVerdict, Variants};
use crate::tosca::model::{ElementId, Kind};

/// A variant with values for open inputs that give it.
#[derive(Clone, Debug, PartialEq)]
pub struct Example {
    /// The present common elements, as those of the old template.
    pub present: Vec<ElementId>,
    /// Values that give it on the old side, if it is there.
    pub old: Option<Witness>,
    /// Values that give it on the new side, if it is there.
    pub new: Option<Witness>,
    /// What tells it apart from what the other side gives for these values, where both have the same nodes.
    pub apart: Option<String>,
}

/// The sides on which an example is a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ExampleSides {
    Old,
    New,
    Both,
}

impl ComparedTemplates<'_> {
    pub(super) fn change(&self, found: CountedVariants, sides: ExampleSides) -> Change {
        let example = found.example.map(|presences| {
            let pairs = || self.matching.common.iter().zip(&presences);
            let olds = pairs().map(|(&(old, _), &is_present)| (old, is_present)).collect();
            let news = pairs().map(|(&(_, new), &is_present)| (new, is_present)).collect();
            let old = (sides != ExampleSides::New).then(|| self.witness(self.old, olds)).flatten();
            let new = (sides != ExampleSides::Old).then(|| self.witness(self.new, news)).flatten();
            let apart = match (&old, &new) {
                (Some(witness), None) => self.apart(&presences, witness, ExampleSides::Old),
                (None, Some(witness)) => self.apart(&presences, witness, ExampleSides::New),
                _ => None,
            };
            let present = pairs().filter(|(_, is_present)| **is_present).map(|(&(old, _), _)| old).collect();
            Example { present, old, new, apart }
        });
        Change { count: found.count, example }
    }

    /// Values for the open inputs of a side that give a variant with these presences.
    fn witness(&self, side: &Variants<'_>, presences: Vec<(ElementId, bool)>) -> Option<Witness> {
        let narrowed = side.under(side.configuration()).assuming(presences);
        match narrowed.explain(None, self.limits).answer {
            PresenceVerdict::SomeVariant { witness } => Some(witness),
            _ => None,
        }
    }

    /// An element of a variant of one side that the other side does not give for the same values, or the other way round; none where
    /// nodes differ, which people see anyway.
    fn apart(&self, presences: &[bool], witness: &Witness, side: ExampleSides) -> Option<String> {
        let other = if side == ExampleSides::Old { self.new } else { self.old };
        let given = witness.complete(other.configuration());
        let variant = other.under(&given).resolve().ok()?;
        let pairs = self.matching.common.iter().zip(presences);
        let differing = pairs.filter_map(|(&(old, new), &is_present)| {
            let [own, others] = if side == ExampleSides::Old { [old, new] } else { [new, old] };
            (variant.has(other.model(), others) != is_present).then_some((own, is_present))
        });
        let differing: Vec<(ElementId, bool)> = differing.collect();
        if differing.iter().any(|(id, _)| id.kind() == Kind::Node) {
            return None;
        }
        let &(id, is_present) = differing.iter().find(|(_, is_present)| *is_present).or_else(|| differing.first())?;
        let model = if side == ExampleSides::Old { self.old.model() } else { self.new.model() };
        Some(format!("{} {}", if is_present { "with" } else { "without" }, title_with_value(model, id)))
    }
}
