//! What a node has beside its properties: attributes and capabilities, and with them the inputs of its operations.

use crate::source::Span;
use crate::syntax::yaml::Yaml;
use crate::types::completion::{Completer, Fault, Functions, Path};
use crate::types::{Collection, Datum, Entry, Fields, Schema, Schemas, Section};

/// What is wrong with what `body` gives to an element of the type `of` beside its properties: attributes and capabilities
/// of nodes, inputs of the operations of nodes and relationships.
///
/// `name` is what paths start with, `owner` where a missing value is missed.
pub fn member_faults<'t>(
    schemas: &Schemas<'t>,
    functions: impl Functions<'t>,
    of: (Collection, &str),
    body: Yaml<'t>,
    (name, owner): (&str, Span),
) -> Vec<Fault> {
    if schemas.is_broken(of.0, of.1) {
        return Vec::new();
    }
    let mut completer = Completer::new(schemas, functions);
    let path = Path::new(name);
    if of.0 == Collection::Node {
        completer.attributes(of.1, body.into(), &path, owner);
        completer.capabilities(of.1, body.into(), &path, owner);
    }
    completer.interfaces(of, body.into(), &path, owner);
    completer.take_faults()
}

impl<'t, F: Functions<'t>> Completer<'_, 't, F> {
    /// Attributes get their values at run time, so that none is ever missing.
    pub(super) fn attributes(&mut self, name: &str, body: Datum<'t>, path: &Path<'_>, owner: Span) -> Datum<'t> {
        let mut fields = (*self.schemas.fields(Collection::Node, Section::Attributes, name)).clone();
        fields.values_mut().for_each(|schema| schema.is_required = false);
        let given = body.get("attributes");
        let mut entries = self.declared_members(&fields, name, None, path, owner);
        for entry in given.iter().flat_map(Datum::entries) {
            entries.retain(|known| known.key != entry.key);
            let schema = fields.get(entry.key);
            let value = schema
                .and_then(|schema| self.complete(schema, Some(entry.value.clone()), &path.name(entry.key), entry.span));
            entries.push(Entry { value: value.unwrap_or(entry.value), ..entry });
        }
        if entries.is_empty() { body } else { body.with("attributes", Datum::map(entries, owner)) }
    }

    /// The properties of all capabilities, also of those that the template does not mention.
    pub(super) fn capabilities(&mut self, name: &str, body: Datum<'t>, path: &Path<'_>, owner: Span) -> Datum<'t> {
        let declared = self.schemas.capabilities(name);
        let given = body.get("capabilities").filter(Datum::is_map);
        let mut result = given.clone();
        for (&capability, &(type_name, refined)) in &declared {
            let assignment = given.as_ref().and_then(|given| given.get(capability)).filter(Datum::is_map);
            let completed = self.capability((type_name, refined), assignment, &path.name(capability), owner);
            if let Some(completed) = completed {
                let all = result.unwrap_or_else(|| Datum::map(Vec::new(), owner));
                result = Some(all.with(capability, completed));
            }
        }
        if self.schemas.is_closed(Collection::Node, name) {
            for entry in given.iter().flat_map(Datum::entries).filter(|entry| !declared.contains_key(entry.key)) {
                self.report_unexpected(&entry, &path.name(entry.key), declared.keys().copied(), name);
            }
        }
        match result {
            Some(capabilities) => body.with("capabilities", capabilities),
            None => body,
        }
    }

    /// One capability with the properties that it has; none when there are none, or not all are known.
    fn capability(
        &mut self,
        (type_name, refined): (Yaml<'t>, Option<Yaml<'t>>),
        assignment: Option<Datum<'t>>,
        path: &Path<'_>,
        owner: Span,
    ) -> Option<Datum<'t>> {
        let is_unknown = self.report_unknown_type(Collection::Capability, type_name, path);
        if is_unknown || !self.schemas.is_closed(Collection::Capability, type_name.text()) {
            return None;
        }
        let fields = self.refined(type_name, refined);
        let values = assignment.as_ref().and_then(|assignment| assignment.get("properties"));
        let entries = self.declared_members(&fields, type_name.text(), values.as_ref(), path, owner);
        if entries.is_empty() {
            return None;
        }
        let assignment = assignment.unwrap_or_else(|| Datum::map(Vec::new(), owner));
        Some(assignment.with("properties", Datum::map(entries, owner)))
    }

    /// The properties of a capability type, with those in their place that a node type defines anew.
    fn refined(&self, type_name: Yaml<'t>, refined: Option<Yaml<'t>>) -> Fields<'t> {
        let mut fields = (*self.schemas.fields(Collection::Capability, Section::Properties, type_name.text())).clone();
        let refinements = refined.into_iter().flat_map(|refined| refined.entries());
        fields.extend(refinements.map(|(key, refinement)| (key.text(), Schema::read(refinement))));
        fields
    }
}
