//! Ensembles and projects of Unfurl as its users have them: directives, environments by name, service templates inside.

use serde_json::{Value as Json, json};

use super::Files;

/// What each file of a project says; those of a test go before them.
const PROJECT: &[(&str, &str)] = &[
    (
        "unfurl.yaml",
        "apiVersion: unfurl/v1alpha1\nkind: Project\n+?include-local: local/unfurl.yaml\n+?include-secrets: secrets.yaml\n\
         default_environment: staging\nenvironments:\n  defaults:\n    variables: {ZONE: all, KEEP: here}\n    inputs: {size: 3}\n  \
         staging:\n    variables: {ZONE: staging}\n    connections:\n      account: {type: demo.Cloud, properties: {key: s3}}\n      \
         other: account\n  production:\n    inputs: {size: 9}\n",
    ),
    ("local/unfurl.yaml", "environments:\n  staging:\n    variables: {LOCAL: found}\n"),
    (
        "parts/template.yaml",
        "imports:\n- file: types.yaml\ntopology_template:\n  inputs:\n    size: {type: integer}\n  node_templates:\n    app:\n      \
         type: demo.App\n      properties: {size: {get_input: size}}\n",
    ),
    (
        "parts/types.yaml",
        "tosca_definitions_version: tosca_simple_unfurl_1_0_0\nnode_types:\n  demo.App:\n    derived_from: tosca.nodes.Root\n    \
         properties: {size: {type: integer}}\nrelationship_types:\n  demo.Cloud:\n    \
         derived_from: tosca.relationships.ConnectsTo\n    properties: {key: {type: string, metadata: {env_vars: [CLOUD_KEY]}}}\n",
    ),
    (
        "ensemble/ensemble.yaml",
        "apiVersion: unfurl/v1alpha1\nkind: Ensemble\n+include: {file: more.yaml}\nspec:\n  service_template:\n    \
         +include: {file: parts/template.yaml, repository: spec}\nenvironment:\n  variables: {OWN: \"1\", ZONE: own}\n",
    ),
    ("ensemble/more.yaml", "spec:\n  inputs: {size: 4}\n"),
];

fn project(changed: &[(&str, &str)]) -> Files {
    let kept = PROJECT.iter().filter(|(name, _)| changed.iter().all(|(other, _)| name != other));
    Files::new(&[changed, &kept.copied().collect::<Vec<_>>()].concat())
}

/// What a task of the first node finds.
fn reported(files: &Files, template: &str, arguments: &[&str]) -> Json {
    let output = files.run_on("runtime", template, &[arguments, &["--format", "json"]].concat());
    assert_eq!(output.status, Some(0), "{}", output.err);
    serde_json::from_str(&output.out).unwrap()
}

#[test]
fn a_project_is_its_ensemble_in_its_environment() {
    let files = project(&[]);
    for name in [".", "unfurl.yaml", "ensemble", "ensemble/ensemble.yaml"] {
        let report = reported(&files, name, &[]);
        let node = &report["nodes"][0];
        assert_eq!(report["inputs"], json!({"size": 3}), "{name}: the environment goes over the ensemble");
        assert_eq!(node["properties"], json!({"size": 3}));
        let set = &node["environment"]["set"];
        let expected = json!({"CLOUD_KEY": "s3", "KEEP": "here", "LOCAL": "found", "OWN": "1", "ZONE": "staging"});
        assert_eq!(*set, expected, "{name}");
        assert_eq!(files.run_on("check", name, &[]).status, Some(0), "{name}");
    }
}

