//! What `check` says of feature models: assertions, formats, baselines, places in imported files.

mod support;

use std::fs;
use std::path::Path;

use serde_json::Value as Json;

use support::folder::folder;
use support::program::{parts_of, run_in};

/// A model of which a card is no consequence of a fax.
const SHOP: &str = "features\n\tShop\n\t\toptional\n\t\t\tFax\n\t\t\tCard\n\t\t\tGift\nconstraints\n\tGift => Card\n";
const BROKEN: &str = "features\n\tA {s 'x'}\nconstraints\n\tA.s == 1\n";
const VOID: &str = "features\n\tA\nconstraints\n\t!A\n";
/// The root of the imported file is on its second line.
const CAR: &str = "imports\n\tparts as e\nfeatures\n\tCar\n\t\toptional\n\t\t\te.Engine\n";
const PARTS: &str = "features\n\tEngine\n\t\tmandatory\n\t\t\tGas\n\t\t\tPower\nconstraints\n\tGas => !Power\n";

/// The exit status, stdout and stderr of the command in a folder with these files.
fn run(files: &[(&str, &str)], arguments: &[&str]) -> (Option<i32>, String, String) {
    in_folder(folder(files).path(), arguments)
}

fn in_folder(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    parts_of(&run_in(folder, arguments))
}

#[test]
fn assertions_are_held_against_every_variant() {
    let shop = [("shop.uvl", SHOP)];
    let check = |condition: &str| run(&shop, &["check", "shop.uvl", "--assert", condition]);
    let (status, output, noted) = check("Fax implies Card");
    assert_eq!(status, Some(1), "{output}");
    assert!(
        output.contains("assertion `Fax implies Card` does not hold: a variant that breaks it is Shop Fax"),
        "{output}"
    );
    assert!(noted.contains("0 of 1 assertions hold in every variant"), "{noted}");
    for kept in
        ["Gift implies Card", "Shop", "not (Gift and not Card)", "amo(Gift, not Card)", "(Gift = Card) or not Gift"]
    {
        let (status, output, noted) = check(kept);
        assert_eq!((status, &*output), (Some(0), "nothing to complain about\n"), "{kept}");
        assert!(noted.contains("1 of 1 assertions holds in every variant"), "{noted}");
    }
    let (status, output, _) = run(&shop, &["check", "shop.uvl", "--assert", "Fax implies Card", "--format", "json"]);
    let answer: Json = serde_json::from_str(&output).unwrap();
    let finding = &answer["templates"][0]["findings"][0];
    assert_eq!((status, &finding["code"], &finding["severity"]), (Some(1), &"V415".into(), &"error".into()));
    assert_eq!(answer["templates"][0]["assertions"], serde_json::json!({ "all": 1, "kept": 0 }));
}

#[test]
fn assertions_hold_for_what_is_given_and_for_compiled_models() {
    let folder = folder(&[("shop.uvl", SHOP)]);
    let check = |model: &str, more: &[&str]| {
        in_folder(folder.path(), &[&["check", model, "--assert", "Fax implies Card"], more].concat()).0
    };
    assert_eq!(check("shop.uvl", &["--input", "Card=true"]), Some(0));
    assert_eq!(in_folder(folder.path(), &["count", "shop.uvl", "--save", "shop.nnf"]).0, Some(0));
    assert_eq!(check("shop.nnf", &[]), Some(1));
}

/// What only given features lead to is no finding, but that they leave no variant.
#[test]
fn findings_are_so_whatever_is_given() {
    let files =
        [("shop.uvl", SHOP), ("given.json", "{\"Gift\": true, \"Card\": false}"), ("wrong.yaml", "Gitf: true\n")];
    for given in [&["--input", "Gift=true"][..], &["--input", "Card=false"]] {
        let (status, output, _) = run(&files, &[&["check", "shop.uvl", "--fail-on", "warning"], given].concat());
        assert_eq!((status, &*output), (Some(0), "nothing to complain about\n"), "{given:?}");
    }
    let (status, output, _) = run(&files, &["check", "shop.uvl", "--inputs", "given.json"]);
    let void = "line 8: error[V401] there is no variant: `variscope explain shop.uvl --inputs given.json` says why\n  \
                line 8      constraint  Gift => Card\n  given.json:1  given       Card=false\n  given.json:1  given       \
                Gift=true\n";
    assert_eq!((status, &*output), (Some(1), void));
    let (status, output, _) = run(&files, &["check", "shop.uvl", "--inputs", "wrong.yaml", "--format", "concise"]);
    assert_eq!((status, &*output), (Some(3), "wrong.yaml:1:1: error[V703] there is no feature \"Gitf\"\n"));
}

