//! `variscope explain`.

use std::io;

use variscope::diagnostic::Severity;
use variscope::question::{Answer, Limits, Strictness, Variants, Wanted};
use variscope::render::formats::{Checked, Paths, Report};
use variscope::render::{findings, reasons};

use super::arguments::{Explain, Format};
use super::feature_model;
use super::output::write;
use super::question::ask;
use super::settings::code_named;
use super::status::Status;
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &Explain, terminal: &Terminal) -> Result<Status, Failure> {
    if let Some(answer) = feature_model::explain(arguments, terminal) {
        return answer;
    }
    ask(&arguments.question, terminal, |variants, limits| match arguments.element.as_deref() {
        Some(number) if code_named(number).is_ok() => of_findings(arguments, variants, limits, terminal, number),
        name => of_element(arguments, variants, limits, terminal, name),
    })
}

fn of_element(
    arguments: &Explain,
    variants: &Variants<'_>,
    limits: &Limits,
    terminal: &Terminal,
    name: Option<&str>,
) -> Result<Status, Failure> {
    let model = variants.model();
    let element = name.map(|name| model.find(name)).transpose();
    let element = element.map_err(|error| Failure::Usage(error.to_string()))?;
    let wanted = if arguments.all { Wanted::All(arguments.limit) } else { Wanted::Any };
    let explanation = terminal.work("explaining", || variants.explain_by(element, wanted, limits));
    let text = match arguments.question.format {
        Format::Text => reasons::text(model, element, &explanation),
        Format::Json => reasons::json(model, element, &explanation),
    };
    write(&text, None)?;
    Ok(if explanation.answer == Answer::Unknown { Status::Undecided } else { Status::Fine })
}

/// The findings with this code.
fn of_findings(
    arguments: &Explain,
    variants: &Variants<'_>,
    limits: &Limits,
    terminal: &Terminal,
    number: &str,
) -> Result<Status, Failure> {
    let code = code_named(number).map_err(Failure::Usage)?;
    let mut found = terminal.work("checking", || variants.check(limits, Strictness::default()));
    found.findings.retain(|finding| finding.diagnostic.code == code);
    let model = variants.model();
    let text = match arguments.question.format {
        Format::Text if found.findings.is_empty() => format!("no finding has the code {code}\n"),
        Format::Text => findings::text(model, &found, model.sources(), terminal.paint(&io::stdout())),
        Format::Json => {
            let path = arguments.question.template.path.display().to_string();
            let checked = Checked::of(path, &found, model, &Paths::default());
            let report = Report { templates: vec![checked], fail_on: Severity::Error };
            report.write("json").unwrap_or_default()
        }
    };
    write(&text, None)?;
    Ok(if found.is_exact() { Status::Fine } else { Status::Undecided })
}
