//! What is wrong with types themselves, whether they are used or not.

use rustc_hash::FxHashSet;
use variscope_encoder::recursion::descend;

use super::shape;
use crate::source::Span;
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::completion::{Completer, Fault, Opaque, Path};
use crate::tosca::types::interface::is_definition;
use crate::tosca::types::{Collection, DataType, Schema, Schemas, SimpleType, TypeName, is_empty_range, operations_in};

/// Faults of the types that files of the author define.
pub fn declaration_faults(schemas: &Schemas<'_>) -> Vec<Fault> {
    let (completer, faults) = (Completer::new(schemas, Opaque), Vec::new());
    let mut search = Declarations { schemas, completer, collection: Collection::Node, faults };
    for collection in Collection::ALL {
        search.collection = collection;
        let root = Path::new(collection.key());
        let openers = schemas.types().cycle_openers(collection);
        for (name, span, body) in schemas.declared(collection) {
            let path = root.name(name);
            search.faults.extend(line_fault(schemas, &openers, collection.named(name), span, &path));
            shape::of_type(body, &path, &mut search.faults);
            search.of_type(body, &path);
        }
    }
    search.faults.extend(search.completer.take_faults());
    search.faults
}

/// A walk over types.
pub(super) struct Declarations<'s, 't> {
    pub(super) schemas: &'s Schemas<'t>,
    completer: Completer<'s, 't, Opaque>,
    /// What the types at hand are types of.
    pub(super) collection: Collection,
    pub(super) faults: Vec<Fault>,
}

impl<'t> Declarations<'_, 't> {
    fn of_type(&mut self, body: Yaml<'t>, path: &Path<'_>) {
        self.members(body, path, |_| true);
        self.references(body, path);
        if self.collection == Collection::Data {
            let parent = body.get("derived_from").map_or("", Yaml::text);
            self.faults.extend(empty_ranges(self.schemas, parent, body, path));
        }
        let (section, schemas) = (path.name("capabilities"), self.schemas);
        for (key, capability) in entries(body, "capabilities") {
            self.members(capability, &section.name(key.text()), |body| schemas.is_definition(body));
        }
        if self.collection == Collection::Interface {
            self.interface(body, path);
            return;
        }
        let section = path.name("interfaces");
        for (key, interface) in entries(body, "interfaces") {
            self.interface(interface, &section.name(key.text()));
        }
    }

    /// Properties and attributes, as far as they are defined here.
    fn members(&mut self, body: Yaml<'t>, path: &Path<'_>, is_defined: impl Fn(Yaml<'t>) -> bool) {
        for section in ["properties", "attributes"] {
            let path = path.name(section);
            for (key, body) in entries(body, section).filter(|(_, body)| is_defined(*body)) {
                self.member(body, &path.name(key.text()));
            }
        }
    }

    /// The inputs of an interface and its operations, as far as they are defined here and not only given values.
    fn interface(&mut self, body: Yaml<'t>, path: &Path<'_>) {
        self.inputs(body, path);
        for (key, operation) in operations_in(body) {
            self.inputs(operation, &path.name(key.text()));
        }
    }

    fn inputs(&mut self, body: Yaml<'t>, path: &Path<'_>) {
        let path = path.name("inputs");
        for (key, body) in entries(body, "inputs").filter(|(_, body)| is_definition(*body)) {
            self.member(body, &path.name(key.text()));
        }
    }

    fn member(&mut self, body: Yaml<'t>, path: &Path<'_>) {
        if self.definition(body, path) {
            self.default(body, path);
        }
    }

    /// What is wrong with a definition and those of its entries and keys; says whether their types are known.
    fn definition(&mut self, body: Yaml<'t>, path: &Path<'_>) -> bool {
        shape::of_definition(body, path, &mut self.faults);
        let schema = Schema::read(body);
        if schema.type_name.is_some_and(|name| self.completer.report_unknown_type(Collection::Data, name, path)) {
            return false;
        }
        let name = schema.type_name.map_or("", Yaml::text);
        self.faults.extend(empty_ranges(self.schemas, name, body, path));
        let parts = [("entry_schema", schema.entry), ("key_schema", schema.key)];
        parts
            .into_iter()
            .filter_map(|(key, part)| Some((key, part?)))
            .all(|(key, part)| descend(|| self.definition(part, &path.name(key))))
    }

    fn default(&mut self, body: Yaml<'t>, path: &Path<'_>) {
        let schema = Schema::read(body);
        let is_sound = schema.type_name.is_none_or(|name| {
            SimpleType::parse(name.text()).is_some() || !self.schemas.is_broken(Collection::Data, name.text())
        });
        if is_sound {
            self.completer.check_default(self.collection, &schema, &path.name("default"));
        }
    }
}

fn entries<'t>(body: Yaml<'t>, section: &str) -> impl Iterator<Item = (Yaml<'t>, Yaml<'t>)> {
    body.get(section).into_iter().flat_map(Yaml::entries)
}

/// Constraints of the definition of values of a type that name a range with nothing in it.
pub(super) fn empty_ranges(schemas: &Schemas<'_>, of: &str, definition: Yaml<'_>, path: &Path<'_>) -> Vec<Fault> {
    let simple = match schemas.data_type(of) {
        DataType::Simple(simple, _) => Some(simple),
        DataType::Structure(_) | DataType::Unknown => None,
    };
    let clauses = definition.get("constraints").into_iter().flat_map(Yaml::items);
    let ranges = clauses.filter_map(|clause| clause.get("in_range")).filter(|range| is_empty_range(simple, *range));
    let reported = ranges.map(|range| {
        let message = "no value is in this range".to_owned();
        let turned: Vec<&str> = range.items().map(Yaml::text).collect();
        let help = Some(format!("write `[{}, {}]`", turned[1], turned[0]));
        Fault { help, ..Fault::new(Code::MalformedConstraint, path, range.span(), message) }
    });
    reported.collect()
}

/// A type derives from something that is not there, or from itself.
fn line_fault(
    schemas: &Schemas<'_>,
    openers: &FxHashSet<&str>,
    TypeName { collection, name }: TypeName<'_>,
    span: Span,
    path: &Path<'_>,
) -> Option<Fault> {
    if !schemas.is_broken(collection, name) {
        return None;
    }
    let parent = schemas.types().definition(collection, name).and_then(|definition| definition.parent.as_ref())?;
    let span = parent.span.unwrap_or(span);
    let is_cycle = openers.contains(name) && schemas.is_known(collection, &parent.name);
    if is_cycle {
        let message = format!("{} \"{name}\" is derived from itself", collection.noun());
        return Some(Fault::new(Code::InheritanceCycle, path, span, message));
    }
    schemas.unknown_type(collection, &parent.name, span, path)
}
