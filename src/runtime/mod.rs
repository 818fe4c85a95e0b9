//! What a variant is like when it runs: connections, environments, job variables.
//!
//! Comes in: a model, a variant of it, and what surrounds it: the environment of the ensemble and of the process. Goes
//! out: for each node and operation what its task will see. What only a run can know is named as such, never guessed.

pub mod environment;
