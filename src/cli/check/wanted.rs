//! Which findings are wanted, and what is said about a template while it is read.

use std::cell::{Cell, RefCell};

use variscope::analysis::condition::text::Assertion;
use variscope::analysis::question::{AssertionText, CheckOptions, Findings};
use variscope::analysis::settings::{Settings, assertions_of, codes_named};
use variscope::answer::Finding;
use variscope::output::render::formats::Paths;
use variscope::source::Sources;
use variscope::source::diagnostic::{Code, Diagnostic, Severity, is_ignored};

use super::Check;
use super::baseline::Baseline;
use crate::cli::failure::Failure;
use crate::cli::output::READ;
use crate::cli::question::AskedAssertions;
use crate::cli::terminal::Terminal;

/// Which findings are wanted, and what else is asserted.
pub struct RequestedFindings {
    only: Vec<Code>,
    skip: Vec<Code>,
    assertions: Vec<AssertionText>,
    baseline: RefCell<Baseline>,
    /// How many findings comments leave out.
    ignored: Cell<usize>,
}

impl RequestedFindings {
    /// What the arguments say.
    pub fn of(arguments: &Check) -> Result<Self, Failure> {
        let codes = |numbers: &[String]| codes_named(numbers).map_err(Failure::Usage);
        let mut assertions: Vec<AssertionText> =
            arguments.assertions.iter().map(|text| AssertionText::typed("--assert", text)).collect();
        for file in &arguments.assertion_files {
            READ.note(file);
            assertions.extend(assertions_of(file)?);
        }
        Ok(Self {
            only: codes(&arguments.only)?,
            skip: codes(&arguments.skip)?,
            assertions,
            baseline: RefCell::new(match (&arguments.baseline, &arguments.write_baseline) {
                (Some(known), _) => Baseline::read(known)?,
                (None, Some(written)) => Baseline::for_writing(written),
                (None, None) => Baseline::default(),
            }),
            ignored: Cell::new(0),
        })
    }

    /// What is asserted on the command line, and in the settings.
    pub fn assertions(&self, settings: &Settings) -> AskedAssertions {
        AskedAssertions { of_call: self.assertions.clone(), of_settings: settings.assertions().to_vec() }
    }

    /// Whether what is said while reading is shown: an error always is, as nothing makes up for it.
    /// But what an assertion of settings, which are about many templates, means in this one is shown as these say.
    pub fn shows(&self, diagnostic: &Diagnostic, sources: &Sources, settings: &Settings) -> bool {
        if is_about_template(diagnostic, sources, settings.assertions()) {
            return self.severity_in_assertion(diagnostic, settings).is_some();
        }
        let is_of_assertion = || {
            let is_left_out = self.skip.contains(&diagnostic.code);
            let severity = settings.severity(diagnostic.code, diagnostic.severity);
            let is_typed = || assertion_at(diagnostic, sources, &self.assertions).is_some();
            !is_left_out && severity.is_some() && self.has(Code::BrokenAssertion) && is_typed()
        };
        let is_reported = self.is_reported_alone(diagnostic, settings) || is_of_assertion();
        diagnostic.is_error() || is_reported && !is_ignored(diagnostic, sources)
    }

    /// The severity of what is wrong with an assertion of settings; none where it is not wanted. It is selected by its own code, or
    /// with broken assertions.
    fn severity_in_assertion(&self, diagnostic: &Diagnostic, settings: &Settings) -> Option<Severity> {
        let Diagnostic { code, severity, .. } = *diagnostic;
        let is_selected = self.only.contains(&code) || self.has(Code::BrokenAssertion);
        let is_off = settings.severity(Code::BrokenAssertion, severity).is_none();
        settings.severity(code, severity).filter(|_| is_selected && !self.skip.contains(&code) && !is_off)
    }

    /// What is said while reading as it is reported, with the severity that the user set where it is about an assertion of settings.
    pub fn rated(&self, diagnostic: &Diagnostic, sources: &Sources, settings: &Settings) -> Diagnostic {
        let is_of_settings = is_about_template(diagnostic, sources, settings.assertions());
        let severity = is_of_settings.then(|| self.severity_in_assertion(diagnostic, settings)).flatten();
        Diagnostic { severity: severity.unwrap_or(diagnostic.severity), ..diagnostic.clone() }
    }

    /// [`Self::shows`], which takes note of what comments leave out.
    pub fn reports(&self, diagnostic: &Diagnostic, sources: &Sources, settings: &Settings) -> bool {
        let is_shown = self.shows(diagnostic, sources, settings);
        let is_left_out = !is_shown && diagnostic.code != Code::UnreadableFile && is_ignored(diagnostic, sources);
        self.ignore(usize::from(is_left_out));
        is_shown
    }

    /// Whether a warning is wanted that is no finding, too.
    fn is_reported_alone(&self, diagnostic: &Diagnostic, settings: &Settings) -> bool {
        !diagnostic.is_found_again() && self.severity(diagnostic.code, diagnostic.severity, settings).is_some()
    }

