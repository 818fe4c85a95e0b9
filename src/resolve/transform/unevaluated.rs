//! What is said where a document has words of Variability4TOSCA in its values: they are deployed as they stand.

use super::Output;
use super::parts::{Level, Rewriting, rewritten};
use crate::analysis::value::named_in;
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::tosca::model::Model;

/// Keys of TOSCA whose values are not deployed.
static UNUSED: [&str; 3] = ["conditions", "dsl_definitions", "metadata"];

/// Warnings about inputs and expressions of the model that values of the document name.
pub fn unevaluated(model: &Model, document: Output) -> Vec<Diagnostic> {
    let mut values = NamingValues { model, found: Vec::new() };
    rewritten(model.tree(), document, &mut values);
    values.found
}

struct NamingValues<'m> {
    model: &'m Model,
    found: Vec<Diagnostic>,
}

impl Rewriting for NamingValues<'_> {
    fn enter(&mut self, level: Level, name: &str, part: &Output) {
        let Output::Source(id) = part else { return };
        if level != Level::Value || UNUSED.contains(&name) {
            return;
        }
        let named = named_in(self.model.tree().at(*id)).into_iter().filter(|named| named.is_declared(self.model));
        self.found.extend(named.map(|named| {
            let diagnostic = Diagnostic::new(Code::UnknownMember, named.call.span(), named.message());
            let diagnostic =
                diagnostic.help("only what stands behind `expression:` in a list of properties is evaluated");
            Diagnostic { severity: Severity::Warning, ..diagnostic }
        }));
    }

    fn part(&mut self, _level: Level, _name: &str, part: Output) -> Output {
        part
    }
}
