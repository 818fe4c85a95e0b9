//! Random templates with all that the language has: every kind of element, each profile in its own words, options,
//! alternatives, technologies, inputs of all types with rules between them, cycles, optimisation and presets.
//!
//! A template is drawn in parts that know nothing of each other ([`pick::Pick`] chooses later from whatever there is) and
//! is then written down. Invariant: what is written can be read without an error, and its conditions are well-formed.

mod artifacts;
mod comparisons;
mod conditions;
mod configurations;
mod edits;
mod elements;
mod expressions;
mod groups;
mod inputs;
mod keywords;
mod modes;
mod nodes;
mod options;
mod pick;
mod places;
mod presets;
mod properties;
mod random;
mod relations;
mod rules;
mod scope;
mod technologies;
mod topology;
mod types;
mod vocabulary;

use std::fmt;

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::LoadOptions;

use self::conditions::Condition;
pub use self::configurations::{Configurations, Values};
pub use self::edits::edit;
use self::elements::Presence;
use self::expressions::Expressions;
use self::groups::{Group, Policy};
use self::inputs::Input;
pub use self::inputs::{Openness, Shape};
use self::nodes::{Around, Node, template_name};
use self::options::Options;
use self::pick::seldom;
use self::presets::Preset;
pub use self::properties::PRICE;
use self::scope::Scope;
use self::technologies::TechnologyRule;
use self::topology::Output;

/// A template.
#[derive(Clone)]
pub struct Template {
    pub profile: Profile,
    options: Options,
    inputs: Vec<Input>,
    /// Whether the first input is named like the id of the first node, which makes it a condition of that node.
    has_telling_name: bool,
    expressions: Expressions,
    constraints: Vec<Condition>,
    presets: Vec<Preset>,
    nodes: Vec<Node>,
    groups: Vec<Group>,
    policies: Vec<Policy>,
    topology_inputs: Vec<Presence>,
    outputs: Vec<Output>,
    imports: Vec<Presence>,
    /// Whether technologies matter.
    wants_technologies: bool,
    technology_rules: Vec<TechnologyRule>,
    /// Whether conditions may ask for elements that ask back.
    has_cycles: bool,
    /// For values of inputs that have too many.
    seed: u64,
}

/// Templates of all profiles, most of them of the last one, and most of them with few configurations.
pub fn templates() -> impl Strategy<Value = Template> {
    let of_all = |openness| {
        prop_oneof![
            6 => template(Profile::D, openness),
            1 => template(Profile::A, openness),
            1 => template(Profile::B, openness),
            1 => template(Profile::C, openness),
        ]
    };
    prop_oneof![3 => of_all(Openness::Closed), 1 => of_all(Openness::Open)]
}

/// Templates with an input of infinitely many values.
pub fn open_templates() -> impl Strategy<Value = Template> {
    let any = prop_oneof![6 => template(Profile::D, Openness::Open), 1 => template(Profile::C, Openness::Open)];
    any.prop_filter("an input is open", |template| template.inputs.iter().any(|input| input.shape.values().is_none()))
}

/// Templates of one profile.
fn template(profile: Profile, openness: Openness) -> BoxedStrategy<Template> {
    let constraints = prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(conditions::condition(), 1..3)];
    let values = (inputs::inputs(openness), seldom(12), expressions::expressions(), constraints, presets::presets());
    let topology = (topology::inputs(), topology::outputs(), topology::imports());
    let technologies = (seldom(4), technologies::rules());
    let elements = (nodes::nodes(), groups::groups(), groups::policies(), topology, technologies, any::<bool>());
    (options::options(), values, elements, any::<u64>())
        .prop_map(move |(options, values, elements, seed)| {
            let (inputs, has_telling_name, expressions, constraints, presets) = values;
            let (nodes, groups, policies, topology, technologies, has_cycles) = elements;
            let (topology_inputs, outputs, imports) = topology;
            let (wants_technologies, technology_rules) = technologies;
            let calls_by_name = matches!(profile, Profile::B | Profile::C);
            let nodes = if calls_by_name { nodes.into_iter().map(Node::naming_relations).collect() } else { nodes };
            Template {
                profile,
                options,
                inputs,
                has_telling_name,
                expressions,
                constraints,
                presets,
                nodes,
                groups,
                policies,
                topology_inputs,
                outputs,
                imports,
                wants_technologies,
                technology_rules,
                has_cycles,
                seed,
            }
        })
        .boxed()
}

impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.load_options().options.map(|options| format!("# options: {options}\n")).unwrap_or_default();
        write!(f, "# profile {}\n{options}{}", self.profile, self.text())
    }
}

impl Template {
    /// How it is read. Profile B takes options in the call.
    pub fn load_options(&self) -> LoadOptions {
        let options = (self.profile == Profile::B).then(|| json!(self.options.written(self.profile)).to_string());
        LoadOptions { profile: Some(self.profile), options }
    }

    /// The template as its author would write it.
    pub fn text(&self) -> String {
        serde_yaml::to_string(&self.document()).expect("there is nothing that YAML cannot write")
    }

    /// The variability inputs by name.
    pub fn inputs(&self) -> Vec<(String, &Input)> {
        self.input_names().into_iter().zip(&self.inputs).collect()
    }

    fn input_names(&self) -> Vec<String> {
        let is_telling = |place: usize| {
            let is_first = place == 0 && self.has_telling_name && self.profile == Profile::D;
            is_first && self.inputs[0].shape == Shape::Boolean
        };
        let name = |place| if is_telling(place) { "node.n0".to_owned() } else { format!("x{place}") };
        (0..self.inputs.len()).map(name).collect()
    }

    fn has_technologies(&self) -> bool {
        self.wants_technologies && self.profile == Profile::D
    }

    /// Whether the technologies of nodes are those that the author names, so that their places are known.
    fn names_technologies(&self) -> bool {
        self.has_technologies() && self.technology_rules.is_empty()
    }

    fn ordinary_groups(&self) -> Vec<String> {
        let groups = self.groups.iter().enumerate().filter(|(_, group)| !group.hands_on(self.profile));
        groups.map(|(place, _)| format!("g{place}")).collect()
    }

    /// What may be mentioned anywhere: no presences.
    fn values(&self) -> Scope {
        let (conditions, values) = self.expressions.names();
        let inputs = self.inputs().into_iter().map(|(name, input)| (name, input.shape)).collect();
        Scope { profile: self.profile, inputs, presences: Vec::new(), conditions, values }
    }

    /// What conditions of the node with this number may mention: without cycles, the nodes before it.
    fn scope_of_node(&self, number: usize) -> Scope {
        if self.has_cycles {
            return self.scope_of_all();
        }
        self.values().and((0..number).flat_map(|number| places::of_node(self, number)))
    }

    /// What conditions of groups and policies may mention.
    fn scope_of_groups(&self) -> Scope {
        if self.has_cycles { self.scope_of_all() } else { self.scope_of_nodes() }
    }

    fn scope_of_nodes(&self) -> Scope {
        let asked = (0..self.nodes.len()).flat_map(|number| places::of_node(self, number));
        self.values().and(asked)
    }

    /// What constraints may mention.
    fn scope_of_all(&self) -> Scope {
        let asked = places::of_groups(self).into_iter().chain(places::of_topology(self));
        self.scope_of_nodes().and(asked)
    }

    fn document(&self) -> Json {
        let mut document = Map::new();
        document.insert("tosca_definitions_version".to_owned(), json!(self.options.version(self.profile)));
        if !self.imports.is_empty() {
            let scope = self.scope_of_groups();
            document.insert("imports".to_owned(), topology::written_imports(&self.imports, &scope));
        }
        if self.profile == Profile::D {
            let derived = |name: &&str| (format!("node.{name}"), json!({ "derived_from": "tosca.nodes.Root" }));
            document.insert("node_types".to_owned(), types::NAMES.iter().map(derived).collect::<Map<_, _>>().into());
        }
        document.insert("topology_template".to_owned(), Json::Object(self.topology()));
        Json::Object(document)
    }

