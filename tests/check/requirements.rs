//! Requirements of nodes against their types, and what engines demand of nodes besides.

use std::collections::BTreeSet;

use variscope::analysis::question::{CheckOptions, Finding, Limits, Variants};
use variscope::analysis::value::Configuration;
use variscope::source::diagnostic::Code;
use variscope::tosca::types::TypesProfile;

use super::{check, model};

const SHOP: &str = "\
tosca_definitions_version: tosca_variability_1_0
node_types:
  Shop:
    derived_from: tosca.nodes.Root
    requirements:
      - invoker: {capability: tosca.capabilities.Node, occurrences: [0, UNBOUNDED]}
      - store: {capability: tosca.capabilities.Endpoint.Database, occurrences: [1, 2]}
  Blank: {derived_from: tosca.nodes.Root}
topology_template:
  variability:
    options: {type_default_condition: true, semantic_checks: false, relation_default_condition: true}
    inputs: {small: {type: boolean}}
  node_templates:
    shop: {type: Shop, requirements: [REQUIREMENTS]}
    data: {type: tosca.nodes.Database, properties: {name: d}, requirements: [host: engine]}
    engine: {type: tosca.nodes.DBMS, requirements: [host: vm]}
    vm: {type: tosca.nodes.Compute}
    blank: {type: Blank}
";

/// What is said about requirements, and for which value of the input.
fn of_requirements(requirements: &str) -> BTreeSet<(Code, Option<bool>)> {
    let findings = check(&model(&SHOP.replace("REQUIREMENTS", requirements))).findings;
    let codes = [Code::UndeclaredRequirement, Code::RequirementOccurrences, Code::UnfitTarget, Code::AmbiguousRelation];
    let small = |finding: &Finding| {
        let witness = finding.witness.iter().flatten().find(|(input, _)| &**input == "small");
        witness.and_then(|(_, value)| value.as_bool())
    };
    let found = findings.iter().filter(|finding| codes.contains(&finding.diagnostic.code));
    found.map(|finding| (finding.diagnostic.code, small(finding))).collect()
}

#[test]
fn requirements_are_held_against_the_types_of_nodes() {
    let small = "{node: data, conditions: {variability_input: small}}";
    let codes =
        |requirements: &str| of_requirements(requirements).into_iter().map(|(code, _)| code).collect::<Vec<_>>();
    assert_eq!(codes("store: data"), []);
    assert_eq!(codes("store: data, invoker: vm, invoker: engine, dependency: vm, dependency: vm"), []);
    assert_eq!(codes("store: data, stoer: data"), [Code::UndeclaredRequirement]);
    assert_eq!(codes("store: data, other: data"), [Code::UndeclaredRequirement]);
    let found = check(&model(&SHOP.replace("REQUIREMENTS", "store: data, other: data"))).findings;
    let message = "node \"shop\" has no requirement \"other\": \"Shop\" declares none; its requirements are \"invoker\", \"store\"";
    let is_warning = |finding: &Finding| finding.diagnostic.message == message && !finding.diagnostic.is_error();
    assert!(found.iter().any(is_warning), "some orchestrators take what no type declares: {found:?}");
    let blank = SHOP.replace("blank: {type: Blank}", "blank: {type: Blank, requirements: [other: vm]}");
    let found = check(&model(&blank.replace("REQUIREMENTS", "store: data"))).findings;
    let is_undeclared = |finding: &Finding| finding.diagnostic.code == Code::UndeclaredRequirement;
    assert!(!found.iter().any(is_undeclared), "the type declares none: {found:?}");
    assert_eq!(codes("store: vm"), [Code::UnfitTarget]);
    assert_eq!(codes("store: blank"), [], "nothing is known of what the type leaves out");
    assert_eq!(codes(""), [Code::RequirementOccurrences]);
    assert_eq!(codes("store: data, store: data, store: data"), [Code::RequirementOccurrences]);
    assert_eq!(of_requirements(&format!("store: {small}")), [(Code::RequirementOccurrences, Some(false))].into());
    let third = format!("store: data, store: data, store: {small}");
    assert_eq!(of_requirements(&third), [(Code::RequirementOccurrences, Some(true))].into());
}

/// Codes of what is reported of a node under a profile of types.
fn reported_under(types: TypesProfile, node: &str) -> Vec<Code> {
    let text =
        format!("tosca_definitions_version: tosca_variability_1_0\ntopology_template:\n  node_templates:\n{node}");
    let model = model(&text);
    let options = CheckOptions { types, ..CheckOptions::default() };
    let nothing = Configuration::new();
    let variants = Variants::of(&model, &nothing).expect("there are no conditions");
    let findings = variants.check(&Limits::default(), options).findings;
    findings.into_iter().map(|finding| finding.diagnostic.code).collect()
}

