//! `variscope elements` of a feature model.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use variscope::export::certificate::Claim;
use variscope::export::certificate::feature_model::{self as certificate, Subject};
use variscope::feature_model::FeatureModel;
use variscope::feature_model::elements::{Commonalities, Elements as Answer};
use variscope::render::feature_model::{atomic, elements as render};
use variscope_encoder::Budget;

use super::load::ask_model;
use crate::cli::arguments::{Elements, Format};
use crate::cli::certify::{Wanted, certify};
use crate::cli::guard;
use crate::cli::output::write;
use crate::cli::question::status;
use crate::cli::status::Status;
use crate::cli::terminal::{Failure, Terminal};

/// How long what is known may be older than it could be.
const RENEWAL: Duration = Duration::from_millis(300);

/// Tells about features.
pub fn elements(arguments: &Elements, terminal: &Terminal, certificates: Wanted<'_>) -> Result<Status, Failure> {
    ask_model(&arguments.question, terminal, |model, budget| {
        if arguments.atomic_sets {
            return atomic_sets(arguments, model, budget, terminal, certificates);
        }
        let commonalities = if arguments.per_element { Commonalities::Always } else { Commonalities::IfSmall };
        let format = arguments.question.format;
        let mut known = Known::new();
        let elements = model.elements_telling(commonalities, budget, &mut |elements| {
            if elements.is_exact() || known.is_old() {
                known.renew(show(format, model, elements));
            }
        });
        write(&show(format, model, &elements), None)?;
        certify(certificates, &arguments.question.template.path, terminal, |to| {
            certificate::elements(to, Subject { model, budget }, &elements)
        })?;
        Ok(status(elements.is_exact()))
    })
}

fn show(format: Format, model: &FeatureModel, elements: &Answer) -> String {
    match format {
        Format::Text => render::text(model, elements),
        Format::Json => render::json(model, elements),
    }
}

/// The answer as far as it is known, left with the guard and renewed now and then.
struct Known {
    text: Arc<Mutex<String>>,
    /// When it was renewed.
    last: Option<Instant>,
}

impl Known {
    /// Nothing is known yet.
    fn new() -> Self {
        let text: Arc<Mutex<String>> = Arc::default();
        let words = Arc::clone(&text);
        guard::last_words(None, move || words.lock().unwrap_or_else(PoisonError::into_inner).clone());
        Self { text, last: None }
    }

    fn is_old(&self) -> bool {
        self.last.is_none_or(|last| last.elapsed() >= RENEWAL)
    }

    fn renew(&mut self, text: String) {
        *self.text.lock().unwrap_or_else(PoisonError::into_inner) = text;
        self.last = Some(Instant::now());
    }
}

fn atomic_sets(
    arguments: &Elements,
    model: &FeatureModel,
    budget: &Budget,
    terminal: &Terminal,
    certificates: Wanted<'_>,
) -> Result<Status, Failure> {
    let Ok(circuit) = model.compile(budget) else {
        terminal.tell("stopped before the variants were known\n");
        return Ok(Status::Undecided);
    };
    let sets = model.atomic_sets(&circuit);
    let text = match arguments.question.format {
        Format::Text => atomic::text(model, &sets),
        Format::Json => atomic::json(model, &sets),
    };
    write(&text, None)?;
    certify(certificates, &arguments.question.template.path, terminal, |to| {
        to.leave(&Claim::Other("atomic sets".to_owned()), "which features come together is not certified");
        Ok(())
    })?;
    Ok(Status::Fine)
}
