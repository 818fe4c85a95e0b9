//! `variscope elements`.

use std::io;

use clap::Args;
use variscope::analysis::question::{Limits, Variants};
use variscope::answer::{self, About, Exactness};
use variscope::feature::FeatureModel;
use variscope::feature::elements::Commonalities;
use variscope::output::export::certificate::Claim;
use variscope::output::export::certificate::feature_model::{self, FeatureModelSubject};
use variscope::output::export::certificate::template::{self, TemplateSubject};
use variscope::output::render::{atomic_sets, elements};
use variscope::source::diagnostic::likely_meant;
use variscope::source::glob::Glob;
use variscope::source::printable::printable;
use variscope::tosca::model::{ElementId, Kind, Model};
use variscope_encoder::Budget;

use super::arguments::Question;
use super::certify::{Certify, WantedCertificate, certify, write_answer};
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::feature_model::{ask_model, inform_that_model_is_void, is_model};
use super::output::{set_fallback_answer, shown};
use super::question::{ask, inform_if_void, status};
use super::terminal::Terminal;

/// Show which elements are always, never or sometimes present.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope elements shop
  variscope elements shop --input env=prod
  variscope elements shop --certify certificate")]
pub struct Elements {
    #[command(flatten)]
    pub question: Question,
    /// Show only elements of this kind, such as `node` or `relation`; may be repeated.
    #[arg(long = "kind", value_name = "KIND")]
    pub kinds: Vec<String>,
    /// Show only elements whose name matches this pattern, such as `db*`.
    #[arg(long, value_name = "GLOB")]
    pub name: Option<String>,
    /// Show which elements or features always come together, or each exactly where the other is missing.
    #[arg(long)]
    pub atomic_sets: bool,
    /// For feature models: show in how many variants each feature is selected, whatever that takes.
    #[arg(long)]
    pub per_element: bool,
    /// Show only what is always, never or sometimes present: nothing is counted.
    #[arg(long, conflicts_with_all = ["per_element", "atomic_sets"])]
    pub statuses: bool,
    #[command(flatten)]
    pub certify: Certify,
}

pub fn run(arguments: &Elements, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let is_model = is_model(&arguments.question.template.path);
    let about = if is_model { About::FeatureModel } else { About::Template };
    if arguments.atomic_sets {
        let unknown = answer::AtomicSets { exactness: Exactness::unfinished(), sets: Vec::new() };
        set_fallback_answer(arguments.question.format, unknown);
    } else {
        set_fallback_answer(arguments.question.format, answer::Elements::unknown(about));
    }
    let answer = if is_model { of_features } else { of_template };
    arguments.certify.during(terminal, |certificates| answer(arguments, terminal, certificates))
}

