//! What all questions about variants have in common: template, given values, assumptions, limits.

use std::path::Path;

use variscope::diagnostic::Diagnostic;
use variscope::model::{ElementId, Model};
use variscope::question::{Limits, Variants};
use variscope::source::Sources;
use variscope::source::package::Package;
use variscope::syntax::vocabulary::Detected;

use super::arguments::{ProfileArgument, Question, Scope};
use super::budget::budget;
use super::given::request;
use super::status::Status;
use super::template::open;
use super::terminal::{Failure, Terminal};

/// What a question is about, and what it may take from the moment on at which it is asked: reading is part of it.
pub struct Asked<'s> {
    scope: &'s Scope,
    limits: Limits,
}

impl<'s> Asked<'s> {
    /// The time begins. The call is watched from now on.
    pub fn now(scope: &'s Scope) -> Self {
        Self { scope, limits: Limits { budget: budget(scope), most_variants: scope.max_variants } }
    }

    /// The same question about other values.
    pub fn about<'o>(&self, scope: &'o Scope) -> Asked<'o> {
        Asked { scope, limits: self.limits.clone() }
    }

    /// What else was said about the question.
    pub fn scope(&self) -> &'s Scope {
        self.scope
    }

    /// What it may take.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }
}

/// Asks `ask` about the variants of the template under the given values.
pub fn ask(
    question: &Question,
    terminal: &Terminal,
    ask: impl FnOnce(&Variants<'_>, &Limits) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let template = &question.template;
    ask_about(&template.path, template.profile, &question.scope, terminal, |variants, limits, _| ask(variants, limits))
}

/// Asks `ask` about the variants of one template.
pub fn ask_about(
    path: &Path,
    profile: ProfileArgument,
    scope: &Scope,
    terminal: &Terminal,
    ask: impl FnOnce(&Variants<'_>, &Limits, &Sources) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let asked = Asked::now(scope);
    ask_telling(&open(path)?, profile, &asked, |diagnostics, sources| terminal.diagnose(diagnostics, sources), ask)
}

/// Asks `ask` about the variants of the template in `package`; what is wrong with it is said to `tell`.
pub fn ask_telling(
    package: &Package,
    profile: ProfileArgument,
    asked: &Asked<'_>,
    tell: impl FnMut(&[Diagnostic], &Sources),
    ask: impl FnOnce(&Variants<'_>, &Limits, &Sources) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    ask_naming_profile(package, profile, asked, (tell, |_: &Detected, _: &Sources| {}), ask)
}

/// [`ask_telling`], which also says which profile the template is read with and why.
pub fn ask_naming_profile(
    package: &Package,
    profile: ProfileArgument,
    asked: &Asked<'_>,
    (mut tell, mut name): (impl FnMut(&[Diagnostic], &Sources), impl FnMut(&Detected, &Sources)),
    ask: impl FnOnce(&Variants<'_>, &Limits, &Sources) -> Result<Status, Failure>,
) -> Result<Status, Failure> {
    let mut ask = Some(ask);
    let mut once = |variants: &Variants<'_>, limits: &Limits, sources: &Sources| {
        ask.take().map_or(Ok(Status::Fine), |ask| ask(variants, limits, sources))
    };
    prepare(package, profile, asked, (&mut tell, &mut name), &mut once)
}

/// Who is told what is wrong with a template.
type Tell<'t> = &'t mut dyn FnMut(&[Diagnostic], &Sources);

/// Who is told which profile it is read with.
type Name<'t> = &'t mut dyn FnMut(&Detected, &Sources);

/// What is asked.
type Ask<'a> = &'a mut dyn FnMut(&Variants<'_>, &Limits, &Sources) -> Result<Status, Failure>;

/// [`ask_telling`] for all questions: they share the code.
fn prepare(
    package: &Package,
    profile: ProfileArgument,
    Asked { scope, limits }: &Asked<'_>,
    (tell, name): (Tell<'_>, Name<'_>),
    ask: Ask<'_>,
) -> Result<Status, Failure> {
    let prepared = request(package, profile, &scope.given)?.prepare()?;
    if let Some(detected) = &prepared.detected {
        name(detected, &prepared.sources);
    }
    tell(&prepared.diagnostics, &prepared.sources);
    let Some((model, configuration)) = prepared.subject else { return Ok(Status::Broken) };
    match Variants::of(&model, &configuration) {
        Ok(variants) => {
            let assumed: Vec<(ElementId, bool)> =
                scope.assumptions.iter().map(|text| assumption(&model, text)).collect::<Result<_, _>>()?;
            let variants = variants.assuming(assumed);
            let variants = if scope.closed { variants.closed() } else { variants };
            ask(&variants, limits, &prepared.sources)
        }
        Err(faults) => {
            tell(&faults, &prepared.sources);
            Ok(Status::Broken)
        }
    }
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

/// How the program ends after an answer.
pub fn status(is_exact: bool) -> Status {
    if is_exact { Status::Fine } else { Status::Undecided }
}
