//! Conditions that elements get by default or by pruning.

use variscope_encoder::{FormulaId, Formulas};

use super::lower::{Lowered, Lowering};
use crate::tosca::model::{Alternative, DefaultMode, ElementId, Kind};

/// A condition that may be added to an element.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The condition.
    pub formula: FormulaId,
    /// What it asks for; all of it.
    pub parts: Vec<ImplicitCondition>,
    /// Whether it keeps the template consistent.
    pub consistency: bool,
    /// Whether it keeps the template meaningful.
    pub semantic: bool,
}

/// What a default condition or pruning asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImplicitCondition {
    /// A host of the node is present.
    Host,
    /// A node that has a relation to the node is present.
    IncomingSource,
    /// A relation to the node is present.
    Incoming,
    /// A relation of the node is present.
    Outgoing,
    /// An artifact of the node is present.
    Artifact,
    /// What the element is written in is present.
    Container,
    /// The node at the end of the relation is present.
    Target,
    /// Something that reads the element is present.
    Consumer,
    /// A node that the output reads is present.
    Producer,
    /// A technology that handles the artifact is present.
    Technology,
    /// Elements to which the technology's rule applies are present.
    Scenario,
    /// No alternative of the element is present.
    NoAlternative,
    /// A member of the group is present.
    Member,
    /// A target of the policy is present.
    PolicyTarget,
    /// What the template asks of all elements of its type holds.
    OfType,
}

/// A part of a condition with what it asks for.
type ImplicitConjunct = (ImplicitCondition, FormulaId);

impl Candidate {
    fn new(parts: &[ImplicitConjunct], formulas: &mut Formulas) -> Self {
        let formula = formulas.and(parts.iter().map(|&(_, formula)| formula));
        let asked = parts.iter().map(|&(asked, _)| asked).collect();
        Self { formula, parts: asked, consistency: false, semantic: false }
    }

    fn consistent(self) -> Self {
        Self { consistency: true, ..self }
    }

