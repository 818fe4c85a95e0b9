//! Which nodes are deployed by a technology.

use crate::source::diagnostic::{Code, Diagnostic};
use crate::tosca::model::lower::Builder;
use crate::tosca::model::{Constraint, ElementId};
use crate::tosca::types::Collection;

impl Builder<'_> {
    /// Whether anything asks which nodes are managed. If not, it does not matter that a type is not defined.
    pub(super) fn asks_for_managed(&self) -> bool {
        let options = &self.contents.options;
        options.enrich_technologies
            || options.requires(Constraint::RequiredTechnology)
            || options.requires(Constraint::UniqueTechnology)
    }

    /// Whether `node` is deployed by a technology: as its author says, or because it has technologies, or unless its
    /// type is abstract.
    pub(super) fn is_managed(&self, node: ElementId) -> Result<bool, Box<Diagnostic>> {
        let details = &self.contents.nodes[node.place()];
        if let Some(managed) = details.managed {
            return Ok(managed);
        }
        if !details.technologies.is_empty() {
            return Ok(true);
        }
        let only = match *details.types.as_slice() {
            [] => return Ok(false),
            [only] => only,
            [..] => return Err(Box::new(self.several_types(node))),
        };
        let name = &self.element(only).name;
        let definition = self.contents.types.definition(Collection::Node, name);
        definition.map(|definition| !definition.is_abstract).ok_or_else(|| Box::new(self.undefined_node_type(only)))
    }

    /// Where one type is needed.
    pub(super) fn several_types(&self, owner: ElementId) -> Diagnostic {
        let message = format!("{} has more than one type, so no technology can be chosen for it", self.display(owner));
        Diagnostic::new(Code::AmbiguousType, self.element(owner).span, message)
            .reference(format!("{} has more than one type", self.title(owner)))
    }

    fn undefined_node_type(&self, node_type: ElementId) -> Diagnostic {
        let element = self.element(node_type);
        let name = &element.name;
        let diagnostic =
            Diagnostic::new(Code::UndefinedType, element.span, format!("node type \"{name}\" is not defined"))
                .note("whether the node needs a technology depends on its type")
                .reference(format!("Node type \"{name}\" does not exist"));
        self.contents.types.suggesting(diagnostic, Collection::Node, name)
    }
}
