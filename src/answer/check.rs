//! What was found in templates and feature models.

use schemars::JsonSchema;
use serde::Serialize;

use super::finding::{Finding, Place};
use super::{Answer, Caveat, Number, own_line};
use crate::analysis::question::{self, AssertionCount, Exclusion};
use crate::source::diagnostic::Severity;
use crate::tosca::model::Model;

/// What was found in templates and feature models.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Check {
    /// In the order of the arguments.
    pub templates: Vec<CheckedTemplate>,
    /// How many findings there are of each severity.
    pub summary: Summary,
}

/// How many findings there are of each severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Summary {
    /// Errors.
    pub errors: usize,
    /// Warnings.
    pub warnings: usize,
    /// Notes.
    pub notes: usize,
}

/// What was found in one of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct CheckedTemplate {
    /// The path as it was typed.
    pub template: String,
    /// The revision of the language that it was read with, where that is known.
    pub profile: Option<Profile>,
    /// Whether there is nothing else to find.
    pub exact: bool,
    /// Whether everything was looked at.
    pub complete: bool,
    /// What could not be analysed, so that something may be missing.
    pub caveats: Vec<Caveat>,
    /// Questions that are not decided.
    pub undecided: Vec<Undecided>,
    /// How many configurations constraints exclude, where there are some.
    pub excluded: Option<Excluded>,
    /// What came of assertions, where there are some.
    pub assertions: Option<Assertions>,
    /// What was found, in the order of places.
    pub findings: Vec<Finding>,
}

/// The revision of the language that a template is read with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Profile {
    /// Its letter.
    pub name: String,
    /// Whether it was asked for.
    pub asked: bool,
    /// The word that decided; none where it was asked for, and where no word distinguishes profiles.
    pub decided_by: Option<Place>,
}

/// A question that is not decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Undecided {
    /// The question, beginning with "whether".
    pub question: String,
    /// The path of the element that it is about.
    pub element: Option<String>,
    /// Where, as a line from 1.
    pub line: Option<u32>,
    /// Why it is unknown.
    pub caveats: Vec<Caveat>,
}

/// How much constraints of the author exclude.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Excluded {
    /// Configurations; none where infinitely many are allowed, or when they were not counted.
    pub configurations: Option<Portion>,
    /// Classes of configurations; none when they were not counted.
    pub classes: Option<Portion>,
    /// Whether all configurations were looked at.
    pub exact: bool,
}

/// What came of assertions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Assertions {
    /// How many there are.
    pub all: usize,
    /// How many hold in every valid variant.
    pub kept: usize,
    /// How many are undecided, where there are such.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<usize>,
}

/// A part of what types and rules of inputs allow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Portion {
    /// What constraints exclude.
    pub excluded: Number,
    /// What inputs allow.
    pub allowed: Number,
}

impl Answer for Check {
    const NAME: &'static str = "check";
    const VERSION: u32 = 1;
}

impl Check {
    /// Of these templates, with the number of their findings.
    pub fn of(templates: Vec<CheckedTemplate>) -> Self {
        let summary = Summary::of(templates.iter().flat_map(|template| &template.findings));
        Self { templates, summary }
    }
}

impl Summary {
    /// Counts by severity.
    pub fn of<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Self {
        let mut summary = Self::default();
        for finding in findings {
            match finding.severity {
                Severity::Error => summary.errors += 1,
                Severity::Warning => summary.warnings += 1,
                Severity::Note => summary.notes += 1,
            }
        }
        summary
    }
}

impl CheckedTemplate {
    /// Nothing but these findings, and there is nothing else to find.
    pub fn new(template: impl Into<String>, findings: Vec<Finding>) -> Self {
        Self { exact: true, complete: true, ..Self::unfinished(template, findings) }
    }

    /// These findings are what is known, as not everything could be looked at.
    pub fn unfinished(template: impl Into<String>, findings: Vec<Finding>) -> Self {
        Self { template: template.into(), findings, ..Self::default() }
    }
}

impl Undecided {
    /// About a template.
    pub fn of(model: &Model, open: &question::Undecided) -> Self {
        Self {
            question: open.question.clone(),
            element: open.element.map(|id| model.path(id)),
            line: open.span.and_then(|span| own_line(model, span)),
            caveats: Caveat::all(model, &open.caveats),
        }
    }
}

impl Assertions {
    /// None where nothing is asserted.
    pub fn of(count: &AssertionCount) -> Option<Self> {
        let undecided = Some(count.undecided).filter(|&count| count > 0);
        (count.all > 0).then_some(Self { all: count.all, kept: count.held.len(), undecided })
    }
}

impl Excluded {
    /// What constraints exclude; none where there are no constraints.
    pub fn of(exclusion: &Exclusion) -> Option<Self> {
        match exclusion {
            Exclusion::Unconstrained => None,
            Exclusion::Uncounted => Some(Self { configurations: None, classes: None, exact: false }),
            Exclusion::Counted(excluded) => Some(Self {
                configurations: excluded.configurations.as_ref().map(Portion::of),
                classes: Some(Portion::of(&excluded.classes)),
                exact: excluded.is_exact,
            }),
        }
    }
}

impl Portion {
    fn of(portion: &question::Portion) -> Self {
        Self { excluded: portion.excluded.clone().into(), allowed: portion.allowed.clone().into() }
    }
}
