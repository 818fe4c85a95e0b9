//! Implied elements are present as soon as their own conditions hold; `implies` adds rules of the author.

use variscope_encoder::FormulaId;

use super::Origin;
use super::define;
use super::rules::Collector;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::{ElementId, Kind};

/// The implications of implied elements, in element order.
pub(super) fn elements(collector: &mut Collector<'_>) {
    if !collector.model.dialect().has_implications {
        return;
    }
    for id in collector.model.ids() {
        if !is_implied(collector, id) {
            continue;
        }
        if let Some(premises) = premises(collector, id) {
            let premise = collector.lowering.all(&premises);
            let presence = collector.lowering.presence(id);
            let formula = collector.lowering.formulas().implies(premise, presence);
            collector.constraints.push((formula, Origin::Implied(id)));
        }
    }
}

fn is_implied(collector: &Collector<'_>, id: ElementId) -> bool {
    let model = collector.model;
    let own = model.element(id).overrides.as_deref().and_then(|overrides| overrides.implied);
    own.unwrap_or_else(|| match id.kind() {
        Kind::Relation => !model.relation(id).is_hosting && model.options().relation_default_implied,
        Kind::Property => true,
        _ => false,
    })
}

/// What together implies `id`; nothing for elements that nothing implies.
fn premises(collector: &mut Collector<'_>, id: ElementId) -> Option<Vec<FormulaId>> {
    let model = collector.model;
    match id.kind() {
        Kind::Node => Some(vec![collector.lowering.manual(id)]),
        Kind::Property => property_premises(collector, id),
        Kind::Relation => {
            let relation = model.relation(id);
            let lowering = &mut collector.lowering;
            let mut premises = vec![lowering.presence(relation.source), lowering.manual(id)];
            if model.options().relation_enhanced_implication_mode {
                premises.extend(relation.target.map(|target| lowering.manual(target)));
            }
            Some(premises)
        }
        _ => {
            let container = model.element(id).container?;
            Some(vec![collector.lowering.presence(container), collector.lowering.manual(id)])
        }
    }
}

/// A property is implied when it reads a topology input that the author's conditions allow.
fn property_premises(collector: &mut Collector<'_>, id: ElementId) -> Option<Vec<FormulaId>> {
    let model = collector.model;
    let consumed = &model.property(id).consumes;
    if !consumed.iter().any(|element| element.kind() == Kind::Input) {
        return None;
    }
    let container = model.element(id).container?;
    let lowering = &mut collector.lowering;
    let allowed: Vec<FormulaId> = consumed.iter().map(|&element| lowering.manual(element)).collect();
    let any = lowering.formulas().or(allowed);
    Some(vec![lowering.presence(container), lowering.manual(id), any])
}

/// The entries of `implies`.
pub(super) fn implications(collector: &mut Collector<'_>) {
    let model = collector.model;
    for id in model.ids() {
        let overrides = model.element(id).overrides.as_deref();
        for &entry in overrides.map_or(&[][..], |overrides| &overrides.implies) {
            let lowered = implication(collector, id, entry);
            define::named_conditions(collector);
            if let Some(formula) = collector.keep(lowered) {
                collector.constraints.push((formula, Origin::Implies(id, entry)));
            }
        }
    }
}

fn implication(collector: &mut Collector<'_>, id: ElementId, entry: YamlId) -> Result<FormulaId, Box<Diagnostic>> {
    let model = collector.model;
    let yaml = model.yaml(entry);
    let parts: Vec<Yaml<'_>> = yaml.items().collect();
    let diagnostic = |sentence: String| {
        let message = "an entry of \"implies\" is a list of a target and, possibly, a condition";
        Box::new(Diagnostic::new(Code::WrongShape, yaml.span(), message).reference(sentence))
    };
    let [target, condition] = match parts.as_slice() {
        [] => [None; 2],
        &[target] => [Some(target), None],
        &[target, condition] => [Some(target), Some(condition)],
        _ => return Err(diagnostic(format!("{} has an implies with more than 2 elements", model.title(id)))),
    }
    .map(|part| part.filter(|part| !part.is_null()).map(Yaml::id));
    let Some(target) = target else {
        return Err(diagnostic(format!("{} has an implies without an target", model.title(id))));
    };
    let lowering = &mut collector.lowering;
    let mut premises = vec![lowering.presence(id)];
    if let Some(condition) = condition {
        premises.push(lowering.condition(condition, Some(id))?);
    }
    let premise = lowering.all(&premises);
    let target = lowering.condition(target, Some(id))?;
    Ok(lowering.formulas().implies(premise, target))
}
