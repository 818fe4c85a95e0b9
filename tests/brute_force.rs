//! `resolve` against an evaluator that knows nothing of it: random templates of up to twelve elements, all assignments
//! tried one by one against the definitions of the language.

#[path = "brute_force/evaluator.rs"]
mod evaluator;
mod support;

use std::fmt::Write as _;

use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::question::Variants;
use variscope::analysis::value::Configuration;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{ElementId, Kind};

use support::model::loaded;

/// A condition over elements, which are named by their places.
#[derive(Clone, Debug)]
enum Condition {
    Constant(bool),
    Node(usize),
    Relation(usize),
    Artifact(usize),
    Not(Box<Condition>),
    All(&'static str, Vec<Condition>),
}

#[derive(Clone, Debug)]
struct Relation {
    source: usize,
    target: usize,
    name: &'static str,
    condition: Option<Condition>,
    is_default: bool,
}

#[derive(Clone, Debug)]
struct Artifact {
    node: usize,
    condition: Option<Condition>,
}

#[derive(Clone, Debug)]
struct Template {
    nodes: Vec<Option<Condition>>,
    relations: Vec<Relation>,
    artifacts: Vec<Artifact>,
    constraint: Option<Condition>,
    options: Vec<&'static str>,
    node_mode: Vec<&'static str>,
    relation_mode: Vec<&'static str>,
    direction: Option<&'static str>,
}

/// Which elements are present: nodes, relations, artifacts.
#[derive(Clone, Debug, PartialEq)]
struct Presence {
    nodes: Vec<bool>,
    relations: Vec<bool>,
    artifacts: Vec<bool>,
}

const HEAD: &str = "tosca_definitions_version: tosca_variability_1_0\n";

static OPTIONS: &[&str] = &[
    "node_default_condition",
    "node_pruning",
    "relation_default_condition",
    "relation_pruning",
    "artifact_default_condition",
    "artifact_pruning",
];

/// Words of default conditions of nodes, in an order that a mode may have.
static NODE_WORDS: &[&str] =
    &["host", "source", "incoming", "incomingnaive", "outgoing", "outgoingnaive", "artifact", "artifactnaive"];

static RELATION_WORDS: &[&str] = &["source", "target"];

fn condition(nodes: usize, relations: usize, artifacts: usize) -> impl Strategy<Value = Condition> {
    let leaf = (0..nodes + relations + artifacts + 1, any::<bool>()).prop_map(move |(place, constant)| match place {
        place if place < nodes => Condition::Node(place),
        place if place < nodes + relations => Condition::Relation(place - nodes),
        place if place < nodes + relations + artifacts => Condition::Artifact(place - nodes - relations),
        _ => Condition::Constant(constant),
    });
    leaf.prop_recursive(3, 8, 3, |inner| {
        let operator = select(&["and", "or", "xor", "exo", "amo"][..]);
        prop_oneof![
            inner.clone().prop_map(|inner| Condition::Not(Box::new(inner))),
            (operator, prop::collection::vec(inner.clone(), 0..4))
                .prop_map(|(name, inner)| Condition::All(name, inner)),
            (inner.clone(), inner).prop_map(|(left, right)| Condition::All("implies", vec![left, right])),
        ]
    })
}

fn template() -> impl Strategy<Value = Template> {
    (1_usize..=4, 0_usize..=4, 0_usize..=3).prop_flat_map(|(nodes, relations, artifacts)| {
        let any_condition = || prop::option::of(condition(nodes, relations, artifacts));
        let relation = (0..nodes, 0..nodes, select(&["host", "uses", "dev_host"][..]), any_condition()).prop_map(
            |(source, target, name, condition)| Relation { source, target, name, condition, is_default: false },
        );
        let artifact = (0..nodes, any_condition()).prop_map(|(node, condition)| Artifact { node, condition });
        (
            prop::collection::vec(any_condition(), nodes),
            prop::collection::vec(relation, relations),
            prop::collection::vec(artifact, artifacts),
            any_condition(),
            prop::sample::subsequence(OPTIONS, 0..=OPTIONS.len()),
            (prop::sample::subsequence(NODE_WORDS, 1..=3), prop::sample::subsequence(RELATION_WORDS, 1..=2)),
            select(&[None, Some("min"), Some("max")][..]),
            prop::option::of(0_usize..4),
        )
            .prop_map(|(nodes, mut relations, artifacts, constraint, options, modes, direction, default)| {
                // Conditions name relations by place; sorting by source keeps places equal to document order.
                relations.sort_by_key(|relation: &Relation| relation.source);
                let mut artifacts: Vec<Artifact> = artifacts;
                artifacts.sort_by_key(|artifact| artifact.node);
                if let Some(relation) = default.and_then(|place| relations.get_mut(place)) {
                    relation.is_default = true;
                    relation.condition = None;
                }
                let (node_mode, relation_mode) = modes;
                Template { nodes, relations, artifacts, constraint, options, node_mode, relation_mode, direction }
            })
    })
}

impl Template {
    fn place_in_node(&self, place: usize) -> usize {
        let source = self.relations[place].source;
        self.relations[..place].iter().filter(|relation| relation.source == source).count()
    }

    fn artifact_place_in_node(&self, place: usize) -> usize {
        let node = self.artifacts[place].node;
        self.artifacts[..place].iter().filter(|artifact| artifact.node == node).count()
    }

