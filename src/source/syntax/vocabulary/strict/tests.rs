//! Misspelled, misplaced and foreign keys.

use super::*;
use crate::source::Sources;
use crate::source::syntax::yaml::Tree;

/// What is said about the keys of a document: severity, key, help.
fn diagnostics_of(text: &str, profile: Profile) -> Vec<(Severity, String, String)> {
    diagnostics_by(check_keys, text, profile)
}

fn diagnostics_by(
    check: fn(Yaml<'_>, Profile) -> Vec<Diagnostic>,
    text: &str,
    profile: Profile,
) -> Vec<(Severity, String, String)> {
    let mut sources = Sources::new();
    let file = sources.add("template.yaml", text);
    let mut tree = Tree::new();
    let (root, diagnostics) = tree.parse(&sources, file);
    assert_eq!(diagnostics, [], "{text}");
    let found = check(tree.at(root.unwrap()), profile).into_iter();
    found
        .map(|diagnostic| {
            (
                diagnostic.severity,
                sources.text(diagnostic.span().unwrap()).to_owned(),
                diagnostic.help.unwrap_or_default(),
            )
        })
        .collect()
}

fn topology(sections: &str) -> String {
    format!("topology_template: {{{sections}}}")
}

#[test]
fn misspelled_keys_of_interfaces_and_operations_are_errors() {
    let of_type = |interface: &str| format!("node_types: {{t: {{interfaces: {{Standard: {interface}}}}}}}");
    let of_node =
        |interface: &str| topology(&format!("node_templates: {{a: {{interfaces: {{Standard: {interface}}}}}}}"));
    for (interface, key, meant) in [
        ("{operatons: {create: a.sh}}", "operatons", "did you mean \"operations\"?"),
        ("{operations: {create: {implementaton: a.sh}}}", "implementaton", "did you mean \"implementation\"?"),
        ("{create: {imputs: {a: 1}}}", "imputs", "did you mean \"inputs\"?"),
    ] {
        for text in [of_type(interface), of_node(interface)] {
            let expected = (Severity::Error, key.to_owned(), meant.to_owned());
            assert_eq!(diagnostics_of(&text, Profile::D), [expected], "{text}");
        }
    }
    // Operations are called as one likes, and engines know more keys.
    for interface in [
        "{operation: {implementation: a.sh}}",
        "{operations: {inputs: a.sh, outputs: {implementation: a.sh, timeout: 3}}}",
        "{type: t, inputs: {implementaton: 1}, metadata: {input: 1}, create: a.sh}",
    ] {
        for text in [of_type(interface), of_node(interface)] {
            assert_eq!(diagnostics_of(&text, Profile::D), [], "{text}");
        }
    }
}

#[test]
fn misspelled_keys_are_errors_with_the_right_word() {
    for (text, meant) in [
        (
            "node_templates: {a: {type: t, KEY: false}}",
            vec![
                ("condition", "conditions"),
                ("conditons", "conditions"),
                ("cond", "conditions"),
                ("when", "conditions"),
                ("if", "conditions"),
                ("requirement", "requirements"),
                ("propertys", "properties"),
                ("property", "properties"),
                ("capabilites", "capabilities"),
                ("artefacts", "artifacts"),
                ("interface", "interfaces"),
                ("tpye", "type"),
                ("Type", "type"),
                ("default_conditon", "default_condition"),
                ("anchr", "anchor"),
            ],
        ),
        ("node_templates: [a: {type: t, KEY: false}]", vec![("condtions", "conditions")]),
        (
            "node_templates: {a: {requirements: [r: {node: b, KEY: false}]}}",
            vec![
                ("condition", "conditions"),
                ("noed", "node"),
                ("relationships", "relationship"),
                ("implied_", "implied"),
            ],
        ),
        (
            "node_templates: {a: {requirements: [r: {node: b, relationship: {KEY: t}}]}}",
            vec![("propertes", "properties")],
        ),
        ("node_templates: {a: {requirements: [r: {node_filter: {KEY: t}}]}}", vec![("propertes", "properties")]),
        ("node_templates: {a: {properties: [p: {value: 1, KEY: 2}]}}", vec![("condition", "conditions")]),
        (
            "node_templates: {a: {artifacts: {f: {KEY: x}}}}",
            vec![("flie", "file"), ("deploypath", "deploy_path"), ("deployPath", "deploy_path")],
        ),
        ("node_templates: {a: {type: [t: {KEY: x}]}}", vec![("condition", "conditions")]),
        ("node_templates: {a: {technology: [t: {KEY: 1}]}}", vec![("wieght", "weight")]),
        ("node_templates: {a: {capabilities: {c: {KEY: 1}}}}", vec![("propertys", "properties")]),
        ("relationship_templates: {r: {KEY: t}}", vec![("propertie", "properties")]),
        ("groups: {g: {KEY: []}}", vec![("member", "members")]),
        ("policies: [p: {KEY: []}]", vec![("target", "targets")]),
        ("inputs: {i: {KEY: 1}}", vec![("defualt", "default"), ("requierd", "required"), ("conditon", "conditions")]),
        ("outputs: {o: {KEY: 1}}", vec![("vaule", "value")]),
        ("variability: {inputs: {i: {KEY: 1}}}", vec![("defualt", "default"), ("constraint", "constraints")]),
        ("substitution_mappings: {KEY: t}", vec![("nodetype", "node_type"), ("filter", "")]),
        ("KEY: {}", vec![("node_template", "node_templates"), ("nodes", "node_templates"), ("output", "outputs")]),
    ] {
        for (word, meant) in meant {
            let text = topology(&text.replace("KEY", word));
            let found = diagnostics_of(&text, Profile::D);
            let severity = if meant.is_empty() { Severity::Warning } else { Severity::Error };
            let help = if meant.is_empty() {
                "leave it out, or call it `x-...` if another tool reads it".to_owned()
            } else {
                format!("did you mean \"{meant}\"?")
            };
            assert_eq!(found, [(severity, word.to_owned(), help)], "{text}");
        }
    }
}

#[test]
fn definitions_of_types_are_looked_at() {
    for (text, word) in [
        ("node_types: {t: {propertys: {}}}", "propertys"),
        ("node_types: {t: {derived_form: t}}", "derived_form"),
        ("node_types: {t: {properties: {p: {typ: string}}}}", "typ"),
        ("node_types: {t: {properties: {p: {type: string, defualt: a}}}}", "defualt"),
        ("node_types: {t: {requirements: [r: {occurences: [0, 1]}]}}", "occurences"),
        ("node_types: {t: {capabilities: {c: {valid_source_type: []}}}}", "valid_source_type"),
        ("data_types: {t: {property: {}}}", "property"),
        ("capability_types: {t: {valid_sources_types: []}}", "valid_sources_types"),
        ("relationship_types: {t: {valid_target_type: []}}", "valid_target_type"),
        ("artifact_types: {t: {mimetype: x}}", "mimetype"),
        ("policy_types: {t: {target: []}}", "target"),
        ("group_types: {t: {member: []}}", "member"),
        ("repositories: {r: {ulr: x}}", "ulr"),
        ("imports: [{file: a.yaml, repositry: r}]", "repositry"),
        ("node_typs: {}", "node_typs"),
    ] {
        let found = diagnostics_of(text, Profile::D);
        assert_eq!(found.len(), 1, "{text}: {found:?}");
        assert_eq!(found[0].1, word, "{text}");
    }
}

#[test]
fn conditions_in_imported_types_are_reported_and_foreign_keys_are_not() {
    let keys = |text: &str| -> Vec<String> {
        diagnostics_by(check_type_keys, text, Profile::D).into_iter().map(|(_, key, _)| key).collect()
    };
    for (text, word) in [
        ("node_types: {t: {properties: {p: {type: string, conditions: false}}}}", "conditions"),
        ("node_types: {t: {properties: {p: {type: string, condtions: false}}}}", "condtions"),
        ("node_types: {t: {conditions: false}}", "conditions"),
        ("node_types: {t: {interfaces: {Standard: {create: {conditions: false}}}}}", "conditions"),
    ] {
        assert_eq!(keys(text), [word], "{text}");
    }
    for text in [
        "node_types: {t: {properties: {p: {type: string, display_hint: wide}}}}",
        "node_types: {t: {properties: {conditions: {type: string}}, shown_as: box}}",
    ] {
        assert_eq!(keys(text), [""; 0], "{text}");
        assert!(diagnostics_of(text, Profile::D).len() <= 1, "{text}");
    }
}

#[test]
fn misplaced_keys_are_reported_where_they_belong() {
    for (text, help) in [
        ("{topology_template: {}, variability: {}}", "it belongs under `topology_template`"),
        ("{topology_template: {presets: {}}}", "it belongs under `variability`"),
        ("{topology_template: {node_types: {}}}", "it belongs at the top of the template"),
    ] {
        let found = diagnostics_of(text, Profile::D);
        assert_eq!(found.len(), 1, "{text}");
        assert_eq!((found[0].0, found[0].2.as_str()), (Severity::Error, help), "{text}");
    }
    // No relationship template is present or absent by itself.
    let found = diagnostics_of(&topology("relationship_templates: {r: {type: t, conditions: false}}"), Profile::D);
    assert_eq!((found[0].0, found[0].1.as_str()), (Severity::Warning, "conditions"));
}

#[test]
fn a_value_beside_an_expression_is_reported() {
    let property = |body: &str| topology(&format!("node_templates: {{a: {{type: t, properties: [p: {body}]}}}}"));
    let found = diagnostics_of(&property("{value: 1, expression: {add: [1, 1]}}"), Profile::D);
    assert_eq!(found, [(Severity::Warning, "value".to_owned(), "leave one of both out".to_owned())]);
    for body in ["{value: 1, conditions: true}", "{expression: {add: [1, 1]}}", "{value: 1, expression: null}"] {
        assert_eq!(diagnostics_of(&property(body), Profile::D), [], "{body}");
    }
}

#[test]
fn what_others_define_passes() {
    for sections in [
        "node_templates: {a: {type: t, metadata: {condition: 1}, x-owner: me, _note: 1, '+%': merge, 'acme:key': 1}}",
        "node_templates: {a: {type: t, attributes: {condition: 1}, interfaces: {Standard: {input: 1}}, copy: b}}",
        "node_templates: {a: {type: t, instance_keys: [], dependencies: [], count: 2, relationships: []}}",
        "node_templates: {a: {properties: {condition: 1, defualt: 2}, requirements: [propertys: b]}}",
        "node_templates: {a: {properties: [condition: {defualt: 2}], artifacts: {typo: a.sh}}}",
        "policies: [p: {type: t, triggers: {t: {condition: []}}}]",
        "inputs: {i: {type: string, external-schema: x, display_label: y}}",
        "root: a, workflows: {condition: {}}, x-team: 1",
    ] {
        let sections = sections.replace(", external-schema: x", "");
        assert_eq!(diagnostics_of(&topology(&sections), Profile::D), [], "{sections}");
    }
    for text in [
        "{decorators: {}, template_name: a, topology_template: {}}",
        "{inputs: {}, plugins: {}, node_templates: {a: {type: t, instances: {deploy: 1}}}, labels: {}}",
        "{imports: [types.yaml, {named: {file: a.yaml}}, {file: b.yaml, when: 1, namespace_prefix: n}]}",
        "{node_types: {t: {properties: {p: {type: string, title: P}}, interfaces: {i: {opperation: 1}}}}}",
    ] {
        assert_eq!(diagnostics_of(text, Profile::D), [], "{text}");
    }
}

#[test]
fn before_profile_d_there_is_a_default() {
    let text = topology("node_templates: {a: {properties: [p: {value: 1, default: true}]}}");
    assert_eq!(diagnostics_of(&text, Profile::B), []);
    assert_eq!(diagnostics_of(&text, Profile::D)[0].2, "did you mean \"default_alternative\"?");
}

#[test]
fn foreign_keys_are_warnings() {
    let found = diagnostics_of(&topology("node_templates: {a: {type: t, owner: me}}"), Profile::D);
    assert_eq!((found.len(), found[0].0), (1, Severity::Warning));
}

#[test]
fn no_extension_is_a_key_of_its_place() {
    for (place, origin, names) in extensions::EXTENSIONS {
        for name in *names {
            assert!(place.all().all(|key| key != *name), "{name} of {origin:?} at {place:?}");
        }
    }
}
