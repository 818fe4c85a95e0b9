//! What `variscope list` takes.

use std::path::PathBuf;

use clap::Args;

use super::super::arguments::{Question, VariantDetail};
use super::part::ListArguments;

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
