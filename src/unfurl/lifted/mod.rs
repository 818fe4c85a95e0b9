//! Connections and environments in all variants: which nodes lack a connection in some variant, where two of one type
//! meet, which are never available, which rules about the environment are doubtful for some node.
//!
//! Comes in: [`Variants`] and what surrounds them. Goes out: [`ConnectionSurvey`]. Each question is one about
//! combinations of presences ([`PresenceConditions`]), so that the work does not grow with the number of variants. Invariant: what
//! is found was seen in a variant that was resolved.

mod ambiguity;
mod answers;
mod availability;
mod connection_conflict;
mod environment;
mod explicit;
mod finding;
mod need;
mod rules;
mod tasks;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigUint;

use self::answers::Answers;
use self::availability::{Availability, chosen_types, several_hosts};
use self::connection_conflict::ConnectionConflict;
use self::environment::Stage;
use self::explicit::{Explicit, ExplicitVariables};
use self::need::ConnectionOffer;
use self::rules::ConditionSet;
use self::tasks::Tasks;
use super::built_in::schemas;
use super::checks::input_values;
use super::connection::Connection;
use super::connection_graph::ConnectionGraph;
use super::environment::{Environment, SetWhen};
use super::host_word::HostWord;
use super::run_environment::RunEnvironment;
use crate::analysis::question::{Exactness, Limits, PresenceCondition, PresenceConditions, Variants, Witness};
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::{ElementId, Kind, Model};

pub use need::{Need, UnknownNeed};

/// In how many of the variants with a node its tasks have something that they need.
#[derive(Clone, Debug)]
pub struct Supply {
    /// The node.
    pub node: ElementId,
    /// What the tasks need.
    pub need: Need,
    /// In so many variants they have it; none where that is not known.
    pub with: Option<BigUint>,
    /// In so many they have not.
    pub without: Option<BigUint>,
    /// Values that give a variant with it.
    pub example: Option<Witness>,
    /// Values that give a variant without.
    pub witness: Option<Witness>,
}

/// Connections and environments in all variants.
#[derive(Clone, Debug)]
pub struct ConnectionSurvey {
    /// How many valid variants there are, where that is known.
    pub variants: Option<BigUint>,
    /// For each node and need.
    pub supplies: Vec<Supply>,
    /// What is doubtful, each with values for the open inputs that show it.
    pub findings: Vec<(Diagnostic, Option<Witness>)>,
    /// Whether there is nothing else to find.
    pub exactness: Exactness,
}

/// Looks at the connections and environments of all variants. A need that is `required` is missed wherever it is not met,
/// any other only where it is met in some variants and not in others.
pub fn survey_connections(
    variants: &Variants<'_>,
    run_environment: &RunEnvironment<'_>,
    limits: &Limits,
    required: &[Need],
) -> ConnectionSurvey {
    let model = variants.model();
    let mut diagnostics = run_environment.input_diagnostics(model);
    let graph = Arc::new(ConnectionGraph::of(model, run_environment, &mut diagnostics));
    let mut questions = Questions::new(model, run_environment, &graph);
    let needs = questions.needs(required);
    questions.ask(&needs);
    let occurrences = variants.occurrences(limits, &questions.presence_conditions, &questions.asked);
    let answers = Answers { model, run_environment, graph: &graph, questions: &questions, occurrences: &occurrences };
    let supplies = answers.supplies();
    let mut findings: Vec<(Diagnostic, Option<Witness>)> =
        diagnostics.into_iter().map(|diagnostic| (diagnostic, None)).collect();
    findings.extend(answers.findings());
    findings.extend(finding::missing(model, &supplies, !required.is_empty()));
    let is_complete = occurrences.exactness.is_complete && questions.availability.is_complete;
    let unknown = answers.caveats();
    let caveats = occurrences.exactness.caveats.iter().cloned().chain(unknown).collect();
    ConnectionSurvey {
        supplies,
        findings,
        exactness: Exactness { is_complete, caveats },
        variants: occurrences.variants,
    }
}

/// The question whether there is a variant.
const VALID: usize = 0;
/// The question whether nearness alone does not decide between connections.
const SEVERAL_HOSTS: usize = 1;

