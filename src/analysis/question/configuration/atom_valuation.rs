//! Value expressions taken as conditions, under one configuration.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rustc_hash::{FxHashMap, FxHashSet};
use variscope_encoder::Atom;

use crate::analysis::condition::ValueAtom;
use crate::analysis::value::{Configuration, Evaluator, Logic, Value, asks_for_elements};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, distinct};
use crate::source::syntax::vocabulary::{Dialect, Operator};
use crate::source::syntax::yaml::{Yaml, YamlId};

use super::known_presence::KnownPresence;
use crate::analysis::question::Variants;

/// The truth of value atoms, and what went wrong, by atom.
#[derive(Default)]
pub(crate) struct AtomValuation {
    values: FxHashMap<Atom, bool>,
    diagnostics: Vec<(Atom, Diagnostic)>,
}

impl AtomValuation {
    /// Evaluates all value atoms in the order in which they were met.
    pub(crate) fn of(variants: &Variants<'_>) -> Self {
        Self::under(variants, variants.configuration())
    }

    /// Evaluates all value atoms under another configuration.
    pub(crate) fn under(variants: &Variants<'_>, configuration: &Configuration) -> Self {
        Self::among(variants, configuration, usize::MAX)
    }

    /// Evaluates the first value atoms, so many.
    pub(crate) fn of_first(variants: &Variants<'_>, count: usize) -> Self {
        Self::among(variants, variants.configuration(), count)
    }

    fn among(variants: &Variants<'_>, configuration: &Configuration, count: usize) -> Self {
        let mut evaluator = Evaluator::new(variants.language(), configuration);
        let mut logic = KnownPresence::none(variants.model());
        let mut truth = Self::default();
        for (atom, value) in variants.rules().atoms().values().take(count) {
            match evaluate(variants, &mut evaluator, value, &mut logic) {
                Ok(holds) => {
                    truth.values.insert(atom, holds);
                }
                // Nothing in the template minds.
                Err(_) if variants.rules().is_of_demands(atom) => {
                    truth.values.insert(atom, false);
                }
                Err(diagnostic) => truth.diagnostics.push((atom, *diagnostic)),
            }
        }
        truth
    }

    /// What is known beforehand.
    pub(crate) fn known(values: impl IntoIterator<Item = (Atom, bool)>) -> Self {
        Self { values: values.into_iter().collect(), diagnostics: Vec::new() }
    }

    /// Whether the atom holds, if it is a value atom that could be evaluated.
    pub(crate) fn get(&self, atom: Atom) -> Option<bool> {
        self.values.get(&atom).copied()
    }

    /// What went wrong, in order, each once: an input without a value where it is read first, with the number of other places.
    pub(crate) fn into_diagnostics(self) -> Vec<Diagnostic> {
        // By message: which fault is the first, and all places.
        let mut missing: BTreeMap<String, (usize, FxHashSet<Option<Span>>)> = BTreeMap::new();
        let mut diagnostics: Vec<Diagnostic> = Vec::new();
        for (_, diagnostic) in self.diagnostics {
            if diagnostic.code == Code::MissingInput {
                match missing.entry(diagnostic.message.clone()) {
                    Entry::Occupied(mut known) => {
                        known.get_mut().1.insert(diagnostic.span());
                        continue;
                    }
                    Entry::Vacant(first) => {
                        first.insert((diagnostics.len(), FxHashSet::from_iter([diagnostic.span()])));
                    }
                }
            }
            diagnostics.push(diagnostic);
        }
        for (first, places) in missing.into_values() {
            note_others(&mut diagnostics[first], places.len() - 1);
        }
        distinct(diagnostics)
    }

    /// Whether everything could be evaluated.
    pub(crate) fn is_complete(&self) -> bool {
        self.diagnostics.is_empty()
    }
}

/// An input is read without a value at so many other places.
fn note_others(missing: &mut Diagnostic, others: usize) {
    match others {
        0 => {}
        1 => missing.notes.push("it is read at one other place, too".to_owned()),
        _ => missing.notes.push(format!("it is read at {others} other places, too")),
    }
}

pub(crate) type Holds = Result<bool, Box<Diagnostic>>;

/// Whether a value, taken as a condition, holds; `logic` answers the conditions inside that ask for no presence.
pub(crate) fn evaluate(
    variants: &Variants<'_>,
    evaluator: &mut Evaluator<'_>,
    value: &ValueAtom,
    logic: &mut KnownPresence<'_>,
) -> Holds {
    let model = variants.model();
    match value {
        ValueAtom::Expression { expression, assumed } => {
            let yaml = model.yaml(*expression);
            let value = evaluator.evaluate(yaml, &mut Assumed { assumed, logic })?;
            holds(value, yaml, model.dialect())
        }
        ValueAtom::Input(name) => {
            let name = model.yaml(*name);
            let value = evaluator.input_value(name)?;
            holds(value, name, model.dialect())
        }
    }
}

/// A value taken as a condition.
pub(crate) fn holds(value: Option<Value>, yaml: Yaml<'_>, dialect: &Dialect) -> Holds {
    match (value, dialect.values_are_conditions) {
        (Some(Value::Boolean(holds)), _) => Ok(holds),
        (None | Some(Value::Null), false) => {
            Err(diagnostic(yaml.span(), dialect.sentences.missing_operand().to_owned()))
        }
        (None | Some(Value::Null), true) => {
            Err(diagnostic(yaml.span(), "Element \"undefined\" is not a boolean".to_owned()))
        }
        (Some(Value::String(_)), true) => Ok(true),
        (Some(Value::Number(number)), true) => Ok(number.to_f64() > 0.0),
        (Some(Value::Instant(_) | Value::List(_) | Value::Map(_)), true) => Err(diagnostic(
            yaml.span(),
            format!("Unexpected value expression treated as logic \"{}\"", yaml.to_pretty_json()),
        )),
        (Some(other), _) => Err(diagnostic(yaml.span(), format!("Element \"{}\" is not a boolean", other.to_json()))),
    }
}

fn diagnostic(span: Span, sentence: String) -> Box<Diagnostic> {
    let message = "the value of this expression is neither true nor false";
    Box::new(Diagnostic::new(Code::NotACondition, span, message).reference(sentence))
}

/// The truth values under which an expression with logic inside is evaluated.
struct Assumed<'a, 'l, 'm> {
    assumed: &'a [(YamlId, bool)],
    logic: &'l mut KnownPresence<'m>,
}

impl Logic for Assumed<'_, '_, '_> {
    /// Profiles A to C evaluate operands before they compare them: what is no condition is an error, whatever it would
    /// be compared with. In profile D every condition inside is an atom of its own, and an error by itself.
    fn holds(&mut self, evaluator: &mut Evaluator<'_>, expression: Yaml<'_>, operator: Operator) -> Holds {
        let language = evaluator.language();
        if !language.dialect().evaluates_every_condition && !language.reading(expression).asks_presence {
            self.logic.holds(evaluator, expression, operator)?;
        }
        if let Some(&(_, holds)) = self.assumed.iter().find(|(assumed, _)| *assumed == expression.id()) {
            return Ok(holds);
        }
        // It stands in what computes the default of an input that the expression reads.
        if !language.reading(expression).asks_presence {
            return self.logic.holds(evaluator, expression, operator);
        }
        let why = "which the default of an input that conditions read cannot";
        let diagnostic = asks_for_elements(operator, language.profile(), expression.span(), why);
        Err(Box::new(diagnostic.help("write it into the conditions that read the input")))
    }
}
