//! Connections that meet another one of their type at some node of some variant.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Witness;
use super::answers::Answers;
use crate::source::Span;
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::{ElementId, Kind};
use crate::unfurl::job::Job;

impl Answers<'_, '_, '_> {
    /// What is said about them, each with values that show it.
    pub(super) fn ambiguous(&self) -> Vec<(Diagnostic, Option<Witness>)> {
        let nodes: Vec<ElementId> = self.model.of_kind(Kind::Node).collect();
        let (mut findings, mut reported) = (Vec::new(), ReportedAmbiguities::default());
        let mut looks = AmbiguitySearch { answers: self, jobs: FxHashMap::default(), seen: FxHashMap::default() };
        let connections = self.questions.graph.connections().iter().zip(&self.questions.ambiguous);
        for (connection, &question) in connections {
            let found = looks.find(&[connection.span], &nodes, question).into_iter();
            let new = found.filter(|finding| reported.is_new(finding));
            findings.extend(new.map(|finding| (finding, self.witness(question))));
        }
        // Explicit relationship templates may be many: they are reported once for each place that they meet.
        for meeting in &self.questions.meetings {
            let found = looks.find(&meeting.spans, &meeting.nodes, meeting.question).into_iter();
            let new = found.filter(|finding| reported.is_new_there(finding));
            findings.extend(new.map(|finding| (finding, self.witness(meeting.question))));
        }
        findings
    }
}

/// What was said about nodes in variants.
struct AmbiguitySearch<'l, 'a, 'q, 'c> {
    answers: &'l Answers<'a, 'q, 'c>,
    /// By place of the variant.
    jobs: FxHashMap<usize, Job<'l>>,
    seen: FxHashMap<(ElementId, usize), Vec<Diagnostic>>,
}

impl AmbiguitySearch<'_, '_, '_, '_> {
    /// What is said about the first of these nodes at which something is said about each of these places, else about one of them, in a
    /// variant that answers the question.
    fn find(&mut self, spans: &[Span], nodes: &[ElementId], question: usize) -> Vec<Diagnostic> {
        let Some(place) = self.answers.place(question) else { return Vec::new() };
        let job = self.jobs.entry(place).or_insert_with(|| self.answers.job(place));
        let mut partly = Vec::new();
        for &node in nodes {
            let met = self.seen.entry((node, place)).or_insert_with(|| job.ambiguities(node));
            let is_about = |finding: &&Diagnostic| finding.labels.iter().any(|label| spans.contains(&label.span));
            let found: Vec<Diagnostic> = met.iter().filter(is_about).cloned().collect();
            let is_reported =
                |span: &Span| found.iter().flat_map(|finding| &finding.labels).any(|label| label.span == *span);
            if spans.iter().all(is_reported) {
                return found;
            }
            if partly.is_empty() {
                partly = found;
            }
        }
        partly
    }
}

/// What is said already.
#[derive(Default)]
struct ReportedAmbiguities {
    whole: FxHashSet<(String, Vec<Span>)>,
    /// Without further places.
    brief: FxHashSet<(String, Option<Span>)>,
}

impl ReportedAmbiguities {
    fn is_new(&mut self, finding: &Diagnostic) -> bool {
        self.is_new_there(finding);
        let spans = finding.labels.iter().map(|label| label.span).collect();
        self.whole.insert((finding.message.clone(), spans))
    }

    /// Whether nothing like it is said at its first place.
    fn is_new_there(&mut self, finding: &Diagnostic) -> bool {
        self.brief.insert((finding.message.clone(), finding.span()))
    }
}
