//! Questions of the page, each answered as the command of the same name does.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Deserialize;
use serde_json::{Map, Value as Json};

use super::http::{Response, ResponseStatus};
use super::subject::{GivenValues, Refusal, ServedTemplate};
use crate::analysis::question::{Choice, CountDetail, InputOverview, Limits, ReasonLimit, Variants, input_overviews};
use crate::analysis::value::{Assembly, Value, argument_name, check_given};
use crate::answer::{
    self, Check, CheckedTemplate, Count, Elements, Explain, Finding, InputValues, PossibleValue, PossibleValues,
    Resolved, Written,
};
use crate::output::render::formats::Paths;
use crate::source::Sources;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Tree;

/// How many reasons are looked for when all are wanted.
const MAX_REASONS: usize = 20;

/// The body of a question.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Question {
    /// Values by the name of their input.
    inputs: Map<String, Json>,
    /// Presets, the later over the earlier, all under `inputs`.
    presets: Vec<String>,
    /// What is to be explained; without it, whether there are valid variants.
    element: Option<String>,
    /// All reasons and not one.
    all: bool,
    /// In how many variants each element is.
    per_element: bool,
}

/// What can be asked; each is the last part of a path.
#[derive(Clone, Copy)]
enum Topic {
    Count,
    Elements,
    Explain,
    Resolve,
    Values,
}

impl Topic {
    fn named(name: &str) -> Option<Self> {
        Some(match name {
            "count" => Self::Count,
            "elements" => Self::Elements,
            "explain" => Self::Explain,
            "resolve" => Self::Resolve,
            "values" => Self::Values,
            _ => return None,
        })
    }
}

/// The answer to the question with this name, which stops when it is not wanted any more; none when nothing has the name.
pub(super) fn answer(
    name: &str,
    body: &[u8],
    subject: &dyn ServedTemplate,
    is_unwanted: &Arc<AtomicBool>,
) -> Option<Response> {
    let topic = Topic::named(name)?;
    // A list would be read as the fields in their order.
    if body.trim_ascii_start().first() != Some(&b'{') {
        return Some(Response::refusal(
            ResponseStatus::BadRequest,
            "a question is an object, such as `{\"inputs\": {}}`",
        ));
    }
    let question: Question = match serde_json::from_slice(body) {
        Ok(question) => question,
        Err(error) => return Some(Response::refusal(ResponseStatus::BadRequest, &error.to_string())),
    };
    if let Some(message) = question.unread_field(name).or_else(|| repeated_key(body)) {
        return Some(Response::refusal(ResponseStatus::BadRequest, &message));
    }
    Some(match question.answer(topic, subject, is_unwanted) {
        Ok(response) => response,
        Err(Refusal::Usage(message)) => Response::refusal(ResponseStatus::BadRequest, &message),
        Err(Refusal::Stopped(message)) => Response::refusal(ResponseStatus::Late, &message),
        Err(Refusal::Broken(diagnostics)) if matches!(topic, Topic::Resolve) => {
            let resolved = Resolved { document: None, diagnostics };
            Response::json(ResponseStatus::Unprocessable, answer::json(&resolved))
        }
        Err(Refusal::Broken(findings)) => {
            let checked = CheckedTemplate::unfinished(subject.name(), findings);
            Response::json(ResponseStatus::Unprocessable, answer::json(&Check::of(vec![checked])))
        }
    })
}

/// That an object of a question has a key twice: of two values it is unknown which one is meant, as in inputs files.
fn repeated_key(body: &[u8]) -> Option<String> {
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add("the question", std::str::from_utf8(body).ok()?);
    // JSON is YAML.
    let (_, diagnostics) = tree.parse(&sources, file);
    diagnostics
        .into_iter()
        .find(|diagnostic| diagnostic.code == Code::DuplicateKey)
        .map(|diagnostic| diagnostic.message)
}

