//! Values that only deployment brings: topology inputs without a value, as far as their declarations say something of them.

use super::{Completer, DeclaredInput, Functions, Scalars, WantedValue};
use crate::source::diagnostic::Code;
use crate::tosca::types::{DataType, Datum, SimpleType};

impl<'t, F: Functions<'t>> Completer<'_, 't, F> {
    /// Holds what is declared about a topology input against the definition of the value that it stands for: its type,
    /// or else each of its values, if these are listed.
    pub(super) fn check_later(
        &mut self,
        wanted: WantedValue<'_, 't>,
        data_type: Option<&(&'t str, DataType<'t>)>,
        value: &Datum<'t>,
    ) {
        let call = super::functions::function(value);
        let Some(input) = call.and_then(|call| self.functions.declared_input(call.key, &call.value)) else { return };
        let Some((type_name, data_type)) = data_type else { return };
        let found = input.schema.type_name.map(|name| (name, self.schemas.data_type(name.text())));
        if let Some((name, found)) = found
            && !may_fit(&found, data_type, wanted.scalars)
        {
            let message = format!(
                "\"{}\" is of type \"{type_name}\", which topology input \"{}\" of type \"{}\" does not fit",
                wanted.path,
                input.name,
                name.text()
            );
            self.report(
                Code::WrongType,
                wanted.path,
                value.span(),
                message,
                Some((name.span(), "its type".to_owned())),
            );
        } else if matches!(data_type, DataType::Simple(..)) {
            self.check_listed(wanted, &input, value);
        }
    }

    /// One of the listed values of an input that does not fit is enough.
    fn check_listed(&mut self, wanted: WantedValue<'_, 't>, input: &DeclaredInput<'t>, value: &Datum<'t>) {
        let known = self.faults.len();
        for listed in input.schema.constraints.iter().filter_map(|clause| clause.get("valid_values")) {
            for item in listed.items() {
                self.slot(wanted, vec![Datum::from(item).at(value.span())], value.span());
                if let Some(fault) = self.faults.get_mut(known) {
                    fault.message =
                        format!("{}, where topology input \"{}\" is {}", fault.message, input.name, item.to_json());
                    self.faults.truncate(known + 1);
                    return;
                }
            }
        }
    }
}

/// Whether some value of one type is one of another.
fn may_fit(found: &DataType<'_>, wanted: &DataType<'_>, scalars: Scalars) -> bool {
    match (found, wanted) {
        (DataType::Unknown, _) | (_, DataType::Unknown) | (DataType::Structure(_), DataType::Structure(_)) => true,
        (DataType::Structure(_), DataType::Simple(simple, _))
        | (DataType::Simple(simple, _), DataType::Structure(_)) => *simple == SimpleType::Map,
        (DataType::Simple(found, _), DataType::Simple(wanted, _)) => may_be(*found, *wanted, scalars),
    }
}

fn may_be(found: SimpleType, wanted: SimpleType, scalars: Scalars) -> bool {
    let is_collection = |simple| matches!(simple, SimpleType::List | SimpleType::Map | SimpleType::Range);
    match (found, wanted) {
        _ if found == wanted => true,
        (SimpleType::Integer, SimpleType::Float | SimpleType::Version)
        | (SimpleType::Float, SimpleType::Version)
        | (SimpleType::Range, SimpleType::List)
        | (SimpleType::List, SimpleType::Range)
        | (SimpleType::String, SimpleType::Timestamp | SimpleType::Version | SimpleType::Unit(_))
        | (SimpleType::Timestamp | SimpleType::Version | SimpleType::Unit(_), SimpleType::String) => true,
        (_, SimpleType::String) => scalars == Scalars::Converted && !is_collection(found) && found != SimpleType::Null,
        _ => false,
    }
}
