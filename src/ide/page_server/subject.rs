//! What is served: a template under values that were given before, read anew for every request.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use crate::analysis::question::{Limits, Variants};
use crate::answer::Finding;
use crate::output::render::formats::Paths;
use crate::resolve::resolution::Resolution;

/// What is known of a template.
pub trait ServedTemplate: Send + Sync {
    /// What the template is called.
    fn name(&self) -> String;

    /// How its files are named in diagnostics.
    fn paths(&self) -> Paths;

    /// How long is waited for an answer; none for as long as it takes.
    fn patience(&self) -> Option<Duration>;

    /// Calls `ask` with the variants under more values.
    ///
    /// # Errors
    /// What stands against it; `ask` was not called then.
    fn ask(&self, given: &GivenValues, ask: &mut dyn FnMut(&Variants<'_>, &Limits)) -> Result<(), Refusal>;

    /// Resolves the variant under more values.
    ///
    /// # Errors
    /// When there is nothing to resolve.
    fn resolve(&self, given: &GivenValues) -> Result<Resolution, Refusal>;
}

/// Values beside those that were given before, and whether the answer is still wanted.
#[derive(Clone, Debug, Default)]
pub struct GivenValues {
    /// Presets, the later over the earlier.
    pub presets: Vec<String>,
    /// `name=value` in YAML, over presets.
    pub arguments: Vec<String>,
    /// Raised when the answer is not wanted any more.
    pub is_unwanted: Arc<AtomicBool>,
}

/// Why there is no answer.
#[derive(Clone, Debug)]
pub enum Refusal {
    /// The template or the values are broken.
    Broken(Vec<Finding>),
    /// The question makes no sense.
    Usage(String),
    /// It was stopped before anything was known.
    Stopped(String),
}
