//! What readers of inputs answer under one configuration.

use std::collections::BTreeSet;

use super::{InputReader, Outcome};
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::atom_valuation;
use crate::analysis::question::configuration::decimal::Decimal;
use crate::analysis::question::configuration::known_presence::{Facts, KnownPresence};
use crate::analysis::question::configuration::variant::no_value;
use crate::analysis::value::{Configuration, Evaluator, Value, counts_as_selected};
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::{ElementId, PropertyValue};

/// Asks subjects for their outcomes under one configuration.
pub(super) struct OutcomeEvaluator<'a, 'v, 'm> {
    variants: &'v Variants<'m>,
    evaluator: Evaluator<'a>,
    logic: &'a mut KnownPresence<'m>,
}

impl<'a, 'v: 'a, 'm> OutcomeEvaluator<'a, 'v, 'm> {
    /// Answers of `logic` that presences do not decide are kept for further configurations.
    pub(super) fn of(
        variants: &'v Variants<'m>,
        configuration: &'a Configuration,
        logic: &'a mut KnownPresence<'m>,
    ) -> Self {
        Self { variants, evaluator: Evaluator::new(variants.language(), configuration), logic }
    }

    pub(super) fn outcome(&mut self, subject: &InputReader, inputs: &BTreeSet<String>) -> Outcome {
        match subject {
            InputReader::Foreign => Outcome::Fine,
            InputReader::Atom(_, value) => {
                match atom_valuation::evaluate(self.variants, &mut self.evaluator, value, self.logic) {
                    Ok(holds) => Outcome::Holds(holds),
                    Err(error) => Outcome::Error(error.sentence().to_owned()),
                }
            }
            InputReader::Property(id) => self.property(*id, inputs),
            InputReader::Selected(input) => {
                Outcome::Holds(self.evaluator.configuration().value(input).is_some_and(counts_as_selected))
            }
            InputReader::Value(id) => match value(self.variants, &mut self.evaluator, *id, self.logic) {
                Ok(found) => Outcome::Value {
                    number: found.as_ref().and_then(Value::as_number).and_then(Decimal::of),
                    text: found.as_ref().map(Value::to_json),
                },
                Err(error) => Outcome::Error(error.sentence().to_owned()),
            },
            InputReader::Addend(input) => {
                let found = self.evaluator.configuration().value(input);
                Outcome::Value {
                    number: found.and_then(Value::as_number).and_then(Decimal::of),
                    text: found.map(Value::to_json),
                }
            }
        }
    }

    fn property(&mut self, id: ElementId, inputs: &BTreeSet<String>) -> Outcome {
        let (variants, evaluator) = (self.variants, &mut self.evaluator);
        let error = |logic: &mut KnownPresence<'m>| value_diagnostic(variants, evaluator, id, logic);
        let Some(cases) = self.logic.in_all_cases(error) else {
            let given = self.evaluator.configuration();
            let values = inputs.iter().map(|input| given.value(input).map_or(String::new(), Value::to_json));
            return Outcome::Open(values.collect::<Vec<_>>().join("\n"));
        };
        let errors: Vec<(Facts, String)> =
            cases.into_iter().filter_map(|(facts, sentence)| Some((facts, sentence?))).collect();
        match errors.as_slice() {
            [] => Outcome::Fine,
            [(facts, sentence)] if facts.is_empty() => Outcome::Error(sentence.clone()),
            _ => Outcome::ErrorUnder(errors),
        }
    }
}

/// Why a property has no value, if it has none.
fn value_diagnostic(
    variants: &Variants<'_>,
    evaluator: &mut Evaluator<'_>,
    id: ElementId,
    logic: &mut KnownPresence<'_>,
) -> Option<String> {
    let model = variants.model();
    match value(variants, evaluator, id, logic) {
        Ok(Some(value)) if value != Value::Null => None,
        Ok(_) if model.dialect().valueless_properties_vanish => None,
        Ok(_) => Some(no_value(model, id).sentence().to_owned()),
        Err(error) => Some(error.sentence().to_owned()),
    }
}

/// The value of a property with an expression that asks for no presence, under a configuration.
pub(crate) fn value_under(
    variants: &Variants<'_>,
    configuration: &Configuration,
    id: ElementId,
) -> Result<Option<Value>, Box<Diagnostic>> {
    let mut logic = KnownPresence::none(variants.model());
    value(variants, &mut Evaluator::new(variants.language(), configuration), id, &mut logic)
}

fn value(
    variants: &Variants<'_>,
    evaluator: &mut Evaluator<'_>,
    id: ElementId,
    logic: &mut KnownPresence<'_>,
) -> Result<Option<Value>, Box<Diagnostic>> {
    let model = variants.model();
    let PropertyValue::Expression(expression) = model.property(id).value else { return Ok(None) };
    logic.enter(id);
    evaluator.evaluate(model.yaml(expression), logic)
}
