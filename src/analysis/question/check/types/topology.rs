//! What node types say about the topology: which requirements there are, how often, and what they lead to.
//!
//! Requirement assignments are elements, so that a requirement can be missing, or lead to something unfit, in some
//! variants only. TOSCA Simple Profile 1.3, sections 3.7.2, 3.7.3 and 3.8.2.

use super::doubt::{ConditionalFault, When};
use super::search::TemplateWalk;
use super::type_choice::TypeChoice;
use crate::source::diagnostic::{Code, did_you_mean, did_you_mean_text, or_meant};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::completion::{Fault, Path, RuntimeResponse};
use crate::tosca::types::engine::Engine;
use crate::tosca::types::{Capability, Collection, Requirement, Requirements};

/// The capability that every node has.
const FEATURE: &str = "feature";

/// A node with one of the types that it may have.
struct TypedNode<'a> {
    node: ElementId,
    choice: &'a TypeChoice,
    when: When,
}

/// A relation, and the node at its end with one of the types that it may have.
struct Ends<'a> {
    relation: ElementId,
    target: ElementId,
    choice: &'a TypeChoice,
}

impl<'t> TemplateWalk<'_, 't> {
    /// Requirements of nodes against the types that the nodes may have.
    pub(super) fn topology(&mut self) {
        for node in self.model.of_kind(Kind::Node) {
            if self.is_substituted(node) {
                continue;
            }
            for choice in self.own_types(node) {
                if !self.is_closed_line(&choice.name) {
                    continue;
                }
                let when = self.presence(node).and(&choice.when);
                let declared = self.schemas.requirements(&choice.name);
                let typed = TypedNode { node, choice: &choice, when };
                self.assigned(&typed, &declared);
                self.unassigned(&typed, &declared);
            }
        }
    }

    /// What an orchestrator selects, or puts another topology in the place of, has its requirements from there.
    fn is_substituted(&self, node: ElementId) -> bool {
        let body = self.model.element(node).body.map(|body| self.model.yaml(body));
        body.and_then(|body| body.get("directives")).is_some()
    }

    /// Whether all that a node type and its ancestors declare is known.
    pub(super) fn is_closed_line(&self, node_type: &str) -> bool {
        let is_known = self.schemas.is_known(Collection::Node, node_type);
        is_known
            && !self.schemas.is_broken(Collection::Node, node_type)
            && self.schemas.is_closed(Collection::Node, node_type)
    }

    /// The assignments of a node: are they declared, and what do they lead to?
    fn assigned(&mut self, typed: &TypedNode<'_>, declared: &Requirements<'t>) {
        for &relation in &self.model.node(typed.node).relations {
            let name = &*self.model.element(relation).name;
            match declared.get(name) {
                Some(requirement) => self.fit(typed, relation, requirement),
                None => self.undeclared(typed, relation, declared),
            }
        }
    }

    fn undeclared(&mut self, typed: &TypedNode<'_>, relation: ElementId, declared: &Requirements<'t>) {
        let element = self.model.element(relation);
        let close = did_you_mean(&element.name, declared.keys().copied());
        let of_author = declared.iter().filter(|(_, known)| self.schemas.is_in_file_of_author(known.span));
        let of_author: Vec<String> = of_author.map(|(name, _)| format!("\"{name}\"")).collect();
        // Types of authors that declare no requirement leave that to the names of relations, which some orchestrators take.
        let is_normative = self.schemas.types().is_normative(Collection::Node, &typed.choice.name);
        if close.is_none() && of_author.is_empty() && !is_normative {
            return;
        }
        // Some orchestrators take it anyway.
        let is_taken = close.is_none() && !is_normative || self.engine == Some(Engine::Unfurl);
        let response = if is_taken { RuntimeResponse::PassedOver } else { RuntimeResponse::Refused };
        let misspelt = close.map(|close| (element.name.to_string(), close.to_owned()));
        let close = match close {
            None if !of_author.is_empty() => format!("; its requirements are {}", of_author.join(", ")),
            close => or_meant(close),
        };
        let node = &self.model.element(typed.node).name;
        let message = format!(
            "node \"{node}\" has no requirement \"{}\": \"{}\" declares none{close}",
            element.name, typed.choice.name
        );
        let path = Path::new(node);
        let fault = Fault::new(Code::UndeclaredRequirement, &path.name(&element.name), element.span, message);
        let help = is_taken.then(|| "declare it in the type: some orchestrators refuse it".to_owned());
        let fault = Fault { response, help, misspelt, ..fault };
        self.doubt(fault, relation, typed.when.and(&When::present([relation])));
    }

    /// What is declared but assigned too rarely or too often in some variants.
    fn unassigned(&mut self, typed: &TypedNode<'_>, declared: &Requirements<'t>) {
        for (&name, requirement) in declared {
            let relations = &self.model.node(typed.node).relations;
            let named: Vec<ElementId> =
                relations.iter().copied().filter(|&relation| *self.model.element(relation).name == *name).collect();
            let (least, most) = (requirement.occurrences.least, requirement.occurrences.most);
            if least > 0 && named.len() as u64 >= least {
                // All but one less than is wanted are absent: for one, all are.
                let spare = named.len() - usize::try_from(least - 1).unwrap_or(0);
                let when = typed.when.without(named[..spare].iter().copied());
                self.miscounted(typed, name, requirement, &at_most(least - 1), when);
            } else if least > 0 {
                self.miscounted(typed, name, requirement, &at_most(named.len() as u64), typed.when.clone());
            }
            let many = most.and_then(|most| usize::try_from(most).ok()).filter(|&most| most > 1 && named.len() > most);
            if let Some(most) = many {
                let when = typed.when.and(&When::present(named[..=most].iter().copied()));
                self.miscounted(typed, name, requirement, &format!("{} or more", most + 1), when);
            }
        }
    }

    /// There are `count` of them, in words.
    fn miscounted(
        &mut self,
        typed: &TypedNode<'_>,
        name: &str,
        requirement: &Requirement<'t>,
        count: &str,
        when: When,
    ) {
        let element = self.model.element(typed.node);
        let (least, most) = (requirement.occurrences.least, requirement.occurrences.most);
        let most = most.map_or_else(|| "any number".to_owned(), |most| most.to_string());
        let wanted = if most == least.to_string() { most } else { format!("{least} to {most}") };
        let message = format!(
            "node \"{}\" has {count} requirements \"{name}\" where \"{}\" wants {wanted}",
            element.name, typed.choice.name
        );
        let because = Some((requirement.span, "declared here".to_owned()));
        let path = Path::new(&element.name);
        let fault =
            Fault { because, ..Fault::new(Code::RequirementOccurrences, &path.name(name), element.span, message) };
        self.doubt(fault, typed.node, when);
    }

    /// Whether the node that a requirement leads to has what is required, and takes the node that requires it.
    fn fit(&mut self, typed: &TypedNode<'_>, relation: ElementId, requirement: &Requirement<'t>) {
        let Some(target) = self.model.relation(relation).target else { return };
        let body = self.model.element(relation).body.map(|body| self.model.yaml(body));
        let assigned = body.and_then(|body| body.get("capability")).filter(|name| name.is_scalar());
        let Some(wanted) = assigned.or(requirement.capability) else { return };
        for choice in self.own_types(target) {
            if !self.is_closed_line(&choice.name) {
                continue;
            }
            let capabilities = self.schemas.capabilities(&choice.name);
            let named = assigned.and_then(|name| capabilities.get(name.text()));
            let fitting: Vec<&Capability<'t>> = match named {
                Some(named) => vec![named],
                None => capabilities.values().filter(|own| self.is_fit(own, wanted)).collect(),
            };
            let ends = Ends { relation, target, choice: &choice };
            if fitting.is_empty() {
                let is_silent = capabilities.keys().all(|&name| name == FEATURE);
                let is_left_open = is_silent && self.is_sketch(&choice.name);
                if !is_left_open && self.is_known_capability(wanted) {
                    self.unfit_target(typed, &ends, wanted);
                } else if let Some(meant) =
                    assigned.and_then(|name| did_you_mean(name.text(), capabilities.keys().copied()))
                {
                    self.misspelt_capability(typed, &ends, wanted, meant);
                }
            } else if !fitting.iter().any(|capability| self.takes(capability, &typed.choice.name)) {
                let listed = fitting.iter().find_map(|capability| capability.sources);
                listed.into_iter().for_each(|listed| self.unfit_source(typed, &ends, listed));
            }
        }
    }

    /// Whether a type and all that it derives from but the root of all types are the author's: where these declare no capability,
    /// that is left to orchestrators which take any. A type of the profile says what it has.
    fn is_sketch(&self, node_type: &str) -> bool {
        let line = self.schemas.line(Collection::Node, node_type).unwrap_or_default();
        let is_own = |name: &&str| !self.schemas.types().is_normative(Collection::Node, name);
        line.split_last()
            .is_none_or(|(root, derived)| !derived.is_empty() && derived.iter().all(is_own) || is_own(root))
    }

    fn unfit_target(&mut self, typed: &TypedNode<'_>, ends: &Ends<'_>, wanted: Yaml<'t>) {
        let message = format!(
            "\"{}\" has no capability of type \"{}\", which requirement \"{}\" of \"{}\" needs",
            self.model.element(ends.target).name,
            wanted.text(),
            self.model.element(ends.relation).name,
            self.model.element(typed.node).name
        );
        let because = Some((wanted.span(), "needed here".to_owned()));
        let fault = Fault { because, ..self.fault_of(ends, Code::UnfitTarget, message) };
        self.unfit(typed, ends, fault);
    }

    fn misspelt_capability(&mut self, typed: &TypedNode<'_>, ends: &Ends<'_>, name: Yaml<'t>, meant: &str) {
        let target = &self.model.element(ends.target).name;
        let message = format!("\"{target}\" has no capability \"{}\"; {}", name.text(), did_you_mean_text(meant));
        let misspelt = Some((name.text().to_owned(), meant.to_owned()));
        let path = Path::new(&self.model.element(ends.relation).name);
        let fault = Fault { misspelt, ..Fault::new(Code::UnfitTarget, &path, name.span(), message) };
        self.unfit(typed, ends, fault);
    }

    fn unfit_source(&mut self, typed: &TypedNode<'_>, ends: &Ends<'_>, listed: Yaml<'t>) {
        let taken: Vec<String> = listed.items().map(|name| format!("\"{}\"", name.text())).collect();
        let message = format!(
            "\"{}\" takes only {} here, \"{}\" is of type \"{}\"",
            self.model.element(ends.target).name,
            taken.join(", "),
            self.model.element(typed.node).name,
            typed.choice.name
        );
        let because = Some((listed.span(), "these are taken".to_owned()));
        let fault = Fault { because, ..self.fault_of(ends, Code::UnfitSource, message) };
        self.unfit(typed, ends, fault);
    }

    fn fault_of(&self, ends: &Ends<'_>, code: Code, message: String) -> Fault {
        let own = self.model.element(ends.relation);
        Fault::new(code, &Path::new(&own.name), own.span, message)
    }

    /// Whenever both ends are as they are looked at.
    fn unfit(&mut self, typed: &TypedNode<'_>, ends: &Ends<'_>, fault: Fault) {
        let when = typed.when.and(&self.presence(ends.target)).and(&ends.choice.when);
        self.doubt(fault, ends.relation, when.and(&When::present([ends.relation])));
    }

    /// Whether a capability takes a node of this type; one whose ancestors are not all known may be taken. No engine holds
    /// templates against the lists of the standard, which know of no software in a container that is no
    /// `Container.Application`.
    fn takes(&self, capability: &Capability<'t>, node_type: &str) -> bool {
        let Some(listed) = capability.sources.filter(|&listed| self.schemas.is_of_author(listed)) else { return true };
        let line = self.schemas.line(Collection::Node, node_type);
        line.is_none_or(|line| listed.items().any(|name| line.contains(&name.text())))
    }

    fn is_known_capability(&self, wanted: Yaml<'t>) -> bool {
        self.schemas.is_known(Collection::Capability, wanted.text())
    }

    /// Whether a capability is of the type that is wanted; one whose ancestors are not all known may be.
    fn is_fit(&self, own: &Capability<'t>, wanted: Yaml<'t>) -> bool {
        self.schemas.line(Collection::Capability, own.type_name.text()).is_none_or(|line| line.contains(&wanted.text()))
    }

    fn doubt(&mut self, fault: Fault, element: ElementId, when: When) {
        self.doubts.push(ConditionalFault::new(fault, Some(element), when));
    }
}

/// So many, or fewer, in words.
fn at_most(count: u64) -> String {
    if count == 0 { "no".to_owned() } else { format!("no more than {count}") }
}
