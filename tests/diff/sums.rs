//! Differences of templates that add numbers up, against resolving every configuration.

use std::collections::BTreeSet;

use num_bigint::BigUint;
use proptest::prelude::*;
use variscope::analysis::question::{Variants, countable};
use variscope::analysis::value::{Configuration, Given, Provenance, Value};
use variscope::tosca::model::Model;

use super::{difference, model};

/// Three integers from 0 to 3 with a sum below a limit, and nodes that are there from a number or a sum of two on.
fn template(limit: u8, bounds: &[(usize, u8)]) -> String {
    let of = |input: usize| format!("{{variability_input: i{input}}}");
    let input = |input: usize| format!("      i{input}: {{type: integer, constraints: [{{in_range: [0, 3]}}]}}\n");
    let inputs = [0, 1, 2].map(input).concat();
    let node = |(place, &(input, bound)): (usize, &(usize, u8))| {
        let left = if input < 3 { of(input) } else { format!("{{add: [{}, {}]}}", of(input % 3), of((input + 1) % 3)) };
        format!("    n{place}: {{type: t, conditions: {{greater: [{left}, {bound}]}}}}\n")
    };
    let nodes: String = bounds.iter().enumerate().map(node).collect();
    format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {{mode: semantic-strict}}
    inputs:
{inputs}    constraints:
      - less: [{{add: [{}, {}, {}]}}, {limit}]
  node_templates:
    root: {{type: t}}
{nodes}",
        of(0),
        of(1),
        of(2)
    )
}

fn variants(model: &Model) -> BTreeSet<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for number in 0..64 {
        let mut configuration = Configuration::new();
        for input in 0..3 {
            let value = Value::integer((number >> (2 * input)) % 4);
            configuration.set(format!("i{input}"), Given { value, provenance: Provenance::Assumed });
        }
        if let Ok(variant) = Variants::of(model, &configuration).unwrap().resolve() {
            let present = countable(model).into_iter().filter(|&id| variant.has(model, id));
            found.insert(present.map(|id| model.path(id)).collect());
        }
    }
    found
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn differences_of_sums_are_those_of_all_configurations(
        limits in (2_u8..9, 2_u8..9),
        bounds in prop::collection::vec((0_usize..6, 0_u8..4), 1..5),
        edit in (0_usize..5, 0_usize..6, 0_u8..4),
    ) {
        let mut edited = bounds.clone();
        let place = edit.0 % edited.len();
        edited[place] = (edit.1, edit.2);
        let (before, after) = (model(&template(limits.0, &bounds)), model(&template(limits.1, &edited)));
        let nothing = Configuration::new();
        let found = difference(&before, &after, &nothing, &nothing);
        let (was, is) = (variants(&before), variants(&after));
        prop_assert!(found.is_exact);
        prop_assert_eq!(&found.kept, &BigUint::from(was.intersection(&is).count()));
        prop_assert_eq!(&found.added.count, &BigUint::from(is.difference(&was).count()));
        prop_assert_eq!(&found.removed.count, &BigUint::from(was.difference(&is).count()));
        for (change, in_old, in_new) in [(&found.added, false, true), (&found.removed, true, false)] {
            let Some(example) = &change.example else { continue };
            let present: BTreeSet<String> = example.present.iter().map(|&id| before.path(id)).collect();
            prop_assert_eq!((was.contains(&present), is.contains(&present)), (in_old, in_new));
        }
    }
}
