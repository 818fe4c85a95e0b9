//! What all questions about variants have in common: template, given values, assumptions, limits.

use std::fmt::Display;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use variscope::analysis::condition::demand::Bound;
use variscope::analysis::presence::value_diagnostics;
use variscope::analysis::question::{Asserted, AssertionText, Limits, Variants};
use variscope::analysis::value::{Given, Provenance};
use variscope::output::render::variant::shell;
use variscope::resolve::resolution::{Prepared, Request};
use variscope::source::Sources;
use variscope::source::diagnostic::Diagnostic;
use variscope::source::package::Package;
use variscope::source::printable::printable;
use variscope::source::syntax::vocabulary::Detected;
use variscope::tosca::model::{ElementId, Model};
use variscope_encoder::Interrupted;

use super::arguments::{ProfileArgument, Question, Scope, Template};
use super::budget::budget;
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::given::request;
use super::template::open;
use super::terminal::Terminal;

/// What a question is about, and what it may take from the moment on at which it is asked: reading is part of it.
pub struct QuestionRequest<'s> {
    scope: &'s Scope,
    limits: Limits,
    errors: ErrorHandling,
    /// A condition that is asked about: the demand behind those of `--where`.
    condition: Option<String>,
    assertions: AskedAssertions,
}

/// What is asserted about all variants.
#[derive(Clone, Default)]
pub struct AskedAssertions {
    /// By the call: one that means nothing in the template makes it invalid.
    pub of_call: Vec<AssertionText>,
    /// By settings, which may be about several templates: what is wrong with one is a finding.
    pub of_settings: Vec<AssertionText>,
}

/// What becomes of a question about a template with errors.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ErrorHandling {
    /// There is no answer.
    Refuse,
    /// The answer is about what the errors leave.
    Recover,
}

impl<'s> QuestionRequest<'s> {
    /// The time begins. The call is watched from now on.
    pub fn now(scope: &'s Scope) -> Self {
        Self {
            scope,
            limits: Limits { budget: budget(scope), most_variants: scope.max_variants },
            errors: ErrorHandling::Refuse,
            condition: None,
            assertions: AskedAssertions::default(),
        }
    }

    /// The same question, until this flag is raised: in place of Ctrl-C, which ends a server at once.
    pub fn stopped_by(mut self, flag: Arc<AtomicBool>) -> Self {
        self.limits.budget = self.limits.budget.with_interrupt(flag);
        self
    }

    /// Asks about other values.
    pub fn about<'o>(&self, scope: &'o Scope) -> QuestionRequest<'o> {
        let (condition, assertions) = (self.condition.clone(), self.assertions.clone());
        QuestionRequest { scope, limits: self.limits.clone(), errors: self.errors, condition, assertions }
    }

    /// Asks about a condition.
    pub fn whether(&self, condition: &str) -> Self {
        Self { condition: Some(condition.to_owned()), ..self.about(self.scope) }
    }

    /// Asks with assertions about all variants.
    pub fn asserting(&self, assertions: AskedAssertions) -> Self {
        Self { assertions, ..self.about(self.scope) }
    }

    /// Asks about what errors leave, where the template has some.
    pub fn despite_errors(&self) -> Self {
        Self { errors: ErrorHandling::Recover, ..self.about(self.scope) }
    }

    /// Which configurations it is about, and how long it may take.
    pub fn scope(&self) -> &'s Scope {
        self.scope
    }

    /// What it may take.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
}

