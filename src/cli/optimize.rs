//! `variscope optimize`.

use variscope::analysis::question::{Measure, NoBest, NoWitness};
use variscope::answer;
use variscope::output::export::certificate::template::{self as certificate, TemplateSubject};
use variscope::output::render::optimize;
use variscope::tosca::model::Direction;
use variscope_encoder::Interrupted;

use super::arguments::Optimize;
use super::certify::{WantedCertificate, certify};
use super::feature_model;
use super::output::{shown, write};
use super::question::{ask_about, status};
use super::status::Status;
use super::terminal::{Failure, Terminal};

/// What is summed up when nothing is said.
const USUAL: &str = "elements";

pub fn run(arguments: &Optimize, terminal: &Terminal) -> Result<Status, Failure> {
    arguments.certify.during(terminal, |certificates| {
        if feature_model::is_model(&arguments.question.template.path) {
            feature_model::optimize(arguments, terminal, certificates)
        } else {
            of_template(arguments, terminal, certificates)
        }
    })
}

fn of_template(
    arguments: &Optimize,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<Status, Failure> {
    let (direction, given) = match (&arguments.min, &arguments.max) {
        (_, Some(measure)) => (Direction::Max, measure.as_deref()),
        (measure, None) => (Direction::Min, measure.as_ref().and_then(Option::as_deref)),
    };
    let name = given.unwrap_or(USUAL);
    let measure: Measure = name.parse().map_err(|error| Failure::Usage(format!("{error}")))?;
    let question = &arguments.question;
    let template = &question.template;
    ask_about(&template.path, template.profile, &question.scope, terminal, |variants, limits, sources| {
        let subject = TemplateSubject { variants, limits };
        let best = match terminal.work("looking for the best", || variants.best(direction, &measure, limits)) {
            Ok(best) => best,
            Err(NoBest::NoNumber(faults)) => {
                terminal.diagnose(&faults, sources);
                return Ok(Status::Broken);
            }
            Err(NoBest::NoProperty(name)) => return Err(Failure::Usage(NoBest::NoProperty(name).to_string())),
            Err(why) => {
                if matches!(why, NoBest::Void) {
                    certify(certificates, &template.path, terminal, |to| certificate::no_variant(to, subject))?;
                }
                return Ok(refuse(&why, terminal));
            }
        };
        let said = answer::Optimize::of_template(variants.model(), &best, direction, name);
        write(&shown(question.format, &said, |said| optimize::text(said, arguments.detail.get())), None)?;
        certify(certificates, &template.path, terminal, |to| {
            certificate::best(to, subject, (direction, &measure), &best)
        })?;
        Ok(status(best.is_exact()))
    })
}

fn refuse(why: &NoBest, terminal: &Terminal) -> Status {
    match why {
        NoBest::Interrupted(Interrupted) | NoBest::NoWitness(NoWitness::Interrupted(Interrupted)) => {
            terminal.tell(&format!("{why}\n"));
            Status::Undecided
        }
        NoBest::Unknown | NoBest::NoWitness(NoWitness::Unresolved(_) | NoWitness::Other) => {
            terminal.tell(&format!("error: {why}\n"));
            Status::Undecided
        }
        NoBest::Void | NoBest::TooLarge | NoBest::NoProperty(_) | NoBest::NoNumber(_) => {
            terminal.tell(&format!("error: {why}\n"));
            Status::Broken
        }
    }
}
