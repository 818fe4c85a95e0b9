//! Variants, one per line.

pub mod stream;

use super::exactness::{caveats, open_ends};
use super::text::Detail;
use super::variant::{elements, names};
use super::witness::arguments;
use crate::analysis::value::Configuration;
use crate::answer::{self, About, List, ListedVariant, Number, Part, Values};

/// For people, a variant: of a template values for inputs, how many classes lead to it, and on another line which nodes are
/// present, or in full on the same line what is present; of a feature model what is present.
pub fn line(about: About, variant: &ListedVariant<'_>, detail: Detail) -> String {
    if about == About::FeatureModel {
        return names(&variant.present);
    }
    let unit = if variant.classes == Number::from(1_u8) { "class" } else { "classes" };
    let (values, classes) = (arguments(&variant.configuration), &variant.classes);
    let between = if detail == Detail::Brief { "\n    " } else { "  " };
    format!("{values}  ({classes} {unit}){between}{}\n", elements(&variant.present, detail))
}

/// For people: what comes behind the last variant.
pub fn end(list: &List<'_>) -> String {
    match list.about {
        About::Template => open_ends(&list.exactness),
        // What stopped it is said where it is known.
        About::FeatureModel => caveats(&list.exactness),
    }
}

/// For people: a line about parts that are not equal.
pub fn note(part: Part) -> Option<&'static str> {
    let note = "the parts are not equally large: variants were not compiled, so that their numbers are unknown\n";
    (!part.is_equal).then_some(note)
}

/// Configurations as one line, for the matrix of a pipeline.
pub fn matrix(configurations: impl Iterator<Item = Configuration>) -> String {
    let values: Vec<Values> = configurations.map(|configuration| Values::from(&configuration)).collect();
    answer::compact(&values) + "\n"
}
