//! `variscope check`.

mod baseline;
mod found;
mod search;

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use variscope::analysis::question::{AssertionText, Finding, Findings, Strictness};
use variscope::answer::{Assertions, Excluded};
use variscope::feature::FeatureModel;
use variscope::feature::review::{Finding as FeatureFinding, Review};
use variscope::output::export::certificate;
use variscope::output::render::exclusion;
use variscope::output::render::findings;
use variscope::output::render::formats::{Checked, Issue, Paths, ReadAs};
use variscope::output::render::profile;
use variscope::output::render::review::{self, RatedFinding, Reviewed};
use variscope::output::render::text::{Detail, quotations};
use variscope::source::Sources;
use variscope::source::diagnostic::{Code, CodeSelection, Diagnostic, Severity, is_ignored};
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Detected;

use self::baseline::Baseline;
use self::found::{Found, TemplateOutcome};
use super::arguments::{Check, FindingFormat, Level};
use super::assertions;
use super::certify::{self, certify};
use super::feature_model::{is_model, load_in};
use super::fix;
use super::question::{Asked, ask_naming_profile};
use super::settings::{Settings, codes_named};
use super::status::Status;
use super::template::{at_home, open};
use super::terminal::{Failure, Terminal};

pub fn run(arguments: &Check, terminal: &Terminal) -> Result<Status, Failure> {
    let wanted = Wanted::of(arguments)?;
    if arguments.is_bold && !arguments.fix && !arguments.diff {
        return Err(Failure::Usage("`--unsafe` goes with `--fix` or `--diff`".to_owned()));
    }
    let asked = Asked::now(&arguments.scope);
    let (templates, is_searched) = search::templates(&arguments.templates)?;
    if arguments.fix || arguments.diff {
        let mut is_changed = false;
        for template in templates.iter().filter(|template| !is_model(template)) {
            is_changed |= fix::run(arguments, &asked, template, &wanted, terminal)?;
        }
        if arguments.diff {
            return Ok(if is_changed { Status::Findings } else { Status::Fine });
        }
    }
    arguments.certify.during(terminal, |mut certificates| {
        let mut found = Found::new(arguments, is_searched);
        for template in &templates {
            let certificates = certificates.as_deref_mut();
            let look = if is_model(template) { of_model } else { one };
            found.add(template, look(arguments, &asked, template, &wanted, terminal, certificates)?);
        }
        found.write(arguments, terminal)?;
        wanted.finish(arguments, terminal)?;
        Ok(found.worst())
    })
}

/// Looks at one template; what cannot be read is told in the wanted format, too.
fn one(
    arguments: &Check,
    asked: &Asked<'_>,
    template: &Path,
    wanted: &Wanted,
    terminal: &Terminal,
    certificates: certify::WantedCertificate<'_>,
) -> Result<TemplateOutcome, Failure> {
    let deployed = |package: Package| match &arguments.environment {
        Some(name) => package.in_environment(name),
        None => package,
    };
    let opened = |settings| Ok((settings, at_home(deployed(open(template)?), arguments.unfurl_home.as_deref())?));
    let checked = Settings::beside(template).and_then(opened).and_then(|(settings, package)| {
        look(arguments, template, (&package, asked), (wanted, &settings), terminal, certificates)
    });
    match checked {
        Err(Failure::World(error)) if arguments.format != FindingFormat::Text => {
            let path = Paths::new(current()).show(&template.display().to_string());
            let issue = Issue::unreadable(Code::UnreadableFile, error.to_string(), path);
            let checked =
                Some(Checked { is_exact: false, ..Checked::new(template.display().to_string(), vec![issue]) });
            Ok(TemplateOutcome { checked, ..TemplateOutcome::ended(Status::Broken) })
        }
        other => other,
    }
}

