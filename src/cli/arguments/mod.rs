//! What can be typed.

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

mod check;
mod questions;

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ColorChoice, Parser, Subcommand, ValueEnum};
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::types::TypesProfile;

use super::feature_model::FeatureModelArguments;
pub use check::{Check, EngineName, FindingFormat, Level, Rule};
pub use questions::{Count, Diff, DiffFormat, Elements, Explain, Export, List, Optimize, Sample, Target};

const STATUSES: &str = "\
Exit statuses:
  0  success
  1  a test failed, or `check` found something
  2  invalid arguments
  3  the template or the configuration is broken, or no valid variant to write, draw or optimise; nothing was written, but by `report`
  4  not decided: the answer is incomplete, and says so
 70  internal error (please report)";

/// Resolves and analyses variable TOSCA templates (Variability4TOSCA).
#[derive(Debug, Parser)]
#[command(name = "variscope", version, long_version = env!("VARISCOPE_VERSION"), after_help = STATUSES, arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
    /// When to use colours; `NO_COLOR` is respected.
    #[arg(long, global = true, default_value = "auto", value_name = "WHEN")]
    pub color: ColorChoice,
    /// Print nothing but results and errors; of findings, nothing but those that make the call fail.
    #[arg(short, long, global = true)]
    pub quiet: bool,
    /// Print also how long the work took, and why it stopped.
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Read files outside the folder of a template, too, where its imports or links in it lead to them.
    #[arg(long, global = true)]
    pub allow_outside: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Resolve(super::resolve::Resolve),
    Check(Check),
    Test(Test),
    Inputs(Inputs),
    Presets(Presets),
    Count(Count),
    List(List),
    Elements(Elements),
    Convert(super::convert::Convert),
    Graph(super::graph::Graph),
    Report(super::report::Report),
    Serve(super::serve::Serve),
    Runtime(super::runtime::Runtime),
    Sample(Sample),
    Explain(Explain),
    Optimize(Optimize),
    Diff(Diff),
    Export(Export),
    Init(super::init::Init),
    Configure(super::configure::Configure),
    Names(super::names::Names),
    Completions(super::completions::Completions),
    Man(super::man::Man),
    Schema(super::schema::Schema),
    Lsp(super::lsp::Lsp),
    Rule(Rule),
    Types(super::types::Types),
}

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

/// Run Variability Tests.
///
/// A path is a case, a CSAR with `tests/<case>/`, or a folder of these up to a whole suite. Folders whose name ends in
/// `---disabled` are skipped; where one ends in `---only`, its siblings are.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope test shop
  variscope test --profile C suites/C --filter 'prune*'
  variscope test shop --update
  variscope test shop --format junit > tests.xml
  variscope test shop --coverage --verbose")]
pub struct Test {
    /// Where the tests are.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Run only cases whose path, or a trailing part of it, matches; `*` and `?` are wild.
    #[arg(long, value_name = "GLOB")]
    pub filter: Option<String>,
    /// Write what is now produced into cases that fail, where one text is replaced by another.
    #[arg(long)]
    pub update: bool,
    /// How to write what came of the tests; what they cover is written as `text` or `json`.
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: FindingFormat,
    /// Show what share of the elements, of pairs of presences and of the variants the tests show; with `--verbose` also
    /// what they do not show, with configurations that do.
    #[arg(long)]
    pub coverage: bool,
    /// Stop looking for what is covered after so much time (`20s`; a number alone means seconds).
    #[arg(long, requires = "coverage", value_name = "TIME", value_parser = crate::cli::budget::time)]
    pub timeout: Option<Duration>,
    /// Keep no more than so many bytes (`512MiB`) for what is covered.
    #[arg(long, requires = "coverage", value_name = "SIZE", value_parser = super::budget::size)]
    pub memory: Option<usize>,
    #[command(flatten)]
    pub work: Work,
    #[command(flatten)]
    pub profile: ProfileArgument,
}

/// Print a commented inputs file to fill in.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  variscope inputs shop > inputs.yaml")]
pub struct Inputs {
    #[command(flatten)]
    pub template: Template,
    /// How to write the answer.
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: Format,
}

/// List the presets of a template.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Example:
  variscope presets shop")]
pub struct Presets {
    #[command(flatten)]
    pub template: Template,
    /// How to write the answer.
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: Format,
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
    #[arg(long, value_name = "TIME", value_parser = crate::cli::budget::time)]
    pub timeout: Option<Duration>,
    /// Hold no more than about so many bytes (`512MiB`; `k`, `M` and `G` alone are powers of 1024); stop when that does not suffice and
    /// print the partial result.
    #[arg(long, value_name = "SIZE", value_parser = super::budget::size)]
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
    #[arg(long, value_name = "N", value_parser = crate::cli::budget::steps)]
    pub steps: Option<u64>,
    /// Go on until the answer is known, however much is to be done.
    #[arg(long, conflicts_with = "steps")]
    pub no_limit: bool,
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
fn condition(text: &str) -> Result<String, String> {
    if text.starts_with("--") {
        Err("this is an option, a value has to stand here".to_owned())
    } else {
        Ok(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Arguments;

    #[test]
    fn arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn every_command_has_an_example() {
        for command in Arguments::command().get_subcommands() {
            let help = command.get_after_long_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.contains(&format!("variscope {}", command.get_name())), "{}", command.get_name());
        }
    }
}
