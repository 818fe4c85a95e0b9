//! Whether the expression of a property has a value, where that depends on what is present.
//!
//! Invariant: answers come from evaluation under every combination of truth values of the conditions inside the
//! expression, so that nothing has to be known about which of them can come together.

use super::Variants;
use super::logic::KnownPresence;
use super::resolve::no_value;
use crate::diagnostic::Diagnostic;
use crate::model::ElementId;
use crate::syntax::vocabulary::{Operator, Profile};
use crate::syntax::yaml::{Yaml, YamlId};
use crate::value::{Evaluator, Logic, Value};

/// Conditions inside one expression of which all combinations are tried.
const MOST_CONDITIONS: usize = 6;

/// Whether there is a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Definedness {
    /// Whatever is present.
    Always,
    /// Whatever is present, there is this error.
    Never(String),
    /// What is present decides, or may.
    Open,
}

/// Whether the expression of a property has a value under the configuration of `evaluator`.
pub(super) fn definedness(
    variants: &Variants<'_>,
    evaluator: &mut Evaluator<'_>,
    (id, expression): (ElementId, Yaml<'_>),
) -> Definedness {
    let model = variants.model();
    let mut presence = KnownPresence::new(model, &vec![false; model.len()]);
    presence.enter(id);
    let mut tried = Tried { presence, answers: Vec::new() };
    let mut found = None;
    loop {
        let fault = match evaluator.evaluate(expression, &mut tried) {
            Ok(Some(value)) if value != Value::Null => None,
            Ok(_) if model.profile() != Profile::D => None,
            Ok(_) => Some(no_value(model, id).sentence().to_owned()),
            Err(fault) => Some(fault.sentence().to_owned()),
        };
        if *found.get_or_insert_with(|| fault.clone()) != fault || tried.answers.len() > MOST_CONDITIONS {
            return Definedness::Open;
        }
        if !tried.advance() {
            return fault.map_or(Definedness::Always, Definedness::Never);
        }
    }
}

/// Answers conditions by turns, and finds what is wrong with them whatever is present.
struct Tried<'m> {
    presence: KnownPresence<'m>,
    /// By condition, in the order in which they were met.
    answers: Vec<(YamlId, bool)>,
}

impl Tried<'_> {
    /// The next combination; false after the last.
    fn advance(&mut self) -> bool {
        while let Some((_, answer)) = self.answers.last_mut() {
            if !*answer {
                *answer = true;
                return true;
            }
            self.answers.pop();
        }
        false
    }
}

impl Logic for Tried<'_> {
    fn holds(
        &mut self,
        evaluator: &mut Evaluator<'_>,
        expression: Yaml<'_>,
        operator: Operator,
    ) -> Result<bool, Box<Diagnostic>> {
        self.presence.holds(evaluator, expression, operator)?;
        if let Some((_, answer)) = self.answers.iter().find(|(known, _)| *known == expression.id()) {
            return Ok(*answer);
        }
        self.answers.push((expression.id(), false));
        Ok(false)
    }
}
