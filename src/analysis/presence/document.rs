//! What leaves no document to write, in the order in which the reference writes one.

use variscope_encoder::FormulaId;

use super::checks::{Violation, ViolationCause};
use super::rules::Collector;
use crate::tosca::model::{Alternative, ElementId, Kind};

/// Present elements of which nothing could be written in some place, or more than one thing.
pub(super) fn violations(collector: &mut Collector<'_>, violations: &mut Vec<Violation>) {
    let dialect = collector.model.dialect();
    let mut all = Unwritable { collector, violations };
    // Default alternatives are looked at while the template is read, and types that are no elements written as they stand.
    if dialect.has_last_resorts {
        several_defaults(&mut all);
    }
    if dialect.types_are_elements {
        typeless(&mut all);
    }
}

/// Values of one name of which several are written when no other is, in nodes, then in relationship templates.
fn several_defaults(all: &mut Unwritable<'_, '_>) {
    let model = all.collector.model;
    let kinds = [Kind::Node, Kind::Relation, Kind::Connection];
    for owner in kinds.into_iter().flat_map(|kind| model.of_kind(kind)) {
        for scope in model.namesakes(&model.own_properties_of(owner)) {
            let is_last_resort = |id: &ElementId| model.element(*id).alternative == Alternative::LastResort;
            if let Some(second) = scope.into_iter().filter(is_last_resort).nth(1) {
                let formula = all.collector.lowering.presence(second);
                all.add(ViolationCause::SeveralDefaults, second, formula);
            }
        }
    }
}

/// Nodes with their artifacts, then relationship templates, groups, policies.
fn typeless(all: &mut Unwritable<'_, '_>) {
    let model = all.collector.model;
    for node in model.of_kind(Kind::Node) {
        all.without_any(ViolationCause::NoType, node, model.types_of(node));
        if !model.node(node).technologies.is_empty() {
            all.without_any(ViolationCause::NoTechnology, node, &model.node(node).technologies);
        }
        for &artifact in &model.node(node).artifacts {
            all.without_any(ViolationCause::NoType, artifact, model.types_of(artifact));
        }
    }
    let relations = model.of_kind(Kind::Relation).filter(|&id| match model.relation(id).template {
        Some(template) => model.relationship_templates()[template].connection.is_none(),
        None => !model.types_of(id).is_empty(),
    });
    let connections = model.of_kind(Kind::Connection).filter(|&id| !model.types_of(id).is_empty());
    let groups = model.of_kind(Kind::Group).filter(|&id| !model.group(id).is_variability_group);
    for owner in relations.chain(connections).chain(groups).chain(model.of_kind(Kind::Policy)) {
        all.without_any(ViolationCause::NoType, owner, model.types_of(owner));
    }
}

struct Unwritable<'c, 'm> {
    collector: &'c mut Collector<'m>,
    violations: &'c mut Vec<Violation>,
}

impl Unwritable<'_, '_> {
    /// `element` is written and none of `alternatives` is present; there may be none at all.
    fn without_any(&mut self, cause: ViolationCause, element: ElementId, alternatives: &[ElementId]) {
        let written = self.written(element);
        let any = self.collector.lowering.any_presence(alternatives.iter().copied());
        let formula = self.collector.lowering.all(&[written, !any]);
        self.add(cause, element, formula);
    }

    /// When `element` is written: what is inside of a node only where the node is, unlike relationship templates, which
    /// have a section of their own.
    fn written(&mut self, element: ElementId) -> FormulaId {
        let model = self.collector.model;
        let lowering = &mut self.collector.lowering;
        let presence = lowering.presence(element);
        let is_inside = element.kind() == Kind::Artifact
            || element.kind() == Kind::Relation && model.relation(element).template.is_none();
        if !is_inside {
            return presence;
        }
        let around = lowering.container_presence(element);
        lowering.all(&[presence, around])
    }

    fn add(&mut self, cause: ViolationCause, element: ElementId, formula: FormulaId) {
        if formula != FormulaId::FALSE {
            self.violations.push(Violation { cause, element, formula });
        }
    }
}
