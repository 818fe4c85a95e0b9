//! Topology inputs and outputs as they are declared, whether the profile makes elements of them or passes them through.

use super::{ElementId, Kind, Model};
use crate::source::Span;
use crate::source::syntax::yaml::Yaml;

/// A topology input or output.
#[derive(Clone, Copy, Debug)]
pub struct Declaration<'m> {
    /// Its element id, in profiles where it is an element.
    pub id: Option<ElementId>,
    /// Its name.
    pub name: &'m str,
    /// Where that is written.
    pub span: Span,
    /// What is said about it.
    pub body: Yaml<'m>,
}

impl Model {
    /// The topology inputs in order.
    pub fn declared_inputs(&self) -> Vec<Declaration<'_>> {
        self.declared(Kind::Input, "inputs")
    }

    /// The topology outputs in order.
    pub fn declared_outputs(&self) -> Vec<Declaration<'_>> {
        self.declared(Kind::Output, "outputs")
    }

    fn declared(&self, kind: Kind, section: &str) -> Vec<Declaration<'_>> {
        let element = |id: ElementId| {
            let element = self.element(id);
            let body = self.yaml(element.body?);
            Some(Declaration { id: Some(id), name: &element.name, span: element.span, body })
        };
        let elements: Vec<Declaration<'_>> = self.of_kind(kind).filter_map(element).collect();
        if !elements.is_empty() {
            return elements;
        }
        let section = self.topology_template().and_then(|topology| topology.get(section)).into_iter();
        let entries = section.flat_map(|section| section.entries().chain(section.items().flat_map(Yaml::entries)));
        entries.map(|(key, body)| Declaration { id: None, name: key.text(), span: key.span(), body }).collect()
    }
}
