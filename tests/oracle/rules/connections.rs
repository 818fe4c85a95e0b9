//! Which connections match which nodes, which are available, in which order, and what queries give.

use super::super::Case;

/// What is ruled; the relationship templates; requirements of the node `app` besides its host; other sections; and for
/// `app`, its host `box` and the node `lone` the connections that are available, or other things about them.
struct Row {
    rule: &'static str,
    templates: &'static str,
    requirement: &'static str,
    sections: &'static str,
    expected: [&'static str; 3],
}

/// Nodes `app` on `box`, which uses `disk`; `lone` is on nothing.
const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
relationship_types:
  wire.Base: {derived_from: tosca.relationships.ConnectsTo, properties: {KEY: {required: false, metadata: {env_vars: [W_KEY]}}}}
  wire.Thin: {derived_from: wire.Base}
  cord.Thin: {derived_from: tosca.relationships.Root, properties: {KEY: {default: d, metadata: {env_var: C_KEY}}, secret: {default: s}}}
capability_types: {plug.Any: {derived_from: tosca.capabilities.Root}, plug.Flat: {derived_from: plug.Any}}
node_types:
  rack.Box: {derived_from: tosca.nodes.Root, capabilities: {slot: plug.Flat}}
  rack.App: {derived_from: tosca.nodes.Root, requirements: [host: {relationship: tosca.relationships.HostedOn}, uses: {relationship: wire.Base}]}
  rack.Web: {derived_from: rack.App}
";

pub fn cases() -> Vec<Case> {
    ROWS.iter().map(case).collect()
}

fn case(row: &Row) -> Case {
    let nodes = format!(
        "{{app: {{type: rack.Web, requirements: [host: box{}]}}, \
        box: {{type: rack.Box, requirements: [uses: disk]}}, disk: {{type: tosca.nodes.Root}}, lone: {{type: rack.App}}}}",
        row.requirement
    );
    let types = TYPES.trim_end().replace('\n', "\n  ");
    let topology = format!("{{relationship_templates: {{{}}}, node_templates: {nodes}}}", row.templates);
    let input = format!("service_template:\n  {types}\n  topology_template: {topology}\n{}\n", row.sections);
    let task = |(node, expected): (&&str, &str)| {
        let what = if expected.starts_with('[') { format!("{{connections: {expected}}}") } else { expected.to_owned() };
        format!("  {node}: {what}\n")
    };
    let tasks = ["app", "box", "lone"].iter().zip(row.expected).map(task);
    let tasks: String = tasks.collect();
    Case { name: row.rule.to_owned(), input, expected: format!("outcome: ok\ntasks:\n{tasks}") }
}

const fn row(rule: &'static str, templates: &'static str, expected: [&'static str; 3]) -> Row {
    Row { rule, templates, requirement: "", sections: "", expected }
}

const NONE: &str = "[]";

#[rustfmt::skip] // A row is a line.
const ROWS: &[Row] = &[
    row("ANY", "c: {type: wire.Thin, default_for: ANY}", ["[c]"; 3]),
    row("a node, and what it hosts", "c: {type: wire.Thin, default_for: box}", ["[c]", "[c]", NONE]),
    row("a node, not what it is hosted on", "c: {type: wire.Thin, default_for: app}", ["[c]", NONE, NONE]),
    row("not what a node uses", "c: {type: wire.Thin, default_for: disk}", [NONE; 3]),
    row("a node type", "c: {type: wire.Thin, default_for: rack.Box}", ["[c]", "[c]", NONE]),
    row("an ancestor of a node type", "c: {type: wire.Thin, default_for: rack.App}", ["[c]", NONE, "[c]"]),
    row("the root of node types", "c: {type: wire.Thin, default_for: tosca.nodes.Root}", ["[c]"; 3]),
    row("a capability", "c: {type: wire.Thin, default_for: slot}", ["[c]", "[c]", NONE]),
    row("a capability type", "c: {type: wire.Thin, default_for: plug.Flat}", ["[c]", "[c]", NONE]),
    row("an ancestor of a capability type", "c: {type: wire.Thin, default_for: plug.Any}", ["[c]", "[c]", NONE]),
    row("a capability that all nodes have", "c: {type: wire.Thin, default_for: feature}", ["[c]"; 3]),
    row("names that match nothing", "c: {type: wire.Thin, default_for: nobody}", [NONE; 3]),
    row("SELF outside of requirements", "c: {type: wire.Thin, default_for: SELF}", [NONE; 3]),
    row("no part of a name", "c: {type: wire.Thin, default_for: Box}", [NONE; 3]),
    row("no default", "c: {type: wire.Thin}", [NONE; 3]),
    row("targets of the type do not filter", "c: {type: wire.Thin, default_for: ANY, properties: {KEY: k}}", ["[c]"; 3]),
    row("farthest first, then declared last", "a: {type: wire.Thin, default_for: app}, b: {type: cord.Thin, default_for: box}, c: {type: cord.Thin, default_for: box}", ["[c, b, a]", "[c, b]", NONE]),
    Row { rule: "SELF", templates: "", requirement: ", uses: {node: disk, relationship: {type: wire.Thin, default_for: SELF}}", sections: "", expected: ["[uses]", NONE, NONE] },
    Row { rule: "a requirement without a default", templates: "", requirement: ", uses: {node: disk, relationship: {type: wire.Thin}}", sections: "", expected: [NONE; 3] },
    Row { rule: "a requirement for all", templates: "", requirement: ", uses: {node: disk, relationship: {type: wire.Thin, default_for: ANY}}", sections: "", expected: ["[uses]"; 3] },
    Row { rule: "the environment says ANY", templates: "", requirement: "", sections: "environment: {connections: {e: {type: wire.Thin}}}", expected: ["[e]"; 3] },
    Row { rule: "unless it says otherwise", templates: "", requirement: "", sections: "environment: {connections: {e: {type: wire.Thin, default_for: lone}}}", expected: [NONE, NONE, "[e]"] },
    Row { rule: "and goes before the template", templates: "c: {type: cord.Thin, default_for: ANY}", requirement: "", sections: "environment: {connections: {c: {type: wire.Thin, default_for: box}}}", expected: ["[c]", "[c]", NONE] },
    Row { rule: "what an operation host has explicitly", templates: "c: {type: wire.Thin}", requirement: ", uses: {node: box, relationship: c}", sections: "operation_host: {box: app, lone: app}", expected: [NONE, "[c]", NONE] },
    Row { rule: "an operation host and what hosts the node", templates: "", requirement: ", uses: {node: box, relationship: {type: cord.Thin}}", sections: "operation_host: {app: app}", expected: ["[uses]", NONE, NONE] },
    Row { rule: "marked properties set variables", templates: "a: {type: cord.Thin, default_for: box, properties: {KEY: true}}, b: {type: wire.Thin, default_for: ANY}", requirement: "", sections: "", expected: [ "{connection_environment: {C_KEY: 'true'}}", "{connection_environment: {C_KEY: 'true'}}", "{connection_environment: {}}", ] },
    Row { rule: "defaults set variables, null does not", templates: "a: {type: cord.Thin, default_for: box}, b: {type: wire.Thin, default_for: ANY, properties: {KEY: ~}}", requirement: "", sections: "", expected: [ "{connection_environment: {C_KEY: d}}", "{connection_environment: {C_KEY: d}}", "{connection_environment: {}}", ] },
    Row { rule: "names, types and their ancestors", templates: "a: {type: wire.Thin, default_for: app, properties: {KEY: k}}, b: {type: cord.Thin, default_for: box}", requirement: "", sections: QUERIES, expected: [ "{queries: {name: k, type: k, ancestor: k, root: k, short: d, short_ancestor: ~, all: [d, k], none: ~, property: ~, names: [b, a], own_type: wire.Thin}}", "{queries: {name: ~, type: ~, ancestor: ~, root: ~, short: d, short_ancestor: ~, all: d, none: ~, property: ~, names: b, own_type: ~}}", "{queries: {name: ~, type: ~, ancestor: ~, root: ~, short: ~, short_ancestor: ~, all: ~, none: ~, property: ~, names: ~, own_type: ~}}", ] },
];

/// By name, by type in several ways, by nothing.
const QUERIES: &str = "queries: {name: '$connections::a::KEY', type: '$connections::wire.Thin::KEY', \
ancestor: '$connections::wire.Base::KEY', root: '$connections::tosca.relationships.ConnectsTo::KEY', \
short: '$connections::Thin::KEY', short_ancestor: '$connections::Base::KEY', all: '$connections::*::KEY', \
none: '$connections::c::KEY', property: '$connections::a::other', names: '$connections::*::.name', own_type: '$connections::a::.type'}";
