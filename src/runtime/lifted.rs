//! Connections in all variants: which nodes lack one in some variant, where two of one type meet, which are never
//! available.
//!
//! Comes in: the [`Survey`] of a template. Goes out: [`ConnectionSurvey`]. It is as exact as the survey: each variant
//! that was found is looked at, and the answer says whether these are all.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::connection::{Connection, declared};
use super::landscape::Landscape;
use super::lineage::named_entries;
use super::surroundings::Surroundings;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{ElementId, Kind, Model};
use crate::question::{FoundVariant, Survey};
use crate::types::Collection;
use crate::value::Value;

/// Values for the open inputs that show something.
pub type Witness = Vec<(Arc<str>, Value)>;

/// What a task may need a connection for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Need {
    /// A relationship type, or one that derives from it.
    Type(Arc<str>),
    /// A variable of the environment.
    Variable(Arc<str>),
}

/// In how many of the variants with a node its tasks have something.
#[derive(Clone, Debug)]
pub struct Supply {
    /// The node.
    pub node: ElementId,
    /// What.
    pub need: Need,
    /// In so many variants they have it.
    pub with: u64,
    /// In so many they have not.
    pub without: u64,
    /// Values that give a variant without.
    pub witness: Option<Witness>,
}

/// Connections in all variants.
#[derive(Clone, Debug)]
pub struct ConnectionSurvey {
    /// For each node and need.
    pub supplies: Vec<Supply>,
    /// What is doubtful, each with values for the open inputs that show it.
    pub findings: Vec<(Diagnostic, Option<Witness>)>,
}

/// Looks at the connections of all variants that were found. A need that is `required` is missed wherever it is not
/// met, any other only where it is met in some variants and not in others.
pub fn survey_connections(
    model: &Model,
    surroundings: &Surroundings<'_>,
    survey: &Survey,
    required: &[String],
) -> ConnectionSurvey {
    let mut faults = Vec::new();
    let landscape = Landscape::of(model, surroundings.section("connections"), &mut faults);
    let mut surveyor = Surveyor { model, landscape: &landscape, supplies: BTreeMap::new(), findings: Vec::new() };
    surveyor.findings.extend(faults.into_iter().map(|fault| (fault, None)));
    let needs = surveyor.needs(required);
    let mut is_used = vec![false; landscape.connections().iter().count()];
    let positions: Vec<Option<usize>> = positions(model, survey);
    for variant in &survey.variants {
        surveyor.look(variant, &positions, &needs, &mut is_used);
    }
    if survey.is_exact() && !survey.variants.is_empty() {
        surveyor.report_unused(&is_used);
    }
    surveyor.report_missing(required);
    ConnectionSurvey { supplies: surveyor.supplies.into_values().collect(), findings: surveyor.findings }
}

/// The place among the elements of the survey, by position in the model.
fn positions(model: &Model, survey: &Survey) -> Vec<Option<usize>> {
    let mut positions = vec![None; model.len()];
    for (place, &id) in survey.elements.iter().enumerate() {
        positions[model.position(id)] = Some(place);
    }
    positions
}

struct Surveyor<'s, 'c> {
    model: &'s Model,
    landscape: &'s Landscape<'c>,
    supplies: BTreeMap<(ElementId, Need), Supply>,
    findings: Vec<(Diagnostic, Option<Witness>)>,
}

impl Surveyor<'_, '_> {
    /// What is required, else what some connection offers.
    fn needs(&self, required: &[String]) -> Vec<Need> {
        let connections = || self.landscape.connections().iter();
        let types = connections().filter_map(|connection| connection.types.first()).cloned().map(Need::Type);
        let variables = connections().flat_map(|connection| self.variables(connection)).map(Need::Variable);
        let mut needs: Vec<Need> = types.chain(variables).collect();
        if !required.is_empty() {
            let is_type = |name: &str| self.model.types().definition(Collection::Relationship, name).is_some();
            let need = |name: &String| {
                if is_type(name) { Need::Type(name.as_str().into()) } else { Need::Variable(name.as_str().into()) }
            };
            needs = required.iter().map(need).collect();
        }
        needs.sort();
        needs.dedup();
        needs
    }

    /// The variables that a connection sets: those of properties with a default or a value.
    fn variables(&self, connection: &Connection<'_>) -> Vec<Arc<str>> {
        let section = connection.body.get("properties").into_iter();
        let assigned: Vec<&str> = section.flat_map(named_entries).map(|(name, _)| name.text()).collect();
        let declared = declared(self.model, Collection::Relationship, &connection.types);
        let has_value = |name: &str, default: bool| default || assigned.contains(&name);
        let set = declared.into_iter().filter(|(name, declared)| has_value(name, declared.has_default));
        set.flat_map(|(_, declared)| declared.variables).collect()
    }

    fn offers(&self, connection: &Connection<'_>, need: &Need) -> bool {
        match need {
            Need::Type(name) => connection.types.contains(name),
            Need::Variable(name) => self.variables(connection).contains(name),
        }
    }

    fn look(&mut self, variant: &FoundVariant, positions: &[Option<usize>], needs: &[Need], is_used: &mut [bool]) {
        let model = self.model;
        let present = |id: ElementId| positions[model.position(id)].is_some_and(|place| variant.present[place]);
        for node in model.of_kind(Kind::Node).filter(|&node| present(node)) {
            let available = self.landscape.available(&present, node, None);
            for (place, connection) in self.landscape.connections().iter().enumerate() {
                is_used[place] |= available.iter().any(|other| other.name == connection.name);
            }
            for need in needs {
                let is_met = available.iter().any(|connection| self.offers(connection, need));
                self.note(node, need, is_met, variant);
            }
            self.report_ambiguous(&available, variant);
        }
    }

    fn note(&mut self, node: ElementId, need: &Need, is_met: bool, variant: &FoundVariant) {
        let fresh = || Supply { node, need: need.clone(), with: 0, without: 0, witness: None };
        let supply = self.supplies.entry((node, need.clone())).or_insert_with(fresh);
        if is_met {
            supply.with += 1;
        } else {
            supply.without += 1;
            supply.witness.get_or_insert_with(|| variant.reach.witness.clone());
        }
    }

    fn report_ambiguous(&mut self, available: &[Connection<'_>], variant: &FoundVariant) {
        for finding in super::task::ambiguous(available) {
            if self.findings.iter().all(|(known, _)| *known != finding) {
                self.findings.push((finding, Some(variant.reach.witness.clone())));
            }
        }
    }

    fn report_unused(&mut self, is_used: &[bool]) {
        let unused = self.landscape.connections().iter().zip(is_used).filter(|(_, is_used)| !**is_used);
        for (connection, _) in unused {
            let message = format!("connection \"{}\" is available to no node of any variant", connection.name);
            self.findings.push((Diagnostic::new(Code::DeadConnection, connection.span, message), None));
        }
    }

    fn report_missing(&mut self, required: &[String]) {
        let is_missed = |supply: &&Supply| supply.without > 0 && (supply.with > 0 || !required.is_empty());
        let missed: Vec<Supply> = self.supplies.values().filter(is_missed).cloned().collect();
        for supply in missed {
            let what = match &supply.need {
                Need::Type(name) => format!("no connection of type \"{name}\""),
                Need::Variable(name) => format!("no connection that sets the variable {name}"),
            };
            let node = self.model.full_display(supply.node);
            let extent = if supply.with > 0 { "some variants" } else { "all variants" };
            let message = format!("{node} has {what} in {extent}");
            let span = self.model.element(supply.node).span;
            self.findings.push((Diagnostic::new(Code::MissingConnection, span, message), supply.witness));
        }
    }
}
