//! Models that are made of several files.

use variscope_encoder::Budget;

use crate::analysis::question::CountDetail;
use crate::feature::{Format, Reading, SourceText};
use crate::source::diagnostic::{Code, Severity};

#[test]
fn imported_trees_take_the_place_of_their_roots() {
    let wheel = "namespace wheel\nimports\n\tbolt as b\nfeatures\n\tWheel\n\t\tor\n\t\t\tSteel {price 2}\n\t\t\tAlloy {price 5}\n\
        \t\tmandatory\n\t\t\tb.Bolt\nconstraints\n\twheel.Alloy.price + sum(price) < 10 => !b.Long\n";
    let bolt = "features\n\tBolt\n\t\toptional\n\t\t\tLong\n";
    let files = |name: &str| match name {
        "parts/wheel.uvl" => Ok(wheel.as_bytes().to_vec()),
        "parts/bolt.uvl" => Ok(bolt.as_bytes().to_vec()),
        "self.uvl" => Ok(b"imports\n\tself\nfeatures\n\tr\n".to_vec()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    };
    let read = |text: &str| {
        let text = SourceText { name: "car.uvl".to_owned(), bytes: text.as_bytes().to_vec() };
        Reading::among(Format::Uvl, text, None, &files)
    };
    let car = "imports\n\tparts.wheel as w\nfeatures\n\tCar\n\t\toptional\n\t\t\tw.Wheel\n\t\t\tRadio\nconstraints\n\tRadio => w.Alloy\n";
    let reading = read(car);
    assert_eq!(reading.diagnostics, []);
    let model = reading.model.unwrap();
    let names: Vec<&str> = model.features().iter().map(|feature| feature.name.as_str()).collect();
    assert_eq!(names, ["Car", "w.Wheel", "w.Steel", "w.Alloy", "w.b.Bolt", "w.b.Long", "Radio"]);
    // No wheel; steel, alloy or both; long bolts where both are too expensive for the constraint; a radio with alloy.
    let long_bolts = |steel: u32, alloy: u32| 5 * alloy + 2 * steel + 5 * alloy >= 10;
    let wheels = [(1, 0), (0, 1), (1, 1)];
    let variants = 1 + wheels.map(|(s, a)| (1 + u32::from(long_bolts(s, a))) * (1 + a)).iter().sum::<u32>();
    assert_eq!(model.count(CountDetail::Total, &Budget::unlimited()).exact(), Some(&variants.into()));
    assert_eq!(read("imports\n\tself\nfeatures\n\tr\n").diagnostics[0].code, Code::UnsupportedUvl);
}

#[test]
fn imports_that_lead_nowhere_are_reported() {
    let file = |name: &str| match name {
        "e.uvl" => Ok(b"features\n\tE\n\t\toptional\n\t\t\tGas\n".to_vec()),
        "one.uvl" => Ok(b"imports\n\ttwo\nfeatures\n\tOne\n".to_vec()),
        _ => Ok(b"imports\n\tone\nfeatures\n\tTwo\n".to_vec()),
    };
    let messages_of = |text: &str| {
        let source = SourceText { name: "m.uvl".to_owned(), bytes: text.as_bytes().to_vec() };
        Reading::among(Format::Uvl, source, None, &file).diagnostics.remove(0)
    };
    let unplaced = messages_of("imports\n\te as x\nfeatures\n\tr\nconstraints\n\tr => x.Gas\n");
    let help = "`x` is imported, but its root `x.E` stands nowhere in the tree: write it below a group";
    assert_eq!(unplaced.help.as_deref(), Some(help));
    let idle = messages_of("imports\n\te as x\nfeatures\n\tr\n");
    assert_eq!((idle.severity, idle.help.as_deref()), (Severity::Warning, Some(help)));
    let cycle = messages_of("imports\n\tone\nfeatures\n\tr\n");
    assert_eq!(cycle.message, "`one.uvl` imports itself: one.uvl imports two.uvl imports one.uvl");
}

/// A namespace may be called as a feature is: what is named in the file is so outside of it, too.
#[test]
fn names_of_an_imported_file_mean_what_they_mean_in_it() {
    let tree = "features\n\tWheel {size 3}\n\t\toptional\n\t\t\tRim {size 2}\n";
    for (constraint, counts) in [
        ("Wheel.Rim", 1u32),
        ("Wheel.Rim.size == 2", 1),
        ("Wheel.size == 3", 2),
        ("Wheel.Wheel.size == 3", 2),
        ("!Rim & Wheel.Wheel", 1),
    ] {
        let wheel = format!("namespace Wheel\n{tree}constraints\n\t{constraint}\n");
        let file = |_: &str| Ok(wheel.clone().into_bytes());
        let count = |text: &str| {
            let source = SourceText { name: "m.uvl".to_owned(), bytes: text.as_bytes().to_vec() };
            let reading = Reading::among(Format::Uvl, source, None, &file);
            assert_eq!(reading.diagnostics, [], "{constraint}");
            reading.model.unwrap().count(CountDetail::Total, &Budget::unlimited()).exact().cloned()
        };
        assert_eq!(count(&wheel), Some(counts.into()), "{constraint}");
        let car = "imports\n\twheel as w\nfeatures\n\tCar\n\t\tmandatory\n\t\t\tw.Wheel\n";
        assert_eq!(count(car), Some(counts.into()), "{constraint}");
    }
}

#[test]
fn imports_that_are_almost_right_are_answered_with_what_is() {
    let file = |name: &str| match name {
        "a.uvl" | "b.uvl" => Ok(b"features\n\tE\n\t\toptional\n\t\t\tGas\n".to_vec()),
        _ => Err(std::io::ErrorKind::NotFound.into()),
    };
    let only = |text: &str| {
        let source = SourceText { name: "m.uvl".to_owned(), bytes: text.as_bytes().to_vec() };
        let found = Reading::among(Format::Uvl, source, None, &file).diagnostics;
        assert_eq!(found.len(), 1, "{text}{found:?}");
        (found[0].message.clone(), found[0].help.clone().unwrap_or_default())
    };
    let tree = "features\n\tr\n\t\toptional\n\t\t\tx.E\n";
    let twice = "write another name behind `as`: `b as …`";
    assert_eq!(
        only(&format!("imports\n\ta as x\n\tb as x\n{tree}")),
        ("two imports are called `x`".to_owned(), twice.to_owned())
    );
    for (path, dotted) in [("parts/a", "parts.a"), ("parts\\a.uvl", "parts.a"), ("parts/inner/a.uvl", "parts.inner.a")]
    {
        let (message, help) = only(&format!("imports\n\t{path} as f\nfeatures\n\tr\n"));
        assert_eq!(message, format!("`{path}` is no path of names with dots between them"));
        assert_eq!(help, format!("write `{dotted}`"));
    }
    let inner = only(&format!("imports\n\ta as x\n{tree}constraints\n\tGas => r\n"));
    assert_eq!(inner.1, "did you mean \"x.Gas\"?");
}