#[test]
fn an_environment_is_chosen_by_its_name() {
    let files = project(&[]);
    let report = reported(&files, ".", &["--environment", "production"]);
    assert_eq!(report["inputs"], json!({"size": 9}));
    assert_eq!(report["nodes"][0]["environment"]["set"], json!({"KEEP": "here", "OWN": "1", "ZONE": "all"}));
    let output = files.run_on("runtime", ".", &["--environment", "prodction"]);
    assert_eq!(output.status, Some(3));
    for text in ["error[V621]", "did you mean \"production\"?", "unfurl.yaml:7:3"] {
        assert!(output.err.contains(text), "{text}: {}", output.err);
    }
    let completed = files.run_on("resolve", ".", &["--complete", "--environment", "production"]);
    assert!(completed.out.contains("size: 9"), "{}", completed.out);
}

#[test]
fn an_environment_of_the_project_is_for_templates_too() {
    let template = "tosca_definitions_version: tosca_simple_unfurl_1_0_0\nimports: [parts/types.yaml]\ntopology_template:\n  \
                    node_templates:\n    app: {type: demo.App, properties: {size: 1}}\n";
    let files = project(&[("t.yaml", template)]);
    let report = reported(&files, "t.yaml", &["--environment", "staging"]);
    assert_eq!(report["nodes"][0]["environment"]["set"]["CLOUD_KEY"], "s3");
}

#[test]
fn environments_at_home_go_beneath_those_of_the_project() {
    let home = "kind: Project\ndefault_environment: far\nenvironments:\n  defaults:\n    variables: {ZONE: home, HOME_ONLY: all}\n    \
                inputs: {size: 1}\n  staging:\n    variables: {ZONE: home}\n  far:\n    inputs: {size: 8}\n";
    let files = project(&[("home/unfurl.yaml", home), ("empty/x", "")]);
    let report = reported(&files, ".", &["--unfurl-home", "home"]);
    assert_eq!(report["inputs"], json!({"size": 3}));
    let expected =
        json!({"CLOUD_KEY": "s3", "HOME_ONLY": "all", "KEEP": "here", "LOCAL": "found", "OWN": "1", "ZONE": "staging"});
    assert_eq!(report["nodes"][0]["environment"]["set"], expected);
    let report = reported(&files, ".", &["--unfurl-home", "home", "--environment", "far"]);
    assert_eq!(report["inputs"], json!({"size": 8}), "only home has this environment");
    assert_eq!(files.run_on("check", ".", &["--unfurl-home", "home", "--environment", "far"]).status, Some(0));
    assert_eq!(files.run_on("check", ".", &["--environment", "far"]).status, Some(3));
    let output = files.run_on("runtime", ".", &["--unfurl-home", "empty"]);
    assert_eq!(output.status, Some(3));
    assert!(output.err.contains("error[V621]: there is no project at home"), "{}", output.err);
}

#[test]
fn without_a_project_the_one_at_home_is_asked() {
    let home = "kind: Project\ndefault_environment: far\nenvironments:\n  defaults:\n    variables: {ZONE: all}\n  far:\n    \
                variables: {ZONE: far}\n";
    let ensemble = "kind: Ensemble\nspec:\n  service_template:\n    topology_template:\n      node_templates:\n        app: {type: \
                    tosca.nodes.Root}\n";
    let files = Files::new(&[("home/unfurl.yaml", home), ("e/ensemble.yaml", ensemble)]);
    let zone = |arguments: &[&str]| reported(&files, "e", arguments)["nodes"][0]["environment"]["set"].clone();
    assert_eq!(
        zone(&["--unfurl-home", "home"]),
        json!({"ZONE": "all"}),
        "home does not say which environment is meant"
    );
    assert_eq!(zone(&["--unfurl-home", "home", "--environment", "far"]), json!({"ZONE": "far"}));
    assert_eq!(reported(&files, "e", &[])["nodes"][0]["environment"]["set"], json!({}));
}

#[test]
fn a_file_goes_instead_of_the_environment_of_the_project() {
    let files =
        project(&[("e.yaml", "variables: {ONLY: this}\n+include: f.yaml\n"), ("f.yaml", "inputs: {size: 7}\n")]);
    let report = reported(&files, ".", &["--environment", "e.yaml"]);
    assert_eq!(report["nodes"][0]["environment"]["set"], json!({"ONLY": "this"}));
    assert_eq!(report["inputs"], json!({"size": 7}));
}

