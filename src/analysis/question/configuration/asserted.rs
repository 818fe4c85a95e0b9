//! Assertions about all variants: what is claimed, by whom it is written, and which demands decide it.

use std::ops::Range;
use std::sync::Arc;

use crate::analysis::condition::demand::{Bound, BoundAssertion, Quoted};
use crate::source::diagnostic::{Diagnostic, Severity};
use crate::source::syntax::yaml::YamlId;
use crate::source::{FileId, Span};
use crate::tosca::model::{ElementId, Model};

/// A text with assertions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssertionSource {
    /// The name of the file; of an assertion that was typed, the option.
    pub name: String,
    /// All that is in it.
    pub text: Arc<str>,
}

/// An assertion as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssertionText {
    /// What it is called.
    pub name: Option<String>,
    /// What has to hold.
    pub condition: String,
    /// How bad it is when it does not.
    pub severity: Severity,
    /// What is said then.
    pub message: Option<String>,
    /// Where it is written.
    pub file: AssertionSource,
    /// The bytes of the condition in the file.
    pub start: usize,
    /// Behind them.
    pub end: usize,
    /// Whether it is in a file, in which people look for it.
    pub is_in_file: bool,
}

/// An assertion about a template.
#[derive(Clone, Debug)]
pub struct Asserted {
    pub(crate) text: AssertionText,
    /// Where it is written.
    pub(crate) span: Span,
    /// By instance: the element that it is about, and what it names.
    pub(crate) instances: Vec<AssertedInstance>,
    /// Where the first input or named expression in it is declared.
    pub(crate) declared: Option<Span>,
    /// The place of the first instance among the demands; the others follow.
    pub(crate) first: usize,
    /// The place of the premise, where the assertion has one.
    pub(crate) premise: Option<usize>,
    /// The expressions in it: what they mention is used.
    pub(crate) written: Vec<YamlId>,
}

/// An assertion about one element, or about the template.
#[derive(Clone, Debug)]
pub(crate) struct AssertedInstance {
    /// The element that it is about.
    pub(crate) element: Option<ElementId>,
    /// The elements that it names.
    pub(crate) named: Vec<ElementId>,
    /// The values of properties that it looks at.
    pub(crate) values: Vec<ElementId>,
    /// The defaults of types that it looks at.
    pub(crate) defaults: Vec<YamlId>,
}

impl AssertionText {
    /// What it is called, or what it says.
    pub fn title(&self) -> String {
        match &self.name {
            Some(name) => format!("assertion \"{name}\""),
            None => format!("assertion `{}`", self.condition),
        }
    }

    /// What is said when it does not hold; `of_whom` goes behind its title.
    pub fn does_not_hold(&self, of_whom: &str) -> String {
        match &self.message {
            Some(message) => format!("{message} ({}{of_whom})", self.title()),
            None => format!("{} does not hold{of_whom}", self.title()),
        }
    }
}

impl Asserted {
    /// The places of its instances among the demands.
    pub fn demands(&self) -> Range<usize> {
        self.first..self.first + self.instances.len()
    }
}

impl AssertionText {
    /// One that was typed behind an option.
    pub fn typed(option: &str, condition: &str) -> Self {
        Self {
            name: None,
            condition: condition.to_owned(),
            severity: Severity::Error,
            message: None,
            file: AssertionSource { name: option.to_owned(), text: condition.into() },
            start: 0,
            end: condition.len(),
            is_in_file: false,
        }
    }

    /// One without a name at a place of a file.
    pub fn in_file(file: &AssertionSource, condition: &str, place: Range<usize>) -> Self {
        Self { file: file.clone(), start: place.start, end: place.end, is_in_file: true, ..Self::typed("", condition) }
    }
}

impl Model {
    /// Looks up what assertions mean here, and adds their conditions to those that are asked for. Those that mean nothing here are
    /// left out: what is wrong with them is given beside the others.
    pub fn assertions(
        &mut self,
        texts: &[AssertionText],
        demands: &mut Vec<Bound>,
    ) -> (Vec<Asserted>, Vec<Diagnostic>) {
        let (mut found, mut diagnostics) = (Vec::new(), Vec::new());
        let mut files: Vec<(&Arc<str>, FileId)> = Vec::new();
        for text in texts {
            let AssertionSource { name, text: content } = &text.file;
            let known = files.iter().find(|(known, _)| Arc::ptr_eq(known, content)).map(|(_, file)| *file);
            let file = known.unwrap_or_else(|| self.quote(name, Arc::clone(content)));
            files.push((content, file));
            let span = Span::new(file, text.start, text.end);
            let is_verbatim = content.get(text.start..text.end) == Some(&text.condition);
            match self.asserted(Quoted { text: &text.condition, span, is_verbatim }) {
                Ok(bound) => found.push(Asserted::of(text, span, bound, demands)),
                Err(diagnostic) => diagnostics.push(*diagnostic),
            }
        }
        (found, diagnostics)
    }
}

impl Asserted {
    fn of(text: &AssertionText, span: Span, bound: BoundAssertion, demands: &mut Vec<Bound>) -> Self {
        let first = demands.len();
        let (mut instances, mut written) = (Vec::new(), Vec::new());
        let declared = bound.instances.iter().find_map(|(_, bound)| bound.declared);
        for (element, bound) in bound.instances {
            let (named, values, defaults) = (bound.elements.clone(), bound.values.clone(), bound.defaults.clone());
            instances.push(AssertedInstance { element, named, values, defaults });
            written.extend(bound.demand.written());
            demands.push(bound);
        }
        let premise = bound.premise.map(|demand| {
            let (elements, values, defaults) = (Vec::new(), Vec::new(), Vec::new());
            demands.push(Bound { demand, elements, values, defaults, declared: None, span });
            demands.len() - 1
        });
        Self { text: text.clone(), span, instances, declared, first, premise, written }
    }
}
