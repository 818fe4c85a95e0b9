//! `variscope check`.

mod arguments;
mod baseline;
mod environment;
mod features;
mod fix;
mod found;
pub mod search;
mod wanted;

use std::borrow::Cow;
use std::cell::RefCell;
use std::io;
use std::path::Path;

use variscope::analysis::question::{AllVariants, Findings, Limits, Variants};
use variscope::analysis::settings::Settings;
use variscope::answer::{Assertions, CheckedTemplate, Excluded, Profile};
use variscope::output::export::certificate;
use variscope::output::export::certificate::template::CertifiedPresets;
use variscope::output::render::formats::Paths;
use variscope::output::render::text::{Detail, quotations};
use variscope::output::render::{exclusion, findings, profile};
use variscope::source::Sources;
use variscope::source::diagnostic::{Diagnostic, Severity};
use variscope::source::package::Package;
use variscope::source::printable::{printable, printable_path};
use variscope::source::syntax::vocabulary::Detected;

use self::found::{Found, TemplateOutcome};
use self::search::Subject;
use self::wanted::{ReadingDiagnostics, RequestedFindings};
use super::arguments::{FindingFormat, Level};
use super::certify::{WantedCertificate, certify};
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::feature_model::{is_model, refuse_for_model};
use super::output::{READ, write};
use super::question::{QuestionRequest, TemplateQuestion, report_environment};
use super::template::{self, open, paths, with_unfurl_home};
use super::terminal::Terminal;

pub use self::arguments::Check;

pub fn run(arguments: &Check, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    look(arguments, terminal).or_else(|failure| {
        if arguments.format == FindingFormat::Text {
            return Err(failure);
        }
        // What stands against the whole call is reported with the first template, and nothing with the others.
        let (mut found, mut failure) = (Found::new(arguments, terminal, false), Some(failure));
        for path in &arguments.templates {
            let nothing = || Ok(TemplateOutcome::refused(path, ReadingDiagnostics::default(), ExitStatus::Broken));
            let outcome = failure.take().map_or_else(nothing, |failure| failed(arguments, path, failure, terminal))?;
            found.add(path, outcome);
        }
        found.write(arguments, terminal)?;
        Ok(found.worst())
    })
}

/// Looks at all templates and feature models.
fn look(arguments: &Check, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let wanted = RequestedFindings::of(arguments)?;
    if arguments.takes_suggestions && !arguments.fix && !arguments.diff {
        return Err(Failure::Usage("`--unsafe` goes with `--fix` or `--diff`".to_owned()));
    }
    let asked = QuestionRequest::now(&arguments.scope);
    let subjects = search::subjects(&arguments.templates, terminal)?;
    if subjects.iter().all(|subject| is_model(&subject.path)) {
        refuse_for_templates_only(arguments)?;
    }
    let run = CheckRun { arguments, asked: &asked, wanted: &wanted, terminal, has_several: subjects.len() > 1 };
    if arguments.fix || arguments.diff {
        let mut patch = String::new();
        for template in fix::editable(&subjects, terminal)? {
            patch.push_str(&fix::run(run, template)?);
        }
        if arguments.diff {
            write(&patch, arguments.output.as_deref())?;
            return Ok(if patch.is_empty() { ExitStatus::Fine } else { ExitStatus::Findings });
        }
    }
    arguments.certify.during(terminal, |mut certificates| {
        let mut found = Found::new(arguments, terminal, subjects.iter().any(|subject| subject.is_found));
        found.set_fallback_report(arguments, subjects.iter().map(|subject| subject.path.clone()));
        for Subject { path, .. } in &subjects {
            let certificates = certificates.as_deref_mut();
            let look = if is_model(path) { CheckRun::feature_model } else { CheckRun::template };
            let looked = look(run, path, certificates);
            found.add(path, looked.or_else(|failure| failed(arguments, path, failure, terminal))?);
        }
        found.write(arguments, terminal)?;
        wanted.finish(arguments, terminal)?;
        Ok(found.worst())
    })
}

/// Refuses options that say how templates are read, where there is none.
fn refuse_for_templates_only(arguments: &Check) -> Result<(), Failure> {
    refuse_for_model(&[
        ("--profile", arguments.profile.chosen().is_some()),
        ("--for", arguments.engine.engine().is_some()),
        ("--open", arguments.open),
        ("--environment", arguments.environment.is_some()),
        ("--unfurl-home", arguments.unfurl_home.is_some()),
    ])
}

/// What one call is about.
#[derive(Clone, Copy)]
pub struct CheckRun<'a> {
    pub arguments: &'a Check,
    pub asked: &'a QuestionRequest<'a>,
    pub wanted: &'a RequestedFindings,
    pub terminal: &'a Terminal,
    /// Whether it is about several files, which texts distinguish by their names.
    pub has_several: bool,
}

/// A template that is looked at, with what stands beside it.
#[derive(Clone, Copy)]
struct OpenedTemplate<'a> {
    path: &'a Path,
    package: &'a Package,
    settings: &'a Settings,
    /// How its places are shown.
    paths: &'a Paths,
}

