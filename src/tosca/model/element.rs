//! What every element has.

use std::sync::Arc;

use super::{DefaultMode, ElementId};
use crate::source::Span;
use crate::source::syntax::yaml::YamlId;

/// Something that may be present or absent.
#[derive(Clone, Debug)]
pub struct Element {
    /// Its name as written; the place in the list for imports.
    pub name: Arc<str>,
    /// Its place in its list, from 0; fallback values and generated technologies continue the list.
    pub index: u32,
    /// Whether it stands in a list and not in a map.
    pub is_listed: bool,
    /// What contains it: the node of a relation, artifact or technology; the owner of a type or property.
    pub container: Option<ElementId>,
    /// Its definition in the template; none for generated elements.
    pub body: Option<YamlId>,
    /// Where it is named.
    pub span: Span,
    /// The author's conditions, all of which have to hold; nulls are left out.
    pub conditions: Vec<YamlId>,
    /// Whether it is the alternative for others of its name.
    pub alternative: Alternative,
    /// What the author overrides for this element; most elements override nothing.
    pub overrides: Option<Box<Overrides>>,
}

/// The role of an element among those of the same name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Alternative {
    /// No `default_alternative`.
    #[default]
    Ordinary,
    /// `default_alternative: true`: present when no other is.
    Default,
    /// Any other `default_alternative`: its conditions are replaced by `false`.
    Never,
    /// Profile B's `default: true` on a value of a property: written out with its container when no ordinary value of
    /// its name is present.
    LastResort,
}

/// Element-level settings that go before the options.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// `default_condition` and its consistency and semantic forms.
    pub default_condition: Facet<Option<bool>>,
    /// `pruning` and its consistency and semantic forms.
    pub pruning: Facet<Option<bool>>,
    /// `default_condition_mode`.
    pub default_condition_mode: Option<DefaultMode>,
    /// `implied`.
    pub implied: Option<bool>,
    /// The entries of `implies`: each a list of a target and, possibly, a further condition.
    pub implies: Vec<YamlId>,
}

/// A setting with its refinements for consistency and for semantic conditions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Facet<T> {
    /// Whether it is on at all.
    pub base: T,
    /// Whether consistency conditions take part.
    pub consistency: T,
    /// Whether semantic conditions take part.
    pub semantic: T,
}

impl Facet<Option<bool>> {
    /// What an element says itself, and of the rest what the option says.
    pub(crate) fn over(self, option: Facet<bool>) -> Facet<bool> {
        Facet {
            base: self.base.unwrap_or(option.base),
            consistency: self.consistency.or(self.base).unwrap_or(option.consistency),
            semantic: self.semantic.or(self.base).unwrap_or(option.semantic),
        }
    }
}