#[test]
fn assertions_that_make_no_sense_are_refused_where_they_stand() {
    for (condition, expected) in [
        (")(", "V217"),
        ("Fax -> Card", "an assertion about a feature model has names of features, `not`"),
        ("Fax & Card -> Gift", "write `=>` for `->`"),
        ("Fax && Card", "write `&` for `&&`"),
        ("Fax & !Crad", "there is no feature \"Crad\""),
        ("Fax > 3 & Card", "assertions compare no values"),
        ("Fax implies Crad", "there is no feature \"Crad\""),
        ("Fax > 3", "assertions compare no values"),
        ("for node: it", "a feature model has no kinds of elements"),
    ] {
        let (status, output, _) = run(&[("shop.uvl", SHOP)], &["check", "shop.uvl", "--assert", condition]);
        assert_eq!(status, Some(2), "{condition}");
        assert!(output.contains(expected) && output.contains("--assert:1:"), "{output}");
    }
}

#[test]
fn assertions_of_files_and_settings_count() {
    let listed = "- condition: Fax implies Card\n  severity: warning\n  message: a fax is paid by card\n";
    let files = [("shop.uvl", SHOP), ("rules.yaml", listed)];
    let (status, output, _) = run(&files, &["check", "shop.uvl", "--assertions", "rules.yaml"]);
    assert_eq!(status, Some(0));
    assert!(
        output.starts_with("rules.yaml:1: warning[V415] a fax is paid by card (assertion `Fax implies Card`)"),
        "{output}"
    );
    let settings = "[[assertions]]\ncondition = \"Fax implies Card\"\n";
    let files = [("shop.uvl", SHOP), ("variscope.toml", settings)];
    let (status, output, _) = run(&files, &["check", "shop.uvl", "--format", "concise"]);
    assert_eq!(status, Some(1));
    assert!(output.contains("variscope.toml:2:14: error[V415]"), "{output}");
    // What means nothing here is a finding as others.
    let settings = settings.to_owned() + "[[assertions]]\ncondition = \"Crad\"\n";
    let files = [("shop.uvl", SHOP), ("variscope.toml", &*settings)];
    let (status, output, _) = run(&files, &["check", "shop.uvl", "--format", "concise"]);
    assert_eq!(status, Some(1));
    assert!(output.contains("variscope.toml:2:14: error[V415]"), "{output}");
    assert!(output.contains("variscope.toml:4:14: error[V703]"), "{output}");
}

#[test]
fn what_cannot_be_read_is_reported_in_every_format() {
    let files = [("shop.uvl", SHOP), ("broken.uvl", BROKEN)];
    for format in ["concise", "json", "jsonl", "sarif", "github", "gitlab", "junit", "text"] {
        for name in ["broken.uvl", "absent.uvl"] {
            let (status, output, noted) = run(&files, &["check", name, "--format", format]);
            assert_eq!(status, Some(3), "{format} {name}");
            let is_alone = format == "text" && name == "absent.uvl";
            assert!(if is_alone { &noted } else { &output }.contains(name), "{format} {name}: {output}{noted}");
        }
    }
    let (_, output, _) = run(&files, &["check", "shop.uvl", "broken.uvl", "--format", "json"]);
    let answer: Json = serde_json::from_str(&output).unwrap();
    assert_eq!(answer["templates"].as_array().unwrap().len(), 2);
    assert_eq!(answer["templates"][1]["findings"][0]["code"], "V706");
}

