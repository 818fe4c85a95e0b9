//! What `variscope runtime` takes.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::super::arguments::{Format, Given, Template, Work, variable};

/// Show what the tasks of one variant will see: properties, hosts, connections, environment and job variables.
///
/// What only a run can know is named as such. Values for variability inputs are given as to `resolve`; with
/// `--all-variants` inputs without a value stay open.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope runtime shop --preset prod
  variscope runtime shop --node app --operation create --process-env current
  variscope runtime project/ensemble.yaml --environment production
  variscope runtime shop --environment ensemble.yaml --query '$connections::aws::REGION' --format json
  variscope runtime shop --all-variants --require AWS_ACCESS_KEY_ID")]
pub struct Runtime {
    #[command(flatten)]
    pub template: Template,
    #[command(flatten)]
    pub given: Given,
    /// Only this node.
    #[arg(long, value_name = "NODE", conflicts_with = "all_variants")]
    pub node: Option<String>,
    /// Only this operation: its name, with or without that of its interface.
    #[arg(long, value_name = "OPERATION", conflicts_with = "all_variants")]
    pub operation: Option<String>,
    /// The environment of the ensemble: a file with `variables`, `connections`, `inputs` and `external`, the ensemble, or
    /// the name of an environment of the project.
    #[arg(long, value_name = "FILE|NAME")]
    pub environment: Option<PathBuf>,
    /// The home of Unfurl, a project whose environments go beneath those of the project; none without it, whatever
    /// `UNFURL_HOME` says.
    #[arg(long, value_name = "FOLDER")]
    pub unfurl_home: Option<PathBuf>,
    /// A value for a topology input, `input_NAME=VALUE` in YAML, over all other sources; may be repeated.
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = variable)]
    pub variables: Vec<String>,
    /// The environment of the process: a file of variables, `current` or `empty`; unknown when not given.
    #[arg(long, value_name = "FILE|current|empty")]
    pub process_env: Option<String>,
    /// Where the operations of a node run that do not say so themselves; may be repeated.
    #[arg(long = "operation-host", value_name = "NODE=HOST")]
    pub operation_hosts: Vec<String>,
    /// A query like `$connections::NAME::PROPERTY`, answered for each node; may be repeated.
    #[arg(long = "query", value_name = "QUERY", conflicts_with = "all_variants")]
    pub queries: Vec<String>,
    /// Show the connections of all variants instead: what nodes lack in some, what is ambiguous, what is never available.
    #[arg(long)]
    pub all_variants: bool,
    /// What every node needs in all variants, a relationship type or a variable of the environment; may be repeated.
    #[arg(long = "require", value_name = "NAME", requires = "all_variants")]
    pub required: Vec<String>,
    /// Stop after so much time (`20s`; a number alone means seconds) and print the partial result.
    #[arg(long, value_name = "TIME", value_parser = crate::cli::arguments::time, requires = "all_variants")]
    pub timeout: Option<Duration>,
    #[command(flatten)]
    pub work: Work,
    /// Stop after so many variants and print the partial result.
    #[arg(long, value_name = "N", requires = "all_variants")]
    pub max_variants: Option<usize>,
    /// How to write the answer.
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: Format,
}
