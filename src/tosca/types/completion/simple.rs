//! Values of simple types: scalars, lists and maps, and the constraints on them.

use super::{Completer, Fault, Functions, Path, Scalars, WantedValue, meant, part};
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::{Scalar, Yaml, with_zeros_in_front};
use crate::tosca::types::constraint::{ClauseVerdict, judge};
use crate::tosca::types::simple::{printed, scalar_text};
use crate::tosca::types::{DataType, Datum, Entry, Refinement, Schema, SimpleType, View};

impl<'t, F: Functions<'t>> Completer<'_, 't, F> {
    pub(super) fn simple(
        &mut self,
        WantedValue { schema, path, scalars }: WantedValue<'_, 't>,
        (name, simple): (&str, SimpleType),
        refinement: &Refinement<'t>,
        mut value: Datum<'t>,
    ) -> Datum<'t> {
        if simple == SimpleType::String
            && scalars == Scalars::Converted
            && !simple.admits(&value)
            && let Some(text) = printed(&value)
        {
            // Where another text is printed than was written, it matters that a string is wanted.
            if scalar_text(&value) != Some(&text) {
                self.report_conversion(&value, &text, path);
            }
            value = Datum::text(text, value.span());
        }
        if simple == SimpleType::Version
            && matches!(value.scalar(), Some(Scalar::Float(_)))
            && let Some(text) = printed(&value)
            && scalar_text(&value) != Some(&text)
        {
            self.report_version(&text, &value, path);
        }
        if matches!(simple, SimpleType::Integer | SimpleType::Float)
            && matches!(value.scalar(), Some(Scalar::Integer(_)))
            && let Some(read) = scalar_text(&value).and_then(with_zeros_in_front)
        {
            self.report_zeros(&read, &value, path);
        }
        if !simple.admits(&value) {
            self.report_type(schema, name, &value, path);
            return value;
        }
        let value = match simple {
            SimpleType::List | SimpleType::Map => self.collection(schema, refinement, value, path),
            _ => value,
        };
        for &clause in schema.constraints.iter().chain(&refinement.constraints) {
            self.constrain(clause, simple, &value, path);
        }
        value
    }

    /// Holds the constraints of a definition against a value whose type is not a simple one, or none.
    pub(super) fn constrain_as_it_is(&mut self, schema: &Schema<'t>, value: &Datum<'t>, path: &Path<'_>) {
        for &clause in &schema.constraints {
            self.constrain(clause, SimpleType::of(value), value, path);
        }
    }

    fn collection(
        &mut self,
        schema: &Schema<'t>,
        refinement: &Refinement<'t>,
        value: Datum<'t>,
        path: &Path<'_>,
    ) -> Datum<'t> {
        self.keys(schema.key.or(refinement.key), &value, path);
        let entry = schema.entry.or(refinement.entry).map(Schema::read);
        let Some(entry) = entry else { return self.untyped(value, path) };
        let entry = part::entry(entry);
        let mut complete = |item: Datum<'t>, path: &Path<'_>| {
            let span = item.span();
            let completed =
                self.slot(WantedValue { schema: &entry, path, scalars: Scalars::Kept }, vec![item.clone()], span);
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

    /// Keys are texts: only definitions of texts say something about them.
    fn keys(&mut self, schema: Option<Yaml<'t>>, value: &Datum<'t>, path: &Path<'_>) {
        let Some(schema) = schema.map(Schema::read) else { return };
        let data_type = schema.type_name.map(|name| self.schemas.data_type(name.text()));
        if !matches!(data_type, Some(DataType::Simple(SimpleType::String, _))) {
            return;
        }
        for entry in value.entries() {
            let key = Datum::text(entry.key, entry.span);
            let wanted = WantedValue { schema: &schema, path: &path.name(entry.key), scalars: Scalars::Kept };
            self.slot(wanted, vec![key], entry.span);
        }
    }

    fn constrain(&mut self, clause: Yaml<'t>, simple: SimpleType, value: &Datum<'t>, path: &Path<'_>) {
        let because = Some((clause.span(), "says this".to_owned()));
        let words = clause.entries().next().map_or("", |(key, _)| key.text());
        match judge(clause, simple, value) {
            ClauseVerdict::Satisfied => {}
            // The place is the clause, so that it is said once for all values.
            ClauseVerdict::Unchecked => {
                let message = format!("the constraint `{words}` is not checked");
                self.report(Code::UncheckedConstraint, path, clause.span(), message, None);
            }
            ClauseVerdict::Violated => {
                let message = format!("\"{path}\" violates the constraint `{words}`");
                let fault = Fault::new(Code::ConstraintViolation, path, value.span(), message);
                self.faults.push(Fault { because, help: meant::by_clause(clause, value), ..fault });
            }
            ClauseVerdict::Malformed => {
                let message = format!("this constraint cannot be applied to \"{path}\"");
                self.report(Code::MalformedConstraint, path, clause.span(), message, None);
            }
        }
    }
}