fn look(
    arguments: &Check,
    template: &Path,
    (package, asked): (&Package, &Asked<'_>),
    (wanted, settings): (&Wanted, &Settings),
    terminal: &Terminal,
    certificates: certify::WantedCertificate<'_>,
) -> Result<TemplateOutcome, Failure> {
    let paths = if package.is_archive() { Paths::new(current()).inside(template) } else { Paths::new(current()) };
    let unchecked = |issues| Checked { is_exact: false, ..Checked::new(template.display().to_string(), issues) };
    let (mut text, mut checked, mut is_summed_up) = (String::new(), unchecked(Vec::new()), false);
    let (paint, detail) = (terminal.paint(&io::stdout()), detail(arguments));
    // What was said while reading: it is shown with the findings, or alone where nothing could be looked for.
    let said: RefCell<Said> = RefCell::default();
    let tell = |diagnostics: &[Diagnostic], sources: &Sources| {
        let is_wanted = |diagnostic: &&Diagnostic| wanted.shows(diagnostic, sources, settings);
        let said = &mut *said.borrow_mut();
        said.add(diagnostics.iter().filter(is_wanted), sources, &paths);
        said.alone = quotations(&said.diagnostics, sources, paint, detail);
    };
    let mut read_as = None;
    let name = |detected: &Detected, sources: &_| {
        if terminal.is_verbose() {
            terminal.tell(&format!("{}\n", profile::sentence(detected, sources)));
        }
        read_as = Some(ReadAs::of(detected, sources, &paths));
    };
    let asked = asked.despite_errors().asserting(wanted.assertions(settings));
    let status = ask_naming_profile(package, arguments.profile, &asked, (tell, name), |variants, limits, sources| {
        let strictness = wanted.strictness(arguments, settings);
        let (all, mut findings) = terminal.work("checking", || {
            let all = variants.all(limits);
            let findings = all.check(strictness);
            (all, findings)
        });
        let is_told = arguments.format == FindingFormat::Json || terminal.is_verbose();
        let count = || terminal.work("counting what constraints exclude", || all.exclusion());
        let is_mended = variants.model().mending().is_some();
        let exclusion = (is_told && !is_mended).then(count);
        let excluded = exclusion.as_ref().and_then(Excluded::of);
        said.borrow_mut().forget(&findings);
        wanted.filter(&mut findings, settings);
        wanted.recognise(&mut findings, &mut said.borrow_mut(), sources);
        // Nobody could check what is said of a mended template.
        let certificates = certificates.filter(|_| !is_mended);
        let are_presets_told = wanted.has_presets(settings) && findings.exactness.is_complete;
        certify(certificates, template, terminal, |to| {
            let subject = certificate::template::TemplateSubject { variants, limits };
            certificate::template::findings(to, subject, &findings, are_presets_told)
        })?;
        let model = variants.model();
        let said = &said.borrow().diagnostics;
        text = findings::part(model, (said, &findings), sources, (paint, detail)) + &exclusion::text(excluded.as_ref());
        checked = Checked { excluded, ..Checked::of(template.display().to_string(), &findings, model, &paths) };
        is_summed_up = true;
        let severities = said.iter().map(|diagnostic| diagnostic.severity);
        let severities = severities.chain(findings.findings.iter().map(Finding::severity));
        Ok(status(severities, findings.exactness.is_exact(), arguments.fail_on))
    })?;
    let said = said.into_inner();
    if !is_summed_up {
        text.push_str(&said.alone);
    }
    if let Some(Assertions { all, kept }) = checked.assertions {
        let verb = if kept == 1 { "holds" } else { "hold" };
        terminal.inform(&format!("{kept} of {all} assertions {verb} in every variant\n"));
    }
    checked.issues.splice(0..0, said.issues);
    checked.read_as = read_as;
    Ok(TemplateOutcome { text, checked: Some(checked), status, is_summed_up, is_template: true })
}

/// The findings about a feature model.
fn of_model(
    arguments: &Check,
    asked: &Asked<'_>,
    path: &Path,
    wanted: &Wanted,
    terminal: &Terminal,
    certificates: certify::WantedCertificate<'_>,
) -> Result<TemplateOutcome, Failure> {
    let settings = Settings::beside(path)?;
    let judged = |review: &Review| Reviewed {
        findings: review.findings.iter().filter_map(|finding| wanted.judged(finding, &settings)).collect(),
        is_complete: review.is_complete,
    };
    let looked = |model: &FeatureModel, judged: &Reviewed| TemplateOutcome {
        text: review::text(model, judged),
        checked: Some(review::checked(model, judged, &path.display().to_string(), &Paths::new(current()))),
        status: status(judged.findings.iter().map(|judged| judged.severity), judged.is_complete, arguments.fail_on),
        is_summed_up: false,
        is_template: false,
    };
    let budget = &asked.limits().budget;
    let Some(model) = load_in(path, None, asked.scope(), budget, terminal)? else {
        return Ok(TemplateOutcome::ended(Status::Broken));
    };
    let review = terminal.work("checking", || model.review(budget));
    let judged = judged(&review);
    certify(certificates, path, terminal, |to| {
        let subject = certificate::feature_model::FeatureModelSubject { model: &model, budget };
        certificate::feature_model::findings(to, subject, judged.findings.iter().map(|judged| &judged.finding))
    })?;
    Ok(looked(&model, &judged))
}

/// Where the user is; paths stay as they are where nobody knows.
pub fn current() -> PathBuf {
    std::env::current_dir().unwrap_or_default()
}

fn detail(arguments: &Check) -> Detail {
    if arguments.is_full { Detail::Full } else { Detail::Brief }
}

fn least(fail_on: Level) -> Severity {
    match fail_on {
        Level::Note => Severity::Note,
        Level::Warning => Severity::Warning,
        Level::Error => Severity::Error,
    }
}

fn status(mut severities: impl Iterator<Item = Severity>, is_exact: bool, fail_on: Level) -> Status {
    let least = least(fail_on);
    if severities.any(|severity| severity >= least) {
        Status::Findings
    } else if is_exact {
        Status::Fine
    } else {
        Status::Undecided
    }
}

/// What is said about a template while it is read.
#[derive(Default)]
struct Said {
    diagnostics: Vec<Diagnostic>,
    /// The same, one for each.
    issues: Vec<Issue>,
    /// The same for people, without findings.
    alone: String,
}

impl Said {
    fn add<'d>(&mut self, diagnostics: impl Iterator<Item = &'d Diagnostic>, sources: &Sources, paths: &Paths) {
        for diagnostic in diagnostics {
            self.issues.push(Issue::of(diagnostic, sources, paths));
            self.diagnostics.push(diagnostic.clone());
        }
    }

    /// Leaves out what is found again, perhaps with what is meant behind it.
    fn forget(&mut self, findings: &Findings) {
        let place = |diagnostic: &Diagnostic| (diagnostic.code, diagnostic.span());
        let mut found: BTreeMap<_, Vec<&str>> = BTreeMap::new();
        for Finding { diagnostic, .. } in &findings.findings {
            found.entry(place(diagnostic)).or_default().push(&diagnostic.message);
        }
        self.retain(|said| {
            let there = found.get(&place(said)).map_or(&[][..], Vec::as_slice);
            !there.iter().any(|message| message.starts_with(&said.message))
        });
    }

    fn retain(&mut self, mut is_kept: impl FnMut(&Diagnostic) -> bool) {
        let kept: Vec<bool> = self.diagnostics.iter().map(&mut is_kept).collect();
        let (mut of_diagnostics, mut of_issues) = (kept.iter(), kept.iter());
        self.diagnostics.retain(|_| of_diagnostics.next().is_some_and(|kept| *kept));
        self.issues.retain(|_| of_issues.next().is_some_and(|kept| *kept));
    }
}

