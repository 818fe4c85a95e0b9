//! Checks as formulas: what each of them forbids.

use std::borrow::Cow;

use variscope_encoder::FormulaId;

use super::document;
use super::rules::Collector;
use crate::tosca::model::{Alternative, CHECK_ORDER_BEFORE_D, CHECKS, Check, ElementId, Kind};

/// Why something is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViolationCause {
    /// A check.
    Check(Check),
    /// No document can be written: no type is present.
    NoType,
    /// No document can be written: no technology is present.
    NoTechnology,
    /// No document can be written: several last resorts stand in for the same value (profile B).
    SeveralDefaults,
}

/// Something that is forbidden.
#[derive(Clone, Copy, Debug)]
pub struct Violation {
    /// The check that forbids it.
    pub cause: ViolationCause,
    /// The element that it is about.
    pub element: ElementId,
    /// When it happens.
    pub formula: FormulaId,
}

/// What the enabled checks forbid, in the order in which the profile reports, then what leaves no document.
pub(super) fn violations(collector: &mut Collector<'_>) -> Vec<Violation> {
    let late: Vec<Check> = CHECKS.iter().map(|entry| entry.check).collect();
    let order = if collector.model.dialect().has_element_order { &late } else { CHECK_ORDER_BEFORE_D };
    let mut violations = Vec::new();
    for &check in order {
        if collector.model.options().checks(check) {
            forbid(collector, check, &mut violations);
        }
    }
    document::violations(collector, &mut violations);
    violations
}

fn forbid(collector: &mut Collector<'_>, check: Check, violations: &mut Vec<Violation>) {
    let model = collector.model;
    let mut forbidden = Forbidden { collector, check, violations };
    match check {
        Check::RelationSource => {
            forbidden.each(Kind::Relation, |all, id| Some(all.without(id, Some(model.relation(id).source))));
        }
        Check::RelationTarget => {
            let closed = |id: ElementId| Some(model.relation(id)).filter(|relation| !relation.is_open);
            forbidden.each(Kind::Relation, |all, id| Some(all.without(id, closed(id)?.target)));
        }
        Check::ArtifactContainer => forbidden.each(Kind::Artifact, Forbidden::uncontained),
        Check::PropertyContainer => forbidden.each(Kind::Property, Forbidden::uncontained),
        Check::TypeContainer => forbidden.each(Kind::Type, Forbidden::uncontained),
        Check::TechnologyContainer => forbidden.each(Kind::Technology, Forbidden::uncontained),
        Check::AmbiguousArtifact => forbidden.namesakes_in_nodes(|id| Cow::Borrowed(&model.node(id).artifacts)),
        Check::AmbiguousProperty => forbidden.namesakes_in_nodes(|id| Cow::Borrowed(&model.node(id).properties)),
        Check::AmbiguousRelation => forbidden.namesakes_in_nodes(|id| model.single_relations(id)),
        Check::AmbiguousInput => forbidden.namesakes_of(Kind::Input),
        Check::AmbiguousOutput => forbidden.namesakes_of(Kind::Output),
        Check::AmbiguousType => forbidden.types(),
        Check::AmbiguousHosting => forbidden.each(Kind::Node, |all, id| {
            let hosting = all.collector.hosting(id);
            all.several(id, &hosting)
        }),
        Check::ExpectedHosting => forbidden.each(Kind::Node, |all, id| {
            let hosting = all.collector.hosting(id);
            all.none_of(id, &hosting)
        }),
        Check::ExpectedIncoming => forbidden.each(Kind::Node, |all, id| all.none_of(id, &model.node(id).incoming)),
        Check::ExpectedArtifact => forbidden.each(Kind::Node, |all, id| all.none_of(id, &model.node(id).artifacts)),
        Check::ExpectedTechnology => {
            forbidden.each(Kind::Node, |all, id| all.none_of(id, &model.node(id).technologies));
        }
        Check::AmbiguousTechnology => {
            forbidden.each(Kind::Node, |all, id| all.several(id, &model.node(id).technologies));
        }
        Check::UnconsumedInput => forbidden.each(Kind::Input, |all, id| {
            let is_consumed = all.any(&model.input(id).consumers);
            Some(all.both(id, !is_consumed))
        }),
        Check::UnproducedOutput => forbidden.each(Kind::Output, |all, id| {
            let producers: Vec<FormulaId> =
                model.output(id).producers.iter().map(|&node| all.collector.lowering.presence(node)).collect();
            let all_present = all.collector.lowering.all(&producers);
            Some(all.both(id, !all_present))
        }),
    }
}