impl CheckRun<'_> {
    /// Looks at one template.
    fn template(self, template: &Path, certificates: WantedCertificate<'_>) -> Result<TemplateOutcome, Failure> {
        let settings = Settings::beside(template)?;
        settings.file().into_iter().for_each(|file| READ.note(file));
        let package = match &self.arguments.environment {
            Some(name) => open(template)?.in_environment(name),
            None => open(template)?,
        };
        let package = with_unfurl_home(package, self.arguments.unfurl_home.as_deref())?;
        self.check_template(template, &package, &settings, certificates)
    }

    /// Reads the template, looks for findings, and puts together what was said and what was found.
    fn check_template(
        self,
        template: &Path,
        package: &Package,
        settings: &Settings,
        certificates: WantedCertificate<'_>,
    ) -> Result<TemplateOutcome, Failure> {
        let Self { arguments, asked, wanted, terminal, .. } = self;
        let paths = paths(package, template);
        // What was said while reading: it is shown with the findings, or alone where nothing could be looked for.
        let read: RefCell<ReadingDiagnostics> = RefCell::default();
        let mut report = |diagnostics: &[Diagnostic], sources: &Sources| {
            self.hear(&mut read.borrow_mut(), diagnostics, sources, (settings, &paths));
        };
        let (mut profile_read, mut outcome) = (None, None);
        let mut name = |detected: &Detected, sources: &_| {
            if terminal.is_verbose() {
                settings
                    .file()
                    .into_iter()
                    .for_each(|file| terminal.write_message(&format!("settings: `{}`\n", printable_path(file))));
                terminal.write_message(&format!("{}\n", profile::sentence(detected, sources)));
            }
            profile_read = Some(Profile::of(detected, sources, &paths));
        };
        let asked = asked.despite_errors().asserting(wanted.assertions(settings));
        let asking = TemplateQuestion::new(package, arguments.profile, &asked, &mut report).naming(&mut name);
        let place = OpenedTemplate { path: template, package, settings, paths: &paths };
        let status = asking.run(|variants, limits, _| {
            let found = self.sum_up(place, variants, limits, &mut read.borrow_mut(), certificates)?;
            Ok(outcome.insert(found).status)
        })?;
        let mut outcome = outcome.unwrap_or_else(|| TemplateOutcome::refused(template, read.take(), status));
        if let Some(checked) = &mut outcome.checked {
            checked.profile = profile_read;
        }
        Ok(TemplateOutcome { status, is_template: true, ..outcome })
    }

    /// Looks for findings, and leaves out of what was `read` what is found again.
    fn sum_up(
        self,
        OpenedTemplate { path, package, settings, paths }: OpenedTemplate<'_>,
        variants: &Variants<'_>,
        limits: &Limits,
        read: &mut ReadingDiagnostics,
        certificates: WantedCertificate<'_>,
    ) -> Result<TemplateOutcome, Failure> {
        let Self { arguments, wanted, terminal, .. } = self;
        report_environment(variants, &arguments.scope, terminal);
        let model = variants.model();
        let sources = model.sources();
        let (all, mut findings) = self.findings(variants, limits, settings);
        let is_recovered = model.recovery().is_some();
        let excluded = if is_recovered { None } else { self.excluded(&all) };
        read.remove_found_again(&findings);
        let unknown = environment::unknown(package, model);
        let shown = unknown.iter().filter(|diagnostic| wanted.reports(diagnostic, sources, settings));
        read.add(shown, sources, paths);
        wanted.filter(&mut findings, settings);
        wanted.ignore(findings.ignored);
        wanted.recognise(&mut findings.findings, read, (sources, paths), |baseline, finding| {
            baseline.is_new(&finding.diagnostic, sources, paths)
        });
        // What is reported of a recovered template cannot be checked.
        let certificates = certificates.filter(|_| !is_recovered);
        let are_presets_reported = wanted.has_presets(settings) && findings.exactness.is_complete;
        let presets = if are_presets_reported { CertifiedPresets::All } else { CertifiedPresets::Failing };
        certify(certificates, path, terminal, |to| {
            let subject = certificate::template::TemplateSubject { variants, limits };
            certificate::template::findings(to, subject, &findings, presets)
        })?;
        let (loud, loud_findings) = (self.loud(read), self.loud_of(&findings));
        let paint = terminal.paint(&io::stdout());
        let text = findings::part(model, &loud, &loud_findings, sources, paint, detail(arguments))
            + &exclusion::text(excluded.as_ref());
        let checked = CheckedTemplate::of(path.display().to_string(), &findings, model, paths);
        let outcome = self.outcome(text, read, CheckedTemplate { excluded, ..checked });
        Ok(TemplateOutcome { is_summed_up: true, ..outcome })
    }

    /// Adds what is said while reading, as far as it is wanted.
    fn hear(
        self,
        read: &mut ReadingDiagnostics,
        diagnostics: &[Diagnostic],
        sources: &Sources,
        (settings, paths): (&Settings, &Paths),
    ) {
        let shown = diagnostics.iter().filter(|diagnostic| self.wanted.reports(diagnostic, sources, settings));
        let rated: Vec<Diagnostic> = shown.map(|shown| self.wanted.rated(shown, sources, settings)).collect();
        read.add(rated.iter(), sources, paths);
        read.alone = self.drawn(read, sources);
    }

    /// What was said, for people.
    fn drawn(self, read: &ReadingDiagnostics, sources: &Sources) -> String {
        quotations(&self.loud(read), sources, self.terminal.paint(&io::stdout()), detail(self.arguments))
    }

    /// What came of a file in which everything was looked for, behind what was said while it was `read`.
    fn outcome(self, text: String, read: &ReadingDiagnostics, mut checked: CheckedTemplate) -> TemplateOutcome {
        if let Some(Assertions { all, kept, undecided }) = checked.assertions {
            let verb = if kept == 1 { "holds" } else { "hold" };
            let open = undecided.map_or_else(String::new, |count| format!(", {count} not decided"));
            self.terminal.inform(&format!("{kept} of {all} assertions {verb} in every variant{open}\n"));
        }
        checked.findings.splice(0..0, read.findings());
        let status = status(&checked, self.arguments.fail_on);
        TemplateOutcome { text, checked: Some(checked), ..TemplateOutcome::ended(status) }
    }

    /// What is shown to people: when quiet, only what makes the call fail.
    fn is_loud(self, severity: Severity) -> bool {
        !self.terminal.is_quiet() || severity >= self.arguments.fail_on.severity()
    }

    fn loud(self, read: &ReadingDiagnostics) -> Vec<Diagnostic> {
        let diagnostics = read.all.iter().map(|(diagnostic, _)| diagnostic);
        diagnostics.filter(|diagnostic| self.is_loud(diagnostic.severity)).cloned().collect()
    }

    fn loud_of(self, findings: &Findings) -> Cow<'_, Findings> {
        let mut loud = Cow::Borrowed(findings);
        if self.terminal.is_quiet() {
            loud.to_mut().findings.retain(|finding| self.is_loud(finding.severity()));
        }
        loud
    }

    /// All findings, wanted or not.
    fn findings<'v, 'm>(
        self,
        variants: &'v Variants<'m>,
        limits: &'v Limits,
        settings: &Settings,
    ) -> (AllVariants<'v, 'm>, Findings) {
        let options = self.wanted.check_options(self.arguments, settings);
        self.terminal.work("checking", || {
            let all = variants.all(limits);
            let engine = options.engine;
            let mut findings = all.check(options);
            environment::add(&mut findings, variants, limits, engine);
            (all, findings)
        })
    }

    /// What constraints exclude, where that is reported.
    fn excluded(self, all: &AllVariants<'_, '_>) -> Option<Excluded> {
        let is_reported = self.arguments.format == FindingFormat::Json || self.terminal.is_verbose();
        let count = || self.terminal.work("counting what constraints exclude", || all.exclusion());
        is_reported.then(count).as_ref().and_then(Excluded::of)
    }
}

