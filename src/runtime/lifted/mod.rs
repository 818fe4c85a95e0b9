//! Connections and environments in all variants: which nodes lack a connection in some variant, where two of one type
//! meet, which are never available, which rules about the environment are doubtful for some node.
//!
//! Comes in: [`Variants`] and what surrounds them. Goes out: [`ConnectionSurvey`]. Each question is one about
//! combinations of presences ([`Occasions`]), so that the work does not grow with the number of variants. Invariant: what
//! is found was seen in a variant that was resolved.

mod availability;
mod environment;
mod finding;
mod need;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigUint;

use self::availability::Availability;
use self::environment::Stage;
use self::need::Offer;
use super::environment::Environment;
use super::job::Job;
use super::landscape::Landscape;
use super::surroundings::Surroundings;
use crate::diagnostic::Diagnostic;
use crate::domain::Caveat;
use crate::model::{ElementId, Kind, Model};
use crate::question::{Limits, Occasion, Occasions, Occurrences, Variants};
use crate::value::Value;

pub use need::Need;

/// Values for the open inputs that show something.
pub type Witness = Vec<(Arc<str>, Value)>;

/// In how many of the variants with a node its tasks have something.
#[derive(Clone, Debug)]
pub struct Supply {
    /// The node.
    pub node: ElementId,
    /// What.
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
    pub is_complete: bool,
    /// Why configurations may be missing.
    pub caveats: Vec<Caveat>,
}

impl ConnectionSurvey {
    /// Whether every variant was looked at.
    pub fn is_exact(&self) -> bool {
        self.is_complete && self.caveats.is_empty()
    }
}

/// Looks at the connections and environments of all variants. A need that is `required` is missed wherever it is not met,
/// any other only where it is met in some variants and not in others.
pub fn survey_connections(
    variants: &Variants<'_>,
    surroundings: &Surroundings<'_>,
    limits: &Limits,
    required: &[String],
) -> ConnectionSurvey {
    let model = variants.model();
    let mut faults = surroundings.input_faults(model);
    let landscape = Arc::new(Landscape::of(model, surroundings, &mut faults));
    let mut questions = Questions::new(model, &landscape, &surroundings.ensemble_environment());
    let needs = questions.needs(required);
    questions.ask(&needs, &Stage::all(model, &landscape, surroundings));
    let occurrences = variants.occurrences(limits, &questions.occasions, &questions.asked);
    let answers =
        Answers { model, surroundings, landscape: &landscape, questions: &questions, occurrences: &occurrences };
    let supplies = answers.supplies();
    let mut findings: Vec<(Diagnostic, Option<Witness>)> = faults.into_iter().map(|fault| (fault, None)).collect();
    findings.extend(answers.findings());
    findings.extend(finding::missing(model, &supplies, !required.is_empty()));
    let is_doubtful = answers.place(DOUBTFUL).is_some();
    ConnectionSurvey {
        supplies,
        findings,
        is_complete: occurrences.is_complete && questions.availability.is_complete && !is_doubtful,
        variants: occurrences.variants,
        caveats: occurrences.caveats,
    }
}

/// The question whether there is a variant.
const VALID: usize = 0;
/// The question whether nearness alone does not decide between connections.
const DOUBTFUL: usize = 1;

/// What is asked of all variants, by place in `asked`.
struct Questions<'q, 'c> {
    model: &'q Model,
    landscape: &'q Landscape<'c>,
    availability: Availability,
    offers: Vec<Offer>,
    occasions: Occasions,
    asked: Vec<Occasion>,
    /// A node with a need: where it is met, and where not.
    supplies: Vec<(ElementId, Need, usize, usize)>,
    /// By connection: where it is available to some node.
    used: Vec<usize>,
    /// By connection: where it is available to a node together with another one of its type.
    ambiguous: Vec<usize>,
    /// Where rules about the environment may be doubtful, each with the node.
    stages: Vec<(ElementId, usize)>,
}

impl<'q, 'c> Questions<'q, 'c> {
    fn new(model: &'q Model, landscape: &'q Landscape<'c>, ensemble: &Environment) -> Self {
        let mut occasions = Occasions::default();
        let availability = Availability::of(model, landscape, &mut occasions);
        let offers = landscape.connections().iter().map(|it| Offer::of(model, it, ensemble, &mut occasions)).collect();
        let asked = vec![Occasions::ALWAYS, availability.doubtful];
        let (supplies, used, ambiguous, stages) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Self { model, landscape, availability, offers, occasions, asked, supplies, used, ambiguous, stages }
    }

    /// What is required, else what some connection offers.
    fn needs(&mut self, required: &[String]) -> BTreeSet<Need> {
        if !required.is_empty() {
            return required.iter().map(|name| Need::named(self.model, name)).collect();
        }
        self.offers.iter().flat_map(|offer| offer.needs(&mut self.occasions)).collect()
    }