#[test]
fn places_in_imported_files_are_reported_with_the_file() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("cars")).unwrap();
    fs::write(folder.path().join("cars/car.uvl"), CAR).unwrap();
    fs::write(folder.path().join("cars/parts.uvl"), PARTS).unwrap();
    let output = |arguments: &[&str]| in_folder(folder.path(), arguments).1;
    let concise = output(&["check", "cars/car.uvl", "--format", "concise"]);
    assert!(concise.contains("cars/parts.uvl:4:4: warning[V402] \"e.Gas\" is never selected"), "{concise}");
    assert!(output(&["check", "cars/car.uvl"]).contains("cars/parts.uvl:4: warning[V402] \"e.Gas\" is never selected"));
    let explained = output(&["explain", "cars/car.uvl", "e.Gas"]);
    assert!(explained.contains("cars/parts.uvl:7  constraint"), "{explained}");
    let elements = output(&["elements", "cars/car.uvl"]);
    assert!(elements.contains(" cars/parts.uvl:4  e.Gas") && elements.contains(" 4  Car"), "{elements}");
    let answer: Json = serde_json::from_str(&output(&["elements", "cars/car.uvl", "--format", "json"])).unwrap();
    let file = |name: &str| {
        let all = answer["elements"].as_array().unwrap();
        all.iter().find(|element| element["id"] == name).unwrap()["file"].clone()
    };
    assert_eq!((file("Car"), file("e.Gas")), (Json::Null, "cars/parts.uvl".into()));
}

#[test]
fn baselines_know_findings_of_feature_models() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("shop.uvl"), format!("{SHOP}\tGift => Card | Fax\n")).unwrap();
    let check = |more: &[&str]| in_folder(folder.path(), &[&["check", "shop.uvl", "--fail-on", "note"], more].concat());
    assert_eq!(check(&["--write-baseline", "known.json"]).0, Some(1));
    let (status, output, noted) = check(&["--baseline", "known.json"]);
    assert_eq!((status, &*output), (Some(0), "nothing to complain about\n"));
    assert!(noted.contains("1 left out by the baseline"), "{noted}");
}

#[test]
fn options_for_templates_are_refused() {
    for (arguments, option) in [
        (&["list", "shop.uvl", "--matrix"][..], "--matrix"),
        (&["list", "shop.uvl", "--write", "all"], "--write"),
        (&["count", "shop.uvl", "--closed"], "--closed"),
        (&["count", "shop.uvl", "--profile", "B"], "--profile"),
        (&["check", "shop.uvl", "--closed"], "--closed"),
        (&["check", "shop.uvl", "--profile", "B"], "--profile"),
        (&["check", "shop.uvl", "--for", "xopera"], "--for"),
    ] {
        let (status, _, noted) = run(&[("shop.uvl", SHOP)], arguments);
        assert_eq!(status, Some(2), "{arguments:?}");
        assert!(noted.contains(&format!("`{option}` is for templates only")), "{noted}");
    }
}

#[test]
fn a_void_model_names_the_command_that_says_why() {
    let files = [("void.uvl", VOID), ("shop.uvl", SHOP)];
    for command in ["list", "count", "elements"] {
        let (status, _, noted) = run(&files, &[command, "void.uvl"]);
        assert_eq!(status, Some(0));
        assert!(noted.contains("there is no variant: `variscope explain void.uvl` says why"), "{command}: {noted}");
    }
    let (_, _, noted) = run(&files, &["list", "shop.uvl", "--input", "Shop=false"]);
    assert!(noted.contains("`variscope explain shop.uvl --input Shop=false` says why"), "{noted}");
    let (_, output, _) = run(&files, &["check", "void.uvl"]);
    let why = "  line 2      root        A\n  line 4      constraint  !A\n";
    assert_eq!(
        output,
        format!("line 4: error[V401] there is no variant: `variscope explain void.uvl` says why\n{why}")
    );
    let concise = run(&files, &["check", "void.uvl", "--format", "concise"]).1;
    assert!(concise.contains("void.uvl:4:2: error[V401] there is no variant"), "{concise}");
    let (_, output, _) = run(&files, &["check", "void.uvl", "--format", "json"]);
    let answer: Json = serde_json::from_str(&output).unwrap();
    assert_eq!(answer["templates"][0]["findings"][0]["help"], "`variscope explain void.uvl` says why");
    let because = &answer["templates"][0]["findings"][0]["because"];
    let place =
        |line: u32, text: &str| serde_json::json!({ "file": "void.uvl", "line": line, "column": 2, "text": text });
    assert_eq!(*because, serde_json::json!([place(2, "root"), place(4, "constraint")]));
}

