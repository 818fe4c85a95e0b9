//! `variscope diff`.

use std::path::Path;

use variscope::feature_model::Format as ModelFormat;
use variscope::question::{Limits, Variants};
use variscope::render::difference;

use super::arguments::{Diff, Format, Scope};
use super::feature_model;
use super::output::write;
use super::question::{ask_about, status};
use super::status::Status;
use super::terminal::{Failure, Terminal};

/// Compares two templates or feature models, or two configurations of one.
pub fn run(arguments: &Diff, terminal: &Terminal) -> Result<Status, Failure> {
    let old = &arguments.question.template.path;
    let new = arguments.new.as_deref().unwrap_or(old);
    if ModelFormat::of(old).is_some() || ModelFormat::of(new).is_some() {
        return feature_model::diff(arguments, terminal);
    }
    on_side(arguments, old, &arguments.left, terminal, |old, limits| {
        on_side(arguments, new, &arguments.right, terminal, |new, _| compare(arguments, old, new, limits, terminal))
    })
}

/// Asks about one side: the template at `path` with further values.
fn on_side(
    arguments: &Diff,
    path: &Path,
    further: &[String],
    terminal: &Terminal,
    ask: impl FnOnce(&Variants<'_>, &Limits) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let question = &arguments.question;
    let mut scope: Scope = question.scope.clone();
    scope.given.arguments.extend_from_slice(further);
    ask_about(path, question.template.profile, &scope, terminal, |variants, limits, _| ask(variants, limits))
}

fn compare(
    arguments: &Diff,
    old: &Variants<'_>,
    new: &Variants<'_>,
    limits: &Limits,
    terminal: &Terminal,
) -> Result<Status, Failure> {
    let Ok(found) = terminal.work("comparing", || old.difference(new, limits)) else {
        terminal.tell("stopped before the answer was known\n");
        return Ok(Status::Undecided);
    };
    let text = match arguments.question.format {
        Format::Text => difference::text(old.model(), new.model(), &found),
        Format::Json => difference::json(old.model(), new.model(), &found),
    };
    write(&text, None)?;
    Ok(status(found.is_exact))
}
