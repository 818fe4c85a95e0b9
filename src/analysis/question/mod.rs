//! Questions about the variants of a template; one file for each.
//!
//! Comes in: [`Rules`](crate::analysis::presence::Rules) and a configuration. Goes out: answers and diagnostics. Never prints.

mod agreement;
mod all;
mod asserted;
mod atom_valuation;
mod best;
mod check;
mod claims;
mod classes;
mod clauses;
mod contradiction;
mod count;
mod coverage;
mod difference;
mod elements;
mod exact;
mod exactness;
mod exclusion;
mod input_classes;
mod inputs;
mod lifted;
mod logic;
mod matching;
mod mentions;
mod optimize;
mod presence_conditions;
mod presence_rule;
mod presets;
mod product_enumeration;
mod reason;
mod resolve;
mod sample;
mod searched;
mod spread;
mod sweep;
mod unsat_claim;
mod unsolvable;
mod variant_space;
mod variants;
mod witness;
mod witnessed;

pub use agreement::{Contrast, Doubt, Representatives, Sameness};
pub use all::AllVariants;
pub use asserted::{Asserted, AssertionText};
pub use best::{Best, Decimal, Measure, NoBest, NoMeasure, Objective};
pub use check::{
    Answer, AssertionCount, ByConditions, CheckFindings, Explanation, Finding, Findings, Held, Holding, ReasonLimit,
    Strictness, Undecided, absent_input_faults, engine_faults, structure_faults,
};
pub use claims::{Claims, MeantBy, MeantClass, NoClaims};
pub use clauses::{NoClauses, VariantClauses};
pub use count::VariantCount;
pub use coverage::{Coverage, ElementPresence, Share};
pub use difference::{Change, ContentChange, Difference, Example, NamedChange, PresenceChange, StatusChange};
pub use elements::{ElementStatus, ElementSummary, Elements};
pub use exactness::Exactness;
pub use exclusion::{Excluded, Exclusion, Portion};
pub use input_classes::{InputClass, InputClasses};
pub use inputs::{InputOverview, input_overviews};
pub use lifted::{Choice, ChoiceGroup, ChoiceInput, ChoiceValue, Configurator, Listed, Listing, Shard};
pub use presence_conditions::{Occurrences, PresenceCondition, PresenceConditions};
pub use presets::{PresetConfiguration, PresetOverview, preset_overviews};
pub use product_enumeration::{DemandReach, FoundErrors, FoundVariant, Limits, ProductEnumeration, Reach, countable};
pub use resolve::{Unresolved, Variant};
pub use sample::{Method, NoSamples, Samples};
pub use unsat_claim::{UnsatClaim, place_of_constraint};
pub use variants::Variants;
pub use witness::Witness;
pub use witnessed::{NoWitness, Sample};
