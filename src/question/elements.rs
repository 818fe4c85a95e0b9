//! Which elements are always, never or sometimes present, and when?

use num_bigint::BigUint;
use variscope_encoder::{Atom, Budget, Var, backbone};

use super::Variants;
use super::count::Count;
use super::lifted::Lifted;
use super::survey::{Limits, countable};
use crate::condition::{AtomMeaning, ValueAtom};
use crate::domain::Caveat;
use crate::model::{ElementId, Model};

/// How an element behaves over all valid variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ElementStatus {
    /// Present in every one.
    Core,
    /// Present in none.
    Dead,
    /// Present in some.
    Conditional,
}

/// A value that has to be true or false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The value.
    pub value: ValueAtom,
    /// Whether it has to be true.
    pub holds: bool,
}

/// An element over all valid variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementSummary {
    /// The element.
    pub element: ElementId,
    /// How it behaves; none when there is no valid variant, or when not all of them are known.
    pub status: Option<ElementStatus>,
    /// In how many variants it is present, where that is known.
    pub variants: Option<BigUint>,
    /// When it is present in valid configurations: in one of these cases. None where that takes too many words.
    pub presence: Option<Vec<Vec<Literal>>>,
}

/// All elements over all valid variants.
#[derive(Clone, Debug)]
pub struct Elements {
    /// The elements that make a difference between variants.
    pub elements: Vec<ElementSummary>,
    /// How many variants there are, where that is known.
    pub variants: Option<BigUint>,
    /// Whether the status of every element is known.
    pub is_complete: bool,
    /// Why configurations may be missing.
    pub caveats: Vec<Caveat>,
}

impl Elements {
    /// What is known of the elements before anything was looked at.
    pub fn unknown(model: &Model) -> Self {
        let unknown = |element| ElementSummary { element, status: None, variants: None, presence: None };
        let elements = countable(model).into_iter().map(unknown).collect();
        Self { elements, variants: None, is_complete: false, caveats: Vec::new() }
    }

    /// Whether there is no variant at all: then every element is in all of them, and in none.
    pub fn is_void(&self) -> bool {
        self.is_complete && self.variants.as_ref().is_some_and(|number| number.bits() == 0)
    }

    /// Whether the answer is exact.
    pub fn is_exact(&self) -> bool {
        self.is_complete && self.caveats.is_empty()
    }
}

impl Variants<'_> {
    /// How each element behaves.
    pub fn elements(&self, limits: &Limits) -> Elements {
        self.all(limits).elements()
    }

    /// The values behind the atoms of a condition.
    pub(super) fn literals(&self, cases: Vec<Vec<(Atom, bool)>>) -> Vec<Vec<Literal>> {
        let literal = |(atom, holds): (Atom, bool)| match self.rules().atoms().meaning(atom) {
            AtomMeaning::Value(id) => Literal { value: self.rules().atoms().value_atom(id).clone(), holds },
            _ => unreachable!("conditions are over value atoms"),
        };
        cases.into_iter().map(|case| case.into_iter().map(literal).collect()).collect()
    }
}

impl Lifted<'_, '_> {
    /// How each element behaves.
    pub(super) fn elements(&self, limits: &Limits) -> Elements {
        let count = self.count(limits, true);
        let mut elements = Elements::counted(&count);
        if count.per_element.is_none() {
            let statuses = decide(self, &limits.budget);
            elements.is_complete = statuses.iter().all(Option::is_some);
            for (summary, status) in elements.elements.iter_mut().zip(statuses) {
                summary.status = status;
            }
        }
        let conditional: Vec<usize> = (0..elements.elements.len())
            .filter(|&place| elements.elements[place].status == Some(ElementStatus::Conditional))
            .collect();
        let ids: Vec<ElementId> = conditional.iter().map(|&place| elements.elements[place].element).collect();
        let Ok(conditions) = self.conditions(&ids, &limits.budget) else {
            elements.is_complete = false;
            return elements;
        };
        for (place, condition) in conditional.into_iter().zip(conditions) {
            elements.elements[place].presence = condition.map(|cases| self.variants().literals(cases));
        }
        elements
    }
}

/// The status of each element that counts; none where the budget did not suffice or classes may be missing, or nothing is
/// valid.
pub(super) fn decide(lifted: &Lifted<'_, '_>, budget: &Budget) -> Vec<Option<ElementStatus>> {
    let by_backbone = || decide_by_backbone(lifted, &countable(lifted.variants().model()), budget);
    let statuses = lifted.statuses(budget).unwrap_or_else(by_backbone);
    let misses_nothing = lifted.classes().caveats().is_empty();
    let is_sure = |status: &ElementStatus| misses_nothing || *status == ElementStatus::Conditional;
    statuses.into_iter().map(|status| status.filter(is_sure)).collect()
}

fn decide_by_backbone(lifted: &Lifted<'_, '_>, elements: &[ElementId], budget: &Budget) -> Vec<Option<ElementStatus>> {
    let vars: Vec<Var> = elements.iter().map(|&id| Var::new(lifted.presence(id).index())).collect();
    let Ok(Some(found)) = backbone::backbone(&lifted.valid_problem().to_cnf(), &vars, budget) else {
        return vec![None; elements.len()];
    };
    let (mut fixed, mut undecided) = (found.fixed, found.undecided);
    fixed.sort_unstable_by_key(|lit| lit.var());
    undecided.sort_unstable();
    let status = |var: &Var| match fixed.binary_search_by_key(var, |lit| lit.var()) {
        Ok(place) if fixed[place].is_positive() => Some(ElementStatus::Core),
        Ok(_) => Some(ElementStatus::Dead),
        Err(_) => undecided.binary_search(var).is_err().then_some(ElementStatus::Conditional),
    };
    vars.iter().map(status).collect()
}

impl Elements {
    /// What numbers of variants tell.
    pub(super) fn counted(count: &Count) -> Self {
        let variants = |place: usize| count.per_element.as_ref().map(|numbers| numbers[place].clone());
        let summary = |(place, &element): (usize, &ElementId)| {
            let variants = variants(place);
            let status = variants.as_ref().and_then(|variants| count.status(variants));
            ElementSummary { element, status, variants, presence: None }
        };
        Self {
            elements: count.elements.iter().enumerate().map(summary).collect(),
            variants: count.is_complete.then(|| count.variants.clone()),
            is_complete: count.is_complete,
            caveats: count.caveats.clone(),
        }
    }
}

impl Count {
    /// What is present in some known variants but not in all is conditional, whatever the others are.
    fn status(&self, variants: &BigUint) -> Option<ElementStatus> {
        let is_some = *variants > BigUint::ZERO;
        let is_all = *variants == self.variants;
        match (is_some, is_all) {
            (true, false) => Some(ElementStatus::Conditional),
            _ if !self.is_exact() || self.variants == BigUint::ZERO => None,
            (true, true) => Some(ElementStatus::Core),
            (false, _) => Some(ElementStatus::Dead),
        }
    }
}
