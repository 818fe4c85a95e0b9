//! One type definition.

use std::sync::Arc;

use crate::source::Span;
use crate::source::syntax::yaml::YamlId;

/// Where a file of type definitions comes from, which decides how strictly it is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// The service template itself.
    Template,
    /// A file under `lib/`: always read, so its version and its names have to fit.
    Library,
    /// Another local file that is imported. The reference does not look into these, so they only add what is
    /// defined nowhere else.
    Import,
}

/// A type.
#[derive(Clone, Debug)]
pub struct TypeDefinition {
    /// Its name.
    pub name: Arc<str>,
    /// What it derives from; none for root types.
    pub parent: Option<Parent>,
    /// Whether its own metadata calls it abstract: nodes of it are not deployed by a technology.
    pub is_abstract: bool,
    /// Where it is defined; none for normative types.
    pub place: Option<DefinitionSite>,
}

/// What a type derives from.
#[derive(Clone, Debug)]
pub struct Parent {
    /// The type that it derives from.
    pub name: Arc<str>,
    /// Where the definition says so; none where it goes without saying.
    pub span: Option<Span>,
}

/// Where a type is defined.
#[derive(Clone, Copy, Debug)]
pub struct DefinitionSite {
    /// Its definition.
    pub body: YamlId,
    /// Its name in front of the definition.
    pub span: Span,
    /// The sort of file.
    pub origin: Origin,
}
