//! `variscope diff`.

use variscope::analysis::question::{Difference, Limits, Relation, Variants};
use variscope::feature::Format as ModelFormat;
use variscope::output::answer;
use variscope::output::picture::Picture;
use variscope::output::render::diff;
use variscope::source::Sources;
use variscope::source::diagnostic::Diagnostic;
use variscope::source::package::Package;
use variscope::tosca::model::{ElementId, Kind};

use super::arguments::{Diff, Scope};
use super::feature_model;
use super::output::{shown, write};
use super::question::{Asked, ask_telling, status};
use super::status::Status;
use super::template::open;
use super::terminal::{Failure, Terminal};

/// Compares two templates or feature models, or two configurations of one.
pub fn run(arguments: &Diff, terminal: &Terminal) -> Result<Status, Failure> {
    let old = &arguments.question.template.path;
    let new = arguments.new.as_deref().unwrap_or(old);
    if ModelFormat::of(old).is_some() || ModelFormat::of(new).is_some() {
        return feature_model::diff(arguments, terminal);
    }
    let asked = Asked::now(&arguments.question.scope);
    // What comes from stdin can be read only once.
    let (old, new) = (open(old)?, arguments.new.as_deref().map(open).transpose()?);
    on_side(arguments, &asked, (&old, &arguments.left), terminal, |variants| {
        let new = new.as_ref().unwrap_or(&old);
        on_side(arguments, &asked, (new, &arguments.right), terminal, |new| {
            compare(arguments, variants, new, asked.limits(), terminal)
        })
    })
}

/// Asks about one side: a template with further values.
fn on_side(
    arguments: &Diff,
    asked: &Asked<'_>,
    (package, further): (&Package, &[String]),
    terminal: &Terminal,
    ask: impl FnOnce(&Variants<'_>) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let question = &arguments.question;
    let mut scope: Scope = question.scope.clone();
    scope.given.arguments.extend_from_slice(further);
    let tell = |diagnostics: &[Diagnostic], sources: &Sources| terminal.diagnose(diagnostics, sources);
    let asked = asked.about(&scope);
    ask_telling(package, question.template.profile, &asked, tell, |variants, _, _| ask(variants))
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
    let text = match (arguments.graph, arguments.question.format) {
        (Some(language), _) => language.draw(&picture((old, new), &found, limits))?,
        (None, format) => shown(format, &answer::Diff::of_template(old.model(), new.model(), &found), diff::text),
    };
    write(&text, arguments.output.as_deref())?;
    if arguments.exit_code && found.relation() != Relation::Refactoring {
        return Ok(Status::Findings);
    }
    Ok(status(found.is_exact))
}

/// Both sides in one picture.
fn picture((old, new): (&Variants<'_>, &Variants<'_>), found: &Difference, limits: &Limits) -> Picture {
    let [before, after] = [old, new].map(|side| Picture::of(side, &side.elements(limits)));
    let model = new.model();
    let drawn = |id: ElementId| {
        let mut around = std::iter::successors(Some(id), |&id| model.element(id).container);
        around.find(|id| matches!(id.kind(), Kind::Node | Kind::Relation))
    };
    let changed = found.contents.iter().filter_map(|change| drawn(change.new)).map(|id| model.path(id)).collect();
    before.compared_with(&after, &changed)
}
