//! Completing and checking one value: defaults of data types beneath defaults of types beneath given values.
//!
//! Comes in: a definition and layers of values. Goes out: the value that they make, and [`Fault`]s. Types have no
//! conditions, so that a value is completed once for all variants. Invariants: completing a completed value changes
//! nothing; the size of a result is bounded, whatever the types are.

mod fault;
mod path;
mod structure;
#[cfg(test)]
mod tests;

pub use fault::Fault;
pub use path::Path;

use rustc_hash::FxHashMap;

use super::constraint::{Verdict, judge};
use super::simple::scalar_text;
use super::{Collection, DataType, Datum, Entry, Schema, Schemas, SimpleType, View};
use crate::diagnostic::{Code, did_you_mean};
use crate::source::Span;
use crate::syntax::yaml::Yaml;

/// The deepest nesting of a typed value.
const MAX_DEPTH: usize = 200;
/// The most values that may be put together for one template.
const MAX_VALUES: usize = 200_000;

/// What gives values of functions such as `get_input`.
pub trait Functions<'t> {
    /// The value of a function at `path`; none when it is not known before deployment. `faults` takes what is wrong.
    fn call(
        &mut self,
        name: &'t str,
        operand: &Datum<'t>,
        path: &Path<'_>,
        faults: &mut Vec<Fault>,
    ) -> Option<Datum<'t>>;
}

/// Functions whose values nobody knows.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opaque;

impl<'t> Functions<'t> for Opaque {
    fn call(&mut self, _: &'t str, _: &Datum<'t>, _: &Path<'_>, _: &mut Vec<Fault>) -> Option<Datum<'t>> {
        None
    }
}

impl<'t> Functions<'t> for &mut (dyn Functions<'t> + '_) {
    fn call(
        &mut self,
        name: &'t str,
        operand: &Datum<'t>,
        path: &Path<'_>,
        faults: &mut Vec<Fault>,
    ) -> Option<Datum<'t>> {
        (**self).call(name, operand, path, faults)
    }
}

/// The functions of TOSCA and Unfurl that stand for a value.
const FUNCTIONS: &[&str] = &[
    "get_input",
    "get_property",
    "get_attribute",
    "get_artifact",
    "get_operation_output",
    "get_nodes_of_type",
    "concat",
    "token",
    "join",
    "eval",
    "get_env",
    "get_secret",
    "get_ensemble_metadata",
];