/// Asks once, with an answer.
pub(super) fn ask<T>(
    subject: &dyn ServedTemplate,
    given: &GivenValues,
    mut question: impl FnMut(&Variants<'_>, &Limits) -> Result<T, Refusal>,
) -> Result<T, Refusal> {
    let mut answer = Err(Refusal::Broken(Vec::new()));
    subject.ask(given, &mut |variants, limits| answer = question(variants, limits))?;
    answer
}

impl Question {
    fn answer(
        &self,
        topic: Topic,
        subject: &dyn ServedTemplate,
        is_unwanted: &Arc<AtomicBool>,
    ) -> Result<Response, Refusal> {
        let open = GivenValues { is_unwanted: Arc::clone(is_unwanted), ..GivenValues::default() };
        let given = self.given(open.clone())?;
        let json = match topic {
            Topic::Count => ask(subject, &given, |variants, limits| {
                let count = variants.count(limits, CountDetail::per_element(self.per_element));
                Ok(answer::json(&Count::of_template(variants.model(), &count)))
            }),
            Topic::Elements => ask(subject, &given, |variants, limits| {
                Ok(answer::json(&Elements::of_template(variants.model(), &variants.elements(limits))))
            }),
            Topic::Explain => ask(subject, &given, |variants, limits| explain(self, variants, limits)),
            Topic::Resolve => return resolve(subject, &given),
            Topic::Values => ask(subject, &open, |variants, limits| values(variants, limits, &given, &subject.paths())),
        };
        Ok(Response::json(ResponseStatus::Fine, json?))
    }

    /// That a field is given which the question with this name does not read.
    fn unread_field(&self, name: &str) -> Option<String> {
        let fields = [
            ("element", self.element.is_some(), "explain"),
            ("all", self.all, "explain"),
            ("per_element", self.per_element, "count"),
        ];
        let unread = fields.into_iter().find(|&(_, is_given, reader)| is_given && reader != name);
        unread.map(|(field, _, reader)| format!("`{field}` is read by `{reader}` alone"))
    }

    fn given(&self, open: GivenValues) -> Result<GivenValues, Refusal> {
        if self.inputs.contains_key("") {
            return Err(Refusal::Usage("\"\" is no name of an input".to_owned()));
        }
        // JSON is YAML.
        let arguments = self.inputs.iter().map(|(name, value)| format!("{}={value}", argument_name(name))).collect();
        Ok(GivenValues { presets: self.presets.clone(), arguments, ..open })
    }
}

fn explain(question: &Question, variants: &Variants<'_>, limits: &Limits) -> Result<String, Refusal> {
    let model = variants.model();
    let element = question.element.as_deref().map(|name| model.find(name)).transpose();
    let element = element.map_err(|error| Refusal::Usage(error.to_string()))?;
    let wanted = if question.all { ReasonLimit::All(MAX_REASONS) } else { ReasonLimit::Any };
    Ok(answer::json(&Explain::of_template(model, element, &variants.explain_by(element, wanted, limits))))
}

/// Which of the mentioned values of each input can be chosen beside the given ones.
fn values(variants: &Variants<'_>, limits: &Limits, given: &GivenValues, paths: &Paths) -> Result<String, Refusal> {
    let (model, language) = (variants.model(), variants.language());
    let presets = model.variability().and_then(|variability| variability.get("presets"));
    let assembly = Assembly::new(language, presets).presets(given.presets.iter().map(String::as_str));
    let assembly = given.arguments.iter().fold(assembly, |assembly, argument| assembly.argument(argument));
    let (configuration, mut diagnostics) = assembly.finish();
    diagnostics.extend(check_given(language, &configuration).into_iter().filter(Diagnostic::is_error));
    if !diagnostics.is_empty() {
        let found = diagnostics.iter().map(|diagnostic| Finding::of(diagnostic, model.sources(), paths));
        return Err(Refusal::Broken(found.collect()));
    }
    // Null counts as not given.
    let given = configuration.iter().filter(|(_, given)| given.value != Value::Null);
    let chosen: Vec<Choice> = given.map(|(name, given)| (name.to_string(), given.value.clone())).collect();
    let inputs = input_overviews(model);
    let mentioned = |input: &InputOverview| -> Vec<Choice> {
        input.mentioned().into_iter().map(|value| (input.name.clone(), value)).collect()
    };
    let asked: Vec<Choice> = inputs.iter().flat_map(mentioned).collect();
    let possible = variants.all(limits).possible(&chosen, &asked);
    let value =
        |(value, &is_possible): (&Value, &Option<bool>)| PossibleValue { value: Written::of(value), is_possible };
    let values = |input: &InputOverview| {
        let own = asked.iter().zip(&possible).filter(|((name, _), _)| *name == input.name);
        InputValues {
            name: input.name.clone(),
            values: own.map(|((_, own), possible)| value((own, possible))).collect(),
        }
    };
    Ok(answer::json(&PossibleValues { inputs: inputs.iter().map(values).collect() }))
}

/// The document of a variant, or what stands against it.
fn resolve(subject: &dyn ServedTemplate, given: &GivenValues) -> Result<Response, Refusal> {
    let resolution = subject.resolve(given)?;
    let paths = subject.paths();
    let finding = |diagnostic| Finding::of(diagnostic, resolution.sources(), &paths);
    let diagnostics = resolution.diagnostics().iter().map(finding).collect();
    let document = resolution.document().map(str::to_owned);
    let status = if document.is_some() { ResponseStatus::Fine } else { ResponseStatus::Unprocessable };
    Ok(Response::json(status, answer::json(&Resolved { document, diagnostics })))
}
