//! `variscope resolve`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use variscope::answer::{CheckedTemplate, Finding};
use variscope::output::render::formats::{FindingsReport, ReportFormat};
use variscope::output::render::provenance;
use variscope::resolve::bundle::{BundleError, bundle, missing_files, outside_imports};
use variscope::resolve::resolution::{Completion, TargetEngine};
use variscope::source::Sources;
use variscope::source::diagnostic::{Diagnostic, Severity};
use variscope::source::package::Package;
use variscope::source::printable::printable;
use variscope_encoder::Budget;

use super::arguments::{EngineName, FindingFormat, Given, Template, TypesProfileName, Work, variable};
use super::budget::{watched, worked};
use super::exit_status::ExitStatus;
use super::failure::{Failure, OutputError};
use super::given::request;
use super::output::{write, write_bytes};
use super::relative_path::{left_behind, template_seen_from};
use super::template::{deployed_in, here, open, paths, unreadable, with_unfurl_home};
use super::terminal::Terminal;

/// Write the plain TOSCA template of one variant.
///
/// Values for variability inputs come from, the later over the earlier: presets, environment variables
/// (`VARISCOPE_INPUT_<NAME>`), inputs files, `--input`. `VARISCOPE_PRESETS` names presets when no `--preset` does.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope resolve shop --preset prod
  variscope resolve shop.csar --inputs inputs.yaml --input replicas=3 --output prod.yaml
  cat shop.yaml | variscope resolve - --input env=dev
  variscope resolve shop --preset prod --csar prod.zip
  variscope resolve shop --preset prod --for xopera
  variscope resolve shop --complete --var input_region=eu")]
pub struct Resolve {
    #[command(flatten)]
    pub template: Template,
    #[command(flatten)]
    pub given: Given,
    /// Where to write the template [default: stdout]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Write a whole CSAR with the template and the files that it needs.
    #[arg(long, value_name = "FILE.zip", conflicts_with = "output")]
    pub csar: Option<PathBuf>,
    /// Show each input with its value and where that came from; with `--complete` also topology inputs.
    #[arg(long)]
    pub explain_inputs: bool,
    /// How to write, on stderr, what is wrong.
    #[arg(long, value_enum, default_value = "text", value_name = "FORMAT")]
    pub format: FindingFormat,
    /// Write values completed by the defaults of their types, and check them.
    #[arg(long)]
    pub complete: bool,
    /// With `--complete`: a value for a topology input, `input_NAME=VALUE` in YAML, over all other sources; may be repeated.
    #[arg(long = "var", value_name = "NAME=VALUE", requires = "complete", value_parser = variable)]
    pub variables: Vec<String>,
    /// With `--complete`: the environment of the ensemble with values for topology inputs: a file, the ensemble itself, or the
    /// name of an environment of the project.
    #[arg(long, value_name = "FILE|NAME", requires = "complete")]
    pub environment: Option<PathBuf>,
    /// The home of Unfurl, a project whose environments go beneath those of the project; none without it, whatever
    /// `UNFURL_HOME` says.
    #[arg(long, value_name = "FOLDER", requires = "complete")]
    pub unfurl_home: Option<PathBuf>,
    /// Write the document as this engine takes it: what it refuses is written in another way that means the same, or reported
    /// as an error.
    #[arg(long = "for", value_enum, default_value = "plain", value_name = "ENGINE")]
    pub engine: EngineName,
    /// Which types are built in when values are completed.
    #[arg(long, value_enum, default_value = "tosca-1.3", value_name = "PROFILE")]
    pub types_profile: TypesProfileName,
    /// Stop after so much time (`20s`; a number alone means seconds), and write nothing.
    #[arg(long, value_name = "TIME", value_parser = super::arguments::time)]
    pub timeout: Option<Duration>,
    /// Hold no more than about so many bytes (`512MiB`; `k`, `M` and `G` alone are powers of 1024); stop when that does not suffice, and
    /// write nothing.
    #[arg(long, value_name = "SIZE", value_parser = super::arguments::size)]
    pub memory: Option<usize>,
    #[command(flatten)]
    pub work: Work,
}

pub fn run(arguments: &Resolve, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    if arguments.explain_inputs && arguments.format != FindingFormat::Text {
        let message =
            "`--explain-inputs` is written as text, between which programs find no document: leave out `--format`";
        return Err(Failure::Usage(message.to_owned()));
    }
    // Reading takes its time, too.
    let budget = match (arguments.timeout, arguments.memory) {
        (None, None) => worked(arguments.work),
        (time, bytes) => watched(time, bytes, arguments.work),
    };
    let package = open(&arguments.template.path);
    let package = package.and_then(|package| with_unfurl_home(package, arguments.unfurl_home.as_deref()));
    let deployed = package.and_then(|package| deployed_in(package, arguments.environment.as_deref()));
    let resolved =
        deployed.and_then(|(package, environment)| resolve(arguments, &package, environment, budget, terminal));
    match (resolved, arguments.format.of_reports()) {
        (Err(Failure::Unreadable(error)), Some(format)) => {
            report(arguments, format, vec![unreadable(&arguments.template.path, &error)], terminal);
            Ok(ExitStatus::Broken)
        }
        (other, _) => other,
    }
}

