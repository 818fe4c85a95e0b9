//! Variants in the order of their elements, each with the classes that lead to it.
//!
//! Presences are functions of the classes, as decision diagrams. Those that no earlier ones decide split the classes
//! into one part for each variant ([`AssignmentParts`]). Invariant: a variant costs what changes since the one before,
//! and a step for each choice that is fixed.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::{FxHashMap, FxHashSet};
use variscope_encoder::bdd::{AssignmentPart, AssignmentParts, Bdd, Diagrams, EquivalentPairs, Overflow, Weights};
use variscope_encoder::{Atom, Budget, Interrupted};

use super::Lifted;
use super::diagram::{Diagram, MAX_NODES};
use super::variable_order::diagram;
use crate::analysis::domain::Caveat;
use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::class_enumeration::{FoundVariant, Reach, countable};
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::configuration::witness::Witness;
use crate::analysis::value::Value;
use crate::tosca::model::ElementId;

/// All variants in order: where two differ, the first element that only one of them has comes with the later one.
///
/// The *rank* of a variant is the number of classes that lead to earlier ones.
pub struct Listing<'v, 'm> {
    lifted: Lifted<'v, 'm>,
    elements: Vec<ElementId>,
    parts: AssignmentParts,
    /// The presences by which the parts are distinguished, in order.
    deciding: Vec<Atom>,
    /// By element: the number of its presence among the different ones.
    columns: Vec<usize>,
    presences: Vec<SharedPresence>,
    /// By variable of the diagrams.
    variables: Vec<Variable>,
    /// By variable: its value for the latest variant.
    values: Vec<bool>,
    /// By group: its class for the latest variant.
    combination: Vec<usize>,
    kinds: ClassKinds,
    part: Option<AssignmentPart>,
    caveats: Vec<Caveat>,
}

/// A presence that several elements may have.
struct SharedPresence {
    function: Bdd,
    /// Whether it holds for the latest variant.
    holds: bool,
}

/// A variable of the diagrams.
struct Variable {
    group: usize,
    /// The class when it is true, and where there are two when it is false.
    classes: (usize, Option<usize>),
    /// The presences that depend on it.
    presences: Vec<usize>,
}

/// Classes that are out of the ordinary.
struct ClassKinds {
    /// Some value is one that nothing mentions.
    unmentioned: Bdd,
    /// There are infinitely many configurations.
    infinite: Bdd,
    /// How many configurations there are for each that is distinguished; none for infinitely many.
    factor: Option<BigUint>,
}

/// Where a variant is in the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariantPosition {
    /// How many classes lead to earlier variants.
    pub rank: BigUint,
    /// How many classes lead to it.
    pub classes: BigUint,
    /// The rank of the next one.
    pub end: BigUint,
}

impl<'m> Variants<'m> {
    /// All variants in order; none where they cannot be looked at all at once.
    pub fn listing(&self, limits: &Limits) -> Option<Listing<'_, 'm>> {
        let lifted = Lifted::of(self, &limits.budget).ok()?;
        let elements = countable(self.model());
        // Without classes there is nothing to list.
        if lifted.classes().groups().iter().any(|group| group.classes.is_empty()) {
            return None;
        }
        let caveats = lifted.caveats(limits);
        let listing = Listing::new(lifted, elements, &limits.budget).ok()?;
        Some(Listing { caveats, ..listing })
    }
}

