//! How much questions about all variants may take, and the counts that they are made of.

use variscope_encoder::{Budget, CountLimits};

/// Limits of questions about all variants.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// How long it may take.
    pub budget: Budget,
    /// How many different variants are looked for; none for all.
    pub most_variants: Option<usize>,
}

/// Bytes that are kept while the variants of a template are counted or compiled: a template is in memory beside them, and often
/// diagrams are, too.
const LARGE_CACHE: usize = 256 << 20;

/// Bytes that are kept where a part of the variants is counted or compiled: parts have little in common, and what is seldom found
/// again is not worth more.
const SMALL_CACHE: usize = 64 << 20;

/// Limits of a count or a circuit of all variants.
pub(crate) fn of_all_variants(budget: &Budget) -> CountLimits {
    CountLimits { budget: budget.clone(), cache_bytes: LARGE_CACHE, threads: None }
}

/// Limits of a count or a circuit of some of them.
pub(crate) fn of_some_variants(budget: &Budget) -> CountLimits {
    CountLimits { budget: budget.clone(), cache_bytes: SMALL_CACHE, threads: None }
}
