//! Questions about the variants of a template; one file for each.
//!
//! Comes in: [`Rules`](crate::presence::Rules) and a configuration. Goes out: answers and diagnostics. Never prints.

mod agreement;
mod all;
mod best;
mod check;
mod claims;
mod classes;
mod clauses;
mod count;
mod coverage;
mod difference;
mod elements;
mod exact;
mod impossible;
mod input_classes;
mod inputs;
mod lifted;
mod logic;
mod matching;
mod mentions;
mod occasions;
mod optimize;
mod presets;
mod reason;
mod resolve;
mod sample;
mod survey;
mod sweep;
mod truth;
mod unsolvable;
mod variants;
mod witness;
mod witnessed;

pub use agreement::{Contrast, Doubt, Representatives, Sameness};
pub use all::AllVariants;
pub use best::{Best, Decimal, Measure, NoBest, NoMeasure};
pub use check::{Answer, Check, Explanation, Finding, Findings, Strictness, Undecided, Wanted};
pub use claims::{Claims, NoClaims};
pub use clauses::{NoClauses, VariantClauses};
pub use count::Count;
pub use coverage::{Coverage, Presence, Share};
pub use difference::{Change, ContentChange, Difference, Example, NamedChange, Relation, StatusChange};
pub use elements::{ElementStatus, ElementSummary, Elements, Literal};
pub use impossible::{Impossible, place_of_constraint};
pub use input_classes::{InputClass, InputClasses};
pub use inputs::{InputOverview, input_overviews};
pub use lifted::{Choice, ChoiceGroup, ChoiceInput, ChoiceValue, Configurator, Listed, Listing, Shard};
pub use occasions::{Occasion, Occasions, Occurrences};
pub use presets::{PresetConfiguration, PresetOverview, preset_overviews};
pub use resolve::Variant;
pub use sample::{Method, NoSamples, Samples};
pub use survey::{FoundErrors, FoundVariant, Limits, Reach, Survey, countable};
pub use variants::Variants;
pub use witness::Witness;
pub use witnessed::{NoWitness, Sample};
