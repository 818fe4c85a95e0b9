//! The document of a variant with merged values.
//!
//! A document is written, read again as a plain template and completed. What is wrong is reported where the author wrote
//! it: both texts have the same shape, which distinguishes the place in one from that in the other.

use rustc_hash::FxHashMap;
use variscope_encoder::recursion::descend;

use crate::Error;
use crate::analysis::question::{Variant, structure_faults};
use crate::analysis::value::Value;
use crate::resolve::transform::{Key, Output, yaml};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::ensemble::{environment_file, environment_in, project_environment};
use crate::source::package::Package;
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};
use crate::source::{FileId, Sources, Span};
use crate::tosca::model::{Kind, Model};
use crate::tosca::types::completion::Fault;
use crate::tosca::types::template::{InputSource, InputSources, TopologyInput, complete, is_reported, once};
use crate::tosca::types::{Datum, Schemas, TypesProfile, View};

/// How to complete values.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    /// Which types are built in.
    pub profile: TypesProfile,
    /// Variables `input_NAME=value`; others are none for topology inputs, which is reported.
    pub variables: Vec<String>,
    /// The ensemble, or its environment, as a package.
    pub ensemble: Option<Package>,
    /// The template, where its project says the environment that is chosen by name.
    pub in_project: Option<Package>,
}

/// A topology input with the value that it has.
#[derive(Clone, Debug, PartialEq)]
pub struct EffectiveTopologyInput {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Option<Value>,
    /// Where that comes from.
    pub origin: Option<String>,
}

/// What comes of completion.
#[derive(Debug)]
pub(super) struct Completed {
    pub(super) document: String,
    pub(super) inputs: Vec<EffectiveTopologyInput>,
    pub(super) diagnostics: Vec<Diagnostic>,
}

/// Completes `output`, which `variant` is written as; texts that diagnostics point into are added to `sources`.
pub(super) fn completed(
    model: &Model,
    variant: &Variant,
    output: &Output,
    request: &Completion,
    sources: &mut Sources,
) -> Completed {
    let plain = yaml::write(model.tree(), output);
    let (mut tree, mut variables, mut faults) = (Tree::new(), Tree::new(), Vec::new());
    let file = sources.add("resolved template", plain.clone());
    let (root, plain_faults) = tree.parse(sources, file);
    let given = InputSources::read_variables(&request.variables, sources, &mut variables, &mut faults);
    let around = environment(model, request, &mut variables, sources, &mut faults).unwrap_or_else(|error| {
        faults.push(Diagnostic::unplaced(Code::UnreadableFile, error.to_string()));
        None
    });
    let profile = request.profile.read(sources, &mut variables);
    if let Some(surroundings) = around.map(|root| variables.at(root)).or(model.ensemble()) {
        environment_in(surroundings, &mut faults);
    }
    let Some(root) = root.map(|root| tree.at(root)) else {
        faults.extend(plain_faults);
        return Completed { document: plain, inputs: Vec::new(), diagnostics: faults };
    };
    let schemas = Schemas::new(model.types(), model.tree(), profile.map(|profile| variables.at(profile)));
    let around = around.map_or_else(InputSources::default, |root| InputSources::of_ensemble(variables.at(root)));
    let mut input_sources = InputSources::of(model.around()).and(&around);
    input_sources.variables = given.into_iter().map(|(name, id)| (name, variables.at(id))).collect();
    let absent = model.of_kind(Kind::Input).filter(|&id| !variant.has(model, id));
    input_sources.absent = absent.map(|id| &*model.element(id).name).collect();
    let result = complete(&schemas, root, &input_sources);
    let places = AuthorPlaces::of(model, output, root);
    let is_reported = |fault: &Fault| {
        is_reported(model.are_types_open(), sources, fault) && is_named_by_author(model, sources, fault)
    };
    faults.extend(once(result.faults).into_iter().filter(is_reported).map(|fault| places.diagnostic(fault)));
    let built_in = profile.map(|profile| variables.at(profile).span().file);
    let structure = structure_faults(model, &schemas, |id| variant.has(model, id)).into_iter();
    faults.extend(structure.map(|fault| without_built_in(fault, built_in).diagnostic()));
    let document = yaml::write(&tree, &written(&result.document, &tree));
    let inputs = result.inputs.iter().map(|input| effective(input, &places, sources)).collect();
    Completed { document, inputs, diagnostics: faults }
}

/// The root of the environment where it stands outside of the template: in a file of its own, or in the project around it.
fn environment(
    model: &Model,
    request: &Completion,
    tree: &mut Tree,
    sources: &mut Sources,
    faults: &mut Vec<Diagnostic>,
) -> Result<Option<YamlId>, Error> {
    if let Some(file) = &request.ensemble {
        return environment_file(file, tree, sources, faults);
    }
    match request.in_project.as_ref().and_then(|package| Some((package, package.environment()?))) {
        Some((package, name)) if model.ensemble().is_none() => {
            project_environment(package, name, tree, sources, faults)
        }
        _ => Ok(None),
    }
}

/// Places in types that are built in are not shown.
pub(super) fn without_built_in(mut fault: Fault, built_in: Option<FileId>) -> Fault {
    fault.because = fault.because.filter(|(span, _)| Some(span.file) != built_in);
    fault
}

