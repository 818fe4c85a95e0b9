use num_bigint::BigUint;
use variscope_encoder::Budget;

use super::{Clauses, d_dnnf, dimacs, is_ambiguous, names, renamed_in_smt_lib, renamed_in_uvl, smt_lib, uvl};
use crate::analysis::question::CountDetail;
use crate::feature::{FeatureModel, Format, Reading, SourceText};

fn read(format: Format, content: &str) -> FeatureModel {
    let text = SourceText { name: "model".to_owned(), bytes: content.as_bytes().to_vec() };
    let reading = Reading::of(format, text, None);
    assert_eq!(reading.diagnostics, [], "{content}");
    reading.model.unwrap()
}

fn count(model: &FeatureModel) -> BigUint {
    model.count(CountDetail::Total, &Budget::unlimited()).exact().unwrap().clone()
}

fn feature_names(model: &FeatureModel) -> Vec<String> {
    model.features().iter().map(|feature| feature.name.clone()).collect()
}

/// Models with names that are hard to write, without clauses, without variants, with hidden variables.
const MODELS: [(Format, &str); 5] = [
    (Format::Dimacs, "c 1 a b\nc 2 |c\nc 3 model\np cnf 3 2\n1 -2 0\n2 3 0\n"),
    (Format::Dimacs, "p cnf 2 0\n"),
    (Format::Dimacs, "p cnf 1 1\n0\n"),
    (Format::Dimacs, "p cnf 3 3\nc p show 1 2 0\n-3 1 0\n-3 2 0\n3 -1 -2 0\n"),
    (Format::Uvl, "features\n\tr\n\t\t[1..2]\n\t\t\ta\n\t\t\tb\n\t\t\tc\nconstraints\n\ta + b * 2 > c\n"),
];

#[test]
fn what_is_read_again_is_the_same() {
    for (format, text) in MODELS {
        let model = read(format, text);
        let clauses = Clauses::of(&model).unwrap();
        let circuit = model.compile(&Budget::unlimited()).unwrap();
        for again in
            [read(Format::Dimacs, &dimacs(&clauses)), read(Format::Compiled, &d_dnnf(&circuit, &names(&model)))]
        {
            assert_eq!(count(&again), count(&model), "{text}");
            assert_eq!(feature_names(&again), feature_names(&model), "{text}");
        }
        let again = read(Format::Uvl, &uvl(&clauses));
        assert_eq!(count(&again), count(&model), "{text}");
        assert!(feature_names(&model).iter().all(|name| feature_names(&again).contains(name)), "{text}");
    }
}

#[test]
fn who_reads_free_hidden_variables_in_uvl_is_advised_to_project() {
    let determined = read(Format::Dimacs, "p cnf 3 3\nc p show 1 2 0\n-3 1 0\n-3 2 0\n3 -1 -2 0\n");
    let clauses = Clauses::of(&determined).unwrap();
    assert!(!is_ambiguous(&clauses) && uvl(&clauses).starts_with("features\n"));
    let model = read(Format::Dimacs, "c 1 a\np cnf 3 2\nc p show 1 2 0\n1 3 0\n-2 1 0\n");
    let clauses = Clauses::of(&model).unwrap();
    let text = uvl(&clauses);
    assert!(
        is_ambiguous(&clauses) && text.starts_with("// Variants are told apart by the features that are not abstract.")
    );
    let bytes = text.clone().into_bytes();
    let wanted = text.lines().filter(|line| line.starts_with("\t\t\t") && !line.contains("{abstract}"));
    let wanted: Vec<&str> = wanted.map(|line| line.trim().trim_matches('"')).collect();
    assert_eq!(wanted, ["a", "2"]);
    let file = |name: &str, bytes: Vec<u8>| SourceText { name: name.to_owned(), bytes };
    let again = read(Format::Uvl, &text);
    assert!(count(&again) > count(&model));
    let wanted = file("wanted", wanted.join("\n").into_bytes());
    let projected = Reading::of(Format::Uvl, file("model.uvl", bytes), Some(&wanted)).model.unwrap();
    assert_eq!(count(&projected), count(&model));
}

