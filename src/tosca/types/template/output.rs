//! Outputs of the topology.

use crate::source::Span;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::completion::{Completer, Fault, Functions, Path};
use crate::tosca::types::{Datum, Schemas};

/// What is wrong with the value of the output that `body` declares; `span` is where its name is written.
pub fn output_faults<'t>(
    schemas: &Schemas<'t>,
    functions: impl Functions<'t>,
    name: &'t str,
    span: Span,
    body: Yaml<'t>,
) -> Vec<Fault> {
    let mut completer = Completer::new(schemas, functions);
    completer.output(name, span, body);
    completer.take_faults()
}

impl<'t, F: Functions<'t>> Completer<'_, 't, F> {
    /// An output with its value completed.
    pub(super) fn output(&mut self, name: &'t str, span: Span, body: Yaml<'t>) -> Datum<'t> {
        let (Some(value), root) = (body.get("value"), Path::new("outputs")) else { return body.into() };
        let path = root.name(name);
        let schema = self.schema(body, &path);
        let completed = self.complete(&schema, Some(value.into()), &path, span);
        Datum::from(body).with("value", completed.unwrap_or_else(|| value.into()))
    }
}
