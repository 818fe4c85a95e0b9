//! `variscope explain`.

mod condition;

use std::io;

use clap::Args;
use variscope::analysis::question::{CheckOptions, ReasonLimit as Reasons, Variants};
use variscope::analysis::settings::code_named;
use variscope::answer::{self, About, Check, CheckedTemplate, Condition, Explained};
use variscope::feature::asserted::is_condition;
use variscope::output::export::certificate::Certificates;
use variscope::output::export::certificate::answers::{self, Provable};
use variscope::output::export::certificate::feature_model::FeatureModelSubject;
use variscope::output::export::certificate::template::{self, TemplateSubject};
use variscope::output::render::formats::Paths;
use variscope::output::render::variant::shell;
use variscope::output::render::{explain, findings};
use variscope::source::diagnostic::CodeSelection;
use variscope_encoder::Budget;

use super::arguments::{Format, Question};
use super::certify::{Certify, WantedCertificate, certify, write_answer};
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::feature_model::{ask_model, is_model, no_clauses_in_compiled_model};
use super::output::{set_fallback_answer, shown};
use super::question::{ask, status, undecided};
use super::terminal::Terminal;

/// Explain why an element is always or never present, when it is, or why there is no valid variant.
///
/// The answer is about all configurations with the given values. The lines that are shown force it together, and none of
/// them can be left out.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope explain shop node:db --input environment=prod
  variscope explain shop --preset prod
  variscope explain shop node:db --all
  variscope explain shop 'replicas > 2 and not node.sqlite'
  variscope explain shop V301
  variscope explain shop.uvl payment")]
pub struct Explain {
    #[command(flatten)]
    pub question: Question,
    /// An element (`node:db`, `relation:app.host`, a path, or a name that is unique), a condition, the code of a finding, or a
    /// feature; without it, whether there are valid variants is explained.
    #[arg(value_name = "WHAT", allow_hyphen_values = true, value_parser = super::arguments::condition)]
    pub element: Option<String>,
    /// Show all minimal reasons, not only one.
    #[arg(long)]
    pub all: bool,
    /// Show so many reasons at most.
    #[arg(long, value_name = "N", requires = "all", default_value_t = 20)]
    pub limit: usize,
    #[command(flatten)]
    pub certify: Certify,
}

pub fn run(arguments: &Explain, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    set_fallback(arguments);
    arguments.certify.during(terminal, |certificates| {
        if is_model(&arguments.question.template.path) {
            return of_feature(arguments, terminal, certificates);
        }
        let text = arguments.element.as_deref().filter(|text| condition::is_meant(text));
        if let Some(text) = text.filter(|text| condition::is_readable(text)) {
            return condition::explain(arguments, text, terminal, certificates);
        }
        ask(&arguments.question, terminal, |variants, limits| {
            let subject = TemplateSubject { variants, limits };
            match arguments.element.as_deref() {
                Some(number) if code_named(number).is_ok() => {
                    of_findings(arguments, subject, terminal, number, certificates)
                }
                Some(name) if names_value(variants, name) => {
                    condition::explain(arguments, name, terminal, certificates)
                }
                Some(name) if text.is_some() && variants.model().find(name).is_err() => {
                    condition::explain(arguments, name, terminal, certificates)
                }
                name => of_element(arguments, subject, terminal, name, certificates),
            }
        })
    })
}

/// Leaves what is said where it was stopped before anything was known of what is asked.
fn set_fallback(arguments: &Explain) {
    let (format, path, asked) = (arguments.question.format, &arguments.question.template.path, &arguments.element);
    let about = if is_model(path) { About::FeatureModel } else { About::Template };
    match asked.as_deref().filter(|_| about == About::Template) {
        Some(number) if code_named(number).is_ok() => {
            let unknown = CheckedTemplate::unfinished(path.display().to_string(), Vec::new());
            set_fallback_answer(format, Check::of(vec![unknown]));
        }
        Some(text) if condition::is_meant(text) => set_fallback_answer(format, Condition::unknown(text)),
        _ => set_fallback_answer(format, answer::Explain::unknown(about, asked.clone())),
    }
}

