//! `variscope count`.

use std::path::PathBuf;

use clap::Args;
use variscope::analysis::question::CountDetail;
use variscope::answer::{self, About};
use variscope::feature::Format;
use variscope::output::export::certificate::answers;
use variscope::output::export::certificate::feature_model::FeatureModelSubject;
use variscope::output::export::certificate::template::TemplateSubject;
use variscope::output::render::count;

use super::arguments::Question;
use super::certify::{Certify, WantedCertificate, certify, write_answer};
use super::exit_status::ExitStatus;
use super::export::{refuse_open, save};
use super::failure::Failure;
use super::feature_model::{ask_model, inform_that_model_is_void, is_model};
use super::output::{set_fallback_answer, shown};
use super::question::{ask, inform_if_void, refuse_for_template, status};
use super::terminal::Terminal;

/// Count the variants of a template.
///
/// Values that are given for inputs are kept, all others are open.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope count shop
  variscope count shop --input env=prod --per-element --format json
  variscope count shop --certify certificate")]
pub struct Count {
    #[command(flatten)]
    pub question: Question,
    /// Show in how many variants each element is present.
    #[arg(long)]
    pub per_element: bool,
    /// For feature models: keep the compiled form in a file, which answers as the model does, at once.
    #[arg(long, value_name = "FILE.nnf")]
    pub save: Option<PathBuf>,
    #[command(flatten)]
    pub certify: Certify,
}

pub fn run(arguments: &Count, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let is_model = is_model(&arguments.question.template.path);
    let about = if is_model { About::FeatureModel } else { About::Template };
    set_fallback_answer(arguments.question.format, answer::Count::unknown(about));
    let answer = if is_model { of_features } else { of_template };
    arguments.certify.during(terminal, |certificates| answer(arguments, terminal, certificates))
}

fn of_features(
    arguments: &Count,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<ExitStatus, Failure> {
    if let Some(path) = arguments.save.as_ref().filter(|path| Format::of(path) != Some(Format::Compiled)) {
        let path = path.display();
        return Err(Failure::Usage(format!(
            "`--save {path}`: a compiled model is read again by its ending, which is .nnf"
        )));
    }
    ask_model(&arguments.question, terminal, |model, budget| {
        if arguments.save.is_some() {
            refuse_open(model)?;
        }
        let detail = CountDetail::per_element(arguments.per_element);
        let answer = terminal.work("counting", || model.count(detail, budget));
        write_answer(&shown(arguments.question.format, &answer, count::text), certificates.as_deref())?;
        let is_void = answer.exact().is_some_and(|variants| variants.bits() == 0);
        if is_void {
            inform_that_model_is_void(&arguments.question, model, terminal);
        }
        if let Some(file) = &arguments.save {
            save(model, Some(file), budget, terminal)?;
        }
        certify(certificates, &arguments.question.template.path, terminal, |to| {
            answers::count(to, &answer, |_| FeatureModelSubject { model, budget }.valid(), budget)
        })?;
        Ok(status(answer.exact().is_some() && answer.elements.is_some() == arguments.per_element))
    })
}

fn of_template(
    arguments: &Count,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<ExitStatus, Failure> {
    refuse_for_template(&[("--save", arguments.save.is_some())])?;
    let question = &arguments.question;
    ask(question, terminal, |variants, limits| {
        let answer =
            terminal.work("counting", || variants.count(limits, CountDetail::per_element(arguments.per_element)));
        let document = answer::Count::of_template(variants.model(), &answer);
        write_answer(&shown(question.format, &document, count::text), certificates.as_deref())?;
        inform_if_void(question, terminal, answer.exactness.is_exact() && answer.variants.bits() == 0);
        certify(certificates, &question.template.path, terminal, |to| {
            answers::count(to, &document, |to| TemplateSubject { variants, limits }.valid(to), &limits.budget)
        })?;
        Ok(status(answer.exactness.is_exact() && document.elements.is_some() == arguments.per_element))
    })
}
