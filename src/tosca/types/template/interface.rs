//! The inputs of operations.

use crate::source::Span;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::completion::{Completer, Functions, Path};
use crate::tosca::types::interface::{OperationDefinition, implementation, operations_in, short_name};
use crate::tosca::types::{DataType, Datum, Entry, Fields, Schema, SimpleType, TypeName};

impl<'t, F: Functions<'t>> Completer<'_, 't, F> {
    /// The operations that an element mentions with all their inputs. Those of operations that run although it does not
    /// mention them are only checked, as their types say them.
    pub(super) fn interfaces(
        &mut self,
        TypeName { collection, name }: TypeName<'_>,
        body: Datum<'t>,
        path: &Path<'_>,
        owner: Span,
    ) -> Datum<'t> {
        let line = self.schemas.line(collection, name).unwrap_or_default();
        let given = body.get("interfaces").filter(Datum::is_map);
        let mut result = given.clone();
        let mut interfaces = self.schemas.interfaces(collection, &line);
        // What only the element mentions has the inputs of its interface, too.
        for Entry { key, value, .. } in given.iter().flat_map(Datum::entries) {
            let operations = value.written().into_iter().flat_map(operations_in);
            let interface = interfaces.entry(short_name(key)).or_default();
            operations.for_each(|(key, _)| _ = interface.operations.entry(key.text()).or_default());
        }
        for (name, interface) in interfaces {
            let key = given.iter().flat_map(Datum::entries).map(|entry| entry.key).find(|key| short_name(key) == name);
            let own = key.and_then(|key| given.as_ref()?.get(key));
            let shared = own.as_ref().and_then(|own| own.get("inputs")?.written());
            let mut completed = own.clone();
            for (&operation, definition) in &interface.operations {
                let place = own.as_ref().and_then(|own| OperationBody::of(own, operation));
                let inputs = interface.inputs(definition, shared);
                let path = path.name(name);
                let found = self.operation(definition, &inputs, place.as_ref(), &path.name(operation), owner);
                completed = found.zip(completed.as_ref()).map(|(found, all)| found.put(all, operation)).or(completed);
            }
            if let (Some(key), Some(completed), Some(all)) = (key, completed, result.clone()) {
                result = Some(all.with(key, completed));
            }
        }
        match result {
            Some(interfaces) => body.with("interfaces", interfaces),
            None => body,
        }
    }

    /// What an element says about an operation, with all inputs; none when it says nothing, or there are none.
    fn operation(
        &mut self,
        definition: &OperationDefinition<'t>,
        inputs: &Fields<'t>,
        place: Option<&OperationBody<'t>>,
        path: &Path<'_>,
        owner: Span,
    ) -> Option<OperationBody<'t>> {
        let own = place.and_then(|place| place.body.written()).and_then(implementation);
        let runs = definition.implementation.is_some() || own.is_some();
        if place.is_none() && !runs {
            return None;
        }
        let given = place.and_then(|place| place.body.get("inputs"));
        let mut entries = Vec::new();
        for (&name, schema) in inputs {
            let mut schema = schema.clone();
            // What does not run needs nothing.
            schema.is_required &= runs;
            let given = given.as_ref().and_then(|given| given.get(name));
            let definition = given.as_ref().and_then(Datum::written).filter(|it| self.is_definition_of(&schema, *it));
            let value = match definition {
                Some(definition) => Some(self.redefined(&schema, definition, &path.name(name), owner)),
                None => self.complete(&schema, given, &path.name(name), owner),
            };
            entries.extend(value.map(|value| Entry { key: name, span: schema.span, value }));
        }
        // Templates may give an operation more than its types know.
        let others = given.iter().flat_map(Datum::entries).filter(|entry| !inputs.contains_key(entry.key));
        entries.extend(others);
        let place = place.filter(|_| !entries.is_empty())?;
        let body = if place.body.is_map() {
            place.body.clone()
        } else {
            Datum::map(Vec::new(), owner).with("implementation", place.body.clone())
        };
        Some(OperationBody { body: body.with("inputs", Datum::map(entries, owner)), is_inside: place.is_inside })
    }

    /// Whether what an element gives for an input defines it anew: a map that names a type, where no map is wanted.
    ///
    /// DEVIATION from the profile, which has only values here (section 3.6.17): Unfurl takes these for definitions, and the map
    /// would never fit.
    fn is_definition_of(&self, schema: &Schema<'t>, given: Yaml<'t>) -> bool {
        let wanted = schema.type_name.map(|name| self.schemas.data_type(name.text()));
        let is_other = matches!(wanted, Some(DataType::Simple(simple, _)) if simple != SimpleType::Map);
        let named = given.get("type").filter(|name| given.is_mapping() && name.is_scalar() && !name.is_null());
        let is_known = |name: Yaml<'t>| !matches!(self.schemas.data_type(name.text()), DataType::Unknown);
        is_other && named.is_some_and(is_known)
    }

    /// What an element writes to define an input anew; its default, or the one that was there, has to fit.
    fn redefined(&mut self, schema: &Schema<'t>, definition: Yaml<'t>, path: &Path<'_>, owner: Span) -> Datum<'t> {
        let mut own = Schema::read(definition);
        if own.defaults.is_empty() {
            own.defaults.clone_from(&schema.defaults);
        }
        own.is_required &= schema.is_required;
        self.complete(&own, None, path, owner);
        definition.into()
    }
}

/// What an element says about an operation.
struct OperationBody<'t> {
    body: Datum<'t>,
    /// Whether it stands under `operations`, or beside that.
    is_inside: bool,
}

impl<'t> OperationBody<'t> {
    fn of(interface: &Datum<'t>, operation: &str) -> Option<Self> {
        let mentioned = operations_in(interface.written()?).any(|(key, _)| key.text() == operation);
        let inside = interface.get("operations").and_then(|operations| operations.get(operation));
        let is_inside = inside.is_some();
        let body = inside.or_else(|| interface.get(operation)).filter(|_| mentioned)?;
        Some(Self { body, is_inside })
    }

    fn put(self, interface: &Datum<'t>, operation: &'t str) -> Datum<'t> {
        if !self.is_inside {
            return interface.with(operation, self.body);
        }
        let operations = interface.get("operations").unwrap_or_else(|| Datum::map(Vec::new(), interface.span()));
        interface.with("operations", operations.with(operation, self.body))
    }
}
