//! Technologies that rules offer for a node.

use std::sync::Arc;

use super::matching::Matcher;
use super::rule::{QualityRule, Rules};
use super::scenario::implementation_name;
use crate::tosca::model::{Alternative, Element, ElementId, Technology, Weight};
use crate::tosca::types::Collection;

/// Which rules of a scenario are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// All of them.
    All,
    /// Those of the best quality.
    Best,
}

/// A rule that applies to a node.
#[derive(Clone, Debug)]
pub(super) struct Candidate<'r, 't> {
    pub(super) rule: &'r QualityRule<'t>,
    distance: usize,
    elements: Vec<Vec<ElementId>>,
}

/// A technology before it has an id.
#[derive(Clone, Debug)]
pub(super) struct TechnologyDraft {
    /// What all elements have.
    pub(super) element: Element,
    /// What technologies have.
    pub(super) technology: Technology,
}

impl<'r, 't> Candidate<'r, 't> {
    /// The rules that apply to `node`, scenario by scenario; none at all where its type is not known, which matters where there
    /// are rules.
    pub(super) fn all(
        matcher: &mut Matcher<'_, 't>,
        node: ElementId,
        rules: &'r Rules<'t>,
        choice: Choice,
    ) -> Option<Vec<Self>> {
        if rules.is_empty() {
            return Some(Vec::new());
        }
        let line = matcher.line_of(Collection::Node, node)?;
        let mut candidates = Vec::new();
        for scenario in rules.of_types(&line) {
            let Some(found) = matcher.matches(node, &scenario[0].scenario) else { continue };
            let chosen = scenario.iter().filter(|rule| choice == Choice::All || is_best(rule, scenario));
            candidates.extend(chosen.map(|rule| Self {
                rule,
                distance: found.distance,
                elements: found.elements.clone(),
            }));
        }
        Some(candidates)
    }

    /// The technology number `index` of `node`, with the conditions that its author gave to it.
    pub(super) fn make(
        self,
        matcher: &mut Matcher<'_, 't>,
        node: ElementId,
        index: usize,
        authored: Option<&Element>,
    ) -> TechnologyDraft {
        let rule = self.rule;
        let weight = rule.weight.map_or(Ok(Weight::ONE), |weight| {
            let display = format!("technology \"{}@{index}\" of {}", rule.technology, matcher.builder.display(node));
            Weight::parse(weight, &display)
        });
        let weight = weight.unwrap_or_else(|diagnostic| {
            matcher.diagnostics.push(*diagnostic);
            Weight::ONE
        });
        let element = Element {
            name: rule.technology.into(),
            index: index as u32,
            is_listed: true,
            container: Some(node),
            body: None,
            span: authored.map_or(rule.span, |authored| authored.span),
            conditions: authored.map_or_else(Vec::new, |authored| authored.conditions.clone()),
            alternative: Alternative::Ordinary,
            overrides: None,
        };
        let technology = Technology {
            weight,
            priority: self.distance as u32,
            assign: implementation(matcher, node, rule),
            matches: Some(self.elements),
            artifact_type: rule.scenario.artifact.map(Into::into),
            rule_conditions: rule.conditions.clone(),
        };
        TechnologyDraft { element, technology }
    }
}

fn is_best(rule: &QualityRule<'_>, scenario: &[QualityRule<'_>]) -> bool {
    scenario.iter().all(|other| other.quality <= rule.quality)
}

/// The type that replaces the node's.
fn implementation(matcher: &Matcher<'_, '_>, node: ElementId, rule: &QualityRule<'_>) -> Option<Arc<str>> {
    if let Some(assign) = rule.assign {
        return Some(assign.into());
    }
    let builder = matcher.builder;
    let node_type = &builder.element(*builder.contents.nodes[node.place()].types.first()?).name;
    Some(implementation_name(node_type, &rule.scenario.rule_name(rule.technology)).into())
}
