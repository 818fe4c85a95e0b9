//! Variability inputs in values, where nothing evaluates them: the map is deployed as it stands.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::accesses::OwnedValue;
use super::doubt::{ConditionalFault, When};
use super::search::TemplateWalk;
use crate::source::diagnostic::Code;
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Model, PropertyValue};
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse};

/// How revisions of the language name the function that reads an input.
static READING: &[&str] = &["variability_input", "get_variability_input"];

impl TemplateWalk<'_, '_> {
    /// Values that name a variability input as conditions do.
    pub(super) fn unevaluated_inputs(&mut self) {
        // Conditions among the properties are told as such (`among_properties.rs`).
        let is_conditions = |owner: ElementId| &*self.model.element(owner).name == "conditions";
        let places = self.places().into_iter().chain(self.listed_expressions());
        for place in places.filter(|place| !place.owner.is_some_and(is_conditions)) {
            let declared = named_inputs(place.value).into_iter().filter(|(_, input)| is_declared(self.model, input));
            for (call, input) in declared {
                let help = self.help_for(&place, call, input);
                if self.help_unfit(call.span(), &help) {
                    continue;
                }
                let message = format!("the variability input \"{input}\" is not evaluated here: this map is the value");
                let fault = Fault {
                    response: RuntimeResponse::PassedOver,
                    help: Some(help),
                    ..Fault::new(Code::UnknownMember, &Path::new(input), call.span(), message)
                };
                self.doubts.push(ConditionalFault::new(fault, place.owner, When::default()));
            }
        }
    }

    fn help_for(&self, place: &OwnedValue<'_>, call: Yaml<'_>, input: &str) -> String {
        let is_expression = |id: ElementId| {
            id.kind() == Kind::Property && matches!(self.model.property(id).value, PropertyValue::Expression(_))
        };
        if place.owner.is_some_and(is_expression) {
            return "an expression that is a list is the value as it stands: nothing in it is evaluated".to_owned();
        }
        let property =
            place.owner.filter(|owner| owner.kind() == Kind::Property).map(|owner| self.model.element(owner));
        let Some(property) = property else {
            return "only conditions and expressions of properties are evaluated".to_owned();
        };
        let name = Operator::VariabilityInput.name(self.model.profile());
        let is_whole = call.span() == place.value.span();
        let value = if is_whole { format!("{{{name}: {input}}}") } else { "...".to_owned() };
        if property.is_listed {
            format!("write `{{expression: {value}}}`")
        } else {
            format!("write `- {}: {{expression: {value}}}`: properties that vary are a list", property.name)
        }
    }
}

/// The inputs that values name where nothing evaluates them.
pub(in crate::analysis::question::check) fn unevaluated_inputs(model: &Model) -> BTreeSet<&str> {
    let sections = model.topology_template().into_iter().flat_map(Yaml::entries);
    let sections = sections.filter(|(key, _)| key.text() != "variability").map(|(_, section)| section);
    sections.flat_map(named_inputs).map(|(_, input)| input).collect()
}

fn is_declared(model: &Model, input: &str) -> bool {
    let inputs = model.variability().and_then(|variability| variability.get("inputs"));
    inputs.is_some_and(|inputs| inputs.get(input).is_some())
}

/// Maps in a value that have the form of reading an input, each with the name; conditions are left out: they are evaluated.
fn named_inputs(value: Yaml<'_>) -> Vec<(Yaml<'_>, &str)> {
    let (mut named, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![value]);
    while let Some(value) = open.pop() {
        if value.is_scalar() || !seen.insert(value.id()) {
            continue;
        }
        let only = value.entries().next().filter(|(_, input)| value.len() == 1 && input.is_scalar());
        named.extend(only.filter(|(key, _)| READING.contains(&key.text())).map(|(_, input)| (value, input.text())));
        open.extend(value.items().rev());
        open.extend(value.entries().rev().filter(|(key, _)| key.text() != "conditions").map(|(_, value)| value));
    }
    named
}
