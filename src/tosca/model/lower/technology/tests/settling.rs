//! What becomes of authored technologies and of nodes without.

use super::{load, model, node, technologies};
use crate::tosca::model::{Alternative, Kind, Model, Weight};

const RULES: &str = "
    qualities:
      - {component: component, technology: terraform, weight: 0.5, hosting: [machine]}
      - {component: component, technology: ansible, weight: 0.75, hosting: [machine], conditions: {variability_input: x}}
      - {component: component, technology: kubernetes, weight: 0.75, hosting: [machine], assign: special}
      - {component: leaf, technology: ansible, weight: 0.25}
";

fn names(model: &Model, node: &str) -> Vec<String> {
    technologies(model, node).into_iter().map(|(name, _)| name.to_owned()).collect()
}

fn with_rules(options: &str, app: &str) -> Model {
    model(&format!(
        "
  variability:
    options: {{{options}}}
    inputs: {{x: {{type: boolean}}}}
{RULES}
  node_templates:
    app: {{type: leaf, requirements: [{{host: machine}}], {app}}}
    machine: {{type: machine}}
"
    ))
}

#[test]
fn the_best_of_each_scenario_are_offered_in_the_order_of_scenarios() {
    let model = with_rules("", "");
    assert_eq!(names(&model, "app"), ["ansible", "kubernetes", "ansible"]);
    let assigned: Vec<_> =
        technologies(&model, "app").iter().map(|(_, technology)| technology.assign.clone()).collect();
    let expected = ["leaf~component::ansible@machine", "special", "leaf~leaf::ansible"];
    assert_eq!(assigned, expected.map(|name| Some(name.into())));
    assert_eq!(names(&model, "machine"), [""; 0]);
}

#[test]
fn all_are_offered_on_demand() {
    let model = with_rules("enrich_technologies_best_only: false", "");
    assert_eq!(names(&model, "app"), ["terraform", "ansible", "kubernetes", "ansible"]);
}

#[test]
fn nothing_is_offered_unless_wanted() {
    assert_eq!(names(&with_rules("enrich_technologies: false", ""), "app"), [""; 0]);
    assert_eq!(names(&with_rules("", "managed: false"), "app"), [""; 0]);
}

#[test]
fn offered_technologies_know_their_rule() {
    let model = with_rules("", "");
    let found = technologies(&model, "app");
    assert_eq!(found[0].1.weight, Weight::from_billionths(750_000_000));
    assert_eq!((found[0].1.priority, found[2].1.priority), (1, 0));
    assert_eq!(found[0].1.rule_conditions.len(), 1);
    assert_eq!(model.yaml(found[0].1.rule_conditions[0]).entries().count(), 1);
    let element = model.element(model.node(node(&model, "app")).technologies[1]);
    assert_eq!((element.index, element.conditions.len(), element.body), (1, 0, None));
    assert_eq!(model.path(model.node(node(&model, "app")).technologies[1]), "technology.kubernetes@1.node.app");
}

