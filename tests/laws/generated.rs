//! Random templates over three boolean inputs and four nodes, with their meaning: rules that can be tried on all
//! assignments, and what resolving every configuration gives.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::question::{Sample, Variants, countable};
use variscope::analysis::value::{Configuration, Given, Provenance, Value};
use variscope::tosca::model::Model;

pub const INPUTS: [&str; 3] = ["a", "b", "c"];
pub const NODES: usize = 4;

/// A condition over inputs and presences of nodes.
#[derive(Clone, Debug)]
pub enum Formula {
    Input(usize),
    Node(usize),
    Not(Box<Formula>),
    All(&'static str, Vec<Formula>),
}

/// Values of inputs, and presences of nodes, one bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assignment {
    pub inputs: usize,
    pub nodes: usize,
}

impl Assignment {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..1 << INPUTS.len()).flat_map(|inputs| (0..1 << NODES).map(move |nodes| Self { inputs, nodes }))
    }

    pub fn has(self, node: usize) -> bool {
        self.nodes >> node & 1 == 1
    }
}

impl Formula {
    pub fn holds(&self, under: Assignment) -> bool {
        match self {
            Self::Input(place) => under.inputs >> place & 1 == 1,
            Self::Node(place) => under.has(*place),
            Self::Not(inner) => !inner.holds(under),
            Self::All(name, inner) => {
                let count = inner.iter().filter(|inner| inner.holds(under)).count();
                match *name {
                    "and" => count == inner.len(),
                    "or" => count > 0,
                    _ => count % 2 == 1,
                }
            }
        }
    }

    pub fn text(&self) -> String {
        match self {
            Self::Input(place) => format!("{{variability_input: {}}}", INPUTS[*place]),
            Self::Node(place) => format!("{{node_presence: n{place}}}"),
            Self::Not(inner) => format!("{{not: {}}}", inner.text()),
            Self::All(name, inner) => {
                let inner: Vec<String> = inner.iter().map(Self::text).collect();
                format!("{{{name}: [{}]}}", inner.join(", "))
            }
        }
    }
}

/// A formula over the inputs and the nodes before `nodes`.
pub fn formula(nodes: usize) -> impl Strategy<Value = Formula> {
    let leaf = (0..INPUTS.len() + nodes).prop_map(|place| match place.checked_sub(INPUTS.len()) {
        Some(node) => Formula::Node(node),
        None => Formula::Input(place),
    });
    leaf.prop_recursive(2, 5, 2, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| Formula::Not(Box::new(inner))),
            (select(vec!["and", "or", "xor"]), prop::collection::vec(inner, 2))
                .prop_map(|(name, inner)| Formula::All(name, inner)),
        ]
    })
}

/// A template: a condition for each node, and constraints.
#[derive(Clone, Debug)]
pub struct Template {
    pub options: String,
    pub constraints: Vec<Formula>,
    pub conditions: Vec<Formula>,
    /// Whether nodes have relations and properties, which checks are about.
    pub is_wired: bool,
}

/// What a line of a template demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rule {
    Constraint(usize),
    Condition(usize),
}

const HEAD: [&str; 5] = [
    "tosca_definitions_version: tosca_variability_1_0",
    "topology_template:",
    "  variability:",
    "    inputs: {a: {type: boolean}, b: {type: boolean}, c: {type: boolean}}",
    "    constraints:",
];

/// Lines between the constraints and the nodes.
const BETWEEN: usize = 2;

impl Template {
    /// In which conditions are only about nodes before: presences follow from the inputs.
    pub fn without_cycles() -> impl Strategy<Value = Self> {
        let conditions = (formula(0), formula(1), formula(2), formula(3));
        let constraints = prop::collection::vec(formula(NODES), 0..3);
        (conditions, constraints, any::<bool>()).prop_map(|((first, second, third, fourth), constraints, is_wired)| {
            Self {
                options: "optimization_topology_unique: false".to_owned(),
                constraints,
                conditions: vec![first, second, third, fourth],
                is_wired,
            }
        })
    }

