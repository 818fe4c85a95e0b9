//! What reads inputs in a template.

use std::sync::Arc;

use rustc_hash::FxHashMap;
use variscope_encoder::linear::WorkLimit;

use super::{InputReader, Outcome};
use crate::analysis::condition::ValueAtom;
use crate::analysis::domain::{Completions, CrossGroupSums, Reader, ReadingPurpose, is_total};
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::canonical_text::Writer;
use crate::analysis::value::Configuration;
use crate::tosca::model::{ElementId, Kind, PropertyValue};

/// The conditions, properties and rules between inputs that read some, each with what it reads.
pub(super) fn subjects<'v, 'm>(variants: &'v Variants<'m>, has_rules: bool) -> Vec<(InputReader, Reader<'v, 'm>)> {
    let (model, language) = (variants.model(), variants.language());
    let mut known: FxHashMap<String, Reader<'v, 'm>> = FxHashMap::default();
    let atoms = variants.rules().atoms().values().map(|(atom, value)| {
        let reader = match value {
            // Templates say the same of many elements.
            ValueAtom::Expression { expression, assumed } if assumed.is_empty() => {
                let (expression, number) = (model.yaml(*expression), known.len() as u32);
                let numbered =
                    || Reader { alike: Some(number), ..Reader::of(language, expression, ReadingPurpose::Truth) };
                match Writer::plain().write(expression) {
                    Some(text) => {
                        Reader { expression: Some(expression), ..known.entry(text).or_insert_with(numbered).clone() }
                    }
                    None => Reader::of(language, expression, ReadingPurpose::Truth),
                }
            }
            ValueAtom::Expression { expression, .. } => {
                Reader::of(language, model.yaml(*expression), ReadingPurpose::Truth)
            }
            ValueAtom::Input(name) => Reader::of_truth(language, model.yaml(*name).text()),
        };
        (InputReader::Atom(atom, value.clone()), reader)
    });
    let properties = model.of_kind(Kind::Property).filter_map(|id| {
        let PropertyValue::Expression(expression) = model.property(id).value else { return None };
        let expression = model.yaml(expression);
        if is_total(language, expression) {
            return None;
        }
        Some((InputReader::Property(id), Reader::of(language, expression, ReadingPurpose::Definedness)))
    });
    let selected = language
        .inputs()
        .filter(|_| has_rules)
        .map(|(name, _)| (InputReader::Selected(name.to_owned()), Reader::of_truth(language, name)));
    atoms.chain(properties).chain(selected).collect()
}

/// What distinguishes the values of a property with an expression.
pub(super) fn value_reader<'v, 'm>(variants: &'v Variants<'m>, id: ElementId) -> Option<(InputReader, Reader<'v, 'm>)> {
    let PropertyValue::Expression(expression) = variants.model().property(id).value else { return None };
    let reader = Reader::of(variants.language(), variants.model().yaml(expression), ReadingPurpose::Value);
    Some((InputReader::Value(id), reader))
}

/// What becomes of conditions that compare sums over several groups of inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SumHandling {
    /// Inputs that are added up are one group.
    Grouped,
    /// They stay apart where sums are looked at jointly by diagrams; others are one group.
    JointOnly,
    /// They stay apart; the sum is a reader of its own.
    Separate,
}

impl SumHandling {
    /// The sums that do not make one group of their inputs; `outcome` says what comes of them.
    pub(super) fn of(
        self,
        variants: &Variants<'_>,
        readers: &[Reader<'_, '_>],
        mut outcome: impl FnMut(&Configuration, usize) -> Outcome,
    ) -> CrossGroupSums {
        if self == Self::Grouped {
            return CrossGroupSums::default();
        }
        let mut holds = |configuration: &Configuration, place: usize| match outcome(configuration, place) {
            Outcome::Holds(holds) => Some(holds),
            _ => None,
        };
        let effort = variants.effort();
        let completions = completions(variants, &effort);
        if self == Self::JointOnly {
            CrossGroupSums::joint(completions, readers, &mut holds)
        } else {
            CrossGroupSums::of(completions, readers, &mut holds)
        }
    }
}

/// What completes the configuration of some variants.
pub(super) fn completions<'c>(variants: &'c Variants<'_>, effort: &'c WorkLimit) -> Completions<'c> {
    Completions {
        language: variants.language(),
        given: variants.configuration(),
        is_closed: variants.is_closed(),
        effort,
    }
}

/// What distinguishes the values of inputs that are added up.
pub(super) fn addends<'l, 'm>(
    sums: &CrossGroupSums,
    readers: &[Reader<'l, 'm>],
) -> (Vec<InputReader>, Vec<Reader<'l, 'm>>) {
    let addend = |(input, reader): (Arc<str>, usize)| {
        (InputReader::Addend(input.to_string()), Reader::of_values(&readers[reader], &input))
    };
    sums.inputs().into_iter().map(addend).unzip()
}
