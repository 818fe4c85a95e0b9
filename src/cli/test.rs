//! `variscope test`.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use variscope::analysis::question::Limits;
use variscope::answer::{self, CheckedTemplate};
use variscope::output::render::coverage::{self as render, CoverageDetail};
use variscope::output::render::formats::{FindingsReport, ReportFormat};
use variscope::output::render::verdicts;
use variscope::resolve::suite::{
    Case, Failure as Failed, FoundCases, Mode, Outcome, SuiteError, TemplateCoverage, Verdict, coverage,
    discover_through, left_out, run_within,
};
use variscope::source::counted::counted;
use variscope::source::diagnostic::Severity;
use variscope::source::glob::Glob;
use variscope::source::printable::printable_path;
use variscope_encoder::Budget;

use super::arguments::{FindingFormat, ProfileArgument, Work};
use super::budget::watched;
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::output::{write, write_part};
use super::question::status;
use super::template::{allows_outside, here, report_leading_out, unusable};
use super::terminal::Terminal;

/// Run Variability Tests.
///
/// A path is a case, a CSAR with `tests/<case>/`, or a folder of these up to a whole suite. Folders whose name ends in
/// `---disabled` are skipped; where one ends in `---only`, its siblings are.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope test shop
  variscope test --profile C suites/C --filter 'prune*'
  variscope test shop --update
  variscope test shop --format junit > tests.xml
  variscope test shop --coverage --verbose")]
pub struct Test {
    /// Where the tests are.
    #[arg(required = true, value_name = "PATH")]
    pub paths: Vec<PathBuf>,
    /// Run only cases whose path, or a trailing part of it, matches; `*` and `?` are wild.
    #[arg(long, value_name = "GLOB")]
    pub filter: Option<String>,
    /// Write what is now produced into cases that fail, where one text is replaced by another.
    #[arg(long)]
    pub update: bool,
    /// How to write what came of the tests; what they cover is written as `text` or `json`.
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: FindingFormat,
    /// Show what share of the elements, of pairs of presences and of the variants the tests show; with `--verbose` also
    /// what they do not show, with configurations that do.
    #[arg(long)]
    pub coverage: bool,
    /// Stop after so much time (`20s`; a number alone means seconds); tests that are not decided by then fail as stopped.
    #[arg(long, value_name = "TIME", value_parser = super::arguments::time)]
    pub timeout: Option<Duration>,
    /// Hold no more than about so many bytes (`512MiB`); tests that need more fail as stopped.
    #[arg(long, value_name = "SIZE", value_parser = super::arguments::size)]
    pub memory: Option<usize>,
    #[command(flatten)]
    pub work: Work,
    #[command(flatten)]
    pub profile: ProfileArgument,
}

pub fn run(arguments: &Test, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    if arguments.coverage && !matches!(arguments.format, FindingFormat::Text | FindingFormat::Json) {
        return Err(Failure::Usage("`--coverage` is written as text or json".to_owned()));
    }
    let cases = match found(arguments) {
        Ok(FoundCases { cases, leading_out }) => {
            report_leading_out(&leading_out, terminal);
            selected(cases, arguments)?
        }
        Err((path, error)) => {
            arguments.format.of_reports().map(|format| write_error(path, &error, format)).transpose()?;
            return Err(error.into());
        }
    };
    let mode = if arguments.update { Mode::Update } else { Mode::Check };
    let budget = watched(arguments.timeout, arguments.memory, arguments.work);
    let verdicts = run_within(&cases, arguments.profile.chosen(), mode, &budget);
    let is_passed = verdicts.iter().all(Verdict::is_passed);
    if arguments.coverage && arguments.format == FindingFormat::Json {
        // The document on stdout is about coverage.
        if !is_passed {
            terminal.write_message(&verdicts::report(&verdicts, terminal.paint(&io::stderr())));
        }
    } else {
        let text = match arguments.format.of_reports() {
            Some(format) => verdicts::write(&verdicts, format, &here()),
            None => verdicts::report(&verdicts, terminal.paint(&io::stdout())),
        };
        // What is covered follows: the call stays watched.
        if arguments.coverage { write_part(&text, None)? } else { write(&text, None)? }
    }
    report_left_out(&arguments.paths, terminal);
    let is_changed = |verdict: &Verdict| matches!(&verdict.outcome, Outcome::Failed(failure) if matches!(**failure, Failed::Changed(_)));
    if verdicts.iter().any(is_changed) {
        return Ok(ExitStatus::Broken);
    }
    let stopped = verdicts.iter().filter(|verdict| verdict.is_stopped()).count();
    if stopped > 0 {
        terminal.write_message(&format!("stopped: {} of {} tests were run\n", cases.len() - stopped, cases.len()));
    }
    let covered = if arguments.coverage { cover(arguments, &cases, budget, terminal)? } else { ExitStatus::Fine };
    let is_known = verdicts.iter().any(|verdict| !verdict.is_passed() && !verdict.is_stopped());
    Ok(match stopped {
        _ if is_known => ExitStatus::Findings,
        0 => covered,
        _ => ExitStatus::Undecided,
    })
}

