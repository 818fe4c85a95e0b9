//! Templates with so many elements that diagrams are asked in place of a solver: what is found is what is found of few.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{HEAD, check, model};
use variscope::analysis::question::Variants;
use variscope::analysis::value::Configuration;
use variscope::source::diagnostic::Code;

/// Copies of a few nodes, with numbers behind their names.
fn template(copies: usize) -> String {
    let mut text = format!("{HEAD}    options: {{type_default_condition: true}}\n  node_templates:\n");
    for copy in 0..copies {
        let nodes = [
            format!(
                "dead{copy}: {{type: t, conditions: {{and: [{{variability_input: a}}, {{not: {{variability_input: a}}}}]}}}}"
            ),
            format!("some{copy}: {{type: t, conditions: {{variability_input: a}}}}"),
            format!(
                "user{copy}: {{type: t, conditions: {{variability_input: b}}, requirements: [{{needs: some{copy}}}, {{asks: user{copy}}}]}}"
            ),
            format!("late{copy}: {{type: t, conditions: {{equal: [{{variability_input: env}}, test]}}}}"),
        ];
        nodes.iter().for_each(|node| writeln!(text, "    {node}").expect("a text takes all"));
    }
    text
}

/// Of so many findings one is resolved.
const REPLAYED: usize = 20;

#[test]
fn what_is_found_of_many_elements_is_found_of_few() {
    let found = |copies: usize| {
        let model = model(&template(copies));
        let findings = check(&model);
        assert!(findings.exactness.is_exact());
        let mut numbers: BTreeMap<Code, usize> = BTreeMap::new();
        for (place, finding) in findings.findings.into_iter().enumerate() {
            *numbers.entry(finding.diagnostic.code).or_default() += 1;
            if place % REPLAYED != 0 {
                continue;
            }
            // Errors are met by a reader who resolves with the values that are reported.
            if let Some(witness) = finding.witness.filter(|_| finding.diagnostic.is_error()) {
                let whole = witness.complete(&Configuration::new());
                let variants = Variants::of(&model, &whole).expect("conditions are well-formed");
                let errors = variants.resolve().expect_err("the witness shows the error");
                assert!(errors.iter().any(|error| error.message == finding.diagnostic.message));
            }
        }
        numbers
    };
    let (few, many) = (found(2), found(200));
    assert!(few.len() >= 3, "{few:?}");
    let multiplied = few.into_iter().map(|(code, number)| (code, number * 100)).collect();
    assert_eq!(many, multiplied);
}