#[test]
fn templates_in_ensembles_may_be_variable() {
    let ensemble = "kind: Ensemble\nspec:\n  service_template:\n    topology_template:\n      variability:\n        inputs:\n          \
                    big: {type: boolean}\n      node_templates:\n        app: {type: tosca.nodes.Root}\n        \
                    cache:\n          type: tosca.nodes.Root\n          conditions: {get_variability_input: big}\n";
    let files = Files::new(&[("ensemble.yaml", ensemble)]);
    let output = files.run_on("count", "ensemble.yaml", &[]);
    assert!(output.out.contains("variants        2"), "{}{}", output.out, output.err);
    let document = files.run_on("resolve", "ensemble.yaml", &["--input", "big=false"]).out;
    assert!(document.starts_with("tosca_definitions_version: "), "{document}");
    assert!(document.contains("app:") && !document.contains("cache:"), "{document}");
}

/// What becomes of two mappings, as Unfurl's documentation of merging says.
#[test]
fn directives_merge_as_they_say() {
    let ensemble = "kind: Ensemble\nshared:\n  base:\n    properties: {size: 1, tags: [a, b]}\n    metadata: {kept: all}\nspec:\n  \
                    service_template:\n    node_types:\n      demo.App:\n        derived_from: tosca.nodes.Root\n        \
                    properties: {size: {type: integer}, tags: {type: list}}\n    topology_template:\n      node_templates:\n        \
                    app:\n          +/shared/base:\n          type: demo.App\n          properties: {size: 2, tags: [b, c]}\n        \
                    copy:\n          +../app:\n        \
                    gone: {+%: whiteout, type: demo.App}\n";
    let files = Files::new(&[("ensemble.yaml", ensemble)]);
    let report = reported(&files, "ensemble.yaml", &[]);
    let nodes: Vec<(&Json, &Json)> =
        report["nodes"].as_array().unwrap().iter().map(|node| (&node["node"], &node["properties"])).collect();
    let properties = json!({"size": 2, "tags": ["a", "b", "c"]});
    assert_eq!(nodes, [(&json!("app"), &properties), (&json!("copy"), &properties)]);
}

#[test]
fn what_cannot_be_followed_is_refused_where_it_stands() {
    let nodes = "    topology_template:\n      node_templates:\n        app: {type: tosca.nodes.Root}\n";
    for (directive, place, reported) in [
        ("+include: nowhere.yaml", "4:15", "file \"nowhere.yaml\" does not exist"),
        ("+include: ../out.yaml", "4:15", "leaves the package"),
        ("+include: ensemble.yaml", "4:15", "\"ensemble.yaml\" includes itself"),
        ("+include: {file: x.yaml, repository: std}", "4:15", "repository \"std\", which is not at hand"),
        ("+include: {file: x.yaml, when: CI}", "4:15", "depends on the variable CI"),
        ("+include: {repository: spec}", "4:5", "an include names no file"),
        ("+include: program.py", "4:15", "\"program.py\" is a program in Python"),
        ("+include: list.yaml", "4:5", "`+include` stands for a list"),
        ("+include: broken.yaml", "broken.yaml:1", "error[V002]"),
        // Anchors are those of one file.
        ("+include: alias.yaml", "alias.yaml:1:9", "alias `*shared` without an anchor"),
        ("+*name:", "4:5", "called \"name\""),
        ("+/spec/nothing:", "4:5", "names a place that is not there"),
        ("+?/spec/nothing:", "4:5", "there is no \"spec/nothing\""),
        ("+/spec:", "4:5", "is inside of what it stands for"),
    ] {
        let ensemble = format!("kind: Ensemble\nspec:\n  service_template:\n    {directive}\n{nodes}");
        let files = [
            ("ensemble.yaml", ensemble.as_str()),
            ("program.py", "import tosca\n"),
            ("list.yaml", "- a\n"),
            ("broken.yaml", "a: [\n"),
            ("alias.yaml", "shared: *shared\n"),
        ];
        for command in ["check", "runtime", "resolve"] {
            let output = Files::new(&files).run_on(command, "ensemble.yaml", &[]);
            assert_eq!(output.status, Some(3), "{directive}: {}{}", output.out, output.err);
            let all = output.out + &output.err;
            assert!(all.contains(reported) && all.contains(place), "{command} {directive}: {all}");
        }
    }
}

