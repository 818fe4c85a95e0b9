//! Elements that are never present, and conditions on elements that always are.

use std::cell::LazyCell;

use rustc_hash::FxHashSet;

use super::Finding;
use super::deployments;
use super::fixes::without_conditions;
use super::forcing_lines::Valid;
use super::nearness;
use super::pruned::keeping;
use super::self_dependence::Cycles;
use super::subject::{Explained, Subject};
use super::types::{KEPT_BY_WHOLE_VALUES, has_misspelt_call, read_inputs};
use crate::analysis::question::all_variants::status::ElementStatus;
use crate::analysis::question::evidence::unsat_claim::{ClaimFormulas, ConfigurationScope, UnsatClaim};
use crate::source::diagnostic::{Code, Diagnostic, Severity};
use crate::tosca::model::{Alternative, ElementId, Kind, Model, PropertyValue};
use variscope_encoder::FormulaId;

/// Dead elements, and core elements with conditions: those of dead containers excepted, which are the container's matter.
pub(super) fn constant(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    if subject.has_valid() != Some(true) {
        return;
    }
    if deployments::is_always_pruned(subject) {
        // What is left is nothing, which is reported once.
        return;
    }
    let model = subject.variants.model();
    let statuses = subject.statuses().to_vec();
    // An output goes where nothing produces it: here because of a misspelt function, which is reported in its place.
    let outputs = model.declared_outputs();
    let calls_nothing = |id: ElementId| {
        let own = outputs.iter().find(|output| output.id == Some(id));
        own.and_then(|output| output.body.get("value")).is_some_and(has_misspelt_call)
    };
    let read = LazyCell::new(|| read_inputs(model));
    let is_dead = |&(id, status): &(ElementId, _)| (status == Some(ElementStatus::Dead)).then_some(id);
    let all_dead: FxHashSet<ElementId> = statuses.iter().filter_map(is_dead).collect();
    let is_in_dead = |id: ElementId| model.element(id).container.is_some_and(|container| all_dead.contains(&container));
    for &(id, status) in &statuses {
        let element = model.element(id);
        let has_condition = !element.conditions.is_empty();
        match status {
            Some(ElementStatus::Dead) if id.kind() == Kind::Output && calls_nothing(id) => {}
            Some(ElementStatus::Dead) => {
                let diagnostic = dead(model, id, id.kind() == Kind::Input && read.contains(&id));
                findings.push(Finding::of(diagnostic).about(id).excluding(UnsatClaim::Presence(id)));
            }
            Some(ElementStatus::Core) if has_condition && !is_in_dead(id) => {
                let span = model.yaml(element.conditions[0]).span();
                let message = format!("{} is in every valid variant", model.full_display(id));
                let diagnostic = Diagnostic::new(Code::RedundantCondition, span, message);
                let diagnostic = diagnostic.fixed(without_conditions(model, id));
                findings.push(Finding::of(diagnostic).about(id).excluding(UnsatClaim::Absence(id)));
            }
            _ => {}
        }
    }
}

fn dead(model: &Model, id: ElementId, is_read: bool) -> Diagnostic {
    let element = model.element(id);
    let message = format!("{} is in no valid variant", model.full_display(id));
    let diagnostic = Diagnostic::new(Code::DeadElement, element.span, message);
    if element.body.is_none() {
        let diagnostic = diagnostic.note("a rule adds it, which may serve other elements");
        return Diagnostic { severity: Severity::Note, ..diagnostic };
    }
    diagnostic.help(match element.conditions.is_empty() {
        _ if yields_to_no_value(model, id) => NO_VALUE_GOES_FIRST.to_owned(),
        true if element.alternative == Alternative::Default => {
            "remove it, if one of the others of its name is always meant to be there; else repair what decides these"
                .to_owned()
        }
        false if is_replaceable(model, id) => DEFAULT_IS_AS_GOOD.to_owned(),
        true if is_read => KEPT_BY_WHOLE_VALUES.to_owned(),
        true if id.kind() == Kind::Output && model.output(id).producers.is_empty() => {
            OUTPUTS_KEPT_BY_WHOLE_VALUES.to_owned()
        }
        true if id.kind() == Kind::Node => {
            format!("remove it, or write `{}` if it is deployed in any case", keeping(model))
        }
        true if id.kind() == Kind::Relation => match only_source_of_target(model, id) {
            Some(target) => format!(
                "write `{}` at {} if that is deployed in any case, or remove both",
                keeping(model),
                model.full_display(target)
            ),
            None => "remove it".to_owned(),
        },
        true => "remove it".to_owned(),
        false => "repair its conditions, or remove it".to_owned(),
    })
}

/// The target of a relation, where it has no condition, and no other relation leads to it.
fn only_source_of_target(model: &Model, id: ElementId) -> Option<ElementId> {
    let target = model.relation(id).target?;
    (model.node(target).incoming == [id] && model.element(target).conditions.is_empty()).then_some(target)
}

