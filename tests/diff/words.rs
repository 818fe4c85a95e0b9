//! What is said of an edit, for people.

use variscope_encoder::circuit::EditKind;

use super::{HEAD, model, parts::compared};

#[test]
fn without_variants_on_both_sides_nothing_is_decided_but_of_one_text() {
    let text = |condition: &str| {
        let head = HEAD.replace("    inputs:", "    constraints: [false]\n    inputs:");
        model(&format!("{head}  node_templates: {{m: {{type: t}}, n: {{type: t, conditions: {condition}}}}}\n"))
    };
    let (old, new) = (text("{variability_input: a}"), text("{not: {variability_input: a}}"));
    let (found, output) = compared(&old, &new);
    assert!(found.is_undecided());
    assert_eq!(output, "not decided: neither side has a valid variant: nothing could be compared\n");
    let (found, output) = compared(&old, &text("{variability_input:   a}"));
    assert_eq!((found.is_undecided(), found.edit_kind()), (false, EditKind::Refactoring));
    assert!(output.starts_with("no difference: "), "{output}");
}
