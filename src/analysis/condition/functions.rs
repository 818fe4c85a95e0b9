//! Functions that look at presences.

use variscope_encoder::FormulaId;

use super::lower::{Lowered, Lowering};
use super::reference::self_of;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::Collection;

impl<'m> Lowering<'m> {
    pub(super) fn function(
        &mut self,
        operator: Operator,
        operand: Yaml<'m>,
        context: Option<ElementId>,
    ) -> Lowered<FormulaId> {
        match operator {
            Operator::ElementPresence => self.element_presence(operand, context),
            Operator::SourcePresence | Operator::TargetPresence => self.end_presence(operator, operand, context),
            Operator::ContainerPresence => {
                let unknown = |_: &Self| Some("Unexpected error".to_owned());
                // The reference looks for what contains nothing first.
                let own = match operand.text() {
                    "SELF" if context.is_none() => self.own_container(operand, context)?,
                    _ => self.own_or_container(operator, operand, context, unknown)?,
                };
                let container = self.container_of(own, operand)?;
                Ok(self.presence(container))
            }
            Operator::IsManaged => {
                let artifact = self.element(Kind::Artifact, None, operand, context)?;
                Ok(self.is_managed(artifact))
            }
            Operator::HasPresentTarget => {
                let policy = self.element(Kind::Policy, None, operand, context)?;
                Ok(self.has_present_target(policy))
            }
            Operator::HasPresentMember => {
                let group = self.element(Kind::Group, None, operand, context)?;
                Ok(self.has_present_member(group))
            }
            Operator::IsConsumed => {
                let input = self.element(Kind::Input, None, operand, context)?;
                Ok(self.is_consumed(input))
            }
            Operator::IsProduced => {
                let output = self.element(Kind::Output, None, operand, context)?;
                Ok(self.is_produced(output))
            }
            _ => self.presence_function(operator, operand, context),
        }
    }

    /// The functions that ask for one element, and those about the neighbours of a node.
    fn presence_function(
        &mut self,
        operator: Operator,
        operand: Yaml<'m>,
        context: Option<ElementId>,
    ) -> Lowered<FormulaId> {
        if let Some((kind, owner)) = asked_kind(operator) {
            let element = self.element(kind, owner, operand, context)?;
            return Ok(self.presence(element));
        }
        let node = self.node(operand, context)?;
        Ok(match operator {
            Operator::HostPresence => self.host_presence(node),
            Operator::HasSource => self.has_source(node),
            Operator::HasIncomingRelation => self.has_incoming_relation(node),
            Operator::HasIncomingRelationNaive => self.any_presence(self.model.node(node).incoming.iter().copied()),
            Operator::HasOutgoingRelation => self.has_outgoing_relation(node),
            Operator::HasOutgoingRelationNaive => self.any_presence(self.model.node(node).relations.iter().copied()),
            Operator::HasArtifact => self.has_artifact(node),
            Operator::HasArtifactNaive => self.any_presence(self.model.node(node).artifacts.iter().copied()),
            other => unreachable!("{other:?} is no function about a node"),
        })
    }

    /// Some host of `node` is present.
    pub(super) fn host_presence(&mut self, node: ElementId) -> FormulaId {
        if self.has_selected_host(node) {
            return FormulaId::TRUE;
        }
        let hosts = self.topology().hosting(node);
        self.any_presence(hosts.into_iter().map(|(_, host)| host))
    }

    /// Whether some host of `node` is selected when the template is deployed, and so is always there.
    pub(super) fn has_selected_host(&self, node: ElementId) -> bool {
        let mut relations = self.model.node(node).relations.iter().map(|&id| self.model.relation(id));
        relations.any(|relation| relation.is_hosting && relation.is_open)
    }

    /// Some node that has a relation to `node` is present.
    pub(super) fn has_source(&mut self, node: ElementId) -> FormulaId {
        let incoming = self.topology().incoming(node);
        self.any_presence(incoming.into_iter().map(|(_, source)| source))
    }

