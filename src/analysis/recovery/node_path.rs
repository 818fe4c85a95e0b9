//! The way from the root of a template to a place in it.

use crate::analysis::value::operator_of;
use crate::source::Span;
use crate::source::syntax::vocabulary::{Arity, Layer, Operator, Profile};
use crate::source::syntax::yaml::Yaml;

/// A node on the way, and the key that leads to it.
#[derive(Clone, Copy)]
pub(super) struct PathNode<'t> {
    /// None for items of lists, for keys themselves, and for the root.
    pub(super) key: Option<Yaml<'t>>,
    pub(super) node: Yaml<'t>,
    is_key: bool,
}

/// All nodes around a place, the outermost first.
pub(super) struct NodePath<'t>(Vec<PathNode<'t>>);

impl<'t> NodePath<'t> {
    /// The way to `place`. What stands behind an alias is found where its anchor is.
    pub(super) fn to(place: Span, root: Yaml<'t>) -> Self {
        let mut steps = vec![PathNode { key: None, node: root, is_key: false }];
        let mut next = Some(root).filter(|root| root.span().file == place.file);
        while let Some(node) = next {
            let found = child(node, place);
            next = found.filter(|step| !step.is_key).map(|step| step.node);
            steps.extend(found);
        }
        Self(steps)
    }

    /// The innermost node.
    pub(super) fn end(&self) -> PathNode<'t> {
        self.0[self.0.len() - 1]
    }

    /// The mapping with the key at which the way ends.
    pub(super) fn of_key(&self) -> Option<Yaml<'t>> {
        let around = self.0.len().checked_sub(2)?;
        self.end().is_key.then(|| self.0[around].node)
    }

    /// Whether the way leads into what the key `name` has.
    pub(super) fn is_inside(&self, name: &str) -> bool {
        self.0.iter().any(|step| is_named(step, name))
    }

    /// The entry of the section `name` that the way leads into.
    pub(super) fn entry_of(&self, name: &str) -> Option<Yaml<'t>> {
        let at = self.0.iter().position(|step| is_named(step, name))?;
        self.0[at + 1..].iter().find(|step| step.key.is_some()).map(|step| step.node)
    }

    /// The innermost condition around the place that is no operand of another but of `and`, `or` and the like.
    pub(super) fn condition(&self, profile: Profile) -> Option<Condition<'t>> {
        let (mut at, is_rule) = self.root_of_condition()?;
        let mut beside = None;
        while let Some((operand, others)) = self.operand(at, profile) {
            (at, beside) = (operand, others);
        }
        let is_value = is_rule && gives_value(self.0[at].node, profile);
        Some(Condition { node: self.0[at].node, beside, is_rule, is_value })
    }

    /// The outermost condition around the place, and whether it restricts presences that others define.
    fn root_of_condition(&self) -> Option<(usize, bool)> {
        let below = |at: usize| (at + 1 < self.0.len() && !self.0[at + 1].is_key).then_some(at + 1);
        for (at, step) in self.0.iter().enumerate() {
            let outer = self.0[..at].last();
            let is_in = |name| outer.is_some_and(|outer| is_named(outer, name));
            let is_list = step.node.is_sequence();
            match step.key.map(Yaml::text) {
                Some("conditions") if is_list => return Some((below(at)?, false)),
                Some("conditions") => return Some((at, false)),
                Some("constraints") if is_list && is_in("variability") => return Some((below(at)?, true)),
                Some("implies") if is_list => return Some((below(at).and_then(below)?, true)),
                Some(_) if is_in("expressions") => return Some((at, true)),
                _ => {}
            }
        }
        None
    }

    /// The operand of the condition at `at` that the way leads into, and all operands beside it.
    fn operand(&self, at: usize, profile: Profile) -> Option<(usize, Option<Yaml<'t>>)> {
        let next = self.0.get(at + 1).filter(|_| self.0[at].node.len() == 1)?;
        if !is_logic(next.key?.text(), profile) {
            return None;
        }
        if !next.node.is_sequence() {
            return Some((at + 1, None));
        }
        self.0.get(at + 2).map(|_| (at + 2, Some(next.node)))
    }
}

/// A condition, and the list of operands that it is one of.
#[derive(Clone, Copy)]
pub(super) struct Condition<'t> {
    pub(super) node: Yaml<'t>,
    pub(super) beside: Option<Yaml<'t>>,
    /// Whether it restricts presences that others define, so that it may choose among several.
    pub(super) is_rule: bool,
    /// Whether it is no condition but a named expression that gives a number or a text.
    pub(super) is_value: bool,
}

fn child(node: Yaml<'_>, place: Span) -> Option<PathNode<'_>> {
    let is_around = |node: &Yaml<'_>| node.span().contains(place);
    if let Some(item) = node.items().find(is_around) {
        return Some(PathNode { key: None, node: item, is_key: false });
    }
    for (key, value) in node.entries() {
        if is_around(&key) {
            return Some(PathNode { key: None, node: key, is_key: true });
        }
        if is_around(&value) {
            return Some(PathNode { key: Some(key), node: value, is_key: false });
        }
    }
    None
}

fn is_named(step: &PathNode<'_>, name: &str) -> bool {
    step.key.is_some_and(|key| key.text() == name)
}

/// Whether an expression gives a number or a text, as far as its operator says so.
fn gives_value(expression: Yaml<'_>, profile: Profile) -> bool {
    let Ok(Some((entry, _))) = operator_of(expression, profile) else { return false };
    entry.layer == Layer::Value && entry.arity != Arity::Reference && !entry.operator.compares()
}

/// Whether the operands of an operator are conditions.
fn is_logic(name: &str, profile: Profile) -> bool {
    Operator::named(name, profile).is_some_and(Operator::combines_conditions)
}
