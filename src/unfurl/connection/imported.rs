//! Connections that an environment imports from other ensembles.

use super::{Connection, Connections, DefaultFor, Source};
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;
use crate::unfurl::external::External;

impl<'c> Connections<'c> {
    /// Adds what is imported; a connection of the environment itself goes before one of the same name.
    pub(super) fn add_imported(
        &mut self,
        model: &'c Model,
        external: &[External<'c>],
        diagnostics: &mut Vec<Diagnostic>,
    ) {
        for (place, ensemble) in external.iter().enumerate() {
            if ensemble.root.is_none() {
                diagnostics.push(ensemble.import.unknown());
                continue;
            }
            for &written in &ensemble.import.connections {
                let found = ensemble.find(written.text()).filter(|(_, body)| body.is_mapping());
                let Some((name, body)) = found else {
                    diagnostics.push(missing(ensemble, written));
                    continue;
                };
                if self.iter().all(|known| *known.name != *name) {
                    let types = ensemble.template().and_then(|template| template.get("relationship_types"));
                    let connection = Connection::new(model, name, written.span(), body, Source::External(place));
                    self.add_import(connection.with_own_type(model, types), diagnostics);
                }
            }
        }
    }

    /// Who imports a connection wants it everywhere, unless it says for which nodes it is.
    fn add_import(&mut self, connection: Connection<'c>, diagnostics: &mut Vec<Diagnostic>) {
        let default_for = connection.body.get("default_for").filter(|default_for| !default_for.is_null());
        match default_for.filter(|default_for| default_for.as_str() != Some("SELF")) {
            Some(default_for) => self.add(connection, default_for, diagnostics),
            None => self.all.push(Connection { default_for: DefaultFor::Any, ..connection }),
        }
    }
}

fn missing(ensemble: &External<'_>, written: Yaml<'_>) -> Diagnostic {
    let (name, text) = (ensemble.import.name, written.text());
    if ensemble.is_partial() {
        let message = format!(
            "ensemble \"{name}\" includes files that are not read: its connection \"{text}\" is known at run time only"
        );
        return Diagnostic::new(Code::AbsentEnsemble, written.span(), message)
            .help("write the relationship template into the ensemble itself");
    }
    let message = format!("ensemble \"{name}\" has no relationship template \"{text}\"");
    Diagnostic::new(Code::BadConnection, written.span(), message)
        .help("one inside a requirement is called `NODE::REQUIREMENT`")
        .meaning(did_you_mean(text, ensemble.names()))
}
