//! What a variant is like when it runs: connections, environments, job variables.
//!
//! Comes in: a model, a variant of it, and what surrounds it: the environment of the ensemble and of the process. Goes
//! out: for each node and operation what its task will see. What only a run can know is named as such, never guessed.

mod artifact;
mod built_in;
mod checks;
pub mod connection;
mod connection_graph;
mod content;
pub mod environment;
mod expression_maps;
mod external;
mod facts;
mod host_word;
mod hosting;
mod instance;
mod jinja;
mod job;
mod job_variables;
mod lifted;
mod lineage;
mod matched_hosts;
mod operation;
mod operation_host;
mod owner;
mod process;
mod property;
mod python_literal;
mod python_text;
mod reach;
mod reference;
mod report;
mod run_environment;
mod surroundings;
mod task;
mod task_view;
mod values;
mod variable;

pub use content::{Content, Contents};
pub use expression_maps::ExpressionMaps;
pub use external::{External, Import};
pub use job::Job;
pub use lifted::{ConnectionSurvey, Need, Supply, UnknownNeed, survey_connections};
pub use operation::Operation;
pub use operation_host::OperationHost;
pub use process::read_process;
pub use python_text::python_json;
pub use report::{NodeReport, RuntimeReport, Selection};
pub use run_environment::RunEnvironment;
pub use surroundings::EnvironmentDiagnostics;
pub use task::Task;
pub use variable::{JobVariable, Knowledge};
