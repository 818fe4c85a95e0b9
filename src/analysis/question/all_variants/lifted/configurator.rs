//! Choices of input values, and what they leave, as data: its use needs neither template nor solver.

use num_bigint::BigUint;
use std::sync::Arc;
use variscope_encoder::bdd::{Bdd, Diagrams};

use super::Lifted;
use super::diagram::Diagram;
use crate::analysis::domain::{Candidate, InputGroup};
use crate::analysis::question::all_variants::class_enumeration::countable;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::configuration::presets::PresetOverview;
use crate::analysis::value::Value;
use crate::tosca::model::ElementId;

/// Combinations of values in all groups together; where not all were looked at, there are more.
const MAX_COMBINATIONS: usize = 20_000;

/// Nodes of the diagram.
const MAX_PAGE_NODES: usize = 60_000;

/// All valid configurations as a decision diagram over classes of values.
///
/// A class of a group is chosen by its literal; a group of one class needs none. The assignments that satisfy `valid` are
/// the valid classes of configurations, those that satisfy the presence of an element are the ones in which it is present.
#[derive(Clone, Debug)]
pub struct Configurator {
    /// Inputs that are read together.
    pub groups: Vec<ChoiceGroup>,
    /// How many variables there are.
    pub variables: usize,
    /// Variable and followers for false and true, by node. A follower is 0 for "never", 1 for "always", else 2 plus the
    /// place of a node before this one.
    pub nodes: Vec<[usize; 3]>,
    /// The follower that stands for valid configurations.
    pub valid: usize,
    /// By element: the follower that stands for valid configurations with it.
    pub presences: Vec<(ElementId, usize)>,
    /// Whether no two valid classes give the same variant.
    pub distinguishes_variants: bool,
    /// By preset: the value that each of its inputs has, as group, place in the group and place among the values.
    pub presets: Vec<Vec<(usize, usize, usize)>>,
}

/// Inputs that are read together.
#[derive(Clone, Debug)]
pub struct ChoiceGroup {
    /// The inputs.
    pub inputs: Vec<ChoiceInput>,
    /// The class of each combination of values; the last input turns fastest.
    pub combinations: Vec<u32>,
    /// By class: the variable that chooses it with the value that it has to have; none when there is only one.
    pub literals: Vec<Option<(usize, bool)>>,
}

/// An input to choose a value of.
#[derive(Clone, Debug)]
pub struct ChoiceInput {
    /// Its name.
    pub name: Arc<str>,
    /// The values that may make a difference.
    pub values: Vec<ChoiceValue>,
    /// Whether there are more of these: as long as none is chosen, numbers are bounds.
    pub is_sampled: bool,
    /// Whether nothing reads it together with another input.
    pub is_alone: bool,
}

/// A value to choose, for itself or for many.
#[derive(Clone, Debug)]
pub struct ChoiceValue {
    /// The value.
    pub value: Value,
    /// How many values it stands for; none for infinitely many.
    pub size: Option<BigUint>,
    /// Whether it stands for texts that nothing mentions.
    pub is_unmentioned: bool,
}

impl From<&Candidate> for ChoiceValue {
    fn from(candidate: &Candidate) -> Self {
        Self { value: candidate.value.clone(), size: candidate.size.clone(), is_unmentioned: candidate.is_unmentioned }
    }
}

impl Lifted<'_, '_> {
    /// The choices that are left; none where that takes too much space.
    pub(crate) fn configurator(&self, presets: &[PresetOverview], limits: &Limits) -> Option<Configurator> {
        let groups = self.classes().groups().iter();
        let combinations = groups.map(|group| Some(group.combinations.as_ref()?.len())).sum::<Option<usize>>()?;
        if combinations > MAX_COMBINATIONS {
            return None;
        }
        let elements = countable(self.variants().model());
        let known = self.diagram(&limits.budget)?;
        // Who chooses wants a variable for each class.
        let apart;
        let diagram = if known.choices().are_apart() {
            &*known
        } else {
            apart = Diagram::with_class_variables(self, &elements, &limits.budget)?;
            &apart
        };
        if !diagram.has_presences() {
            return None;
        }
        let (valid, presences) = diagram.roots();
        let (nodes, places) = reachable(diagram.diagrams(), presences.iter().copied().chain([valid]));
        if nodes.len() > MAX_PAGE_NODES {
            return None;
        }
        Some(Configurator {
            groups: (0..self.classes().groups().len()).map(|group| self.choices(group, diagram)).collect(),
            variables: diagram.variables(),
            nodes,
            valid: places[valid.index()],
            presences: elements.iter().zip(presences).map(|(&id, bdd)| (id, places[bdd.index()])).collect(),
            distinguishes_variants: self.variant_determines_class(&elements, limits).unwrap_or(false),
            presets: presets.iter().map(|preset| self.chosen_by(preset)).collect(),
        })
    }

