//! Constraints: those of the author, and those that options add.

use variscope_encoder::FormulaId;

use super::Origin;
use super::define;
use super::rules::Collector;
use crate::tosca::model::{Constraint, ElementId, Kind};

/// `variability.constraints`.
pub(super) fn authored(collector: &mut Collector<'_>) {
    let model = collector.model;
    let section = model.variability().and_then(|variability| variability.get("constraints"));
    for constraint in section.into_iter().flat_map(|section| section.items()).filter(|entry| !entry.is_null()) {
        let lowered = collector.lowering.condition(constraint.id(), None);
        define::named_conditions(collector);
        if let Some(formula) = collector.keep(lowered) {
            collector.constraints.push((formula, Origin::Constraint(constraint.id())));
        }
    }
}

/// Those that options add, in the order of the language.
pub(super) fn from_options(collector: &mut Collector<'_>) {
    for entry in crate::tosca::model::CONSTRAINTS {
        if collector.model.options().requires(entry.constraint) {
            add(collector, entry.constraint);
        }
    }
}

fn add(collector: &mut Collector<'_>, constraint: Constraint) {
    let model = collector.model;
    let kind = match constraint {
        Constraint::RelationSource | Constraint::RelationTarget => Kind::Relation,
        Constraint::ArtifactContainer => Kind::Artifact,
        Constraint::PropertyContainer => Kind::Property,
        Constraint::TypeContainer => Kind::Type,
        Constraint::UniqueProperty => return unique_properties(collector),
        Constraint::UniqueInput => return unique_names(collector, constraint, Kind::Input),
        Constraint::UniqueOutput => return unique_names(collector, constraint, Kind::Output),
        Constraint::UniqueArtifact
        | Constraint::RequiredHosting
        | Constraint::SingleHosting
        | Constraint::RequiredIncoming
        | Constraint::RequiredArtifact
        | Constraint::RequiredTechnology
        | Constraint::UniqueTechnology
        | Constraint::UniqueRelation => Kind::Node,
    };
    for id in model.of_kind(kind) {
        for formula in about(collector, constraint, id) {
            collector.constraints.push((formula, Origin::Option(constraint, Some(id))));
        }
    }
}

/// What `constraint` says about one element.
fn about(collector: &mut Collector<'_>, constraint: Constraint, id: ElementId) -> Vec<FormulaId> {
    let model = collector.model;
    match constraint {
        // The reference mixes up the two options: each demands the other end.
        Constraint::RelationSource => needs(collector, id, model.relation(id).target),
        Constraint::RelationTarget => needs(collector, id, Some(model.relation(id).source)),
        Constraint::ArtifactContainer | Constraint::PropertyContainer | Constraint::TypeContainer => {
            needs(collector, id, model.element(id).container)
        }
        Constraint::UniqueArtifact => {
            let scopes = model.namesakes(&model.node(id).artifacts);
            scopes.iter().map(|scope| at_most_one(collector, scope)).collect()
        }
        Constraint::RequiredHosting => {
            let hosting = collector.hosting(id);
            needs_one_of(collector, id, &hosting)
        }
        Constraint::SingleHosting => {
            let hosting = collector.hosting(id);
            vec![at_most_one(collector, &hosting)]
        }
        Constraint::RequiredIncoming => needs_some_of(collector, id, &model.node(id).incoming),
        Constraint::RequiredArtifact => needs_one_of(collector, id, &model.node(id).artifacts),
        Constraint::RequiredTechnology => needs_technology(collector, id),
        Constraint::UniqueTechnology => {
            let is_managed = is_managed(collector, id);
            is_managed.then(|| at_most_one(collector, &model.node(id).technologies)).into_iter().collect()
        }
        Constraint::UniqueRelation => {
            let scopes = model.namesakes(&model.node(id).relations);
            scopes.iter().map(|scope| unique_when_present(collector, id, scope)).collect()
        }
        Constraint::UniqueProperty | Constraint::UniqueInput | Constraint::UniqueOutput => Vec::new(),
    }
}

/// `id` needs `other`; nothing is said where there is no other.
fn needs(collector: &mut Collector<'_>, id: ElementId, other: Option<ElementId>) -> Vec<FormulaId> {
    let lowering = &mut collector.lowering;
    let (premise, conclusion) = (lowering.presence(id), other.map(|other| lowering.presence(other)));
    conclusion.map(|conclusion| lowering.formulas().implies(premise, conclusion)).into_iter().collect()
}

fn needs_some_of(collector: &mut Collector<'_>, id: ElementId, others: &[ElementId]) -> Vec<FormulaId> {
    if others.is_empty() {
        return Vec::new();
    }
    let premise = collector.lowering.presence(id);
    let any = collector.lowering.any_presence(others.iter().copied());
    vec![collector.lowering.formulas().implies(premise, any)]
}

/// `id` needs exactly one of `others`, of which there is at least one.
fn needs_one_of(collector: &mut Collector<'_>, id: ElementId, others: &[ElementId]) -> Vec<FormulaId> {
    if others.is_empty() {
        return Vec::new();
    }
    vec![one_when_present(collector, id, others)]
}

/// A managed node without any technology cannot be present.
fn needs_technology(collector: &mut Collector<'_>, node: ElementId) -> Vec<FormulaId> {
    if !is_managed(collector, node) {
        return Vec::new();
    }
    let model = collector.model;
    vec![one_when_present(collector, node, &model.node(node).technologies)]
}

fn one_when_present(collector: &mut Collector<'_>, id: ElementId, others: &[ElementId]) -> FormulaId {
    let premise = collector.lowering.presence(id);
    let presences: Vec<FormulaId> = others.iter().map(|&other| collector.lowering.presence(other)).collect();
    let one = collector.lowering.formulas().exactly_one(presences);
    collector.lowering.formulas().implies(premise, one)
}

fn unique_when_present(collector: &mut Collector<'_>, id: ElementId, others: &[ElementId]) -> FormulaId {
    let premise = collector.lowering.presence(id);
    let unique = at_most_one(collector, others);
    collector.lowering.formulas().implies(premise, unique)
}

fn at_most_one(collector: &mut Collector<'_>, ids: &[ElementId]) -> FormulaId {
    let presences: Vec<FormulaId> = ids.iter().map(|&id| collector.lowering.presence(id)).collect();
    collector.lowering.formulas().at_most_one(presences)
}

fn unique_properties(collector: &mut Collector<'_>) {
    let model = collector.model;
    for kind in [Kind::Node, Kind::Relation, Kind::Policy, Kind::Group, Kind::Artifact, Kind::Connection] {
        for owner in model.of_kind(kind) {
            for scope in model.namesakes(&model.own_properties_of(owner)) {
                let formula = at_most_one(collector, &scope);
                let origin = Origin::Option(Constraint::UniqueProperty, Some(scope[0]));
                collector.constraints.push((formula, origin));
            }
        }
    }
}

fn unique_names(collector: &mut Collector<'_>, constraint: Constraint, kind: Kind) {
    let all: Vec<ElementId> = collector.model.of_kind(kind).collect();
    for scope in collector.model.namesakes(&all) {
        let formula = at_most_one(collector, &scope);
        collector.constraints.push((formula, Origin::Option(constraint, Some(scope[0]))));
    }
}

fn is_managed(collector: &Collector<'_>, node: ElementId) -> bool {
    collector.model.node(node).managed == Some(true)
}
