//! Names of interfaces and operations that look misspelt.
//!
//! Runtimes add interfaces and operations of their own, so that only names are reported that are almost those of declared
//! ones. TOSCA Simple Profile 1.3, sections 3.8.3 and 5.8.

use super::doubt::ConditionalFault;
use super::search::TemplateWalk;
use crate::source::Span;
use crate::source::diagnostic::{Code, did_you_mean, did_you_mean_text};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::completion::{Fault, Path};
use crate::tosca::types::{Collection, Interfaces, operations_in, short_name};

/// The interface that every node has.
const LIFECYCLE: &str = "Standard";

const LIFECYCLE_OPERATIONS: &[&str] = &["create", "configure", "start", "stop", "delete"];

impl<'t> TemplateWalk<'_, 't> {
    /// The interfaces of nodes.
    pub(super) fn operations(&mut self) {
        for node in self.model.of_kind(Kind::Node) {
            let body = self.model.element(node).body.map(|body| self.model.yaml(body));
            let Some(given) = body.and_then(|body| body.get("interfaces")) else { continue };
            let line = self.own_types(node).first().and_then(|own| self.schemas.line(Collection::Node, &own.name));
            let Some(line) = line else { continue };
            let declared = self.schemas.interfaces(Collection::Node, &line);
            for (key, body) in given.entries() {
                self.interface(node, (key, body), &declared);
            }
        }
    }

    /// An operation of a node, as `Interface.operation`, that a step of a workflow calls.
    pub(super) fn called_operation(&mut self, node: ElementId, call: Yaml<'t>) {
        let Some((interface, operation)) = call.as_str().and_then(|call| call.rsplit_once('.')) else { return };
        let line = self.own_types(node).first().and_then(|own| self.schemas.line(Collection::Node, &own.name));
        let Some(line) = line else { return };
        let declared = self.schemas.interfaces(Collection::Node, &line);
        let body = self.model.element(node).body.map(|body| self.model.yaml(body));
        let given: Vec<(Yaml<'t>, Yaml<'t>)> =
            body.and_then(|body| body.get("interfaces")).into_iter().flat_map(Yaml::entries).collect();
        let own = declared.get(short_name(interface));
        let of_node = given.iter().find(|(key, _)| short_name(key.text()) == short_name(interface));
        if own.is_none() && of_node.is_none() && short_name(interface) != LIFECYCLE {
            let known = declared.keys().copied().chain(given.iter().map(|(key, _)| key.text())).chain([LIFECYCLE]);
            let meant = did_you_mean(interface, known).map(|meant| format!("{meant}.{operation}"));
            self.misspelt_call(node, call, meant);
            return;
        }
        let standard = if short_name(interface) == LIFECYCLE { LIFECYCLE_OPERATIONS } else { &[] };
        let known = own.into_iter().flat_map(|own| own.operations.keys().copied()).chain(standard.iter().copied());
        let of_node = of_node.into_iter().flat_map(|(_, body)| operations_in(*body)).map(|(key, _)| key.text());
        let known: Vec<&str> = known.chain(of_node).collect();
        if !known.contains(&operation) {
            let meant = did_you_mean(operation, known).map(|meant| format!("{interface}.{meant}"));
            self.misspelt_call(node, call, meant);
        }
    }

    fn misspelt_call(&mut self, node: ElementId, call: Yaml<'t>, meant: Option<String>) {
        let Some(meant) = meant else { return };
        let owner = &self.model.element(node).name;
        let message = format!(
            "node \"{owner}\" has no operation \"{}\", which a workflow calls; {}",
            call.text(),
            did_you_mean_text(&meant)
        );
        let misspelt = Some((call.text().to_owned(), meant));
        let path = Path::new(owner);
        let fault = Fault::new(Code::UndeclaredOperation, &path.name(call.text()), call.span(), message);
        let when = self.presence(node);
        self.doubts.push(ConditionalFault::new(Fault { misspelt, ..fault }, Some(node), when));
    }

    fn interface(&mut self, node: ElementId, (key, body): (Yaml<'t>, Yaml<'t>), declared: &Interfaces<'t>) {
        let name = short_name(key.text());
        let own = declared.get(name);
        if own.is_none() && name != LIFECYCLE {
            let known = declared.keys().copied().chain([LIFECYCLE]);
            self.misspelt(node, "interface", (key.text(), key.span()), known);
            return;
        }
        let standard = if name == LIFECYCLE { LIFECYCLE_OPERATIONS } else { &[] };
        let known: Vec<&str> =
            own.iter().flat_map(|own| own.operations.keys().copied()).chain(standard.iter().copied()).collect();
        for (operation, _) in operations_in(body).filter(|(operation, _)| !known.contains(&operation.text())) {
            self.misspelt(node, "operation", (operation.text(), operation.span()), known.iter().copied());
        }
    }

    fn misspelt<'n>(
        &mut self,
        node: ElementId,
        what: &str,
        (name, span): (&str, Span),
        known: impl Iterator<Item = &'n str>,
    ) {
        let Some(close) = did_you_mean(name, known) else { return };
        let owner = &self.model.element(node).name;
        let message = format!("node \"{owner}\" has no {what} \"{name}\"; {}", did_you_mean_text(close));
        let fault = Fault::new(Code::UndeclaredOperation, &Path::new(owner).name(name), span, message);
        let when = self.presence(node);
        self.doubts.push(ConditionalFault::new(fault, Some(node), when));
    }
}
