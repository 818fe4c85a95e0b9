//! What node types say about requirements (requirement definitions; TOSCA Simple Profile 1.3, section 3.7.3).

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;

use super::{Collection, Schemas};
use crate::source::Span;
use crate::source::syntax::yaml::Yaml;

/// A requirement that a node type declares.
#[derive(Clone, Copy, Debug)]
pub struct Requirement<'t> {
    /// Where the nearest type declares it.
    pub span: Span,
    /// The type of the capability that it leads to.
    pub capability: Option<Yaml<'t>>,
    /// How many assignments it has.
    pub occurrences: Occurrences,
}

/// How often something may be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrences {
    /// At least so many.
    pub least: u64,
    /// At most so many; none for any number.
    pub most: Option<u64>,
}

/// Why it is unknown how often something may be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MalformedOccurrences {
    /// These are not two numbers.
    Shape,
    /// The least is more than the most.
    Empty,
}

/// The most, where any number may be there.
pub const UNBOUNDED: &str = "UNBOUNDED";

/// What holds where a definition says nothing: exactly one.
const ONE: Occurrences = Occurrences { least: 1, most: Some(1) };

/// What a definition that cannot be read leaves: it is reported itself, and nothing that uses it.
const ANY: Occurrences = Occurrences { least: 0, most: None };

/// Requirements by name, those of the root type first.
pub type Requirements<'t> = IndexMap<&'t str, Requirement<'t>, FxBuildHasher>;

impl<'t> Schemas<'t> {
    /// The effective requirements of a node type: what is nearer goes over what is farther, key by key.
    pub fn requirements(&self, node_type: &str) -> Requirements<'t> {
        let mut found = Requirements::default();
        for name in self.line(Collection::Node, node_type).unwrap_or_default().into_iter().rev() {
            let Some(section) = self.body(Collection::Node, name).and_then(|body| body.get("requirements")) else {
                continue;
            };
            for (key, body) in section.entries().chain(section.items().flat_map(Yaml::entries)) {
                let before = found.get(key.text()).copied();
                found.insert(key.text(), Requirement::read(key, body, before));
            }
        }
        found
    }
}

impl<'t> Requirement<'t> {
    fn read(key: Yaml<'t>, body: Yaml<'t>, before: Option<Self>) -> Self {
        let named = |key| body.get(key).filter(|name: &Yaml<'t>| name.is_scalar() && !name.is_null());
        let short = Some(body).filter(|body| body.is_scalar() && !body.is_null());
        let occurrences = body.get("occurrences").filter(|range| !range.is_null());
        let occurrences = occurrences.map(|range| Occurrences::read(range).unwrap_or(ANY));
        Self {
            span: key.span(),
            capability: named("capability").or(short).or(before.and_then(|before| before.capability)),
            occurrences: occurrences.or(before.map(|before| before.occurrences)).unwrap_or(ONE),
        }
    }
}

impl Occurrences {
    /// `[least, most]`.
    ///
    /// # Errors
    /// When it is not that.
    pub fn read(range: Yaml<'_>) -> Result<Self, MalformedOccurrences> {
        let mut bounds = range.items();
        let (Some(least), Some(most), None) = (bounds.next(), bounds.next(), bounds.next()) else {
            return Err(MalformedOccurrences::Shape);
        };
        let number = |bound: Yaml<'_>| bound.text().parse::<u64>().map_err(|_| MalformedOccurrences::Shape);
        let least = number(least)?;
        let most = if most.text() == UNBOUNDED { None } else { Some(number(most)?) };
        if most.is_some_and(|most| most < least) { Err(MalformedOccurrences::Empty) } else { Ok(Self { least, most }) }
    }
}
