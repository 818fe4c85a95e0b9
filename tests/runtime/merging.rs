//! How mappings of ensembles are merged, and parts of files included.

use serde_json::{Value as Json, json};

use super::{Files, RunOutput};

/// An ensemble whose node has the properties of a place and these.
fn ensemble(lower: &str, upper: &str) -> String {
    format!(
        "kind: Ensemble\nshared: {{parts: {lower}, size: 1}}\nspec:\n  service_template:\n    node_types:\n      demo.App:\n        \
         derived_from: tosca.nodes.Root\n        properties: {{size: {{type: integer}}, parts: {{type: map, required: false}}}}\n    \
         topology_template:\n      node_templates:\n        app:\n          type: demo.App\n          properties:\n            \
         +/shared:\n            parts: {upper}\n"
    )
}

fn merged(ensemble: &str) -> RunOutput {
    let files = [("ensemble.yaml", ensemble), ("one.yaml", "q: {r/s: {x: 1}, list: [{y: 2}]}\n")];
    Files::new(&files).run_on("runtime", "ensemble.yaml", &["--format", "json"])
}

fn properties(ensemble: &str) -> Json {
    let merged = merged(ensemble);
    assert_eq!(merged.status, Some(0), "{}", merged.err);
    let report: Json = serde_json::from_str(&merged.out).unwrap();
    report["nodes"][0]["properties"].clone()
}

#[test]
fn each_mapping_says_how_it_is_merged() {
    let own = "{a: 1, b: 1}";
    for (lower, upper, parts) in [
        (own, "{+%: merge, b: 2}", Some(json!({"a": 1, "b": 2}))),
        (own, "{+%: null, b: 2}", Some(json!({"a": 1, "b": 2}))),
        (own, "{+%: whiteout, b: 2}", None),
        ("{+%: merge, a: 1}", "{b: 2}", Some(json!({"a": 1, "b": 2}))),
        // What the lower one says holds, too.
        ("{+%: whiteout, a: 1}", "{b: 2}", None),
    ] {
        let found = properties(&ensemble(lower, upper));
        assert_eq!(found.get("parts"), parts.as_ref(), "{lower} {upper}: {found}");
    }
}

#[test]
fn no_other_way_of_merging_is_taken() {
    for (strategy, reported) in
        [("replace", "\"replace\" is no way to"), ("delete", "\"delete\" is no way to"), ("[a]", "a list is no way to")]
    {
        let merged = merged(&ensemble("{a: 1}", &format!("{{+%: {strategy}, b: 2}}")));
        assert_eq!(merged.status, Some(3), "{strategy}: {}", merged.out);
        assert!(merged.err.contains("error[V621]") && merged.err.contains(reported), "{}", merged.err);
        assert!(merged.err.contains("it is one of whiteout, nullout, merge, error"), "{}", merged.err);
    }
}

#[test]
fn parts_of_files_are_included() {
    for (pointer, parts) in [("#/q/r~1s", json!({"x": 1})), ("#/q/list/0", json!({"y": 2}))] {
        let found = properties(&ensemble("{}", &format!("{{+include: 'one.yaml{pointer}'}}")));
        assert_eq!(found["parts"], parts, "{pointer}");
    }
    let reported = merged(&ensemble("{}", "{+include: 'one.yaml#/q/z'}"));
    assert_eq!(reported.status, Some(3));
    assert!(reported.err.contains("file \"one.yaml\" has nothing at `#/q/z`"), "{}", reported.err);
    assert_eq!(properties(&ensemble("{a: 1}", "{+?include: 'one.yaml#/q/z'}"))["parts"], json!({"a": 1}));
}
