//! `variscope runtime`.

mod arguments;

use std::path::Path;

use variscope::Error;
use variscope::diagnostic::Diagnostic;
use variscope::model::{Kind, Model};
use variscope::question::{Variant, Variants};
use variscope::render::runtime;
use variscope::resolution::{InputsFile, Request};
use variscope::runtime::connection::Query;
use variscope::runtime::environment::Environment;
use variscope::runtime::{Job, Selection, Surroundings, read_process};
use variscope::source::Sources;
use variscope::syntax::yaml::Tree;

use super::arguments::Format;
use super::output::write;
use super::resolve::environment;
use super::status::Status;
use super::template::open;
use super::terminal::{Failure, Terminal};

pub use arguments::Runtime;

pub fn run(arguments: &Runtime, terminal: &Terminal) -> Result<Status, Failure> {
    let package = open(&arguments.template.path)?;
    let mut request = Request::new(&package, arguments.template.profile.chosen())
        .presets(arguments.presets.iter().cloned())
        .arguments(arguments.arguments.iter().cloned())
        .environment(environment());
    for path in &arguments.inputs {
        request = request.inputs(InputsFile::read(path)?);
    }
    let prepared = request.prepare()?;
    terminal.diagnose(&prepared.diagnostics, &prepared.sources);
    let Some((model, configuration)) = prepared.subject else { return Ok(Status::Broken) };
    check_nodes(&model, arguments)?;
    let variant = Variants::of(&model, &configuration).and_then(|variants| variants.resolve());
    match variant {
        Ok(variant) => tell(arguments, terminal, (&model, &variant), Sources::clone(&prepared.sources)),
        Err(faults) => Ok(broken(&faults, &prepared.sources, terminal)),
    }
}

/// Tells what is asked about a variant.
fn tell(
    arguments: &Runtime,
    terminal: &Terminal,
    (model, variant): (&Model, &Variant),
    mut sources: Sources,
) -> Result<Status, Failure> {
    let (mut tree, mut faults, mut root) = (Tree::new(), Vec::new(), None);
    let mut surroundings = Surroundings::new(process(arguments, &mut sources, &mut faults)?);
    surroundings.operation_hosts = operation_hosts(arguments)?;
    if let Some(path) = &arguments.environment {
        let file = sources.add(path.display().to_string(), read(path)?);
        let said;
        (root, said) = tree.parse(&sources, file);
        faults.extend(said);
    }
    surroundings.ensemble = root.and_then(|root| Surroundings::ensemble(tree.at(root), &mut faults));
    let report = Job::new(model, variant, &surroundings).report(&selection(arguments)?);
    faults.extend(report.diagnostics.iter().cloned());
    if faults.iter().any(Diagnostic::is_error) {
        return Ok(broken(&faults, &sources, terminal));
    }
    terminal.diagnose(&faults, &sources);
    let text = match arguments.format {
        Format::Text => runtime::text(model, &report),
        Format::Json => runtime::json(model, &report),
    };
    write(&text, None)?;
    Ok(Status::Fine)
}

fn broken(faults: &[Diagnostic], sources: &Sources, terminal: &Terminal) -> Status {
    terminal.diagnose(faults, sources);
    Status::Broken
}

fn selection(arguments: &Runtime) -> Result<Selection, Failure> {
    let mut queries = Vec::new();
    for text in &arguments.queries {
        let query = Query::parse(text).ok_or_else(|| {
            Failure::Usage(format!("`--query {text}`: write `$connections::NAME::PROPERTY`, NAME may be a type or `*`"))
        })?;
        queries.push((text.clone(), query));
    }
    Ok(Selection { node: arguments.node.clone(), operation: arguments.operation.clone(), queries })
}

fn operation_hosts(arguments: &Runtime) -> Result<Vec<(String, String)>, Failure> {
    let pair = |text: &String| {
        let (node, host) = text
            .split_once('=')
            .ok_or_else(|| Failure::Usage(format!("`--operation-host {text}`: write `NODE=HOST`")))?;
        Ok((node.to_owned(), host.to_owned()))
    };
    arguments.operation_hosts.iter().map(pair).collect()
}

/// Nodes that the template does not have cannot be asked about.
fn check_nodes(model: &Model, arguments: &Runtime) -> Result<(), Failure> {
    let asked = arguments.node.iter();
    let hosts = arguments.operation_hosts.iter().filter_map(|pair| Some(pair.split_once('=')?.0.to_owned()));
    for name in asked.cloned().chain(hosts) {
        if model.named(Kind::Node, &name).is_empty() {
            return Err(Failure::Usage(format!("the template has no node \"{name}\"")));
        }
    }
    Ok(())
}

/// The environment of the process: unknown unless something is said about it.
fn process(arguments: &Runtime, sources: &mut Sources, faults: &mut Vec<Diagnostic>) -> Result<Environment, Failure> {
    match arguments.process_env.as_deref() {
        None => Ok(Environment::unknown()),
        Some("empty") => Ok(Environment::known([("", ""); 0])),
        Some("current") => Ok(Environment::known(environment())),
        Some(path) => {
            let path = Path::new(path);
            let file = sources.add(path.display().to_string(), read(path)?);
            Ok(read_process(sources, file, faults))
        }
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    let text = std::fs::read_to_string(path).map_err(|source| Error::Io { path: path.to_owned(), source })?;
    Ok(text)
}