/// Explains a feature, or why a feature model has no variant.
fn of_feature(
    arguments: &Explain,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<ExitStatus, Failure> {
    let question = &arguments.question;
    ask_model(question, terminal, |model, budget| {
        let feature = arguments.element.as_deref().map(|name| model.find(name)).transpose();
        let feature = feature.map_err(|error| Failure::Usage(format!("{error}{}", asked_otherwise(arguments))))?;
        match terminal.work("explaining", || model.explain(feature, wanted(arguments), budget)) {
            Err(stop) => Ok(undecided(stop, terminal)),
            Ok(None) => Err(no_clauses_in_compiled_model()),
            Ok(Some(output)) => {
                let valid = |_: &mut Certificates| FeatureModelSubject { model, budget }.valid();
                write_and_certify(arguments, &output, terminal, certificates, valid, budget)
            }
        }
    })
}

/// How many reasons are asked for.
fn wanted(arguments: &Explain) -> Reasons {
    if arguments.all { Reasons::All(arguments.limit) } else { Reasons::Any }
}

/// The command to use where the argument of a feature model is no feature: a condition, or a code.
fn asked_otherwise(arguments: &Explain) -> String {
    let path = shell(&arguments.question.template.path.display().to_string());
    match arguments.element.as_deref() {
        Some(number) if code_named(number).is_ok() => {
            format!("; `variscope check {path}` reports what has a code")
        }
        Some(text) if is_condition(text) => {
            let condition = shell(text);
            format!(
                "; `variscope check {path} --assert {condition}` reports whether a condition holds in every variant"
            )
        }
        _ => String::new(),
    }
}

/// Whether an input or a named expression is meant, or that a property has no value, and no element that is written.
fn names_value(variants: &Variants<'_>, name: &str) -> bool {
    let (language, model) = (variants.language(), variants.model());
    let is_value = language.input(name).is_some() || language.expression(name).is_some();
    (is_value || model.by_path(name).is_some()) && model.find(name).is_err()
}

fn of_element(
    arguments: &Explain,
    subject: TemplateSubject<'_, '_>,
    terminal: &Terminal,
    name: Option<&str>,
    certificates: WantedCertificate<'_>,
) -> Result<ExitStatus, Failure> {
    let TemplateSubject { variants, limits } = subject;
    let model = variants.model();
    let element = name.map(|name| model.find(name)).transpose();
    let element = element.map_err(|error| Failure::Usage(error.to_string()))?;
    let explanation = terminal.work("explaining", || variants.explain_by(element, wanted(arguments), limits));
    let answer = answer::Explain::of_template(model, element, &explanation);
    let valid = |to: &mut Certificates| subject.valid(to);
    write_and_certify(arguments, &answer, terminal, certificates, valid, &limits.budget)
}

/// Writes an explanation and its certificate, for which `valid` makes the clauses.
fn write_and_certify(
    arguments: &Explain,
    answer: &answer::Explain,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
    valid: impl FnOnce(&mut Certificates) -> Provable,
    budget: &Budget,
) -> Result<ExitStatus, Failure> {
    write_answer(&shown(arguments.question.format, answer, explain::text), certificates.as_deref())?;
    certify(certificates, &arguments.question.template.path, terminal, |to| {
        answers::explanation(to, answer, valid, budget)
    })?;
    Ok(status(answer.answer != Explained::Unknown))
}

/// The findings with this code.
fn of_findings(
    arguments: &Explain,
    subject: TemplateSubject<'_, '_>,
    terminal: &Terminal,
    number: &str,
    certificates: WantedCertificate<'_>,
) -> Result<ExitStatus, Failure> {
    let TemplateSubject { variants, limits } = subject;
    let code = code_named(number).map_err(Failure::Usage)?;
    let options = CheckOptions { codes: CodeSelection::of(|other| other == code), ..CheckOptions::default() };
    let mut found = terminal.work("checking", || variants.check(limits, options));
    found.findings.retain(|finding| finding.diagnostic.code == code);
    let model = variants.model();
    let text = match arguments.question.format {
        Format::Text if found.findings.is_empty() => format!("no finding has the code {code}\n"),
        Format::Text => findings::text(model, &found, model.sources(), terminal.paint(&io::stdout())),
        Format::Json => {
            let path = arguments.question.template.path.display().to_string();
            answer::json(&Check::of(vec![CheckedTemplate::of(path, &found, model, &Paths::default())]))
        }
    };
    write_answer(&text, certificates.as_deref())?;
    certify(certificates, &arguments.question.template.path, terminal, |to| {
        template::findings(to, subject, &found, template::CertifiedPresets::Failing)
    })?;
    Ok(if found.exactness.is_exact() { ExitStatus::Fine } else { ExitStatus::Undecided })
}
