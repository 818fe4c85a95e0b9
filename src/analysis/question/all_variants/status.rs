//! How elements behave over all valid variants: always, never or sometimes present.

use schemars::JsonSchema;
use serde::Serialize;

use super::class_enumeration::ClassEnumeration;

/// How an element or a feature behaves over all valid variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Status")]
pub enum ElementStatus {
    /// It is in every one.
    Core,
    /// It is in none.
    Dead,
    /// It is in some.
    Conditional,
}

impl ElementStatus {
    /// The status of what is in so many of all; none where there are none at all, or where it may be otherwise in those that are not
    /// known.
    pub(crate) fn of_counts<T: PartialEq + Default>(present: &T, all: &T, are_all_known: bool) -> Option<Self> {
        let none = T::default();
        match (*present != none, present == all) {
            (true, false) => Some(Self::Conditional),
            _ if !are_all_known || *all == none => None,
            (true, true) => Some(Self::Core),
            (false, _) => Some(Self::Dead),
        }
    }
}

impl ClassEnumeration {
    /// How the element at this place of [`ClassEnumeration::elements`] behaves, if that is known.
    pub(crate) fn status(&self, place: usize) -> Option<ElementStatus> {
        let present = self.variants.iter().filter(|variant| variant.present[place]).count();
        ElementStatus::of_counts(&present, &self.variants.len(), self.exactness.is_exact())
    }
}
