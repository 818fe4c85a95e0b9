//! What is wrong with types themselves, whether they are used or not.

use super::shape;
use crate::diagnostic::Code;
use crate::source::Span;
use crate::syntax::yaml::Yaml;
use crate::types::completion::{Completer, Fault, Opaque, Path};
use crate::types::{Collection, Schema, Schemas, SimpleType};

/// Faults of the types that files of the author define.
pub fn declaration_faults(schemas: &Schemas<'_>) -> Vec<Fault> {
    let mut completer = Completer::new(schemas, Opaque);
    let mut faults = Vec::new();
    for collection in Collection::ALL {
        let root = Path::new(collection.key());
        for (name, span, body) in schemas.declared(collection) {
            let path = root.name(name);
            faults.extend(line_fault(schemas, collection, name, span, &path));
            shape::of_type(body, &path, &mut faults);
            for section in ["properties", "attributes"] {
                let path = path.name(section);
                for (key, body) in body.get(section).into_iter().flat_map(|section| section.entries()) {
                    let path = path.name(key.text());
                    if definition(&mut completer, body, &path, &mut faults) {
                        default(&mut completer, schemas, body, &path);
                    }
                }
            }
        }
    }
    faults.extend(completer.take_faults());
    faults
}

/// A type derives from something that is not there, or from itself.
fn line_fault(schemas: &Schemas<'_>, collection: Collection, name: &str, span: Span, path: &Path<'_>) -> Option<Fault> {
    if !schemas.is_broken(collection, name) {
        return None;
    }
    let parent = schemas.types().definition(collection, name).and_then(|definition| definition.parent.as_ref())?;
    let span = parent.span.unwrap_or(span);
    let (code, message) = if !schemas.is_known(collection, &parent.name) {
        (Code::UndefinedType, format!("{} \"{}\" is not defined", collection.noun(), parent.name))
    } else if opens_circle(schemas, collection, name) {
        (Code::InheritanceCycle, format!("{} \"{name}\" is derived from itself", collection.noun()))
    } else {
        return None;
    };
    Some(Fault { code, path: path.to_string(), span, message, because: None })
}

/// Whether a type lies on a circle, and is the one of that circle that was read first.
fn opens_circle(schemas: &Schemas<'_>, collection: Collection, name: &str) -> bool {
    let types = schemas.types();
    let position = |name: &str| types.names(collection).position(|other| other == name);
    let mut at = name;
    // A walk that is longer than the list of types has come by some type twice.
    for _ in types.names(collection) {
        match types.definition(collection, at).and_then(|definition| definition.parent.as_ref()) {
            Some(parent) if &*parent.name == name => return true,
            Some(parent) if position(&parent.name) < position(name) => return false,
            Some(parent) => at = &parent.name,
            None => return false,
        }
    }
    false
}

/// What is wrong with a definition and those of its entries and keys; says whether their types are known.
fn definition<'t>(
    completer: &mut Completer<'_, 't, Opaque>,
    body: Yaml<'t>,
    path: &Path<'_>,
    faults: &mut Vec<Fault>,
) -> bool {
    shape::of_definition(body, path, faults);
    let schema = Schema::read(body);
    if schema.type_name.is_some_and(|name| completer.report_unknown_type(Collection::Data, name, path)) {
        return false;
    }
    let parts = [("entry_schema", schema.entry), ("key_schema", schema.key)];
    parts.into_iter().filter_map(|(key, part)| Some((key, part?))).all(|(key, part)| {
        stacker::maybe_grow(128 << 10, 2 << 20, || definition(completer, part, &path.name(key), faults))
    })
}

fn default<'t>(completer: &mut Completer<'_, 't, Opaque>, schemas: &Schemas<'t>, body: Yaml<'t>, path: &Path<'_>) {
    let schema = Schema::read(body);
    let is_sound = schema.type_name.is_none_or(|name| {
        SimpleType::parse(name.text()).is_some() || !schemas.is_broken(Collection::Data, name.text())
    });
    if is_sound {
        completer.check_default(&schema, &path.name("default"));
    }
}