    fn write_condition(&self, condition: &Condition) -> String {
        match condition {
            Condition::Constant(value) => value.to_string(),
            Condition::Node(place) => format!("{{node_presence: n{place}}}"),
            Condition::Relation(place) => {
                format!("{{relation_presence: [n{}, {}]}}", self.relations[*place].source, self.place_in_node(*place))
            }
            Condition::Artifact(place) => {
                format!(
                    "{{artifact_presence: [n{}, {}]}}",
                    self.artifacts[*place].node,
                    self.artifact_place_in_node(*place)
                )
            }
            Condition::Not(inner) => format!("{{not: {}}}", self.write_condition(inner)),
            Condition::All(name, inner) => {
                let inner: Vec<String> = inner.iter().map(|inner| self.write_condition(inner)).collect();
                format!("{{{name}: [{}]}}", inner.join(", "))
            }
        }
    }

    fn yaml(&self) -> String {
        let options = self.options();
        let constraint = self.constraint.as_ref().map_or_else(String::new, |constraint| {
            format!("    constraints: [{}]\n", self.write_condition(constraint))
        });
        let mut yaml =
            format!("{HEAD}topology_template:\n  variability:\n    options:\n{options}{constraint}  node_templates:\n");
        for (place, condition) in self.nodes.iter().enumerate() {
            let _ = writeln!(yaml, "    n{place}:\n      type: t");
            self.write_conditions(&mut yaml, "      ", condition.as_ref());
            self.write_relations(&mut yaml, place);
            self.write_artifacts(&mut yaml, place);
        }
        yaml
    }

    /// The template with the keys of every mapping but `node_templates` in another order.
    fn yaml_with_other_key_order(&self) -> String {
        let mut yaml = String::from("topology_template:\n  node_templates:\n");
        for (place, condition) in self.nodes.iter().enumerate() {
            let _ = writeln!(yaml, "    n{place}:");
            self.write_artifacts(&mut yaml, place);
            self.write_relations(&mut yaml, place);
            self.write_conditions(&mut yaml, "      ", condition.as_ref());
            yaml.push_str("      type: t\n");
        }
        yaml.push_str("  variability:\n");
        if let Some(constraint) = &self.constraint {
            let _ = writeln!(yaml, "    constraints: [{}]", self.write_condition(constraint));
        }
        let options = self.options();
        let mut options: Vec<&str> = options.lines().collect();
        options.reverse();
        let _ = writeln!(yaml, "    options:\n{}\n{HEAD}", options.join("\n"));
        yaml
    }

    fn options(&self) -> String {
        let mut options = String::from(
            "      checks: false\n      optimization_topology_unique: false\n      type_default_condition: true\n",
        );
        for option in &self.options {
            let _ = writeln!(options, "      {option}: true");
        }
        for (kind, mode) in [("node", &self.node_mode), ("relation", &self.relation_mode)] {
            let _ = writeln!(options, "      {kind}_default_condition_mode: {}", mode.join("-"));
        }
        if let Some(direction) = self.direction {
            let _ = writeln!(options, "      optimization_topology: {direction}");
        }
        options
    }

    fn write_conditions(&self, yaml: &mut String, indent: &str, condition: Option<&Condition>) {
        if let Some(condition) = condition {
            let _ = writeln!(yaml, "{indent}conditions: {}", self.write_condition(condition));
        }
    }

    fn write_relations(&self, yaml: &mut String, node: usize) {
        let own: Vec<&Relation> = self.relations.iter().filter(|relation| relation.source == node).collect();
        if !own.is_empty() {
            yaml.push_str("      requirements:\n");
        }
        for relation in own {
            let _ = writeln!(yaml, "        - {}:\n            node: n{}", relation.name, relation.target);
            self.write_conditions(yaml, "            ", relation.condition.as_ref());
            if relation.is_default {
                yaml.push_str("            default_alternative: true\n");
            }
        }
    }

    fn write_artifacts(&self, yaml: &mut String, node: usize) {
        let own = self.artifacts.iter().enumerate().filter(|(_, artifact)| artifact.node == node);
        for (count, (place, artifact)) in own.enumerate() {
            if count == 0 {
                yaml.push_str("      artifacts:\n");
            }
            let _ = writeln!(yaml, "        - a{place}:\n            file: f");
            self.write_conditions(yaml, "            ", artifact.condition.as_ref());
        }
    }
}

fn resolved(yaml: &str) -> Option<Presence> {
    let loaded = loaded(yaml, Profile::D);
    assert_eq!(loaded.diagnostics, [], "{yaml}");
    let model = loaded.model.expect("the template is sound");
    let configuration = Configuration::default();
    let variants = Variants::of(&model, &configuration).expect("the conditions are sound");
    let variant = match variants.resolve() {
        Ok(variant) => variant,
        Err(diagnostics) => {
            assert_eq!(diagnostics[0].sentence(), "Could not solve", "{yaml}");
            return None;
        }
    };
    let of_kind = |kind| -> Vec<bool> {
        let ids: Vec<ElementId> = model.of_kind(kind).collect();
        ids.into_iter().map(|id| variant.has(&model, id)).collect()
    };
    Some(Presence {
        nodes: of_kind(Kind::Node),
        relations: of_kind(Kind::Relation),
        artifacts: of_kind(Kind::Artifact),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn resolve_finds_the_best_assignment(template in template()) {
        let yaml = template.yaml();
        prop_assert_eq!(resolved(&yaml), template.expected(), "{}", yaml);
    }

    #[test]
    fn key_order_does_not_matter(template in template()) {
        let (yaml, other) = (template.yaml(), template.yaml_with_other_key_order());
        prop_assert_eq!(resolved(&yaml), resolved(&other), "{}\n{}", yaml, other);
    }
}
