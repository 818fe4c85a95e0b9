//! What tests show of the variants of their templates.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Answer, Exactness, Number, Values};
use crate::analysis::question;
use crate::resolve::suite;
use crate::tosca::model::Model;

/// Said of templates without variants to look at.
const UNREADABLE: &str = "the template is refused, so that it has no variants";

/// What tests show of the variants of their templates.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Coverage {
    /// In the order of the first test of each.
    pub templates: Vec<TemplateCoverage>,
}

/// What the tests of one template show.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct TemplateCoverage {
    /// The path of the template.
    pub template: String,
    /// How many tests it has.
    pub tests: Number,
    /// How many of them give a variant.
    pub resolved: Number,
    /// How far the answer can be relied on.
    #[serde(flatten)]
    pub exactness: Exactness,
    /// Why nothing is known, where nothing is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What is covered, where that is known.
    #[serde(flatten)]
    pub covered: Option<Covered>,
}

/// What tests show, and configurations that would show the rest.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Covered {
    /// Elements of which every presence is shown that they have in some valid variant.
    pub elements: Share,
    /// Presences of two elements together.
    pub pairs: Share,
    /// Valid variants.
    pub variants: Share,
    /// Few configurations that show what is left.
    pub configurations: Vec<Values>,
    /// What no test shows.
    pub missing: Missing,
}

/// A part of all that there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Share {
    /// What tests show.
    pub covered: Number,
    /// What valid variants allow.
    pub total: Number,
}

/// What no test shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Missing {
    /// Presences of one element.
    pub elements: Vec<MissingPresence>,
    /// Presences of two elements together.
    pub pairs: Vec<MissingPair>,
}

/// A presence that no test shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MissingPresence {
    /// The element, and whether it is present.
    #[serde(flatten)]
    pub presence: Presence,
    /// The place of a configuration that shows it, from 0.
    pub configuration: usize,
}

/// Presences of two elements that no test shows together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct MissingPair {
    /// The one.
    pub left: Presence,
    /// The other.
    pub right: Presence,
    /// The place of a configuration that shows them, from 0.
    pub configuration: usize,
}

/// An element that is present, or absent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Presence {
    /// Its path.
    pub id: String,
    /// Whether it is present.
    pub present: bool,
}

impl Answer for Coverage {
    const NAME: &'static str = "coverage";
    const VERSION: u32 = 1;
}

impl From<&[suite::TemplateCoverage]> for Coverage {
    fn from(templates: &[suite::TemplateCoverage]) -> Self {
        Self { templates: templates.iter().map(TemplateCoverage::from).collect() }
    }
}

impl From<&suite::TemplateCoverage> for TemplateCoverage {
    fn from(coverage: &suite::TemplateCoverage) -> Self {
        let (exactness, error, covered) = match &coverage.subject {
            None => (Exactness::exact(), Some(UNREADABLE.to_owned()), None),
            Some((_, Err(why))) => (Exactness::unfinished(), Some(why.to_string()), None),
            Some((model, Ok(found))) => (Exactness::of(model, &found.exactness), None, Some(Covered::of(model, found))),
        };
        Self {
            template: coverage.template.clone(),
            tests: coverage.cases.into(),
            resolved: coverage.resolved.into(),
            exactness,
            error,
            covered,
        }
    }
}

impl Covered {
    fn of(model: &Model, coverage: &question::Coverage) -> Self {
        let presence = |(id, present): question::ElementPresence| Presence { id: model.path(id), present };
        let elements = coverage.missing_presences();
        let pairs = coverage.missing_pairs();
        Self {
            elements: Share::of(&coverage.elements),
            pairs: Share::of(&coverage.pairs),
            variants: Share::of(&coverage.variants),
            configurations: coverage.samples.iter().map(|sample| Values::from(&sample.configuration)).collect(),
            missing: Missing {
                elements: elements
                    .map(|(missing, configuration)| MissingPresence { presence: presence(missing), configuration })
                    .collect(),
                pairs: pairs
                    .map(|([left, right], configuration)| MissingPair {
                        left: presence(left),
                        right: presence(right),
                        configuration,
                    })
                    .collect(),
            },
        }
    }
}

impl Share {
    fn of(share: &question::Share) -> Self {
        Self { covered: share.covered.clone().into(), total: share.total.clone().into() }
    }
}
