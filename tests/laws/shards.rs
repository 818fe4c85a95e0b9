//! Parts of a list make up the whole, follow each other, and are as equal as can be.

use std::fmt::Write as _;

use num_bigint::BigUint;
use proptest::prelude::*;
use serde_json::{Value as Json, json};
use variscope::analysis::question::{Limits, Listing, Variants};
use variscope::analysis::value::Configuration;
use variscope::tosca::model::Model;

use super::generated::{self};
use super::varied;
use crate::support::folder::File;
use crate::support::model::{HEAD, model};
use crate::support::program::{json, run};

/// The variants of a listing from one rank to another.
fn between(listing: &mut Listing<'_, '_>, start: &BigUint, end: &BigUint) -> Vec<Vec<bool>> {
    let (mut found, mut next) = (Vec::new(), start.clone());
    while let Some(listed) = listing.seek(&next).unwrap().filter(|listed| listed.rank < *end) {
        found.push((0..listing.elements().len()).map(|place| listing.has(place)).collect());
        next = listed.end;
    }
    found
}

fn hold(model: &Model, text: &str) -> Result<(), TestCaseError> {
    let (nothing, limits) = (Configuration::new(), Limits::default());
    let variants = Variants::of(model, &nothing).unwrap();
    // What is found one by one has numbers.
    let Some(mut listing) = variants.listing(&limits) else { return Ok(()) };
    let total = listing.total().clone();
    let whole = between(&mut listing, &BigUint::ZERO, &total);
    for parts in [1, 2, 3, 5, 100] {
        let (mut together, mut sizes, mut next) = (Vec::new(), Vec::new(), BigUint::ZERO);
        for number in 1..=parts {
            let shard = listing.shard(number, parts, &limits).unwrap();
            prop_assert!(shard.is_equal);
            prop_assert_eq!(&shard.start, &next, "{} of {} {}", number, parts, text);
            let own = between(&mut listing, &shard.start, &shard.end);
            sizes.push(own.len());
            together.extend(own);
            next = shard.end;
        }
        prop_assert_eq!(&next, &total);
        prop_assert_eq!(&together, &whole, "{} {}", parts, text);
        let (least, most) = (sizes.iter().min().unwrap(), sizes.iter().max().unwrap());
        prop_assert!(most - least <= 1, "{:?} {}", sizes, text);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn parts_are_equal(template in generated::Template::without_cycles()) {
        let text = template.text();
        hold(&model(&text), &text)?;
    }

    #[test]
    fn parts_are_equal_where_several_classes_give_one_variant(template in varied::Template::any(varied::Rules::With)) {
        let text = template.text(&[]);
        hold(&model(&text), &text)?;
    }
}

/// 81 variants; the first ones come from most of the classes.
const UNEVEN: &str = "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    options: {type_default_condition: true}
    inputs: {a: {type: integer}, b: {type: integer}, c: {type: integer}, d: {type: integer}}
  node_templates:
";

fn uneven() -> String {
    let mut text = UNEVEN.to_owned();
    for input in ["a", "b", "c", "d"] {
        for (place, numbers) in ["[1]", "[2, 3, 4]"].iter().enumerate() {
            let condition = format!("{{valid_values: [{{variability_input: {input}}}, {numbers}]}}");
            writeln!(text, "    {input}{place}: {{type: t, conditions: {condition}}}").unwrap();
        }
        // It takes more than one class for each variant.
        writeln!(
            text,
            "    {input}: {{type: t, conditions: {{or: [true, {{equal: [{{variability_input: {input}}}, 3]}}]}}}}"
        )
        .unwrap();
    }
    text
}

fn list(path: &str, more: &[&str]) -> (Vec<Json>, Json) {
    let output = run(&[&["list", path, "--format", "json"], more].concat());
    assert_eq!(output.status.code(), Some(0), "{more:?} {output:?}");
    let list = json(&output);
    (list["variants"].as_array().unwrap().clone(), list)
}

#[test]
fn parts_of_lists_are_equal_and_can_be_resumed() {
    let file = File::new("template.yaml", uneven());
    let path = file.path();
    let (whole, answer) = list(path, &[]);
    assert_eq!((whole.len(), &answer["shard"]), (81, &Json::Null));
    let mut together = Vec::new();
    for (number, size) in [("1/4", 20), ("2/4", 20), ("3/4", 20), ("4/4", 21)] {
        let (part, answer) = list(path, &["--shard", number]);
        assert_eq!(part.len(), size, "{number}");
        assert_eq!((&answer["shard"]["parts"], &answer["shard"]["equal"]), (&json!(4), &json!(true)));
        assert_eq!(answer["resume"], Json::Null);
        // The same in pieces.
        let (mut pieces, mut token) = (Vec::new(), Json::from("0"));
        while let Some(next) = token.as_str() {
            let (piece, rest) = list(path, &["--shard", number, "--limit", "7", "--resume", next]);
            pieces.extend(piece);
            token = rest["resume"].clone();
        }
        assert_eq!(pieces, part, "{number}");
        together.extend(part);
    }
    assert_eq!(together, whole);
}

/// The diagrams of a long chain, one for each presence that is decided, are more than are kept together.
#[test]
fn lists_of_long_chains_begin_and_go_on() {
    let (input, last) = (|place: usize| format!("{{variability_input: v{place}}}"), 169);
    let declaration =
        |place: usize| format!("      v{place}: {{type: integer, constraints: [{{in_range: [1, 12]}}]}}\n");
    let near =
        |place: usize| format!("      - less_or_equal: [{}, {{add: [{}, 2]}}]\n", input(place), input(place + 1));
    let node = |place: usize| format!("    n{place}: {{type: t, conditions: {{less: [{}, 4]}}}}\n", input(place));
    let text = format!(
        "{HEAD}    inputs:
{}    constraints:
{}  node_templates:
{}",
        (0..=last).map(declaration).collect::<String>(),
        (0..last).map(near).collect::<String>(),
        (0..=last).map(node).collect::<String>()
    );
    let file = File::new("template.yaml", text);
    let path = file.path();
    let (whole, _) = list(path, &["--limit", "5"]);
    let (mut first, answer) = list(path, &["--limit", "2"]);
    let (rest, _) = list(path, &["--limit", "3", "--resume", answer["resume"].as_str().unwrap()]);
    first.extend(rest);
    assert_eq!((first.len(), &first), (5, &whole));
}

#[test]
fn parts_that_are_not_equal_say_so() {
    let model = "tests/feature-models/shop.uvl";
    let uneven = run(&["list", model, "--by-search", "--shard", "1/3", "--format", "json"]);
    assert_eq!(json(&uneven)["shard"], json!({"number": 1, "parts": 3, "equal": false}));
    assert!(String::from_utf8(uneven.stderr).unwrap().contains("the parts are not equally large"));
    let equal = run(&["list", model, "--shard", "1/3", "--format", "json"]);
    assert_eq!(json(&equal)["shard"], json!({"number": 1, "parts": 3, "equal": true}));
    assert!(equal.stderr.is_empty());
}