#[test]
fn profiles_of_engines_say_what_their_engines_say() {
    let (tosca, xopera, radon) = (TypesProfile::Tosca13, TypesProfile::Xopera, TypesProfile::Radon);
    // xOpera wants a context root and the name of block storage.
    let web = "    web: {type: tosca.nodes.WebApplication, requirements: [host: server]}
    server: {type: tosca.nodes.WebServer, requirements: [host: vm]}
    vm: {type: tosca.nodes.Compute}\n";
    assert_eq!(reported_under(tosca, web), []);
    assert_eq!(reported_under(xopera, web), [Code::MissingProperty]);
    let storage = "    disk: {type: tosca.nodes.Storage.BlockStorage, properties: {size: 2 GB}}\n";
    assert_eq!(reported_under(tosca, storage), []);
    assert_eq!(reported_under(xopera, storage), [Code::MissingProperty]);
    let bucket = "    bucket: {type: tosca.nodes.Storage.ObjectStorage}\n";
    assert_eq!(reported_under(tosca, bucket), [Code::MissingProperty]);
    assert_eq!(reported_under(xopera, bucket), [Code::MissingProperty]);
    // Particles that are not imported are known to RADON only.
    let function = "    f: {type: radon.nodes.abstract.Function, properties: {name: [x]}, requirements: [host: cloud]}
    cloud: {type: radon.nodes.abstract.CloudPlatform, properties: {name: x}}\n";
    assert_eq!(reported_under(tosca, function), []);
    assert_eq!(reported_under(radon, function), [Code::WrongType]);
}

#[test]
fn requirements_that_standard_types_take_several_times_may_be_repeated() {
    let storage = |requirements: &str| {
        format!(
            "    vm: {{type: tosca.nodes.Compute, requirements: [{requirements}]}}
    d1: {{type: tosca.nodes.Storage.BlockStorage, properties: {{size: 2 GB}}}}
    d2: {{type: tosca.nodes.Storage.BlockStorage, properties: {{size: 2 GB}}}}\n"
        )
    };
    let at = "relationship: {type: tosca.relationships.AttachesTo, properties: {location: /d}}";
    let twice = storage(&format!("local_storage: {{node: d1, {at}}}, local_storage: {{node: d2, {at}}}"));
    assert_eq!(reported_under(TypesProfile::Tosca13, &twice), []);
    let hosts = "    app: {type: tosca.nodes.SoftwareComponent, requirements: [host: vm, host: other]}
    vm: {type: tosca.nodes.Compute}
    other: {type: tosca.nodes.Compute}\n";
    assert!(reported_under(TypesProfile::Tosca13, hosts).contains(&Code::AmbiguousRelation));
}

const HOSTED: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {aws: {type: boolean}, old: {type: boolean}}
    options: {mode: semantic-strict}
  node_templates:
    web: {type: w, requirements: [{host: aws_vm}, {db: db}]}
    db: {type: d, conditions: {variability_input: old}, requirements: [{host: dbms}]}
    dbms: {type: m, requirements: [{host: aws_vm}, {host: azure_vm}]}
    aws_vm: {type: v, conditions: {variability_input: aws}}
    azure_vm: {type: v, conditions: {not: {variability_input: aws}}}
";

/// What helps against these errors.
fn helps(text: &str) -> Vec<(Code, String)> {
    let found = check(&model(text)).findings.into_iter().map(|finding| finding.diagnostic);
    let found = found.filter(|found| matches!(found.code, Code::ExpectedHosting | Code::ExpectedIncoming));
    found.map(|found| (found.code, found.help.unwrap_or_default())).collect()
}

#[test]
fn a_host_that_was_forgotten_is_proposed_first() {
    let [(Code::ExpectedHosting, host), (Code::ExpectedIncoming, incoming)] = &*helps(HOSTED) else {
        panic!("{:?}", helps(HOSTED))
    };
    assert!(host.starts_with("add `- host: azure_vm`, which is present there; or give it"), "{host}");
    assert_eq!(incoming, "node \"web\" has no host there: add `- host: azure_vm` to it");
    // It is no other host where it is present in other cases, too.
    let other = helps(&HOSTED.replace("conditions: {not: {variability_input: aws}}", "conditions: true"));
    assert!(other.iter().all(|(_, help)| !help.contains("azure_vm`, which")), "{other:?}");
}
