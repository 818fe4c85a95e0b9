//! `variscope report`.

use std::io::{self, IsTerminal};
use std::path::PathBuf;

use clap::Args;
use variscope::answer::Finding;
use variscope::output::render::exactness::open_ends;
use variscope::output::report::{Host, Page};
use variscope::source::Sources;
use variscope::source::diagnostic::Diagnostic;

use super::arguments::{Scope, Template};
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::output::write;
use super::question::{QuestionRequest, TemplateQuestion, status};
use super::template::{open, paths};
use super::terminal::Terminal;

/// Write a page about all variants: choose values and see what becomes forced, impossible and how many variants are left.
///
/// The page is one file that loads nothing: numbers, findings, elements, variants and a picture of the topology. A template with errors
/// gets a page of its diagnostics.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope report shop --output shop.html
  variscope report shop --preset prod -o prod.html")]
pub struct Report {
    #[command(flatten)]
    pub template: Template,
    #[command(flatten)]
    pub scope: Scope,
    /// Where to write it [default: stdout, unless that is a terminal]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

pub fn run(arguments: &Report, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let Report { template, scope, output } = arguments;
    if output.is_none() && io::stdout().is_terminal() {
        let message = "a report is a page for a browser: name its file with `--output report.html`";
        return Err(Failure::Usage(message.to_owned()));
    }
    let name = template.path.to_string_lossy();
    let asked = QuestionRequest::now(scope);
    let package = open(&template.path)?;
    let paths = paths(&package, &template.path);
    let mut reported = Vec::new();
    let mut report = |diagnostics: &[Diagnostic], sources: &Sources| {
        terminal.diagnose(diagnostics, sources);
        reported.extend(diagnostics.iter().map(|diagnostic| Finding::of(diagnostic, sources, &paths)));
    };
    let mut page = None;
    let status =
        TemplateQuestion::new(&package, template.profile, &asked, &mut report).run(|variants, limits, _| {
            let made = terminal.work("looking at all variants", || Page::of(&name, variants, limits));
            let status = status(made.exactness().exact);
            terminal.write_message(&open_ends(made.exactness()));
            page = Some(made);
            Ok(status)
        })?;
    let page = page.unwrap_or_else(|| Page::of_broken(&name, &reported));
    write(&page.html(Host::File), output.as_deref())?;
    Ok(status)
}
