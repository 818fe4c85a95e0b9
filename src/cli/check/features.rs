//! What is found in feature models.

use std::io;
use std::path::Path;

use variscope::analysis::settings::Settings;
use variscope::answer::Assertions;
use variscope::feature::FeatureModel;
use variscope::feature::asserted::FeatureAssertions;
use variscope::feature::review::{Finding, Review};
use variscope::output::export::certificate;
use variscope::output::render::formats::{Checked, Paths};
use variscope::output::render::review::{self, Reviewed};
use variscope::output::render::text::quotations;
use variscope::source::Sources;
use variscope::source::diagnostic::Diagnostic;
use variscope_encoder::Budget;

use super::found::TemplateOutcome;
use super::wanted::ReadingDiagnostics;
use super::{CheckRun, detail, status, unreadable};
use crate::cli::arguments::FindingFormat;
use crate::cli::certify::{WantedCertificate, certify};
use crate::cli::feature_model::{explaining, give, reading_at, refuse_foreign};
use crate::cli::status::Status;
use crate::cli::template::current;
use crate::cli::terminal::Failure;

impl CheckRun<'_> {
    /// Looks at one feature model; what cannot be read is told in the wanted format, too.
    pub(super) fn feature_model(
        self,
        path: &Path,
        certificates: WantedCertificate<'_>,
    ) -> Result<TemplateOutcome, Failure> {
        match self.look_at_features(path, certificates) {
            Err(Failure::World(error)) if self.arguments.format != FindingFormat::Text => Ok(unreadable(path, &error)),
            other => other,
        }
    }

    fn look_at_features(self, path: &Path, certificates: WantedCertificate<'_>) -> Result<TemplateOutcome, Failure> {
        let Self { arguments, asked, wanted, terminal, .. } = self;
        let settings = Settings::beside(path)?;
        refuse_foreign(asked.scope())?;
        let budget = &asked.limits().budget;
        let reading = reading_at(path, None, budget)?;
        let mut said = self.said(&reading.diagnostics, &reading.sources, &settings);
        let Some(mut model) = reading.model else { return Ok(refused(path, said, Status::Broken)) };
        if let Err(wrong) = give(&mut model, asked.scope())? {
            let said = self.said(&wrong.diagnostics, &wrong.sources, &settings);
            return Ok(refused(path, said, Status::Broken));
        }
        let assertions = match model.assertions(&wanted.assertions(&settings)) {
            Ok(assertions) => assertions,
            Err(wrong) => {
                let said = self.said(&wrong.diagnostics, &wrong.sources, &settings);
                return Ok(refused(path, said, Status::Usage));
            }
        };
        let (review, counted) = terminal.work("checking", || reviewed(&model, &assertions, budget));
        let findings = review.findings.iter().filter_map(|finding| wanted.judged(finding, &settings)).collect();
        let explained_by = explaining(&model, path, &asked.scope().given);
        let mut judged = Reviewed { findings, is_complete: review.is_complete, explained_by };
        let (shown, paths) = (path.display().to_string(), Paths::new(current()));
        let mut checked = review::checked(&model, &judged, &shown, &paths);
        wanted.recognise_of_features(&mut judged.findings, &mut checked, &mut said, (&reading.sources, &paths));
        said.alone = self.drawn(&said, &reading.sources);
        certify(certificates, path, terminal, |to| {
            let subject = certificate::feature_model::FeatureModelSubject { model: &model, budget };
            if let Some(Assertions { all, kept }) = counted.filter(|counted| counted.kept > 0) {
                let claim = certificate::Claim::Other(format!("{kept} of {all} assertions"));
                to.leave(&claim, "assertions about feature models are not certified");
            }
            certificate::feature_model::findings(to, subject, judged.findings.iter().map(|judged| &judged.finding))
        })?;
        if let Some(Assertions { all, kept }) = counted {
            let verb = if kept == 1 { "holds" } else { "hold" };
            terminal.inform(&format!("{kept} of {all} assertions {verb} in every variant\n"));
        }
        checked.issues.splice(0..0, said.issues);
        checked.assertions = counted;
        let severities = said.diagnostics.iter().map(|diagnostic| diagnostic.severity);
        let severities = severities.chain(judged.findings.iter().map(|judged| judged.severity));
        let name = self.has_several.then_some(&*shown);
        Ok(TemplateOutcome {
            status: status(severities, judged.is_complete, arguments.fail_on),
            text: said.alone + &self.text(&model, judged, name),
            checked: Some(checked),
            is_summed_up: false,
            is_template: false,
        })
    }

    /// What is said while reading, as far as it is wanted.
    fn said(self, diagnostics: &[Diagnostic], sources: &Sources, settings: &Settings) -> ReadingDiagnostics {
        let mut said = ReadingDiagnostics::default();
        let shown = diagnostics.iter().filter(|diagnostic| self.wanted.tells(diagnostic, sources, settings));
        said.add(shown, sources, &Paths::new(current()));
        said.alone = self.drawn(&said, sources);
        said
    }

    /// What people see; when quiet, no more than what makes the call fail.
    fn text(self, model: &FeatureModel, mut judged: Reviewed, name: Option<&str>) -> String {
        judged.findings.retain(|judged| self.is_loud(judged.severity));
        let is_silent = self.terminal.is_quiet() && judged.findings.is_empty() && judged.is_complete;
        if is_silent { String::new() } else { review::text(model, &judged, name) }
    }

    fn drawn(self, said: &ReadingDiagnostics, sources: &Sources) -> String {
        quotations(&self.loud(&said.diagnostics), sources, self.terminal.paint(&io::stdout()), detail(self.arguments))
    }
}

/// What is told where nothing could be looked at.
fn refused(path: &Path, said: ReadingDiagnostics, status: Status) -> TemplateOutcome {
    let checked = Checked::unfinished(path.display().to_string(), said.issues);
    TemplateOutcome { text: said.alone, checked: Some(checked), ..TemplateOutcome::ended(status) }
}

/// Everything that is found, and what came of the assertions where there are some.
fn reviewed(model: &FeatureModel, assertions: &FeatureAssertions<'_>, budget: &Budget) -> (Review, Option<Assertions>) {
    let mut review = model.review(budget);
    let Ok(broken) = assertions.broken(budget) else {
        review.is_complete = false;
        return (review, None);
    };
    let all = assertions.len();
    let counted = (all > 0).then(|| Assertions { all, kept: all - broken.len() });
    review.findings.extend(broken.into_iter().map(Finding::Broken));
    (review, counted)
}