/// What came of a file of which nothing is known but why: it takes nothing away from what is found in others, and programs
/// get it in their format. What makes no sense, or cannot be written, is about the whole call.
fn failed(arguments: &Check, path: &Path, failure: Failure, terminal: &Terminal) -> Result<TemplateOutcome, Failure> {
    let findings = match &failure {
        Failure::Stopped(_) => Vec::new(),
        Failure::Unreadable(error) => vec![template::unreadable(path, error)],
        Failure::Settings { path, message, place } => vec![template::unusable(path, message, *place)],
        Failure::Usage(_) | Failure::Suite(_) | Failure::Template(_) | Failure::Output(_) | Failure::WriteError(_) => {
            return Err(failure);
        }
    };
    let name = path.display().to_string();
    match failure {
        Failure::Stopped(message) => {
            let text = format!("{}: {message}\n", printable(&name));
            let checked = Some(CheckedTemplate::unfinished(name, findings));
            Ok(TemplateOutcome { text, checked, ..TemplateOutcome::ended(ExitStatus::Undecided) })
        }
        // For people that is all.
        failure if arguments.format == FindingFormat::Text => Ok(TemplateOutcome::ended(terminal.fail(&failure))),
        _ => {
            let checked = Some(CheckedTemplate::unfinished(name, findings));
            Ok(TemplateOutcome { checked, ..TemplateOutcome::ended(ExitStatus::Broken) })
        }
    }
}

fn detail(arguments: &Check) -> Detail {
    if arguments.is_full { Detail::Full } else { Detail::Brief }
}

fn status(checked: &CheckedTemplate, fail_on: Level) -> ExitStatus {
    if checked.findings.iter().any(|finding| finding.severity >= fail_on.severity()) {
        ExitStatus::Findings
    } else if checked.exact {
        ExitStatus::Fine
    } else {
        ExitStatus::Undecided
    }
}
