//! Presences defined by conditions.

use variscope_encoder::FormulaId;

use super::Origin;
use super::rules::Collector;
use crate::source::diagnostic::Diagnostic;
use crate::tosca::model::{Alternative, ElementId, Facet, Kind};

/// The order in which profiles A to C evaluate; it matters only for which error comes first.
static KIND_ORDER_BEFORE_D: [Kind; 8] = [
    Kind::Node,
    Kind::Relation,
    Kind::Input,
    Kind::Group,
    Kind::Policy,
    Kind::Artifact,
    Kind::Property,
    Kind::Connection,
];

/// Defines the presence of every element.
pub(super) fn presences(collector: &mut Collector<'_>) {
    let kinds: &[Kind] = if collector.model.dialect().has_element_order { &Kind::ALL } else { &KIND_ORDER_BEFORE_D };
    for &kind in kinds {
        for id in collector.model.of_kind(kind) {
            define(collector, id);
        }
    }
}

/// Defines the named conditions that were used so far.
pub(super) fn named_conditions(collector: &mut Collector<'_>) {
    let mut diagnostics = Vec::new();
    let named = collector.lowering.define_named(&mut diagnostics);
    diagnostics.into_iter().for_each(|diagnostic| collector.report(diagnostic));
    for (id, atom, formula) in named {
        collector.definitions.push((atom, formula, Origin::Named(id)));
    }
}

/// Defines "the author's conditions of the element hold" where something asks for it.
pub(super) fn manual_conditions(collector: &mut Collector<'_>) {
    let ids: Vec<ElementId> = collector.model.ids().collect();
    for (position, id) in ids.into_iter().enumerate() {
        if !collector.lowering.atoms().is_manual_used(position) || !collector.manual_defined.insert(id) {
            continue;
        }
        // What is wrong with these conditions was reported when the presence was defined.
        let Ok(conditions) = manual(collector, id) else { continue };
        let formula = collector.lowering.all(&conditions);
        let atom = collector.lowering.manual_atom(id);
        collector.definitions.push((atom, formula, Origin::Manual(id)));
    }
}

fn define(collector: &mut Collector<'_>, id: ElementId) {
    let lowered = conditions(collector, id);
    named_conditions(collector);
    let Some(conditions) = collector.keep(lowered) else { return };
    let formula = collector.lowering.all(&conditions);
    let atom = collector.lowering.atoms().presence(collector.model.position(id));
    collector.definitions.push((atom, formula, Origin::Conditions(id)));
}

type Conditions = Result<Vec<FormulaId>, Box<Diagnostic>>;

/// All conditions of an element, those that are added by default first.
fn conditions(collector: &mut Collector<'_>, id: ElementId) -> Conditions {
    let is_variability_group = id.kind() == Kind::Group && collector.model.group(id).is_variability_group;
    if is_variability_group {
        return Ok(vec![FormulaId::FALSE]);
    }
    let manual = manual(collector, id)?;
    if !collector.model.element(id).conditions.is_empty() {
        let authored = collector.lowering.all(&manual);
        collector.authored.push((id, authored));
    }
    let of_rule = rule_conditions(collector, id)?;
    let mut all = added(collector, id, manual.is_empty() && of_rule.is_empty())?;
    let options = collector.model.options();
    let replaces = options.pruning_replaces[id.kind()] && options.pruning[id.kind()].base;
    if !replaces {
        all.extend(manual);
    }
    all.extend(of_rule);
    Ok(all)
}

/// What the rule of a technology demands: part of its conditions, but not the author's will.
fn rule_conditions(collector: &mut Collector<'_>, id: ElementId) -> Conditions {
    if id.kind() != Kind::Technology {
        return Ok(Vec::new());
    }
    let conditions = &collector.model.technology(id).rule_conditions;
    conditions.iter().map(|&condition| collector.lowering.condition(condition, Some(id))).collect()
}

/// The author's conditions, or what `default_alternative` puts in their place.
fn manual(collector: &mut Collector<'_>, id: ElementId) -> Conditions {
    let model = collector.model;
    let element = model.element(id);
    let lowering = &mut collector.lowering;
    let mut conditions = match element.alternative {
        Alternative::Never if id.kind().replaces_conditions_by_alternative() => vec![FormulaId::FALSE],
        Alternative::Default => vec![lowering.no_competitor(id)],
        Alternative::LastResort => vec![lowering.container_presence(id), lowering.no_competitor(id)],
        Alternative::Ordinary | Alternative::Never => element
            .conditions
            .iter()
            .map(|&condition| lowering.condition(condition, Some(id)))
            .collect::<Conditions>()?,
    };
    conditions.extend(lowering.input_condition(id));
    Ok(conditions)
}

/// Default conditions and pruning.
fn added(collector: &mut Collector<'_>, id: ElementId, is_unconditional: bool) -> Conditions {
    let model = collector.model;
    let (default, pruning) = settings(collector, id);
    let default = if is_unconditional { default } else { Facet::default() };
    if !default.base && !pruning.base {
        return Ok(Vec::new());
    }
    let overrides = model.element(id).overrides.as_deref();
    let own_mode = overrides.and_then(|overrides| overrides.default_condition_mode.as_ref());
    let mode = own_mode.unwrap_or(&model.options().default_condition_mode[id.kind()]);
    let takes = |facet: Facet<bool>, consistency, semantic| {
        facet.base && (consistency && facet.consistency || semantic && facet.semantic)
    };
    let candidates = collector.lowering.candidates(id, mode)?;
    let selected = candidates.into_iter().filter(|candidate| {
        takes(default, candidate.consistency, candidate.semantic)
            || takes(pruning, candidate.consistency, candidate.semantic)
    });
    let (mut formulas, mut added) = (Vec::new(), Vec::new());
    for candidate in selected {
        formulas.push(candidate.formula);
        added.extend(candidate.parts);
    }
    if !added.is_empty() {
        collector.added.push((id, added));
    }
    Ok(formulas)
}

/// What the element itself says goes before the options; anchors and connections get nothing.
fn settings(collector: &Collector<'_>, id: ElementId) -> (Facet<bool>, Facet<bool>) {
    let model = collector.model;
    if matches!(id.kind(), Kind::Import | Kind::Connection) || id.kind() == Kind::Node && model.node(id).is_anchor {
        return (Facet::default(), Facet::default());
    }
    let options = model.options();
    let overrides = model.element(id).overrides.as_deref();
    let own_default = overrides.map(|overrides| overrides.default_condition).unwrap_or_default();
    let own_pruning = overrides.map(|overrides| overrides.pruning).unwrap_or_default();
    (own_default.over(options.default_condition[id.kind()]), own_pruning.over(options.pruning[id.kind()]))
}
