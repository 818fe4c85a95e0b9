//! All variants, found by resolving every combination of classes the way `resolve` does.

mod enumerator;

use std::sync::Arc;

use num_bigint::BigUint;

use self::enumerator::ClassEnumerator;
use super::exactness::Exactness;
use super::limits::Limits;
use crate::analysis::domain::{Extent, InputGroup, advance};
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::classes::{Classes, Outcome};
use crate::analysis::question::configuration::witness::Witness;
use crate::analysis::value::Value;
use crate::source::diagnostic::Code;
use crate::tosca::model::{ElementId, Kind, Model, PropertyValue};

/// All that is known about the variants of a template.
#[derive(Clone, Debug, Default)]
pub struct ClassEnumeration {
    /// The elements that make a difference between variants.
    pub elements: Vec<ElementId>,
    /// The valid variants in the order of their witnesses.
    pub variants: Vec<FoundVariant>,
    /// What makes configurations invalid, in the order in which it was met.
    pub errors: Vec<FoundErrors>,
    /// Values that the template mentions for its inputs, and that no valid variant was found to have.
    pub unmet_values: Vec<(Arc<str>, Value)>,
    /// By place among the demands of the rules: configurations of valid variants in which it holds, and in which not.
    pub demanded: Vec<DemandReach>,
    /// Whether every combination of classes was looked at.
    pub exactness: Exactness,
    /// Whether configurations that are not counted are finitely many.
    pub uncounted: Extent,
}

/// Configurations that show both sides of a demand, those first that have no value that nothing mentions.
#[derive(Clone, Debug, Default)]
pub struct DemandReach {
    /// One in which it holds.
    pub holds: Option<FoundWitness>,
    /// One in which it does not.
    pub fails: Option<FoundWitness>,
}

/// A configuration that shows something.
#[derive(Clone, Debug)]
pub struct FoundWitness {
    /// Values for the open inputs.
    pub witness: Witness,
    /// Whether it has a value that nothing mentions, as all have that show the same.
    pub is_unmentioned: bool,
}

/// A valid variant with the configurations that give it.
#[derive(Clone, Debug)]
pub struct FoundVariant {
    /// Whether each element of [`ClassEnumeration::elements`] is present.
    pub present: Vec<bool>,
    /// What is known of its configurations.
    pub reach: Reach,
}

/// Errors that come together, with the configurations that lead to them.
#[derive(Clone, Debug)]
pub struct FoundErrors {
    /// The code of each, none for values that cannot be evaluated, and what the reference says.
    pub errors: Vec<(Option<Code>, String)>,
    /// What is known of their configurations.
    pub reach: Reach,
}

/// Configurations that lead somewhere.
#[derive(Clone, Debug)]
pub struct Reach {
    /// Values for the open inputs that do.
    pub witness: Witness,
    /// Whether all of them have a value that nothing mentions.
    pub is_unmentioned: bool,
    /// How many classes do.
    pub classes: BigUint,
    /// How many configurations do; none for infinitely many.
    pub configurations: Option<BigUint>,
}

impl ClassEnumeration {
    /// Whether no variant has the container of an element without the element itself.
    pub(crate) fn is_with_its_container(&self, model: &Model, element: ElementId) -> bool {
        let place = |id: ElementId| self.elements.binary_search(&id).ok();
        let container = model.element(element).container.and_then(place);
        let Some(own) = place(element).filter(|_| self.exactness.is_exact()) else { return false };
        self.variants
            .iter()
            .all(|variant| variant.present[own] || container.is_some_and(|container| !variant.present[container]))
    }

    /// The paths of the elements.
    pub fn paths(&self, model: &Model) -> Vec<String> {
        self.elements.iter().map(|&id| model.path(id)).collect()
    }
}

/// An enumeration that distinguishes variants also by the values of some properties.
pub(crate) struct Measurement {
    pub(crate) enumeration: ClassEnumeration,
    /// The properties.
    pub(crate) measured: Vec<ElementId>,
    /// By variant, by property: its value as JSON, where there is one.
    pub(crate) values: Vec<Vec<Option<String>>>,
}

impl Variants<'_> {
    /// Looks at all combinations of classes.
    pub fn enumerate_classes(&self, limits: &Limits) -> ClassEnumeration {
        self.measure(limits, &[]).enumeration
    }

    /// Enumerates the variants together with the values of properties whose expressions ask for no presence.
    pub(crate) fn measure(&self, limits: &Limits, measured: &[ElementId]) -> Measurement {
        ClassEnumerator::new(self, measured).run(limits)
    }
}

/// The elements of which variants are made: all but values and groups that are only there for lowering.
pub fn countable(model: &Model) -> Vec<ElementId> {
    let counts = |id: &ElementId| match id.kind() {
        Kind::Property => model.property(*id).value != PropertyValue::Fallback,
        Kind::Group => !model.group(*id).is_variability_group,
        _ => true,
    };
    model.ids().filter(counts).collect()
}

/// The values that the template mentions for its inputs, of inputs of which all values were looked at; those that are only in
/// classes, by group and place, of this kind.
pub(crate) fn mentioned_values(
    classes: &Classes<'_, '_>,
    is_wanted: impl Fn(usize, usize) -> bool,
) -> Vec<(Arc<str>, Value)> {
    let mut values = Vec::new();
    for (number, group) in classes.groups().iter().enumerate().filter(|(_, group)| has_all_combinations(group)) {
        for (input, candidates) in group.inputs.iter().zip(&group.occurrences) {
            let wanted = candidates.iter().filter(|(candidate, classes)| {
                !candidate.is_unmentioned && classes.iter().all(|&class| is_wanted(number, class))
            });
            values.extend(wanted.map(|(candidate, _)| (Arc::clone(input), candidate.value.clone())));
        }
    }
    values
}

/// Whether all values of the inputs were looked at.
pub(crate) fn has_all_combinations(group: &InputGroup<Outcome>) -> bool {
    group.combinations.is_some()
}

/// All combinations of classes.
pub(crate) fn combinations(classes: &Classes<'_, '_>) -> impl Iterator<Item = Vec<usize>> {
    let lengths: Vec<usize> = classes.groups().iter().map(|group| group.classes.len()).collect();
    let first = (!lengths.contains(&0)).then(|| vec![0; lengths.len()]);
    std::iter::successors(first, move |combination| {
        let mut next = combination.clone();
        advance(&mut next, &lengths).then_some(next)
    })
}
