//! Which assignments a template allows, and which of them is the best, by the definitions alone.

use super::{Condition, Presence, Relation, Template};

impl Template {
    fn has(&self, option: &str) -> bool {
        self.options.contains(&option)
    }

    fn holds(condition: &Condition, presence: &Presence) -> bool {
        match condition {
            Condition::Constant(value) => *value,
            Condition::Node(place) => presence.nodes[*place],
            Condition::Relation(place) => presence.relations[*place],
            Condition::Artifact(place) => presence.artifacts[*place],
            Condition::Not(inner) => !Self::holds(inner, presence),
            Condition::All(name, inner) => {
                let values: Vec<bool> = inner.iter().map(|inner| Self::holds(inner, presence)).collect();
                let count = values.iter().filter(|&&value| value).count();
                match *name {
                    "and" => count == values.len(),
                    "or" => count > 0,
                    "xor" => count % 2 == 1,
                    "exo" => count == 1,
                    "amo" => count <= 1,
                    _ => !values[0] || values[1],
                }
            }
        }
    }

    /// The author's own conditions; a default alternative is present when no other of its name is.
    fn manual_relation(&self, place: usize, presence: &Presence) -> bool {
        let relation = &self.relations[place];
        if relation.is_default {
            let mut others = self.relations.iter().enumerate().filter(|(other, _)| *other != place);
            return !others.any(|(other, found)| {
                found.source == relation.source && found.name == relation.name && presence.relations[other]
            });
        }
        relation.condition.as_ref().is_none_or(|condition| Self::holds(condition, presence))
    }

    fn manual_artifact(&self, place: usize, presence: &Presence) -> bool {
        self.artifacts[place].condition.as_ref().is_none_or(|condition| Self::holds(condition, presence))
    }

    fn added(&self, kind: &str, has_conditions: bool) -> bool {
        self.has(&format!("{kind}_pruning")) || !has_conditions && self.has(&format!("{kind}_default_condition"))
    }

    /// Whether every element is present exactly when its conditions hold.
    fn is_consistent(&self, presence: &Presence) -> bool {
        let nodes = (0..self.nodes.len()).all(|place| presence.nodes[place] == self.node_holds(place, presence));
        let relations = (0..self.relations.len()).all(|place| {
            let relation = &self.relations[place];
            let has_conditions = relation.condition.is_some() || relation.is_default;
            let end = |word: &&str| presence.nodes[if *word == "source" { relation.source } else { relation.target }];
            let added = !self.added("relation", has_conditions) || self.relation_mode.iter().all(end);
            presence.relations[place] == (added && self.manual_relation(place, presence))
        });
        let artifacts = (0..self.artifacts.len()).all(|place| {
            let artifact = &self.artifacts[place];
            let added = !self.added("artifact", artifact.condition.is_some()) || presence.nodes[artifact.node];
            presence.artifacts[place] == (added && self.manual_artifact(place, presence))
        });
        nodes
            && relations
            && artifacts
            && self.constraint.as_ref().is_none_or(|constraint| Self::holds(constraint, presence))
    }

    fn node_holds(&self, place: usize, presence: &Presence) -> bool {
        let condition = self.nodes[place].as_ref();
        let added = !self.added("node", condition.is_some())
            || self.node_mode.iter().all(|word| self.keeps(place, word, presence));
        added && condition.is_none_or(|condition| Self::holds(condition, presence))
    }

    /// Whether a word of the default condition mode keeps a node; words about neighbours that it has none of do.
    fn keeps(&self, node: usize, word: &str, presence: &Presence) -> bool {
        let of = |is_meant: &dyn Fn(&Relation) -> bool| -> Vec<usize> {
            (0..self.relations.len()).filter(|&id| is_meant(&self.relations[id])).collect()
        };
        let incoming = of(&|relation| relation.target == node);
        let outgoing = of(&|relation| relation.source == node);
        let hosting = of(&|relation| relation.source == node && relation.name.ends_with("host"));
        let artifacts: Vec<usize> = (0..self.artifacts.len()).filter(|&id| self.artifacts[id].node == node).collect();
        let source = |&id: &usize| presence.nodes[self.relations[id].source];
        let target = |&id: &usize| presence.nodes[self.relations[id].target];
        let is_wanted = |&id: &usize| self.manual_relation(id, presence);
        let is_there = |&id: &usize| presence.relations[id];
        match word {
            "host" => hosting.is_empty() || hosting.iter().any(target),
            "source" => outgoing.is_empty() || incoming.iter().any(source),
            "incoming" => incoming.is_empty() || incoming.iter().any(|id| source(id) && is_wanted(id)),
            "incomingnaive" => incoming.is_empty() || incoming.iter().any(is_there),
            "outgoing" => outgoing.is_empty() || outgoing.iter().any(|id| target(id) && is_wanted(id)),
            "outgoingnaive" => outgoing.is_empty() || outgoing.iter().any(is_there),
            "artifact" => artifacts.is_empty() || artifacts.iter().any(|&id| self.manual_artifact(id, presence)),
            _ => artifacts.is_empty() || artifacts.iter().any(|&id| presence.artifacts[id]),
        }
    }

    /// The best assignment: optimal number of nodes, then smallest along the element order.
    pub(super) fn expected(&self) -> Option<Presence> {
        let (nodes, relations) = (self.nodes.len(), self.relations.len());
        let count = nodes + relations + self.artifacts.len();
        let all = (0_usize..1 << count).map(|bits| {
            let bit = |place: usize| bits >> place & 1 == 1;
            Presence {
                nodes: (0..nodes).map(bit).collect(),
                relations: (nodes..nodes + relations).map(bit).collect(),
                artifacts: (nodes + relations..count).map(bit).collect(),
            }
        });
        let consistent: Vec<Presence> = all.filter(|presence| self.is_consistent(presence)).collect();
        consistent.into_iter().min_by_key(|presence| {
            let present = presence.nodes.iter().filter(|&&node| node).count().cast_signed();
            let cost = match self.direction {
                Some("min") => present,
                Some(_) => -present,
                None => 0,
            };
            (cost, self.element_order(presence))
        })
    }

    /// Types (present with what they belong to), nodes, relations, artifacts.
    fn element_order(&self, presence: &Presence) -> Vec<bool> {
        let mut order = Vec::new();
        for node in 0..self.nodes.len() {
            order.push(presence.nodes[node]);
            let own = (0..self.artifacts.len()).filter(|&id| self.artifacts[id].node == node);
            order.extend(own.map(|id| presence.artifacts[id]));
        }
        order.extend(&presence.nodes);
        order.extend(&presence.relations);
        order.extend(&presence.artifacts);
        order
    }
}