impl<'v, 'm> Listing<'v, 'm> {
    fn new(lifted: Lifted<'v, 'm>, elements: Vec<ElementId>, budget: &Budget) -> Result<Self, Overflow> {
        let (diagram, order) = diagram(&lifted, &elements, budget)?;
        let mut places: FxHashMap<Bdd, usize> = FxHashMap::default();
        let (mut columns, mut firsts) = (Vec::new(), Vec::new());
        for (element, &function) in diagram.functions.iter().enumerate() {
            let next = places.len();
            columns.push(*places.entry(function).or_insert(next));
            if places.len() > next {
                firsts.push(element);
            }
        }
        let atoms: Vec<Atom> = firsts.iter().map(|&element| lifted.presence(elements[element])).collect();
        let functions: Vec<Bdd> = firsts.iter().map(|&element| diagram.functions[element]).collect();
        // Presences that others decide cost time only.
        let deciding = diagram.deciding(&functions).unwrap_or_else(|_| (0..functions.len()).collect());
        let deciders: Vec<Bdd> = deciding.iter().map(|&place| functions[place]).collect();
        let deciding = deciding.into_iter().map(|place| atoms[place]).collect();
        let mut variables = variables(&lifted, &order);
        for (place, &function) in functions.iter().enumerate() {
            diagram.diagrams.support(function).into_iter().for_each(|var| variables[var].presences.push(place));
        }
        let mut diagrams = diagram.diagrams;
        let (kinds, sizes) = ClassKinds::of(&lifted, &variables, &mut diagrams)?;
        let values = vec![false; variables.len()];
        let holds = |function| diagrams.evaluate(function, |variable| values[variable]);
        let presences = functions.iter().map(|&function| SharedPresence { function, holds: holds(function) }).collect();
        let parts = AssignmentParts::new(diagrams, diagram.valid, &deciders, sizes)?;
        let mut combination = vec![0; lifted.classes().groups().len()];
        for variable in &variables {
            combination[variable.group] = variable.classes.1.unwrap_or(0);
        }
        let listing = Self {
            lifted,
            elements,
            parts,
            deciding,
            columns,
            presences,
            variables,
            values,
            combination,
            kinds,
            part: None,
            caveats: Vec::new(),
        };
        Ok(listing)
    }

    pub(super) fn lifted(&self) -> &Lifted<'v, 'm> {
        &self.lifted
    }

    pub(super) fn parts(&mut self) -> &mut AssignmentParts {
        &mut self.parts
    }

    /// The presences that decide all others, in the order of the list.
    pub(super) fn deciding(&self) -> &[Atom] {
        &self.deciding
    }

    /// How many classes are valid.
    pub fn total(&self) -> &BigUint {
        self.parts.total()
    }

    /// The elements that make a difference between variants.
    pub fn elements(&self) -> &[ElementId] {
        &self.elements
    }

    /// Why variants may be missing.
    pub fn caveats(&self) -> &[Caveat] {
        &self.caveats
    }

    /// Goes to the first variant whose rank is not below `rank`; none when there is none.
    ///
    /// # Errors
    /// [`Interrupted`] when that takes too much memory.
    pub fn seek(&mut self, rank: &BigUint) -> Result<Option<VariantPosition>, Interrupted> {
        let Some(part) = self.parts.first_from(rank).map_err(|_| Interrupted)? else { return Ok(None) };
        self.settle(part.set).map_err(|_| Interrupted)?;
        let listed = VariantPosition { rank: part.rank.clone(), classes: part.count.clone(), end: part.end() };
        self.part = Some(part);
        Ok(Some(listed))
    }

    /// Takes a class of the set, and what is present under it.
    fn settle(&mut self, set: Bdd) -> Result<(), Overflow> {
        let diagrams = self.parts.diagrams();
        let ordinary = diagrams.choose(self.kinds.unmentioned, Bdd::FALSE, set)?;
        let set = if ordinary == Bdd::FALSE { set } else { ordinary };
        let mut changed = Vec::new();
        diagrams.pick(set, &mut self.values, |variable| changed.push(variable));
        let mut seen = FxHashSet::default();
        for variable in changed {
            let Variable { group, classes: (when_true, when_false), presences } = &self.variables[variable];
            match when_false {
                _ if self.values[variable] => self.combination[*group] = *when_true,
                Some(class) => self.combination[*group] = *class,
                None => {}
            }
            for &place in presences.iter().filter(|&&place| seen.insert(place)) {
                let presence = &mut self.presences[place];
                presence.holds = diagrams.evaluate(presence.function, |variable| self.values[variable]);
            }
        }
        Ok(())
    }

    /// Whether the element at this place of [`Listing::elements`] is present in the latest variant.
    pub fn has(&self, place: usize) -> bool {
        self.presences[self.columns[place]].holds
    }

    /// For each group of inputs, the class of a configuration that gives the latest variant.
    pub fn combination(&self) -> &[usize] {
        &self.combination
    }

    /// By group, by class: the values of a configuration of it.
    pub fn witnesses(&self) -> Vec<Vec<Witness>> {
        self.lifted.classes().parts_of_witnesses()
    }

    /// Values, for the latest variant, of inputs whose sums are groups.
    pub fn sum_values(&self) -> Witness {
        Witness::new(self.lifted.classes().joint_values(&self.combination))
    }

