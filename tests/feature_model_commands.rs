//! Commands about feature models as people meet them: exit statuses, streams, files.

mod support;

use std::fs;

use serde_json::Value as Json;

use support::folder::{File, written};
use support::program::{self, answer, run, stdout};

const SHOP: &str = "tests/feature-models/shop.uvl";

fn status(arguments: &[&str]) -> Option<i32> {
    run(arguments).status.code()
}

#[test]
fn statuses_say_what_happened() {
    assert_eq!(status(&["count", SHOP]), Some(0));
    assert_eq!(status(&["check", SHOP]), Some(0));
    assert_eq!(status(&["check", SHOP, "--fail-on", "warning"]), Some(1));
    assert_eq!(status(&["check", SHOP, "--fail-on", "warning", "--skip", "V406"]), Some(0));
    assert_eq!(status(&["count", SHOP, "--input", "Absent=true"]), Some(2));
    assert_eq!(status(&["count", SHOP, "--preset", "prod"]), Some(2));
    assert_eq!(status(&["explain", SHOP, "Absent"]), Some(2));
    assert_eq!(status(&["elements", SHOP, "--kind", "node"]), Some(2));
    assert_eq!(status(&["elements", SHOP, "--kind", "feature"]), Some(0));
    assert_eq!(status(&["sample", SHOP, "--pairwise", "-t", "3"]), Some(2));
    assert_eq!(status(&["sample", SHOP, "--uniform", "0"]), Some(2));
    assert_eq!(status(&["list", SHOP, "--shard", "3/2"]), Some(2));
    assert_eq!(status(&["optimize", SHOP]), Some(2));
    assert_eq!(status(&["optimize", SHOP, "--min", "colour"]), Some(2));
    assert_eq!(status(&["count", "absent.uvl"]), Some(3));
    assert_eq!(status(&["sample", SHOP, "--input", "Fax=true", "--input", "Premium=true"]), Some(3));
}

#[test]
fn a_broken_file_is_shown_at_its_place() {
    let file = File::new("broken.dimacs", "p cnf 2 1\n1 two 0\n");
    let path = file.path();
    let output = run(&["count", path]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.contains("error[V701]") && message.contains("broken.dimacs:2:3"), "{message}");
}

#[test]
fn differences_name_features_and_end_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, body: &str| written(&folder, name, format!("features\n\tA\n{body}"));
    let old = file("old.uvl", "\t\toptional\n\t\t\tB {Price 1}\n\t\t\tC\n");
    let mandatory = file("mandatory.uvl", "\t\tmandatory\n\t\t\tB {Price 1}\n\t\toptional\n\t\t\tC\n");
    let dearer = file("dearer.uvl", "\t\toptional\n\t\t\tB {Price 7}\n\t\t\tC\n");
    assert_eq!(
        stdout(&["diff", &old, &mandatory]),
        "~ feature \"B\": sometimes -> always present\n\nkept     2\nadded    0\nremoved  2  such as: A\nspecialization: variants were only lost\n"
    );
    let answer = program::answer(&["diff", &old, &mandatory]);
    assert_eq!(
        (&answer["elements"][0]["before"], &answer["elements"][0]["after"]),
        (&"conditional".into(), &"core".into())
    );
    assert_eq!(status(&["diff", &old, &mandatory, "--exit-code"]), Some(1));
    // The variants are the same, what they cost is not.
    assert_eq!(status(&["diff", &old, &dearer, "--exit-code"]), Some(1));
    assert_eq!(status(&["diff", &old, &old, "--exit-code"]), Some(0));
}

#[test]
fn what_is_not_counted_unasked_is_reported() {
    let file = File::new("large.cnf", "p cnf 3001 1\n1 2 0\n");
    let path = file.path();
    let reported =
        |arguments: &[&str]| String::from_utf8(run(&[&["elements", path], arguments].concat()).stderr).unwrap();
    assert_eq!(reported(&[]), "variants are not counted for each of so many features: `--per-element` does so\n");
    assert_eq!(reported(&["--statuses"]), "");
    assert_eq!(reported(&["--per-element"]), "");
}