fn resolve(
    arguments: &Resolve,
    package: &Package,
    ensemble: Option<Package>,
    budget: Budget,
    terminal: &Terminal,
) -> Result<ExitStatus, Failure> {
    let mut request = request(package, arguments.template.profile, &arguments.given)?.within(budget);
    if arguments.complete {
        let (profile, variables) = (arguments.types_profile.profile(), arguments.variables.clone());
        let in_project = package.environment().map(|_| package.clone());
        request = request.complete(Completion { profile, variables, ensemble, in_project });
    }
    let types = arguments.types_profile.profile();
    request = request.written_for(arguments.engine.engine().map(|engine| TargetEngine { engine, types }));
    let folder = arguments.output.as_deref().filter(|path| *path != Path::new("-")).and_then(Path::parent);
    let resolution =
        request.written_elsewhere(folder.and_then(|folder| template_seen_from(folder, package))).resolve()?;
    if arguments.explain_inputs {
        terminal.write_message(&provenance::inputs(resolution.inputs(), resolution.sources()));
        terminal.write_message(&provenance::topology_inputs(resolution.topology_inputs()));
    }
    diagnose(arguments, package, resolution.diagnostics(), resolution.sources(), terminal);
    if resolution.is_stopped() {
        return Err(Failure::Stopped("stopped before the variant was known".to_owned()));
    }
    let Some(document) = resolution.document() else { return Ok(ExitStatus::Broken) };
    if let Some(folder) = folder
        && let Some(warning) = left_behind(package, document, folder).map_err(Failure::Unreadable)?
    {
        terminal.inform(&warning);
    }
    if arguments.csar.is_some() {
        report_missing(package, document, terminal)?;
    }
    match &arguments.csar {
        Some(csar) => write_bytes(&packed(package, document, csar)?, csar)?,
        None => write(document, arguments.output.as_deref())?,
    }
    Ok(ExitStatus::Fine)
}

/// Names the files that an archive lacks; refuses one without what the document imports.
fn report_missing(package: &Package, document: &str, terminal: &Terminal) -> Result<(), Failure> {
    let listed = |names: &mut dyn Iterator<Item = &String>| {
        names.map(|name| format!("`{}`", printable(name))).collect::<Vec<_>>().join(", ")
    };
    let outside = outside_imports(package, document).map_err(Failure::Unreadable)?;
    if !outside.is_empty() {
        let names = listed(&mut outside.iter());
        return Err(Failure::Usage(format!(
            "`--csar`: the document imports files that are not in the package, and not in the archive: {names}; copy them into the package"
        )));
    }
    let missing = missing_files(package, document).map_err(Failure::Unreadable)?;
    if !missing.is_empty() {
        let names = listed(&mut missing.iter());
        terminal.inform(&format!(
            "warning: the document names files that are not in the package, and not in the archive: {names}\n"
        ));
    }
    Ok(())
}

/// The CSAR of a document.
fn packed(package: &Package, document: &str, path: &Path) -> Result<Vec<u8>, Failure> {
    bundle(package, document).map_err(|error| match error {
        BundleError::Package(error) => Failure::Unreadable(error),
        BundleError::Archive(source) => Failure::Output(OutputError::new(path, source)),
    })
}

fn diagnose(
    arguments: &Resolve,
    package: &Package,
    diagnostics: &[Diagnostic],
    sources: &Sources,
    terminal: &Terminal,
) {
    let Some(format) = arguments.format.of_reports() else {
        terminal.diagnose_resolution(diagnostics, sources);
        return;
    };
    let paths = paths(package, &arguments.template.path);
    let findings = diagnostics.iter().map(|diagnostic| Finding::of(diagnostic, sources, &paths)).collect();
    report(arguments, format, findings, terminal);
}

fn report(arguments: &Resolve, format: ReportFormat, findings: Vec<Finding>, terminal: &Terminal) {
    let path = arguments.template.path.display().to_string();
    let report = FindingsReport {
        templates: vec![CheckedTemplate::new(path, findings)],
        paths: here(),
        fail_on: Severity::Error,
    };
    terminal.write_message(&report.write(format));
}