/// Says which folders hold tests that were not run: a mark that was meant for a while is easily forgotten.
fn report_left_out(paths: &[PathBuf], terminal: &Terminal) {
    let folders: Vec<PathBuf> = paths.iter().flat_map(|path| left_out(path)).collect();
    if let Some(first) = folders.first() {
        let (number, first) = (counted(folders.len(), "folder"), printable_path(first));
        terminal.inform(&format!(
            "not run: {number}, first `{first}`: disabled, or beside one that is run alone (`---disabled`, `---only`)\n"
        ));
    }
}

/// All cases; or a path without any, and why.
fn found(arguments: &Test) -> Result<FoundCases, (&Path, SuiteError)> {
    let mut all = FoundCases::default();
    for path in &arguments.paths {
        let found = discover_through(path, allows_outside()).map_err(|error| (&**path, error))?;
        all.cases.extend(found.cases);
        all.leading_out.extend(found.leading_out);
    }
    Ok(all)
}

/// Writes for programs why there is no case.
fn write_error(path: &Path, error: &SuiteError, format: ReportFormat) -> Result<(), Failure> {
    let finding = unusable(path, &error.to_string(), None);
    let templates = vec![CheckedTemplate::unfinished(path.display().to_string(), vec![finding])];
    Ok(write(&FindingsReport { templates, paths: here(), fail_on: Severity::Error }.write(format), None)?)
}

/// The cases that are asked for.
fn selected(mut cases: Vec<Case>, arguments: &Test) -> Result<Vec<Case>, Failure> {
    if let Some(filter) = &arguments.filter {
        let glob = Glob::new(filter);
        cases.retain(|case| glob.matches_path(&case.name()));
        if cases.is_empty() {
            return Err(Failure::Usage(format!("no Variability Test matches \"{filter}\"")));
        }
    }
    Ok(cases)
}

/// Prints what the cases show of the variants of their templates, as far as what is left of the budget goes.
fn cover(arguments: &Test, cases: &[Case], budget: Budget, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let limits = Limits { budget, most_variants: None };
    let profile = arguments.profile.chosen();
    let covered = terminal.work("looking for what is covered", || coverage(cases, profile, &limits));
    let extent = if terminal.is_verbose() { CoverageDetail::Missing } else { CoverageDetail::Numbers };
    let text = if arguments.format == FindingFormat::Json {
        answer::json(&answer::Coverage::from(&covered[..]))
    } else {
        format!("\n{}", render::text(&covered, extent))
    };
    write(&text, None)?;
    let is_exact = |covered: &TemplateCoverage| match &covered.subject {
        Some((_, coverage)) => coverage.as_ref().is_ok_and(|coverage| coverage.exactness.is_exact()),
        None => true,
    };
    Ok(status(covered.iter().all(is_exact)))
}
