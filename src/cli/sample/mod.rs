//! `variscope sample`.

mod features;

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::RangedU64ValueParser;
use variscope::analysis::question::{Method, NoSamples, NoWitness, Samples, Variants};
use variscope::answer::{self, About, Exactness};
use variscope::output::render::sample as render;
use variscope::resolve::resolution::document;
use variscope::resolve::suite::{Draft, Mode, Verdict, discover_through, run_all, template_of};
use variscope::source::writing::unfinished::UnfinishedMark;
use variscope::source::writing::write_inside;

use super::arguments::{Question, VariantDetail};
use super::exit_status::ExitStatus;
use super::failure::{Failure, OutputError};
use super::feature_model::is_model;
use super::folder::{check_vacant, fill};
use super::output::{set_fallback_answer, shown, write};
use super::question::{ask, inform_if_void, refused, status};
use super::terminal::Terminal;

/// Draw variants, at random or so that they show all combinations of few elements or features.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  variscope sample shop --pairwise
  variscope sample shop --pairwise --tests shop/tests
  variscope sample shop.uvl --uniform 10 --seed 1
  variscope sample shop.uvl --pairwise")]
pub struct Sample {
    #[command(flatten)]
    pub question: Question,
    #[command(flatten)]
    pub detail: VariantDetail,
    /// Draw so many, each variant with the same probability [default: 1]
    #[arg(long, value_name = "N", conflicts_with_all = ["pairwise", "t"], value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub uniform: Option<usize>,
    /// Show every possible combination of two features.
    #[arg(long, conflicts_with = "t")]
    pub pairwise: bool,
    /// Show every possible combination of T features.
    #[arg(short, value_name = "T", value_parser = clap::value_parser!(u8).range(1..=6))]
    pub t: Option<u8>,
    /// Seed of the random choices; the same seed draws the same variants.
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub seed: u64,
    /// For templates: write the variants as Variability Tests into this new folder, such as `shop/tests`.
    #[arg(long, value_name = "DIR")]
    pub tests: Option<PathBuf>,
}

impl Sample {
    /// How many features are combined, unless variants are drawn at random.
    pub fn strength(&self) -> Option<usize> {
        if self.pairwise { Some(2) } else { self.t.map(usize::from) }
    }
}

pub fn run(arguments: &Sample, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let is_model = is_model(&arguments.question.template.path);
    if arguments.tests.is_none() {
        let about = if is_model { About::FeatureModel } else { About::Template };
        let unknown = answer::Sample::new(about, arguments.strength(), arguments.seed);
        let unknown = answer::Sample { exactness: Exactness::unfinished(), ..unknown };
        set_fallback_answer(arguments.question.format, unknown);
    }
    if is_model {
        return features::sample(arguments, terminal);
    }
    let method = arguments.strength().map_or_else(|| Method::Uniform(arguments.uniform.unwrap_or(1)), Method::Covering);
    if let Some(folder) = &arguments.tests {
        check_vacant(folder)?;
    }
    ask(&arguments.question, terminal, |variants, limits| {
        let samples = match terminal.work("choosing variants", || variants.samples(method, arguments.seed, limits)) {
            Ok(samples) => samples,
            Err(why) => {
                let status = refuse(&why, terminal);
                inform_if_void(&arguments.question, terminal, matches!(why, NoSamples::Void));
                return Ok(status);
            }
        };
        if let Some(folder) = &arguments.tests {
            write_tests(variants, &samples, folder, &arguments.question.template.path)?;
        } else {
            let answer = answer::Sample::of_template(variants.model(), &samples, method, arguments.seed);
            write(
                &shown(arguments.question.format, &answer, |answer| render::text(answer, arguments.detail.get())),
                None,
            )?;
        }
        Ok(status(samples.exactness.is_exact()))
    })
}

fn refuse(why: &NoSamples, terminal: &Terminal) -> ExitStatus {
    let is_stop = matches!(why, NoSamples::Interrupted(_) | NoSamples::NoWitness(NoWitness::Interrupted(_)));
    refused(
        why,
        is_stop,
        if matches!(why, NoSamples::Void) { ExitStatus::Broken } else { ExitStatus::Undecided },
        terminal,
    )
}

/// Writes the samples as Variability Tests that pass; the folder is complete or not there.
fn write_tests(variants: &Variants<'_>, samples: &Samples, folder: &Path, template: &Path) -> Result<(), Failure> {
    if template == Path::new("-") {
        return Err(Failure::Usage("`--tests`: a template from stdin is gone when its tests are run".to_owned()));
    }
    let error = |source| Failure::Output(OutputError::new(folder, source));
    let (profile, template) = (variants.model().profile(), template_of(folder, template).map_err(error)?);
    fill(folder, &mut |unfinished| {
        for (number, sample) in (1..).zip(&samples.samples) {
            let document = document(&variants.under(&sample.configuration)).map_err(Failure::Template)?;
            let name = format!("sample-{number:04}");
            let draft = Draft::new(name, profile, template.as_deref(), &sample.configuration, document);
            let case = unfinished.join(draft.name);
            fs::create_dir(&case).map_err(|source| OutputError::new(&case, source))?;
            draft.files.iter().try_for_each(|(file, text)| write_inside(&case, file, text)).map_err(error)?;
        }
        Ok(())
    })?;
    // They are there, but it is not yet known whether they pass.
    let _mark = UnfinishedMark::on(folder);
    let verdicts = run_all(&discover_through(folder, true)?.cases, Mode::Check);
    if let Some(failed) = verdicts.iter().find(|verdict| !Verdict::is_passed(verdict)) {
        fs::remove_dir_all(folder).map_err(error)?;
        let message = format!("{}: cannot be written as a test that passes", failed.name);
        return Err(error(std::io::Error::other(message)));
    }
    Ok(())
}
