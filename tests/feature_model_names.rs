//! Features that people name: in conditions, in arguments, almost right.

mod support;

use std::fs;

use support::folder::folder;
use support::program::{parts_of, run_in};

const SHOP: &str = "features\n\tShop\n\t\toptional\n\t\t\tFax\n\t\t\tCard\n\t\t\tGift\nconstraints\n\tGift => Card\n";
const CAR: &str = "imports\n\tparts as e\nfeatures\n\tCar\n\t\toptional\n\t\t\te.Engine\n";
const PARTS: &str = "features\n\tEngine\n\t\tmandatory\n\t\t\tGas\n\t\t\tPower\nconstraints\n\tGas => !Power\n";

/// The exit status, stdout and stderr of the command in a folder with these files.
fn run(files: &[(&str, &str)], arguments: &[&str]) -> (Option<i32>, String, String) {
    parts_of(&run_in(folder(files).path(), arguments))
}

/// The operators of constraints, and how tightly they bind: `<=>` is the loosest.
#[test]
fn assertions_may_be_written_as_constraints_are() {
    for (condition, is_kept) in [
        ("Gift => Card", true),
        ("Fax => Card", false),
        ("!(Gift & !Card)", true),
        ("Gift & Card <=> Gift", true),
        ("Gift | Card <=> Gift", false),
        ("Gift => Card => Card", false),
        ("Shop == Shop & true", true),
        ("\"Gift\" => \"Card\"", true),
        ("\"Gift\" implies \"Card\"", true),
    ] {
        let (status, output, _) = run(&[("shop.uvl", SHOP)], &["check", "shop.uvl", "--assert", condition]);
        assert_eq!(status, Some(i32::from(!is_kept)), "{condition}: {output}");
    }
    let (many, deep) = ("Gift & ".repeat(2000) + "Card => Card", "!".repeat(5000) + "Card");
    for (condition, status) in [(many, Some(0)), (deep, Some(2))] {
        assert_eq!(run(&[("shop.uvl", SHOP)], &["check", "shop.uvl", "--assert", &condition]).0, status);
    }
}

/// What `explain` recommends for a condition is taken.
#[test]
fn conditions_are_recommended_only_where_they_are_read() {
    let explain = |text: &str| run(&[("shop.uvl", SHOP)], &["explain", "shop.uvl", text]).2;
    assert!(explain("Gift => Card").contains("`variscope check shop.uvl --assert 'Gift => Card'`"));
    for text in ["Gift -> Card", "\"Gift Card\"", "Gift Card"] {
        assert!(!explain(text).contains("--assert"), "{text}");
    }
}

#[test]
fn names_between_quotes_are_read_and_written_wherever_there_is_a_list_of_names() {
    let text = "features\n\t\"My House\"\n\t\toptional\n\t\t\t\"a \\ b\"\n\t\t\tDoor\n\t\t\t\"Red Door\"\n\
                constraints\n\tDoor <=> \"Red Door\"\n";
    let files = [("m.uvl", text), ("wanted.txt", "\"My House\" \"a \\\\ b\" Door\n")];
    let listed = run(&files, &["list", "m.uvl"]).1;
    assert!(listed.contains("\"My House\" \"a \\\\ b\""), "{listed}");
    for name in ["a \\ b", "\"a \\ b\"", "\"a \\\\ b\""] {
        assert_eq!(run(&files, &["explain", "m.uvl", name]).1, "a \\ b: sometimes\n", "{name}");
        assert_eq!(run(&files, &["count", "m.uvl", "--input", &format!("{name}=true")]).1, "variants  2\n", "{name}");
    }
    let noted = run(&files, &["explain", "m.uvl", "\"Red Dor\""]).2;
    assert_eq!(noted, "error: there is no feature \"Red Dor\"; did you mean \"Red Door\"?\n");
    assert_eq!(run(&files, &["count", "m.uvl", "--project", "wanted.txt"]).1, "variants  4\n");
    assert_eq!(run(&files, &["elements", "m.uvl", "--atomic-sets"]).1, "Door = \"Red Door\"\n");
    let broken = run(&files, &["check", "m.uvl", "--assert", "\"My House\" => \"a \\\\ b\""]).1;
    assert!(broken.contains("a variant that breaks it is \"My House\""), "{broken}");
    let unquoted = run(&files, &["check", "m.uvl", "--assert", "Red Door => Door"]).1;
    assert!(unquoted.contains("names with spaces stand between double quotes"), "{unquoted}");
}

#[test]
fn what_is_named_almost_right_is_answered_with_what_there_is() {
    let files = [("car.uvl", CAR), ("parts.uvl", PARTS)];
    for arguments in [&["explain", "car.uvl", "Gas"][..], &["count", "car.uvl", "--input", "Gas=true"]] {
        assert!(run(&files, arguments).2.contains("did you mean \"e.Gas\"?"), "{arguments:?}");
    }
    let asserted = run(&files, &["check", "car.uvl", "--assert", "Power => Car"]).1;
    assert!(asserted.contains("did you mean \"e.Power\"?"), "{asserted}");
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("inner")).unwrap();
    fs::write(folder.path().join("inner/parts.uvl"), PARTS).unwrap();
    for (written, meant) in [("inner.prats", true), ("iner.parts", true), ("inner.wheels", false)] {
        fs::write(folder.path().join("car.uvl"), CAR.replace("parts", written)).unwrap();
        let output = parts_of(&run_in(folder.path(), &["check", "car.uvl"])).1;
        assert!(output.contains("cannot be read"), "{output}");
        assert_eq!(output.contains("did you mean `inner/parts.uvl`?"), meant, "{output}");
    }
    let numbers = [("m.uvl", "features\n\tA {price 1, size 2, name 'a'}\n")];
    let noted = run(&numbers, &["optimize", "m.uvl", "--min", "nodes"]).2;
    assert!(noted.contains("\"nodes\"; attributes that are numbers: price, size"), "{noted}");
}

#[test]
fn names_are_given_as_lists_write_them() {
    let files = [("m.uvl", "features\n\tR\n\t\toptional\n\t\t\t\"24 hours\"\n\t\t\tA\n")];
    assert_eq!(run(&files, &["count", "m.uvl", "--input", "\"24 hours\"=true"]).1, "variants  2\n");
    assert_eq!(run(&files, &["count", "m.uvl", "--input", "24 hours=true"]).1, "variants  2\n");
    let (_, output, noted) = run(&files, &["elements", "m.uvl", "--atomic-sets"]);
    assert_eq!((&*output, noted.contains("no features always come together")), ("", true), "{noted}");
}
