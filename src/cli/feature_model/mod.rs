//! Feature models: files whose extension says that they are no templates.

mod load;

use std::path::PathBuf;

use clap::Args;

use super::terminal::Failure;

pub use load::{Readings, any, ask_any, ask_model, load_in};

/// What only feature models take.
#[derive(Debug, Args)]
pub struct FeatureModelArguments {
    /// For feature models: a file that lists the features that count, by name or by number.
    #[arg(long = "project", value_name = "FILE")]
    pub projection: Option<PathBuf>,
}

/// Whether the file at `path` is a feature model.
pub fn is_model(path: &std::path::Path) -> bool {
    variscope::feature::Format::of(path).is_some()
}

/// Why a compiled model gives no answer.
pub fn forgotten() -> Failure {
    Failure::Usage("a compiled model has forgotten its clauses: ask the model that it was made of".to_owned())
}
