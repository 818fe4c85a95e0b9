//! Functions whose names look misspelt, and functions that are given something else than they take.
//!
//! A map with one key may be a value: so only names are reported that are almost those of what there is.

use variscope_encoder::recursion::descend;

use super::doubt::{ConditionalFault, When};
use super::search::TemplateWalk;
use crate::source::Span;
use crate::source::diagnostic::{Code, did_you_mean};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse, is_call, wanted_operands};

/// Functions whose names no other key looks like.
static READING: &[&str] =
    &["get_input", "get_property", "get_attribute", "get_operation_output", "get_nodes_of_type", "get_artifact"];

impl TemplateWalk<'_, '_> {
    /// Functions with too few or too many operands.
    pub(super) fn function_operands(&mut self) {
        for place in self.places() {
            let calls = place.value.descendants().filter_map(|value| Some((value, wanted_operands(value)?)));
            for (call, wanted) in calls {
                let Some((key, _)) = call.entries().next() else { continue };
                let message = format!("`{}` takes {wanted}", key.text());
                // Some runtimes take one value for a list of one, or what is too much for nothing.
                let is_refused = matches!(key.text(), "get_property" | "get_attribute" | "token");
                let response = if is_refused { RuntimeResponse::Refused } else { RuntimeResponse::PassedOver };
                let help = Some(format!("write `{}: [...]` with these", key.text()));
                let path = Path::new(key.text());
                let fault = Fault { response, help, ..Fault::new(Code::UnknownMember, &path, call.span(), message) };
                self.doubts.push(ConditionalFault::new(fault, place.owner, When::default()));
            }
        }
    }

    /// Functions whose names look misspelt.
    pub(super) fn misspelt_functions(&mut self) {
        for place in self.places() {
            let mut found = Vec::new();
            misspelt_calls(place.value, &mut found);
            // Where a type says what is wanted, the same was proposed already.
            let is_new = |key: Span| {
                let is_about = |doubt: &ConditionalFault| doubt.fault.help.is_some() && doubt.fault.span.contains(key);
                !self.doubts.iter().any(is_about)
            };
            found.retain(|(key, _)| is_new(key.span()));
            for (key, meant) in found {
                let message = format!("there is no function `{}`; did you mean `{meant}`?", key.text());
                let misspelt = Some((key.text().to_owned(), meant.to_owned()));
                let path = Path::new(key.text());
                let fault = Fault { misspelt, ..Fault::new(Code::UnknownMember, &path, key.span(), message) };
                // Without the function an output may have nothing that keeps it.
                self.doubts.push(ConditionalFault::new(fault, place.owner, When::default()));
            }
        }
    }
}

/// Whether a value calls a function whose name looks misspelt.
pub(in crate::analysis::question::check) fn has_misspelt_call(value: Yaml<'_>) -> bool {
    let mut found = Vec::new();
    misspelt_calls(value, &mut found);
    !found.is_empty()
}

/// Keys in a value that look like functions, each with the one that is meant.
fn misspelt_calls<'t>(value: Yaml<'t>, found: &mut Vec<(Yaml<'t>, &'static str)>) {
    let only = value.entries().next().filter(|_| value.is_mapping() && value.len() == 1 && !is_call(value));
    if let Some((key, operand)) = only
        && !operand.is_mapping()
        && key.text().starts_with("get")
        && !READING.contains(&key.text())
    {
        found.extend(did_you_mean(key.text(), READING.iter().copied()).map(|meant| (key, meant)));
    }
    descend(|| {
        value.items().for_each(|item| misspelt_calls(item, found));
        value.entries().for_each(|(_, value)| misspelt_calls(value, found));
    });
}