/// Which findings are wanted, and what else is asserted.
pub struct Wanted {
    only: Vec<Code>,
    skip: Vec<Code>,
    assertions: Vec<AssertionText>,
    baseline: RefCell<Baseline>,
    /// How many findings comments leave out.
    ignored: Cell<usize>,
}

impl Wanted {
    fn of(arguments: &Check) -> Result<Self, Failure> {
        let codes = |numbers: &[String]| codes_named(numbers).map_err(Failure::Usage);
        let mut assertions: Vec<AssertionText> =
            arguments.assertions.iter().map(|text| AssertionText::typed("--assert", text)).collect();
        for file in &arguments.assertion_files {
            assertions.extend(assertions::of_file(file)?);
        }
        Ok(Self {
            only: codes(&arguments.only)?,
            skip: codes(&arguments.skip)?,
            assertions,
            baseline: RefCell::new(Baseline::read(arguments.baseline.as_deref())?),
            ignored: Cell::new(0),
        })
    }

    /// What is asserted on the command line, and in the settings.
    fn assertions(&self, settings: &Settings) -> Vec<AssertionText> {
        self.assertions.iter().chain(settings.assertions()).cloned().collect()
    }

    /// Whether what is said while reading is shown: an error always is, as nothing makes up for it.
    fn shows(&self, diagnostic: &Diagnostic, sources: &Sources, settings: &Settings) -> bool {
        // Imported files that are missing are findings, too.
        let is_found = diagnostic.code == Code::UnreadableFile;
        let is_wanted = || {
            let is_ignored = is_ignored(diagnostic, sources);
            self.ignored.set(self.ignored.get() + usize::from(is_ignored));
            !is_ignored && self.severity(diagnostic.code, diagnostic.severity, settings).is_some()
        };
        diagnostic.is_error() || !is_found && is_wanted()
    }

