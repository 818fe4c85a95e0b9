//! Values of structured data types: field by field.

use variscope_encoder::recursion::descend;

use super::{Completer, Functions, Path, RuntimeResponse, Scalars, WantedValue};
use crate::source::Span;
use crate::tosca::types::{DataType, Datum, Entry, Fields, Schema, Section, TypeName};

impl<'t, F: Functions<'t>> Completer<'_, 't, F> {
    /// The structure that maps make, each over those before it; there is at least one.
    pub(super) fn structure(
        &mut self,
        name: &str,
        fields: &Fields<'t>,
        maps: &[Datum<'t>],
        path: &Path<'_>,
    ) -> Datum<'t> {
        let top = &maps[maps.len() - 1];
        let mut entries = Vec::new();
        for (&field, schema) in fields {
            let given = maps.iter().filter_map(|map| map.get(field));
            let layers: Vec<Datum<'t>> = schema.defaults.iter().cloned().chain(given).collect();
            let wanted = WantedValue { schema, path: &path.name(field), scalars: Scalars::Kept };
            let value = self.slot(wanted, layers, top.span());
            entries.extend(value.map(|value| Entry { key: field, span: schema.span, value }));
        }
        let is_open = self.schemas.is_open(name);
        for map in maps {
            for entry in map.entries().into_iter().filter(|entry| !fields.contains_key(entry.key)) {
                if is_open {
                    entries.push(entry);
                } else {
                    self.report_unexpected(
                        &entry,
                        &path.name(entry.key),
                        fields.keys().copied(),
                        (name, RuntimeResponse::Refused),
                    );
                }
            }
        }
        Datum::map(Entry::last_of_each_key(entries), top.span())
    }

    /// Completes the given values of all members of a type, in the order of their declaration. Others are reported and
    /// stay as they are.
    pub fn members(
        &mut self,
        TypeName { collection, name }: TypeName<'_>,
        section: Section,
        given: Option<&Datum<'t>>,
        path: &Path<'_>,
        owner: Span,
    ) -> Vec<Entry<'t>> {
        let fields = self.schemas.fields(collection, section, name);
        let is_declared = |entry: &Entry<'t>| fields.contains_key(entry.key);
        let (known, others): (Vec<_>, Vec<_>) =
            given.into_iter().flat_map(|given| given.entries()).partition(is_declared);
        let known = given.map(|given| Datum::map(known, given.span()));
        let mut entries = self.declared_members(&fields, name, known.as_ref(), path, owner);
        if self.schemas.is_closed(collection, name) {
            let of = (name, RuntimeResponse::PassedOver);
            for entry in &others {
                self.report_unexpected(entry, &path.name(entry.key), fields.keys().copied(), of);
            }
        }
        entries.extend(others);
        entries
    }

    /// [`Completer::members`] for members that are at hand and the only ones: `of` is the name of the type that declares no others.
    pub fn declared_members(
        &mut self,
        fields: &Fields<'t>,
        of: &str,
        given: Option<&Datum<'t>>,
        path: &Path<'_>,
        owner: Span,
    ) -> Vec<Entry<'t>> {
        let mut entries = Vec::new();
        for (&field, schema) in fields {
            let value = self.complete(schema, given.and_then(|given| given.get(field)), &path.name(field), owner);
            entries.extend(value.map(|value| Entry { key: field, span: schema.span, value }));
        }
        for entry in given.into_iter().flat_map(|given| given.entries()) {
            if !fields.contains_key(entry.key) {
                let path = path.name(entry.key);
                self.report_unexpected(&entry, &path, fields.keys().copied(), (of, RuntimeResponse::Refused));
            }
        }
        entries
    }

    /// Whether a structure has a value when none is given: all fields that it needs have defaults.
    pub(super) fn stands_alone(&mut self, name: &str) -> bool {
        if let Some(&known) = self.stands_alone.get(name) {
            return known;
        }
        // A type that needs itself never stands alone.
        self.stands_alone.insert(name.to_owned(), false);
        let DataType::Structure(fields) = self.schemas.data_type(name) else { return false };
        let has_default = |schema: &Schema<'t>| schema.defaults.iter().any(|default| !default.is_null());
        let mut is_filled = false;
        for schema in fields.values() {
            let stands = has_default(schema) || (schema.is_required && self.type_stands_alone(schema));
            if !stands && schema.is_required {
                return false;
            }
            is_filled |= stands;
        }
        self.stands_alone.insert(name.to_owned(), is_filled);
        is_filled
    }

    fn type_stands_alone(&mut self, schema: &Schema<'t>) -> bool {
        let Some(name) = schema.type_name else { return false };
        descend(|| self.stands_alone(name.text()))
    }
}
