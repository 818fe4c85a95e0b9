//! What stands below the picture of a comparison.

use crate::support::folder::folder;
use crate::support::program::{parts_of, run_in};

/// A node that is there from a product of numbers on, of which no more than some values can be looked at, or of one number.
fn template(class: &str, limit: &str, factors: &str) -> String {
    format!(
        "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {{width: {{type: float}}, depth: {{type: float}}, height: {{type: float}}}}
    options: {{mode: consistent-strict}}
  node_templates:
    room: {{type: {class}}}
    mural: {{type: Mural, conditions: {{equal: [{factors}, {limit}]}}}}
"
    )
}

#[test]
fn a_comparison_that_is_not_exact_says_so_below_the_picture() {
    let product = "{mul: [{variability_input: width}, {variability_input: depth}, {variability_input: height}]}";
    for (factors, is_exact) in [(product, false), ("{variability_input: width}", true)] {
        let (old, new) = (template("Room", "100.125", factors), template("Hall", "200.7", factors));
        let files = folder(&[("old.yaml", &*old), ("new.yaml", &*new)]);
        for language in ["dot", "mermaid", "plantuml", "svg"] {
            let drawn = parts_of(&run_in(&files, &["diff", "old.yaml", "new.yaml", "--graph", language])).1;
            assert!(drawn.contains("room") && drawn.contains("not exact: ") != is_exact, "{language}: {drawn}");
        }
    }
}
