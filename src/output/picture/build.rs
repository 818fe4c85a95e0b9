//! From answers to what is drawn.

use rustc_hash::FxHashMap;

use super::graph::{Hosting, Mark, Picture, PictureEdge, PictureNode};
use super::nesting::nesting;
use crate::analysis::pretty;
use crate::analysis::question::{ElementStatus, ElementSummary, Elements, Limits, Variant, Variants};
use crate::source::printable::printable;
use crate::tosca::model::{ElementId, Kind, Model};

/// What is known of one element.
#[derive(Clone, Debug)]
struct ElementMark {
    mark: Mark,
    condition: Option<String>,
}

/// What is known of nodes and relations.
struct KnownStatuses<'m> {
    model: &'m Model,
    known: FxHashMap<ElementId, ElementMark>,
}

impl Picture {
    /// What a picture is made of: how nodes and relations behave, and when they are present.
    pub fn statuses(variants: &Variants<'_>, limits: &Limits) -> Elements {
        variants.statuses_and_conditions(is_drawn, limits)
    }

    /// The topology with the presences of its elements over all variants that the given values leave.
    pub fn of(variants: &Variants<'_>, elements: &Elements) -> Self {
        let model = variants.model();
        let is_free = variants.configuration().is_empty() && !variants.is_restricted();
        let known = elements.elements.iter().filter(|summary| is_drawn(summary.element));
        let known = known.map(|summary| (summary.element, ElementMark::of(model, summary, is_free))).collect();
        KnownStatuses { model, known }.picture()
    }

    /// The topology with what one variant leaves out marked as absent.
    pub fn of_variant(model: &Model, variant: &Variant) -> Self {
        let mark = |id| if variant.has(model, id) { Mark::Always } else { Mark::Absent };
        let known =
            model.ids().filter(|&id| is_drawn(id)).map(|id| (id, ElementMark { mark: mark(id), condition: None }));
        KnownStatuses { model, known: known.collect() }.picture()
    }
}

fn is_drawn(id: ElementId) -> bool {
    matches!(id.kind(), Kind::Node | Kind::Relation)
}

impl ElementMark {
    /// `is_free`: whether nothing is given, so that what is never present never is.
    fn of(model: &Model, summary: &ElementSummary, is_free: bool) -> Self {
        let mark = match summary.status {
            Some(ElementStatus::Core) => Mark::Always,
            Some(ElementStatus::Conditional) => Mark::Conditional,
            Some(ElementStatus::Dead) if is_free => Mark::Never,
            Some(ElementStatus::Dead) => Mark::Absent,
            None => Mark::Unknown,
        };
        let exact = summary.presence.as_ref().map(|cases| format!("if {}", pretty::cases(model, cases)));
        let demanded = || pretty::demands(model, &model.element(summary.element).conditions);
        let condition = exact.or_else(|| Some(format!("needs {}", demanded()?)));
        Self { mark, condition: condition.filter(|_| mark == Mark::Conditional || mark == Mark::Unknown) }
    }
}

impl KnownStatuses<'_> {
    fn picture(&self) -> Picture {
        let hosts = nesting(self.model, |relation| self.of(relation).mark.is_possible());
        let nodes = self.model.of_kind(Kind::Node).map(|id| self.node(id, hosts[id.place()])).collect();
        let relations = self.model.of_kind(Kind::Relation).filter(|&id| !self.is_nested(id, &hosts));
        Picture::new(nodes, relations.filter_map(|id| self.edge(id)).collect())
    }

    fn of(&self, id: ElementId) -> ElementMark {
        self.known.get(&id).cloned().unwrap_or(ElementMark { mark: Mark::Unknown, condition: None })
    }

    /// Whether a relation is shown by a box in a box.
    fn is_nested(&self, id: ElementId, hosts: &[Option<ElementId>]) -> bool {
        let relation = self.model.relation(id);
        relation.is_hosting && relation.target.is_some() && hosts[relation.source.place()] == relation.target
    }

    fn node(&self, id: ElementId, host: Option<ElementId>) -> PictureNode {
        let model = self.model;
        let ElementMark { mark, condition } = self.of(id);
        let relations = model.node(id).relations.iter().filter(|&&relation| {
            let relation = model.relation(relation);
            relation.is_hosting && host.is_some() && relation.target == host
        });
        PictureNode {
            id: model.path(id),
            name: printable(&model.element(id).name).into_owned(),
            types: model.node(id).types.iter().map(|&id| last_part(&model.element(id).name)).collect(),
            mark,
            condition: condition.clone(),
            host: host.map(ElementId::place),
            hosting: relations.map(|&relation| self.hosting(relation, condition.as_ref())).collect(),
        }
    }

    fn hosting(&self, relation: ElementId, of_node: Option<&String>) -> Hosting {
        let condition = self.of(relation).condition.filter(|condition| Some(condition) != of_node);
        Hosting { id: self.model.path(relation), condition }
    }

    /// None for a relation that leads nowhere, which profile A allows.
    fn edge(&self, id: ElementId) -> Option<PictureEdge> {
        let relation = self.model.relation(id);
        let target = relation.target?;
        let ElementMark { mark, condition } = self.of(id);
        let ends = [self.of(relation.source).condition, self.of(target).condition];
        Some(PictureEdge {
            id: self.model.path(id),
            name: printable(&self.model.element(id).name).into_owned(),
            source: relation.source.place(),
            target: target.place(),
            is_hosting: relation.is_hosting,
            is_implied: condition.is_none() || ends.contains(&condition),
            mark,
            condition,
        })
    }
}

/// `LoadBalancer` of `shop.nodes.LoadBalancer`.
fn last_part(name: &str) -> String {
    printable(name.rsplit('.').next().unwrap_or(name)).into_owned()
}