#[test]
fn authored_technologies_become_their_implementations() {
    let authored = "technology: [{Ansible: {conditions: [true, {variability_input: x}], weight: 0}}, terraform]";
    let model = with_rules("", authored);
    assert_eq!(names(&model, "app"), ["ansible", "ansible", "terraform"]);
    let ids = model.node(node(&model, "app")).technologies.clone();
    let conditions: Vec<usize> = ids.iter().map(|&id| model.element(id).conditions.len()).collect();
    assert_eq!(conditions, [2, 2, 0]);
    assert_eq!(ids.iter().map(|&id| model.element(id).index).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(model.technology(ids[2]).weight, Weight::from_billionths(500_000_000));
    assert_eq!(model.node(node(&model, "app")).managed, Some(true));
}

#[test]
fn authored_technologies_stay_without_rules_or_on_demand() {
    let authored = "technology: [{Ansible: {weight: 0.125}}, {chef: {assign: mine, default_alternative: true}}]";
    let topology = format!(
        "
  node_templates:
    app: {{type: leaf, {authored}}}
"
    );
    for model in [model(&topology), with_rules("enrich_implementations: false", authored)] {
        let found = technologies(&model, "app");
        assert_eq!(found.iter().map(|(name, _)| *name).collect::<Vec<_>>(), ["ansible", "chef"]);
        assert_eq!(found[0].1.assign.as_deref(), Some("leaf~leaf::ansible"));
        assert_eq!(found[0].1.weight, Weight::from_billionths(125_000_000));
        assert_eq!(found[1].1.assign.as_deref(), Some("mine"));
        assert_eq!(found[1].1.matches, None);
        let second = model.element(model.node(node(&model, "app")).technologies[1]);
        assert_eq!(second.alternative, Alternative::Default);
    }
}

#[test]
fn a_technology_may_bring_its_scenario() {
    let topology = |hosting: &str| {
        format!(
            "
  node_templates:
    app:
      type: leaf
      requirements: [{{host: machine}}]
      technology: [{{ansible: {{prio: 3, scenario: {{component: component, hosting: [{hosting}]}}}}}}]
    machine: {{type: machine}}
"
        )
    };
    let model_of = |hosting: &str| model(&topology(hosting));
    assert_eq!(super::ways(&model_of("machine"), "app"), [["relation.host@0.node.app", "node.machine"]]);
    assert_eq!(technologies(&model_of("machine"), "app")[0].1.priority, 3);
    assert_eq!(technologies(&model_of("engine"), "app")[0].1.matches, Some(Vec::new()));
}

#[test]
fn technology_is_a_name_or_a_list() {
    for (written, expected) in
        [("Chef", vec!["chef"]), ("[]", vec![]), ("null", vec![]), ("[Chef, {Puppet: }]", vec!["chef", "puppet"])]
    {
        let model = model(&format!(
            "
  node_templates: {{app: {{type: leaf, managed: false, technology: {written}}}}}
"
        ));
        assert_eq!(names(&model, "app"), expected, "{written}");
    }
}

#[test]
fn technologies_are_numbered_in_the_order_of_nodes() {
    let model = model(
        "
  node_templates:
    first: {type: leaf, technology: [a, b]}
    second: {type: leaf, technology: c}
",
    );
    let names: Vec<&str> = model.names_of(Kind::Technology).collect();
    assert_eq!(names, ["a", "b", "c"]);
    assert_eq!(model.node(node(&model, "second")).technologies.len(), 1);
}

#[test]
fn nodes_are_managed_unless_their_type_or_author_says_no() {
    let model = model(
        "
  variability:
  node_templates:
    plain: {type: leaf}
    abstract: {type: engine}
    told: {type: engine, managed: true}
    exempt: {type: leaf, managed: false}
    modelled: {type: engine, technology: chef}
",
    );
    let managed: Vec<Option<bool>> =
        ["plain", "abstract", "told", "exempt", "modelled"].map(|name| model.node(node(&model, name)).managed).into();
    assert_eq!(managed, [Some(true), Some(false), Some(true), Some(false), Some(true)]);
}

#[test]
fn types_need_no_definition_where_nobody_asks() {
    let loaded = load(
        "tosca_definitions_version: tosca_variability_1_0\ntopology_template: {node_templates: {a: {type: unknown}}}\n",
    );
    assert_eq!(loaded.diagnostics, []);
    assert_eq!(loaded.model.expect("read").node(crate::tosca::model::ElementId::new(Kind::Node, 0)).managed, None);
}

#[test]
fn rules_that_differ_in_operations_are_separate() {
    let model = model(
        "
  variability:
    qualities:
      - {component: leaf, technology: first, operations: [create]}
      - {component: leaf, technology: second}
  node_templates: {app: {type: leaf}}
",
    );
    assert_eq!(names(&model, "app"), ["second"]);
}

#[test]
fn early_profiles_know_no_technologies() {
    let text = format!(
        "{}
  node_templates: {{app: {{type: leaf, technology: true}}}}
",
        super::TYPES.replace("_rc_3", "")
    );
    let options = crate::tosca::model::LoadOptions {
        profile: Some(crate::source::syntax::vocabulary::Profile::C),
        options: None,
    };
    let loaded = Model::load(&crate::source::package::Package::of_text(text), &options).expect("in memory");
    assert_eq!(loaded.diagnostics, []);
}