#[test]
fn answers_have_the_schemas_of_templates() {
    let count = answer(&["count", SHOP]);
    assert_eq!((&count["schema"], &count["variants"]), (&"variscope/count/1".into(), &"15".into()));
    assert_eq!(count["exact"], true);
    let elements = answer(&["elements", SHOP]);
    let fax = elements["elements"].as_array().unwrap().iter().find(|element| element["id"] == "Fax").unwrap();
    assert_eq!((&fax["status"], &fax["variants"], &fax["line"]), (&"conditional".into(), &"4".into(), &17.into()));
    let bare = answer(&["elements", SHOP, "--statuses"]);
    let statuses = |answer: &Json| -> Vec<Json> {
        answer["elements"].as_array().unwrap().iter().map(|element| element["status"].clone()).collect()
    };
    assert_eq!(statuses(&bare), statuses(&elements));
    assert!(bare["variants"].is_null());
    let shown = answer(&["elements", SHOP, "--atomic-sets"]);
    assert_eq!(
        shown["sets"],
        serde_json::json!([[{ "id": "Parcel", "equal": true }, { "id": "Pickup", "equal": false }]])
    );
    let optimum = answer(&["optimize", SHOP, "--min", "price"]);
    assert_eq!((&optimum["value"], &optimum["goal"]), (&"5.5".into(), &"min".into()));
    assert_eq!(answer(&["diff", SHOP, SHOP])["relation"], "refactoring");
    assert_eq!(answer(&["explain", SHOP])["answer"], "some_variant");
    assert_eq!(answer(&["check", SHOP])["templates"][0]["findings"][0]["line"], 24);
}

#[test]
fn lists_go_on_where_they_ended() {
    let whole = stdout(&["list", SHOP]);
    let first = answer(&["list", SHOP, "--limit", "6"]);
    assert_eq!(first["variants"].as_array().unwrap().len(), 6);
    let rest = stdout(&["list", SHOP, "--resume", first["resume"].as_str().unwrap()]);
    assert_eq!(whole.lines().skip(6).collect::<Vec<_>>(), rest.lines().collect::<Vec<_>>());
    let shards = ["1/3", "2/3", "3/3"].map(|shard| stdout(&["list", SHOP, "--shard", shard]));
    assert_eq!(shards.concat(), whole);
    assert_eq!(answer(&["list", SHOP])["resume"], Json::Null);
}

#[test]
fn a_search_finds_the_same_variants_in_the_order_of_the_features() {
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    };
    let whole = stdout(&["list", SHOP, "--by-search"]);
    assert_eq!(sorted(&whole), sorted(&stdout(&["list", SHOP])));
    let first = answer(&["list", SHOP, "--by-search", "--limit", "6"]);
    assert_eq!((&first["order"], &first["total"], &first["exact"]), (&"features".into(), &Json::Null, &true.into()));
    // The token says that the list is one by search.
    let rest = stdout(&["list", SHOP, "--resume", first["resume"].as_str().unwrap()]);
    assert_eq!(whole.lines().skip(6).collect::<Vec<_>>(), rest.lines().collect::<Vec<_>>());
    let shards = ["1/3", "2/3", "3/3"].map(|shard| stdout(&["list", SHOP, "--by-search", "--shard", shard]));
    assert_eq!(shards.concat(), whole);
    assert_eq!(answer(&["list", SHOP, "--by-search", "--limit", "15"])["resume"], Json::Null);
    for wrong in [["--resume", "@99"], ["--resume", "@2.1"]] {
        assert_eq!(status(&[&["list", SHOP][..], &wrong].concat()), Some(2));
    }
    assert_eq!(status(&["list", SHOP, "--by-search", "--resume", "3"]), Some(2));
}

#[test]
fn an_answer_that_had_to_stop_says_so() {
    for question in [&["list"][..], &["list", "--by-search"], &["sample", "--uniform", "3"], &["sample", "-t", "2"]] {
        let output = run(&[question, &[SHOP, "--timeout", "0"]].concat());
        assert_eq!(output.status.code(), Some(4), "{question:?}");
        assert!(String::from_utf8(output.stderr).unwrap().contains("stopped"), "{question:?}");
    }
}

#[test]
fn what_is_exported_answers_the_same() {
    let folder = tempfile::tempdir().unwrap();
    for (target, name) in [("dimacs", "shop.cnf"), ("uvl", "shop.uvl"), ("d-dnnf", "shop.nnf")] {
        // Without names, nothing says how many features there are.
        let is_said = target != "d-dnnf";
        let path = folder.path().join(name);
        let path = path.to_str().unwrap();
        assert_eq!(status(&["export", SHOP, "--to", target, "-o", path]), Some(0));
        assert_eq!(stdout(&["count", path]) == stdout(&["count", SHOP]), is_said);
        let more = usize::from(!is_said);
        assert_eq!(stdout(&["sample", path, "--uniform", "3"]).lines().count(), 3 + more);
        assert_eq!(stdout(&["sample", path, "--pairwise"]).contains("not exact"), !is_said);
        assert_eq!(stdout(&["list", path, "--by-search"]).lines().count(), 15 + more);
    }
    let saved = folder.path().join("saved.nnf");
    let saved = saved.to_str().unwrap();
    assert_eq!(status(&["count", SHOP, "--save", saved]), Some(0));
    let named = folder.path().join("named.nnf");
    let named = named.to_str().unwrap();
    assert_eq!(status(&["export", SHOP, "--to", "d-dnnf", "--names", "-o", named]), Some(0));
    assert_eq!(fs::read(saved).unwrap(), fs::read(named).unwrap());
    assert_eq!(stdout(&["count", saved]), stdout(&["count", SHOP]));
    let bare = fs::read_to_string(folder.path().join("shop.nnf")).unwrap();
    assert!(fs::read_to_string(named).unwrap().starts_with("c p show ") && !bare.contains('c'), "{bare}");
    assert_eq!(status(&["export", SHOP, "--to", "uvl", "--names"]), Some(2));
    assert_eq!(status(&["explain", saved]), Some(2));
    assert_eq!(status(&["count", saved, "--input", "Fax=true"]), Some(2));
    assert!(stdout(&["export", SHOP, "--to", "smt-lib"]).starts_with("(set-logic QF_UF)\n"));
}

