//! Connections in all variants.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Answer, Exactness, Number, Values};
use crate::analysis::question::Witness;
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::Model;
use crate::unfurl::{self, ConnectionSurvey, Supply};

/// What nodes need, in how many variants they have it, and what is doubtful.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Connections {
    /// How many valid variants there are, where that is known.
    pub variants: Option<Number>,
    /// How far the answer can be relied on.
    #[serde(flatten)]
    pub exactness: Exactness,
    /// For each node and what it needs.
    pub nodes: Vec<NodeNeed>,
    /// What is doubtful.
    pub findings: Vec<Doubt>,
}

/// Something that a node needs.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct NodeNeed {
    /// The name of the node.
    pub node: String,
    /// What it needs.
    pub needs: Need,
    /// In how many variants with the node it has that; none where that is not known.
    pub with: Option<Number>,
    /// In how many it has not.
    pub without: Option<Number>,
    /// Values that give a variant with it.
    pub example: Option<Values>,
    /// Values that give a variant without.
    pub witness: Option<Values>,
}

/// What a node needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// A connection of this type.
    Type(String),
    /// This variable of the environment.
    Variable(String),
}

/// Something doubtful.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Doubt {
    /// Which kind of thing, as `variscope rule` lists them.
    pub code: String,
    /// What is doubtful.
    pub message: String,
    /// Values for inputs that show it.
    pub witness: Option<Values>,
}

impl Answer for Connections {
    const NAME: &'static str = "connections";
    const VERSION: u32 = 2;
}

impl Connections {
    /// About a template.
    pub fn of(model: &Model, survey: &ConnectionSurvey) -> Self {
        let doubt = |(diagnostic, witness): &(Diagnostic, Option<Witness>)| Doubt {
            code: diagnostic.code.to_string(),
            message: diagnostic.message.clone(),
            witness: witness.as_ref().map(Values::from),
        };
        Self {
            variants: survey.variants.clone().map(Number::from),
            exactness: Exactness::of(model, &survey.exactness),
            nodes: survey.supplies.iter().map(|supply| NodeNeed::of(model, supply)).collect(),
            findings: survey.findings.iter().map(doubt).collect(),
        }
    }
}

impl NodeNeed {
    fn of(model: &Model, supply: &Supply) -> Self {
        let needs = match &supply.need {
            unfurl::Need::Type(name) => Need::Type(name.to_string()),
            unfurl::Need::Variable(name) => Need::Variable(name.to_string()),
        };
        Self {
            node: model.element(supply.node).name.to_string(),
            needs,
            with: supply.with.clone().map(Number::from),
            without: supply.without.clone().map(Number::from),
            example: supply.example.as_ref().map(Values::from),
            witness: supply.witness.as_ref().map(Values::from),
        }
    }
}
