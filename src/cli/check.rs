//! `variscope check`.

use std::io;
use std::path::Path;

use serde_json::{Value as Json, json};
use variscope::diagnostic::{Code, Severity};
use variscope::question::{Findings, Strictness};
use variscope::render::findings::{self, Summary};

use super::arguments::{Check, Format, Level};
use super::feature_model;
use super::output::write;
use super::question::ask_about;
use super::settings::{Settings, code_named};
use super::status::Status;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &Check, terminal: &Terminal) -> Result<Status, Failure> {
    let wanted = Wanted::of(arguments)?;
    let mut report = Report::default();
    for template in &arguments.templates {
        let status = match feature_model::check(template, arguments, terminal) {
            Some(answer) => answer?,
            None => one(arguments, template, &wanted, terminal, &mut report)?,
        };
        report.statuses.push(status);
    }
    match arguments.format {
        Format::Text => write(&report.text, None)?,
        Format::Json if report.json.is_empty() => {}
        Format::Json => write(&findings::json_document(&report.json, report.summary), None)?,
    }
    if report.is_summed_up && report.summary == Summary::default() {
        terminal.tell(&format!("{}\n", report.summary.text()));
    }
    Ok(worst(&report.statuses))
}

/// What is known of all templates so far.
#[derive(Default)]
struct Report {
    text: String,
    json: Vec<Json>,
    summary: Summary,
    statuses: Vec<Status>,
    /// Whether the numbers of findings are told at the end.
    is_summed_up: bool,
}

/// Unreadable before findings before undecided.
fn worst(statuses: &[Status]) -> Status {
    let order = [Status::Broken, Status::Findings, Status::Undecided];
    order.into_iter().find(|status| statuses.contains(status)).unwrap_or(Status::Fine)
}

fn one(
    arguments: &Check,
    template: &Path,
    wanted: &Wanted,
    terminal: &Terminal,
    report: &mut Report,
) -> Result<Status, Failure> {
    let settings = Settings::beside(template)?;
    ask_about(template, arguments.profile, &arguments.scope, terminal, |variants, limits, _| {
        let mut found =
            variants.check(limits, Strictness { open: arguments.open, types: arguments.types_profile.profile() });
        wanted.filter(&mut found, &settings);
        let summary = Summary::of(&found.findings);
        report.summary = report.summary.plus(summary);
        report.is_summed_up = arguments.format == Format::Text;
        let (model, sources) = (variants.model(), variants.model().sources());
        match arguments.format {
            Format::Text => report.text += &findings::text(model, &found, sources, terminal.paint(&io::stdout())),
            Format::Json => {
                let mut json = findings::json(model, &found);
                json["template"] = json!(template.display().to_string());
                report.json.push(json);
            }
        }
        Ok(status(&found, arguments.fail_on))
    })
}

fn status(found: &Findings, fail_on: Level) -> Status {
    let least = match fail_on {
        Level::Note => Severity::Note,
        Level::Warning => Severity::Warning,
        Level::Error => Severity::Error,
    };
    if found.findings.iter().any(|finding| finding.severity() >= least) {
        Status::Findings
    } else if found.is_exact() {
        Status::Fine
    } else {
        Status::Undecided
    }
}

/// Which findings are wanted.
struct Wanted {
    only: Vec<Code>,
    skip: Vec<Code>,
}

impl Wanted {
    fn of(arguments: &Check) -> Result<Self, Failure> {
        let codes = |numbers: &[String]| {
            numbers.iter().map(|number| code_named(number).map_err(Failure::Usage)).collect::<Result<Vec<Code>, _>>()
        };
        Ok(Self { only: codes(&arguments.only)?, skip: codes(&arguments.skip)? })
    }

    fn filter(&self, found: &mut Findings, settings: &Settings) {
        found.findings.retain_mut(|finding| {
            let code = finding.diagnostic.code;
            let is_wanted = (self.only.is_empty() || self.only.contains(&code)) && !self.skip.contains(&code);
            let severity = settings.severity(code, finding.diagnostic.severity);
            finding.diagnostic.severity = severity.unwrap_or(finding.diagnostic.severity);
            is_wanted && severity.is_some()
        });
    }
}
