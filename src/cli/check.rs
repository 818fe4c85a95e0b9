//! `variscope check`.

use std::io;
use std::path::Path;

use serde_json::{Value as Json, json};
use variscope::diagnostic::{Code, Severity};
use variscope::question::{Finding, Findings, Strictness};
use variscope::render::feature_model::review::{self, Judged};
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
        let status = match feature_model::review(template, arguments, terminal) {
            Some(reviewed) => of_model(arguments, template, &wanted, reviewed?, &mut report)?,
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
        let strictness = Strictness { open: arguments.open, types: arguments.types_profile.profile() };
        let mut found = terminal.work("checking", || variants.check(limits, strictness));
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
        Ok(status(found.findings.iter().map(Finding::severity), found.is_exact(), arguments.fail_on))
    })
}

/// The findings about a feature model.
fn of_model(
    arguments: &Check,
    path: &Path,
    wanted: &Wanted,
    reviewed: feature_model::Reviewed,
    report: &mut Report,
) -> Result<Status, Failure> {
    let (model, findings) = match reviewed {
        Ok(found) => found,
        Err(status) => return Ok(status),
    };
    let settings = Settings::beside(path)?;
    let judged = |finding: variscope::feature_model::review::Finding| {
        let code = finding.code();
        let severity = wanted.severity(code, code.entry().severity, &settings)?;
        Some(Judged { finding, severity })
    };
    let findings: Vec<Judged> = findings.into_iter().filter_map(judged).collect();
    report.summary = report.summary.plus(review::summary(&findings));
    match arguments.format {
        Format::Text => report.text += &review::text(&model, &findings),
        Format::Json => {
            let mut json = review::json(&model, &findings);
            json["template"] = json!(path.display().to_string());
            report.json.push(json);
        }
    }
    Ok(status(findings.iter().map(|judged| judged.severity), true, arguments.fail_on))
}

fn status(mut severities: impl Iterator<Item = Severity>, is_exact: bool, fail_on: Level) -> Status {
    let least = match fail_on {
        Level::Note => Severity::Note,
        Level::Warning => Severity::Warning,
        Level::Error => Severity::Error,
    };
    if severities.any(|severity| severity >= least) {
        Status::Findings
    } else if is_exact {
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

    /// The severity of findings with this code, `usual` unless set; none when they are not wanted.
    fn severity(&self, code: Code, usual: Severity, settings: &Settings) -> Option<Severity> {
        let is_wanted = (self.only.is_empty() || self.only.contains(&code)) && !self.skip.contains(&code);
        settings.severity(code, usual).filter(|_| is_wanted)
    }

    fn filter(&self, found: &mut Findings, settings: &Settings) {
        found.findings.retain_mut(|finding| {
            let (code, usual) = (finding.diagnostic.code, finding.diagnostic.severity);
            let severity = self.severity(code, usual, settings);
            finding.diagnostic.severity = severity.unwrap_or(usual);
            severity.is_some()
        });
    }
}