/// A circuit of another compiler leaves open how many variables there are: no answer is called exact, and no file that is made of it
/// says so.
#[test]
fn circuits_without_a_list_of_variables_give_no_exact_answer() {
    let circuit = File::new("bare.nnf", "o 1 0\nt 2 0\n1 2 1 0\n1 2 -1 2 0\n");
    let path = circuit.path();
    for (question, more) in [("count", &[][..]), ("list", &[]), ("elements", &[]), ("sample", &["--pairwise"])] {
        let asked = [&[question, path], more].concat();
        let output = run(&asked);
        let printed = program::text(&output.stdout);
        assert_eq!(output.status.code(), Some(4), "{asked:?}");
        assert!(printed.contains("not exact: the circuit does not say how many variables there are"), "{printed}");
        let document = answer(&asked);
        assert_eq!((&document["exact"], &document["complete"]), (&false.into(), &true.into()), "{asked:?}");
        assert_eq!(document["caveats"].as_array().map(Vec::len), Some(1), "{asked:?}");
    }
    assert!(stdout(&["count", path]).starts_with("variants  at least 3\n"));
    for asked in [["export", path, "--to", "d-dnnf", "--names"], ["count", path, "--per-element", "--save", "kept.nnf"]]
    {
        let output = run(&asked);
        assert_eq!((output.status.code(), output.stdout), (Some(2), Vec::new()), "{asked:?}");
    }
    assert_eq!(status(&["export", path, "--to", "d-dnnf"]), Some(0));
}

