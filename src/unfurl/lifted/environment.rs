//! Rules about the environment that are doubtful in some variant.
//!
//! Which rules a task has depends on the type of its node only, what they find on the connections that are available.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::answers::Answers;
use super::availability::chosen_types;
use super::{Need, Questions, Witness};
use crate::analysis::question::PresenceCondition;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::tosca::model::{ElementId, Kind};
use crate::unfurl::environment::{Environment, EnvironmentRule};
use crate::unfurl::host_word::HostWord;
use crate::unfurl::operation::Operation;
use crate::unfurl::run_environment::{RunEnvironment, computed};

/// What is doubtful about rules, and about what leads from where tasks run.
const DOUBTS: &[Code] = &[
    Code::BadRule,
    Code::UselessRule,
    Code::ShadowedRule,
    Code::UnprovidedVariable,
    Code::PatternName,
    Code::ProtectedVariable,
    Code::UntypedConnection,
    Code::UnknownConnectionType,
];

/// Variants in which the tasks of a node have the same rules.
pub(super) struct Stage {
    pub(super) node: ElementId,
    when: When,
}

enum When {
    /// The node has its type of this number, and where its operation runs no connection sets one of the variables, if
    /// there are any.
    Type(usize, Option<(HostWord, Vec<Need>)>),
    /// One of its relations, which has tasks too, is present.
    Relation(ElementId),
}

impl Stage {
    /// All that have to be looked at; `ensemble` is the environment before connections.
    pub(super) fn all(questions: &Questions<'_, '_>, ensemble: &Environment) -> Vec<Self> {
        let (model, run_environment) = (questions.model, questions.run_environment);
        let mut stages = Vec::new();
        for node in model.of_kind(Kind::Node) {
            for place in 0..questions.graph.type_choices(node).count() {
                stages.push(Self { node, when: When::Type(place, None) });
                let operations = questions.tasks.operations(node, place);
                for needed in needed(operations, &model.element(node).name, run_environment, ensemble) {
                    stages.push(Self { node, when: When::Type(place, Some(needed)) });
                }
            }
            let relations = model.node(node).relations.iter();
            stages.extend(relations.map(|&relation| Self { node, when: When::Relation(relation) }));
        }
        stages
    }

    pub(super) fn presence_condition(&self, questions: &mut Questions<'_, '_>) -> PresenceCondition {
        let presence_condition = match &self.when {
            When::Relation(relation) => questions.presence_conditions.present(*relation),
            When::Type(place, needed) => {
                let types = chosen_types(questions.graph, self.node, &mut questions.presence_conditions);
                let never = questions.presence_conditions.never();
                let chosen = types.get(*place).map_or(never, |&(chosen, _)| chosen);
                let met = needed.as_ref().map_or(never, |(word, needs)| {
                    let met: Vec<PresenceCondition> =
                        needs.iter().map(|need| questions.met_at(self.node, word, need)).collect();
                    questions.presence_conditions.any(met)
                });
                let unmet = questions.presence_conditions.not(met);
                questions.presence_conditions.all([chosen, unmet])
            }
        };
        questions.at(self.node, presence_condition)
    }
}

/// Variables of which rules of operations need one, and none is in the environment of the ensemble, with where the
/// operation runs.
fn needed(
    operations: &[Operation<'_>],
    node: &str,
    run_environment: &RunEnvironment<'_>,
    ensemble: &Environment,
) -> BTreeSet<(HostWord, Vec<Need>)> {
    let mut needed = BTreeSet::new();
    for operation in operations {
        let Some(section) = operation.setting("environment") else { continue };
        let rules = EnvironmentRule::read_all(section, &mut computed, &mut Vec::new());
        let needs = rules.iter().flat_map(EnvironmentRule::needs);
        let unmet = needs.filter(|names| names.iter().all(|name| ensemble.get(name).is_none()));
        let word = HostWord::of(Some(operation), node, run_environment);
        needed.extend(unmet.map(|names| (word.clone(), names.into_iter().map(Need::Variable).collect())));
    }
    needed
}

impl Answers<'_, '_, '_> {
    /// What is doubtful about rules, each with the first variant in which it was seen.
    pub(super) fn doubtful_rules(&self) -> Vec<(Diagnostic, Option<Witness>)> {
        let (mut findings, mut met) = (Vec::new(), FxHashSet::default());
        let (mut looked_at, mut jobs) = (FxHashSet::default(), FxHashMap::default());
        for &(node, question) in &self.questions.stages {
            let Some(place) = self.place(question).filter(|&place| looked_at.insert((node, place))) else { continue };
            let (job, mut diagnostics) = (jobs.entry(place).or_insert_with(|| self.job(place)), Vec::new());
            job.look_at_rules(node, &mut diagnostics);
            let of_ensemble = job.diagnostics().iter().map(|diagnostic| (diagnostic.clone(), None));
            let witness = self.witness(question);
            let of_node = diagnostics.into_iter().map(|diagnostic| (diagnostic, witness.clone()));
            let doubtful = of_ensemble.chain(of_node).filter(|(diagnostic, _)| DOUBTS.contains(&diagnostic.code));
            findings.extend(doubtful.filter(|(it, _)| met.insert((it.code, it.span(), it.message.clone()))));
        }
        findings
    }
}
