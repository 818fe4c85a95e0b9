//! Conditions that elements get by default or by pruning (section 3.6).

use variscope_encoder::FormulaId;

use super::lower::{Lowered, Lowering};
use crate::tosca::model::{Alternative, DefaultMode, ElementId, Kind, PropertyValue};

/// A condition that may be added to an element.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// The condition.
    pub formula: FormulaId,
    /// Whether it keeps the template consistent.
    pub consistency: bool,
    /// Whether it keeps the template meaningful.
    pub semantic: bool,
}

impl Candidate {
    fn consistency(formula: FormulaId) -> Self {
        Self { formula, consistency: true, semantic: false }
    }

    fn semantic(formula: FormulaId) -> Self {
        Self { formula, consistency: false, semantic: true }
    }
}

impl Lowering<'_> {
    /// "None of the competitors of `id` is present": the condition of a default alternative. Last resorts do not
    /// compete with each other.
    pub fn no_competitor(&mut self, id: ElementId) -> FormulaId {
        let model = self.model;
        let competes = |&other: &ElementId| model.element(other).alternative != Alternative::LastResort;
        let others: Vec<ElementId> = self.scopes.others(id).filter(competes).collect();
        let any = self.any_presence(others);
        !any
    }

    /// What may be added to the conditions of `id`: conditions of its type, then those of its kind.
    ///
    /// # Errors
    /// When a condition of its type is none.
    pub fn candidates(&mut self, id: ElementId, mode: &DefaultMode) -> Lowered<Vec<Candidate>> {
        let mut candidates: Vec<Candidate> = self.type_specific(id)?.into_iter().collect();
        match id.kind() {
            Kind::Node => candidates.push(self.node_candidate(id, mode)),
            Kind::Relation => candidates.push(self.relation_candidate(id, mode)),
            Kind::Property => candidates.push(self.property_candidate(id, mode)),
            Kind::Artifact => candidates.extend(self.artifact_candidates(id, mode)),
            Kind::Technology => candidates.extend(self.technology_candidates(id, mode)),
            Kind::Output => candidates.extend(self.output_candidates(id, mode)),
            Kind::Type => {
                let container = self.container_presence(id);
                candidates.push(Candidate::consistency(container));
            }
            Kind::Input => {
                let consumed = self.is_consumed(id);
                candidates.push(Candidate::semantic(consumed));
            }
            Kind::Group => {
                let member = self.has_present_member(id);
                candidates.push(Candidate::semantic(member));
            }
            Kind::Policy => {
                let target = self.has_present_target(id);
                candidates.push(Candidate::semantic(target));
            }
            Kind::Import | Kind::Connection => {}
        }
        Ok(candidates)
    }

    /// "What contains `id` is present"; always where nothing does.
    pub fn container_presence(&mut self, id: ElementId) -> FormulaId {
        match self.model.element(id).container {
            Some(container) => self.presence(container),
            None => FormulaId::constant(true),
        }
    }

    fn node_candidate(&mut self, id: ElementId, mode: &DefaultMode) -> Candidate {
        let node = self.model.node(id);
        let has_hosts = self.has_selected_host(id) || !self.topology().hosting(id).is_empty();
        let mut parts = Vec::new();
        for word in mode.words() {
            let (applies, part): (bool, fn(&mut Self, ElementId) -> FormulaId) = match word {
                "host" => (has_hosts, Self::host_presence),
                // The reference asks whether the node is a source, not whether it has one (section 3.6).
                "source" => (!node.relations.is_empty(), Self::has_source),
                "incoming" => (!node.incoming.is_empty(), Self::has_incoming_relation),
                "incomingnaive" => (!node.incoming.is_empty(), Self::has_present_incoming),
                "outgoing" => (!node.relations.is_empty(), Self::has_outgoing_relation),
                "outgoingnaive" => (!node.relations.is_empty(), Self::has_present_outgoing),
                "artifact" => (!node.artifacts.is_empty(), Self::has_artifact),
                "artifactnaive" => (!node.artifacts.is_empty(), Self::has_present_artifact),
                // Unknown words are reported while the template is read.
                _ => continue,
            };
            if applies {
                parts.push(part(self, id));
            }
        }
        Candidate::semantic(self.formulas.and(parts))
    }

    fn has_present_incoming(&mut self, node: ElementId) -> FormulaId {
        self.any_presence(self.model.node(node).incoming.iter().copied())
    }

    fn has_present_outgoing(&mut self, node: ElementId) -> FormulaId {
        self.any_presence(self.model.node(node).relations.iter().copied())
    }

    fn has_present_artifact(&mut self, node: ElementId) -> FormulaId {
        self.any_presence(self.model.node(node).artifacts.iter().copied())
    }

    fn relation_candidate(&mut self, id: ElementId, mode: &DefaultMode) -> Candidate {
        let relation = self.model.relation(id);
        let mut parts = Vec::new();
        for word in mode.words() {
            match word {
                "source" => parts.push(self.presence(relation.source)),
                "target" => parts.extend(relation.target.map(|target| self.presence(target))),
                "default" => parts.extend(self.stand_in(id)),
                _ => {}
            }
        }
        Candidate::consistency(self.formulas.and(parts))
    }

    fn property_candidate(&mut self, id: ElementId, mode: &DefaultMode) -> Candidate {
        let mut parts = Vec::new();
        for word in mode.words() {
            match word {
                "container" => parts.push(self.container_presence(id)),
                "consuming" => {
                    let consumed = &self.model.property(id).consumes;
                    if !consumed.is_empty() {
                        parts.push(self.any_presence(consumed.iter().copied()));
                    }
                }
                "default" => parts.extend(self.property_stand_in(id)),
                _ => {}
            }
        }
        Candidate::consistency(self.formulas.and(parts))
    }

    fn artifact_candidates(&mut self, id: ElementId, mode: &DefaultMode) -> Vec<Candidate> {
        let (mut consistency, mut semantic) = (Vec::new(), Vec::new());
        for word in mode.words() {
            match word {
                "container" => consistency.push(self.container_presence(id)),
                "managed" => semantic.push(self.is_managed(id)),
                "default" => consistency.extend(self.stand_in(id)),
                _ => {}
            }
        }
        self.wrappers(&consistency, &semantic)
    }

    fn technology_candidates(&mut self, id: ElementId, mode: &DefaultMode) -> Vec<Candidate> {
        let (mut consistency, mut semantic) = (Vec::new(), Vec::new());
        for word in mode.words() {
            match word {
                "container" => consistency.push(self.container_presence(id)),
                "other" => consistency.push(self.no_competitor(id)),
                "scenario" => semantic.extend(self.scenario(id)),
                "default" => consistency.extend(self.stand_in(id)),
                _ => {}
            }
        }
        self.wrappers(&consistency, &semantic)
    }

    fn output_candidates(&mut self, id: ElementId, mode: &DefaultMode) -> Vec<Candidate> {
        let (mut consistency, mut semantic) = (Vec::new(), Vec::new());
        for word in mode.words() {
            match word {
                "produced" => semantic.push(self.is_produced(id)),
                "default" => consistency.extend(self.stand_in(id)),
                _ => {}
            }
        }
        self.wrappers(&consistency, &semantic)
    }

    /// One candidate for each sort that has conditions.
    fn wrappers(&mut self, consistency: &[FormulaId], semantic: &[FormulaId]) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        if !consistency.is_empty() {
            candidates.push(Candidate::consistency(self.formulas.and(consistency.iter().copied())));
        }
        if !semantic.is_empty() {
            candidates.push(Candidate::semantic(self.formulas.and(semantic.iter().copied())));
        }
        candidates
    }

    /// The condition of an automatic default alternative, for elements that are one.
    fn stand_in(&mut self, id: ElementId) -> Option<FormulaId> {
        self.scopes.is_only_free(self.model, id).then(|| self.no_competitor(id))
    }

    /// As [`Lowering::stand_in`], against all values that the author wrote.
    fn property_stand_in(&mut self, id: ElementId) -> Option<FormulaId> {
        let model = self.model;
        let is_fallback = |other: ElementId| model.property(other).value == PropertyValue::Fallback;
        if !is_fallback(id) && !self.scopes.is_only_free(model, id) {
            return None;
        }
        let others: Vec<ElementId> = self.scopes.others(id).filter(|&other| !is_fallback(other)).collect();
        let any = self.any_presence(others);
        Some(!any)
    }

    /// Some way in which the technology's rule applies has all its elements.
    fn scenario(&mut self, id: ElementId) -> Option<FormulaId> {
        let matches = self.model.technology(id).matches.as_ref()?;
        let ways: Vec<FormulaId> = matches
            .iter()
            .map(|elements| {
                let presences: Vec<FormulaId> = elements.iter().map(|&element| self.presence(element)).collect();
                self.formulas.and(presences)
            })
            .collect();
        Some(self.formulas.or(ways))
    }

    /// What the template demands of all elements of the only type of `id`.
    fn type_specific(&mut self, id: ElementId) -> Lowered<Option<Candidate>> {
        let model = self.model;
        let &[single] = model.types_of(id) else { return Ok(None) };
        let name = &model.element(single).name;
        let mut all = model.type_specific_conditions().iter();
        let Some(found) = all.find(|specific| specific.kind == id.kind() && specific.type_name == *name) else {
            return Ok(None);
        };
        let parts: Vec<FormulaId> =
            found.conditions.iter().map(|&condition| self.condition(condition, Some(id))).collect::<Lowered<_>>()?;
        let formula = self.formulas.and(parts);
        Ok(Some(Candidate { formula, consistency: found.consistency, semantic: found.semantic }))
    }
}