/// What is asked of all variants, by place in `asked`.
struct Questions<'q, 'c> {
    model: &'c Model,
    run_environment: &'q RunEnvironment<'q>,
    graph: &'q ConnectionGraph<'c>,
    /// The environment of the ensemble, before connections.
    ensemble: Environment,
    tasks: Tasks<'c>,
    availability: Availability,
    explicit: Explicit<'c>,
    offers: Vec<ConnectionOffer>,
    presence_conditions: PresenceConditions,
    asked: Vec<PresenceCondition>,
    /// A node with a need: where it is met, and where not.
    supplies: Vec<(ElementId, Need, usize, usize)>,
    /// Nodes that need something, each with where a run decides what hosts it.
    open_hosts: Vec<(ElementId, usize)>,
    /// By connection: where it is available to some node.
    used: Vec<usize>,
    /// By connection: where it is available to a node together with another one of its type.
    ambiguous: Vec<usize>,
    /// Where an explicit relationship template is available to a node together with a connection of its type.
    meetings: Vec<ConnectionConflict>,
    /// Explicit relationship templates that are the default for nothing, each with where some task has it.
    led: Vec<(Connection<'c>, usize)>,
    /// Where rules about the environment may be doubtful, each with the node.
    stages: Vec<(ElementId, usize)>,
    /// What is wrong with values of topology inputs, each with where the input is present.
    input_diagnostics: Vec<(Diagnostic, usize)>,
}

impl<'q, 'c> Questions<'q, 'c> {
    fn new(model: &'c Model, run_environment: &'q RunEnvironment<'q>, graph: &'q ConnectionGraph<'c>) -> Self {
        let ensemble = run_environment.ensemble_environment();
        let (mut presence_conditions, tasks) = (PresenceConditions::default(), Tasks::of(model, graph));
        let mut availability = Availability::of(model, graph, &mut presence_conditions);
        let explicit = Explicit::of(model, graph, run_environment, &tasks, &mut availability, &mut presence_conditions);
        let offers = graph
            .connections()
            .iter()
            .map(|it| ConnectionOffer::of(model, it, &ensemble, &mut presence_conditions))
            .collect();
        let several = if availability.has_namesakes {
            several_hosts(model, graph, &mut presence_conditions)
        } else {
            presence_conditions.never()
        };
        let asked = vec![PresenceConditions::ALWAYS, several];
        let (supplies, open_hosts, used, ambiguous) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let (meetings, led, stages, input_diagnostics) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self {
            model,
            run_environment,
            graph,
            ensemble,
            tasks,
            availability,
            explicit,
            offers,
            presence_conditions,
            asked,
            supplies,
            open_hosts,
            used,
            ambiguous,
            meetings,
            led,
            stages,
            input_diagnostics,
        }
    }

    /// What is required, else what some connection offers.
    fn needs(&mut self, required: &[Need]) -> BTreeSet<Need> {
        if !required.is_empty() {
            return required.iter().cloned().collect();
        }
        self.offers.iter().flat_map(|offer| offer.needs(&mut self.presence_conditions)).collect()
    }

    fn ask(&mut self, needs: &BTreeSet<Need>) {
        for node in self.model.of_kind(Kind::Node) {
            for need in needs {
                let met = self.met(node, need);
                let (with, unmet) = (self.at(node, met), self.presence_conditions.not(met));
                let without = match self.availability.host_open(node) {
                    Some(open) => {
                        let decided = self.presence_conditions.not(open);
                        self.presence_conditions.all([unmet, decided])
                    }
                    None => unmet,
                };
                let without = self.at(node, without);
                let (with, without) = (self.put(with), self.put(without));
                self.supplies.push((node, need.clone(), with, without));
            }
            if let Some(open) = self.availability.host_open(node).filter(|_| !needs.is_empty()) {
                let open = self.at(node, open);
                let place = self.put(open);
                self.open_hosts.push((node, place));
            }
        }
        self.ask_about_connections();
        self.ask_about_meetings();
        self.ask_about_leads();
        for (input, diagnostic) in input_values(self.model, &schemas(self.model), self.run_environment, |_| true).1 {
            let present = input.map_or(PresenceConditions::ALWAYS, |input| self.presence_conditions.present(input));
            let place = self.put(present);
            self.input_diagnostics.push((diagnostic, place));
        }
        for stage in Stage::all(self, &self.ensemble) {
            let presence_condition = stage.presence_condition(self);
            let place = self.put(presence_condition);
            self.stages.push((stage.node, place));
        }
    }

    fn ask_about_connections(&mut self) {
        let available = self.availabilities();
        let leading = self.leading();
        for (connection, meeting) in self.ambiguities(&available).into_iter().enumerate() {
            let led = leading.get(&connection).into_iter().flatten().copied();
            let used = self.presence_conditions.any(available[connection].iter().copied().chain(led));
            let (used, meeting) = (self.put(used), self.put(meeting));
            self.used.push(used);
            self.ambiguous.push(meeting);
        }
    }

    /// Where all tasks of a node, wherever that is present, have what they need.
    fn met(&mut self, node: ElementId, need: &Need) -> PresenceCondition {
        if !self.explicit.is_about(node) && !self.tasks.change(node, need) {
            return self.met_at(node, &HostWord::Local, need);
        }
        let mut cases = Vec::new();
        let types = chosen_types(self.graph, node, &mut self.presence_conditions);
        for (place, (chosen, _)) in types.into_iter().enumerate() {
            let tasks = self.tasks.of_type(self.model, node, place, need, self.run_environment);
            let mut met = vec![chosen];
            for (word, outcome) in tasks {
                met.push(self.met_by(node, &word, need, outcome));
            }
            cases.push(self.presence_conditions.all(met));
        }
        self.presence_conditions.any(cases)
    }