    /// Leaves out what the baseline knows; what was said while reading only where it is no error.
    fn recognise(&self, found: &mut Findings, said: &mut Said, sources: &Sources) {
        let mut baseline = self.baseline.borrow_mut();
        self.ignored.set(self.ignored.get() + found.ignored);
        found.findings.retain(|finding| baseline.is_new(&finding.diagnostic, sources));
        said.retain(|diagnostic| diagnostic.is_error() || baseline.is_new(diagnostic, sources));
    }

    /// Says what was left out, and writes a baseline where one is asked for.
    fn finish(&self, arguments: &Check, terminal: &Terminal) -> Result<(), Failure> {
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

    /// Whether findings with this code are wanted.
    pub fn has(&self, code: Code) -> bool {
        (self.only.is_empty() || self.only.contains(&code)) && !self.skip.contains(&code)
    }

    /// The severity of findings with this code, `usual` unless set; none when they are not wanted.
    fn severity(&self, code: Code, usual: Severity, settings: &Settings) -> Option<Severity> {
        settings.severity(code, usual).filter(|_| self.has(code))
    }

    /// How strictly is looked, and for what.
    pub fn strictness(&self, arguments: &Check, settings: &Settings) -> Strictness {
        let is_wanted = |code: Code| self.severity(code, code.entry().severity, settings).is_some();
        let codes = CodeSelection::of(is_wanted);
        let engine = arguments.engine.engine();
        let wanted = arguments.types_profile.profile();
        let types = engine.map_or(wanted, |engine| engine.types(wanted));
        Strictness { open: arguments.open, types, engine, codes }
    }

    /// A finding about a feature model with its severity; none when it is not wanted.
    fn judged(&self, finding: &FeatureFinding, settings: &Settings) -> Option<RatedFinding> {
        let code = finding.code();
        let severity = self.severity(code, code.entry().severity, settings)?;
        Some(RatedFinding { finding: finding.clone(), severity })
    }

    /// Whether presets that fail are told, so that all others are said to be fine.
    fn has_presets(&self, settings: &Settings) -> bool {
        [Code::FailingPreset, Code::PartlyFailingPreset]
            .iter()
            .all(|&code| self.severity(code, code.entry().severity, settings).is_some())
    }

    /// Leaves out what is not wanted, and gives the rest the severities that the user set.
    pub fn filter(&self, found: &mut Findings, settings: &Settings) {
        found.findings.retain_mut(|finding| {
            let (code, usual) = (finding.diagnostic.code, finding.diagnostic.severity);
            let severity = self.severity(code, usual, settings);
            finding.diagnostic.severity = severity.unwrap_or(usual);
            severity.is_some()
        });
    }
}
