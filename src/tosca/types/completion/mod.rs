//! Completing and checking one value: defaults of data types beneath defaults of types beneath given values.
//!
//! Comes in: a definition and layers of values. Goes out: the value that they make, and [`Fault`]s. Types have no
//! conditions, so that a value is completed once for all variants. Invariants: completing a completed value changes
//! nothing; the size of a result is bounded, whatever the types are.

mod fault;
mod functions;
mod later;
mod meant;
mod part;
mod path;
mod report;
mod simple;
mod structure;
#[cfg(test)]
mod tests;
mod untyped;

pub use fault::{Fault, RuntimeResponse};
pub(super) use functions::function;
pub use functions::{DeclaredInput, Functions, Opaque, call, is_call, is_character, token, wanted_operands};
pub use path::Path;

use std::sync::Arc;

use rustc_hash::FxHashMap;
use variscope_encoder::recursion::descend;

use super::{Collection, DataType, Datum, Fields, Schema, Schemas, SimpleType};
use crate::source::Span;
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::Yaml;

/// The deepest nesting of a typed value.
const MAX_DEPTH: usize = 200;
/// The most values that may be put together for one template.
const MAX_VALUES: usize = 200_000;

/// Completes values.
#[derive(Debug)]
pub struct Completer<'a, 't, F> {
    pub(super) schemas: &'a Schemas<'t>,
    /// Gives values of functions.
    pub functions: F,
    faults: Vec<Fault>,
    values: usize,
    stands_alone: FxHashMap<String, bool>,
}

/// What is wanted of a value.
#[derive(Clone, Copy)]
struct WantedValue<'s, 't> {
    /// Its definition.
    schema: &'s Schema<'t>,
    path: &'s Path<'s>,
    /// What becomes of scalars that are given for a string.
    scalars: Scalars,
}

/// Whether a scalar becomes a string where a string is wanted.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scalars {
    Converted,
    Kept,
}

