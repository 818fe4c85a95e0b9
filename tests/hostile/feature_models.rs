//! Feature models, clauses and circuits.

use super::{Answer, Refusal, Wanted, lines, nested, one};

#[test]
fn feature_models_that_mean_no_good() {
    let count = &["count"][..];
    let names: Vec<String> = (0..60).map(|at| format!("f{at}")).collect();
    let optional =
        |count: usize| format!("features\n\tR\n\t\toptional\n{}", lines(count, |at| format!("\t\t\tf{at}\n")));
    let tree = lines(1500, |at| format!("{}f{at}\n{}optional\n", "\t".repeat(2 * at + 1), "\t".repeat(2 * at + 2)));
    let with_a = |constraint: &str| format!("features\n\tA\nconstraints\n\t{constraint}\n");
    let cases: Vec<(&str, &str, String, Wanted)> = vec![
        ("a deep tree", "t.uvl", format!("features\n{tree}{}leaf\n", "\t".repeat(3001)), Answer("variants  1501")),
        ("brackets", "t.uvl", with_a(&nested("(", "A", ")", 100_000)), Answer("variants  1")),
        ("denials", "t.uvl", with_a(&format!("{}A", "!".repeat(100_001))), Answer("variants  0")),
        (
            "equivalences in a line",
            "t.uvl",
            format!("{}constraints\n\t{}\n", optional(60), names.join(" <=> ")),
            Answer("variants  576460752303423488"),
        ),
        (
            "a large bound",
            "t.uvl",
            "features\n\tR\n\t\t[0..99999999999999999999]\n\t\t\ta\n".into(),
            Refusal("V702", "t.uvl:3:7"),
        ),
        ("many instances", "t.uvl", "features\n\tR cardinality [1..1000000000]\n".into(), Refusal("V705", "t.uvl:2:2")),
        ("an import of itself", "t.uvl", "imports\n\tt\nfeatures\n\tA\n".into(), Refusal("V705", "t.uvl:2:2")),
        ("two thousand million variables", "t.cnf", "p cnf 2000000000 1\n1 0\n".into(), Refusal("V701", "t.cnf:1:1")),
        (
            "a number of variables that is none",
            "t.cnf",
            "p cnf 99999999999999999999 1\n1 0\n".into(),
            Refusal("V701", "t.cnf:1:1"),
        ),
        ("the lowest number", "t.cnf", "p cnf 3 1\n-9223372036854775808 0\n".into(), Refusal("V701", "t.cnf:2:1")),
        (
            "a wide clause",
            "t.cnf",
            format!("p cnf 20000 1\n{}0\n", lines(20_000, |at| format!("{} ", at + 1))),
            Answer("variants"),
        ),
        (
            "a circuit of many nodes",
            "t.nnf",
            "nnf 4294967295 4294967295 4294967295\nL 1\n".into(),
            Refusal("V707", "t.nnf:1:1"),
        ),
        (
            "entities of entities",
            "t.xml",
            format!(
                "<?xml version=\"1.0\"?><!DOCTYPE l [<!ENTITY a0 \"x\">{}]><featureModel><struct><and name=\"&a11;\"/></struct></featureModel>",
                lines(11, |at| format!("<!ENTITY a{} \"{}\">", at + 1, format!("&a{at};").repeat(10)))
            ),
            Refusal("V102", "t.xml:1:1"),
        ),
        (
            "elements in elements",
            "t.xml",
            format!(
                "<featureModel><struct>{}</struct></featureModel>",
                nested("<and name=\"a\">", "", "</and>", 100_000)
            ),
            Refusal("V102", "t.xml:1:1"),
        ),
    ];
    for (name, file, text, wanted) in cases {
        one(name, file, text, count, &wanted);
    }
}
