//! Random templates with inputs of every kind: read by conditions, by property expressions, by rules between inputs, or by
//! nothing; and what resolving many of their configurations gives.

use std::collections::BTreeSet;

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use variscope::analysis::question::{Variants, countable};
use variscope::analysis::value::{Configuration, Given, Provenance, Value, check_given};
use variscope::source::Sources;
use variscope::source::diagnostic::Diagnostic;
use variscope::source::syntax::yaml::Tree;
use variscope::tosca::model::Model;

/// An input: what is declared, and values of which every condition and every expression below meets all that matter.
struct Declared {
    name: &'static str,
    declaration: &'static str,
    values: &'static [&'static str],
}

const DECLARED: [Declared; 14] = [
    Declared { name: "on", declaration: "type: boolean", values: &["true", "false"] },
    Declared { name: "ha", declaration: "type: boolean", values: &["true", "false"] },
    Declared { name: "extra", declaration: "type: boolean, default: false", values: &["true", "false"] },
    Declared { name: "size", declaration: "type: integer, constraints: [{valid_values: [1, 2]}]", values: &["1", "2"] },
    Declared {
        name: "count",
        declaration: "type: integer, constraints: [{in_range: [0, 3]}]",
        values: &["0", "1", "2", "3"],
    },
    Declared { name: "free", declaration: "type: integer", values: &["-2", "0", "1", "2", "3", "12"] },
    Declared {
        name: "env",
        declaration: "type: string, constraints: [{valid_values: [dev, prod]}]",
        values: &["dev", "prod"],
    },
    Declared { name: "text", declaration: "type: string", values: &["a", "a-b", "a-b-c", "''"] },
    Declared {
        name: "zone",
        declaration: "type: string, constraints: [{min_length: 2}, {max_length: 4}]",
        values: &["eu", "a-b", "abcd"],
    },
    Declared {
        name: "word",
        declaration: "type: string, constraints: [{greater_than: m}, {less_than: mm}]",
        values: &["ma"],
    },
    Declared {
        name: "share",
        declaration: "type: float, constraints: [{greater_than: 0}, {less_than: 0.5}]",
        values: &["0.25"],
    },
    Declared { name: "items", declaration: "type: list, constraints: [{min_length: 2}]", values: &["[1, 2]"] },
    Declared { name: "limits", declaration: "type: map", values: &["{cpu: 1}"] },
    Declared { name: "late", declaration: "type: integer, default_expression: {add: [1, 2]}", values: &["3", "4"] },
];

/// Inputs that are selected or not, to which rules apply.
const SELECTED: [&str; 4] = ["on", "ha", "extra", "count"];

const KEYWORDS: [&str; 6] = ["requires", "excludes", "mandatory", "optional", "choices", "alternatives"];

/// What an expression reads, and the expression.
type Reading = (&'static [&'static str], &'static str);

const CONDITIONS: [Reading; 8] = [
    (&["on"], "{variability_input: on}"),
    (&["ha"], "{variability_input: ha}"),
    (&["extra"], "{not: {variability_input: extra}}"),
    (&["env"], "{equal: [{variability_input: env}, dev]}"),
    (&["count"], "{greater: [{variability_input: count}, 1]}"),
    (&["free"], "{greater: [{variability_input: free}, 2]}"),
    (&["text"], "{equal: [{variability_input: text}, a-b]}"),
    (&["late"], "{greater: [{variability_input: late}, 3]}"),
];

const VALUES: [Reading; 14] = [
    (&["size"], "{variability_input: size}"),
    (&["count"], "{add: [{variability_input: count}, 1]}"),
    (&["env"], "{concat: [{variability_input: env}, x]}"),
    (&["items"], "{variability_input: items}"),
    (&["limits"], "{variability_input: limits}"),
    (&["share"], "{mul: [{variability_input: share}, 2]}"),
    (&["word"], "{variability_input: word}"),
    (&["late"], "{variability_input: late}"),
    // These have no value for some of the values that the inputs may have.
    (&["count"], "{div: [12, {variability_input: count}]}"),
    (&["free"], "{mod: [7, {variability_input: free}]}"),
    (&["free"], "{div: [1, {sub: [{variability_input: free}, 2]}]}"),
    (&["text"], "{token: [{variability_input: text}, '-', 2]}"),
    (&["zone"], "{token: [{variability_input: zone}, '-', 1]}"),
    // This one has a value where n0 is present.
    (&[], "{token: [{concat: [{node_presence: n0}, x]}, u, 1]}"),
];