    /// In which conditions are about all nodes.
    pub fn with_cycles(options: &'static [&'static str]) -> impl Strategy<Value = Self> {
        let conditions = prop::collection::vec(formula(NODES), NODES);
        let constraints = prop::collection::vec(formula(NODES), 0..2);
        (conditions, constraints, select(options)).prop_map(|(conditions, constraints, options)| Self {
            options: options.to_owned(),
            constraints,
            conditions,
            is_wired: false,
        })
    }

    pub fn text(&self) -> String {
        self.with_presets("{}")
    }

    /// With a section of presets on one line.
    pub fn with_presets(&self, presets: &str) -> String {
        let head = HEAD.iter().map(ToString::to_string);
        // Without constraints there has to be one that says nothing.
        let none = self.constraints.is_empty().then(|| "      []".to_owned());
        let constraints = self.constraints.iter().map(|formula| format!("      - {}", formula.text()));
        let between = [
            format!("    options: {{type_default_condition: true, {}}}", self.options),
            format!("    presets: {presets}"),
            "  node_templates:".to_owned(),
        ];
        let nodes = self.conditions.iter().enumerate().map(|(place, formula)| {
            let next = (place + 1) % NODES;
            let body = if self.is_wired {
                format!(", requirements: [{{to: n{next}}}], properties: [p: {{value: 1, conditions: {{variability_input: a}}}}]")
            } else {
                String::new()
            };
            format!("    n{place}: {{type: t, conditions: {}{body}}}", formula.text())
        });
        let lines: Vec<String> = head.chain(none).chain(constraints).chain(between).chain(nodes).collect();
        lines.join("\n") + "\n"
    }

    /// What the line with this number, from 1, demands.
    pub fn rule(&self, line: usize) -> Option<Rule> {
        let first = HEAD.len() + 1;
        let after = first + self.constraints.len().max(1);
        let nodes = after + BETWEEN + 1;
        if (first..first + self.constraints.len()).contains(&line) {
            return Some(Rule::Constraint(line - first));
        }
        (nodes..nodes + self.conditions.len()).contains(&line).then(|| Rule::Condition(line - nodes))
    }

    pub fn rules(&self) -> BTreeSet<Rule> {
        let constraints = (0..self.constraints.len()).map(Rule::Constraint);
        constraints.chain((0..self.conditions.len()).map(Rule::Condition)).collect()
    }

    /// Whether an assignment satisfies these rules.
    pub fn satisfies<'r>(&self, rules: impl IntoIterator<Item = &'r Rule>, under: Assignment) -> bool {
        rules.into_iter().all(|rule| match *rule {
            Rule::Constraint(place) => self.constraints[place].holds(under),
            Rule::Condition(place) => self.conditions[place].holds(under) == under.has(place),
        })
    }
}

/// Values for the first inputs, or those that are some.
pub fn configuration(values: [Option<bool>; 3]) -> Configuration {
    let mut configuration = Configuration::new();
    for (name, value) in INPUTS.iter().zip(values) {
        if let Some(value) = value {
            configuration.set(*name, Given { value: Value::Boolean(value), provenance: Provenance::Assumed });
        }
    }
    configuration
}

/// All configurations, by number.
pub fn configurations() -> Vec<Configuration> {
    (0..8).map(|number| configuration([0, 1, 2].map(|place| Some(number >> place & 1 == 1)))).collect()
}

/// Which elements are present under a configuration, if it is valid.
pub fn presences(model: &Model, configuration: &Configuration) -> Option<Vec<bool>> {
    let variant = Variants::of(model, configuration).unwrap().resolve().ok()?;
    Some(countable(model).into_iter().map(|id| variant.has(model, id)).collect())
}

/// The valid variants.
pub fn variants(model: &Model) -> BTreeSet<Vec<bool>> {
    configurations().iter().filter_map(|configuration| presences(model, configuration)).collect()
}

/// The presences that a sample claims, after it was tried.
pub fn replayed(model: &Model, sample: &Sample) -> Vec<bool> {
    let claimed: Vec<bool> = countable(model).iter().map(|id| sample.present.contains(id)).collect();
    assert_eq!(presences(model, &sample.configuration).as_ref(), Some(&claimed));
    claimed
}
