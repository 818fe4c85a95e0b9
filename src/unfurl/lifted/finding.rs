//! What is said about connections in all variants.

use super::answers::Answers;
use super::{Need, Supply, VALID, Witness};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::tosca::model::Model;
use crate::unfurl::connection::Connection;

impl Answers<'_, '_, '_> {
    /// Values of topology inputs and of connections that are wrong in some variant.
    pub(super) fn wrong_values(&self) -> Vec<(Diagnostic, Option<Witness>)> {
        let mut findings: Vec<(Diagnostic, Option<Witness>)> = Vec::new();
        for (diagnostic, question) in &self.questions.input_diagnostics {
            if self.place(*question).is_some() {
                findings.push((diagnostic.clone(), self.witness(*question)));
            }
        }
        let connections = self.questions.graph.connections().iter().zip(&self.questions.used);
        for (connection, &used) in connections {
            let question = if self.place(used).is_some() { used } else { VALID };
            let Some(place) = self.place(question) else { continue };
            let job = self.job(place);
            if !connection.is_held(|id| job.has(id)) {
                continue;
            }
            let diagnostics = job.connection_diagnostics(connection);
            findings.extend(diagnostics.into_iter().map(|diagnostic| (diagnostic, self.witness(question))));
        }
        for (lead, question) in &self.questions.led {
            let diagnostics =
                self.place(*question).map_or_else(Vec::new, |place| self.job(place).connection_diagnostics(lead));
            findings.extend(diagnostics.into_iter().map(|diagnostic| (diagnostic, self.witness(*question))));
        }
        findings
    }

    /// Connections that no node of any variant can use.
    pub(super) fn unused(&self) -> impl Iterator<Item = Diagnostic> {
        let connections = self.questions.graph.connections().iter().zip(&self.questions.used);
        let (mut used, mut others): (Vec<&Connection<'_>>, Vec<&Connection<'_>>) = Default::default();
        for (connection, &question) in connections {
            let list = if self.place(question).is_some() { &mut used } else { &mut others };
            list.push(connection);
        }
        let mut unused: Vec<&Connection<'_>> = Vec::new();
        for connection in others {
            if !used.iter().chain(&unused).any(|known| known.is_same(connection)) {
                unused.push(connection);
            }
        }
        unused.into_iter().map(|connection| {
            let message = format!("connection \"{}\" is available to no node of any variant", connection.name);
            Diagnostic::new(Code::DeadConnection, connection.span, message)
        })
    }
}

/// Needs that are not met in some variant.
pub(super) fn missing(model: &Model, supplies: &[Supply], is_required: bool) -> Vec<(Diagnostic, Option<Witness>)> {
    let is_missed = |supply: &&Supply| supply.witness.is_some() && (supply.example.is_some() || is_required);
    let missed = |supply: &Supply| {
        let what = match &supply.need {
            Need::Type(name) => format!("no connection of type \"{name}\""),
            Need::Variable(name) => format!("nothing that sets the variable {name}"),
        };
        let node = model.full_display(supply.node);
        let extent = if supply.example.is_some() { "some variants" } else { "all variants" };
        let message = format!("{node} has {what} in {extent}");
        let span = model.element(supply.node).span;
        (Diagnostic::new(Code::MissingConnection, span, message), supply.witness.clone())
    };
    supplies.iter().filter(is_missed).map(missed).collect()
}
