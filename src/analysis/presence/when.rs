//! Where something is so: by what is present and what is absent.

use std::sync::Arc;

use crate::tosca::model::ElementId;

/// Elements that are present and others that are absent.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct When {
    pub(crate) present: Vec<ElementId>,
    pub(crate) absent: Vec<ElementId>,
    /// Absent too; many alternatives of one element share the list of those before them.
    pub(crate) earlier: Vec<EarlierAlternatives>,
}

/// The first ones of an element's alternatives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EarlierAlternatives {
    pub(crate) element: ElementId,
    pub(crate) alternatives: Arc<[ElementId]>,
    pub(crate) count: usize,
}

impl When {
    pub(crate) fn present(elements: impl IntoIterator<Item = ElementId>) -> Self {
        Self { present: elements.into_iter().collect(), ..Self::default() }
    }

    /// Where this holds and `other` as well.
    pub(crate) fn and(&self, other: &Self) -> Self {
        Self {
            present: joined(&self.present, &other.present),
            absent: joined(&self.absent, &other.absent),
            earlier: joined(&self.earlier, &other.earlier),
        }
    }

    /// Where this holds and all of `elements` are absent.
    pub(crate) fn without(&self, elements: impl IntoIterator<Item = ElementId>) -> Self {
        self.and(&Self { absent: elements.into_iter().collect(), ..Self::default() })
    }

    /// Where this holds and the first `count` of all `alternatives` of an element are absent.
    pub(crate) fn without_earlier(&self, element: ElementId, alternatives: &Arc<[ElementId]>, count: usize) -> Self {
        let earlier = EarlierAlternatives { element, alternatives: Arc::clone(alternatives), count };
        self.and(&Self { earlier: vec![earlier], ..Self::default() })
    }

    /// Whether it holds in every variant.
    pub(crate) fn is_always(&self) -> bool {
        self.present.is_empty() && self.absent().next().is_none()
    }

    /// Whether it holds where `is_present` says what is present.
    pub(crate) fn holds(&self, is_present: impl Fn(ElementId) -> bool) -> bool {
        self.present.iter().all(|&id| is_present(id)) && !self.absent().any(is_present)
    }

    pub(crate) fn absent(&self) -> impl Iterator<Item = ElementId> + '_ {
        let earlier = self.earlier.iter().flat_map(|earlier| &earlier.alternatives[..earlier.count]);
        self.absent.iter().chain(earlier).copied()
    }
}

fn joined<T: Clone>(left: &[T], right: &[T]) -> Vec<T> {
    left.iter().chain(right).cloned().collect()
}