#[test]
fn shared_names_are_numbered() {
    let model = read(Format::Dimacs, "c 1 a\nc 3 a\"b\np cnf 3 1\n1 2 3 0\n");
    let mut clauses = Clauses::of(&model).unwrap();
    // Files that were read have no shared names; elements of a template may.
    clauses.names[1].1 = "a".to_owned();
    let text = uvl(&clauses);
    assert_eq!(feature_names(&read(Format::Uvl, &text)), ["model", "a", "a#2", "a'b"]);
    let pair = |name: &str, written: &str| (name.to_owned(), written.to_owned());
    assert_eq!(renamed_in_uvl(&clauses), [pair("a", "a#2"), pair("a\"b", "a'b")]);
    assert!(text.starts_with("// \"a#2\" is a\n// \"a'b\" is a\"b\nfeatures\n"), "{text}");
    assert_eq!(renamed_in_smt_lib(&clauses), [pair("a", "a#2")]);
    let script = smt_lib(&clauses);
    assert!(script.contains("(declare-const |a#2| Bool)") && script.contains("(assert (or |a| |a#2| |a\"b|))"));
}

/// Comments of files hold any name.
#[test]
fn all_names_are_read_again() {
    let names = ["a", "a ", " a", "", " ", "a\nb", "a b", "\"a\"", "\"", "a\r", "\u{202e}", "7"];
    let mut clauses = Clauses::of(&read(Format::Dimacs, "p cnf 12 1\n1 12 0\n")).unwrap();
    for ((_, name), other) in clauses.names.iter_mut().zip(names) {
        other.clone_into(name);
    }
    let circuit = read(Format::Dimacs, &dimacs(&clauses)).compile(&Budget::unlimited()).unwrap().into_owned();
    for again in [read(Format::Dimacs, &dimacs(&clauses)), read(Format::Compiled, &d_dnnf(&circuit, &clauses.names))] {
        assert_eq!(feature_names(&again), names);
        assert_eq!(count(&again), BigUint::from(3_072_u32));
    }
}

#[test]
fn scripts_assert_each_clause() {
    let model = read(Format::Dimacs, "c 1 a|b\np cnf 3 3\nc p show 1 2 0\n1 0\n-2 -3 0\n0\n");
    let expected = "(set-logic QF_UF)\n(declare-const |a_b| Bool)\n(declare-const |2| Bool)\n(declare-const |hidden 3| Bool)\n\
        (assert |a_b|)\n(assert (or (not |2|) (not |hidden 3|)))\n(assert false)\n(check-sat)\n\
        ; variants are told apart by the values of these, and of no other\n(get-value (|a_b| |2|))\n";
    assert_eq!(smt_lib(&Clauses::of(&model).unwrap()), expected);
    let nothing = smt_lib(&Clauses::of(&read(Format::Dimacs, "p cnf 0 0\n")).unwrap());
    assert_eq!(nothing, "(set-logic QF_UF)\n(check-sat)\n");
}

#[test]
fn names_that_need_no_change_stay() {
    let model = read(Format::Dimacs, "c 1 p|x\nc 2 p_x\nc 3 or\np cnf 3 1\n1 2 3 0\n");
    let clauses = Clauses::of(&model).unwrap();
    let pair = |name: &str, written: &str| (name.to_owned(), written.to_owned());
    assert_eq!(renamed_in_smt_lib(&clauses), [pair("p|x", "p_x#1"), pair("or", "or_")]);
    assert!(smt_lib(&clauses).contains("(assert (or |p_x#1| |p_x| |or_|))"));
}

#[test]
fn hidden_variables_are_no_features_that_are_called_like_them() {
    let text = "c 1 hidden 2\nc 3 B\nc p show 1 3 0\np cnf 3 2\n1 2 0\n-1 -2 0\n";
    let clauses = Clauses::of(&read(Format::Dimacs, text)).unwrap();
    assert!(smt_lib(&clauses).contains("(assert (or |hidden 2| |hidden 2#2|))"), "{}", smt_lib(&clauses));
}

#[test]
fn sections_of_uvl_are_not_empty() {
    let free = uvl(&Clauses::of(&read(Format::Dimacs, "p cnf 2 0\n")).unwrap());
    assert!(!free.contains("constraints"), "{free}");
}
