//! Differences between templates, and between configurations of one, against resolving every configuration.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "diff/edits.rs"]
mod edits;
#[path = "diff/parts.rs"]
mod parts;
#[path = "diff/pictures.rs"]
mod pictures;
#[path = "diff/presets.rs"]
mod presets;
#[path = "diff/sums.rs"]
mod sums;
mod support;
#[path = "diff/words.rs"]
mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use num_bigint::BigUint;
use proptest::prelude::*;
use proptest::sample::select;
use variscope::analysis::question::{Change, Difference, Limits, PresenceVerdict, ReasonLimit, Variants, countable};
use variscope::analysis::value::{Configuration, Given, Provenance, Value};
use variscope::tosca::model::{ElementId, Model};
use variscope_encoder::circuit::EditKind;

use support::model::model;

const HEAD: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true, property_default_condition: true, artifact_default_condition: true}
    inputs: {a: {type: boolean}, b: {type: boolean}}
";

fn configuration(values: &[(&str, bool)]) -> Configuration {
    let mut configuration = Configuration::new();
    for &(name, value) in values {
        configuration.set(name, Given { value: Value::Boolean(value), provenance: Provenance::Assumed });
    }
    configuration
}

fn difference(old: &Model, new: &Model, left: &Configuration, right: &Configuration) -> Difference {
    let of = |model, configuration| Variants::of(model, configuration).expect("conditions are well-formed");
    of(old, left).difference(&of(new, right), &Limits::default()).expect("there is no budget")
}

/// A template of three nodes with a property each.
#[derive(Clone, Debug)]
struct Template {
    conditions: Vec<String>,
    values: Vec<u8>,
}

impl Template {
    fn text(&self) -> String {
        let node = |(place, (condition, value)): (usize, (&String, &u8))| {
            format!("    n{place}: {{type: t, conditions: {condition}, properties: [p: {{value: {value}}}]}}\n")
        };
        let nodes: String = self.conditions.iter().zip(&self.values).enumerate().map(node).collect();
        format!("{HEAD}  node_templates:\n    root: {{type: t}}\n{nodes}")
    }
}

fn template() -> impl Strategy<Value = Template> {
    let leaf = prop_oneof![
        select(vec!["a", "b"]).prop_map(|input| format!("{{variability_input: {input}}}")),
        Just("true".to_owned()),
        Just("{node_presence: n0}".to_owned()),
    ];
    let condition = (leaf.clone(), leaf, select(vec!["and", "or", "xor"]))
        .prop_map(|(left, right, operator)| format!("{{{operator}: [{left}, {right}]}}"));
    let first = select(vec!["true", "{variability_input: a}", "{not: {variability_input: b}}"]);
    (first, prop::collection::vec(condition, 2), prop::collection::vec(0_u8..2, 3)).prop_map(|(first, rest, values)| {
        Template { conditions: [first.to_owned()].into_iter().chain(rest).collect(), values }
    })
}

/// The variants of all configurations, each as its present elements.
fn variants(model: &Model) -> BTreeSet<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        let configuration = configuration(&[("a", a), ("b", b)]);
        if let Ok(variant) = Variants::of(model, &configuration).expect("conditions are well-formed").resolve() {
            let present = countable(model).into_iter().filter(|&id| variant.has(model, id));
            found.insert(present.map(|id| model.path(id)).collect());
        }
    }
    found
}

/// The present elements under the values of a witness; all other inputs are false.
fn replayed(model: &Model, witness: &[(Arc<str>, Value)]) -> BTreeSet<String> {
    let mut configuration = configuration(&[("a", false), ("b", false)]);
    for (input, value) in witness {
        configuration.set(Arc::clone(input), Given { value: value.clone(), provenance: Provenance::Assumed });
    }
    let variant = Variants::of(model, &configuration).expect("conditions are well-formed").resolve();
    let variant = variant.expect("a witness gives a variant");
    countable(model).into_iter().filter(|&id| variant.has(model, id)).map(|id| model.path(id)).collect()
}

