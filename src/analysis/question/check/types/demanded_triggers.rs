//! What xOpera refuses of triggers: those of a policy, and those that it has from its type, wait at what is not there.

use rustc_hash::FxHashSet;

use super::doubt::{ConditionalFault, When};
use super::search::TemplateWalk;
use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind};
use crate::tosca::types::Collection;
use crate::tosca::types::completion::{Fault, Path};
use crate::tosca::types::engine::{self, EngineRefusal};

impl<'t> TemplateWalk<'_, 't> {
    /// The nodes at which triggers wait.
    pub(super) fn check_trigger_filters(&mut self) {
        if !self.engine.is_some_and(|engine| engine::TRIGGER_NODE.is_by(engine)) {
            return;
        }
        for (policy, body) in self.bodies(Kind::Policy) {
            for choice in self.own_types(policy) {
                let when = self.presence(policy).and(&choice.when);
                let line = self.schemas.line(Collection::Policy, &choice.name).unwrap_or_default();
                let types: Vec<Yaml<'t>> =
                    line.iter().filter_map(|name| self.schemas.body(Collection::Policy, name)).collect();
                // Only the type itself adds targets, whatever it is derived from.
                let of_type = self.schemas.body(Collection::Policy, &choice.name);
                let of_type = of_type.and_then(|body| body.get("targets")).into_iter().flat_map(Yaml::items);
                let of_type: Vec<&str> = of_type.map(Yaml::text).collect();
                // What is nearer to the template goes over what is farther.
                let mut met = FxHashSet::default();
                for part in [body].into_iter().chain(types) {
                    for (name, trigger) in part.get("triggers").into_iter().flat_map(Yaml::entries) {
                        if met.insert(name.text())
                            && let Some(node) = trigger.get("target_filter").and_then(|filter| filter.get("node"))
                        {
                            self.check_trigger_filter(policy, node, &of_type, &when);
                        }
                    }
                }
            }
        }
    }

    fn check_trigger_filter(&mut self, policy: ElementId, node: Yaml<'t>, of_type: &[&str], when: &When) {
        let is_type = self.model.are_types_open() || self.schemas.is_known(Collection::Node, node.text());
        if !is_type && self.model.recovery().is_none() {
            let absent = when.without(self.model.named(Kind::Node, node.text()).iter().copied());
            self.refuse_trigger(engine::TRIGGER_NODE, policy, node, absent);
        }
        let targets = &self.model.policy(policy).targets;
        let is_target = |name: &str| name == node.text();
        if of_type.iter().any(|name| is_target(name))
            || targets.iter().any(|target| is_target(self.model.yaml(target.entry).text()))
        {
            return;
        }
        // A policy without targets is for all nodes.
        let mut with_targets: Vec<When> = if of_type.is_empty() { Vec::new() } else { vec![when.clone()] };
        let elements = targets.iter().flat_map(|target| &target.elements);
        with_targets.extend(elements.map(|&target| when.and(&self.presence(target))));
        for when in with_targets {
            self.refuse_trigger(engine::TRIGGER_TARGET, policy, node, when);
        }
    }

    fn refuse_trigger(&mut self, refusal: EngineRefusal, policy: ElementId, node: Yaml<'t>, when: When) {
        let Some(engine) = self.engine.filter(|&engine| refusal.is_by(engine)) else { return };
        let path = self.model.full_display(policy);
        let message = format!("{engine} refuses {}: \"{}\", {path}", refusal.what, node.text());
        let mut fault = Fault::new(Code::EngineDemand, &Path::new(&path), node.span(), message);
        // What is a warning otherwise is part of the error.
        let is_warning = |doubt: &&mut ConditionalFault| {
            doubt.fault.code == Code::UndefinedElement && doubt.fault.span == node.span()
        };
        if let Some(warned) = self.doubts.extract_if(.., |doubt| is_warning(&doubt)).next() {
            fault = Fault { help: warned.fault.help, misspelt: warned.fault.misspelt, ..fault };
        }
        self.doubts.push(ConditionalFault::new(fault, Some(policy), when));
    }
}
