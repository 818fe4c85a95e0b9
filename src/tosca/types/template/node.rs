//! What a node has beside its properties: attributes and capabilities, and with them the inputs of its operations.

use crate::source::Span;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::completion::{Completer, Fault, Functions, Path, RuntimeResponse};
use crate::tosca::types::{Capability, Collection, Datum, Entry, Schemas, Section, TypeName};

/// What is wrong with what `body` gives to an element of the type `of` beside its properties: attributes and capabilities
/// of nodes, inputs of the operations of nodes and relationships.
///
/// `name` is what paths start with, `owner` where a missing value is missed.
pub fn member_faults<'t>(
    schemas: &Schemas<'t>,
    functions: impl Functions<'t>,
    of: TypeName<'_>,
    body: Yaml<'t>,
    name: &str,
    owner: Span,
) -> Vec<Fault> {
    if schemas.is_broken(of.collection, of.name) {
        return Vec::new();
    }
    let mut completer = Completer::new(schemas, functions);
    let path = Path::new(name);
    completer.attributes(of, body.into(), &path, owner);
    if of.collection == Collection::Node {
        completer.capabilities(of.name, body.into(), &path, owner);
    }
    completer.interfaces(of, body.into(), &path, owner);
    completer.take_faults()
}

impl<'t, F: Functions<'t>> Completer<'_, 't, F> {
    /// Attributes get their values at run time, so that none is ever missing. Those of nodes start with their defaults.
    pub(super) fn attributes(
        &mut self,
        TypeName { collection, name }: TypeName<'_>,
        body: Datum<'t>,
        path: &Path<'_>,
        owner: Span,
    ) -> Datum<'t> {
        let mut fields = (*self.schemas.fields(collection, Section::Attributes, name)).clone();
        fields.values_mut().for_each(|schema| schema.is_required = false);
        let given = body.get("attributes");
        let mut entries = if collection == Collection::Node {
            self.declared_members(&fields, name, None, path, owner)
        } else {
            Vec::new()
        };
        for entry in given.iter().flat_map(Datum::entries) {
            let schema = fields.get(entry.key);
            let value = schema
                .and_then(|schema| self.complete(schema, Some(entry.value.clone()), &path.name(entry.key), entry.span));
            entries.push(Entry { value: value.unwrap_or(entry.value), ..entry });
        }
        let entries = Entry::last_of_each_key(entries);
        if entries.is_empty() { body } else { body.with("attributes", Datum::map(entries, owner)) }
    }

    /// The properties of all capabilities, also of those that the template does not mention.
    pub(super) fn capabilities(&mut self, name: &str, body: Datum<'t>, path: &Path<'_>, owner: Span) -> Datum<'t> {
        let declared = self.schemas.capabilities(name);
        let given = body.get("capabilities").filter(Datum::is_map);
        let mut result = given.clone();
        for (&key, capability) in &declared {
            let assignment = given.as_ref().and_then(|given| given.get(key)).filter(Datum::is_map);
            if let Some(completed) = self.capability(capability, assignment, &path.name(key), owner) {
                let all = result.unwrap_or_else(|| Datum::map(Vec::new(), owner));
                result = Some(all.with(key, completed));
            }
        }
        if self.schemas.is_closed(Collection::Node, name) {
            for entry in given.iter().flat_map(Datum::entries).filter(|entry| !declared.contains_key(entry.key)) {
                self.report_unexpected(
                    &entry,
                    &path.name(entry.key),
                    declared.keys().copied(),
                    (name, RuntimeResponse::Refused),
                );
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
        capability: &Capability<'t>,
        assignment: Option<Datum<'t>>,
        path: &Path<'_>,
        owner: Span,
    ) -> Option<Datum<'t>> {
        let type_name = capability.type_name;
        let is_unknown = self.report_unknown_type(Collection::Capability, type_name, path);
        if is_unknown || !self.schemas.is_closed(Collection::Capability, type_name.text()) {
            return None;
        }
        let values = assignment.as_ref().and_then(|assignment| assignment.get("properties"));
        let entries = self.declared_members(&capability.fields, type_name.text(), values.as_ref(), path, owner);
        let assignment =
            assignment.map(|it| self.attributes(Collection::Capability.named(type_name.text()), it, path, owner));
        if entries.is_empty() {
            return assignment;
        }
        let assignment = assignment.unwrap_or_else(|| Datum::map(Vec::new(), owner));
        Some(assignment.with("properties", Datum::map(entries, owner)))
    }
}
