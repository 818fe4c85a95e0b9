//! Which elements are always, never or sometimes present.

use schemars::JsonSchema;
use serde::Serialize;

use super::{About, Answer, Caveat, Exactness, Number, other_file};
use crate::analysis::pretty;
pub use crate::analysis::question::ElementStatus as Status;
use crate::analysis::question::{self, ElementSummary};
use crate::source::glob::Glob;
use crate::tosca::model::Model;

/// Elements or features over all valid variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Elements {
    /// What was looked at.
    pub about: About,
    /// How many valid variants there are, where that is known; at least so many where the answer is not exact.
    pub variants: Option<Number>,
    /// How far the answer can be relied on.
    #[serde(flatten)]
    pub exactness: Exactness,
    /// In the order of the file, those that were asked for; none where it was stopped before anything was known.
    pub elements: Vec<Element>,
}

/// An element or a feature over all valid variants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Element {
    /// The path of the element, or the name of the feature.
    pub id: String,
    /// The kind of element, or `feature`.
    pub kind: String,
    /// What the author calls it.
    pub name: String,
    /// The line that introduces it, from 1.
    pub line: Option<u32>,
    /// The file of that line, where it is not the one that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// How it behaves; none when there is no valid variant, or when that is not decided.
    pub status: Option<Status>,
    /// In how many variants it is, where they were counted.
    pub variants: Option<Number>,
    /// When it is present in valid configurations; none where that is not known, or takes too many words.
    pub presence: Option<String>,
    /// Whether its status is decided.
    pub exact: bool,
    /// Why it is not.
    pub caveats: Vec<Caveat>,
}

impl Answer for Elements {
    const NAME: &'static str = "elements";
    const VERSION: u32 = 1;
}

impl Elements {
    /// About a template.
    pub fn of_template(model: &Model, elements: &question::Elements) -> Self {
        let is_void = elements.is_void();
        Self {
            about: About::Template,
            variants: elements.variants.clone().map(Number::from),
            exactness: Exactness::of(model, &elements.exactness),
            elements: elements.elements.iter().map(|summary| Element::of_summary(model, summary, is_void)).collect(),
        }
    }

    /// Where it was stopped before anything was known.
    pub fn unknown(about: About) -> Self {
        Self { about, variants: None, exactness: Exactness::unfinished(), elements: Vec::new() }
    }

    /// Leaves out elements that are not of one of these kinds, unless there are none, or whose names do not match.
    pub fn select(&mut self, kinds: &[String], name: Option<&Glob>) {
        self.elements.retain(|element| {
            (kinds.is_empty() || kinds.contains(&element.kind)) && name.is_none_or(|name| name.matches(&element.name))
        });
    }

    /// Whether there is no variant at all: then every element is in all of them, and in none.
    pub fn is_void(&self) -> bool {
        self.exactness.complete && self.variants.as_ref().is_some_and(Number::is_zero)
    }
}

impl Element {
    fn of_summary(model: &Model, summary: &ElementSummary, is_void: bool) -> Self {
        let id = summary.element;
        let element = model.element(id);
        Self {
            id: model.path(id),
            kind: id.kind().word().to_owned(),
            name: element.name.to_string(),
            line: Some(model.sources().position(element.span).line),
            file: other_file(model, element.span),
            status: summary.status,
            variants: summary.variants.clone().map(Number::from),
            presence: summary.presence.as_ref().map(|cases| pretty::cases(model, cases)),
            exact: summary.status.is_some() || is_void,
            caveats: Caveat::all(model, &summary.caveats),
        }
    }
}
