//! Workflows, substitution mappings and triggers of policies that name nodes, operations or types which do not exist, or nodes
//! that are absent in some variants.
//!
//! None is an element: workflows and mappings are written to every document as they stand, triggers with their policy.

use super::doubt::{ConditionalFault, When};
use super::search::TemplateWalk;
use crate::source::diagnostic::{Code, did_you_mean, did_you_mean_text};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::Collection;
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse};

impl<'t> TemplateWalk<'_, 't> {
    /// What the sections of the topology name that are no elements.
    pub(super) fn dangling(&mut self) {
        let topology = self.model.topology_template();
        let section = |key: &str| topology.and_then(|topology: Yaml<'t>| topology.get(key));
        for (name, workflow) in section("workflows").into_iter().flat_map(Yaml::entries_within) {
            self.workflow(name, workflow);
        }
        let substituted = section("substitution_mappings").and_then(|mappings| mappings.get("node_type"));
        if let Some(name) = substituted.filter(|name| name.as_str().is_some()) {
            let path = Path::new("substitution_mappings");
            let unknown = self.schemas.unknown_type_of_element(
                Collection::Node,
                name.text(),
                name.span(),
                &path.name("node_type"),
            );
            self.doubts.extend(unknown.map(|fault| ConditionalFault::new(fault, None, When::default())));
        }
        for (key, part) in [("capabilities", "capability"), ("requirements", "requirement")] {
            let mappings = section("substitution_mappings").and_then(|mappings| mappings.get(key));
            for (name, mapping) in mappings.into_iter().flat_map(Yaml::entries_within) {
                if let Some(substituted) = substituted {
                    let known = self.parts_of_type(key, substituted.text());
                    let owner = format!("type \"{}\"", substituted.text());
                    self.named_part(name, part, &owner, known);
                }
                let mapped = mapping.get("mapping").unwrap_or(mapping).items().collect::<Vec<_>>();
                let [node, own] = mapped[..] else { continue };
                if node.is_scalar() {
                    let why = format!("`substitution_mappings` maps \"{}\" to it", name.text());
                    self.named_node(node, &[Kind::Node], &why, None);
                }
                if let &[id] = self.model.named(Kind::Node, node.text()) {
                    let known = self.parts_of_node(key, id);
                    self.named_part(own, part, &self.model.full_display(id), known);
                }
            }
        }
        self.model.of_kind(Kind::Policy).for_each(|policy| self.triggers(policy));
    }

    /// The capabilities or requirements that a node may have; none where that is not known.
    fn parts_of_node(&self, key: &str, node: ElementId) -> Option<Vec<&'t str>> {
        let body = self.model.element(node).body.map(|body| self.model.yaml(body));
        let own = body.and_then(|body| body.get(key)).into_iter().flat_map(Yaml::entries_within);
        let mut known: Vec<&str> = own.map(|(name, _)| name.text()).collect();
        for choice in self.own_types(node) {
            known.extend(self.parts_of_type(key, &choice.name)?);
        }
        Some(known)
    }

    fn parts_of_type(&self, key: &str, node_type: &str) -> Option<Vec<&'t str>> {
        self.is_closed_line(node_type).then(|| match key {
            "capabilities" => self.schemas.capabilities(node_type).into_keys().collect(),
            _ => self.schemas.requirements(node_type).into_keys().collect(),
        })
    }

    /// A name of a capability or requirement that substitution mappings read.
    fn named_part(&mut self, name: Yaml<'t>, part: &str, owner: &str, known: Option<Vec<&'t str>>) {
        let Some(known) = known.filter(|known| !known.contains(&name.text())) else { return };
        let message = format!("{owner} has no {part} \"{}\", but `substitution_mappings` names it", name.text());
        self.names_nothing(name, message, did_you_mean(name.text(), known), When::default());
    }

    /// What triggers of a policy wait at: a node, or all of a type.
    fn triggers(&mut self, policy: ElementId) {
        let body = self.model.element(policy).body.map(|body| self.model.yaml(body));
        for (name, trigger) in body.and_then(|body| body.get("triggers")).into_iter().flat_map(Yaml::entries_within) {
            let node = trigger.get("target_filter").and_then(|filter| filter.get("node"));
            let is_type =
                |name: &str| self.model.are_types_open() || self.schemas.line(Collection::Node, name).is_some();
            if let Some(node) = node.filter(|node| node.as_str().is_some_and(|name| !is_type(name))) {
                let why = format!("trigger \"{}\" of {} waits at it", name.text(), self.model.full_display(policy));
                self.named_node(node, &[Kind::Node], &why, Some(policy));
            }
        }
    }

    fn workflow(&mut self, name: Yaml<'t>, workflow: Yaml<'t>) {
        let steps: Vec<(Yaml<'t>, Yaml<'t>)> =
            workflow.get("steps").into_iter().flat_map(Yaml::entries_within).collect();
        let known: Vec<&str> = steps.iter().map(|(step, _)| step.text()).collect();
        for condition in workflow.get("preconditions").into_iter().flat_map(Yaml::items) {
            if let Some(target) = condition.get("target").filter(|target| target.is_scalar() && !target.is_null()) {
                let why = format!("a precondition of workflow \"{}\" asks for it", name.text());
                self.named_node(target, &[Kind::Node, Kind::Group], &why, None);
            }
        }
        for &(step, body) in &steps {
            if let Some(target) = body.get("target").filter(|target| target.is_scalar() && !target.is_null()) {
                let why = format!("step \"{}\" of workflow \"{}\" is for it", step.text(), name.text());
                self.named_node(target, &[Kind::Node, Kind::Group], &why, None);
                self.calls(target, body);
            }
            let next = ["on_success", "on_failure"].into_iter().filter_map(|key| body.get(key));
            let next = next.flat_map(|next| std::iter::once(next).filter(|next| next.is_scalar()).chain(next.items()));
            for next in next.filter(|next| !known.contains(&next.text()) && !next.is_null()) {
                let message = format!("workflow \"{}\" has no step \"{}\"", name.text(), next.text());
                self.names_nothing(next, message, did_you_mean(next.text(), known.iter().copied()), When::default());
            }
        }
    }

    /// The operations of its target that a step calls.
    fn calls(&mut self, target: Yaml<'t>, step: Yaml<'t>) {
        let calls = step.get("activities").into_iter().flat_map(Yaml::items);
        let calls: Vec<Yaml<'t>> = calls.filter_map(|activity| activity.get("call_operation")).collect();
        for &node in self.model.named(Kind::Node, target.text()) {
            calls.iter().for_each(|call| self.called_operation(node, call.get("operation").unwrap_or(*call)));
        }
    }

    /// A name of an element of one of these kinds; `why` says what for. It is written with `owner`, or else in all variants.
    fn named_node(&mut self, name: Yaml<'t>, kinds: &[Kind], why: &str, owner: Option<ElementId>) {
        let found: Vec<ElementId> =
            kinds.iter().flat_map(|&kind| self.model.named(kind, name.text())).copied().collect();
        let what = kinds[0];
        if found.is_empty() {
            let all = kinds.iter().flat_map(|&kind| self.model.of_kind(kind));
            let meant = did_you_mean(name.text(), all.map(|id| &*self.model.element(id).name));
            let message = format!("{what} \"{}\" does not exist, but {why}", name.text());
            return self.names_nothing(name, message, meant, When::present(owner));
        }
        if self.model.recovery().is_some() {
            // What errors leave of a template says nothing about presences.
            return;
        }
        let (written, help) = match owner {
            Some(_) => ("some of them", "give what names it the condition of the node, or keep the node"),
            None => {
                ("all of them", "what names it is written in every variant: remove it, or keep the node in all of them")
            }
        };
        let message = format!("{what} \"{}\" is absent in some variants, but {why} in {written}", name.text());
        self.dangles(name, message, help.to_owned(), None, When::present(owner).without(found));
    }

    /// A name of nothing, and what is almost called so.
    fn names_nothing(&mut self, name: Yaml<'t>, message: String, meant: Option<&str>, when: When) {
        let remove = || "write the name of what there is, or remove this".to_owned();
        self.dangles(name, message, meant.map_or_else(remove, did_you_mean_text), meant, when);
    }

    fn dangles(&mut self, name: Yaml<'t>, message: String, help: String, meant: Option<&str>, when: When) {
        let fault = Fault {
            response: RuntimeResponse::PassedOver,
            help: Some(help),
            misspelt: meant.map(|meant| (name.text().to_owned(), meant.to_owned())),
            ..Fault::new(Code::UndefinedElement, &Path::new(name.text()), name.span(), message)
        };
        self.doubts.push(ConditionalFault::new(fault, None, when));
    }
}