/// Why an output is absent that nothing stands against, and what to do.
const OUTPUTS_KEPT_BY_WHOLE_VALUES: &str = "pruning keeps an output if `get_property` or `get_attribute` of a node is its whole value; write `pruning: false` at the output to keep it for other values";

/// Why a property is absent although it is there for the case that no other is.
const NO_VALUE_GOES_FIRST: &str = "where no other value is present, the property has no value here; write `fallback_property_default_alternative: true` in `options` to have this one then, or remove `default_alternative`";

/// Whether a default alternative yields to "no value", which is an alternative of every property.
fn yields_to_no_value(model: &Model, id: ElementId) -> bool {
    let has_fallback = |property: &ElementId| model.property(*property).value == PropertyValue::Fallback;
    let siblings = model.element(id).container.map(|owner| model.properties_of(owner)).unwrap_or_default();
    id.kind() == Kind::Property
        && model.element(id).alternative == Alternative::Default
        && !model.options().fallback_property_default_alternative
        && siblings.iter().any(|other| has_fallback(other) && model.element(*other).name == model.element(id).name)
}

/// Why a technology is absent although its conditions may hold.
const DEFAULT_IS_AS_GOOD: &str = "with pruning, the technology that is the default alternative can be present in its place, and is where it is as good; write `technology_pruning: false` in `options`, or give it conditions in place of `default_alternative`";

/// Whether pruning lets the default alternative of a node's technologies be present where this one could be.
fn is_replaceable(model: &Model, id: ElementId) -> bool {
    if id.kind() != Kind::Technology || !model.options().pruning[Kind::Technology].consistency {
        return false;
    }
    let siblings = model.element(id).container.map(|node| &*model.node(node).technologies).unwrap_or_default();
    siblings.iter().any(|&other| other != id && model.element(other).alternative == Alternative::Default)
}

/// Of dead elements, the outermost ones remain: what is in them is dead because they are.
pub(super) fn outermost(model: &Model, findings: &mut Vec<Finding>) {
    let inner = within_dead(model, findings);
    let mut inner = inner.into_iter();
    findings.retain(|_| !inner.next().unwrap_or(false));
}

/// By finding: whether it is about a dead element in a dead one that is found, too.
pub(super) fn within_dead(model: &Model, findings: &[Finding]) -> Vec<bool> {
    let is_dead = |finding: &&Finding| finding.diagnostic.code == Code::DeadElement;
    let dead: FxHashSet<ElementId> = findings.iter().filter(is_dead).filter_map(|finding| finding.element).collect();
    let container = |finding: &Finding| model.element(finding.element?).container;
    findings
        .iter()
        .map(|finding| is_dead(&finding) && container(finding).is_some_and(|id| dead.contains(&id)))
        .collect()
}

/// Adds the lines that force what [`constant`] has found.
pub(super) fn explain(subject: &Explained<'_, '_>, findings: &mut [Finding]) {
    let Some(lifted) = subject.relaxed() else { return };
    let mut valid = Valid::of(lifted, subject.limits);
    let mut claims = ClaimFormulas::new(ConfigurationScope::Valid, lifted);
    let mut forced = |finding: &Finding| match finding.impossible.as_ref()? {
        UnsatClaim::InputValue(input, value) => Some(!claims.has_value(input, value, valid.formulas_mut())?),
        _ => presence_of(subject, finding),
    };
    let constant = findings.iter_mut().filter_map(|finding| Some((forced(finding)?, finding)));
    let constant: Vec<(FormulaId, &mut Finding)> = constant.take(subject.left).collect();
    if constant.is_empty() || subject.limits.budget.check().is_err() {
        return;
    }
    let presences: Vec<FormulaId> = constant.iter().map(|(presence, _)| *presence).collect();
    let reasons = valid.reasons().why_each(&presences, &subject.limits.budget);
    let cycles = LazyCell::new(|| Cycles::of(subject.variants));
    for ((_, finding), because) in constant.into_iter().zip(reasons) {
        finding.because = match finding.impossible {
            Some(UnsatClaim::Presence(id)) => cycles.note_self_dependence(id, because),
            _ => because,
        };
        if let Some(element) = finding.element {
            let because = std::mem::take(&mut finding.because);
            finding.because = nearness::of_element(subject.variants, element, because);
        }
    }
}

/// What holds in every valid configuration, says the finding; none when it says something else.
fn presence_of(subject: &Explained<'_, '_>, finding: &Finding) -> Option<FormulaId> {
    let presence = |id: ElementId| FormulaId::from(subject.variants.rules().presence(subject.variants.model(), id));
    match finding.impossible {
        Some(UnsatClaim::Presence(id)) => Some(!presence(id)),
        Some(UnsatClaim::Absence(id)) => Some(presence(id)),
        _ => None,
    }
}