    fn meaningful(self) -> Self {
        Self { semantic: true, ..self }
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
    /// When a condition of its type is none, or a relation that is asked for by name is one of several.
    pub fn candidates(&mut self, id: ElementId, mode: &DefaultMode) -> Lowered<Vec<Candidate>> {
        self.named_relations(id)?;
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
                candidates.push(self.single(ImplicitCondition::Container, container).consistent());
            }
            Kind::Input => {
                let consumed = self.is_consumed(id);
                candidates.push(self.single(ImplicitCondition::Consumer, consumed).meaningful());
            }
            Kind::Group => {
                let member = self.has_present_member(id);
                candidates.push(self.single(ImplicitCondition::Member, member).meaningful());
            }
            Kind::Policy => {
                let target = self.has_present_target(id);
                candidates.push(self.single(ImplicitCondition::PolicyTarget, target).meaningful());
            }
            Kind::Import | Kind::Connection => {}
        }
        Ok(candidates)
    }

    /// Whether the relations that the default condition of `id` calls by name, where the profile does so, are the only
    /// ones of their names.
    fn named_relations(&self, id: ElementId) -> Lowered<()> {
        let model = self.model;
        if !model.dialect().default_conditions_name_relations {
            return Ok(());
        }
        let container = model.element(id).container;
        let named = match id.kind() {
            Kind::Node => model.node(id).incoming.as_slice(),
            Kind::Property => container.as_slice(),
            _ => &[],
        };
        for &relation in named.iter().filter(|named| named.kind() == Kind::Relation) {
            let name = &model.element(relation).name;
            let others = &model.node(model.relation(relation).source).relations;
            if others.iter().filter(|&&other| model.element(other).name == *name).count() > 1 {
                return Err(self.ambiguous_relation(relation, id));
            }
        }
        Ok(())
    }

    fn single(&mut self, asked: ImplicitCondition, formula: FormulaId) -> Candidate {
        Candidate::new(&[(asked, formula)], &mut self.formulas)
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
            let (applies, asked, part): (bool, ImplicitCondition, fn(&mut Self, ElementId) -> FormulaId) = match word {
                "host" => (has_hosts, ImplicitCondition::Host, Self::host_presence),
                // The reference asks whether the node is a source, not whether it has one.
                "source" => (!node.relations.is_empty(), ImplicitCondition::IncomingSource, Self::has_source),
                "incoming" => (!node.incoming.is_empty(), ImplicitCondition::Incoming, Self::has_incoming_relation),
                "incomingnaive" => (!node.incoming.is_empty(), ImplicitCondition::Incoming, Self::has_present_incoming),
                "outgoing" => (!node.relations.is_empty(), ImplicitCondition::Outgoing, Self::has_outgoing_relation),
                "outgoingnaive" => {
                    (!node.relations.is_empty(), ImplicitCondition::Outgoing, Self::has_present_outgoing)
                }
                "artifact" => (!node.artifacts.is_empty(), ImplicitCondition::Artifact, Self::has_artifact),
                "artifactnaive" => {
                    (!node.artifacts.is_empty(), ImplicitCondition::Artifact, Self::has_present_artifact)
                }
                // Unknown words are reported while the template is read.
                _ => continue,
            };
            if applies {
                parts.push((asked, part(self, id)));
            }
        }
        Candidate::new(&parts, &mut self.formulas).meaningful()
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
                "source" => parts.push((ImplicitCondition::Container, self.presence(relation.source))),
                "target" => {
                    parts.extend(relation.target.map(|target| (ImplicitCondition::Target, self.presence(target))));
                }
                "default" => parts.extend(self.stand_in(id)),
                _ => {}
            }
        }
        Candidate::new(&parts, &mut self.formulas).consistent()
    }

    fn property_candidate(&mut self, id: ElementId, mode: &DefaultMode) -> Candidate {
        let mut parts = Vec::new();
        for word in mode.words() {
            match word {
                "container" => parts.push((ImplicitCondition::Container, self.container_presence(id))),
                "consuming" => {
                    let consumed = &self.model.property(id).consumes;
                    if !consumed.is_empty() {
                        parts.push((ImplicitCondition::Consumer, self.any_presence(consumed.iter().copied())));
                    }
                }
                "default" => parts.extend(self.property_stand_in(id)),
                _ => {}
            }
        }
        Candidate::new(&parts, &mut self.formulas).consistent()
    }

    fn artifact_candidates(&mut self, id: ElementId, mode: &DefaultMode) -> Vec<Candidate> {
        let (mut consistency, mut semantic) = (Vec::new(), Vec::new());
        for word in mode.words() {
            match word {
                "container" => consistency.push((ImplicitCondition::Container, self.container_presence(id))),
                "managed" => semantic.push((ImplicitCondition::Technology, self.is_managed(id))),
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
                "container" => consistency.push((ImplicitCondition::Container, self.container_presence(id))),
                "other" => consistency.push((ImplicitCondition::NoAlternative, self.no_competitor(id))),
                "scenario" => {
                    semantic.extend(self.scenario(id).map(|scenario| (ImplicitCondition::Scenario, scenario)));
                }
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
                "produced" => semantic.push((ImplicitCondition::Producer, self.is_produced(id))),
                "default" => consistency.extend(self.stand_in(id)),
                _ => {}
            }
        }
        self.wrappers(&consistency, &semantic)
    }

    /// One candidate for each sort that has conditions.
    fn wrappers(&mut self, consistency: &[ImplicitConjunct], semantic: &[ImplicitConjunct]) -> Vec<Candidate> {
        let mut candidates = Vec::new();
        if !consistency.is_empty() {
            candidates.push(Candidate::new(consistency, &mut self.formulas).consistent());
        }
        if !semantic.is_empty() {
            candidates.push(Candidate::new(semantic, &mut self.formulas).meaningful());
        }
        candidates
    }

    /// The condition of an automatic default alternative, for elements that are one.
    fn stand_in(&mut self, id: ElementId) -> Option<ImplicitConjunct> {
        self.is_only_free(id).then(|| (ImplicitCondition::NoAlternative, self.no_competitor(id)))
    }

    fn is_only_free(&self, id: ElementId) -> bool {
        self.scopes.is_only_free(self.model, id, |other| self.input_named_like(other).is_some())
    }

    /// As [`Lowering::stand_in`], against all values that the author wrote.
    fn property_stand_in(&mut self, id: ElementId) -> Option<ImplicitConjunct> {
        let model = self.model;
        if !model.is_silent(id) && !self.is_only_free(id) {
            return None;
        }
        let others: Vec<ElementId> = self.scopes.others(id).filter(|&other| !model.is_silent(other)).collect();
        let any = self.any_presence(others);
        Some((ImplicitCondition::NoAlternative, !any))
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
        let Some(found) = self.model.conditions_of_type(id) else { return Ok(None) };
        let parts: Vec<ImplicitConjunct> = found
            .conditions
            .iter()
            .map(|&condition| Ok((ImplicitCondition::OfType, self.condition(condition, Some(id))?)))
            .collect::<Lowered<_>>()?;
        let candidate = Candidate::new(&parts, &mut self.formulas);
        Ok(Some(Candidate { consistency: found.consistency, semantic: found.semantic, ..candidate }))
    }
}
