//! What all variants say to the questions.

use std::sync::Arc;

use num_bigint::BigUint;

use super::{Questions, SEVERAL_HOSTS, Supply, VALID};
use crate::analysis::domain::Caveat;
use crate::analysis::question::{Occurrences, Witness};
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::Model;
use crate::unfurl::connection_graph::ConnectionGraph;
use crate::unfurl::job::Job;
use crate::unfurl::run_environment::RunEnvironment;

/// What all variants say.
pub(super) struct Answers<'a, 'q, 'c> {
    pub(super) model: &'a Model,
    pub(super) run_environment: &'a RunEnvironment<'a>,
    pub(super) graph: &'a Arc<ConnectionGraph<'a>>,
    pub(super) questions: &'a Questions<'q, 'c>,
    pub(super) occurrences: &'a Occurrences,
}

impl Answers<'_, '_, '_> {
    pub(super) fn place(&self, question: usize) -> Option<usize> {
        self.occurrences.places[question]
    }

    pub(super) fn witness(&self, question: usize) -> Option<Witness> {
        self.place(question).map(|place| self.occurrences.witnesses[place].0.clone())
    }

    pub(super) fn count(&self, question: usize) -> Option<BigUint> {
        self.occurrences.counts.as_ref().map(|counts| counts[question].clone())
    }

    pub(super) fn supplies(&self) -> Vec<Supply> {
        let supplies = self.questions.supplies.iter().map(|(node, need, with, without)| Supply {
            node: *node,
            need: need.clone(),
            with: self.count(*with),
            without: self.count(*without),
            example: self.witness(*with),
            witness: self.witness(*without),
        });
        // A node that is in no variant needs nothing.
        supplies.filter(|supply| supply.example.is_some() || supply.witness.is_some()).collect()
    }

    pub(super) fn findings(&self) -> Vec<(Diagnostic, Option<Witness>)> {
        let mut findings = self.wrong_values();
        findings.extend(self.doubtful_rules());
        findings.extend(self.ambiguous());
        let has_valid = self.place(VALID).is_some();
        let is_settled = self.occurrences.exactness.is_exact() && has_valid;
        if is_settled && self.questions.availability.is_complete {
            findings.extend(self.unused().map(|diagnostic| (diagnostic, None)));
        }
        findings
    }

    /// What is unknown before a run, where that matters to some variant.
    pub(super) fn caveats(&self) -> Vec<Caveat> {
        let open = self.questions.open_hosts.iter().filter(|(_, question)| self.place(*question).is_some());
        let open = open.map(|&(node, _)| {
            let what = self.model.full_display(node);
            let message = format!("what hosts {what} is decided when it is deployed, and which connections reach it");
            Caveat { span: Some(self.model.element(node).span), message }
        });
        let several = self.place(SEVERAL_HOSTS).map(|_| {
            let message = "a node has several hosts, and which of them gives it a connection is decided by a run";
            Caveat { span: None, message: message.to_owned() }
        });
        open.chain(several).collect()
    }

    /// A variant that answers a question, as a job.
    pub(super) fn job(&self, place: usize) -> Job<'_> {
        let graph = Arc::clone(self.graph);
        Job::within(graph, self.model, &self.occurrences.witnesses[place].1, self.run_environment)
    }
}
