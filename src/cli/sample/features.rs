//! `variscope sample` of a feature model.

use std::cell::Cell;

use variscope::answer::{About, Exactness, Sample as Answer, Variant, framed};
use variscope::feature::FeatureModel;
use variscope::output::render::text::Detail;
use variscope::output::render::variant;
use variscope_encoder::{Budget, Lit};

use super::super::arguments::Sample;
use super::super::exit_status::ExitStatus;
use super::super::feature_model::{ask_model, inform_that_model_is_void};
use super::super::output::OutputError;
use super::super::question::status;
use super::super::stream::{Forms, write};
use super::super::terminal::{Failure, Terminal};

/// Draws variants.
pub fn sample(arguments: &Sample, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    ask_model(&arguments.question, terminal, |model, budget| {
        if arguments.tests.is_some() {
            return Err(Failure::Usage("`--tests`: a feature model has no Variability Tests".to_owned()));
        }
        match arguments.strength() {
            None => uniform(arguments, model, budget, terminal),
            Some(strength) => covering(arguments, model, strength, budget, terminal),
        }
    })
}

/// Variants that show all combinations of so many features.
fn covering(
    arguments: &Sample,
    model: &FeatureModel,
    strength: usize,
    budget: &Budget,
    terminal: &Terminal,
) -> Result<ExitStatus, Failure> {
    let rows = match terminal.work("choosing variants", || model.covering_array(strength, arguments.seed, budget)) {
        Ok(rows) if rows.is_empty() => return Ok(nothing(arguments, model, terminal)),
        Ok(rows) => rows,
        Err(error) => {
            terminal.write_message(&format!("error: {error}\n"));
            return Ok(ExitStatus::Undecided);
        }
    };
    show(arguments, model, &mut rows.into_iter(), |_| true)?;
    Ok(ExitStatus::Fine)
}

/// Variants at random.
fn uniform(
    arguments: &Sample,
    model: &FeatureModel,
    budget: &Budget,
    terminal: &Terminal,
) -> Result<ExitStatus, Failure> {
    let Ok(circuit) = terminal.work("compiling", || model.compile(budget)) else {
        let message =
            "stopped before the variants were known: to draw each with the same probability, all have to be compiled";
        terminal.write_message(&format!("{message}; `-t` and `list --by-search` do without\n"));
        return Ok(ExitStatus::Undecided);
    };
    if circuit.is_unsatisfiable() {
        return Ok(nothing(arguments, model, terminal));
    }
    let number = arguments.uniform.unwrap_or(1);
    let drawn = Cell::new(0);
    let samples = model.samples(&circuit, arguments.seed).take(number).take_while(|_| budget.check().is_ok());
    show(arguments, model, &mut samples.inspect(|_| drawn.update(|drawn| drawn + 1)), |_| drawn.get() == number)?;
    let drawn = drawn.get();
    if drawn < number {
        terminal.write_message(&format!("stopped after {drawn} variants\n"));
    }
    Ok(status(drawn == number))
}

fn nothing(arguments: &Sample, model: &FeatureModel, terminal: &Terminal) -> ExitStatus {
    terminal.write_message("error: there is no variant to draw\n");
    inform_that_model_is_void(&arguments.question, model, terminal);
    ExitStatus::Broken
}

/// Writes variants as they come; `is_complete` says behind the last one whether these are all that were asked for.
fn show<I: Iterator<Item = Vec<Lit>>>(
    arguments: &Sample,
    model: &FeatureModel,
    variants: &mut I,
    is_complete: impl FnOnce(&I) -> bool,
) -> Result<(), OutputError> {
    let chosen = |variant: &[Lit]| Variant::of_features(model.selected(variant));
    let forms = Forms {
        text: |variant: &[Lit]| variant::text(About::FeatureModel, &chosen(variant), Detail::Brief),
        json: |variant: &[Lit], is_first| framed(&chosen(variant), is_first),
    };
    let mut answer = Answer::new(About::FeatureModel, arguments.strength(), arguments.seed);
    write(arguments.question.format, &mut answer, variants, &forms, |answer, variants| {
        answer.exactness = Exactness::finished(is_complete(variants));
    })
}
