//! Which elements are always, never or sometimes present, and when?

use num_bigint::BigUint;
use variscope_encoder::Atom;

use crate::analysis::condition::{AtomMeaning, Literal};
use crate::analysis::domain::Caveat;
use crate::analysis::question::all_variants::class_enumeration::countable;
use crate::analysis::question::all_variants::exactness::Exactness;
use crate::analysis::question::all_variants::lifted::{Lifted, decide};
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::all_variants::prepared::AllVariants;
use crate::analysis::question::all_variants::status::ElementStatus;
use crate::analysis::question::all_variants::variant_count::VariantCount;
use crate::analysis::question::all_variants::variant_space::VariantSpace;
use crate::analysis::question::{CountDetail, Variants};
use crate::tosca::model::ElementId;

/// An element over all valid variants.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ElementSummary {
    /// The element.
    pub element: ElementId,
    /// How it behaves; none when there is no valid variant, or when that is not decided.
    pub status: Option<ElementStatus>,
    /// In how many variants that are known it is present, where they were counted.
    pub variants: Option<BigUint>,
    /// When it is present in valid configurations: in one of these cases. None where that takes too many words.
    pub presence: Option<Vec<Vec<Literal>>>,
    /// Why its status is not decided, where configurations may be missing.
    pub caveats: Vec<Caveat>,
}

impl ElementSummary {
    /// Of which nothing is known.
    fn unknown(element: ElementId) -> Self {
        Self { element, status: None, variants: None, presence: None, caveats: Vec::new() }
    }
}

/// All elements over all valid variants.
#[derive(Clone, Debug)]
pub struct Elements {
    /// The elements that make a difference between variants.
    pub elements: Vec<ElementSummary>,
    /// How many variants there are, where that is known.
    pub variants: Option<BigUint>,
    /// Whether the status of every element is known.
    pub exactness: Exactness,
}

impl Elements {
    /// Whether there is no variant at all: then every element is in all of them, and in none.
    pub fn is_void(&self) -> bool {
        self.exactness.is_complete && self.variants.as_ref().is_some_and(|number| number.bits() == 0)
    }
}

impl Variants<'_> {
    /// How each element behaves.
    pub fn elements(&self, limits: &Limits) -> Elements {
        self.all(limits).elements()
    }

    /// How each element behaves, and when those that are asked for are present, without numbers of variants.
    pub fn statuses_and_conditions(&self, is_asked: impl Fn(ElementId) -> bool, limits: &Limits) -> Elements {
        self.all(limits).statuses_and_conditions(is_asked)
    }

    /// How each element behaves, without numbers of variants and without what it is present under.
    pub fn statuses(&self, limits: &Limits) -> Elements {
        self.all(limits).statuses()
    }

    /// The values behind the atoms of a condition.
    pub(crate) fn literals(&self, cases: Vec<Vec<(Atom, bool)>>) -> Vec<Vec<Literal>> {
        let literal = |(atom, holds): (Atom, bool)| match self.rules().atoms().meaning(atom) {
            AtomMeaning::Value(id) => Literal { value: self.rules().atoms().value_atom(id).clone(), holds },
            _ => unreachable!("conditions are over value atoms"),
        };
        cases.into_iter().map(|case| case.into_iter().map(literal).collect()).collect()
    }
}

impl AllVariants<'_, '_> {
    /// [`Variants::elements`].
    pub fn elements(&self) -> Elements {
        match &self.space {
            VariantSpace::Lifted(lifted) => lifted.elements(self.limits),
            VariantSpace::Enumerated(enumeration) => Elements::counted(&enumeration.count()),
        }
    }

    /// [`Variants::statuses`].
    pub fn statuses(&self) -> Elements {
        match &self.space {
            VariantSpace::Lifted(lifted) => lifted.bare_statuses(self.limits),
            VariantSpace::Enumerated(_) => self.elements(),
        }
    }

    /// [`Variants::statuses_and_conditions`].
    pub(crate) fn statuses_and_conditions(&self, is_asked: impl Fn(ElementId) -> bool) -> Elements {
        match &self.space {
            VariantSpace::Lifted(lifted) => lifted.statuses_and_conditions(is_asked, self.limits),
            VariantSpace::Enumerated(_) => self.elements(),
        }
    }
}

