//! Why something is so.

use schemars::JsonSchema;
use serde::Serialize;

use super::{About, Answer, Caveat, Exactness, Values, other_file};
use crate::analysis::pretty;
use crate::analysis::question::{self, Explanation};
use crate::source::diagnostic::Label;
use crate::source::line_start;
use crate::tosca::model::{ElementId, Model};

/// What is so, and the lines that force it.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Explain {
    /// What was asked.
    pub about: About,
    /// The path of the element or the name of the feature that it is about; none when it is about all variants.
    pub element: Option<String>,
    /// What messages call it.
    pub title: Option<String>,
    /// What is so.
    pub answer: Explained,
    /// When the element is present, where that depends on open inputs and does not take too many words.
    pub presence: Option<String>,
    /// Values that show the answer: those that give a variant; or those with which the element is present, then those
    /// with which it is absent.
    pub witnesses: Vec<Values>,
    /// Lines that force it, none of which can be left out; none when nothing is forced.
    pub because: Vec<Line>,
    /// Other sets of lines, each of which forces it too; none unless all were asked for.
    pub other_reasons: Vec<Vec<Line>>,
    /// Whether there are, or may be, more such sets.
    pub more_reasons: bool,
    /// Where there is no valid variant: what conditions alone say of the element, if they decide it.
    pub by_conditions: Option<ByConditions>,
    /// How far the answer can be relied on.
    #[serde(flatten)]
    pub exactness: Exactness,
}

/// What conditions say of an element, whatever constraints and checks forbid.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct ByConditions {
    /// Whether it is present.
    pub present: bool,
    /// Lines that force it, none of which can be left out.
    pub because: Vec<Line>,
}

/// What is so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Explained {
    /// There is no valid variant.
    NoVariant,
    /// There are valid variants.
    SomeVariant,
    /// The element is in every valid variant.
    Present,
    /// The element is in no valid variant.
    Absent,
    /// The element is in some valid variants.
    Depends,
    /// It is not decided.
    Unknown,
}

/// A line that contributes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Line {
    /// The file, where it is not the one that was asked about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Its number, from 1; none for arguments.
    pub line: Option<u32>,
    /// Where in the line, from 1.
    pub column: Option<u32>,
    /// What it contributes.
    pub text: String,
    /// What stands there.
    pub source: String,
}

impl Answer for Explain {
    const NAME: &'static str = "explain";
    const VERSION: u32 = 2;
}

impl Explain {
    /// About a template.
    pub fn of_template(model: &Model, element: Option<ElementId>, explanation: &Explanation) -> Self {
        let (answer, presence, witnesses) = match &explanation.answer {
            question::PresenceVerdict::NoVariant => (Explained::NoVariant, None, Vec::new()),
            question::PresenceVerdict::SomeVariant { witness } => (Explained::SomeVariant, None, vec![witness]),
            question::PresenceVerdict::Present => (Explained::Present, None, Vec::new()),
            question::PresenceVerdict::Absent => (Explained::Absent, None, Vec::new()),
            question::PresenceVerdict::Depends { presence, witnesses } => {
                (Explained::Depends, presence.as_ref(), witnesses.iter().flatten().collect())
            }
            question::PresenceVerdict::Unknown => (Explained::Unknown, None, Vec::new()),
        };
        let lines = |reason: &[Label]| reason.iter().map(|label| Line::of(model, label)).collect();
        Self {
            about: About::Template,
            element: element.map(|id| model.path(id)),
            title: element.map(|id| model.full_display(id)),
            answer,
            presence: presence.map(|cases| pretty::cases(model, cases)),
            witnesses: witnesses.into_iter().map(Values::from).collect(),
            because: lines(&explanation.because),
            other_reasons: explanation.others.iter().map(|reason| lines(reason)).collect(),
            more_reasons: explanation.has_more,
            by_conditions: explanation
                .by_conditions
                .as_ref()
                .map(|found| ByConditions { present: found.is_present, because: lines(&found.because) }),
            exactness: Exactness {
                caveats: Caveat::all(model, &explanation.caveats),
                ..Exactness::finished(answer != Explained::Unknown)
            },
        }
    }

    /// Where it was stopped before anything was known of what was asked.
    pub fn unknown(about: About, element: Option<String>) -> Self {
        let unknown = Self::of_feature(element, Explained::Unknown, Vec::new());
        Self { about, exactness: Exactness::unfinished(), ..unknown }
    }

    /// About a feature of this name, or all variants of a feature model, with the lines that force what is so.
    pub fn of_feature(name: Option<String>, answer: Explained, because: Vec<Line>) -> Self {
        Self {
            about: About::FeatureModel,
            title: name.clone(),
            element: name,
            answer,
            presence: None,
            witnesses: Vec::new(),
            because,
            other_reasons: Vec::new(),
            more_reasons: false,
            by_conditions: None,
            exactness: Exactness::exact(),
        }
    }
}

impl Line {
    pub(super) fn of(model: &Model, label: &Label) -> Self {
        let sources = model.sources();
        let position = sources.position(label.span);
        let text = sources.file(label.span.file).text();
        let start = line_start(text, label.span.start as usize);
        let source = text[start..].lines().next().unwrap_or_default().trim();
        Self {
            file: other_file(model, label.span),
            line: Some(position.line),
            column: Some(position.column),
            text: label.text.clone(),
            source: source.to_owned(),
        }
    }
}
