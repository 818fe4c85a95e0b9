//! Hosts and other nodes that are pruned in a circle.

use variscope::analysis::question::{Finding, Limits, Variants};
use variscope::analysis::value::Configuration;
use variscope::source::diagnostic::Code;

use super::{check, codes, model};

fn template(options: &str, nodes: &str) -> String {
    format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{slim: {{type: boolean}}}}
    options: {{mode: semantic-loose, node_default_condition_mode: incoming-host{options}}}
  node_templates:
{nodes}"
    )
}

const HOSTED: &str = "    web: {type: t, anchor: true, requirements: [{host: rt}]}
    rt: {type: t, requirements: [{host: vm}]}
    vm: {type: t}
";

fn found(text: &str, code: Code) -> Finding {
    let found = check(&model(text)).findings;
    found.into_iter().find(|finding| finding.diagnostic.code == code).expect("it is found")
}

#[test]
fn a_circle_of_pruned_hosts_is_named_with_the_option_that_keeps_them() {
    let text = template("", HOSTED);
    let circle =
        "node \"rt\", node \"vm\" hang on each other and are pruned together, as little as possible is present";
    let hostless = found(&text, Code::ExpectedHosting).diagnostic;
    assert_eq!(hostless.notes, [circle]);
    assert_eq!(
        hostless.help.as_deref(),
        Some("turn on the option `required_hosting_constraint`, which keeps what a node runs on")
    );
    assert!(hostless.fix.is_some_and(|fix| !fix.is_safe()));
    assert_eq!(found(&text, Code::NoValidVariant).diagnostic.notes, [circle]);
    let mended = codes(&template(", required_hosting_constraint: true", HOSTED));
    assert!(mended.iter().all(|(code, _)| *code == Code::UnreadInput), "{mended:?}");
}

#[test]
fn the_option_is_named_only_where_it_helps() {
    // The host is excluded, whatever else is demanded.
    let excluded =
        template("", HOSTED).replace("    options", "    constraints: [{not: {node_presence: vm}}]\n    options");
    let help = found(&excluded, Code::ExpectedHosting).diagnostic.help.expect("there is help");
    assert!(!help.contains("required_hosting_constraint"), "{help}");
    // Here nothing is pruned in a circle.
    let conditional = HOSTED.replace("rt: {type: t,", "rt: {type: t, conditions: {variability_input: slim},");
    let hostless = found(&template("", &conditional), Code::ExpectedHosting).diagnostic;
    assert!(hostless.notes.iter().all(|note| !note.contains("hang on each other")), "{:?}", hostless.notes);
}

/// The node that is there in any case was given a condition that asks for what only it leads to.
const ASKING: &str = "    ui: {type: t, anchor: true, conditions: {node_presence: api}, requirements: [{to: api}]}
    api: {type: t, requirements: [{to: db}]}
    db: {type: t, conditions: {variability_input: slim}}
";

#[test]
fn a_condition_that_asks_for_what_hangs_on_it_is_named() {
    let text = template("", ASKING).replace("semantic-loose", "semantic-strict");
    let model = model(&text);
    let unused = found(&text, Code::ExpectedIncoming).diagnostic;
    let help = unused.help.expect("there is help");
    assert!(
        help.starts_with("remove the condition of node \"ui\" that asks for node \"api\"; or if node \"api\""),
        "{help}"
    );
    let asked = unused.labels.iter().find(|label| label.text.starts_with("asks for")).expect("the condition is shown");
    assert_eq!(asked.text, "asks for node \"api\", which is pruned without node \"ui\"");
    assert_eq!(model.sources().text(asked.span), "{node_presence: api}");
}

#[test]
fn what_is_chosen_in_a_circle_says_that_it_depends_on_itself() {
    let nodes = "    small: {type: t, weight: 0.5, conditions: {not: {node_presence: large}}}
    large: {type: t, weight: 1, conditions: {not: {node_presence: small}}}
";
    let modes = "mode: semantic-loose, node_default_condition_mode: incoming-host";
    let text = template("", nodes).replace(modes, "optimization_topology: min, type_default_condition: true");
    let model = model(&text);
    let nothing = Configuration::new();
    let variants = Variants::of(&model, &nothing).expect("conditions are well-formed");
    let large = model.ids().find(|id| model.path(*id) == "node.large");
    let because = variants.explain(large, &Limits::default()).because;
    let texts: Vec<&str> = because.iter().map(|line| &*line.text).collect();
    let own = "node \"small\" has the condition `not node.large`";
    assert_eq!(texts, [format!("{own}; it depends on itself, and as little as possible is present")]);
}