/// A function with its operand, when a value is one.
pub(super) fn function<'t>(value: &Datum<'t>) -> Option<Entry<'t>> {
    if !value.is_map() || value.written().is_some_and(|yaml| yaml.len() != 1) {
        return None;
    }
    let mut entries = value.entries();
    (entries.len() == 1 && FUNCTIONS.contains(&entries[0].key)).then(|| entries.remove(0))
}

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

    /// Reads a definition in a template; a type that nobody defines is reported and not looked at.
    pub(super) fn schema(&mut self, body: Yaml<'t>, path: &Path<'_>) -> Schema<'t> {
        let mut schema = Schema::read(body);
        if schema.type_name.is_some_and(|name| self.report_unknown_type(Collection::Data, name, path)) {
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
        self.slot(schema, layers, path, owner, Scalars::Converted)
    }

    /// Checks what a definition says by itself, also when nobody uses it.
    pub fn check_default(&mut self, schema: &Schema<'t>, path: &Path<'_>) {
        let Some(default) = schema.defaults.last().filter(|default| !default.is_null()) else { return };
        let span = default.span();
        self.slot(schema, vec![default.clone()], path, span, Scalars::Converted);
        // Another layer may still bring what is missing.
        self.faults.retain(|fault| fault.code != Code::MissingProperty);
    }

    fn slot(
        &mut self,
        schema: &Schema<'t>,
        mut layers: Vec<Datum<'t>>,
        path: &Path<'_>,
        owner: Span,
        scalars: Scalars,
    ) -> Option<Datum<'t>> {
        let is_given = |layers: &[Datum<'t>]| layers.len() > schema.defaults.len();
        if !is_given(&layers) {
            layers.retain(|layer| !layer.is_null());
        }
        let data_type = schema.type_name.map(|name| (name.text(), self.schemas.data_type(name.text())));
        let Some(top) = layers.last() else { return self.absent(schema, data_type.as_ref(), path, owner) };
        if top.is_null() && !matches!(data_type, Some((_, DataType::Simple(SimpleType::Null, _)))) {
            if schema.is_required {
                self.report_missing(schema, path, top.span());
            }
            return (!schema.is_required).then(|| top.clone());
        }
        stacker::maybe_grow(128 << 10, 2 << 20, || self.typed(schema, data_type, layers, path, scalars))
    }

    fn absent(
        &mut self,
        schema: &Schema<'t>,
        data_type: Option<&(&'t str, DataType<'t>)>,
        path: &Path<'_>,
        owner: Span,
    ) -> Option<Datum<'t>> {
        if !schema.is_required {
            return None;
        }
        if let Some((name, DataType::Structure(_))) = data_type
            && self.stands_alone(name)
        {
            return self.slot(schema, vec![Datum::map(Vec::new(), owner)], path, owner, Scalars::Kept);
        }
        self.report_missing(schema, path, owner);
        None
    }

    fn typed(
        &mut self,
        schema: &Schema<'t>,
        data_type: Option<(&'t str, DataType<'t>)>,
        mut layers: Vec<Datum<'t>>,
        path: &Path<'_>,
        scalars: Scalars,
    ) -> Option<Datum<'t>> {
        let top = layers.pop()?;
        if !self.is_affordable(path, top.span()) {
            return Some(top);
        }
        let Some(top) = self.called(&top, path) else { return Some(top) };
        let Some((name, data_type)) = data_type else { return Some(self.untyped(top, path)) };
        match data_type {
            DataType::Unknown => Some(top),
            DataType::Simple(simple, clauses) => {
                Some(self.simple(schema, (name, simple), &clauses, top, path, scalars))
            }
            DataType::Structure(fields) if top.is_map() => {
                let mut maps = self.maps(layers, path);
                maps.push(top);
                Some(self.structure(name, &fields, &maps, path))
            }
            DataType::Structure(_) => {
                self.report_type(schema, name, &top, path);
                Some(top)
            }
        }
    }

    /// The layers that a map on top of them hides only in part: those above the last that is no map.
    fn maps(&mut self, layers: Vec<Datum<'t>>, path: &Path<'_>) -> Vec<Datum<'t>> {
        let mut maps = Vec::new();
        for layer in layers.into_iter().rev() {
            match self.called(&layer, path) {
                Some(layer) if layer.is_map() => maps.push(layer),
                Some(_) | None => break,
            }
        }
        maps.reverse();
        maps
    }

    /// A value with its function called, if it is one; none when nobody knows that value.
    fn called(&mut self, value: &Datum<'t>, path: &Path<'_>) -> Option<Datum<'t>> {
        match function(value) {
            None => Some(value.clone()),
            Some(call) => {
                let result = self.functions.call(call.key, &call.value, path, &mut self.faults)?;
                Some(result.at(value.span()))
            }
        }
    }

    /// A value that may be anything: functions in it are called.
    fn untyped(&mut self, value: Datum<'t>, path: &Path<'_>) -> Datum<'t> {
        if path.depth() > MAX_DEPTH {
            return value;
        }
        let inner = |completer: &mut Self, value: &Datum<'t>, path: &Path<'_>| match completer.called(value, path) {
            Some(called) => stacker::maybe_grow(128 << 10, 2 << 20, || completer.untyped(called, path)),
            None => value.clone(),
        };
        match value.view() {
            View::Written(_) | View::Text(_) => value,
            View::List(items) => {
                let items = items.iter().enumerate().map(|(at, item)| inner(self, item, &path.item(at))).collect();
                Datum::list(items, value.span())
            }
            View::Map(entries) => {
                let entry =
                    |entry: Entry<'t>| Entry { value: inner(self, &entry.value, &path.name(entry.key)), ..entry };
                Datum::map(entries.into_iter().map(entry).collect(), value.span())
            }
        }
    }

    fn simple(
        &mut self,
        schema: &Schema<'t>,
        (name, simple): (&str, SimpleType),
        clauses: &[Yaml<'t>],
        mut value: Datum<'t>,
        path: &Path<'_>,
        scalars: Scalars,
    ) -> Datum<'t> {
        if simple == SimpleType::String
            && scalars == Scalars::Converted
            && !simple.admits(&value)
            && !value.is_null()
            && let Some(text) = scalar_text(&value)
        {
            value = Datum::text(text, value.span());
        }
        if !simple.admits(&value) {
            self.report_type(schema, name, &value, path);
            return value;
        }
        let value = match simple {
            SimpleType::List | SimpleType::Map => self.collection(schema, value, path),
            _ => value,
        };
        for &clause in schema.constraints.iter().chain(clauses) {
            self.constrain(clause, simple, &value, path);
        }
        value
    }

    fn collection(&mut self, schema: &Schema<'t>, value: Datum<'t>, path: &Path<'_>) -> Datum<'t> {
        let Some(entry) = schema.entry.map(Schema::read) else { return self.untyped(value, path) };
        // An entry is there or not: a definition of entries has no default.
        let entry = Schema { defaults: Vec::new(), is_required: true, ..entry };
        let mut complete = |item: Datum<'t>, path: &Path<'_>| {
            let span = item.span();
            let completed = self.slot(&entry, vec![item.clone()], path, span, Scalars::Kept);
            completed.unwrap_or(item)
        };
        match value.view() {
            View::List(items) => {
                let items = items.into_iter().enumerate().map(|(at, item)| complete(item, &path.item(at)));
                Datum::list(items.collect(), value.span())
            }
            View::Map(entries) => {
                let entry = |entry: Entry<'t>| Entry { value: complete(entry.value, &path.name(entry.key)), ..entry };
                Datum::map(entries.into_iter().map(entry).collect(), value.span())
            }
            View::Written(_) | View::Text(_) => value,
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

    fn constrain(&mut self, clause: Yaml<'t>, simple: SimpleType, value: &Datum<'t>, path: &Path<'_>) {
        let because = Some((clause.span(), "says this".to_owned()));
        let words = clause.entries().next().map_or("", |(key, _)| key.text());
        match judge(clause, simple, value) {
            Verdict::Satisfied | Verdict::Unchecked => {}
            Verdict::Violated => {
                let message = format!("\"{path}\" violates the constraint `{words}`");
                self.report(Code::ConstraintViolation, path, value.span(), message, because);
            }
            Verdict::Malformed => {
                let message = format!("this constraint cannot be applied to \"{path}\"");
                self.report(Code::MalformedConstraint, path, clause.span(), message, None);
            }
        }
    }

    fn report_type(&mut self, schema: &Schema<'t>, wanted: &str, found: &Datum<'t>, path: &Path<'_>) {
        let message = format!("\"{path}\" is of type \"{wanted}\", which this {} does not fit", found.kind());
        let span = schema.type_name.map_or(schema.span, |name| name.span());
        self.report(Code::WrongType, path, found.span(), message, Some((span, "its type".to_owned())));
    }

    fn report_missing(&mut self, schema: &Schema<'t>, path: &Path<'_>, span: Span) {
        let message = format!("\"{path}\" has no value, but is required");
        let because = Some((schema.span, "declared here without a default".to_owned()));
        self.report(Code::MissingProperty, path, span, message, because);
    }

    fn report(&mut self, code: Code, path: &Path<'_>, span: Span, message: String, because: Option<(Span, String)>) {
        self.faults.push(Fault { code, path: path.to_string(), span, message, because });
    }

    /// Reports a value that nobody declares.
    pub(super) fn report_unexpected<'n>(
        &mut self,
        entry: &Entry<'t>,
        path: &Path<'_>,
        declared: impl Iterator<Item = &'n str>,
        of: &str,
    ) {
        let close =
            did_you_mean(entry.key, declared).map_or_else(String::new, |close| format!("; did you mean \"{close}\"?"));
        let message = format!("\"{path}\" is not declared by \"{of}\"{close}");
        self.report(Code::UnexpectedProperty, path, entry.span, message, None);
    }

    /// Reports the name of a type that nobody defines, and says whether it did.
    pub(super) fn report_unknown_type(&mut self, collection: Collection, name: Yaml<'t>, path: &Path<'_>) -> bool {
        let fault = self.schemas.unknown_type(collection, (name.text(), name.span()), path);
        let is_unknown = fault.is_some();
        self.faults.extend(fault);
        is_unknown
    }
}
