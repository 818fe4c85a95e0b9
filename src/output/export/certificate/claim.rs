//! What an answer claims.

/// A claim about the variants of a template or feature model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Claim {
    /// There is no valid variant.
    NoVariant,
    /// No valid variant has the element or feature.
    Dead(String),
    /// Every valid variant has the element or feature.
    Core(String),
    /// Every valid variant with the second element has the first.
    Together(String, String),
    /// The condition of the element holds in every configuration.
    Condition(String),
    /// The condition of the element holds in no configuration.
    NoCondition(String),
    /// The constraint with this place among all, from 0, holds in every configuration.
    Constraint(usize),
    /// The constraint with this place among all, from 0, is violated only where something else is wrong too.
    RedundantConstraint(usize),
    /// No valid variant has this value, as JSON, for the input.
    NoValue(String, String),
    /// What is said holds in every valid variant.
    Always(String),
    /// The condition holds in no valid variant.
    Never(String),
    /// Every completion of the preset resolves.
    PresetFine(String),
    /// Every completion of the preset has an assignment of presences.
    PresetComplete(String),
    /// No completion of the preset is a valid variant.
    PresetImpossible(String),
    /// No valid variant has a better sum than this.
    Optimum(String),
    /// Of several possibilities, what the clauses say is the best.
    Choices,
    /// There are so many valid variants as are listed.
    Count,
    /// Something else, in words.
    Other(String),
}

impl Claim {
    /// The claim in words.
    pub fn title(&self) -> String {
        match self {
            Self::NoVariant => "no variant".to_owned(),
            Self::Dead(element) => format!("dead {element}"),
            Self::Core(element) => format!("core {element}"),
            Self::Together(element, container) => format!("{element} whenever {container}"),
            Self::Condition(element) => format!("condition of {element} holds"),
            Self::NoCondition(element) => format!("condition of {element} never holds"),
            Self::Constraint(place) => format!("constraints@{place} holds"),
            Self::RedundantConstraint(place) => format!("constraints@{place} excludes nothing"),
            Self::NoValue(input, value) => format!("no variant with {input} = {value}"),
            Self::Always(condition) => format!("always {condition}"),
            Self::Never(condition) => format!("never {condition}"),
            Self::PresetFine(preset) => format!("preset {preset} fine"),
            Self::PresetComplete(preset) => format!("preset {preset} complete"),
            Self::PresetImpossible(preset) => format!("preset {preset} without variant"),
            Self::Optimum(sum) => format!("no better than {sum}"),
            Self::Choices => "choices".to_owned(),
            Self::Count => "count".to_owned(),
            Self::Other(words) => words.clone(),
        }
    }

    /// The element, feature or preset that it is about.
    pub fn element(&self) -> Option<&str> {
        match self {
            Self::Dead(element)
            | Self::Core(element)
            | Self::Together(element, _)
            | Self::Condition(element)
            | Self::NoCondition(element) => Some(element),
            Self::PresetFine(preset) | Self::PresetComplete(preset) | Self::PresetImpossible(preset) => Some(preset),
            Self::NoVariant
            | Self::Constraint(_)
            | Self::RedundantConstraint(_)
            | Self::NoValue(..)
            | Self::Always(_)
            | Self::Never(_)
            | Self::Optimum(_)
            | Self::Choices
            | Self::Count
            | Self::Other(_) => None,
        }
    }
}
