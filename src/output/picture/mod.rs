//! Pictures of a topology: hosts as boxes around what they host, the other relations as arrows.
//!
//! Comes in: [`Variants`](crate::analysis::question::Variants) and the answer about their elements. Goes out: a [`Picture`], which
//! says what is drawn, and its text in the formats of drawing tools ([`dot()`], [`mermaid()`], [`plantuml()`]) or laid out and
//! drawn here ([`svg()`]); two pictures can be compared in one, and large ones cut down. Invariant: every node and every relation with a
//! target is drawn exactly once, and the bytes depend on the template and the given values alone.

mod build;
mod comparison;
mod dot;
mod graph;
mod layout;
mod mermaid;
mod nesting;
mod notation;
mod outline;
mod part;
mod plantuml;
mod svg;
mod text;

pub use dot::dot;
pub use graph::{Hosting, Mark, Picture, PictureEdge, PictureNode};
pub use layout::TooLarge;
pub use mermaid::mermaid;
pub use plantuml::plantuml;
pub(super) use svg::escape;
pub use svg::svg;