#[test]
fn files_are_not_written_under_the_ending_of_another_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for name in ["kept.txt", "kept", "kept.cnf"] {
        assert_eq!(status(&["count", SHOP, "--save", &path(name)]), Some(2), "{name}");
    }
    for (target, name) in [("uvl", "a.cnf"), ("d-dnnf", "a.uvl"), ("dimacs", "a.nnf"), ("smt-lib", "a.uvl")] {
        assert_eq!(status(&["export", SHOP, "--to", target, "-o", &path(name)]), Some(2), "{name}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    for (target, name) in [("smt-lib", "a.smt2"), ("d-dnnf", "a.ddnnf"), ("dimacs", "a.dimacs"), ("uvl", "a.txt")] {
        assert_eq!(status(&["export", SHOP, "--to", target, "-o", &path(name)]), Some(0), "{name}");
    }
    let output = run(&["export", SHOP, "--to", "uvl", "--format", "json"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(program::text(&output.stderr).contains("--to TARGET"), "{}", program::text(&output.stderr));
}

/// What is imported from files beside a model is part of what is exported.
#[test]
fn exported_models_need_no_imports() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let car = "imports\n\twheel as w\nfeatures\n\tCar\n\t\toptional\n\t\t\tw.Wheel\n\t\t\tRadio\nconstraints\n\tRadio => w.Spokes\n";
    fs::write(path("car.uvl"), car).unwrap();
    fs::write(path("wheel.uvl"), "features\n\tWheel\n\t\toptional\n\t\t\tSpokes\n").unwrap();
    let count = stdout(&["count", &path("car.uvl")]);
    let elsewhere = tempfile::tempdir().unwrap();
    let exported = elsewhere.path().join("car.uvl");
    let exported = exported.to_str().unwrap();
    let output = run(&["export", &path("car.uvl"), "--to", "uvl", "-o", exported]);
    let printed = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{printed}");
    assert!(printed.contains("written otherwise: \"w.Wheel\" as \"w_Wheel\", and 1 more\n"), "{printed}");
    assert!(!fs::read_to_string(exported).unwrap().contains("imports"));
    assert_eq!(stdout(&["count", exported]), count);
    assert!(count.contains('4'), "{count}");
}

/// A file decides features as arguments do, which go before it.
#[test]
fn files_decide_features() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| written(&folder, name, text);
    let count = |given: &[&str]| answer(&[&["count", SHOP], given].concat())["variants"].clone();
    let typed = count(&["--input", "Premium=true", "--input", "Fax=false"]);
    let feature_ide = "<configuration>\n<feature manual=\"selected\" name=\"Premium\"/>\n\
                       <feature automatic=\"unselected\" manual=\"undefined\" name=\"Fax\"/>\n\
                       <feature automatic=\"undefined\" manual=\"undefined\" name=\"Card\"/>\n</configuration>\n";
    let xml = file("c.xml", feature_ide);
    for path in
        [&file("c.yaml", "Premium: true\nFax: false\n"), &file("c.json", "{\"Premium\": true, \"Fax\": false}"), &xml]
    {
        assert_eq!(count(&["--inputs", path]), typed, "{path}");
        assert_eq!(
            count(&["--inputs", path, "--input", "Premium=false"]),
            count(&["--input", "Premium=false", "--input", "Fax=false"])
        );
    }
    assert_eq!(count(&["--inputs", &file("empty.yaml", "")]), "15");
    let because = answer(&["explain", SHOP, "Search", "--inputs", &xml])["because"].clone();
    let given = because.as_array().unwrap().iter().find(|line| line["text"] == "given").unwrap().clone();
    assert_eq!((&given["file"], &given["line"]), (&xml.as_str().into(), &2.into()));
    for (wrong, reported) in [
        (file("a.yaml", "Premum: true\n"), "error[V703]: there is no feature \"Premum\""),
        (file("b.yaml", "Fax: 3\n"), "error[V009]: the feature \"Fax\" is decided by `true` or `false`"),
        (file("c.yaml", "- Fax\n"), "error[V009]"),
        (
            file("b.xml", &feature_ide.replace("configuration", "features")),
            "error[V009]: XML is no configuration of FeatureIDE",
        ),
        (file("e.xml", &feature_ide.replace("automatic=\"unselected\"", "automatic=\"Unselected\"")), "e.xml:3:10\n"),
        (
            file("f.xml", &feature_ide.replace("\"undefined\" name=\"Card\"", "\"\" name=\"Card\"")),
            "error[V009]: `manual`",
        ),
        (
            file("g.xml", &feature_ide.replace("Premium", "Fax")),
            "error[V003]: feature \"Fax\" is given twice, selected and unselected",
        ),
        (file("d.xml", &feature_ide.replace("Fax", "Fox")), "did you mean \"Fax\"?"),
    ] {
        let output = run(&["count", SHOP, "--inputs", &wrong]);
        let printed = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(3) && printed.contains(reported), "{printed}");
    }
}

#[test]
fn variants_that_were_chosen_are_written_where_the_budget_ends() {
    let file = File::new("wide.cnf", "p cnf 300 1\n1 2 0\n");
    let output = run(&["sample", file.path(), "--pairwise", "--steps", "100M"]);
    let [rows, said] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    assert_eq!(output.status.code(), Some(4), "{said}");
    assert!(rows.lines().count() > 0 && said.contains("they may not show all combinations"), "{said}");
    let answer = program::answer(&["sample", file.path(), "--pairwise", "--steps", "100M"]);
    assert_eq!(answer["exact"], false);
    assert!(!answer["variants"].as_array().unwrap().is_empty());
}

#[test]
fn all_reasons_are_reported_for_features_too() {
    let file = File::new("twice.uvl", "features\n\tA\n\t\toptional\n\t\t\tB\nconstraints\n\tB\n\tA & B\n");
    let path = file.path();
    let answer = program::answer(&["explain", path, "B", "--all"]);
    let others = answer["other_reasons"].as_array().unwrap();
    assert_eq!((&answer["because"][0]["line"], others.len()), (&6.into(), 1));
    assert_eq!((&others[0][0]["line"], &answer["more_reasons"]), (&7.into(), &false.into()));
    let one = program::answer(&["explain", path, "B", "--all", "--limit", "1"]);
    assert_eq!((&one["other_reasons"], &one["more_reasons"]), (&Json::Array(Vec::new()), &true.into()));
    let text = stdout(&["explain", path, "B", "--all"]);
    assert!(text.contains("reason 2 of 2\n  line 7") && text.ends_with("there are no others\n"), "{text}");
}

#[test]
fn projections_name_features() {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("list");
    fs::write(&list, "Card\nInvoice Search\n").unwrap();
    assert_eq!(answer(&["count", SHOP, "--project", list.to_str().unwrap()])["variants"], "6");
    fs::write(&list, "Cart\n").unwrap();
    let output = run(&["count", SHOP, "--project", list.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8(output.stderr).unwrap().contains("V703"));
}