/// A node: its condition and the expression of a property, each by number among those that are possible.
#[derive(Clone, Debug)]
struct Node {
    condition: Option<usize>,
    /// Joined to the condition: the presence of the next node, or its absence.
    next: Option<bool>,
    value: Option<(usize, bool)>,
}

/// A rule between inputs: its source, its keyword, its targets.
type Rule = (usize, &'static str, Vec<usize>);

/// A random template.
#[derive(Clone, Debug)]
pub struct Template {
    /// Places among those that can be declared.
    inputs: Vec<usize>,
    rules: Vec<Rule>,
    nodes: Vec<Node>,
    constraint: Option<(usize, bool)>,
    /// What happens with presences in cycles.
    options: &'static str,
}

/// Which rules between inputs a template has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rules {
    /// None.
    Without,
    /// Some.
    With,
}

const OPTIONS: [&str; 3] = [
    "optimization_topology: max, optimization_topology_unique: false",
    "optimization_topology: min",
    "optimization_topology: false, optimization_topology_unique: false",
];

impl Template {
    /// Any.
    pub fn any(rules: Rules) -> impl Strategy<Value = Self> {
        let inputs = subsequence((0..DECLARED.len()).collect::<Vec<_>>(), 2..=5);
        let rule =
            (0..SELECTED.len(), select(&KEYWORDS[..]), subsequence((0..SELECTED.len()).collect::<Vec<_>>(), 1..3));
        let most = if rules == Rules::With { 3 } else { 0 };
        let few = usize::from(rules == Rules::With);
        let node = (
            prop::option::of(0..8_usize),
            prop::option::weighted(0.3, any::<bool>()),
            prop::option::of((0..9_usize, any::<bool>())),
        );
        let node = node.prop_map(|(condition, next, value)| Node { condition, next, value });
        (
            inputs,
            prop::collection::vec(rule, few..=most),
            prop::collection::vec(node, 1..4),
            prop::option::of((0..8_usize, any::<bool>())),
            select(&OPTIONS[..]),
        )
            .prop_map(|(inputs, rules, nodes, constraint, options)| Self {
                inputs,
                rules,
                nodes,
                constraint,
                options,
            })
    }

    fn declared(&self) -> impl Iterator<Item = &'static Declared> + '_ {
        self.inputs.iter().map(|&place| &DECLARED[place])
    }

    fn has(&self, name: &str) -> bool {
        self.declared().any(|input| input.name == name)
    }

