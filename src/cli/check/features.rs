//! What is found in feature models.

use std::path::Path;

use variscope::analysis::settings::Settings;
use variscope::answer::{Assertions, CheckedTemplate, Finding, Place};
use variscope::feature::FeatureModel;
use variscope::feature::asserted::FeatureAssertions;
use variscope::feature::review::Review;
use variscope::output::export::certificate;
use variscope::output::render::formats::Paths;
use variscope::output::render::review;
use variscope::source::Sources;
use variscope::source::diagnostic::{Code, Diagnostic};
use variscope_encoder::Budget;

use super::CheckRun;
use super::found::TemplateOutcome;
use super::wanted::ReadingDiagnostics;
use crate::cli::certify::{WantedCertificate, certify};
use crate::cli::exit_status::ExitStatus;
use crate::cli::failure::Failure;
use crate::cli::feature_model::{explaining, give, reading_at, refuse_foreign};
use crate::cli::question::AskedAssertions;
use crate::cli::template::current;

impl CheckRun<'_> {
    /// Looks at one feature model.
    pub(super) fn feature_model(
        self,
        path: &Path,
        certificates: WantedCertificate<'_>,
    ) -> Result<TemplateOutcome, Failure> {
        let Self { asked, wanted, terminal, .. } = self;
        let settings = Settings::beside(path)?;
        refuse_foreign(asked.scope())?;
        let budget = &asked.limits().budget;
        let (shown, paths) = (path.display().to_string(), Paths::new(current()));
        let mut read = ReadingDiagnostics::default();
        let reading = reading_at(path, None, None, budget)?;
        self.hear(&mut read, &reading.diagnostics, &reading.sources, (&settings, &paths));
        let Some(mut model) = reading.model else {
            return Ok(TemplateOutcome::refused(path, read, ExitStatus::Broken));
        };
        let refused = |diagnostics: &[Diagnostic], sources: &Sources, status| {
            let mut read = ReadingDiagnostics::default();
            self.hear(&mut read, diagnostics, sources, (&settings, &paths));
            Ok(TemplateOutcome::refused(path, read, status))
        };
        if let Err(wrong) = give(&mut model, asked.scope())? {
            return refused(&wrong.diagnostics, &wrong.sources, ExitStatus::Broken);
        }
        let AskedAssertions { of_call, of_settings } = wanted.assertions(&settings);
        let (_, wrong) = model.assertions(&of_call);
        if !wrong.diagnostics.is_empty() {
            return refused(&wrong.diagnostics, &wrong.sources, ExitStatus::Usage);
        }
        let (assertions, wrong) = model.assertions(&[of_call, of_settings].concat());
        let mut unusable = ReadingDiagnostics::default();
        self.hear(&mut unusable, &wrong.diagnostics, &wrong.sources, (&settings, &paths));
        let (mut review, counted) = terminal.work("checking", || reviewed(&model, &assertions, budget));
        let explained_by = explaining(&model, path, &asked.scope().given);
        review.findings.retain_mut(|finding| {
            if finding.code == Code::NoValidVariant {
                finding.help = explained_by.as_ref().map(|command| format!("`{command}` says why"));
            }
            wanted.rate(finding.code, &mut finding.severity, &settings)
        });
        wanted.recognise(&mut review.findings, &mut read, (&reading.sources, &paths), |baseline, finding| {
            baseline.is_message_new(finding.code, &shown, &finding.message, &paths)
        });
        read.alone = self.drawn(&read, &reading.sources) + &unusable.alone;
        read.all.append(&mut unusable.all);
        certify(certificates, path, terminal, |to| {
            let subject = certificate::feature_model::FeatureModelSubject { model: &model, budget };
            if let Some(Assertions { all, kept, .. }) = counted.filter(|counted| counted.kept > 0) {
                let claim = certificate::Claim::Other(format!("{kept} of {all} assertions"));
                to.record_gap(&claim, "assertions about feature models are not certified");
            }
            certificate::feature_model::findings(to, subject, &review.findings)
        })?;
        let findings = review.findings.iter().map(|finding| placed(finding, &shown, &paths)).collect();
        let (exact, complete) = (review.is_complete, review.is_complete);
        let checked =
            CheckedTemplate { exact, complete, assertions: counted, ..CheckedTemplate::new(&*shown, findings) };
        let name = self.has_several.then_some(&*shown);
        let text = read.alone.clone() + &self.text(&model, review, name);
        Ok(self.outcome(text, &read, checked))
    }

    /// What people see; when quiet, no more than what makes the call fail.
    fn text(self, model: &FeatureModel, mut review: Review, name: Option<&str>) -> String {
        review.findings.retain(|finding| self.is_loud(finding.severity));
        let is_silent = self.terminal.is_quiet() && review.findings.is_empty() && review.is_complete;
        if is_silent { String::new() } else { review::text(model, &review, name) }
    }
}

/// A finding about the model at `path`, for programs: with a place in any case, and recognised by its message alone.
fn placed(finding: &Finding, path: &str, paths: &Paths) -> Finding {
    let (line, column) = (finding.line.or(Some(1)), finding.column.or(Some(1)));
    let (end_line, end_column) = (finding.end_line.or(line), finding.end_column.or(column));
    let file = Some(paths.show(finding.file.as_deref().unwrap_or(path)));
    let in_file = |place: &Place| {
        let file = if place.file.is_empty() { path } else { &place.file };
        Place { file: paths.show(file), ..place.clone() }
    };
    let because = finding.because.iter().map(in_file).collect();
    Finding { file, line, column, end_line, end_column, because, quoted: String::new(), ..finding.clone() }
}

/// Everything that is found, and what came of the assertions where there are some.
fn reviewed(model: &FeatureModel, assertions: &FeatureAssertions<'_>, budget: &Budget) -> (Review, Option<Assertions>) {
    let mut review = model.review(budget);
    let Ok(broken) = assertions.broken(budget) else {
        review.is_complete = false;
        return (review, None);
    };
    let all = assertions.len();
    let counted = (all > 0).then(|| Assertions { all, kept: all - broken.len(), undecided: None });
    review.findings.extend(broken);
    (review, counted)
}
