//! Every format over the same report, read back by readers that others wrote where there are some.

use std::io::Cursor;

use serde_json::{Value as Json, json};
use serde_sarif::sarif::{ResultLevel, Sarif};

use super::{FindingsReport, Paths, ReportFormat};
use crate::answer::{CheckedTemplate, Finding};
use crate::source::diagnostic::{Code, Diagnostic, Fix, Severity};
use crate::source::{Sources, Span};

const TEXT: &str = "# 100%, \u{e4}: <b>\nnodes:\n  db: {type: t}\n  web: {node: dd}\n";

/// A template with an error that has a second place and a fix, a note without a place, and a message full of special
/// characters; one that was not looked at to the end; one without findings.
fn report() -> FindingsReport {
    let mut sources = Sources::new();
    let file = sources.add("./shop/a b.yaml", TEXT);
    let at = |word: &str| {
        let start = TEXT.find(word).unwrap();
        Span::new(file, start, start + word.len())
    };
    let error = Diagnostic::new(Code::UndefinedElement, at("dd"), "there is no node \"dd\"")
        .and(at("db"), "this one is near")
        .suggesting("dd", ["db"]);
    let strange = Diagnostic::new(Code::UnreadInput, at("<b>"), "50% of\n<a>: \"x\", & \u{1}");
    let unplaced = Diagnostic { severity: Severity::Note, ..Diagnostic::unplaced(Code::UnknownPreset, "no preset") };
    let paths = Paths::default();
    let findings = [strange, error, unplaced].iter().map(|found| Finding::of(found, &sources, &paths)).collect();
    let checked = |path: &str, findings, exact| CheckedTemplate { exact, ..CheckedTemplate::new(path, findings) };
    let templates = vec![
        checked("shop/a b.yaml", findings, true),
        checked("other.yaml", Vec::new(), false),
        checked("fine.yaml", Vec::new(), true),
    ];
    FindingsReport { templates, paths: Paths::default(), fail_on: Severity::Warning }
}

fn written(format: ReportFormat) -> String {
    report().write(format)
}

fn read(text: &str) -> Json {
    serde_json::from_str(text).unwrap()
}

#[test]
fn every_format_shows_every_finding_once() {
    for format in ReportFormat::ALL {
        let text = written(format);
        assert_eq!(text, written(format), "{format:?}");
        assert!(text.ends_with('\n'), "{format:?}");
        let headlines = text.matches("there is no node").count();
        let expected = if format == ReportFormat::Junit { 3 } else { 1 };
        assert_eq!(headlines, expected, "{format:?}: {text}");
    }
}

#[test]
fn concise_lines_have_one_place_each() {
    assert_eq!(
        written(ReportFormat::Concise).lines().collect::<Vec<_>>(),
        [
            "shop/a b.yaml:1:12: warning[V408] 50% of\\n<a>: \"x\", & \\u{1}",
            "shop/a b.yaml:4:15: error[V106] there is no node \"dd\"",
            "shop/a b.yaml: note[V211] no preset",
        ]
    );
}

#[test]
fn workflow_commands_are_escaped() {
    let text = written(ReportFormat::Github);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "no message breaks its line");
    assert_eq!(
        lines[0],
        "::warning file=shop/a b.yaml,line=1,endLine=1,col=12,endColumn=15,\
         title=V408 variability input that nothing reads::50%25 of\\n<a>: \"x\", & \\u{1}"
    );
    assert!(lines[2].starts_with("::notice file=shop/a b.yaml,line=1,endLine=1,col=1,endColumn=1,title="), "{text}");
}

#[test]
fn json_is_one_document_and_jsonl_one_for_each_finding() {
    let json = read(&written(ReportFormat::Json));
    assert_eq!(json["schema"], "variscope/check/1");
    assert_eq!(json["summary"], json!({"errors": 1, "warnings": 1, "notes": 1}));
    let findings = json["templates"][0]["findings"].as_array().unwrap();
    assert_eq!(findings[1]["fix"]["edits"][0]["replacement"], "db");
    assert_eq!(findings[1]["places"][0]["text"], "this one is near");
    let lines: Vec<Json> = written(ReportFormat::Jsonl).lines().map(read).collect();
    for (line, finding) in lines.iter().zip(findings) {
        assert_eq!(line["schema"], "variscope/finding/1");
        assert_eq!((&line["code"], &line["line"]), (&finding["code"], &finding["line"]));
    }
    assert_eq!(lines.len(), findings.len());
}

