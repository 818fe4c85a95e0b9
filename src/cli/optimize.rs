//! `variscope optimize`.

use clap::Args;
use variscope::analysis::question::{Measure, NoBest, NoWitness};
use variscope::answer::{self, About};
use variscope::feature::optimum::NoOptimum;
use variscope::output::export::certificate::Certificates;
use variscope::output::export::certificate::answers::{self, Provable};
use variscope::output::export::certificate::feature_model::FeatureModelSubject;
use variscope::output::export::certificate::template::TemplateSubject;
use variscope::output::render::optimize;
use variscope::tosca::model::Direction;
use variscope_encoder::Budget;

use super::arguments::{Question, VariantDetail};
use super::certify::{Certify, WantedCertificate, certify, write_answer};
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::feature_model::{ask_model, inform_that_model_is_void, is_model};
use super::output::{set_fallback_answer, shown};
use super::question::{ask_about, inform_if_void, refuse_for_template, refused, status, undecided};
use super::terminal::Terminal;

/// Find a variant with the least or the greatest sum.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("goal").args(["min", "max"]).required(true), after_long_help = "\
Examples:
  variscope optimize shop --min weight
  variscope optimize shop --max property:price
  variscope optimize shop.uvl --min
  variscope optimize shop.uvl --max price")]
pub struct Optimize {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub detail: VariantDetail,
    /// Least sum: for templates `nodes`, `elements` [default], `weight` or `property:NAME` over the present nodes; for
    /// feature models an attribute of the selected features, without one their number.
    #[arg(long, value_name = "EXPR")]
    #[expect(clippy::option_option, reason = "the option, and its value")]
    pub min: Option<Option<String>>,
    /// Greatest sum, of the same.
    #[arg(long, value_name = "EXPR")]
    #[expect(clippy::option_option, reason = "the option, and its value")]
    pub max: Option<Option<String>>,
    #[command(flatten)]
    pub certify: Certify,
}

/// What is summed up when nothing is said.
const USUAL: &str = "elements";

pub fn run(arguments: &Optimize, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let is_model = is_model(&arguments.question.template.path);
    let (direction, measure) = direction_and_measure(arguments);
    let unknown = if is_model {
        answer::Optimize::unknown(About::FeatureModel, direction, measure)
    } else {
        answer::Optimize::unknown(About::Template, direction, Some(measure.unwrap_or(USUAL)))
    };
    set_fallback_answer(arguments.question.format, unknown);
    let answer = if is_model { of_features } else { of_template };
    arguments.certify.during(terminal, |certificates| answer(arguments, terminal, certificates))
}

/// Whether the least or the greatest sum is looked for, and what is summed up, if that is said.
fn direction_and_measure(arguments: &Optimize) -> (Direction, Option<&str>) {
    match (&arguments.min, &arguments.max) {
        (_, Some(measure)) => (Direction::Max, measure.as_deref()),
        (measure, None) => (Direction::Min, measure.as_ref().and_then(Option::as_deref)),
    }
}

fn of_features(
    arguments: &Optimize,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<ExitStatus, Failure> {
    let question = &arguments.question;
    ask_model(question, terminal, |model, budget| {
        let subject = FeatureModelSubject { model, budget };
        let (direction, attribute) = direction_and_measure(arguments);
        match model.optimum(direction, attribute, budget) {
            Ok(optimum) => {
                let variant = answer::Variant::of_features(model.selected(&optimum.variant));
                let answer =
                    answer::Optimize::of_features(variant, &optimum.value, &optimum.bound, direction, attribute);
                let better = |_: &mut Certificates| subject.better(direction, attribute, &optimum.value);
                write_and_certify(arguments, &answer, terminal, certificates, better, budget)
            }
            Err(NoOptimum::Interrupted(stop)) => Ok(undecided(stop, terminal)),
            Err(error @ NoOptimum::Void) => {
                certify(certificates, &question.template.path, terminal, |to| {
                    answers::no_variant(to, |_| subject.valid(), budget)
                })?;
                terminal.write_message(&format!("error: {error}\n"));
                inform_that_model_is_void(question, model, terminal);
                Ok(ExitStatus::Broken)
            }
            Err(error) => Err(Failure::Usage(error.to_string())),
        }
    })
}

fn of_template(
    arguments: &Optimize,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<ExitStatus, Failure> {
    let (direction, given) = direction_and_measure(arguments);
    let name = given.unwrap_or(USUAL);
    let measure: Measure = name.parse().map_err(|error| Failure::Usage(format!("{error}")))?;
    let question = &arguments.question;
    refuse_for_template(&[("--project", question.feature_model.projection.is_some())])?;
    let (path, profile) = (&question.template.path, question.template.profile);
    ask_about(path, profile, &question.scope, terminal, |variants, limits, sources| {
        let subject = TemplateSubject { variants, limits };
        let best = match terminal.work("looking for the best", || variants.best(direction, &measure, limits)) {
            Ok(best) => best,
            Err(NoBest::NoNumber(diagnostics)) => {
                terminal.diagnose(&diagnostics, sources);
                return Ok(ExitStatus::Broken);
            }
            Err(NoBest::NoProperty(name)) => return Err(Failure::Usage(NoBest::NoProperty(name).to_string())),
            Err(why) => {
                if matches!(why, NoBest::Void) {
                    certify(certificates, path, terminal, |to| {
                        answers::no_variant(to, |to| subject.valid(to), &limits.budget)
                    })?;
                }
                let status = refuse(&why, terminal);
                inform_if_void(question, terminal, matches!(why, NoBest::Void));
                return Ok(status);
            }
        };
        let answer = answer::Optimize::of_template(variants.model(), &best, direction, name);
        let better = |to: &mut Certificates| subject.better(to, direction, &measure, &best.value);
        write_and_certify(arguments, &answer, terminal, certificates, better, &limits.budget)
    })
}

/// Writes a best variant and its certificate, for which `better` makes the clauses of those that are better.
fn write_and_certify(
    arguments: &Optimize,
    answer: &answer::Optimize<'_>,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
    better: impl FnOnce(&mut Certificates) -> Provable,
    budget: &Budget,
) -> Result<ExitStatus, Failure> {
    let question = &arguments.question;
    let text = shown(question.format, answer, |answer| optimize::text(answer, arguments.detail.get()));
    write_answer(&text, certificates.as_deref())?;
    certify(certificates, &question.template.path, terminal, |to| answers::optimum(to, answer, better, budget))?;
    Ok(status(answer.exactness.exact))
}

fn refuse(why: &NoBest, terminal: &Terminal) -> ExitStatus {
    let is_stop = matches!(why, NoBest::Interrupted(_) | NoBest::NoWitness(NoWitness::Interrupted(_)));
    let is_open = is_stop || matches!(why, NoBest::Unknown | NoBest::NoWitness(_));
    refused(why, is_stop, if is_open { ExitStatus::Undecided } else { ExitStatus::Broken }, terminal)
}