    /// Leaves out what is not new, of findings as `is_new` says; what was said while reading only where it is no error.
    pub fn recognise<F>(
        &self,
        found: &mut Vec<F>,
        read: &mut ReadingDiagnostics,
        (sources, paths): (&Sources, &Paths),
        is_new: impl Fn(&mut Baseline, &F) -> bool,
    ) {
        let mut baseline = self.baseline.borrow_mut();
        found.retain(|finding| is_new(&mut baseline, finding));
        read.all.retain(|(read, _)| read.is_error() || baseline.is_new(read, sources, paths));
    }

    /// Takes note of findings that comments leave out.
    pub fn ignore(&self, count: usize) {
        self.ignored.set(self.ignored.get() + count);
    }

    /// Says what was left out, and writes a baseline where one is asked for.
    pub fn finish(&self, arguments: &Check, terminal: &Terminal) -> Result<(), Failure> {
        let baseline = self.baseline.borrow();
        if self.ignored.get() > 0 {
            terminal.inform(&format!("{} left out by comments\n", self.ignored.get()));
        }
        if baseline.left_out > 0 {
            terminal.inform(&format!("{} left out by the baseline\n", baseline.left_out));
        }
        match &arguments.write_baseline {
            Some(path) => baseline.write(path),
            None => Ok(()),
        }
    }

    /// Whether findings with this code are wanted. That assertions can never fail goes with those that are broken.
    pub fn has(&self, code: Code) -> bool {
        let is_selected = |code: Code| self.only.is_empty() || self.only.contains(&code);
        let goes_with_it = code == Code::IdleAssertion && is_selected(Code::BrokenAssertion);
        (is_selected(code) || goes_with_it) && !self.skip.contains(&code)
    }

    /// The severity of findings with this code, `usual` unless set; none when they are not wanted.
    fn severity(&self, code: Code, usual: Severity, settings: &Settings) -> Option<Severity> {
        settings.severity(code, usual).filter(|_| self.has(code))
    }

    /// How strictly is looked, and for what.
    pub fn check_options(&self, arguments: &Check, settings: &Settings) -> CheckOptions {
        let engine = arguments.engine.engine();
        let wanted = arguments.types_profile.profile();
        let types = engine.map_or(wanted, |engine| engine.types(wanted));
        CheckOptions {
            unmentioned_values_are_errors: arguments.open,
            types,
            engine,
            ..CheckOptions::rated(|code, usual| self.severity(code, usual, settings))
        }
    }

    /// Whether presets that fail are reported, so that all others are said to be fine.
    pub fn has_presets(&self, settings: &Settings) -> bool {
        [Code::FailingPreset, Code::PartlyFailingPreset]
            .iter()
            .all(|&code| self.severity(code, code.entry().severity, settings).is_some())
    }

    /// Leaves out what is not wanted, and gives the rest the severities that the user set.
    pub fn filter(&self, found: &mut Findings, settings: &Settings) {
        found.findings.retain_mut(|finding| {
            let Diagnostic { code, severity, .. } = &mut finding.diagnostic;
            self.rate(*code, severity, settings)
        });
    }

    /// Whether something with this code and severity is wanted, which then gets the severity that the user set.
    pub fn rate(&self, code: Code, severity: &mut Severity, settings: &Settings) -> bool {
        let rated = self.severity(code, *severity, settings);
        *severity = rated.unwrap_or(*severity);
        rated.is_some()
    }
}

/// The assertion of which something is said.
fn assertion_at<'a>(
    diagnostic: &Diagnostic,
    sources: &Sources,
    assertions: &'a [AssertionText],
) -> Option<&'a AssertionText> {
    let span = diagnostic.span()?;
    let file = sources.file(span.file).name();
    assertions.iter().find(|assertion| {
        *assertion.file.name == *file && (assertion.start..=assertion.end).contains(&(span.start as usize))
    })
}

/// Whether it is about what one of these assertions means in a template, and not about a text that is no condition in any.
fn is_about_template(diagnostic: &Diagnostic, sources: &Sources, assertions: &[AssertionText]) -> bool {
    let assertion = assertion_at(diagnostic, sources, assertions);
    assertion.is_some_and(|assertion| Assertion::parse(&assertion.condition).is_ok())
}

/// What is said about a template while it is read.
#[derive(Default)]
pub struct ReadingDiagnostics {
    /// Each as it was said, and for programs.
    pub all: Vec<(Diagnostic, Finding)>,
    /// For people: all of them as text, without findings.
    pub alone: String,
}

impl ReadingDiagnostics {
    /// Adds what is said; places are shown as `paths` do.
    pub fn add<'d>(&mut self, diagnostics: impl Iterator<Item = &'d Diagnostic>, sources: &Sources, paths: &Paths) {
        for diagnostic in diagnostics {
            self.all.push((diagnostic.clone(), Finding::of(diagnostic, sources, paths)));
        }
    }

    /// All of it for programs.
    pub fn findings(&self) -> impl Iterator<Item = Finding> {
        self.all.iter().map(|(_, finding)| finding.clone())
    }

    /// Leaves out what is found again, perhaps with what is meant behind it.
    pub fn remove_found_again(&mut self, findings: &Findings) {
        let is_repeated = findings.duplicate_filter();
        self.all.retain(|(read, _)| !is_repeated(read));
    }
}