    /// The values that were given; null is none, and witnesses have another one.
    pub fn given(&self) -> Vec<(Arc<str>, Value)> {
        let given = self.lifted.variants().configuration().iter().filter(|(_, given)| given.value != Value::Null);
        given.map(|(name, given)| (Arc::from(name), given.value.clone())).collect()
    }

    /// Values for inputs that are the same for all variants.
    pub fn unread(&self) -> Witness {
        self.lifted.classes().common_part_of_witnesses()
    }

    /// How many configurations lead to the latest variant; none for infinitely many.
    pub fn configurations(&mut self) -> Option<BigUint> {
        let part = self.part.as_ref()?;
        let factor = self.kinds.factor.as_ref()?;
        let infinite = self.parts.diagrams().and(part.set, self.kinds.infinite).ok()?;
        (infinite == Bdd::FALSE).then(|| self.parts.size(part) * factor)
    }

    /// The latest variant by itself.
    pub fn variant(&mut self) -> FoundVariant {
        FoundVariant {
            present: (0..self.elements.len()).map(|place| self.has(place)).collect(),
            reach: Reach {
                witness: self.lifted.classes().witness(&self.combination),
                is_unmentioned: self.lifted.classes().is_unmentioned(&self.combination),
                classes: self.part.as_ref().map(|part| part.count.clone()).unwrap_or_default(),
                configurations: self.configurations(),
            },
        }
    }
}

impl Diagram {
    /// Which of these presences those before do not decide in valid configurations, by place.
    fn deciding(&self, presences: &[Bdd]) -> Result<Vec<usize>, Overflow> {
        let mut alike = EquivalentPairs::new([(&self.diagrams, self.valid); 2], MAX_NODES)?;
        let mut deciding = Vec::new();
        for (place, &presence) in presences.iter().enumerate() {
            if alike.distinguish([(&self.diagrams, presence); 2])? {
                deciding.push(place);
            }
        }
        Ok(deciding)
    }
}

fn variables(lifted: &Lifted<'_, '_>, order: &[Atom]) -> Vec<Variable> {
    let mut found: FxHashMap<Atom, Variable> = FxHashMap::default();
    for group in 0..lifted.classes().groups().len() {
        for (class, formula) in lifted.group(group).iter().enumerate() {
            if formula.as_constant().is_some() {
                continue;
            }
            let atom = lifted.atom_of(formula.without_negation());
            let own = Variable { group, classes: (class, None), presences: Vec::new() };
            let variable = found.entry(atom).or_insert(own);
            if formula.is_negation() {
                variable.classes.1 = Some(class);
            }
        }
    }
    order.iter().map(|atom| found.remove(atom).expect("every variable is an atom of a class")).collect()
}

impl ClassKinds {
    /// Together with the numbers of configurations by variable.
    fn of(
        lifted: &Lifted<'_, '_>,
        variables: &[Variable],
        diagrams: &mut Diagrams,
    ) -> Result<(Self, Weights), Overflow> {
        let groups = lifted.classes().groups();
        let mut kinds = Self { unmentioned: Bdd::FALSE, infinite: Bdd::FALSE, factor: lifted.classes().unread_size() };
        for group in groups.iter().filter(|group| group.classes.len() == 1) {
            kinds.factor = kinds.factor.zip(group.classes[0].size.clone()).map(|(all, own)| all * own);
        }
        let mut sizes = vec![[BigUint::one(), BigUint::one()]; variables.len()];
        for (number, variable) in variables.iter().enumerate() {
            let (when_true, when_false) = variable.classes;
            let literal = diagrams.variable(number)?;
            for (class, literal) in [(Some(when_true), literal), (when_false, diagrams.not(literal)?)] {
                let Some(class) = class.map(|class| &groups[variable.group].classes[class]) else { continue };
                if class.is_unmentioned {
                    kinds.unmentioned = diagrams.or(kinds.unmentioned, literal)?;
                }
                let value = usize::from(literal == diagrams.variable(number)?);
                match &class.size {
                    Some(size) => sizes[number][value].clone_from(size),
                    None => kinds.infinite = diagrams.or(kinds.infinite, literal)?,
                }
            }
        }
        Ok((kinds, Weights::new(sizes)))
    }
}