/// Whether the author names the type that is not defined: a technology may have put it in the place of theirs.
fn is_named_by_author(model: &Model, sources: &Sources, fault: &Fault) -> bool {
    if fault.code != Code::UndefinedType {
        return true;
    }
    let name = sources.text(fault.span).trim_matches(['"', '\'']);
    let mut assigned = model.of_kind(Kind::Technology).filter_map(|id| model.technology(id).assign.as_ref());
    !assigned.any(|assigned| **assigned == *name)
}

fn effective(input: &TopologyInput<'_>, places: &AuthorPlaces, sources: &Sources) -> EffectiveTopologyInput {
    let place = input.value.as_ref().map(|value| sources.place(places.of_author(value.span())));
    let origin = input.source.map(|source| {
        let place = place.unwrap_or_default();
        match source {
            InputSource::Default => format!("default, {place}"),
            InputSource::Values => format!("inputs_values, {place}"),
            InputSource::Specification => format!("spec.inputs, {place}"),
            InputSource::Environment => format!("inputs of the environment, {place}"),
            InputSource::Variable => format!("--var input_{}", input.name),
        }
    });
    EffectiveTopologyInput { name: input.name.to_owned(), value: input.value.as_ref().map(value), origin }
}

/// A completed value by itself.
fn value(datum: &Datum<'_>) -> Value {
    match datum.view() {
        View::Written(yaml) => Value::from_yaml(yaml),
        View::Text(text) => Value::string(&text),
        View::List(items) => items.iter().map(value).collect::<Vec<Value>>().into(),
        View::Map(entries) => entries.iter().map(|entry| (entry.key.into(), value(&entry.value))).collect(),
    }
}

/// A completed document, quoting nodes of `tree` wherever they stayed as they are.
fn written(datum: &Datum<'_>, tree: &Tree) -> Output {
    descend(|| match (datum.written(), datum.view()) {
        (Some(yaml), _) if std::ptr::eq(yaml.tree(), tree) => Output::Source(yaml.id()),
        (Some(yaml), _) | (None, View::Written(yaml)) => Output::Value(Value::from_yaml(yaml)),
        (None, View::List(items)) => Output::Sequence(items.iter().map(|item| written(item, tree)).collect()),
        (None, View::Map(entries)) => {
            let entry = |entry: &crate::tosca::types::Entry<'_>| (Key::text(entry.key), written(&entry.value, tree));
            Output::Mapping(entries.iter().map(entry).collect())
        }
        (None, View::Text(text)) => Output::String(text),
    })
}

/// Places of the author behind places of the document that was written.
#[derive(Debug, Default)]
struct AuthorPlaces(FxHashMap<Span, Span>);

impl AuthorPlaces {
    fn of(model: &Model, output: &Output, root: Yaml<'_>) -> Self {
        let mut places = Self::default();
        places.output(model, output, root, model.root().span());
        places
    }

    fn of_author(&self, span: Span) -> Span {
        self.0.get(&span).copied().unwrap_or(span)
    }

    fn diagnostic(&self, fault: Fault) -> Diagnostic {
        let because = fault.because.map(|(span, text)| (self.of_author(span), text));
        Fault { span: self.of_author(fault.span), because, ..fault }.diagnostic()
    }

    fn output(&mut self, model: &Model, output: &Output, plain: Yaml<'_>, around: Span) {
        descend(|| match output {
            Output::Source(id) => self.source(model.yaml(*id), plain),
            Output::String(_) | Output::Value(_) => self.computed(plain, around),
            Output::Sequence(items) => {
                self.0.insert(plain.span(), around);
                items.iter().zip(plain.items()).for_each(|(item, plain)| self.output(model, item, plain, around));
            }
            Output::Mapping(entries) => {
                self.0.insert(plain.span(), around);
                for ((key, value), (plain_key, plain_value)) in entries.iter().zip(plain.entries()) {
                    let place = match key {
                        Key::Source(id) => model.yaml(*id).span(),
                        Key::Text(_) => first(value).map_or(around, |id| model.yaml(id).span()),
                    };
                    self.0.insert(plain_key.span(), place);
                    self.output(model, value, plain_value, place);
                }
            }
        });
    }

    fn source(&mut self, author: Yaml<'_>, plain: Yaml<'_>) {
        self.0.insert(plain.span(), author.span());
        descend(|| {
            author.items().zip(plain.items()).for_each(|(author, plain)| self.source(author, plain));
            for ((author_key, author), (plain_key, plain)) in author.entries().zip(plain.entries()) {
                self.0.insert(plain_key.span(), author_key.span());
                self.source(author, plain);
            }
        });
    }

    /// What an expression gave stands where the expression does.
    fn computed(&mut self, plain: Yaml<'_>, place: Span) {
        self.0.insert(plain.span(), place);
        descend(|| {
            plain.items().for_each(|item| self.computed(item, place));
            for (key, value) in plain.entries() {
                self.0.insert(key.span(), place);
                self.computed(value, place);
            }
        });
    }
}

/// The first node of the author in an output.
fn first(output: &Output) -> Option<YamlId> {
    match output {
        Output::Source(id) => Some(*id),
        Output::String(_) | Output::Value(_) => None,
        Output::Sequence(items) => items.iter().find_map(first),
        Output::Mapping(entries) => entries.iter().find_map(|(key, value)| match key {
            Key::Source(id) => Some(*id),
            Key::Text(_) => first(value),
        }),
    }
}