    fn choices(&self, group: usize, diagram: &Diagram) -> ChoiceGroup {
        let found = &self.classes().groups()[group];
        ChoiceGroup {
            inputs: (0..found.inputs.len()).map(|place| choice_input(found, place)).collect(),
            combinations: found.combinations.clone().unwrap_or_default(),
            literals: self.group(group).iter().map(|&formula| diagram.choices().literal(self, formula)).collect(),
        }
    }

    /// An input with the values of it that may make a difference; none where it is read nowhere.
    pub(crate) fn choice_input(&self, name: &str) -> Option<ChoiceInput> {
        self.classes().groups().iter().find_map(|group| {
            let place = group.inputs.iter().position(|input| **input == *name)?;
            Some(choice_input(group, place))
        })
    }

    /// What a preset chooses, as far as it is offered.
    fn chosen_by(&self, preset: &PresetOverview) -> Vec<(usize, usize, usize)> {
        let mut chosen = Vec::new();
        for (group, found) in self.classes().groups().iter().enumerate() {
            for (place, input) in found.inputs.iter().enumerate() {
                let given = preset.inputs.iter().find(|(name, _)| **name == **input);
                let value = given.and_then(|(_, value)| self.place_of(group, place, value));
                chosen.extend(value.map(|value| (group, place, value)));
            }
        }
        chosen
    }

    /// The offered value that is `value`, or stands for it.
    pub(super) fn place_of(&self, group: usize, place: usize, value: &Value) -> Option<usize> {
        let found = &self.classes().groups()[group];
        let column = &found.occurrences[place];
        if let Some(same) = column.iter().position(|(candidate, _)| candidate.value == *value) {
            return Some(same);
        }
        if found.inputs.len() > 1 {
            return column.iter().position(|(candidate, _)| candidate.is_unmentioned && value.as_str().is_some());
        }
        let mut configuration = self.variants().configuration().clone();
        configuration.assume(Arc::clone(&found.inputs[place]), value.clone());
        let class = self.classes().finder().class_of(group, &configuration)?;
        column.iter().position(|(_, classes)| classes.contains(&class))
    }
}

fn choice_input<S>(group: &InputGroup<S>, place: usize) -> ChoiceInput {
    ChoiceInput {
        name: Arc::clone(&group.inputs[place]),
        values: group.occurrences[place].iter().map(|(value, _)| value.into()).collect(),
        is_sampled: group.sampled[place],
        is_alone: group.inputs.len() == 1,
    }
}

/// The nodes that can be reached from `roots`, and the new number by old number.
fn reachable(diagrams: &Diagrams, roots: impl IntoIterator<Item = Bdd>) -> (Vec<[usize; 3]>, Vec<usize>) {
    let nodes: Vec<(usize, Bdd, Bdd)> = diagrams.nodes().collect();
    let mut is_needed = vec![false; nodes.len() + 2];
    roots.into_iter().for_each(|root| is_needed[root.index()] = true);
    for (place, (_, low, high)) in nodes.iter().enumerate().rev() {
        if is_needed[place + 2] {
            is_needed[low.index()] = true;
            is_needed[high.index()] = true;
        }
    }
    let mut places: Vec<usize> = (0..nodes.len() + 2).collect();
    let mut kept: Vec<[usize; 3]> = Vec::new();
    for (place, &(variable, low, high)) in nodes.iter().enumerate() {
        if is_needed[place + 2] {
            places[place + 2] = kept.len() + 2;
            kept.push([variable, places[low.index()], places[high.index()]]);
        }
    }
    (kept, places)
}
