//! Something that is wrong in those variants in which some elements are present and others absent.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use variscope_encoder::{FormulaId, Formulas};

use super::computed::Computed;
use super::passed_over::PassedOver;
use crate::analysis::question::all_variants::lifted::Lifted;
use crate::tosca::model::ElementId;
use crate::tosca::types::completion::Fault;

/// A fault, and which variants have it.
pub(super) struct ConditionalFault {
    pub(super) fault: Fault,
    /// The element that has the value.
    pub(super) element: Option<ElementId>,
    /// The value of a property that is wrong by itself.
    pub(super) value: Option<ElementId>,
    /// The values of an expression that have it, where others have not.
    pub(super) computed: Option<Computed>,
    /// Which property it is, when no type declares it.
    pub(super) passed_over: Option<PassedOver>,
    pub(super) when: When,
}

impl ConditionalFault {
    pub(super) fn new(fault: Fault, element: Option<ElementId>, when: When) -> Self {
        Self { fault, element, value: None, computed: None, passed_over: None, when }
    }
}

/// Elements that are present and others that are absent.
#[derive(Clone, Debug, Default)]
pub(super) struct When {
    present: Vec<ElementId>,
    absent: Vec<ElementId>,
    /// Absent too; many alternatives of one element share the list of those before them.
    earlier: Vec<Earlier>,
}

/// The first ones of an element's alternatives.
#[derive(Clone, Debug)]
struct Earlier {
    element: ElementId,
    alternatives: Arc<[ElementId]>,
    count: usize,
}

/// By element: that one of its first alternatives is present, at `[n]` for the first `n`.
pub(super) type SomeEarlier = FxHashMap<ElementId, Vec<FormulaId>>;

/// So many alternatives are named in each formula; of more, each formula builds on the one before.
const FEW_ALTERNATIVES: usize = 16;

impl When {
    pub(super) fn present(elements: impl IntoIterator<Item = ElementId>) -> Self {
        Self { present: elements.into_iter().collect(), ..Self::default() }
    }

    /// Where this holds and `other` as well.
    pub(super) fn and(&self, other: &Self) -> Self {
        Self {
            present: joined(&self.present, &other.present),
            absent: joined(&self.absent, &other.absent),
            earlier: joined(&self.earlier, &other.earlier),
        }
    }

    /// Where this holds and all of `elements` are absent.
    pub(super) fn without(&self, elements: impl IntoIterator<Item = ElementId>) -> Self {
        self.and(&Self { absent: elements.into_iter().collect(), ..Self::default() })
    }

    /// Where this holds and the first `count` of all `alternatives` of an element are absent.
    pub(super) fn without_earlier(&self, element: ElementId, alternatives: &Arc<[ElementId]>, count: usize) -> Self {
        let earlier = Earlier { element, alternatives: Arc::clone(alternatives), count };
        self.and(&Self { earlier: vec![earlier], ..Self::default() })
    }

    /// Whether it holds in every variant.
    pub(super) fn is_always(&self) -> bool {
        self.present.is_empty() && self.absent().next().is_none()
    }

    /// Whether it holds where `is_present` says what is present.
    pub(super) fn holds(&self, is_present: impl Fn(ElementId) -> bool) -> bool {
        self.present.iter().all(|&id| is_present(id)) && !self.absent().any(is_present)
    }

    fn absent(&self) -> impl Iterator<Item = ElementId> + '_ {
        let earlier = self.earlier.iter().flat_map(|earlier| &earlier.alternatives[..earlier.count]);
        self.absent.iter().chain(earlier).copied()
    }

    /// The valid configurations in which it holds.
    pub(super) fn formula(
        &self,
        lifted: &Lifted<'_, '_>,
        formulas: &mut Formulas,
        known: &mut SomeEarlier,
    ) -> FormulaId {
        let presence = |&id: &ElementId| FormulaId::from(lifted.presence(id));
        let mut all: Vec<FormulaId> = self.present.iter().map(presence).collect();
        all.extend(self.absent.iter().map(|id| !presence(id)));
        for Earlier { element, alternatives, count } in &self.earlier {
            let first = &alternatives[..*count];
            if first.len() <= FEW_ALTERNATIVES {
                all.extend(first.iter().map(|id| !presence(id)));
                continue;
            }
            let some = known.entry(*element).or_insert_with(|| vec![FormulaId::FALSE]);
            for id in &first[some.len().min(first.len() + 1) - 1..] {
                some.push(formulas.or([some[some.len() - 1], presence(id)]));
            }
            all.push(!some[first.len()]);
        }
        formulas.and(all.into_iter().chain([lifted.valid()]))
    }
}

fn joined<T: Clone>(left: &[T], right: &[T]) -> Vec<T> {
    left.iter().chain(right).cloned().collect()
}