#[test]
fn sarif_is_read_back() {
    let sarif: Sarif = serde_json::from_str(&written(ReportFormat::Sarif)).unwrap();
    let run = &sarif.runs[0];
    let (rules, results) = (run.tool.driver.rules.as_ref().unwrap(), run.results.as_ref().unwrap());
    assert_eq!((rules.len(), results.len()), (3, 3));
    for result in results {
        let rule = &rules[usize::try_from(result.rule_index.unwrap()).unwrap()];
        assert_eq!(Some(&rule.id), result.rule_id.as_ref());
        assert!(rule.help_uri.as_ref().unwrap().ends_with(&format!("/rules/{}.html", rule.id.to_lowercase())));
    }
    let error = &results[1];
    assert_eq!(error.level, Some(ResultLevel::Error));
    let place = error.locations.as_ref().unwrap()[0].physical_location.as_ref().unwrap();
    assert_eq!(place.artifact_location.as_ref().unwrap().uri.as_deref(), Some("shop/a%20b.yaml"));
    let region = place.region.as_ref().unwrap();
    assert_eq!((region.start_line, region.start_column, region.end_column), (Some(4), Some(15), Some(17)));
    let related = &error.related_locations.as_ref().unwrap()[0];
    assert_eq!(related.message.as_ref().unwrap().text.as_deref(), Some("this one is near"));
    let replacement = &error.fixes.as_ref().unwrap()[0].artifact_changes[0].replacements[0];
    assert_eq!(replacement.inserted_content.as_ref().unwrap().text.as_deref(), Some("db"));
    let unplaced = results[2].locations.as_ref().unwrap()[0].physical_location.as_ref().unwrap();
    assert_eq!(unplaced.artifact_location.as_ref().unwrap().uri.as_deref(), Some("shop/a%20b.yaml"));
    assert_eq!(unplaced.region.as_ref().unwrap().start_line, Some(1));
}

#[test]
fn junit_is_read_back() {
    let suites = junit_parser::from_reader(Cursor::new(written(ReportFormat::Junit))).unwrap().suites;
    let counts: Vec<_> = suites.iter().map(|suite| (suite.tests, suite.failures, suite.skipped)).collect();
    assert_eq!(counts, [(3, 2, 0), (1, 0, 1), (1, 0, 0)]);
    let mut spelt = report();
    spelt.templates[0].template = "./shop/a b.yaml".to_owned();
    let spelt = junit_parser::from_reader(Cursor::new(spelt.write(ReportFormat::Junit))).unwrap().suites;
    assert_eq!(spelt[0].name, "shop/a b.yaml");
    let cases = &suites[0].cases;
    assert!(cases[0].status.is_failure() && cases[1].status.is_failure() && cases[2].status.is_success());
    assert_eq!(cases[0].status.failure_as_ref().message, "50% of\\n<a>: \"x\", & \\u{1}");
    assert_eq!((cases[1].file.as_deref(), cases[1].line), (Some("shop/a b.yaml"), Some(4)));
    assert!(suites[1].cases[0].status.is_skipped());
}

#[test]
fn gitlab_recognises_findings_in_moved_lines() {
    let issues = read(&written(ReportFormat::Gitlab));
    let issues = issues.as_array().unwrap();
    assert_eq!(issues[1]["location"], json!({"path": "shop/a b.yaml", "lines": {"begin": 4, "end": 4}}));
    let mut moved = report();
    for finding in &mut moved.templates[0].findings {
        let own = [&mut finding.line, &mut finding.end_line].into_iter().flatten();
        let others = finding.places.iter_mut().flat_map(|place| [&mut place.line, &mut place.end.line]);
        own.chain(others).for_each(|line| *line += 10);
    }
    let twice = moved.templates[0].findings[0].clone();
    moved.templates[0].findings.push(twice);
    let moved = read(&moved.write(ReportFormat::Gitlab));
    let fingerprints = |issues: &[Json]| -> Vec<String> {
        issues.iter().map(|issue| issue["fingerprint"].as_str().unwrap().to_owned()).collect()
    };
    let (before, after) = (fingerprints(issues), fingerprints(moved.as_array().unwrap()));
    assert_eq!(before, after[..3]);
    assert!(!before.contains(&after[3]), "no two issues have the same fingerprint");
}

#[test]
fn fixes_are_names_that_stay_names() {
    let report = report();
    let change = report.templates[0].findings[1].fix.as_ref().unwrap();
    assert_eq!(change.title, "replace \"dd\" by \"db\"");
    let mut sources = Sources::new();
    let span = Span::new(sources.add("a", "x"), 0, 1);
    let removed = Diagnostic::new(Code::UnreadInput, span, "x").fix(Fix::remove("remove it", span));
    assert_eq!(Finding::of(&removed, &sources, &Paths::default()).fix.unwrap().edits[0].replacement, "");
}
