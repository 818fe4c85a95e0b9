//! Conditional values: what is wrong with each of them, whatever the others are.

use super::completion::{Completer, Fault, Functions, Path, RuntimeResponse};
use super::{Datum, Entry, Schemas, Section, TypeName};
use crate::source::Span;
use crate::source::syntax::yaml::Yaml;

/// One value that a property may have.
#[derive(Clone, Copy, Debug)]
pub struct Alternative<'t, I> {
    /// What the caller calls it, such as the element.
    pub id: I,
    /// The name of the property.
    pub property: &'t str,
    /// Where that name is written.
    pub span: Span,
    /// The value; none when it is computed by an expression, which is not looked at.
    pub value: Option<Yaml<'t>>,
}

/// What is wrong with alternatives.
#[derive(Clone, Debug)]
pub struct AlternativeFaults<I> {
    /// Faults of one alternative: they exist in the variants in which it is present.
    pub of_values: Vec<(I, Fault)>,
    /// For each required property that has no value by itself: the fault exists in the variants in which its owner is
    /// present and none of these alternatives is.
    pub of_absence: Vec<(Fault, Vec<I>)>,
}

impl<'t, I> Alternative<'t, I> {
    /// As an entry of a map.
    fn entry(&self) -> Entry<'t> {
        let value = self.value.map_or_else(|| Datum::map(Vec::new(), self.span), Datum::from);
        Entry { key: self.property, span: self.span, value }
    }
}

/// Checks all values that the properties of one element may have, each once.
///
/// `of` is the element's type, `name` what paths start with, `owner` where a missing
/// value is missed. Types have no conditions, so neither has a default: a property with a default is never missing.
pub fn check_alternatives<'t, I: Copy>(
    schemas: &Schemas<'t>,
    functions: impl Functions<'t>,
    of: TypeName<'_>,
    name: &str,
    owner: Span,
    alternatives: &[Alternative<'t, I>],
) -> AlternativeFaults<I> {
    let TypeName { collection, name: type_name } = of;
    let mut completer = Completer::new(schemas, functions);
    let mut faults = AlternativeFaults { of_values: Vec::new(), of_absence: Vec::new() };
    if schemas.is_broken(collection, type_name) {
        return faults;
    }
    let fields = schemas.fields(collection, Section::Properties, type_name);
    let path = Path::new(name);
    for alternative in alternatives {
        let path = path.name(alternative.property);
        match (fields.get(alternative.property), alternative.value) {
            (Some(schema), Some(value)) => {
                completer.complete(schema, Some(value.into()), &path, alternative.span);
            }
            (None, _) if schemas.is_closed(collection, type_name) => {
                let entry = alternative.entry();
                completer.report_unexpected(
                    &entry,
                    &path,
                    fields.keys().copied(),
                    (type_name, RuntimeResponse::PassedOver),
                );
            }
            (Some(_) | None, _) => {}
        }
        faults.of_values.extend(completer.take_faults().into_iter().map(|fault| (alternative.id, fault)));
    }
    for (&property, schema) in &*fields {
        completer.complete(schema, None, &path.name(property), owner);
        let of_property = alternatives.iter().filter(|alternative| alternative.property == property);
        let ids: Vec<I> = of_property.map(|alternative| alternative.id).collect();
        faults.of_absence.extend(completer.take_faults().into_iter().map(|fault| (fault, ids.clone())));
    }
    faults
}
