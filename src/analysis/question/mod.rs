//! Questions about the variants of a template: what is given, the ways to see all variants, and the questions.
//!
//! Comes in: [`Rules`](crate::analysis::presence::Rules) and a configuration. Goes out: answers and diagnostics. Never prints.
//!
//! A sub-room uses only those before it; `src/ARCHITECTURE.md` says what each is for.

mod configuration;

mod all_variants;

mod questions;

mod evidence;

mod agreement;

mod check;

mod difference;

pub(crate) use agreement::on_one_side;
pub use agreement::{Contrast, PresetContrast, Representatives, Sameness, UndecidedReason};
pub use all_variants::class_enumeration::{ClassEnumeration, DemandReach, FoundErrors, FoundVariant, Reach, countable};
pub use all_variants::exactness::Exactness;
pub use all_variants::lifted::{
    Choice, ChoiceGroup, ChoiceInput, ChoiceValue, Configurator, Listing, Shard, VariantPosition,
};
pub use all_variants::limits::Limits;
pub use all_variants::prepared::AllVariants;
pub use all_variants::status::ElementStatus;
pub use all_variants::variant_count::{CountDetail, VariantCount};
pub use all_variants::variants_with_witness::{NoWitness, Sample};
pub use check::{
    AssertionCount, ByConditions, CheckFindings, CheckOptions, Explanation, Finding, Findings, HoldingReport,
    Occurrence, PresenceVerdict, PresetVerdict, ReasonLimit, Undecided, absent_read_faults, engine_faults,
    refused_reads, structure_faults, unread_files,
};
pub use configuration::asserted::{Asserted, AssertionSource, AssertionText};
pub use configuration::decimal::Decimal;
pub use configuration::presets::{PresetConfiguration, PresetOverview, preset_overviews, preset_value};
pub use configuration::variant::{Unresolved, Variant};
pub use configuration::variants::Variants;
pub use configuration::witness::Witness;
pub use difference::{
    Change, ContentChange, Difference, Example, NamedChange, PresenceChange, PresetResult, ResultChange, StatusChange,
    title_with_value,
};
pub use evidence::claims::{Claims, MeantBy, MeantClass, NoClaims};
pub use evidence::clauses::{NoClauses, VariantClauses};
pub use evidence::unsat_claim::{UnsatClaim, place_of_constraint};
pub use questions::atomic_sets::AtomicSets;
pub use questions::coverage::{Coverage, ElementPresence, Share};
pub use questions::elements::{ElementSummary, Elements};
pub use questions::exclusion::{Excluded, Exclusion, Portion};
pub use questions::input_classes::{InputClass, InputClasses};
pub use questions::inputs::{InputOverview, input_overviews};
pub use questions::optimize::{Best, Measure, NoBest, NoMeasure, Objective};
pub use questions::presence_conditions::{Occurrences, PresenceCondition, PresenceConditions};
pub use questions::sample::{Method, NoSamples, Samples};
