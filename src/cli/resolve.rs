//! `variscope resolve`.

use variscope::render::explanation;
use variscope::resolution::Completion;

use super::arguments::Resolve;
use super::given::request;
use super::output::write;
use super::status::Status;
use super::template::open;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &Resolve, terminal: &Terminal) -> Result<Status, Failure> {
    let package = open(&arguments.template.path)?;
    let mut request = request(&package, arguments.template.profile, &arguments.given)?;
    if arguments.complete {
        let (profile, variables) = (arguments.types_profile.profile(), arguments.variables.clone());
        request = request.complete(Completion { profile, variables });
    }
    let resolution = request.resolve()?;
    if arguments.explain_inputs {
        terminal.tell(&explanation::inputs(resolution.inputs(), resolution.sources()));
        terminal.tell(&explanation::topology_inputs(resolution.topology_inputs()));
    }
    terminal.diagnose_resolution(resolution.diagnostics(), resolution.sources());
    let Some(document) = resolution.document() else { return Ok(Status::Broken) };
    write(document, arguments.output.as_deref())?;
    Ok(Status::Fine)
}