    fn ask(&mut self, needs: &BTreeSet<Need>, stages: &[Stage]) {
        for node in self.model.of_kind(Kind::Node) {
            for need in needs {
                let met = self.met(node, need);
                let (with, without) = (self.at(node, met), self.occasions.not(met));
                let without = self.at(node, without);
                let (with, without) = (self.put(with), self.put(without));
                self.supplies.push((node, need.clone(), with, without));
            }
        }
        let available = self.availabilities();
        for (connection, meeting) in self.meetings(&available).into_iter().enumerate() {
            let used = self.occasions.any(available[connection].iter().copied());
            let (used, meeting) = (self.put(used), self.put(meeting));
            self.used.push(used);
            self.ambiguous.push(meeting);
        }
        for stage in stages {
            let occasion = stage.occasion(self);
            let place = self.put(occasion);
            self.stages.push((stage.node, place));
        }
    }

    /// Where the tasks of a node, wherever that is present, have what they need.
    fn met(&mut self, node: ElementId, need: &Need) -> Occasion {
        let mut cases = Vec::new();
        for (place, offer) in self.offers.iter().enumerate() {
            let offered = offer.of_need(need, &mut self.occasions);
            cases.push(self.occasions.all([offered, self.availability.to(place, node)]));
        }
        self.occasions.any(cases)
    }

    fn at(&mut self, node: ElementId, occasion: Occasion) -> Occasion {
        let present = self.occasions.present(node);
        self.occasions.all([present, occasion])
    }

    /// By connection, by place of the node: where it is available.
    fn availabilities(&mut self) -> Vec<Vec<Occasion>> {
        let nodes: Vec<ElementId> = self.model.of_kind(Kind::Node).collect();
        let connections = 0..self.offers.len();
        let of = |place| nodes.iter().map(|&node| self.at(node, self.availability.to(place, node))).collect();
        connections.map(of).collect()
    }

    /// By connection: where some node has it together with another one of its type.
    fn meetings(&mut self, available: &[Vec<Occasion>]) -> Vec<Occasion> {
        let mut by_type: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (place, connection) in self.landscape.connections().iter().enumerate() {
            if !connection.types.is_empty() {
                by_type.entry(connection.type_name()).or_default().push(place);
            }
        }
        let mut cases = vec![Vec::new(); available.len()];
        for group in by_type.values().filter(|group| group.len() > 1) {
            self.meet(group.iter().copied(), available, &mut cases);
            self.meet(group.iter().rev().copied(), available, &mut cases);
        }
        cases.into_iter().map(|cases| self.occasions.any(cases)).collect()
    }

    /// Adds where some node has a connection together with one of those before it.
    fn meet(&mut self, group: impl Iterator<Item = usize>, available: &[Vec<Occasion>], cases: &mut [Vec<Occasion>]) {
        let nothing = self.occasions.never();
        let mut before = vec![nothing; available.first().map_or(0, Vec::len)];
        for place in group {
            for (before, &own) in before.iter_mut().zip(&available[place]) {
                cases[place].push(self.occasions.all([*before, own]));
                *before = self.occasions.any([*before, own]);
            }
        }
    }

    fn put(&mut self, occasion: Occasion) -> usize {
        self.asked.push(occasion);
        self.asked.len() - 1
    }
}

/// What all variants say.
struct Answers<'a, 'q, 'c> {
    model: &'a Model,
    surroundings: &'a Surroundings<'a>,
    landscape: &'a Arc<Landscape<'a>>,
    questions: &'a Questions<'q, 'c>,
    occurrences: &'a Occurrences,
}

impl Answers<'_, '_, '_> {
    fn place(&self, question: usize) -> Option<usize> {
        self.occurrences.places[question]
    }

    fn witness(&self, question: usize) -> Option<Witness> {
        self.place(question).map(|place| self.occurrences.witnesses[place].0.clone())
    }

    fn count(&self, question: usize) -> Option<BigUint> {
        self.occurrences.counts.as_ref().map(|counts| counts[question].clone())
    }

    fn supplies(&self) -> Vec<Supply> {
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

    fn findings(&self) -> Vec<(Diagnostic, Option<Witness>)> {
        let mut findings = self.doubtful_rules();
        findings.extend(self.ambiguous());
        let has_valid = self.place(VALID).is_some();
        let is_settled = self.occurrences.is_complete && self.occurrences.caveats.is_empty() && has_valid;
        if is_settled && self.questions.availability.is_complete {
            findings.extend(self.unused().map(|fault| (fault, None)));
        }
        findings
    }

    /// A variant that answers a question, as a job.
    fn job(&self, place: usize) -> Job<'_> {
        let landscape = Arc::clone(self.landscape);
        Job::within(landscape, self.model, &self.occurrences.witnesses[place].1, self.surroundings)
    }
}