#[test]
fn an_attribute_that_is_no_number_somewhere_has_no_best_sum() {
    let text = "features\n\tR\n\t\toptional\n\t\t\tA {price '20'}\n\t\t\tB {price 5}\n";
    let (status, _, noted) = run(&[("m.uvl", text)], &["optimize", "m.uvl", "--max", "price"]);
    assert_eq!(status, Some(2));
    assert!(noted.contains("\"price\" is a text on \"A\", and a number on others"), "{noted}");
}

#[test]
fn tabs_beside_spaces_are_a_warning_that_can_be_skipped() {
    let text = "features\n    R\n        optional\n            A\n\t    B\n";
    let check = |more: &[&str]| run(&[("m.uvl", text)], &[&["check", "m.uvl", "--format", "concise"], more].concat());
    let (status, output, _) = check(&[]);
    assert_eq!(status, Some(0));
    assert!(output.starts_with("m.uvl:5:1: warning[V702]"), "{output}");
    assert_eq!(check(&["--fail-on", "warning"]).0, Some(1));
    assert_eq!(check(&["--skip", "V702"]).1, "");
    assert!(run(&[("m.uvl", text)], &["count", "m.uvl"]).2.contains("warning[V702]"));
}

#[test]
fn lines_of_clauses_and_of_given_features_leave_no_variant() {
    let clauses = "c 1 one\nc 2 two\np cnf 2 2\n1 0\n-2 0\n";
    let check = |text: &str, arguments: &[&str]| {
        let files = [("m.cnf", text), ("in.yaml", "one: true\ntwo: true\n"), ("shop.uvl", SHOP)];
        let (status, output, _) = run(&files, &[&["check"], arguments].concat());
        assert_eq!(status, Some(1), "{output}");
        output
    };
    let void = |line: usize, command: &str, because: &str| {
        format!("line {line}: error[V401] there is no variant: `variscope explain {command}` says why\n{because}")
    };
    let typed = "  line 2      given       two=true\n  line 5      clause      -2 0\n";
    assert_eq!(check(clauses, &["m.cnf", "--input", "two=true"]), void(5, "m.cnf --input two=true", typed));
    let of_file = "  line 5      clause      -2 0\n  in.yaml:2   given       two=true\n";
    assert_eq!(check(clauses, &["m.cnf", "--inputs", "in.yaml"]), void(5, "m.cnf --inputs in.yaml", of_file));
    let shop = check(clauses, &["shop.uvl", "--input", "Gift=true", "--input", "Card=false"]);
    let because = "  line 5      given       Card=false\n  line 6      given       Gift=true\n  line 8      constraint  Gift => Card\n";
    assert_eq!(shop, void(8, "shop.uvl --input Gift=true --input Card=false", because));
}

#[test]
fn constraints_that_follow_from_each_other_are_reported_with_it() {
    let text = "features\n\tR\n\t\toptional\n\t\t\tA\n\t\t\tB\nconstraints\n\tA => B\n\t!A | B\n\tA => R\n";
    let (_, output, _) = run(&[("m.uvl", text)], &["check", "m.uvl"]);
    let expected = "line 7: warning[V406] `A => B` changes nothing beside line 8\n\
                    line 8: warning[V406] `!A | B` changes nothing beside line 7\n\
                    line 9: warning[V406] `A => R` changes nothing\n";
    assert_eq!(output, expected);
}

#[test]
fn other_commands_say_that_they_take_templates_only() {
    for command in ["graph", "inputs", "presets", "resolve", "report"] {
        let (status, _, noted) = run(&[("shop.uvl", SHOP)], &[command, "shop.uvl"]);
        assert_eq!(status, Some(2), "{command}: {noted}");
        assert!(noted.contains("`shop.uvl` is a feature model, and this command takes templates only"), "{noted}");
        assert!(noted.contains("`elements`") && noted.trim_end().ends_with("/feature-models.html"), "{noted}");
    }
    let (status, _, noted) = run(&[("shop.uvl", SHOP)], &["count", "shop.uvl", "--where", "Fax"]);
    assert!(status == Some(2) && noted.contains("`--input FEATURE=true`"), "{noted}");
    let (_, _, noted) = run(&[("shop.txt", SHOP)], &["count", "shop.txt"]);
    assert!(noted.contains("this looks like a feature model in UVL") && noted.contains("not from stdin"), "{noted}");
}

