//! What answers can be proved by: the variants as clauses, and claims that no configuration satisfies some formula.

pub(super) mod claims;
pub(super) mod clauses;
pub(super) mod unsat_claim;