impl Lifted<'_, '_> {
    /// How each element behaves.
    fn elements(&self, limits: &Limits) -> Elements {
        // Numbers may take long: what is always, never or sometimes there comes first.
        let statuses = decide(self, &limits.budget);
        let count = self.count(limits, CountDetail::PerElement);
        let mut elements = Elements::counted(&count);
        let is_open = |summary: &ElementSummary| summary.status.is_none();
        if elements.elements.iter().any(is_open) && !elements.is_void() {
            elements.exactness.is_complete = statuses.iter().all(Option::is_some) || !self.classes().are_complete();
            for (summary, status) in elements.elements.iter_mut().zip(statuses) {
                summary.status = status;
            }
        }
        self.add_conditions(&mut elements, |_| true, limits);
        elements
    }

    /// How each element behaves, and when those that are asked for are present.
    pub(crate) fn statuses_and_conditions(&self, is_asked: impl Fn(ElementId) -> bool, limits: &Limits) -> Elements {
        let mut elements = self.bare_statuses(limits);
        self.add_conditions(&mut elements, is_asked, limits);
        elements
    }

    /// Adds when elements are present that are not always or never so.
    fn add_conditions(&self, elements: &mut Elements, is_asked: impl Fn(ElementId) -> bool, limits: &Limits) {
        let varying = |summary: &ElementSummary| {
            matches!(summary.status, None | Some(ElementStatus::Conditional)) && is_asked(summary.element)
        };
        let varying: Vec<usize> = (0..elements.elements.len())
            .filter(|&place| !elements.is_void() && varying(&elements.elements[place]))
            .collect();
        let ids: Vec<ElementId> = varying.iter().map(|&place| elements.elements[place].element).collect();
        let Ok(conditions) = self.conditions(&ids, &limits.budget) else {
            elements.exactness.is_complete = false;
            return;
        };
        for (place, condition) in varying.into_iter().zip(conditions) {
            let summary = &mut elements.elements[place];
            summary.presence = condition.map(|cases| self.variants().literals(cases));
            if summary.status.is_none() {
                summary.caveats = self.undecided(summary.element, &limits.budget);
            }
        }
    }

    /// How each element behaves, and nothing else; all that is known where no status is, as where nothing is valid.
    fn bare_statuses(&self, limits: &Limits) -> Elements {
        let statuses = decide(self, &limits.budget);
        if statuses.iter().all(Option::is_none) {
            return self.elements(limits);
        }
        let is_complete = statuses.iter().all(Option::is_some) || !self.classes().are_complete();
        let summary = |(element, status): (ElementId, Option<ElementStatus>)| {
            let caveats = if status.is_none() { self.undecided(element, &limits.budget) } else { Vec::new() };
            ElementSummary { status, caveats, ..ElementSummary::unknown(element) }
        };
        let elements = countable(self.variants().model()).into_iter().zip(statuses).map(summary);
        let elements: Vec<ElementSummary> = elements.collect();
        let mut caveats = self.caveats_of_types(&limits.budget);
        for caveat in elements.iter().flat_map(|summary| &summary.caveats) {
            if !caveats.contains(caveat) {
                caveats.push(caveat.clone());
            }
        }
        Elements { elements, variants: None, exactness: Exactness { is_complete, caveats } }
    }
}

impl Elements {
    /// What numbers of variants say.
    fn counted(count: &VariantCount) -> Self {
        let variants = |place: usize| count.per_element.as_ref().map(|numbers| numbers[place].clone());
        let summary = |(place, &element): (usize, &ElementId)| {
            let variants = variants(place);
            let status = variants.as_ref().and_then(|variants| count.status(variants));
            ElementSummary { status, variants, ..ElementSummary::unknown(element) }
        };
        Self {
            elements: count.elements.iter().enumerate().map(summary).collect(),
            variants: count.exactness.is_complete.then(|| count.variants.clone()),
            exactness: count.exactness.clone(),
        }
    }
}

impl VariantCount {
    /// What is present in some known variants but not in all is conditional, whatever the others are.
    fn status(&self, variants: &BigUint) -> Option<ElementStatus> {
        ElementStatus::of_counts(variants, &self.variants, self.exactness.is_exact())
    }
}
