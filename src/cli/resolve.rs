//! `variscope resolve`.

use std::path::PathBuf;

use variscope::diagnostic::{Code, Diagnostic, Severity};
use variscope::render::explanation;
use variscope::render::formats::{Checked, Issue, Paths, Report};
use variscope::resolution::Completion;
use variscope::source::Sources;
use variscope::source::package::Package;

use super::arguments::{FindingFormat, Resolve};
use super::check::current;
use super::given::request;
use super::output::write;
use super::status::Status;
use super::template::open;
use super::template::read;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &Resolve, terminal: &Terminal) -> Result<Status, Failure> {
    match open(&arguments.template.path).and_then(|package| resolve(arguments, &package, terminal)) {
        Err(Failure::World(error)) if arguments.format != FindingFormat::Text => {
            let path = Paths::new(current()).show(&arguments.template.path.display().to_string());
            report(arguments, vec![Issue::unreadable(Code::UnreadableFile, error.to_string(), path)], terminal);
            Ok(Status::Broken)
        }
        other => other,
    }
}

fn resolve(arguments: &Resolve, package: &Package, terminal: &Terminal) -> Result<Status, Failure> {
    let mut request = request(package, arguments.template.profile, &arguments.given)?;
    if arguments.complete {
        let (profile, variables) = (arguments.types_profile.profile(), arguments.variables.clone());
        let read = |path: &PathBuf| Ok::<_, Failure>((path.display().to_string(), read(path)?));
        let ensemble = arguments.environment.as_ref().map(read).transpose()?;
        request = request.complete(Completion { profile, variables, ensemble });
    }
    let resolution = request.resolve()?;
    if arguments.explain_inputs {
        terminal.tell(&explanation::inputs(resolution.inputs(), resolution.sources()));
        terminal.tell(&explanation::topology_inputs(resolution.topology_inputs()));
    }
    diagnose(arguments, package, resolution.diagnostics(), resolution.sources(), terminal);
    let Some(document) = resolution.document() else { return Ok(Status::Broken) };
    write(document, arguments.output.as_deref())?;
    Ok(Status::Fine)
}

fn diagnose(
    arguments: &Resolve,
    package: &Package,
    diagnostics: &[Diagnostic],
    sources: &Sources,
    terminal: &Terminal,
) {
    if arguments.format == FindingFormat::Text {
        terminal.diagnose_resolution(diagnostics, sources);
        return;
    }
    let paths = Paths::new(current());
    let paths = if package.is_archive() { paths.inside(&arguments.template.path) } else { paths };
    let issues = diagnostics.iter().map(|diagnostic| Issue::of(diagnostic, sources, &paths)).collect();
    report(arguments, issues, terminal);
}

fn report(arguments: &Resolve, issues: Vec<Issue>, terminal: &Terminal) {
    let path = arguments.template.path.display().to_string();
    let report = Report { templates: vec![Checked::new(path, issues)], fail_on: Severity::Error };
    terminal.tell(&report.write(&arguments.format.name()).unwrap_or_default());
}
