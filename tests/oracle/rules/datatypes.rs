//! Effective fields, layers of values, completion, type checks and constraints.

use super::super::Case;

/// What is ruled, the data types, the properties of the node type, the values of the node, and what they become; or the
/// classes and paths of errors.
type Row = (&'static str, &'static str, &'static str, &'static str, Result<&'static str, &'static str>);

/// What is ruled, sections of types, the node or the topology without it, and what comes of that.
type Whole = (&'static str, &'static str, &'static str, Result<&'static str, &'static str>);

/// Data types of most rows: `Spot` has a default, `Pair` none, `Tree` and `Ring` refer to themselves.
const TYPES: &str = "\
Spot: {properties: {x: {type: integer}, y: {type: integer, default: 2}}}, \
Full: {properties: {a: {type: integer, default: 1}, b: {type: string, default: z}, c: {required: false}}}, \
Pair: {properties: {one: {type: Spot}, other: {type: Spot, default: {x: 9}}}}, \
Tree: {properties: {v: {type: integer, default: 0}, next: {type: Tree, required: false}}}, \
Ring: {properties: {v: {type: integer, default: 0}, next: {type: Ring}}}, \
Port: {derived_from: integer, constraints: [{in_range: [1, 99]}]}, \
Door: {derived_from: Port, constraints: [{greater_than: 9}]}, \
Bare: {description: nothing}, \
Open: {metadata: {additionalProperties: true}, properties: {x: {type: integer}}}";

pub fn cases() -> Vec<Case> {
    let of_node = ROWS.iter().map(|&(rule, types, declared, given, expected)| {
        let types = format!(
            "data_types: {{{TYPES}{types}}}\nnode_types: {{N: {{derived_from: tosca.nodes.Root, properties: {declared}}}}}"
        );
        case(rule, &types, "", &format!("{{type: N, properties: {given}}}"), expected)
    });
    let of_type = CHAINS.iter().map(|&(rule, types, node, expected)| {
        let types = format!("data_types: {{{TYPES}}}\n{types}");
        case(rule, &types, "", node, expected)
    });
    let of_topology = WHOLE.iter().map(|&(rule, types, topology, expected)| {
        let node = "{type: tosca.nodes.Root}";
        case(rule, &format!("data_types: {{{TYPES}}}\n{types}"), topology, node, expected)
    });
    of_node.chain(of_type).chain(of_topology).collect()
}

fn case(rule: &str, types: &str, topology: &str, node: &str, expected: Result<&str, &str>) -> Case {
    let version = "tosca_definitions_version: tosca_simple_yaml_1_3";
    let nodes = format!("{topology}node_templates: {{n: {node}}}");
    let input = format!("{version}\n{types}\ntopology_template: {{{nodes}}}\n");
    let error = |error: &str| {
        let (class, at) = error.split_once(' ').expect("a class and a path");
        format!("{{class: {class}, at: '{at}'}}")
    };
    let expected = match expected {
        Ok(sections) if topology.is_empty() => format!("outcome: ok\nnodes: {{n: {{properties: {sections}}}}}"),
        Ok(sections) => format!("outcome: ok\nnodes: {{n: {{properties: {{}}}}}}\n{sections}"),
        Err(errors) => {
            let errors: Vec<String> = errors.split(", ").map(error).collect();
            format!("outcome: invalid\nerrors: [{}]", errors.join(", "))
        }
    };
    Case { name: rule.to_owned(), input, expected }
}

#[rustfmt::skip] // A row is a line.
const ROWS: &[Row] = &[
    // Declarations.
    ("no type: any value", "", "{p: {}, q: {}, r: }", "{p: {x: [1]}, q: 1, r: s}", Ok("{p: {x: [1]}, q: 1, r: s}")),
    ("a name is a type", "", "{p: integer}", "{p: x}", Err("wrong_type n.p")),
    ("a child adds fields", ", S: {derived_from: Spot, properties: {z: {type: integer}}}", "{p: {type: S}}", "{p: {x: 1, z: 3}}", Ok("{p: {x: 1, y: 2, z: 3}}")),
    ("a child drops default and required", ", S: {derived_from: Spot, properties: {y: {type: integer}}}", "{p: {type: S}}", "{p: {x: 1}}", Err("missing_property n.p.y")),
    ("a child that leaves the type out takes any", ", S: {derived_from: Spot, properties: {x: {default: word}}}", "{p: {type: S}}", "{}", Ok("{p: {x: word, y: 2}}")),
    ("the same data type: defaults merge", ", P: {derived_from: Pair, properties: {other: {type: Spot, default: {y: 5}}}}", "{p: {type: P}}", "{p: {one: {x: 1}}}", Ok("{p: {one: {x: 1, y: 2}, other: {x: 9, y: 5}}}")),
    ("the same data type: a default stays", ", P: {derived_from: Pair, properties: {other: {type: Spot}}}", "{p: {type: P}}", "{p: {one: {x: 1}}}", Ok("{p: {one: {x: 1, y: 2}, other: {x: 9, y: 2}}}")),
    ("a derived data type: no merge", ", S: {derived_from: Spot}, P: {derived_from: Pair, properties: {other: {type: S, default: {y: 5}}}}", "{p: {type: P}}", "{p: {one: {x: 1}}}", Err("missing_property n.p.other.x")),
    ("a type left out: no merge", ", P: {derived_from: Pair, properties: {other: {default: {y: 5}}}}", "{p: {type: P}}", "{p: {one: {x: 1}}}", Ok("{p: {one: {x: 1, y: 2}, other: {y: 5}}}")),
    ("a cycle", ", C: {derived_from: D}, D: {derived_from: C}", "{p: {type: C, required: false}}", "{}", Err("cyclic_inheritance data_types.C")),
    ("a cycle of one", ", C: {derived_from: C}", "{p: {type: C}}", "{p: {x: 1}}", Err("cyclic_inheritance data_types.C")),
    ("an unknown parent", ", C: {derived_from: Nobody}", "{p: {type: C, required: false}}", "{}", Err("unknown_type data_types.C")),
    ("an unknown type of a field", ", C: {properties: {f: {type: Nobody}}}", "{}", "{}", Err("unknown_type data_types.C.properties.f")),
    ("an unknown type of entries", "", "{p: {type: map, entry_schema: Nobody, required: false}}", "{}", Err("unknown_type node_types.N.properties.p")),
    ("an unknown type of entries of entries", "", "{p: {type: list, entry_schema: {type: list, entry_schema: Nobody}, required: false}}", "{}", Err("unknown_type node_types.N.properties.p")),
    ("an unknown type of keys", "", "{p: {type: map, key_schema: Nobody, required: false}}", "{}", Err("unknown_type node_types.N.properties.p")),
    ("shapes of types", ", S: 5, R: {derived_from: [Spot]}, Q: {properties: [x]}", "{}", "{}", Err("wrong_shape data_types.S, wrong_shape data_types.R, wrong_shape data_types.Q")),
    ("shapes of definitions", ", S: {properties: {a: [x], b: {type: {x: y}}, c: {required: maybe}, d: {constraints: {equal: 1}}, e: {constraints: [equal]}, f: {type: list, entry_schema: [x]}}}", "{}", "{}", Err("wrong_shape data_types.S.properties.a, wrong_shape data_types.S.properties.b, wrong_shape data_types.S.properties.c, wrong_shape data_types.S.properties.d, wrong_shape data_types.S.properties.e, wrong_shape data_types.S.properties.f.entry_schema")),
    // Layers.
    ("fields beneath the default beneath the value", "", "{p: {type: Full, default: {a: 5}}}", "{p: {b: y}}", Ok("{p: {a: 5, b: y}}")),
    ("an empty map hides nothing", "", "{p: {type: Full, default: {a: 5}}}", "{p: {}}", Ok("{p: {a: 5, b: z}}")),
    ("deep values merge", "", "{p: {type: Pair, default: {one: {x: 1}, other: {y: 7}}}}", "{p: {one: {y: 3}}}", Ok("{p: {one: {x: 1, y: 3}, other: {x: 9, y: 7}}}")),
    ("lists are replaced", ", L: {properties: {l: {type: list, default: [1]}}}", "{p: {type: L}}", "{p: {l: [2]}}", Ok("{p: {l: [2]}}")),
    ("maps are replaced", ", L: {properties: {m: {type: map, default: {a: 1}}}}", "{p: {type: L, default: {m: {b: 1}}}}", "{p: {m: {c: 1}}}", Ok("{p: {m: {c: 1}}}")),
    ("untyped maps are replaced", ", L: {properties: {m: {default: {a: 1}}}}", "{p: {type: L}}", "{p: {m: {c: 1}}}", Ok("{p: {m: {c: 1}}}")),
    ("typed entries are not merged with others", "", "{p: {type: map, entry_schema: Spot, default: {k: {x: 1, y: 1}}}}", "{p: {k: {x: 3}}}", Ok("{p: {k: {x: 3, y: 2}}}")),
    ("what is no map hides what is beneath it", "", "{p: {type: Pair, default: {one: {x: 1}, other: ~}}}", "{p: {other: {y: 5}}}", Err("missing_property n.p.other.x")),
    // Completion.
    ("all fields have defaults", "", "{p: {type: Full}}", "{}", Ok("{p: {a: 1, b: z}}")),
    ("some field has none", "", "{p: {type: Spot}}", "{}", Err("missing_property n.p")),
    ("an optional property stays absent", "", "{p: {type: Full, required: false}}", "{}", Ok("{}")),
    ("an optional property with a default", "", "{p: {type: Spot, required: false, default: {x: 1}}}", "{}", Ok("{p: {x: 1, y: 2}}")),
    ("a field that has all", ", F: {properties: {f: {type: Full}}}", "{p: {type: F}}", "{p: {}}", Ok("{p: {f: {a: 1, b: z}}}")),
    ("a type may refer to itself", "", "{p: {type: Tree}}", "{p: {next: {next: {v: 3}}}}", Ok("{p: {v: 0, next: {v: 0, next: {v: 3}}}}")),
    ("but not need itself", "", "{p: {type: Ring}}", "{p: {next: {v: 3}}}", Err("missing_property n.p.next.next")),
    ("null for what is required", "", "{p: {type: integer}, q: {type: Spot}, r: {}}", "{p: ~, q: {x: ~}, r: ~}", Err("missing_property n.p, missing_property n.q.x, missing_property n.r")),
    ("null for what is optional", "", "{p: {type: integer, required: false}}", "{p: ~}", Ok("{p: ~}")),
    ("a default of null is none", "", "{p: {type: integer, default: ~}}", "{}", Err("missing_property n.p")),
    ("null over a default", "", "{p: {type: integer, default: 1}}", "{p: ~}", Err("missing_property n.p")),
    ("unknown fields, at all depths", "", "{p: {type: Pair}}", "{p: {one: {x: 1, w: 1}, more: 1}}", Err("unexpected_property n.p.one.w, unexpected_property n.p.more")),
    ("a type without fields", "", "{p: {type: Bare}, q: {type: Bare}}", "{p: {}, q: {x: 1}}", Err("unexpected_property n.q.x")),
    ("an open type", "", "{p: {type: Open}}", "{p: {x: 1, w: {v: 2}}}", Ok("{p: {x: 1, w: {v: 2}}}")),
    ("an open type checks what it declares", "", "{p: {type: Open}}", "{p: {x: w, w: 2}}", Err("wrong_type n.p.x")),
    ("entries of lists", "", "{p: {type: list, entry_schema: {type: Spot}}}", "{p: [{x: 1}, {y: 1}, 3]}", Err("missing_property n.p[1].x, wrong_type n.p[2]")),
    ("entries of maps", "", "{p: {type: map, entry_schema: Spot}}", "{p: {k: {x: 1}, l: {x: 1, z: 1}}}", Err("unexpected_property n.p.l.z")),
    ("entries that a data type defines", ", Spots: {derived_from: list, entry_schema: Spot}, More: {derived_from: Spots, constraints: [{min_length: 1}]}", "{p: {type: Spots}, q: {type: More}, r: {type: Spots, entry_schema: integer}}", "{p: [{x: 1}, {y: 1}], q: [], r: [1, x]}", Err("missing_property n.p[1].x, constraint_violation n.q, wrong_type n.r[1]")),
    ("keys that a data type defines", ", Ports: {derived_from: map, key_schema: {type: string, constraints: [{max_length: 1}]}, entry_schema: Port}", "{p: {type: Ports}}", "{p: {a: 5, bb: 500}}", Err("constraint_violation n.p.bb")),
    ("entries of defaults", "", "{p: {type: list, entry_schema: Spot, default: [{x: 1}]}}", "{}", Ok("{p: [{x: 1, y: 2}]}")),
    ("entries of entries", "", "{p: {type: map, entry_schema: {type: list, entry_schema: Spot}}}", "{p: {k: [{x: 1}, {x: w}]}}", Err("wrong_type n.p.k[1].x")),
    ("an entry of null", "", "{p: {type: list, entry_schema: Spot}}", "{p: [~]}", Err("missing_property n.p[0]")),
    ("every fault at once", "", "{p: {type: Spot}, q: {type: integer}, r: {}}", "{p: {y: w, z: 1}, q: w, s: 1}", Err( "missing_property n.p.x, wrong_type n.p.y, unexpected_property n.p.z, wrong_type n.q, missing_property n.r, unexpected_property n.s", )),
    ("an ill-typed default that is not used", "", "{p: {type: Spot, default: {x: w}}}", "{p: {x: 1}}", Err("wrong_type node_types.N.properties.p.default.x")),
    ("a number as default of a text that is not used", ", S: {properties: {s: {type: string, default: 5}}}", "{p: {type: string, default: 5}}", "{}", Err("wrong_type data_types.S.properties.s.default")),
    ("an incomplete default that is not used", "", "{p: {type: Spot, default: {y: 1}}}", "{p: {x: 1}}", Ok("{p: {x: 1, y: 1}}")),
    ("an incomplete default that is used", "", "{p: {type: Spot, default: {y: 1}}}", "{}", Err("missing_property n.p.x")),
    ("an unexpected field of a default", "", "{p: {type: Spot, default: {z: 1}}}", "{p: {x: 1}}", Err("unexpected_property n.p.z")),
    ("0, false and nothing are values", "", "{p: {type: integer, default: 0}, q: {type: boolean, default: false}, r: {type: string, default: ''}, s: {type: list, default: []}, t: {type: map, default: {}}}", "{}", Ok("{p: 0, q: false, r: '', s: [], t: {}}")),
    // Types.
    ("integers", "", "{p: integer, q: integer, r: integer, s: integer}", "{p: -1, q: 1.0, r: '1', s: true}", Err("wrong_type n.q, wrong_type n.r, wrong_type n.s")),
    ("floats", "", "{p: float, q: float, r: float, s: float}", "{p: 1, q: 1.5, r: '1', s: true}", Err("wrong_type n.r, wrong_type n.s")),
    ("booleans", "", "{p: boolean, q: boolean, r: boolean, s: boolean}", "{p: true, q: 1, r: 'true', s: yes}", Err("wrong_type n.q, wrong_type n.r, wrong_type n.s")),
    ("a scalar for a property of type string", "", "{p: string, q: string}", "{p: 5, q: ''}", Ok("{p: '5', q: ''}")),
    ("what the runtime prints", "", "{p: string, q: string, r: string, s: string, t: string}", "{p: true, q: 1.50, r: 0x1F, s: 1.0e-7, t: false}", Ok("{p: 'True', q: '1.5', r: '31', s: '1e-07', t: 'False'}")),
    ("no scalar for a field of type string", "", "{p: {type: Full}, q: {type: list, entry_schema: string}}", "{p: {b: 5}, q: [x, 5]}", Err("wrong_type n.p.b, wrong_type n.q[1]")),
    ("no list for a string", "", "{p: string, q: string}", "{p: [x], q: {x: y}}", Err("wrong_type n.p, wrong_type n.q")),
    ("lists and maps by kind", "", "{p: list, q: list, r: map, s: map}", "{p: x, q: {x: y}, r: x, s: [x]}", Err("wrong_type n.p, wrong_type n.q, wrong_type n.r, wrong_type n.s")),
    ("data types are maps", "", "{p: {type: Bare}, q: {type: Bare}, r: {type: Bare}}", "{p: x, q: [], r: true}", Err("wrong_type n.p, wrong_type n.q, wrong_type n.r")),
    ("quantities", "", "{p: scalar-unit.size, q: scalar-unit.time, r: scalar-unit.frequency, s: scalar-unit.bitrate}", "{p: 4 GB, q: 4, r: 2 GHz, s: 3 GHz}", Err("wrong_type n.q, wrong_type n.s")),
    ("quantities in all spellings", "", "{p: scalar-unit.size, q: scalar-unit.size, r: scalar-unit.time, s: scalar-unit.size}", "{p: 4gb, q: '  0.5   MiB', r: 5 MS, s: -1 B}", Err("wrong_type n.s")),
    ("points in time with zones", "", "{p: timestamp, q: timestamp, r: timestamp, s: timestamp}", "{p: 2001-12-14 21:59:43.10 -5, q: 2001-12-15 2:59:43, r: 2001-12-14T21:59:43+25:00, s: 5}", Err("wrong_type n.r, wrong_type n.s")),
    ("versions, ranges and points in time", "", "{p: version, q: range, r: timestamp, s: range}", "{p: one, q: [2, 1], r: now, s: [1, UNBOUNDED]}", Err("wrong_type n.p, wrong_type n.q, wrong_type n.r")),
    // Constraints.
    ("constraints of all ancestors", "", "{p: {type: Door}, q: {type: Door}, r: {type: Door}}", "{p: 5, q: 50, r: 100}", Err("constraint_violation n.p, constraint_violation n.r")),
    ("of the definition", "", "{p: {type: Port, constraints: [{less_than: 50}]}}", "{p: 50}", Err("constraint_violation n.p")),
    ("of units: by their size", "", "{p: {type: scalar-unit.size, constraints: [{valid_values: [1 GB, 2 GB]}]}, q: {type: scalar-unit.size, constraints: [{equal: 1 GB}]}, r: {type: scalar-unit.size, constraints: [{in_range: [1 MB, 1 GB]}]}}", "{p: 2000MB, q: 1000 mb, r: 1 GiB}", Err("constraint_violation n.r")),
    ("of versions: what is qualified is older", "", "{p: {type: version, constraints: [{greater_or_equal: '1.0'}]}, q: {type: version, constraints: [{less_than: 1.10.0}]}, r: {type: version, constraints: [{greater_than: 1.0.0.rc-9}]}}", "{p: 1.0.0.beta, q: 1.9, r: 1.0.0.rc-10}", Err("constraint_violation n.p")),
    ("of points in time: in all zones", "", "{p: {type: timestamp, constraints: [{less_than: '2001-12-14T12:00:00Z'}]}, q: {type: timestamp, constraints: [{less_than: '2001-12-14T12:00:00Z'}]}}", "{p: '2001-12-14T13:00:00+02:00', q: '2001-12-14T11:00:00-02:00'}", Err("constraint_violation n.q")),
    ("of ranges", "", "{p: {type: range, constraints: [{in_range: [1, 9]}]}, q: {type: range, constraints: [{in_range: [1, UNBOUNDED]}]}}", "{p: [2, UNBOUNDED], q: [2, UNBOUNDED]}", Err("constraint_violation n.p")),
    ("of a list", "", "{p: {type: list, constraints: [{max_length: 1}]}}", "{p: [1, 2]}", Err("constraint_violation n.p")),
    ("of entries", "", "{p: {type: list, entry_schema: {type: integer, constraints: [{less_than: 2}]}}}", "{p: [1, 2]}", Err("constraint_violation n.p[1]")),
    ("of keys", "", "{p: {type: map, key_schema: {type: string, constraints: [{max_length: 1}]}, entry_schema: integer}}", "{p: {k: 1, kk: 2}}", Err("constraint_violation n.p.kk")),
    ("of a structure", "", "{p: {type: Spot, constraints: [{valid_values: [{x: 1, y: 2}]}]}, q: {type: Spot, constraints: [{equal: {x: 1, y: 2}}]}}", "{p: {x: 1}, q: {x: 3}}", Err("constraint_violation n.q")),
    ("of what may be anything", "", "{p: {constraints: [{greater_than: 1}]}, q: {constraints: [{min_length: 2}]}}", "{p: 1, q: [x]}", Err("constraint_violation n.p, constraint_violation n.q")),
    ("of a default", "", "{p: {type: Port, default: 0}}", "{p: 1}", Err("constraint_violation node_types.N.properties.p.default")),
    ("comparisons", "", "{p: {type: integer, constraints: [{greater_or_equal: 3}]}, q: {type: float, constraints: [{less_or_equal: 3}]}, r: {type: string, constraints: [{length: 2}]}, s: {type: string, constraints: [{pattern: 'a+'}]}}", "{p: 2, q: 3.5, r: x, s: aab}", Err("constraint_violation n.p, constraint_violation n.q, constraint_violation n.r, constraint_violation n.s")),
    // Functions.
    ("a function gives a field", "", "{p: {type: Spot}}", "{p: {x: {get_property: [SELF, q]}}, q: 1}", Err("unexpected_property n.q")),
    ("functions are called, then checked", "", "{p: {type: Full}, q: {type: integer}}", "{p: {b: {concat: [x, y]}}, q: {concat: [x, y]}}", Err("wrong_type n.q")),
    ("a field goes before a function of its name", ", File: {properties: {file: {type: integer}, get_input: {type: integer, default: 1}}}", "{p: {type: File, default: {file: 2}}, q: {type: File}}", "{p: {get_input: 3}, q: {file: w}}", Err("wrong_type n.q.file")),
    ("a field may be called like a function", "", "{p: {type: tosca.datatypes.Credential}}", "{p: {token: t}}", Ok("{p: {token: t, token_type: password}}")),
];

#[rustfmt::skip] // A row is a line.
const CHAINS: &[Whole] = &[
    ("node types: the same data type", "node_types: {A: {properties: {p: {type: Full, default: {a: 5}}}}, B: {derived_from: A, properties: {p: {type: Full, default: {b: y}}}}}", "{type: B}", Ok("{p: {a: 5, b: y}}")),
    ("node types: over a generation", "node_types: {A: {properties: {p: {type: Full, default: {a: 5}}}}, B: {derived_from: A}, C: {derived_from: B, properties: {p: {type: Full, default: {b: y}}}}}", "{type: C}", Ok("{p: {a: 5, b: y}}")),
    ("node types: another in between", "node_types: {A: {properties: {p: {type: Spot, default: {x: 5}}}}, B: {derived_from: A, properties: {p: {type: map, default: {x: 1}}}}, C: {derived_from: B, properties: {p: {type: Spot, default: {y: 3}}}}}", "{type: C}", Err("missing_property n.p.x")),
    ("node types: a type left out", "node_types: {A: {properties: {p: {type: Full, default: {a: 5}}}}, B: {derived_from: A, properties: {p: {default: {b: y}}}}}", "{type: B}", Ok("{p: {b: y}}")),
    ("node types: required is given up", "node_types: {A: {properties: {p: {type: Spot, required: false}}}, B: {derived_from: A, properties: {p: {type: Spot}}}}", "{type: B}", Err("missing_property n.p")),
    ("node types: a cycle", "node_types: {A: {derived_from: B, properties: {p: {}}}, B: {derived_from: A}}", "{type: A, properties: {q: 1}}", Err("cyclic_inheritance node_types.A")),
    ("node types: an unknown parent", "node_types: {A: {derived_from: cloudy.nodes.DBMS}, B: {properties: {p: {default: 1}}}}", "{type: B}", Err("unknown_type node_types.A")),
    ("node types: a standard type of a dialect", "node_types: {A: {derived_from: cloudify.nodes.WebServer, properties: {p: {default: 1}}}}", "{type: A}", Ok("{port: 80, p: 1}")),
    ("node types: an unknown type of a node", "node_types: {A: {properties: {p: {}}}}", "{type: Nobody}", Err("unknown_type n")),
    ("attributes are checked, and never missing", "node_types: {A: {attributes: {p: {type: integer}, q: {type: integer}}}}", "{type: A, attributes: {p: w}}", Err("wrong_type n.p")),
    ("attributes of capabilities and relationships are checked", "capability_types: {C: {attributes: {p: {type: Spot}}}}\nrelationship_types: {R: {attributes: {q: {type: integer}}}}\nnode_types: {A: {capabilities: {c: C}, requirements: [{r: {relationship: R}}]}}", "{type: A, capabilities: {c: {attributes: {p: {y: w, x: 1}}}}, requirements: [{r: {node: n, relationship: {attributes: {q: w}}}}]}", Err("wrong_type n.c.p.y, wrong_type n.r.q")),
    ("operations have inputs", "node_types: {A: {interfaces: {Standard: {operations: {create: {implementation: c, inputs: {s: {type: Spot}, t: {type: integer, default: 1}}}}}}}}", "{type: A, interfaces: {Standard: {create: {inputs: {s: {x: w}, u: 1}}}}}", Err("wrong_type n.Standard.create.s.x")),
    ("inputs of what runs are required", "node_types: {A: {interfaces: {Standard: {create: {implementation: c, inputs: {s: {type: Spot}}}, stop: {inputs: {s: {type: Spot}}}}}}}", "{type: A}", Err("missing_property n.Standard.create.s")),
    ("what the node runs", "node_types: {A: {interfaces: {Standard: {create: {inputs: {s: {type: Spot}}}}}}}", "{type: A, interfaces: {Standard: {create: c}}}", Err("missing_property n.Standard.create.s")),
    ("inputs of interfaces are beneath those of operations", "node_types: {A: {interfaces: {I: {inputs: {s: {type: integer}, t: {type: integer}}, operations: {o: {implementation: c, inputs: {s: {type: string}}}}}}}}", "{type: A, interfaces: {I: {inputs: {s: w, t: w}}}}", Err("missing_property n.I.o.s, wrong_type n.I.o.t")),
    ("interface types define inputs", "interface_types: {I: {inputs: {s: {type: integer}}, operations: {o: {inputs: {t: {type: integer}}}}}, J: {derived_from: I}}\nnode_types: {A: {interfaces: {i: {type: J}}}}", "{type: A, interfaces: {i: {operations: {o: {implementation: c, inputs: {s: 1, t: w}}}}}}", Err("wrong_type n.i.o.t")),
    ("definitions give inputs values", "node_types: {A: {interfaces: {I: {o: {implementation: c, inputs: {s: {type: integer, value: 1}, t: {type: integer, default: 1, value: w}}}}}}}", "{type: A}", Err("wrong_type n.I.o.t")),
    ("node types give inputs values", "node_types: {A: {interfaces: {I: {o: {implementation: c, inputs: {s: {type: integer}}}}}}, B: {derived_from: A, interfaces: {I: {o: {inputs: {s: w}}}}}}", "{type: B}", Err("wrong_type n.I.o.s")),
    ("a relationship has the type that the requirement wants", "relationship_types: {R: {properties: {s: {type: Spot}}}}\nnode_types: {A: {requirements: [{r: {relationship: {type: R}}}]}, B: {derived_from: A}}", "{type: B, requirements: [{r: {node: n, relationship: {properties: {s: {x: w}}}}}]}", Err("wrong_type n.r.s.x")),
    ("unless it has its own", "relationship_types: {R: {properties: {s: {type: Spot}}}, S: {properties: {t: {type: Spot}}}}\nnode_types: {A: {requirements: [{r: {relationship: R}}]}}", "{type: A, requirements: [{r: {node: n, relationship: {type: S, properties: {t: {x: 1}}}}}]}", Ok("{}, relationships: {r: {t: {x: 1, y: 2}}}")),
    ("node types refine capabilities", "capability_types: {C: {properties: {s: {type: Full, default: {a: 5}}}}}\nnode_types: {A: {capabilities: {c: {type: C, properties: {s: {type: Full, default: {b: y}}}}}}, B: {derived_from: A, capabilities: {c: {properties: {s: {type: Full, default: {c: 1}}}}}}}", "{type: B}", Ok("{}, capabilities: {c: {s: {a: 5, b: y, c: 1}}}")),
    ("a capability of another type starts again", "capability_types: {C: {properties: {s: {type: Full, default: {a: 5}}}}, D: {derived_from: C}}\nnode_types: {A: {capabilities: {c: {type: C, properties: {s: {type: Full, default: {b: y}}}}}}, B: {derived_from: A, capabilities: {c: D}}}", "{type: B}", Ok("{}, capabilities: {c: {s: {a: 5, b: z}}}")),
    ("definitions in capabilities are checked", "node_types: {A: {capabilities: {c: {type: tosca.capabilities.Node, properties: {s: {type: Nobody, required: false}, t: {type: integer, default: w}}}}}}", "{type: tosca.nodes.Root}", Err("unknown_type node_types.A.capabilities.c.properties.s, wrong_type node_types.A.capabilities.c.properties.t.default")),
    ("definitions of inputs are checked", "interface_types: {I: {inputs: {s: {type: Nobody}}}}\nnode_types: {A: {interfaces: {J: {inputs: {s: {type: integer, default: w}}, o: {inputs: {t: {type: Nobody}, u: w}}}}}}", "{type: tosca.nodes.Root}", Err("unknown_type interface_types.I.inputs.s, wrong_type node_types.A.interfaces.J.inputs.s.default, unknown_type node_types.A.interfaces.J.o.inputs.t")),
    ("capabilities have properties", "node_types: {A: {capabilities: {c: C}}}\ncapability_types: {C: {properties: {s: {type: Spot}}}}", "{type: A, capabilities: {c: {properties: {s: {y: 1}}}}}", Err("missing_property n.c.s.x")),
];

#[rustfmt::skip] // A row is a line.
const WHOLE: &[Whole] = &[
    ("inputs and outputs have data types", "", "inputs: {i: {type: Spot, default: {x: 1}}}, outputs: {o: {type: Pair, value: {one: {get_input: i}}}}, ", Ok("inputs: {i: {x: 1, y: 2}}\noutputs: {o: {one: {x: 1, y: 2}, other: {x: 9, y: 2}}}")),
    ("inputs are checked", "", "inputs: {i: {type: Spot, default: {x: w}}}, ", Err("wrong_type inputs.i.x")),
    ("outputs are checked", "", "outputs: {o: {type: Spot, value: {y: 1}}}, ", Err("missing_property outputs.o.x")),
    ("relationships have properties", "relationship_types: {R: {properties: {s: {type: Spot}}}}", "relationship_templates: {r: {type: R, properties: {s: {x: w}}}}, ", Err("wrong_type r.s.x")),
    ("the type of an input without a value", "", "inputs: {i: {type: string, required: false}, j: {type: integer, required: false}}, outputs: {o: {type: integer, value: {get_input: i}}, p: {type: float, value: {get_input: j}}, q: {type: string, value: {get_input: [j]}}}, ", Err("wrong_type outputs.o")),
    ("in a field", "", "inputs: {i: {type: integer, required: false}, j: {type: Spot, required: false}}, outputs: {o: {type: Full, value: {b: {get_input: i}}}, p: {type: Spot, value: {get_input: i}}, q: {type: map, value: {get_input: j}}}, ", Err("wrong_type outputs.o.b, wrong_type outputs.p")),
    ("the values that an input without one takes", "", "inputs: {i: {type: integer, required: false, constraints: [{valid_values: [1, 100]}]}}, outputs: {o: {type: Port, value: {get_input: i}}, p: {type: integer, value: {get_input: i}}}, ", Err("constraint_violation outputs.o")),
    ("the value of an input that has one", "", "inputs: {i: {type: integer, default: 1, constraints: [{valid_values: [1, 100]}]}}, outputs: {o: {type: Port, value: {get_input: i}}}, ", Ok("inputs: {i: 1}\noutputs: {o: 1}")),
];
