//! What the tasks of a variant will see before it runs.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Answer, ByName, Written};

/// What the tasks of one variant will see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Runtime {
    /// Whether the environment of the process is known.
    pub process_environment: ProcessEnvironment,
    /// The topology inputs that have a value.
    pub inputs: Contents,
    /// The nodes, in order.
    pub nodes: Vec<RuntimeNode>,
}

/// Whether the environment of the process is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ProcessEnvironment {
    /// It is.
    Known,
    /// It is not: `${NAME}` stands for its variables.
    Unknown,
}

/// Values by name, as far as they are known.
pub type Contents = ByName<Content>;

/// A value of which parts may be known only later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Content {
    /// What only a run can compute, as the author wrote it.
    Computed {
        /// The expression.
        run_time: String,
        /// Why it is unknown before the run.
        why: String,
    },
    /// A text that depends on the process.
    Symbolic {
        /// The text, with `${NAME}` for variables.
        symbolic: String,
    },
    /// A known text.
    Text(String),
    /// A list.
    List(Vec<Content>),
    /// A map.
    Map(Contents),
    /// A known value.
    Value(Written),
}

/// What the tasks of a node see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuntimeNode {
    /// The name of the node.
    pub node: String,
    /// Its type; empty when it has none.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Its properties, with the defaults of its types.
    pub properties: Contents,
    /// The nodes that host it, nearest first.
    pub hosts: Vec<String>,
    /// The connections that are available, in lookup order.
    pub connections: Vec<Connection>,
    /// The environment that its tasks share.
    pub environment: Environment,
    /// Its tasks.
    pub operations: Vec<Task>,
    /// The answers to queries, by their texts.
    #[serde(skip_serializing_if = "ByName::is_empty")]
    pub queries: Contents,
}

/// A connection.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Connection {
    /// Its name.
    pub name: String,
    /// Its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The line where it stands; none when it is not in the template.
    pub line: Option<u32>,
}

/// What becomes of the variables of an environment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Environment {
    /// Those with a value.
    pub set: Contents,
    /// Those that are passed on from the process.
    pub inherited: Vec<String>,
    /// Those that are removed.
    pub removed: Vec<String>,
    /// Those with a value where the process has them.
    #[serde(skip_serializing_if = "ByName::is_empty")]
    pub set_if_present: Contents,
    /// What these values read of an unknown process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<Vec<String>>,
    /// What becomes of all other variables of an unknown process.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<OtherVariables>,
}

/// What becomes of all other variables of an unknown process.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OtherVariables {
    /// They are inherited when they pass these rules.
    pub inherited_through: Vec<String>,
    /// These always pass.
    pub survivors: Vec<String>,
}

/// What the task of an operation sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Task {
    /// The operation, with the name of its interface.
    pub operation: String,
    /// The relation that it is on, unless it is on the node.
    pub relation: Option<String>,
    /// What is run.
    pub implementation: Option<String>,
    /// Where it runs; none where the runtime runs.
    pub operation_host: Option<Host>,
    /// The connections that are available, in lookup order.
    pub connections: Vec<Connection>,
    /// The environment after the rules of the operation.
    pub environment: Environment,
    /// What each call of `to_env` in its inputs returns.
    pub to_env: Vec<Contents>,
    /// The job variables, by name.
    pub job_variables: ByName<JobVariable>,
    /// What else there is to know.
    pub notes: Vec<String>,
}

/// Where an operation runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum Host {
    /// On a node.
    Node(String),
    /// On something that is no present node.
    Unknown {
        /// What it is called.
        unknown: String,
    },
}

/// What is known of a job variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "status")]
pub enum JobVariable {
    /// All of it.
    #[serde(rename = "static")]
    Static {
        /// The value.
        value: Content,
    },
    /// The value unless an option says otherwise.
    #[serde(rename = "by option")]
    ByOption {
        /// The value.
        default: Content,
        /// The option.
        option: String,
    },
    /// Nothing before it runs.
    #[serde(rename = "run time")]
    RunTime {
        /// Why.
        why: String,
    },
}

impl Answer for Runtime {
    const NAME: &'static str = "runtime";
    const VERSION: u32 = 2;
}