/// Answers a question about the variants of the template under the given values.
pub fn ask(
    question: &Question,
    terminal: &Terminal,
    answer: impl FnOnce(&Variants<'_>, &Limits) -> Result<ExitStatus, Failure>,
) -> Result<ExitStatus, Failure> {
    refuse_for_template(&[("--project", question.feature_model.projection.is_some())])?;
    let Question { template, scope, .. } = question;
    ask_about(&template.path, template.profile, scope, terminal, |variants, limits, _| answer(variants, limits))
}

/// Refuses the first option that is given: those here are about feature models, and a template is none.
pub fn refuse_for_template(options: &[(&str, bool)]) -> Result<(), Failure> {
    refuse_given(options, ": a template is no feature model")
}

/// Refuses the first option that is given, for the reason that goes on behind its name.
pub fn refuse_given(options: &[(&str, bool)], reason: &str) -> Result<(), Failure> {
    match options.iter().find(|(_, is_given)| *is_given) {
        Some((option, _)) => Err(Failure::Usage(format!("`{option}`{reason}"))),
        None => Ok(()),
    }
}

/// Says where to look where no configuration gives a valid variant: an answer of nothing but zeros leaves people alone.
pub fn inform_if_void(question: &Question, terminal: &Terminal, is_void: bool) {
    if is_void {
        let explain = explaining(&question.template, &question.scope);
        terminal.inform(&format!("no configuration gives a valid variant: `{explain}` says why\n"));
    }
}

/// The call that explains the answer to a question: about the same template, under the same conditions.
pub fn explaining(template: &Template, scope: &Scope) -> String {
    let Scope { given, assumptions, conditions, closed, .. } = scope;
    let files: Vec<String> = given.inputs.iter().map(|file| file.display().to_string()).collect();
    let profile: Vec<String> = template.profile.chosen().iter().map(ToString::to_string).collect();
    let options = [
        ("--profile", &profile),
        ("--preset", &given.presets),
        ("--inputs", &files),
        ("--input", &given.arguments),
        ("--assume", assumptions),
        ("--where", conditions),
    ];
    explain_command(&template.path, &options) + if *closed { " --closed" } else { "" }
}

/// `variscope explain` for what is at a path, with each option as often as it has values.
pub fn explain_command(path: &Path, options: &[(&str, &Vec<String>)]) -> String {
    let mut words = vec!["variscope explain".to_owned(), shell(&path.display().to_string())];
    for (option, values) in options {
        words.extend(values.iter().map(|value| format!("{option} {}", shell(value))));
    }
    printable(&words.join(" ")).into_owned()
}

/// Answers a question about the variants of one template; what is wrong with it is reported on the terminal.
pub fn ask_about(
    path: &Path,
    profile: ProfileArgument,
    scope: &Scope,
    terminal: &Terminal,
    answer: impl FnOnce(&Variants<'_>, &Limits, &Sources) -> Result<ExitStatus, Failure>,
) -> Result<ExitStatus, Failure> {
    let asked = QuestionRequest::now(scope);
    let mut report = |diagnostics: &[Diagnostic], sources: &Sources| terminal.diagnose(diagnostics, sources);
    TemplateQuestion::new(&open(path)?, profile, &asked, &mut report).run(|variants, limits, sources| {
        report_environment(variants, scope, terminal);
        answer(variants, limits, sources)
    })
}

/// Where diagnostics of a template are reported.
type DiagnosticSink<'t> = &'t mut (dyn FnMut(&[Diagnostic], &Sources) + 't);

/// Where the profile that it is read with is reported.
type ProfileSink<'t> = &'t mut (dyn FnMut(&Detected, &Sources) + 't);

/// What answers.
type AnswerVariants<'a> = Box<dyn FnOnce(&Variants<'_>, &Limits, &Sources) -> Result<ExitStatus, Failure> + 'a>;

/// A question about one template, from opening it to its answer.
pub struct TemplateQuestion<'a> {
    package: &'a Package,
    profile: ProfileArgument,
    asked: &'a QuestionRequest<'a>,
    report: DiagnosticSink<'a>,
    name: Option<ProfileSink<'a>>,
}

impl<'a> TemplateQuestion<'a> {
    /// About the template in `package`; what is wrong with it is reported to `report`.
    pub fn new(
        package: &'a Package,
        profile: ProfileArgument,
        asked: &'a QuestionRequest<'a>,
        report: DiagnosticSink<'a>,
    ) -> Self {
        Self { package, profile, asked, report, name: None }
    }

    /// Reports to `name` which profile the template is read with and why.
    pub fn naming(self, name: ProfileSink<'a>) -> Self {
        Self { name: Some(name), ..self }
    }

    /// Reads the template and answers, unless something stands against it.
    pub fn run(
        self,
        answer: impl FnOnce(&Variants<'_>, &Limits, &Sources) -> Result<ExitStatus, Failure>,
    ) -> Result<ExitStatus, Failure> {
        self.run_boxed(Box::new(answer))
    }

    /// [`TemplateQuestion::run`] for all questions: they share the code.
    fn run_boxed(mut self, answer: AnswerVariants<'_>) -> Result<ExitStatus, Failure> {
        let asked = self.asked;
        let mut prepared = self.request()?.prepare()?;
        let is_recovered = asked.errors == ErrorHandling::Recover;
        let conditions = asked_conditions(&mut prepared, asked);
        let Some((model, configuration)) = &prepared.subject else {
            if is_recovered {
                return self.recovered(answer, true);
            }
            return self.report_all_errors();
        };
        let AskedConditions { demands, assertions, unusable } = match conditions {
            Ok(conditions) => conditions,
            Err(diagnostics) => return Ok(self.refuse(&diagnostics, &prepared)),
        };
        match Variants::demanding(model, configuration, &demands) {
            Ok(variants) if is_recovered && !value_diagnostics(model, variants.rules().atoms()).is_empty() => {
                self.recovered(answer, false)
            }
            Ok(variants) => {
                self.report(&prepared);
                (self.report)(&unusable, model.sources());
                (self.report)(&variants.conditions_without_effect(&demands), model.sources());
                narrowed(variants.asserting(assertions), asked, answer)
            }
            Err(_) if is_recovered => self.recovered(answer, true),
            Err(_) => self.report_all_errors(),
        }
    }

    fn request(&self) -> Result<Request<'a>, Failure> {
        request(self.package, self.profile, &self.asked.scope.given)
    }

    /// Says everything that is wrong with a template, errors that others hide included.
    fn report_all_errors(&mut self) -> Result<ExitStatus, Failure> {
        let prepared = self.request()?.prepare_recovering()?;
        self.report(&prepared);
        Ok(ExitStatus::Broken)
    }

    /// Answers for what the errors of a template leave; ends as for a broken template where `is_broken`, else as the answer does.
    fn recovered(&mut self, answer: AnswerVariants<'_>, is_broken: bool) -> Result<ExitStatus, Failure> {
        let asked = self.asked;
        let mut prepared = self.request()?.prepare_recovering()?;
        let AskedConditions { demands, assertions, unusable } = match asked_conditions(&mut prepared, asked) {
            Ok(conditions) => conditions,
            Err(diagnostics) => return Ok(self.refuse(&diagnostics, &prepared)),
        };
        self.report(&prepared);
        let Some((model, configuration)) = &prepared.subject else { return Ok(ExitStatus::Broken) };
        let variants = Variants::recovered(model, configuration, &demands).asserting(assertions);
        (self.report)(&unusable, model.sources());
        (self.report)(&variants.conditions_without_effect(&demands), model.sources());
        let status = narrowed(variants, asked, answer)?;
        Ok(if is_broken { ExitStatus::Broken } else { status })
    }

    /// Says what is wrong with conditions that were typed, or with assertions.
    fn refuse(&mut self, diagnostics: &[Diagnostic], prepared: &Prepared) -> ExitStatus {
        self.report(prepared);
        if let Some((model, _)) = &prepared.subject {
            (self.report)(diagnostics, model.sources());
        }
        ExitStatus::Usage
    }

    fn report(&mut self, prepared: &Prepared) {
        if let (Some(detected), Some(name)) = (&prepared.detected, &mut self.name) {
            name(detected, &prepared.sources);
        }
        (self.report)(&prepared.diagnostics, &prepared.sources);
    }
}

/// Conditions that are asked about, in terms of it.
#[derive(Default)]
struct AskedConditions {
    /// Those of `--where`, then the condition that the question is about, then those of assertions.
    demands: Vec<Bound>,
    assertions: Vec<Asserted>,
    /// What is wrong with assertions of settings.
    unusable: Vec<Diagnostic>,
}

fn asked_conditions(prepared: &mut Prepared, asked: &QuestionRequest<'_>) -> Result<AskedConditions, Vec<Diagnostic>> {
    let Some((model, _)) = &mut prepared.subject else { return Ok(AskedConditions::default()) };
    let (mut demands, mut diagnostics) = (Vec::new(), Vec::new());
    let conditions = asked.scope.conditions.iter().map(|text| ("--where", text));
    for (name, text) in conditions.chain(asked.condition.iter().map(|text| ("condition", text))) {
        match model.demand_of(name, text) {
            Ok(found) => demands.push(found),
            Err(diagnostic) => diagnostics.push(*diagnostic),
        }
    }
    let (mut assertions, further) = model.assertions(&asked.assertions.of_call, &mut demands);
    diagnostics.extend(further);
    let (of_settings, mut unusable) = model.assertions(&asked.assertions.of_settings, &mut demands);
    assertions.extend(of_settings);
    // Settings are about all templates beside them.
    let template = printable(model.sources().file(model.root().span().file).name());
    unusable
        .iter_mut()
        .for_each(|diagnostic| diagnostic.notes.push(format!("the settings assert this of `{template}`")));
    if diagnostics.is_empty() { Ok(AskedConditions { demands, assertions, unusable }) } else { Err(diagnostics) }
}

/// Says which values variables of the environment give: the user did not type these.
pub fn report_environment(variants: &Variants<'_>, scope: &Scope, terminal: &Terminal) {
    let is_of_environment = |given: &Given| match given.provenance {
        Provenance::Environment(_) => true,
        // Presets of the environment count where none are chosen.
        Provenance::Preset { .. } => scope.given.presets.is_empty(),
        Provenance::File { .. }
        | Provenance::Feature(_)
        | Provenance::Argument(_)
        | Provenance::Default(_)
        | Provenance::Assumed => false,
    };
    let given = variants.configuration().iter().filter(|(_, given)| is_of_environment(given));
    let values: Vec<String> = given.map(|(input, given)| format!("{input}={}", given.value.to_json())).collect();
    if !values.is_empty() {
        let values = printable(&values.join(", ")).into_owned();
        terminal.inform(&format!("given by variables of the environment: {values}\n"));
    }
}

/// Answers for the variants that are asked about, among all of the template.
fn narrowed(
    variants: Variants<'_>,
    asked: &QuestionRequest<'_>,
    answer: AnswerVariants<'_>,
) -> Result<ExitStatus, Failure> {
    let scope = asked.scope;
    let model = variants.model();
    let variants = variants.wanting(0..scope.conditions.len());
    let assumed: Vec<(ElementId, bool)> =
        scope.assumptions.iter().map(|text| assumption(model, text)).collect::<Result<_, _>>()?;
    let variants = variants.assuming(assumed);
    let variants = if scope.closed { variants.closed() } else { variants };
    let variants = if scope.work.no_limit { variants.thorough() } else { variants };
    answer(&variants, &asked.limits, model.sources())
}

/// `ELEMENT=present` or `ELEMENT=absent`.
fn assumption(model: &Model, text: &str) -> Result<(ElementId, bool), Failure> {
    let usage = |message: String| Failure::Usage(format!("`--assume {text}`: {message}"));
    let (name, value) = text.rsplit_once('=').unwrap_or((text, "present"));
    let is_present = match value {
        "present" => true,
        "absent" => false,
        _ => return Err(usage(format!("\"{value}\" is neither present nor absent"))),
    };
    let element = model.find(name).map_err(|error| usage(error.to_string()))?;
    Ok((element, is_present))
}

/// Says why there is no answer.
pub fn undecided(stop: Interrupted, terminal: &Terminal) -> ExitStatus {
    terminal.write_message(&format!("{stop}\n"));
    ExitStatus::Undecided
}

/// Says why there is no answer, which is no error where the work was only stopped; ends with `status`.
pub fn refused(why: &impl Display, is_stop: bool, status: ExitStatus, terminal: &Terminal) -> ExitStatus {
    terminal.write_message(&format!("{}{why}\n", if is_stop { "" } else { "error: " }));
    status
}

/// How the program ends after an answer.
pub fn status(is_exact: bool) -> ExitStatus {
    if is_exact { ExitStatus::Fine } else { ExitStatus::Undecided }
}
