//! SARIF 2.1.0 (OASIS standard), for code scanning.

mod log;

use super::FindingsReport;
use super::fingerprint::Fingerprints;
use crate::answer::{self, CheckedTemplate, Edit, Finding, Place};
use crate::source::Position;
use crate::source::diagnostic::{Code, Safety, Severity};
use log::{
    Artifact, ArtifactChange, ArtifactLocation, Driver, Fix, FixProperties, Invocation, Location, Log, Markdown,
    Message, Notification, PhysicalLocation, Region, Related, Replacement, ReportingDescriptor, ResultProperties,
    RuleConfiguration, Run, SarifResult, Tool,
};

const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Where the book is, with a page for each code.
const BOOK: &str = env!("CARGO_PKG_HOMEPAGE");

pub(super) fn write(report: &FindingsReport) -> String {
    let mut codes: Vec<Code> = report.findings().map(|(_, finding)| finding.code).collect();
    codes.sort_unstable();
    codes.dedup();
    let mut fingerprints = Fingerprints::default();
    let run = Run {
        tool: Tool {
            driver: Driver {
                name: "variscope",
                information_uri: BOOK,
                semantic_version: env!("CARGO_PKG_VERSION"),
                rules: codes.iter().map(|&code| rule(code)).collect(),
            },
        },
        invocations: [invocation(report)],
        column_kind: "unicodeCodePoints",
        artifacts: report
            .templates
            .iter()
            .map(|template| Artifact { location: artifact(&report.path(template)) })
            .collect(),
        results: report.findings().map(|(_, finding)| result(finding, &codes, fingerprints.of(finding))).collect(),
    };
    // Texts, numbers and values can always be written.
    answer::pretty(&Log { schema: SCHEMA, version: "2.1.0", runs: [run] }) + "\n"
}

/// Whether everything was looked at: readers take what is missing among the results for repaired otherwise.
fn invocation(report: &FindingsReport) -> Invocation {
    let of_template = |template: &CheckedTemplate| -> Vec<Notification> {
        let level = if template.complete { Severity::Warning } else { Severity::Error };
        let place = || PhysicalLocation { artifact_location: artifact(&report.path(template)), region: None };
        let notification = |sentence: String| Notification {
            level,
            message: Message::of(sentence),
            locations: vec![Location { physical_location: place() }],
        };
        template.open_ends().into_iter().map(notification).collect()
    };
    Invocation {
        execution_successful: report.templates.iter().all(|template| template.complete),
        tool_execution_notifications: report.templates.iter().flat_map(of_template).collect(),
    }
}

fn rule(code: Code) -> ReportingDescriptor {
    let entry = code.entry();
    let page = code.page().text();
    ReportingDescriptor {
        id: entry.number,
        name: format!("{code:?}"),
        short_description: Message::of(entry.title),
        full_description: Message::of(code.page().meaning()),
        help_uri: format!("{BOOK}rules/{}.html", entry.number.to_lowercase()),
        help: Markdown { text: page, markdown: page },
        default_configuration: RuleConfiguration { level: entry.severity },
    }
}

fn result(finding: &Finding, codes: &[Code], fingerprint: String) -> SarifResult {
    SarifResult {
        rule_id: finding.code.to_string(),
        rule_index: codes.binary_search(&finding.code).unwrap_or_default(),
        level: finding.severity,
        message: Message::of(finding.paragraph()),
        locations: finding.place().map(|place| Location { physical_location: physical(&place) }).into_iter().collect(),
        partial_fingerprints: [("variscope/1", fingerprint)].into(),
        related_locations: finding
            .others()
            .filter(|place| place.is_in_file())
            .enumerate()
            .map(|(id, place)| related(id, place))
            .collect(),
        fixes: finding.fix.iter().map(fix).collect(),
        properties: finding.witness.clone().map(|witness| ResultProperties { witness }),
    }
}

fn related(id: usize, place: &Place) -> Related {
    Related { id, physical_location: physical(place), message: Message::of(place.words()) }
}

fn physical(place: &Place) -> PhysicalLocation {
    PhysicalLocation {
        artifact_location: artifact(&place.file),
        region: Some(region((place.line, place.column), place.end)),
    }
}

fn region((start_line, start_column): (u32, u32), end: Position) -> Region {
    Region { start_line, start_column, end_line: end.line, end_column: end.column }
}

/// Paths are relative to the root of the repository; what is outside of that has no address below it.
fn artifact(path: &str) -> ArtifactLocation {
    if path.starts_with('/') {
        return ArtifactLocation { uri: format!("file://{}", encoded(path)), uri_base_id: None };
    }
    let is_outside = path == ".." || path.starts_with("../");
    ArtifactLocation { uri: encoded(path), uri_base_id: (!is_outside).then_some("%SRCROOT%") }
}

/// Percent-encoding of a path (RFC 3986).
fn encoded(path: &str) -> String {
    let is_kept = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte);
    path.bytes().map(|byte| if is_kept(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}

fn fix(fix: &answer::Fix) -> Fix {
    let mut files: Vec<&str> = fix.edits.iter().map(|edit| edit.file.as_str()).collect();
    files.dedup();
    let replacement = |edit: &Edit| Replacement {
        deleted_region: region((edit.line, edit.column), Position { line: edit.end_line, column: edit.end_column }),
        inserted_content: Message::of(edit.replacement.as_str()),
    };
    let change_of = |file: &str| ArtifactChange {
        artifact_location: artifact(file),
        replacements: fix.edits.iter().filter(|edit| edit.file == file).map(replacement).collect(),
    };
    let text = match fix.safety {
        Safety::Safe => fix.title.clone(),
        Safety::Suggestion => format!("suggestion: {}", fix.title),
    };
    Fix {
        description: Message::of(text),
        artifact_changes: files.into_iter().map(change_of).collect(),
        properties: FixProperties { safety: fix.safety },
    }
}

#[cfg(test)]
mod tests {
    use super::super::Paths;
    use super::*;

    fn report(current: &str, template: CheckedTemplate) -> FindingsReport {
        FindingsReport { templates: vec![template], paths: Paths::new(current), fail_on: Severity::Warning }
    }

    #[test]
    fn what_was_not_looked_at_is_a_notification() {
        let done = invocation(&report("", CheckedTemplate::new("a.yaml", Vec::new())));
        assert!(done.execution_successful && done.tool_execution_notifications.is_empty());
        let stopped = invocation(&report("/srv", CheckedTemplate::unfinished("/srv/a.yaml", Vec::new())));
        assert!(!stopped.execution_successful);
        let [reported] = stopped.tool_execution_notifications.as_slice() else {
            panic!("one template, one notification")
        };
        assert_eq!(reported.locations[0].physical_location.artifact_location.uri, "a.yaml");
    }

    #[test]
    fn what_is_outside_has_no_address_below_the_root() {
        for (path, base) in [("a/b.yaml", Some("%SRCROOT%")), ("../b.yaml", None), ("..b.yaml", Some("%SRCROOT%"))] {
            assert_eq!(artifact(path).uri_base_id, base, "{path}");
            let template = CheckedTemplate::new(format!("./x/../{path}"), Vec::new());
            assert_eq!(report("", template.clone()).path(&template), path);
        }
        let typed = CheckedTemplate::new("/srv/a/b.yaml", Vec::new());
        assert_eq!(report("/srv", typed.clone()).path(&typed), "a/b.yaml");
    }
}