impl<'a, 't, F: Functions<'t>> Completer<'a, 't, F> {
    /// A completer that asks `functions` for values of functions.
    pub fn new(schemas: &'a Schemas<'t>, functions: F) -> Self {
        Self { schemas, functions, faults: Vec::new(), values: 0, stands_alone: FxHashMap::default() }
    }

    /// Reads a definition in a template; a type that is not defined is reported and not looked at.
    pub(super) fn schema(&mut self, body: Yaml<'t>, path: &Path<'_>) -> Schema<'t> {
        let mut schema = Schema::read(body);
        if schema.type_name.is_some_and(|name| self.report_unknown_type_of_element(Collection::Data, name, path)) {
            schema.type_name = None;
        }
        schema
    }

    /// What was found wrong since it was last asked.
    pub fn take_faults(&mut self) -> Vec<Fault> {
        std::mem::take(&mut self.faults)
    }

    /// The value of a property, an input or another value with a definition; none when it has none.
    ///
    /// A scalar given for a string is turned into one: a string that is no part of a structure need not be in quotes.
    /// `owner` is where a missing value is missed.
    pub fn complete(
        &mut self,
        schema: &Schema<'t>,
        given: Option<Datum<'t>>,
        path: &Path<'_>,
        owner: Span,
    ) -> Option<Datum<'t>> {
        let mut layers = schema.defaults.clone();
        layers.extend(given);
        self.slot(WantedValue { schema, path, scalars: Scalars::Converted }, layers, owner)
    }

    /// As [`Completer::complete`] for a topology input, which is parsed as YAML wherever it comes from: who wants a string
    /// writes one.
    pub fn complete_input(
        &mut self,
        schema: &Schema<'t>,
        given: Option<Datum<'t>>,
        path: &Path<'_>,
        owner: Span,
    ) -> Option<Datum<'t>> {
        let layers = schema.defaults.iter().cloned().chain(given).collect();
        self.slot(WantedValue { schema, path, scalars: Scalars::Kept }, layers, owner)
    }

    /// Checks what a definition in a type of a collection says by itself, also when it is not used.
    pub fn check_default(&mut self, collection: Collection, schema: &Schema<'t>, path: &Path<'_>) {
        let Some(default) = schema.defaults.last().filter(|default| !default.is_null()) else { return };
        let scalars = if collection == Collection::Data { Scalars::Kept } else { Scalars::Converted };
        let span = default.span();
        self.slot(WantedValue { schema, path, scalars }, vec![default.clone()], span);
        // Another layer may still bring what is missing.
        self.faults.retain(|fault| fault.code != Code::MissingProperty);
    }

    fn slot(&mut self, wanted: WantedValue<'_, 't>, mut layers: Vec<Datum<'t>>, owner: Span) -> Option<Datum<'t>> {
        let WantedValue { schema, path, .. } = wanted;
        let is_given = |layers: &[Datum<'t>]| layers.len() > schema.defaults.len();
        if !is_given(&layers) {
            layers.retain(|layer| !layer.is_null());
        }
        let data_type = schema.type_name.map(|name| (name.text(), self.schemas.data_type(name.text())));
        let Some(top) = layers.last() else { return self.absent(wanted, data_type.as_ref(), owner) };
        if top.is_null() && !matches!(data_type, Some((_, DataType::Simple(SimpleType::Null, _)))) {
            if schema.is_required {
                self.report_missing(schema, path, top.span());
            }
            return (!schema.is_required).then(|| top.clone());
        }
        descend(|| self.typed(wanted, data_type, layers))
    }

    fn absent(
        &mut self,
        wanted: WantedValue<'_, 't>,
        data_type: Option<&(&'t str, DataType<'t>)>,
        owner: Span,
    ) -> Option<Datum<'t>> {
        let WantedValue { schema, path, .. } = wanted;
        if !schema.is_required {
            return None;
        }
        if let Some((name, DataType::Structure(_))) = data_type
            && self.stands_alone(name)
        {
            let wanted = WantedValue { scalars: Scalars::Kept, ..wanted };
            return self.slot(wanted, vec![Datum::map(Vec::new(), owner)], owner);
        }
        self.report_missing(schema, path, owner);
        None
    }

    fn typed(
        &mut self,
        wanted: WantedValue<'_, 't>,
        data_type: Option<(&'t str, DataType<'t>)>,
        mut layers: Vec<Datum<'t>>,
    ) -> Option<Datum<'t>> {
        let WantedValue { schema, path, .. } = wanted;
        let top = layers.pop()?;
        if !self.is_affordable(path, top.span()) {
            return Some(top);
        }
        let fields = match &data_type {
            Some((_, DataType::Structure(fields))) => Some(Arc::clone(fields)),
            Some((_, DataType::Simple(..) | DataType::Unknown)) | None => None,
        };
        let Some(top) = self.called(&top, fields.as_deref(), path) else {
            self.check_later(wanted, data_type.as_ref(), &top);
            return Some(top);
        };
        let value = match data_type {
            Some((_, DataType::Unknown)) => return Some(top),
            Some((name, DataType::Simple(simple, refinement))) => {
                return Some(self.simple(wanted, (name, simple), &refinement, top));
            }
            Some((name, DataType::Structure(fields))) if top.is_map() => {
                let mut maps = self.maps(layers, &fields, path);
                maps.push(top);
                self.structure(name, &fields, &maps, path)
            }
            Some((name, DataType::Structure(_))) => {
                self.report_type(schema, name, &top, path);
                return Some(top);
            }
            None => self.untyped(top, path),
        };
        self.constrain_as_it_is(schema, &value, path);
        Some(value)
    }

    /// The layers that a map on top of them hides only in part: those above the last that is no map.
    fn maps(&mut self, layers: Vec<Datum<'t>>, fields: &Fields<'t>, path: &Path<'_>) -> Vec<Datum<'t>> {
        let mut maps = Vec::new();
        for layer in layers.into_iter().rev() {
            match self.called(&layer, Some(fields), path) {
                Some(layer) if layer.is_map() => maps.push(layer),
                Some(_) | None => break,
            }
        }
        maps.reverse();
        maps
    }

    /// A value with its function called, if it is one; none when that value is unknown. What is called like one of the
    /// fields is that field.
    fn called(&mut self, value: &Datum<'t>, fields: Option<&Fields<'t>>, path: &Path<'_>) -> Option<Datum<'t>> {
        let is_field = |name| fields.is_some_and(|fields| fields.contains_key(name));
        match function(value).filter(|call| !is_field(call.key)) {
            None => Some(value.clone()),
            Some(call) => {
                let result = self.functions.call(call.key, &call.value, path, &mut self.faults)?;
                Some(result.at(value.span()))
            }
        }
    }

    fn is_affordable(&mut self, path: &Path<'_>, span: Span) -> bool {
        self.values += 1;
        if self.values > MAX_VALUES {
            return false;
        }
        let message = if path.depth() > MAX_DEPTH {
            format!("values of data types are nested more than {MAX_DEPTH} deep")
        } else if self.values == MAX_VALUES {
            format!("the completed values are more than {MAX_VALUES}")
        } else {
            return true;
        };
        // Whatever comes on top of this would be said many times over.
        self.values = MAX_VALUES;
        self.report(Code::UnboundedValue, path, span, message, None);
        false
    }
}