struct Forbidden<'c, 'm> {
    collector: &'c mut Collector<'m>,
    check: Check,
    violations: &'c mut Vec<Violation>,
}

impl<'m> Forbidden<'_, 'm> {
    fn add(&mut self, element: ElementId, formula: FormulaId) {
        if formula != FormulaId::FALSE {
            self.violations.push(Violation { cause: ViolationCause::Check(self.check), element, formula });
        }
    }

    fn each(&mut self, kind: Kind, formula: impl Fn(&mut Self, ElementId) -> Option<FormulaId>) {
        for id in self.collector.model.of_kind(kind) {
            if let Some(formula) = formula(self, id) {
                self.add(id, formula);
            }
        }
    }

    /// `id` is present and `condition` holds.
    fn both(&mut self, id: ElementId, condition: FormulaId) -> FormulaId {
        let presence = self.collector.lowering.presence(id);
        self.collector.lowering.all(&[presence, condition])
    }

    fn any(&mut self, ids: &[ElementId]) -> FormulaId {
        self.collector.lowering.any_presence(ids.iter().copied())
    }

    /// `id` is present, `other` is not.
    fn without(&mut self, id: ElementId, other: Option<ElementId>) -> FormulaId {
        let other = other.map_or(FormulaId::FALSE, |other| self.collector.lowering.presence(other));
        self.both(id, !other)
    }

    fn uncontained(&mut self, id: ElementId) -> Option<FormulaId> {
        let container = self.collector.model.element(id).container?;
        Some(self.without(id, Some(container)))
    }

    /// `id` is present and none of `others` is, of which there are some.
    fn none_of(&mut self, id: ElementId, others: &[ElementId]) -> Option<FormulaId> {
        if others.is_empty() {
            return None;
        }
        let any = self.any(others);
        Some(self.both(id, !any))
    }

    /// `id` is present and at least two of `others` are.
    fn several(&mut self, id: ElementId, others: &[ElementId]) -> Option<FormulaId> {
        if others.len() < 2 {
            return None;
        }
        let presences: Vec<FormulaId> = others.iter().map(|&other| self.collector.lowering.presence(other)).collect();
        let at_most_one = self.collector.lowering.formulas().at_most_one(presences);
        Some(self.both(id, !at_most_one))
    }

    /// Present elements of one name in a node; in profile D the node has to be present too.
    fn namesakes_in_nodes(&mut self, of: impl Fn(ElementId) -> Cow<'m, [ElementId]>) {
        let model = self.collector.model;
        for node in model.of_kind(Kind::Node) {
            let premise = if model.dialect().absent_nodes_pass_checks {
                self.collector.lowering.presence(node)
            } else {
                FormulaId::TRUE
            };
            self.namesakes(&of(node), premise);
        }
    }

    fn namesakes_of(&mut self, kind: Kind) {
        let all: Vec<ElementId> = self.collector.model.of_kind(kind).collect();
        self.namesakes(&all, FormulaId::TRUE);
    }

    /// An element is present and one of its name that stands before it is too.
    fn namesakes(&mut self, ids: &[ElementId], premise: FormulaId) {
        if ids.len() < 2 {
            return;
        }
        let mut found = Vec::new();
        let model = self.collector.model;
        // Several last resorts leave no document; that is said in its place.
        let is_checked = |id: &ElementId| model.element(*id).alternative != Alternative::LastResort;
        for scope in model.namesakes(ids).into_iter().filter(|scope| scope.len() > 1) {
            let mut earlier = FormulaId::FALSE;
            for id in scope.into_iter().filter(is_checked) {
                let presence = self.collector.lowering.presence(id);
                found.push((id, self.collector.lowering.all(&[premise, earlier, presence])));
                earlier = self.collector.lowering.formulas().or([earlier, presence]);
            }
        }
        found.sort_by_key(|&(id, _)| id);
        for (id, formula) in found {
            self.add(id, formula);
        }
    }

    fn types(&mut self) {
        let model = self.collector.model;
        for kind in [Kind::Node, Kind::Group, Kind::Policy, Kind::Artifact] {
            for owner in model.of_kind(kind) {
                let is_typed = kind != Kind::Group || !model.group(owner).is_variability_group;
                if !is_typed {
                    continue;
                }
                let any = self.any(model.types_of(owner));
                let untyped = self.both(owner, !any);
                self.add(owner, untyped);
                let premise = self.collector.lowering.presence(owner);
                self.namesakes(model.types_of(owner), premise);
            }
        }
    }
}