fn of_features(
    arguments: &Elements,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<ExitStatus, Failure> {
    if let Some(kind) = arguments.kinds.iter().find(|kind| *kind != "feature") {
        let message = format!("there is no kind \"{kind}\": all elements of a feature model are of the kind feature");
        return Err(Failure::Usage(message));
    }
    ask_model(&arguments.question, terminal, |model, budget| {
        if arguments.atomic_sets {
            return atomic_sets_of_features(arguments, model, budget, terminal, certificates);
        }
        let commonalities = match arguments {
            Elements { per_element: true, .. } => Commonalities::Always,
            Elements { statuses: true, .. } => Commonalities::Never,
            _ => Commonalities::IfSmall,
        };
        let whole = model.elements(commonalities, budget);
        let mut document = whole.clone();
        document.select(&arguments.kinds, arguments.name.as_deref().map(Glob::new).as_ref());
        let paint = terminal.paint(&io::stdout());
        let text = shown(arguments.question.format, &document, |document| elements::text(document, paint));
        write_answer(&text, certificates.as_deref())?;
        if whole.exactness.exact && whole.is_void() {
            inform_that_model_is_void(&arguments.question, model, terminal);
        }
        if whole.variants.is_none() && commonalities != Commonalities::Never {
            terminal.inform(match commonalities {
                Commonalities::Always => "stopped before the variants were counted\n",
                _ => "variants are not counted for each of so many features: `--per-element` does so\n",
            });
        }
        certify(certificates, &arguments.question.template.path, terminal, |to| {
            feature_model::elements(to, FeatureModelSubject { model, budget }, &whole)
        })?;
        Ok(status(whole.exactness.exact))
    })
}

/// Features that always come together.
fn atomic_sets_of_features(
    arguments: &Elements,
    model: &FeatureModel,
    budget: &Budget,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<ExitStatus, Failure> {
    let Ok(mut found) = terminal.work("looking for atomic sets", || model.atomic_sets(budget)) else {
        return Ok(stopped_before_sets(terminal));
    };
    if let Some(name) = &arguments.name {
        found.select(&Glob::new(name));
    }
    inform_of_no_sets(&found, "features", terminal);
    write_atomic_sets(arguments, &found, About::FeatureModel, terminal, certificates)
}

/// Elements that always come together.
fn atomic_sets_of_elements(
    arguments: &Elements,
    variants: &Variants<'_>,
    limits: &Limits,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<ExitStatus, Failure> {
    let (model, name) = (variants.model(), arguments.name.as_deref().map(Glob::new));
    let is_asked = |id: ElementId| {
        let is_of_kind = arguments.kinds.is_empty() || arguments.kinds.iter().any(|kind| kind == id.kind().word());
        is_of_kind && name.as_ref().is_none_or(|name| name.matches(&model.element(id).name))
    };
    let Ok(found) = terminal.work("looking for atomic sets", || variants.atomic_sets(is_asked, limits)) else {
        return Ok(stopped_before_sets(terminal));
    };
    let answer = answer::AtomicSets::of_template(model, &found);
    if found.is_void {
        inform_if_void(&arguments.question, terminal, true);
    } else {
        inform_of_no_sets(&answer, "elements", terminal);
    }
    write_atomic_sets(arguments, &answer, About::Template, terminal, certificates)
}

fn stopped_before_sets(terminal: &Terminal) -> ExitStatus {
    terminal.write_message("stopped before the sets were known\n");
    ExitStatus::Undecided
}

fn inform_of_no_sets(found: &answer::AtomicSets, things: &str, terminal: &Terminal) {
    if found.sets.is_empty() {
        terminal.inform(&format!("no {things} always come together, those that are always or never there aside\n"));
    }
}

/// `about`: what the sets are of.
fn write_atomic_sets(
    arguments: &Elements,
    found: &answer::AtomicSets,
    about: About,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<ExitStatus, Failure> {
    let text = |found: &answer::AtomicSets| atomic_sets::text(found, about);
    write_answer(&shown(arguments.question.format, found, text), certificates.as_deref())?;
    let things = if about == About::Template { "elements" } else { "features" };
    certify(certificates, &arguments.question.template.path, terminal, |to| {
        let gap = format!("which {things} come together is not certified");
        to.record_gap(&Claim::Other("atomic sets".to_owned()), &gap);
        Ok(())
    })?;
    Ok(status(found.exactness.exact))
}

/// That no element has a name.
fn none_called(name: &str, model: &Model) -> String {
    let names = model.ids().map(|id| &*model.element(id).name);
    let near = likely_meant(name, names).map(|near| format!(": did you mean \"{near}\"?"));
    format!("no element that was asked for is called \"{}\"{}\n", printable(name), near.unwrap_or_default())
}

fn of_template(
    arguments: &Elements,
    terminal: &Terminal,
    certificates: WantedCertificate<'_>,
) -> Result<ExitStatus, Failure> {
    let question = &arguments.question;
    if let Some(kind) = arguments.kinds.iter().find(|kind| Kind::ALL.iter().all(|known| known.word() != *kind)) {
        let kinds: Vec<&str> = Kind::ALL.iter().map(|kind| kind.word()).collect();
        return Err(Failure::Usage(format!("there is no kind \"{kind}\": kinds are {}", kinds.join(", "))));
    }
    let name = arguments.name.as_deref().map(Glob::new);
    ask(question, terminal, |variants, limits| {
        if arguments.atomic_sets {
            return atomic_sets_of_elements(arguments, variants, limits, terminal, certificates);
        }
        let look = || if arguments.statuses { variants.statuses(limits) } else { variants.elements(limits) };
        let answer = terminal.work("looking at elements", look);
        let mut document = answer::Elements::of_template(variants.model(), &answer);
        document.select(&arguments.kinds, name.as_ref());
        let paint = terminal.paint(&io::stdout());
        write_answer(
            &shown(question.format, &document, |document| elements::text(document, paint)),
            certificates.as_deref(),
        )?;
        if let Some(name) = arguments.name.as_deref().filter(|_| document.elements.is_empty()) {
            terminal.inform(&none_called(name, variants.model()));
        }
        inform_if_void(question, terminal, answer.exactness.is_exact() && answer.is_void());
        certify(certificates, &question.template.path, terminal, |to| {
            template::elements(to, TemplateSubject { variants, limits }, &answer)
        })?;
        Ok(status(answer.exactness.is_exact()))
    })
}
