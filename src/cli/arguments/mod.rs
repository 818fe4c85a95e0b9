//! What several commands take.

/// Words that can be typed, each with what it stands for.
macro_rules! words {
    (
        $(#[$about:meta])* $name:ident, $(#[$method_docs:meta])* $method:ident: $meaning:ty;
        $($(#[$of_word:meta])* $word:ident => $value:expr,)*
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
        pub enum $name {
            $($(#[$of_word])* $word,)*
        }

        impl $name {
            $(#[$method_docs])*
            pub fn $method(self) -> $meaning {
                match self {
                    $(Self::$word => $value,)*
                }
            }
        }
    };
}

mod findings;
mod quantities;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use variscope::output::render::text::Detail;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::types::TypesProfile;

pub use findings::{EngineName, FindingFormat, Level};
pub use quantities::{size, steps, time};

words! {
    /// What stands for the types that are built in.
    TypesProfileName,
    /// The profile.
    profile: TypesProfile;
    /// The TOSCA Simple Profile 1.3, with standard types of Cloudify and connection types of Unfurl; `variscope types` lists them
    #[value(name = "tosca-1.3", alias = "unfurl")]
    Tosca13 => TypesProfile::Tosca13,
    /// The TOSCA Simple Profile 1.3 as the orchestrator xOpera knows it
    Xopera => TypesProfile::Xopera,
    /// The TOSCA Simple Profile 1.3, with types of RADON particles
    Radon => TypesProfile::Radon,
    /// Their names only
    None => TypesProfile::None,
}

/// A variable has a name and a value, which may be empty.
pub fn variable(text: &str) -> Result<String, String> {
    match text.split_once('=') {
        Some((name, _)) if !name.is_empty() => Ok(text.to_owned()),
        Some(_) | None => Err("write NAME=VALUE".to_owned()),
    }
}

/// What all questions about variants take.
#[derive(Debug, Args)]
pub struct Question {
    #[command(flatten)]
    pub template: Template,
    #[command(flatten)]
    pub scope: Scope,
    /// How to write the answer.
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: Format,
    #[command(flatten)]
    pub feature_model: FeatureModelArguments,
}

/// What only feature models take.
#[derive(Debug, Args)]
pub struct FeatureModelArguments {
    /// For feature models: a file that lists the features that count, by name or by number.
    #[arg(long = "project", value_name = "FILE")]
    pub projection: Option<PathBuf>,
}

/// Values for variability inputs.
#[derive(Clone, Debug, Args)]
pub struct Given {
    /// A preset of the template; may be repeated, later ones win.
    #[arg(long = "preset", alias = "presets", value_name = "NAME")]
    pub presets: Vec<String>,
    /// A value for an input, in YAML; may be repeated.
    #[arg(long = "input", value_name = "NAME=VALUE")]
    pub arguments: Vec<String>,
    /// A file of inputs, or of features that are decided: YAML, JSON or FeatureIDE XML; may be repeated, later ones win.
    #[arg(long = "inputs", value_name = "FILE")]
    pub inputs: Vec<PathBuf>,
}

/// Which configurations a question is about, and how long it may take.
#[derive(Clone, Debug, Args)]
pub struct Scope {
    #[command(flatten)]
    pub given: Given,
    /// Only variants with or without an element (`node:db=present`); may be repeated.
    #[arg(long = "assume", value_name = "ELEMENT=present|absent")]
    pub assumptions: Vec<String>,
    /// Only variants where this holds, such as `size > 3 and not node.cache`; may be repeated.
    #[arg(long = "where", value_name = "CONDITION", allow_hyphen_values = true, value_parser = condition)]
    pub conditions: Vec<String>,
    /// Texts that the template does not mention do not count.
    #[arg(long)]
    pub closed: bool,
    /// Stop after so much time (`20s`; a number alone means seconds) and print the partial result.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub timeout: Option<Duration>,
    /// Hold no more than about so many bytes (`512MiB`; `k`, `M` and `G` alone are powers of 1024); stop when that does not suffice and
    /// print the partial result.
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub memory: Option<usize>,
    #[command(flatten)]
    pub work: Work,
    /// Stop after so many variants and print the partial result.
    #[arg(long, value_name = "N")]
    pub max_variants: Option<usize>,
}

/// How much may be done for an answer.
#[derive(Clone, Copy, Debug, Default, Args)]
pub struct Work {
    /// Stop after so many steps of work (`20G`; `k`, `M`, `G` and `T` are powers of 1000) and print the partial result; if nothing is
    /// said, after many minutes of them (`500G`).
    #[arg(long, value_name = "N", value_parser = steps)]
    pub steps: Option<u64>,
    /// Go on until the answer is known, however much is to be done.
    #[arg(long, conflicts_with = "steps")]
    pub no_limit: bool,
}

/// How much is shown of variants.
#[derive(Clone, Copy, Debug, Args)]
pub struct VariantDetail {
    /// Show all present elements by their paths, not only nodes by name.
    #[arg(long = "full")]
    is_full: bool,
}

impl VariantDetail {
    /// What is shown.
    pub fn get(self) -> Detail {
        if self.is_full { Detail::Full } else { Detail::Brief }
    }
}

/// How to write answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Human-readable text
    Text,
    /// JSON
    Json,
}

/// A template and how to read it.
#[derive(Debug, Args)]
pub struct Template {
    /// A service template, a CSAR (folder or archive), or `-` for stdin; `count`, `list` and others that ask about variants also take a
    /// feature model (.cnf, .dimacs, .uvl).
    #[arg(value_name = "TEMPLATE")]
    pub path: PathBuf,
    #[command(flatten)]
    pub profile: ProfileArgument,
}

/// How to read templates.
#[derive(Clone, Copy, Debug, Args)]
pub struct ProfileArgument {
    /// The revision of the language; `auto` goes by the words that the template uses.
    #[arg(long, value_enum, ignore_case = true, default_value = "auto", value_name = "PROFILE")]
    pub profile: ProfileName,
}

words! {
    /// What stands for a profile.
    ProfileName,
    /// The profile, unless it is to be found out.
    profile: Option<Profile>;
    /// August 2022
    #[value(name = "A")]
    A => Some(Profile::A),
    /// January 2023
    #[value(name = "B")]
    B => Some(Profile::B),
    /// February 2023
    #[value(name = "C")]
    C => Some(Profile::C),
    /// July 2025
    #[value(name = "D")]
    D => Some(Profile::D),
    /// By the words of the template
    Auto => None,
}

impl ProfileArgument {
    /// The chosen profile, unless it is to be found out.
    pub fn chosen(self) -> Option<Profile> {
        self.profile.profile()
    }
}

/// A condition, which may begin with a minus; two of them begin an option, and the condition is missing.
pub fn condition(text: &str) -> Result<String, String> {
    if text.starts_with("--") {
        Err("this is an option, a value has to stand here".to_owned())
    } else {
        Ok(text.to_owned())
    }
}
