//! Which of several variants is the best.

use schemars::JsonSchema;
use serde::Serialize;

use super::raw::RawOptions;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Scalar;
use crate::tosca::model::Version;

/// Which end of the range of sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "Goal")]
pub enum Direction {
    /// The least.
    Min,
    /// The greatest.
    Max,
}

/// What is added up over present nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TopologyMeasure {
    /// Their weights.
    Weight,
    /// One for each.
    Count,
}

/// What is added up over present technologies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TechnologyMeasure {
    /// Their weights.
    Weight,
    /// One for each name.
    Count,
    /// Weights first, then names.
    WeightCount,
}

/// Whether several best results are an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Uniqueness {
    /// Any will do.
    Any,
    /// No other best result may lack something of the chosen one.
    Unique,
    /// No other best result may differ at all.
    UniqueBackward,
}

/// The settings of all optimisation steps, in the order of the steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Optimization {
    /// Over nodes.
    pub topology: Option<Direction>,
    /// What counts for nodes.
    pub topology_measure: TopologyMeasure,
    /// Whether the present nodes have to be unique.
    pub topology_unique: Uniqueness,
    /// Whether scenarios of the best priority are preferred.
    pub scenarios: bool,
    /// Whether the scenarios have to be unique.
    pub scenarios_unique: bool,
    /// Over technologies.
    pub technologies: Option<Direction>,
    /// What counts for technologies.
    pub technologies_measure: TechnologyMeasure,
    /// Whether the present technologies have to be unique.
    pub technologies_unique: bool,
}

impl Optimization {
    /// Nothing is optimised, and nothing has to be unique: profiles A to C.
    pub(super) fn none() -> Self {
        Self {
            topology: None,
            topology_measure: TopologyMeasure::Weight,
            topology_unique: Uniqueness::Any,
            scenarios: false,
            scenarios_unique: false,
            technologies: None,
            technologies_measure: TechnologyMeasure::Count,
            technologies_unique: false,
        }
    }

    pub(super) fn read(raw: &mut RawOptions<'_>, version: Version) -> Self {
        let is_rc1 = version == Version::Rc1;
        let technology_default = if is_rc1 { Direction::Min } else { Direction::Max };
        let by_default = !is_rc1;
        let unique = raw.boolean("optimization_topology_unique").unwrap_or(true);
        let backward = raw.boolean("optimization_topology_unique_backward").unwrap_or(false);
        Self {
            topology: direction(raw, "optimization_topology", Direction::Min, by_default),
            topology_measure: topology_measure(raw),
            topology_unique: match (unique, backward) {
                (false, _) => Uniqueness::Any,
                (true, false) => Uniqueness::Unique,
                (true, true) => Uniqueness::UniqueBackward,
            },
            scenarios: raw.boolean("optimization_scenarios").unwrap_or(false),
            scenarios_unique: raw.boolean("optimization_scenarios_unique").unwrap_or(false),
            technologies: direction(raw, "optimization_technologies", technology_default, by_default),
            technologies_measure: technology_measure(raw, is_rc1),
            technologies_unique: raw.boolean("optimization_technologies_unique").unwrap_or(false),
        }
    }
}

/// A boolean, "min" or "max"; `true` means `meaning_of_true`.
fn direction(
    raw: &mut RawOptions<'_>,
    option: &str,
    meaning_of_true: Direction,
    by_default: bool,
) -> Option<Direction> {
    let default = by_default.then_some(meaning_of_true);
    let Some(given) = raw.given(option) else { return default };
    match given.scalar() {
        Scalar::Boolean(on) if given.is_scalar() => on.then_some(meaning_of_true),
        Scalar::String("min") => Some(Direction::Min),
        Scalar::String("max") => Some(Direction::Max),
        _ => {
            let message = format!("\"{option}\" is a boolean, \"min\" or \"max\"");
            raw.report(
                Diagnostic::new(Code::BadOption, given.span(), message)
                    .reference(format!("Option {option} must be a boolean, \"min\", or \"max\"")),
            );
            default
        }
    }
}

fn topology_measure(raw: &mut RawOptions<'_>) -> TopologyMeasure {
    let measures = [("weight", TopologyMeasure::Weight), ("count", TopologyMeasure::Count)];
    measure(
        raw,
        "optimization_topology_mode",
        &measures,
        "Option optimization_topology_mode must be \"weight\" or \"count\"",
    )
    .unwrap_or(TopologyMeasure::Weight)
}

fn technology_measure(raw: &mut RawOptions<'_>, is_rc1: bool) -> TechnologyMeasure {
    use TechnologyMeasure::{Count, Weight, WeightCount};
    let option = "optimization_technologies_mode";
    let given = if is_rc1 {
        let sentence = "Option optimization_technology_mode must be \"weight\" or \"count\"";
        measure(raw, option, &[("weight", Weight), ("count", Count)], sentence)
    } else {
        let sentence = "Option optimization_technology_mode must be \"weight\", \"count\", or \"weight-count\"";
        measure(raw, option, &[("weight", Weight), ("count", Count), ("weight-count", WeightCount)], sentence)
    };
    given.unwrap_or(if is_rc1 { Count } else { WeightCount })
}

fn measure<T: Copy>(raw: &mut RawOptions<'_>, option: &str, known: &[(&str, T)], sentence: &str) -> Option<T> {
    let given = raw.given(option)?;
    let found = known.iter().find(|(name, _)| *name == given.text());
    if found.is_none() {
        let names: Vec<String> = known.iter().map(|(name, _)| format!("\"{name}\"")).collect();
        let message = format!("\"{option}\" is one of {}", names.join(", "));
        raw.report(Diagnostic::new(Code::BadOption, given.span(), message).reference(sentence));
    }
    found.map(|&(_, measure)| measure)
}