#[test]
fn what_may_be_missing_is_left_out() {
    let ensemble = "kind: Ensemble\n+?include-x: nowhere.yaml\nspec:\n  service_template:\n    +?include: service_template.py\n    \
                    topology_template:\n      node_templates:\n        app: {type: tosca.nodes.Root}\n";
    let files = Files::new(&[("ensemble.yaml", ensemble), ("service_template.py", "# nothing yet\n\n")]);
    assert_eq!(reported(&files, "ensemble.yaml", &[])["nodes"][0]["node"], "app");
}

#[test]
fn directives_that_multiply_end() {
    let mut ensemble = "kind: Ensemble\nspec:\n  service_template: {topology_template: {node_templates: {a: {type: T}}}}\na0: {x: 1}\n".to_owned();
    let level = |level: usize| {
        let before = level - 1;
        format!("a{level}:\n  one:\n    +/a{before}:\n  two:\n    +/a{before}:\n")
    };
    ensemble += &(1..40).map(level).collect::<Vec<_>>().concat();
    let output = Files::new(&[("ensemble.yaml", &ensemble)]).run_on("check", "ensemble.yaml", &[]);
    assert!((output.out + &output.err).contains("leads through too many other directives"));
}

#[test]
fn ensembles_without_templates_are_reported() {
    for (name, text, reported) in [
        ("ensemble.yaml", "kind: Ensemble\nspec: {}\n", "the ensemble has no service template"),
        ("unfurl.yaml", "kind: Project\n", "the project has no ensemble"),
        ("unfurl.yaml", "kind: Project\nensembles: [{file: e.yaml}]\n", "the ensemble \"e.yaml\" does not exist"),
        ("unfurl.yaml", "kind: Project\nensembles: [{file: ../e.yaml}]\n", "leaves the package"),
        (
            "unfurl.yaml",
            "kind: Project\nensembles: {e: {file: e.yaml}}\n",
            "ensembles of a project are a list, not a mapping",
        ),
        ("unfurl.yaml", "kind: Project\nensembles: [e.yaml]\n", "unfurl.yaml:2:13"),
    ] {
        let output = Files::new(&[(name, text)]).run_on("check", ".", &[]);
        let all = output.out + &output.err;
        assert!(all.contains(reported) && all.contains("1 error"), "{all}");
    }
}

/// The property that reads the input is not blamed for its value.
#[test]
fn an_input_of_the_wrong_type_is_reported_once() {
    let template = PROJECT.iter().find(|(name, _)| *name == "parts/template.yaml").unwrap().1;
    let text = PROJECT[0].1.replace("inputs: {size: 3}", "inputs: {size: \"3\"}");
    let files = project(&[("unfurl.yaml", &text)]);
    for arguments in [&["check"][..], &["runtime"], &["resolve", "--complete"]] {
        let output = files.run_on(arguments[0], ".", &arguments[1..]);
        let all = output.out + &output.err;
        assert_eq!(all.matches("error[V503]").count(), 1, "{arguments:?}: {all}");
        assert!(all.contains("unfurl.yaml:9:20") && all.contains("write `3` without quotes"), "{arguments:?}: {all}");
    }
    // Of its own type it may be, and not of that of the property.
    let template = template.replace("size: {type: integer}\n", "size: {type: string}\n");
    let files = project(&[("unfurl.yaml", &text), ("parts/template.yaml", &template)]);
    let output = files.run_on("check", ".", &[]);
    assert!(output.out.contains("the function gives the string `3`: change what it reads"), "{}", output.out);
    assert!(!output.out.contains("quotes"), "{}", output.out);
}

