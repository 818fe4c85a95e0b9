//! What may stand behind an option, for editors and schemas; reading the options checks it.

use super::mode::MODES;

/// What may stand behind an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OptionValue {
    /// True or false.
    Flag,
    /// One of these words.
    Word(Vec<&'static str>),
    /// True, false or one of these words.
    FlagOrWord(Vec<&'static str>),
    /// Words of the language of default conditions, joined by `-`.
    Words,
}

impl OptionValue {
    /// What may stand behind the option `name`.
    pub fn of(name: &str) -> Self {
        match name {
            "mode" => Self::Word(MODES.iter().map(|&(mode, _)| mode).collect()),
            "optimization_topology" | "optimization_technologies" => Self::FlagOrWord(vec!["min", "max"]),
            "optimization_topology_mode" => Self::Word(vec!["weight", "count"]),
            "optimization_technologies_mode" => Self::Word(vec!["weight", "count", "weight-count"]),
            _ if name.ends_with("_default_condition_mode") => Self::Words,
            _ => Self::Flag,
        }
    }

    /// The words that may stand there.
    pub fn words(&self) -> Vec<&'static str> {
        match self {
            Self::Flag => vec!["true", "false"],
            Self::Word(words) => words.clone(),
            Self::FlagOrWord(words) => ["true", "false"].into_iter().chain(words.iter().copied()).collect(),
            Self::Words => Vec::new(),
        }
    }
}
