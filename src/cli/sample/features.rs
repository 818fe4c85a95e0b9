//! `variscope sample` of a feature model.

use std::io;

use variscope::answer::{About, Sample as Answer, Variant};
use variscope::feature::FeatureModel;
use variscope::output::render::exactness::caveats;
use variscope::output::render::text::Detail;
use variscope::output::render::variant;
use variscope::source::counted::counted;
use variscope_encoder::covering::NoArray;
use variscope_encoder::{Budget, Lit};

use super::super::exit_status::ExitStatus;
use super::super::failure::{Failure, OutputError};
use super::super::feature_model::{ask_model, inform_that_model_is_void};
use super::super::output::unless_closed;
use super::super::question::status;
use super::super::stream::Stream;
use super::super::terminal::Terminal;
use super::Sample;

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
        Err(NoArray::Unfinished(rows)) => {
            let chosen = counted(rows.len(), "variant");
            show(arguments, model, rows.into_iter(), None)?;
            terminal.write_message(&format!("stopped after {chosen}: they may not show all combinations\n"));
            return Ok(ExitStatus::Undecided);
        }
        Err(error) => {
            terminal.write_message(&format!("error: {error}\n"));
            return Ok(ExitStatus::Undecided);
        }
    };
    let wanted = rows.len();
    let drawn = show(arguments, model, rows.into_iter(), Some(wanted))?;
    Ok(status(model.exactness(drawn == wanted).exact))
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
    let samples = model.samples(&circuit, arguments.seed).take(number).take_while(|_| budget.check().is_ok());
    let drawn = show(arguments, model, samples, Some(number))?;
    if drawn < number {
        terminal.write_message(&format!("stopped after {}\n", counted(drawn, "variant")));
    }
    Ok(status(model.exactness(drawn == number).exact))
}

fn nothing(arguments: &Sample, model: &FeatureModel, terminal: &Terminal) -> ExitStatus {
    terminal.write_message("error: there is no variant to draw\n");
    inform_that_model_is_void(&arguments.question, model, terminal);
    ExitStatus::Broken
}

/// Writes variants as they come; how many, or as many as were wanted when their reader has seen enough. Where it is not known how
/// many are wanted, some are missing.
fn show(
    arguments: &Sample,
    model: &FeatureModel,
    variants: impl Iterator<Item = Vec<Lit>>,
    wanted: Option<usize>,
) -> Result<usize, OutputError> {
    let mut answer = Answer::new(About::FeatureModel, arguments.strength(), arguments.seed);
    let stream = || -> io::Result<usize> {
        let mut output = Stream::begin(arguments.question.format, &answer)?;
        let mut drawn = 0;
        for variant in variants {
            let chosen = Variant::of_features(model.selected(&variant));
            output.variant(&chosen, || variant::text(About::FeatureModel, &chosen, Detail::Brief))?;
            drawn += 1;
        }
        answer.exactness = model.exactness(Some(drawn) == wanted);
        output.end(&answer, &caveats(&answer.exactness)).map(|()| drawn)
    };
    Ok(unless_closed(stream())?.or(wanted).unwrap_or(0))
}
