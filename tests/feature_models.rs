//! Feature models of the real world: the counts that several counters agree on, where the collection is at hand.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod prerequisites;

use std::fs;
use std::path::Path;

use variscope::analysis::question::CountDetail;
use variscope::answer::Status;
use variscope::feature::elements::Commonalities;
use variscope::feature::{FeatureModel, Format, Reading, SourceText};
use variscope::source::diagnostic::CODES;
use variscope_encoder::Budget;

use prerequisites::passed_over;

const FOLDER: &str = "../shared/bench/feature-models";

/// Larger ones take too long without optimisation.
const MOST_VARIABLES: usize = 900;

fn read(path: &Path) -> FeatureModel {
    let text = |path: &Path| SourceText { name: path.display().to_string(), bytes: fs::read(path).unwrap() };
    let reading = Reading::of(Format::of(path).unwrap(), text(path), None);
    assert_eq!(reading.diagnostics, []);
    reading.model.unwrap()
}

/// Column by name of each line of the manifest; none of the columns used here holds quotes.
fn manifest() -> Vec<impl Fn(&str) -> String> {
    let Ok(text) = fs::read_to_string(Path::new(FOLDER).join("manifest.csv")) else {
        passed_over("feature-models", "what other tools count");
        return Vec::new();
    };
    let mut lines = text.lines();
    let head: Vec<String> = lines.next().unwrap().split(',').map(str::to_owned).collect();
    let row = |line: &str| {
        let mut quoted = false;
        let split = |letter: char| {
            quoted ^= letter == '"';
            letter == ',' && !quoted
        };
        let cells: Vec<String> = line.split(split).map(str::to_owned).collect();
        let head = head.clone();
        move |name: &str| cells[head.iter().position(|column| column == name).unwrap()].clone()
    };
    lines.map(row).collect()
}

#[test]
fn counts_and_backbones_are_those_of_other_tools() {
    for row in manifest() {
        if row("vars").parse::<usize>().unwrap() > MOST_VARIABLES || row("count").is_empty() {
            continue;
        }
        let model = read(&Path::new(FOLDER).join(row("file")));
        let count = model.count(CountDetail::Total, &Budget::unlimited());
        assert_eq!(count.exact().unwrap().to_string(), row("count"), "{}", row("name"));
        // The collection looks at hidden variables too.
        if !row("core").is_empty() && row("aux_vars_hidden") == "0" {
            let elements = model.elements(Commonalities::IfSmall, &Budget::unlimited());
            let all = &elements.elements;
            let number = |status| all.iter().filter(|found| found.status == Some(status)).count().to_string();
            assert_eq!([number(Status::Core), number(Status::Dead)], [row("core"), row("dead")], "{}", row("name"));
            assert_eq!(elements.variants.unwrap().to_string(), row("count"), "{}", row("name"));
        }
    }
}

#[test]
fn all_files_in_uvl_of_the_collection_are_read() {
    for row in manifest().iter().filter(|row| row("format") == "uvl") {
        assert_eq!(
            read(&Path::new(FOLDER).join(row("file"))).features().len().to_string(),
            row("vars"),
            "{}",
            row("name")
        );
    }
}

/// A file, and what its first line, a comment, says about it before the colon.
struct Example {
    name: String,
    reading: Reading,
    expected: String,
}

/// The files in a folder of examples, by name.
fn examples(folder: &str) -> Vec<Example> {
    let folder = Path::new("tests/feature-models").join(folder);
    let mut paths: Vec<_> = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.is_file());
    paths.sort();
    let example = |path: &Path| {
        let text = fs::read_to_string(path).unwrap();
        let expected = text.lines().next().unwrap().strip_prefix("// ").unwrap().split_once(": ").unwrap().0.to_owned();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let source = SourceText { name: name.clone(), bytes: text.into_bytes() };
        let reading = Reading::among(Format::Uvl, source, None, &|path| fs::read(folder.join(path)));
        Example { name, reading, expected }
    };
    paths.iter().map(|path| example(path)).collect()
}

#[test]
fn files_that_keep_the_rules_of_the_language_are_counted() {
    for Example { name, reading, expected } in examples("language") {
        assert_eq!(reading.diagnostics, [], "{name}");
        let count = reading.model.unwrap().count(CountDetail::Total, &Budget::unlimited());
        assert_eq!(format!("{} variants", count.exact().unwrap()), expected, "{name}");
    }
}

#[test]
fn files_that_break_a_rule_of_the_language_are_refused_where_they_do() {
    for Example { name, reading, expected } in examples("refused") {
        assert!(reading.model.is_none(), "{name}");
        let [fault] = &reading.diagnostics[..] else { panic!("{name}: {:?}", reading.diagnostics) };
        let place = reading.sources.position(fault.span().unwrap());
        assert_eq!(format!("{} at {}:{}", fault.code.entry().number, place.line, place.column), expected, "{name}");
    }
}

/// A file that shows each code that feature models have.
const TOLD: [(&str, &str); 8] = [
    ("a.cnf", "p cnf 1 1\n2 0\n"),
    ("a.cnf", "p cnf 1 1\n1 0\nc p weight 1 0.5 0\n"),
    ("a.nnf", "o 1 0\no 1 0\n"),
    ("a.uvl", "features\n\tr\n\t\tor\n"),
    ("a.uvl", "features\n\tr\nconstraints\n\ts\n"),
    ("a.uvl", "features\n\tr\n\t\tor\n\t\t\tr\n"),
    ("a.uvl", "features\n\tr\n\t\tor\n\t\t\ta cardinality [1..*]\n"),
    ("a.uvl", "features\n\tr\nconstraints\n\tr + 'x'\n"),
];

#[test]
fn every_code_has_a_file() {
    let mut codes: Vec<&str> = TOLD
        .iter()
        .map(|(name, content)| {
            let text = SourceText { name: (*name).to_owned(), bytes: content.as_bytes().to_vec() };
            let reading = Reading::of(Format::of(Path::new(name)).unwrap(), text, None);
            let diagnostic = &reading.diagnostics[0];
            assert_eq!(reading.model.is_none(), diagnostic.is_error());
            diagnostic.code.entry().number
        })
        .collect();
    codes.sort_unstable();
    let all: Vec<&str> = CODES.iter().map(|entry| entry.number).filter(|number| number.starts_with("V7")).collect();
    assert_eq!(codes, all);
}