    /// Those of `readings` for which there are inputs.
    fn possible<'r>(&self, readings: &'r [Reading]) -> Vec<&'r str> {
        let is_possible = |(inputs, _): &&Reading| inputs.iter().all(|name| self.has(name));
        readings.iter().filter(is_possible).map(|(_, text)| *text).collect()
    }

    fn chosen(&self, readings: &'static [Reading], number: usize) -> Option<&'static str> {
        let possible = self.possible(readings);
        possible.get(number % possible.len().max(1)).copied()
    }

    /// Rules whose inputs are declared, one for each source.
    fn rules(&self, source: &str) -> Option<String> {
        let is_here = |(own, _, targets): &&Rule| {
            SELECTED[*own] == source && targets.iter().all(|&target| self.has(SELECTED[target]) && target != *own)
        };
        let (_, keyword, targets) = self.rules.iter().find(is_here)?;
        let targets: Vec<&str> = targets.iter().map(|&target| SELECTED[target]).collect();
        Some(format!(", {keyword}: [{}]", targets.join(", ")))
    }

    fn condition(&self, place: usize) -> Option<String> {
        let node = &self.nodes[place];
        let own = node.condition.and_then(|number| self.chosen(&CONDITIONS, number)).map(str::to_owned);
        let next = node.next.map(|is_present| {
            let presence = format!("{{node_presence: n{}}}", (place + 1) % self.nodes.len());
            if is_present { presence } else { format!("{{not: {presence}}}") }
        });
        let parts: Vec<String> = own.into_iter().chain(next).collect();
        (!parts.is_empty()).then(|| format!(", conditions: [{}]", parts.join(", ")))
    }

    /// The template with these presets, one on a line.
    pub fn text(&self, presets: &[String]) -> String {
        let mut lines = vec![
            "tosca_definitions_version: tosca_variability_1_0".to_owned(),
            "topology_template:".to_owned(),
            "  variability:".to_owned(),
            format!("    options: {{type_default_condition: true, {}}}", self.options),
            "    inputs:".to_owned(),
        ];
        lines.extend(self.declared().map(|Declared { name, declaration, .. }| {
            format!("      {name}: {{{declaration}{}}}", self.rules(name).unwrap_or_default())
        }));
        lines.extend((!presets.is_empty()).then(|| "    presets:".to_owned()));
        lines.extend(
            presets.iter().enumerate().map(|(place, inputs)| format!("      p{place}: {{inputs: {{{inputs}}}}}")),
        );
        let constraint = self.constraint.and_then(|(number, holds)| Some((self.chosen(&CONDITIONS, number)?, holds)));
        lines.extend(constraint.map(|(condition, holds)| {
            let condition = if holds { condition.to_owned() } else { format!("{{not: {condition}}}") };
            format!("    constraints: [{condition}]")
        }));
        lines.push("  node_templates:".to_owned());
        for (place, node) in self.nodes.iter().enumerate() {
            let value = node.value.and_then(|(number, is_bound)| Some((self.chosen(&VALUES, number)?, is_bound)));
            let value = value.map(|(expression, is_bound)| {
                let condition =
                    if is_bound { format!(", conditions: {{node_presence: n{place}}}") } else { String::new() };
                format!(", properties: [{{p: {{expression: {expression}{condition}}}}}]")
            });
            let (condition, value) = (self.condition(place).unwrap_or_default(), value.unwrap_or_default());
            lines.push(format!("    n{place}: {{type: t{condition}{value}}}"));
        }
        lines.join("\n") + "\n"
    }

    /// For each declared input its name and, in YAML, values that meet everything that matters.
    pub fn values(&self) -> Vec<(&'static str, &'static [&'static str])> {
        self.declared().map(|input| (input.name, input.values)).collect()
    }

    /// All combinations of these values.
    pub fn configurations(&self) -> Vec<Configuration> {
        self.completions(&Configuration::new())
    }

    /// All combinations of these values for the inputs to which nothing is given.
    pub fn completions(&self, given: &Configuration) -> Vec<Configuration> {
        let mut all = vec![given.clone()];
        for (name, values) in self.values().into_iter().filter(|(name, _)| given.value(name).is_none()) {
            let with = |configuration: &Configuration, text: &&str| {
                let mut longer = configuration.clone();
                longer.set(name, assumed(value(text)));
                longer
            };
            all = all.iter().flat_map(|one| values.iter().map(|text| with(one, text)).collect::<Vec<_>>()).collect();
        }
        all
    }
}

pub fn assumed(value: Value) -> Given {
    Given { value, provenance: Provenance::Assumed }
}

/// A value in YAML.
pub fn value(text: &str) -> Value {
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add("value.yaml", text);
    let root = tree.parse(&sources, file).0.unwrap();
    Value::from_yaml(tree.at(root))
}

/// The presences that a configuration gives, or what stands against it.
pub fn resolved(model: &Model, configuration: &Configuration) -> Result<Vec<bool>, Vec<Diagnostic>> {
    let variant = Variants::of(model, configuration).unwrap().resolve()?;
    Ok(countable(model).into_iter().map(|id| variant.has(model, id)).collect())
}

/// The variants that these configurations give.
pub fn variants(model: &Model, configurations: &[Configuration]) -> BTreeSet<Vec<bool>> {
    configurations.iter().filter_map(|configuration| resolved(model, configuration).ok()).collect()
}

/// What is missing in a configuration, or does not fit its declaration.
pub fn flaws(model: &Model, configuration: &Configuration) -> Vec<String> {
    let language = model.language();
    let has_own = |name: &str| {
        let declaration = language.input(name).unwrap();
        declaration.get("default").is_some() || declaration.get("default_expression").is_some()
    };
    let missing = language.inputs().map(|(name, _)| name).filter(|name| configuration.value(name).is_none());
    let missing = missing.filter(|name| !has_own(name)).map(|name| format!("no value of {name}"));
    missing.chain(check_given(&language, configuration).into_iter().map(|fault| fault.message)).collect()
}