    fn topology(&self) -> Map<String, Json> {
        let mut topology = Map::new();
        let mut add = |name: &str, section: Json| {
            let is_empty =
                section.as_object().is_some_and(Map::is_empty) || section.as_array().is_some_and(Vec::is_empty);
            if !is_empty {
                topology.insert(name.to_owned(), section);
            }
        };
        let scope = self.scope_of_groups();
        add("variability", Json::Object(self.variability()));
        add("inputs", topology::written_inputs(&self.topology_inputs, &scope));
        add("node_templates", Json::Object(self.written_nodes()));
        add("relationship_templates", Json::Object(self.written_relationships()));
        let groups = self.groups.iter().enumerate();
        let groups = groups.map(|(place, group)| (format!("g{place}"), group.written(&self.nodes, &scope)));
        add("groups", Json::Object(groups.collect()));
        let nodes = (0..self.nodes.len()).map(|number| format!("n{number}"));
        let targets: Vec<String> = nodes.chain(self.ordinary_groups()).collect();
        let policies = self.policies.iter().enumerate();
        let policies = policies.map(|(place, policy)| json!({ format!("p{place}"): policy.written(&targets, &scope) }));
        add("policies", policies.collect());
        if topology::knows_outputs(self.profile) {
            add("outputs", topology::written_outputs(&self.outputs, self.nodes.len(), &scope));
        }
        topology
    }

    fn variability(&self) -> Map<String, Json> {
        let mut variability = Map::new();
        let mut add = |name: &str, section: Option<Json>| {
            if let Some(section) = section {
                variability.insert(name.to_owned(), section);
            }
        };
        let names = self.input_names();
        let inputs = names.iter().zip(&self.inputs).map(|(name, input)| {
            // Rules are mostly about what can be chosen or not: everything but false and 0 counts as chosen.
            let others =
                names.iter().zip(&self.inputs).filter(|(other, _)| *other != name && self.profile == Profile::D);
            let (chosen, others): (Vec<_>, Vec<_>) = others.partition(|(_, other)| other.shape == Shape::Boolean);
            let targets = if chosen.is_empty() { others } else { chosen };
            let targets: Vec<String> = targets.into_iter().map(|(other, _)| other.clone()).collect();
            (name.clone(), input.declaration(&targets))
        });
        add("inputs", Some(Json::Object(inputs.collect())));
        add("expressions", self.expressions.section(&self.scope_of_named()));
        add("presets", presets::section(&self.presets, &self.inputs, &names));
        if self.profile >= Profile::C {
            let options = self.options.written(self.profile);
            add("options", (!options.is_empty()).then_some(Json::Object(options)));
        }
        if self.profile == Profile::D {
            let scope = self.scope_of_all();
            let constraints: Vec<Json> = self.constraints.iter().map(|condition| condition.written(&scope)).collect();
            add("constraints", (!constraints.is_empty()).then(|| json!(constraints)));
            let rules = if self.has_technologies() { self.technology_rules.as_slice() } else { &[] };
            add("qualities", technologies::section(rules, &self.values()));
        }
        variability
    }

    /// What named conditions may mention. Where there are no cycles, they ask for no presence.
    fn scope_of_named(&self) -> Scope {
        if self.has_cycles { self.scope_of_nodes() } else { self.values() }
    }

    fn written_nodes(&self) -> Map<String, Json> {
        let read = self.read();
        let node = |(number, node): (usize, &Node)| {
            let scope = self.scope_of_node(number);
            let has_technologies = self.has_technologies();
            let around = Around { scope: &scope, nodes: self.nodes.len(), read: &read, has_technologies };
            (format!("n{number}"), node.written(number, &around))
        };
        self.nodes.iter().enumerate().map(node).collect()
    }

    fn written_relationships(&self) -> Map<String, Json> {
        let read = self.read();
        let mut written = Map::new();
        for (number, node) in self.nodes.iter().enumerate() {
            let scope = self.scope_of_node(number);
            for (place, relation) in node.relations.iter().enumerate() {
                if let Some(template) = &relation.template {
                    written.insert(template_name(number, place), template.written(&read, &scope));
                }
            }
        }
        written
    }

    /// Values of properties that read something of the topology.
    fn read(&self) -> Vec<Json> {
        let inputs = (0..self.topology_inputs.len()).map(|place| json!({ "get_input": format!("i{place}") }));
        let nodes = (0..self.nodes.len()).map(|number| json!({ "get_property": [format!("n{number}"), "p"] }));
        inputs.chain(nodes).collect()
    }
}