#[test]
fn what_is_no_mapping_in_a_project_is_reported_where_it_stands() {
    for (written, instead, reported, place) in [
        (
            "environments:\n",
            "environments: [a]\nothers:\n",
            "environments of a project are a mapping, not a list",
            "6:15",
        ),
        ("production:\n    inputs", "production:\n  - inputs", "\"production\" is a mapping, not a list", ""),
        ("  staging:\n", "  staging: all\n  other:\n", "\"staging\" is a mapping, not a string", "10:12"),
        ("connections:\n", "connections: cloud\n    locals:\n", "connections are a mapping, not a string", "12:18"),
        ("connections:\n", "connections: [cloud]\n    locals:\n", "connections are a mapping, not a list", "12:18"),
        ("connections:\n", "external: [cloud]\n    locals:\n", "external ensembles are a mapping, not a list", "12:15"),
        // The mapping in another environment would hide it.
        (
            "variables: {ZONE: all, KEEP: here}",
            "variables: [ZONE]",
            "`variables` of an environment are a mapping, not a list",
            "8:16",
        ),
    ] {
        let text = PROJECT[0].1;
        assert!(text.contains(written), "{written}");
        let files = project(&[("unfurl.yaml", &text.replacen(written, instead, 1))]);
        for command in ["check", "runtime"] {
            let output = files.run_on(command, ".", &[]);
            let all = output.out + &output.err;
            let is_reported =
                all.contains("error[V611]") && all.contains(reported) && all.contains(&format!("unfurl.yaml:{place}"));
            assert!(is_reported, "{command} {instead}: {all}");
            assert_ne!(output.status, Some(0), "{instead}");
        }
    }
}

/// An input that is too large in one environment only.
#[test]
fn an_ensemble_is_checked_in_an_environment() {
    let template = PROJECT.iter().find(|(name, _)| *name == "parts/template.yaml").unwrap().1;
    let template = template.replace("{type: integer}", "{type: integer, constraints: [{less_than: 8}]}");
    let files = project(&[("parts/template.yaml", &template)]);
    assert_eq!(files.run_on("check", ".", &[]).status, Some(0));
    let output = files.run_on("check", ".", &["--environment", "production"]);
    assert!(output.out.contains("V504") && output.out.contains("unfurl.yaml"), "{}{}", output.out, output.err);
    assert_eq!(files.run_on("check", ".", &["--environment", "nowhere"]).status, Some(3));
}

/// Types that are imported beside an included template are found from wherever the document is.
#[test]
fn documents_of_ensembles_name_files_from_where_they_are() {
    let files = project(&[]);
    let imports = |document: &str| -> String {
        let line = document.lines().find(|line| line.contains("types.yaml")).unwrap_or_default();
        line.trim().trim_start_matches("- ").trim_matches('"').to_owned()
    };
    assert_eq!(imports(&files.run_on("resolve", ".", &[]).out), "parts/types.yaml");
    assert_eq!(imports(&files.run_on("resolve", "ensemble", &[]).out), "../parts/types.yaml");
    for (name, expected) in [("v.yaml", "parts/types.yaml"), ("parts/v.yaml", "../parts/types.yaml")] {
        let output = files.run_on("resolve", ".", &["--output", name]);
        assert_eq!(output.status, Some(0), "{}", output.err);
        assert_eq!(imports(&std::fs::read_to_string(files.path(name)).unwrap()), expected);
        assert_eq!(files.run_on("check", name, &[]).status, Some(0), "{name} is a template that is complete");
    }
    assert_eq!(files.run_on("resolve", ".", &["--csar", "v.zip"]).status, Some(0));
    let output = files.run_on("check", "v.zip", &[]);
    assert_eq!(output.status, Some(0), "{}{}", output.out, output.err);
}