    /// Where a task of a node that runs somewhere has what it needs after the rules of its operation.
    fn met_by(
        &mut self,
        node: ElementId,
        word: &HostWord,
        need: &Need,
        outcome: Option<ConditionSet>,
    ) -> PresenceCondition {
        match outcome {
            None => self.met_at(node, word, need),
            Some(ConditionSet::Always) => PresenceConditions::ALWAYS,
            Some(ConditionSet::WhereSet(variables)) => {
                let met: Vec<PresenceCondition> =
                    variables.into_iter().map(|name| self.met_at(node, word, &Need::Variable(name))).collect();
                self.presence_conditions.any(met)
            }
        }
    }

    /// Where a task of a node that runs somewhere has what it needs.
    fn met_at(&mut self, node: ElementId, word: &HostWord, need: &Need) -> PresenceCondition {
        if self.is_provided(need) {
            return PresenceConditions::ALWAYS;
        }
        let nothing = ExplicitVariables::default();
        let besides = self.explicit.besides(node, word).unwrap_or(&nothing);
        besides.met(need, &self.offers, &self.availability, node, &mut self.presence_conditions)
    }

    /// Whether the environment of the ensemble has it, whatever is present.
    fn is_provided(&self, need: &Need) -> bool {
        let Need::Variable(name) = need else { return false };
        self.ensemble.get(name).is_some_and(|binding| binding.is_set == SetWhen::Always)
    }

    fn at(&mut self, node: ElementId, presence_condition: PresenceCondition) -> PresenceCondition {
        let present = self.presence_conditions.present(node);
        self.presence_conditions.all([present, presence_condition])
    }

    /// By connection, by node and, where that matters, by where a task runs: where it is available.
    fn availabilities(&mut self) -> Vec<Vec<PresenceCondition>> {
        let nodes: Vec<ElementId> = self.model.of_kind(Kind::Node).collect();
        let mut available = vec![Vec::new(); self.offers.len()];
        for node in nodes {
            let words = if self.explicit.is_about(node) {
                self.tasks.words(self.model, node, self.run_environment)
            } else {
                BTreeSet::from([HostWord::Local])
            };
            for word in words {
                let applies = self.applies(node, &word);
                for (place, available) in available.iter_mut().enumerate() {
                    let own = self.explicit.available(place, node, &word, &self.availability);
                    available.push(self.presence_conditions.all([applies, own]));
                }
            }
        }
        available
    }

    /// Where a node is present and some task of it runs somewhere, if that matters.
    fn applies(&mut self, node: ElementId, word: &HostWord) -> PresenceCondition {
        let unsaid = HostWord::of(None, &self.model.element(node).name, self.run_environment);
        if *word == unsaid || !self.explicit.is_about(node) {
            return self.presence_conditions.present(node);
        }
        let mut cases = Vec::new();
        for (place, (chosen, _)) in
            chosen_types(self.graph, node, &mut self.presence_conditions).into_iter().enumerate()
        {
            if self.tasks.words_of_type(self.model, node, place, self.run_environment).contains(word) {
                cases.push(chosen);
            }
        }
        let condition = self.presence_conditions.any(cases);
        self.at(node, condition)
    }

    /// By connection: where some node has it together with another one of its type.
    fn ambiguities(&mut self, available: &[Vec<PresenceCondition>]) -> Vec<PresenceCondition> {
        let mut by_type: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (place, connection) in self.graph.connections().iter().enumerate() {
            if !connection.types.is_empty() {
                by_type.entry(connection.type_name()).or_default().push(place);
            }
        }
        let mut cases = vec![Vec::new(); available.len()];
        for group in by_type.values().filter(|group| group.len() > 1) {
            self.meet(group.iter().copied(), available, &mut cases);
            self.meet(group.iter().rev().copied(), available, &mut cases);
        }
        cases.into_iter().map(|cases| self.presence_conditions.any(cases)).collect()
    }

    /// Adds where some node has a connection together with one of those before it.
    fn meet(
        &mut self,
        group: impl Iterator<Item = usize>,
        available: &[Vec<PresenceCondition>],
        cases: &mut [Vec<PresenceCondition>],
    ) {
        let nothing = self.presence_conditions.never();
        let mut before = vec![nothing; available.first().map_or(0, Vec::len)];
        for place in group {
            for (before, &own) in before.iter_mut().zip(&available[place]) {
                cases[place].push(self.presence_conditions.all([*before, own]));
                *before = self.presence_conditions.any([*before, own]);
            }
        }
    }

    fn put(&mut self, presence_condition: PresenceCondition) -> usize {
        self.asked.push(presence_condition);
        self.asked.len() - 1
    }
}
