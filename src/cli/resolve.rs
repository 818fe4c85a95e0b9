//! `variscope resolve`.

use variscope::render::explanation;
use variscope::resolution::{Completion, InputsFile, Request};

use super::arguments::Resolve;
use super::output::write;
use super::status::Status;
use super::template::open;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &Resolve, terminal: &Terminal) -> Result<Status, Failure> {
    let package = open(&arguments.template.path)?;
    let mut request = Request::new(&package, arguments.template.profile.chosen())
        .presets(arguments.presets.iter().cloned())
        .arguments(arguments.arguments.iter().cloned())
        .environment(environment());
    for path in &arguments.inputs {
        request = request.inputs(InputsFile::read(path)?);
    }
    if arguments.complete {
        let (profile, variables) = (arguments.types_profile.profile(), arguments.variables.clone());
        request = request.complete(Completion { profile, variables });
    }
    let resolution = request.resolve()?;
    if arguments.explain_inputs {
        terminal.tell(&explanation::inputs(resolution.inputs(), resolution.sources()));
        terminal.tell(&explanation::topology_inputs(resolution.topology_inputs()));
    }
    terminal.diagnose(resolution.diagnostics(), resolution.sources());
    let Some(document) = resolution.document() else { return Ok(Status::Broken) };
    write(document, arguments.output.as_deref())?;
    Ok(Status::Fine)
}

/// Variables that are no text cannot be meant.
pub fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}