#[test]
fn checking_an_ensemble_looks_at_its_environment() {
    let text = PROJECT[0].1;
    for (written, instead, code, status) in [
        ("variables: {ZONE: staging}", "variable: {ZONE: staging}", "warning[V620]", 0),
        ("properties: {key: s3}", "properties: {kee: s3}", "error[V501]", 1),
        ("properties: {key: s3}", "properties: {key: s3, kee: s4}", "warning[V502]", 0),
        ("type: demo.Cloud", "type: demo.Clod", "warning[V618]", 0),
        ("default_environment: staging", "default_environment: stagin", "warning[V621]", 0),
        ("default_environment:", "default_enviroment:", "warning[V620]", 0),
        ("{type: demo.Cloud, properties", "{properties", "warning[V617]", 0),
        // One that the ensemble does not use, as it has another.
        (
            "default_environment: staging",
            "default_environment: stagin\nensembles: [{file: ensemble/ensemble.yaml, environment: staging}]",
            "has no environment \"stagin\"\n",
            0,
        ),
        ("environments:\n", "environment:\n", "did you mean \"environments\"?", 0),
        ("apiVersion: unfurl/v1alpha1", "apiVersion: unfurl/v9", "warning[V621]", 0),
        ("+?include-secrets", "+?inclde-secrets", "error[V621]", 3),
    ] {
        assert!(text.contains(written), "{written}");
        let files = project(&[("unfurl.yaml", &text.replace(written, instead))]);
        for name in [".", "ensemble/ensemble.yaml"] {
            let output = files.run_on("check", name, &[]);
            assert!(output.out.contains(code), "{instead}: {}{}", output.out, output.err);
            assert!(output.out.contains("unfurl.yaml:"), "{instead}: {}", output.out);
            assert_eq!(output.status, Some(status), "{instead}: {}", output.out);
        }
    }
    // An environment that is named stands in place of the usual one.
    let files =
        project(&[("unfurl.yaml", &text.replace("default_environment: staging", "default_environment: stagin"))]);
    let output = files.run_on("check", ".", &["--environment", "staging"]);
    assert_eq!((output.status, output.out.as_str()), (Some(0), ""), "{}", output.err);
}

#[test]
fn what_looks_misspelt_in_an_ensemble_is_reported() {
    let text = PROJECT.iter().find(|(name, _)| *name == "ensemble/ensemble.yaml").unwrap().1;
    for (written, instead, reported, status) in [
        ("kind: Ensemble", "kind: Ensembel", "warning[V621]: Unfurl reads no file of the kind \"Ensembel\"", 0),
        ("spec:\n", "spec:\n  imputs: {size: 4}\n", "did you mean \"inputs\"?", 0),
        ("spec:\n", "spec:\n  remarks: {size: 4}\n", "", 0),
        ("+include: {file: parts", "+inclde: {file: parts", "error[V621]: `+inclde` is no directive", 3),
    ] {
        assert!(text.contains(written), "{written}");
        let files = project(&[("ensemble/ensemble.yaml", &text.replace(written, instead))]);
        let output = files.run_on("check", ".", &[]);
        assert!(output.out.contains(reported), "{instead}: {}{}", output.out, output.err);
        assert_eq!(output.status, Some(status), "{instead}: {}", output.out);
        // Other keys are allowed.
        assert_eq!(output.out.is_empty(), reported.is_empty(), "{instead}: {}", output.out);
    }
    let more = [("ensemble/more.yaml", "spec:\n  imputs: {size: 4}\n")];
    let output = project(&more).run_on("check", ".", &[]);
    for reported in ["ensemble/more.yaml:2:3", "has no section \"imputs\"", "did you mean \"inputs\"?"] {
        assert!(output.out.contains(reported), "{}", output.out);
    }
}
