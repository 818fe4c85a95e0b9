//! `variscope check`, `explain`, `optimize` and `diff` of feature models.

use std::path::Path;

use variscope::answer::{self, Relation};
use variscope::feature::FeatureModel;
use variscope::feature::optimum::NoOptimum;
use variscope::feature::review::Review;
use variscope::output::export::certificate::feature_model::{self as certificate, FeatureModelSubject};
use variscope::output::render::{explain, optimize};
use variscope::tosca::model::Direction;
use variscope_encoder::Interrupted;

use super::load::{Readings, any, ask_model, load_in};
use crate::cli::arguments::{Diff, Explain, Optimize};
use crate::cli::budget::budget;
use crate::cli::certify::{WantedCertificate, certify};
use crate::cli::diff::written;
use crate::cli::output::{shown, write};
use crate::cli::question::Asked;
use crate::cli::status::Status;
use crate::cli::terminal::{Failure, Terminal};

/// A model with what is suspicious about it, or why nothing is known of it.
type Reviewed = Result<(FeatureModel, Review), Status>;

/// Looks for what is suspicious in the feature model at `path`.
pub fn review(path: &Path, asked: &Asked<'_>, terminal: &Terminal) -> Result<Reviewed, Failure> {
    let budget = &asked.limits().budget;
    let Some(model) = load_in(path, None, asked.scope(), budget, terminal)? else { return Ok(Err(Status::Broken)) };
    let review = terminal.work("checking", || model.review(budget));
    Ok(Ok((model, review)))
}

/// Explains a feature, or why there is no variant.
pub fn explain(
    arguments: &Explain,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<Status, Failure> {
    let question = &arguments.question;
    ask_model(question, terminal, |model, budget| {
        let feature = arguments.element.as_deref().map(|name| model.find(name)).transpose();
        let feature = feature.map_err(|error| Failure::Usage(error.to_string()))?;
        match model.explain(feature, budget) {
            Err(Interrupted) => Ok(undecided(terminal)),
            Ok(None) => Err(forgotten()),
            Ok(Some(said)) => {
                write(&shown(question.format, &said, explain::text), None)?;
                certify(certificates, &question.template.path, terminal, |to| {
                    certificate::explanation(to, FeatureModelSubject { model, budget }, feature, said.answer)
                })?;
                Ok(Status::Fine)
            }
        }
    })
}

/// Finds a best variant.
pub fn optimize(
    arguments: &Optimize,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<Status, Failure> {
    let question = &arguments.question;
    ask_model(question, terminal, |model, budget| {
        let subject = FeatureModelSubject { model, budget };
        let (goal, attribute) = match (&arguments.min, &arguments.max) {
            (_, Some(attribute)) => (Direction::Max, attribute.as_deref()),
            (attribute, None) => (Direction::Min, attribute.as_ref().and_then(Option::as_deref)),
        };
        match model.optimum(goal, attribute, budget) {
            Ok(optimum) => {
                let variant = answer::Variant::of_features(model.selected(&optimum.variant));
                let said = answer::Optimize::of_features(variant, &optimum.value, goal, attribute);
                write(&shown(question.format, &said, |said| optimize::text(said, arguments.detail.get())), None)?;
                certify(certificates, &question.template.path, terminal, |to| {
                    certificate::optimum(to, subject, (goal, attribute), &optimum.value)
                })?;
                Ok(Status::Fine)
            }
            Err(NoOptimum::Interrupted(_)) => Ok(undecided(terminal)),
            Err(error @ NoOptimum::Void) => {
                certify(certificates, &question.template.path, terminal, |to| certificate::no_variant(to, subject))?;
                terminal.tell(&format!("error: {error}\n"));
                Ok(Status::Broken)
            }
            Err(error) => Err(Failure::Usage(error.to_string())),
        }
    })
}

/// Compares two models or templates, or two configurations of one.
pub fn diff(arguments: &Diff, (old, new): (&Path, &Path), terminal: &Terminal) -> Result<Status, Failure> {
    if arguments.graph.is_some() {
        return Err(Failure::Usage("a feature model has no topology that `--graph` could draw".to_owned()));
    }
    let budget = budget(&arguments.scope);
    let readings =
        Readings { projection: arguments.feature_model.projection.as_deref(), profile: arguments.template.profile };
    let side = |path: &Path, further: &[String]| {
        let mut scope = arguments.scope.clone();
        scope.given.arguments.extend_from_slice(further);
        any(path, &readings, &scope, &budget, terminal)
    };
    let (old, new) = (side(old, &arguments.left)?, side(new, &arguments.right)?);
    let Some((old, new)) = old.zip(new) else { return Ok(Status::Broken) };
    match old.difference(&new, &budget) {
        Err(Interrupted) => Ok(undecided(terminal)),
        Ok(None) => Err(forgotten()),
        Ok(Some(said)) => {
            write(&written(arguments.format, &said), arguments.output.as_deref())?;
            let is_other = said.relation != Relation::Refactoring;
            Ok(if arguments.exit_code && is_other { Status::Findings } else { Status::Fine })
        }
    }
}

fn undecided(terminal: &Terminal) -> Status {
    terminal.tell("stopped before the answer was known\n");
    Status::Undecided
}

fn forgotten() -> Failure {
    Failure::Usage("a compiled model has forgotten its clauses: ask the model that it was made of".to_owned())
}