fn paths(model: &Model, ids: &[ElementId]) -> BTreeSet<String> {
    ids.iter().map(|&id| model.path(id)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn differences_are_those_of_all_configurations(old in template(), new in template()) {
        let (before, after) = (model(&old.text()), model(&new.text()));
        is_that_of_all_configurations(&before, &after)?;
    }

    #[test]
    fn edits_that_move_nothing_keep_what_all_configurations_keep(
        old in template(),
        values in prop::collection::vec(0_u8..2, 3),
        added in select(vec!["", "{variability_input: a}", "{node_presence: n1}", "false"]),
        rewritten in any::<bool>(),
        is_added in any::<bool>(),
    ) {
        let rewrite = |condition: &String| if rewritten { format!("{{not: {{not: {condition}}}}}") } else { condition.clone() };
        let new = Template { conditions: old.conditions.iter().map(rewrite).collect(), values };
        let mut text = new.text();
        if !added.is_empty() {
            text += "    extra: {type: t, conditions: ";
            text += added;
            text += "}\n";
        }
        let (before, after) = (model(&old.text()), model(&text));
        if is_added {
            is_that_of_all_configurations(&before, &after)?;
        } else {
            is_that_of_all_configurations(&after, &before)?;
        }
    }
}

/// Holds a difference against the variants of all configurations, over the elements that both templates have.
fn is_that_of_all_configurations(before: &Model, after: &Model) -> Result<(), TestCaseError> {
    let nothing = Configuration::new();
    let found = difference(before, after, &nothing, &nothing);
    let paths_of =
        |model: &Model| -> BTreeSet<String> { countable(model).into_iter().map(|id| model.path(id)).collect() };
    let common: BTreeSet<String> = paths_of(before).intersection(&paths_of(after)).cloned().collect();
    let over_common = |variants: BTreeSet<BTreeSet<String>>| -> BTreeSet<BTreeSet<String>> {
        variants.into_iter().map(|variant| variant.intersection(&common).cloned().collect()).collect()
    };
    let (was, is) = (over_common(variants(before)), over_common(variants(after)));
    let value = |model: &Model, place: usize| {
        let start = format!("    n{place}: ");
        let line =
            model.sources().text(model.root().span()).lines().find(|line| line.starts_with(&start)).map(str::to_owned);
        line.and_then(|line| line.split_once("value: ").map(|(_, value)| value.to_owned()))
    };
    let changed: BTreeSet<String> = (0..3)
        .filter(|&place| value(before, place) != value(after, place))
        .map(|place| format!("property.p@0.node.n{place}"))
        .collect();
    let contents: BTreeSet<String> = found.contents.iter().map(|change| after.path(change.new)).collect();
    prop_assert_eq!(&contents, &changed);

    let both: Vec<&BTreeSet<String>> = was.intersection(&is).collect();
    let other: usize = both.iter().filter(|variant| !variant.is_disjoint(&changed)).count();
    prop_assert_eq!(&found.kept, &BigUint::from(both.len()));
    prop_assert_eq!(&found.changed.count, &BigUint::from(other));
    prop_assert_eq!(&found.added.count, &BigUint::from(is.difference(&was).count()));
    prop_assert_eq!(&found.removed.count, &BigUint::from(was.difference(&is).count()));

    for (change, in_old, in_new) in
        [(&found.added, false, true), (&found.removed, true, false), (&found.changed, true, true)]
    {
        prop_assert_eq!(change.example.is_some(), change.count != BigUint::ZERO);
        let Some(example) = &change.example else { continue };
        let present = paths(before, &example.present);
        prop_assert_eq!((was.contains(&present), is.contains(&present)), (in_old, in_new));
        prop_assert_eq!((example.old.is_some(), example.new.is_some()), (in_old, in_new));
        for (model, witness) in [(before, &example.old), (after, &example.new)] {
            if let Some(witness) = witness {
                let replayed: BTreeSet<String> = replayed(model, witness).intersection(&common).cloned().collect();
                prop_assert_eq!(&replayed, &present);
            }
        }
    }
    Ok(())
}

#[test]
fn what_is_given_and_assumed_is_among_the_reasons() {
    let text = format!(
        "{HEAD}  node_templates:\n    root: {{type: t}}\n    n: {{type: t, conditions: {{variability_input: a}}}}\n"
    );
    let template = model(&text);
    let given = configuration(&[("a", false)]);
    let variants = Variants::of(&template, &given).expect("conditions are well-formed");
    let node = template.find("node:n").expect("there is such a node");
    let texts = |variants: &Variants<'_>| {
        let explanation = variants.explain(None, &Limits::default());
        explanation.because.into_iter().map(|label| label.text).collect::<Vec<_>>()
    };
    assert!(texts(&variants).is_empty());
    let because = texts(&variants.assuming([(node, true)]));
    let expected = ["node \"n\" has the condition `a`, assumed to be present", "false under the given values"];
    assert_eq!(because, expected);
}

const VALUED: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true}
    inputs: {env: {type: string, constraints: [{valid_values: [dev, prod]}]}}
    expressions: {region: {concat: [{variability_input: env}, -eu]}}
  node_templates:
    app: {type: t, properties: [place: {expression: {value_expression: region}}, size: {value: 1}]}
    backup: {type: t, conditions: {equal: [{variability_input: env}, prod]}}
";