    /// Some relation to `node` holds by its author's conditions and has its source.
    pub(super) fn has_incoming_relation(&mut self, node: ElementId) -> FormulaId {
        let incoming = self.topology().incoming(node);
        self.any_held(&incoming)
    }

    /// Some relation of `node` holds by its author's conditions and has its target.
    pub(super) fn has_outgoing_relation(&mut self, node: ElementId) -> FormulaId {
        let outgoing = self.topology().outgoing(node);
        let held = self.any_held(&outgoing);
        let model = self.model;
        let open = model.node(node).relations.iter().filter(|&&id| model.relation(id).is_open);
        let mut ways: Vec<FormulaId> = open.map(|&id| self.manual(id)).collect();
        ways.push(held);
        self.formulas.or(ways)
    }

    /// Some relation holds by its author's conditions, and the node at its other end is present.
    fn any_held(&mut self, relations: &[(ElementId, ElementId)]) -> FormulaId {
        let ways: Vec<FormulaId> = relations
            .iter()
            .map(|&(relation, end)| {
                let (manual, end) = (self.manual(relation), self.presence(end));
                self.formulas.and([manual, end])
            })
            .collect();
        self.formulas.or(ways)
    }

    /// The author's conditions of some artifact of `node` hold.
    pub(super) fn has_artifact(&mut self, node: ElementId) -> FormulaId {
        let artifacts = &self.model.node(node).artifacts;
        let manual: Vec<FormulaId> = artifacts.iter().map(|&artifact| self.manual(artifact)).collect();
        self.formulas.or(manual)
    }

    /// Some target of `policy` is present; a group counts as its members.
    pub(super) fn has_present_target(&mut self, policy: ElementId) -> FormulaId {
        let model = self.model;
        let targets = model.policy(policy).targets.iter().flat_map(|target| &target.elements);
        let ways: Vec<FormulaId> = targets
            .map(|&target| match target.kind() {
                Kind::Group => self.has_present_member(target),
                _ => self.presence(target),
            })
            .collect();
        self.formulas.or(ways)
    }

    /// Some member of `group` is present.
    pub(super) fn has_present_member(&mut self, group: ElementId) -> FormulaId {
        let members = self.model.group(group).members.iter().flat_map(|member| &member.elements);
        self.any_presence(members.copied())
    }

    /// Some property that reads `input` is present.
    pub(super) fn is_consumed(&mut self, input: ElementId) -> FormulaId {
        self.any_presence(self.model.input(input).consumers.iter().copied())
    }

    /// Some node that `output` reads is present.
    pub(super) fn is_produced(&mut self, output: ElementId) -> FormulaId {
        self.any_presence(self.model.output(output).producers.iter().copied())
    }

    /// Some present technology of the artifact's node is made for artifacts of its type.
    pub(super) fn is_managed(&mut self, artifact: ElementId) -> FormulaId {
        let model = self.model;
        let types = model.types_of(artifact);
        let (Some(node), &[single]) = (model.element(artifact).container, types) else {
            return FormulaId::constant(false);
        };
        let name = &model.element(single).name;
        let handles = |technology: &ElementId| {
            let wanted = model.technology(*technology).artifact_type.as_deref();
            wanted.is_some_and(|wanted| model.types().is_a(Collection::Artifact, name, wanted).unwrap_or(false))
        };
        let handling: Vec<ElementId> = model.node(node).technologies.iter().copied().filter(handles).collect();
        self.any_presence(handling)
    }

    /// Profiles A and B: a node by name, a relation by `[node, name or index]`.
    fn element_presence(&mut self, operand: Yaml<'m>, context: Option<ElementId>) -> Lowered<FormulaId> {
        let kind = if operand.is_sequence() { Kind::Relation } else { Kind::Node };
        let element = self.element(kind, None, operand, context)?;
        Ok(self.presence(element))
    }

