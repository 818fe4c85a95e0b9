//! What questions about variants take.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueEnum};
use variscope::output::render::text::Detail;

use super::{FeatureModelArguments, Question, Scope, Template};
use crate::cli::certify::Certify;
use crate::cli::graph::Drawing;
use crate::cli::list::ListArguments;

/// Count the variants of a template.
///
/// Values that are given for inputs are kept, all others are open.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope count shop
  variscope count shop --input env=prod --per-element --format json
  variscope count shop --certify certificate")]
pub struct Count {
    #[command(flatten)]
    pub question: Question,
    /// Show in how many variants each element is present.
    #[arg(long)]
    pub per_element: bool,
    /// For feature models: keep the compiled form in a file, which answers as the model does, at once.
    #[arg(long, value_name = "FILE.nnf")]
    pub save: Option<PathBuf>,
    #[command(flatten)]
    pub certify: Certify,
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

/// List the variants of a template, each with values for inputs that give it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope list shop
  variscope list shop --preset prod --limit 10
  variscope list shop --input environment=prod --write variants")]
pub struct List {
    #[command(flatten)]
    pub question: Question,
    /// Show so many variants at most.
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    #[command(flatten)]
    pub detail: VariantDetail,
    /// Write the configurations as a JSON list on one line, for the matrix of a pipeline.
    #[arg(long, conflicts_with = "write")]
    pub matrix: bool,
    /// Write every variant as a template into this new folder, with an `index.json`.
    #[arg(long, value_name = "DIR")]
    pub write: Option<PathBuf>,
    #[command(flatten)]
    pub part: ListArguments,
}

/// Show which elements are always, never or sometimes present.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope elements shop
  variscope elements shop --input env=prod
  variscope elements shop --certify certificate")]
pub struct Elements {
    #[command(flatten)]
    pub question: Question,
    /// Show only elements of this kind, such as `node` or `relation`; may be repeated.
    #[arg(long = "kind", value_name = "KIND")]
    pub kinds: Vec<String>,
    /// Show only elements whose name matches this pattern, such as `db*`.
    #[arg(long, value_name = "GLOB")]
    pub name: Option<String>,
    /// Show which elements or features always come together, or each exactly where the other is missing.
    #[arg(long)]
    pub atomic_sets: bool,
    /// For feature models: show in how many variants each feature is selected, whatever that takes.
    #[arg(long)]
    pub per_element: bool,
    /// Show only what is always, never or sometimes present: nothing is counted.
    #[arg(long, conflicts_with_all = ["per_element", "atomic_sets"])]
    pub statuses: bool,
    #[command(flatten)]
    pub certify: Certify,
}

/// Draw variants, at random or so that they show all combinations of few elements or features.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope sample shop --pairwise
  variscope sample shop --pairwise --tests shop/tests
  variscope sample shop.uvl --uniform 10 --seed 1
  variscope sample shop.uvl --pairwise")]
pub struct Sample {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub detail: VariantDetail,
    /// Draw so many, each variant with the same probability [default: 1]
    #[arg(long, value_name = "N", conflicts_with_all = ["pairwise", "t"], value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub uniform: Option<usize>,
    /// Show every possible combination of two features.
    #[arg(long, conflicts_with = "t")]
    pub pairwise: bool,
    /// Show every possible combination of T features.
    #[arg(short, value_name = "T", value_parser = clap::value_parser!(u8).range(1..=6))]
    pub t: Option<u8>,
    /// Seed of the random choices; the same seed draws the same variants.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// For templates: write the variants as Variability Tests into this new folder, such as `shop/tests`.
    #[arg(long, value_name = "DIR")]
    pub tests: Option<PathBuf>,
}

impl Sample {
    /// How many features are combined, unless variants are drawn at random.
    pub fn strength(&self) -> Option<usize> {
        if self.pairwise { Some(2) } else { self.t.map(usize::from) }
    }
}

/// Explain why an element is always or never present, when it is, or why there is no valid variant.
///
/// The answer is about all configurations with the given values. The lines that are shown force it together, and none of
/// them can be left out.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope explain shop node:db --input environment=prod
  variscope explain shop --preset prod
  variscope explain shop node:db --all
  variscope explain shop 'replicas > 2 and not node.sqlite'
  variscope explain shop V301
  variscope explain shop.uvl payment")]
pub struct Explain {
    #[command(flatten)]
    pub question: Question,
    /// An element (`node:db`, `relation:app.host`, a path, or a name that is unique), a condition, the code of a finding, or a
    /// feature; without it, whether there are valid variants is explained.
    #[arg(value_name = "WHAT", allow_hyphen_values = true, value_parser = super::condition)]
    pub element: Option<String>,
    /// Show all minimal reasons, not only one.
    #[arg(long)]
    pub all: bool,
    /// Show so many reasons at most.
    #[arg(long, value_name = "N", requires = "all", default_value_t = 20)]
    pub limit: usize,
    #[command(flatten)]
    pub certify: Certify,
}

/// Find a variant with the least or the greatest sum.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("goal").args(["min", "max"]).required(true), after_long_help = "\
Examples:
  variscope optimize shop --min weight
  variscope optimize shop --max property:price
  variscope optimize shop.uvl --min
  variscope optimize shop.uvl --max price")]
pub struct Optimize {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub detail: VariantDetail,
    /// Least sum: for templates `nodes`, `elements` [default], `weight` or `property:NAME` over the present nodes; for
    /// feature models an attribute of the selected features, without one their number.
    #[arg(long, value_name = "EXPR")]
    #[expect(clippy::option_option, reason = "the option, and its value")]
    pub min: Option<Option<String>>,
    /// Greatest sum, of the same.
    #[arg(long, value_name = "EXPR")]
    #[expect(clippy::option_option, reason = "the option, and its value")]
    pub max: Option<Option<String>>,
    #[command(flatten)]
    pub certify: Certify,
}

/// Compare the variants of two templates or feature models, or those of one under different values.
///
/// Elements that only one side has, and changed defaults, presets and contents come first. Variants are compared over the
/// elements or features that both sides have, by name.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope diff old.yaml new.yaml
  variscope diff shop --left environment=dev --right environment=prod
  variscope diff shop --left-preset dev --right-preset prod
  variscope diff old.yaml new.yaml --graph svg --output changes.svg
  variscope diff old.yaml new.yaml --exit-code
  variscope diff shop.yaml --rev HEAD~1
  variscope diff shop.yaml --rev main..feature --format markdown
  variscope diff old.uvl new.uvl")]
pub struct Diff {
    #[command(flatten)]
    pub template: Template,
    #[command(flatten)]
    pub scope: Scope,
    #[command(flatten)]
    pub feature_model: FeatureModelArguments,
    /// How to write the answer.
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: DiffFormat,
    /// The newer side; with values or presets for one side it may be left out: the first is then compared with itself.
    #[arg(
        value_name = "NEW",
        required_unless_present_any = ["left", "right", "left_presets", "right_presets", "revisions"]
    )]
    pub new: Option<PathBuf>,
    /// Compare the template as it was at a git revision with the file as it is, or with a second revision.
    #[arg(long = "rev", value_name = "OLD[..NEW]", conflicts_with = "new")]
    pub revisions: Option<String>,
    /// A value for an input of the older side, in YAML; may be repeated.
    #[arg(long, value_name = "NAME=VALUE")]
    pub left: Vec<String>,
    /// A value for an input of the newer side, in YAML; may be repeated.
    #[arg(long, value_name = "NAME=VALUE")]
    pub right: Vec<String>,
    /// A preset for the older side; may be repeated, later ones win.
    #[arg(long = "left-preset", value_name = "NAME")]
    pub left_presets: Vec<String>,
    /// A preset for the newer side; may be repeated, later ones win.
    #[arg(long = "right-preset", value_name = "NAME")]
    pub right_presets: Vec<String>,
    /// Draw the topology of both sides instead, with what was added, removed and changed.
    #[arg(long, value_enum, value_name = "LANGUAGE", conflicts_with = "format")]
    pub graph: Option<Drawing>,
    /// End with 1 when anything is different.
    #[arg(long)]
    pub exit_code: bool,
    /// Where to write the answer [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// How to write what changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DiffFormat {
    /// Human-readable text
    Text,
    /// JSON
    Json,
    /// A comment on a pull request, of at most 60 lines
    Markdown,
}

/// Write a feature model, or the variants of a template, in the format of other tools.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope export shop --to dimacs -o shop.cnf
  variscope export shop.uvl --to dimacs -o shop.cnf
  variscope export shop.cnf --to d-dnnf --names -o shop.nnf")]
pub struct Export {
    #[command(flatten)]
    pub template: Template,
    #[command(flatten)]
    pub scope: Scope,
    #[command(flatten)]
    pub feature_model: FeatureModelArguments,
    /// The format to write.
    #[arg(long, value_enum, value_name = "TARGET")]
    pub to: Target,
    /// With names and projection of the features in comments, which not every reader of `d-dnnf` takes; without it, features are
    /// numbered from 1 on, in the order of `elements`.
    #[arg(long)]
    pub names: bool,
    /// Where to write it [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

/// Formats of other tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Target {
    /// Clauses, with names and projection in comments
    Dimacs,
    /// The Universal Variability Language
    Uvl,
    /// A circuit that answers questions quickly, in the format of d4; read as .nnf
    DDnnf,
    /// A script for SMT solvers
    SmtLib,
}