#[test]
fn two_configurations_differ_in_elements_and_values() {
    let template = model(VALUED);
    let of = |env: &str| {
        let mut configuration = Configuration::new();
        configuration.set("env", Given { value: Value::string(env), provenance: Provenance::Assumed });
        configuration
    };
    let found = difference(&template, &template, &of("dev"), &of("prod"));
    let statuses: Vec<String> = found.statuses.iter().map(|change| template.path(change.new)).collect();
    assert!(statuses.contains(&"node.backup".to_owned()), "{statuses:?}");
    let contents: BTreeMap<String, (&str, &str)> = found
        .contents
        .iter()
        .map(|change| (template.path(change.new), (change.before.as_str(), change.after.as_str())))
        .collect();
    let expected = ("property.place@0.node.app".to_owned(), (r#""dev-eu""#, r#""prod-eu""#));
    assert_eq!(contents, BTreeMap::from([expected]));
    assert_eq!(found.edit_kind(), EditKind::ArbitraryEdit);
    let equal = difference(&template, &template, &of("dev"), &of("dev"));
    assert_eq!(equal.edit_kind(), EditKind::Refactoring);
}

#[test]
fn what_is_written_otherwise_but_means_the_same_is_no_change() {
    let old = model(VALUED);
    let moved =
        VALUED.replace("app: {type: t,", "app: {type: t, conditions: true,").replace("size: {value: 1}", "size: 1");
    let nothing = Configuration::new();
    assert_eq!(difference(&old, &model(&moved), &nothing, &nothing).edit_kind(), EditKind::Refactoring);
    let renamed = VALUED.replace("-eu", "-us");
    let found = difference(&old, &model(&renamed), &nothing, &nothing);
    assert_eq!(found.contents.len(), 1, "the named expression is another one");
    let is_all = |change: &Change| change.count == BigUint::from(2_u8);
    assert!(is_all(&found.changed));
}

#[test]
fn an_element_that_is_put_before_others_does_not_rename_them() {
    let template =
        |artifacts: &str| model(&format!("{HEAD}  node_templates:\n    n: {{type: t, artifacts: [{artifacts}]}}\n"));
    let old = template("x: {type: u, file: x.sh}");
    let new = template("y: {type: u, file: y.sh}, x: {type: u, file: z.sh}");
    let nothing = Configuration::new();
    let found = difference(&old, &new, &nothing, &nothing);
    assert!(found.only_old.is_empty(), "{:?}", paths(&old, &found.only_old));
    let only_new = paths(&new, &found.only_new);
    assert!(only_new.contains("artifact.y@0.node.n"), "{only_new:?}");
    let contents: Vec<String> = found.contents.iter().map(|change| new.path(change.new)).collect();
    assert_eq!(contents, ["artifact.x@1.node.n"]);
}

#[test]
fn all_reasons_are_found_and_each_of_them_forces_the_answer() {
    let conditions = "{or: [{node_presence: left}, {node_presence: right}]}";
    let template = model(&format!(
        "{HEAD}    constraints: [{{node_presence: left}}, {{node_presence: right}}]\n  node_templates:\n    root: {{type: t}}\n    left: {{type: t, \
         conditions: {{variability_input: a}}}}\n    right: {{type: t, conditions: {{variability_input: b}}}}\n    top: \
         {{type: t, conditions: {conditions}}}\n"
    ));
    let nothing = Configuration::new();
    let variants = Variants::of(&template, &nothing).expect("conditions are well-formed");
    let top = template.find("node:top").expect("there is such a node");
    let all = variants.explain_by(Some(top), ReasonLimit::All(10), &Limits::default());
    assert_eq!(all.answer, PresenceVerdict::Present);
    assert_eq!(all.others.len(), 1);
    assert!(!all.has_more);
    let one = variants.explain_by(Some(top), ReasonLimit::All(1), &Limits::default());
    assert!(one.others.is_empty() && one.has_more);
    let any = variants.explain(Some(top), &Limits::default());
    assert!([&all.because, &all.others[0]].contains(&&any.because));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// How many variants of both hold an element with other content.
    #[test]
    fn variants_with_changed_elements_are_counted(old in template(), new in template()) {
        let (before, after) = (model(&old.text()), model(&new.text()));
        let nothing = Configuration::new();
        let found = difference(&before, &after, &nothing, &nothing);
        let (was, is) = (variants(&before), variants(&after));
        for change in &found.contents {
            let path = before.path(change.old);
            let kept = was.intersection(&is).filter(|variant| variant.contains(&path)).count();
            prop_assert_eq!(&change.variants, &BigUint::from(kept), "{}", path);
        }
    }

    /// Elements whose rule was left alone are not said to have another one, and conditions that are shown are true.
    #[test]
    fn rules_that_are_shown_changed(old in template(), new in template()) {
        let (before, after) = (model(&old.text()), model(&new.text()));
        let nothing = Configuration::new();
        let found = difference(&before, &after, &nothing, &nothing);
        for change in &found.presences {
            let name = &before.element(change.old.unwrap()).name;
            let place: Option<usize> = name.strip_prefix('n').and_then(|digits| digits.parse().ok());
            let Some(place) = place.filter(|_| change.old.unwrap().kind() == variscope::tosca::model::Kind::Node) else {
                continue;
            };
            prop_assert_ne!(&old.conditions[place], &new.conditions[place], "node {}", place);
        }
    }
}