#[test]
fn changed_attributes_and_types_are_differences() {
    let old = "features\n\tR\n\t\toptional\n\t\t\tA {price 5, size 1}\n\t\t\tInteger N\n\t\t\tB {x 1, y 2}\n";
    let new = old.replace("price 5", "price 9").replace("Integer", "String").replace("x 1, y 2", "y 2, x 1");
    let files = [("old.uvl", old), ("new.uvl", &*new)];
    let (_, output, _) = run(&files, &["diff", "old.uvl", "new.uvl"]);
    assert!(output.starts_with("~ feature \"A\": its type or its attributes changed\n~ feature \"N\""), "{output}");
    assert!(!output.contains("\"B\"") && output.contains("with other types or attributes"), "{output}");
    assert!(run(&files, &["diff", "old.uvl", "old.uvl"]).1.starts_with("no difference"));
}

#[test]
fn features_that_do_not_count_can_be_decided() {
    let files = [("shop.uvl", SHOP), ("wanted.txt", "Card\n")];
    let ask = |arguments: &[&str]| run(&files, &[arguments, &["--project", "wanted.txt"]].concat());
    assert_eq!(ask(&["count", "shop.uvl", "--input", "Gift=true"]).1, "variants  1\n");
    let (status, _, noted) = ask(&["explain", "shop.uvl", "Gift"]);
    assert_eq!(status, Some(2));
    assert!(noted.contains("the feature \"Gift\" is not on the list of `--project`"), "{noted}");
    assert!(ask(&["explain", "shop.uvl", "Card", "--input", "Gift=true"]).1.contains("Gift=true"));
    let near = [("shop.uvl", SHOP), ("wanted.txt", "Crad\n")];
    assert!(run(&near, &["count", "shop.uvl", "--project", "wanted.txt"]).2.contains("help: did you mean \"Card\"?"));
}

#[test]
fn a_measure_that_is_misspelt_is_answered_with_one_that_there_is() {
    let (_, _, noted) = run(&[("m.uvl", "features\n\tA {price 1}\n")], &["optimize", "m.uvl", "--max", "prize"]);
    assert!(noted.contains("did you mean \"price\"?"), "{noted}");
}

#[test]
fn an_export_says_what_it_does_not_keep() {
    let export = |more: &[&str]| run(&[("m.uvl", SHOP)], &[&["export", "m.uvl", "--to", "uvl"], more].concat()).2;
    assert!(export(&["--input", "Fax=true"]).contains("the tree of features and their attributes are not kept"));
    assert_eq!(export(&[]), "");
}

#[test]
fn several_models_are_distinguished_by_their_names() {
    let (_, output, _) = run(&[("void.uvl", VOID), ("shop.uvl", SHOP)], &["check", "shop.uvl", "void.uvl"]);
    assert!(
        output.starts_with("shop.uvl: nothing to complain about\nvoid.uvl: line 4: error[V401] there is no variant"),
        "{output}"
    );
}

#[test]
fn a_compiled_model_is_said_to_have_no_constraints() {
    let folder = folder(&[("shop.uvl", SHOP)]);
    assert_eq!(in_folder(folder.path(), &["count", "shop.uvl", "--save", "shop.nnf"]).0, Some(0));
    let output = in_folder(folder.path(), &["check", "shop.nnf"]).1;
    assert!(output.contains("constraints were not looked at"), "{output}");
}

/// What the tree alone demands is no surprise.
#[test]
fn a_group_that_demands_all_of_its_features_leaves_none_looking_optional() {
    let group = |group: &str, members: &[&str]| {
        let text = format!("features\n\tR\n\t\t{group}\n\t\t\t{}\n", members.join("\n\t\t\t"));
        run(&[("m.uvl", &*text)], &["check", "m.uvl"]).1
    };
    for (kind, members) in
        [("alternative", &["A"][..]), ("or", &["A"]), ("[1..*]", &["A"]), ("[2]", &["A", "B"]), ("[2..2]", &["A", "B"])]
    {
        assert_eq!(group(kind, members), "nothing to complain about\n", "{kind}");
    }
    let text = "features\n\tR\n\t\tor\n\t\t\tA\n\t\t\tB\nconstraints\n\tA\n";
    assert!(run(&[("m.uvl", text)], &["check", "m.uvl"]).1.contains("\"A\" looks optional"));
}
