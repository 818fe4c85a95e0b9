//! Which types a connection may have, and where it has which.
//!
//! Comes in: a relationship template with a name, or one inside a requirement. Goes out: a [`TypeChoice`] for each type that
//! it may have: its own, or else what the types of the node want for the requirement. Invariant: in each variant with the
//! template one choice holds, or none where no type is present.

use std::sync::Arc;

use super::Connection;
use crate::analysis::presence::When;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::tosca::model::{ElementId, Model};
use crate::tosca::types::Collection;
use crate::unfurl::hosting::wanted;
use crate::unfurl::lineage::is_defined;

/// Types of connections that Unfurl 1.2.0 has in files beside those that it always reads, with the file.
static TO_IMPORT: &[(&str, &str)] = &[("unfurl.relationships.ConnectsTo.K8sCluster", "tosca_plugins/k8s.yaml")];

/// A type that a connection may have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::unfurl) struct TypeChoice {
    pub(super) name: Option<Arc<str>>,
    /// Where the type is present, or that of the node that wants it, and those are absent that would go before it.
    pub(in crate::unfurl) when: When,
}

impl TypeChoice {
    /// The types that `owner` names: a connection, or a relation for its relationship template.
    pub(super) fn of_owner(model: &Model, owner: ElementId) -> Vec<Self> {
        let own = model.type_candidates(owner).into_iter();
        in_order(own.map(|(id, name)| (id, Some(name))))
    }

    /// The types that the types of a node want for a requirement of it.
    pub(super) fn of_requirement(model: &Model, relation: ElementId) -> Vec<Self> {
        let name = &model.element(relation).name;
        let types = model.type_candidates(model.relation(relation).source).into_iter();
        let choices = in_order(types.map(|(id, node_type)| (id, wanted(model, &node_type, name))));
        if choices.is_empty() { vec![Self::default()] } else { choices }
    }
}

fn in_order(types: impl Iterator<Item = (Option<ElementId>, Option<Arc<str>>)>) -> Vec<TypeChoice> {
    let (mut choices, mut before) = (Vec::new(), Vec::new());
    for (present, name) in types {
        choices.push(TypeChoice { name, when: When::present(present).without(before.iter().copied()) });
        before.extend(present);
    }
    choices
}

impl Connection<'_> {
    /// That its type is unknown, or what that type consists of.
    pub(in crate::unfurl) fn doubtful_type(&self, model: &Model) -> Option<Diagnostic> {
        let name = &self.name;
        let Some(last) = self.types.last() else {
            let message = format!("connection \"{name}\" has no type, so that it sets no variables");
            let diagnostic = Diagnostic::new(Code::UntypedConnection, self.span, message);
            return Some(diagnostic.help("give it the `type` whose properties name the variables"));
        };
        if let Some(diagnostic) = self.left_to_import(model) {
            return Some(diagnostic);
        }
        let is_known = is_defined(model, Collection::Relationship, last) || self.definitions.len() == self.types.len();
        if is_known {
            return None;
        }
        let unknown = match self.type_name() {
            own if *own == **last => format!("is of type \"{own}\", which is not defined"),
            own => format!("is of type \"{own}\", which derives from \"{last}\", which is not defined"),
        };
        let message = format!("connection \"{name}\" {unknown}: variables that it sets are unknown");
        let span = self.body.get("type").map_or(self.span, |own_type| own_type.span());
        let diagnostic = Diagnostic::new(Code::UnknownConnectionType, span, message);
        Some(model.types().suggesting(diagnostic, Collection::Relationship, last))
    }

    /// That its type is one that Unfurl brings along in a file which the template does not import.
    fn left_to_import(&self, model: &Model) -> Option<Diagnostic> {
        let (name, file) = TO_IMPORT.iter().find(|(name, _)| self.types.iter().any(|own| **own == **name))?;
        if model.are_types_open() || !model.types().sites(Collection::Relationship, name).is_empty() {
            return None;
        }
        let message =
            format!("connection \"{}\" is of type \"{name}\", which Unfurl knows only where it is imported", self.name);
        let span = self.body.get("type").map_or(self.span, |own_type| own_type.span());
        let diagnostic = Diagnostic::new(Code::UnknownConnectionType, span, message);
        Some(diagnostic.help(format!("import it: `imports: [{{repository: unfurl, file: {file}}}]`")))
    }
}