    /// The source or target of the relation that the condition belongs to.
    fn end_presence(
        &mut self,
        operator: Operator,
        operand: Yaml<'m>,
        context: Option<ElementId>,
    ) -> Lowered<FormulaId> {
        let relation = if self.model.dialect().has_context_words {
            self.own_or_container(operator, operand, context, |lowering| {
                // In the reference it takes what `relation_presence` takes.
                lowering.relation(operand, context).err().and_then(|diagnostic| diagnostic.reference)
            })?
        } else {
            self.own_relation(operator, operand, context)?
        };
        let relation = self.model.relation(self.of_kind(relation, Kind::Relation, operand)?);
        let end = if operator == Operator::SourcePresence { Some(relation.source) } else { relation.target };
        Ok(match end {
            Some(node) => self.presence(node),
            None => FormulaId::constant(relation.is_open),
        })
    }

    fn own_relation(&self, operator: Operator, operand: Yaml<'m>, context: Option<ElementId>) -> Lowered<ElementId> {
        let name = operator.name(self.model.profile());
        let diagnostic = |code, message: String, sentence| {
            Err(Box::new(Diagnostic::new(code, operand.span(), message).reference(sentence)))
        };
        if operand.text() != "SELF" {
            let given = operand.text();
            let sentence = format!("\"SELF\" is the only valid value for \"{name}\" but received \"{given}\"");
            return diagnostic(Code::WrongOperand, format!("\"{name}\" takes the word SELF"), sentence);
        }
        match context.filter(|own| own.kind() == Kind::Relation) {
            Some(relation) => Ok(relation),
            None => {
                let sentence = format!("\"{name}\" is only valid inside a relation");
                diagnostic(Code::NoContext, format!("\"{name}\" means nothing outside of a relation"), sentence)
            }
        }
    }

    /// `SELF` or `CONTAINER`; for all else there is the reference's sentence, if it has one.
    fn own_or_container(
        &self,
        operator: Operator,
        operand: Yaml<'m>,
        context: Option<ElementId>,
        sentence: impl FnOnce(&Self) -> Option<String>,
    ) -> Lowered<ElementId> {
        match operand.text() {
            "SELF" => self_of(operand, context),
            "CONTAINER" => self.own_container(operand, context),
            _ => {
                let name = operator.name(self.model.profile());
                let message = format!("`{name}` takes SELF or CONTAINER, not {}", operand.to_json());
                let diagnostic = Diagnostic::new(Code::WrongOperand, operand.span(), message);
                Err(Box::new(Diagnostic { reference: sentence(self), ..diagnostic }))
            }
        }
    }
}

/// The kind of the element that a presence function names, and of its container for types and properties.
pub fn asked_kind(operator: Operator) -> Option<(Kind, Option<Kind>)> {
    Some(match operator {
        Operator::NodePresence => (Kind::Node, None),
        Operator::RelationPresence => (Kind::Relation, None),
        Operator::PolicyPresence => (Kind::Policy, None),
        Operator::GroupPresence => (Kind::Group, None),
        Operator::ArtifactPresence => (Kind::Artifact, None),
        Operator::InputPresence => (Kind::Input, None),
        Operator::OutputPresence => (Kind::Output, None),
        Operator::ImportPresence => (Kind::Import, None),
        Operator::TechnologyPresence => (Kind::Technology, None),
        Operator::NodePropertyPresence => (Kind::Property, Some(Kind::Node)),
        Operator::RelationPropertyPresence => (Kind::Property, Some(Kind::Relation)),
        Operator::GroupPropertyPresence => (Kind::Property, Some(Kind::Group)),
        Operator::PolicyPropertyPresence => (Kind::Property, Some(Kind::Policy)),
        Operator::ArtifactPropertyPresence => (Kind::Property, Some(Kind::Artifact)),
        Operator::NodeTypePresence => (Kind::Type, Some(Kind::Node)),
        Operator::RelationTypePresence => (Kind::Type, Some(Kind::Relation)),
        Operator::GroupTypePresence => (Kind::Type, Some(Kind::Group)),
        Operator::PolicyTypePresence => (Kind::Type, Some(Kind::Policy)),
        Operator::ArtifactTypePresence => (Kind::Type, Some(Kind::Artifact)),
        _ => return None,
    })
}
