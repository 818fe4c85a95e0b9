//! Something that is wrong in those variants in which some elements are present and others absent.

use variscope_encoder::{FormulaId, Formulas};

use super::computed::Computed;
use super::passed_over::PassedOver;
use crate::analysis::question::lifted::Lifted;
use crate::tosca::model::ElementId;
use crate::tosca::types::completion::Fault;

/// A fault, and which variants have it.
pub(super) struct Doubt {
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

impl Doubt {
    pub(super) fn new(fault: Fault, element: Option<ElementId>, when: When) -> Self {
        Self { fault, element, value: None, computed: None, passed_over: None, when }
    }
}

/// Elements that are present and others that are absent.
#[derive(Clone, Debug, Default)]
pub(super) struct When {
    pub(super) present: Vec<ElementId>,
    pub(super) absent: Vec<ElementId>,
}

impl When {
    pub(super) fn present(elements: impl IntoIterator<Item = ElementId>) -> Self {
        Self { present: elements.into_iter().collect(), absent: Vec::new() }
    }

    /// Where this holds and `other` as well.
    pub(super) fn and(&self, other: &Self) -> Self {
        Self { present: joined(&self.present, &other.present), absent: joined(&self.absent, &other.absent) }
    }

    /// Where this holds and all of `elements` are absent.
    pub(super) fn without(&self, elements: impl IntoIterator<Item = ElementId>) -> Self {
        self.and(&Self { present: Vec::new(), absent: elements.into_iter().collect() })
    }

    /// Whether it holds where `is_present` says what is present.
    pub(super) fn holds(&self, is_present: impl Fn(ElementId) -> bool) -> bool {
        self.present.iter().all(|&id| is_present(id)) && !self.absent.iter().any(|&id| is_present(id))
    }

    /// The valid configurations in which it holds.
    pub(super) fn formula(&self, lifted: &Lifted<'_, '_>, formulas: &mut Formulas) -> FormulaId {
        let presence = |&id: &ElementId| FormulaId::from(lifted.presence(id));
        let present: Vec<FormulaId> = self.present.iter().map(presence).collect();
        let absent: Vec<FormulaId> = self.absent.iter().map(|id| !presence(id)).collect();
        formulas.and(present.into_iter().chain(absent).chain([lifted.valid()]))
    }
}

fn joined(left: &[ElementId], right: &[ElementId]) -> Vec<ElementId> {
    left.iter().chain(right).copied().collect()
}
