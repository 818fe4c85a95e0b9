//! `variscope runtime`.

mod arguments;
mod external;
mod lifted;

use std::path::Path;

use variscope::analysis::question::{Unresolved, Variants};
use variscope::analysis::value::InputRules;
use variscope::answer;
use variscope::output::render::runtime;
use variscope::source::Sources;
use variscope::source::diagnostic::{Diagnostic, likely_meant, or_meant};
use variscope::source::ensemble::{environment_file, environment_in, project_environment};
use variscope::source::package::Package;
use variscope::source::syntax::yaml::{Tree, Yaml, YamlId};
use variscope::tosca::model::{Kind, Model};
use variscope::tosca::types::template::InputSources;
use variscope::unfurl::connection::Query;
use variscope::unfurl::environment::Environment;
use variscope::unfurl::{ExpressionMaps, Job, RunEnvironment, Selection, read_process};
use variscope_encoder::Budget;

use self::external::Manifests;
use super::arguments::Format;
use super::budget::watched;
use super::exit_status::ExitStatus;
use super::failure::Failure;
use super::given::{environment, request};
use super::output::write;
use super::question::status;
use super::template::{deployed_in, open, read, with_unfurl_home};
use super::terminal::Terminal;

pub use arguments::Runtime;

pub fn run(arguments: &Runtime, terminal: &Terminal) -> Result<ExitStatus, Failure> {
    let budget = watched(arguments.timeout, None, arguments.work);
    let package = open(&arguments.template.path)?;
    let package = with_unfurl_home(package, arguments.unfurl_home.as_deref())?;
    let (package, file) = deployed_in(package, arguments.environment.as_deref())?;
    let prepared = request(&package, arguments.template.profile, &arguments.given)?.prepare()?;
    terminal.diagnose(&prepared.diagnostics, &prepared.sources);
    let Some((model, configuration)) = prepared.subject else { return Ok(ExitStatus::Broken) };
    check_nodes(&model, arguments)?;
    let (mut sources, mut tree, mut diagnostics) = (Sources::clone(&prepared.sources), Tree::new(), Vec::new());
    let root = read_environment(&model, &package, file.as_ref(), &mut tree, &mut sources, &mut diagnostics)?;
    let sections = surroundings(&model, root, &tree).and_then(|root| environment_in(root, &mut Vec::new()));
    let manifests = Manifests::of(sections, &sources).read(&mut tree, &mut sources, &mut diagnostics);
    let variables = InputSources::read_variables(&arguments.variables, &mut sources, &mut tree, &mut diagnostics);
    let mut run_environment = RunEnvironment::new(process(arguments, &mut sources, &mut diagnostics)?);
    run_environment.operation_hosts = operation_hosts(arguments)?;
    run_environment.ensemble =
        surroundings(&model, root, &tree).and_then(|root| environment_in(root, &mut diagnostics));
    run_environment.external = external::ensembles(run_environment.ensemble, manifests, &tree, &mut diagnostics);
    run_environment.inputs = root.map_or_else(InputSources::default, |root| InputSources::of_ensemble(tree.at(root)));
    run_environment.inputs.variables = variables.iter().map(|&(name, value)| (name, tree.at(value))).collect();
    let answer = match Variants::of(&model, &configuration) {
        Ok(variants) if arguments.all_variants => {
            Some(lifted::answer(arguments, &variants, &run_environment, budget, &mut diagnostics)?)
        }
        Ok(variants) => answer(arguments, &variants, &run_environment, &budget, &mut diagnostics)?,
        Err(found) => {
            diagnostics.extend(found);
            None
        }
    };
    terminal.diagnose(&diagnostics, &sources);
    let Some((text, is_exact)) = answer.filter(|_| !diagnostics.iter().any(Diagnostic::is_error)) else {
        return Ok(ExitStatus::Broken);
    };
    write(&text, None)?;
    Ok(status(is_exact))
}

/// An answer, and whether it is exact.
type RuntimeAnswer = Option<(String, bool)>;

/// Prints what is asked about one variant.
fn answer(
    arguments: &Runtime,
    variants: &Variants<'_>,
    run_environment: &RunEnvironment<'_>,
    budget: &Budget,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<RuntimeAnswer, Failure> {
    let model = variants.model();
    let reported = InputRules::new(variants.language()).check(variants.configuration());
    diagnostics.extend(reported.into_iter().filter(|diagnostic| !diagnostic.is_error()));
    let variant = match variants.resolve_within(budget) {
        Ok(variant) => variant,
        Err(Unresolved::Interrupted) => {
            return Err(Failure::Stopped("stopped before the variant was known".to_owned()));
        }
        Err(Unresolved::Refused(found)) => {
            diagnostics.extend(found);
            return Ok(None);
        }
    };
    let maps = ExpressionMaps::of(model, &variant);
    let around = RunEnvironment::clone(run_environment).with_maps(&maps);
    let (job, selection) = (Job::new(model, &variant, &around), selection(arguments)?);
    check_operation(&job, &selection)?;
    let report = job.report(&selection);
    diagnostics.extend(report.diagnostics.iter().cloned());
    let text = match arguments.format {
        Format::Text => runtime::text(model, &report),
        Format::Json => answer::json(&runtime::answer_of(model, &report)),
    };
    Ok(Some((text, true)))
}

/// The root of the environment where it stands outside of what is asked about: in a file of its own, or in the project around
/// a template.
fn read_environment(
    model: &Model,
    package: &Package,
    file: Option<&Package>,
    tree: &mut Tree,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Option<YamlId>, Failure> {
    Ok(match (file, package.environment()) {
        (Some(file), _) => environment_file(file, tree, sources, diagnostics)?,
        (None, Some(name)) if model.ensemble().is_none() => {
            project_environment(package, name, tree, sources, diagnostics)?
        }
        (None, _) => None,
    })
}

/// Where the environment comes from: what was read for it, else the ensemble itself.
fn surroundings<'s>(model: &'s Model, root: Option<YamlId>, tree: &'s Tree) -> Option<Yaml<'s>> {
    root.map(|root| tree.at(root)).or(model.ensemble())
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

/// Operations that no node of the variant has cannot be asked about.
fn check_operation(job: &Job<'_>, selection: &Selection) -> Result<(), Failure> {
    let Some(asked) = &selection.operation else { return Ok(()) };
    let names = job.operation_names(selection);
    if names.iter().any(|name| selection.selects(name)) {
        return Ok(());
    }
    let owner =
        selection.node.as_ref().map_or_else(|| "no node of the variant".to_owned(), |it| format!("node \"{it}\""));
    let has = if selection.node.is_some() { "has no" } else { "has an" };
    let words = names.iter().flat_map(|name| [&**name, name.rsplit('.').next().unwrap_or_default()]);
    let close = or_meant(likely_meant(asked, words));
    Err(Failure::Usage(format!("{owner} {has} operation \"{asked}\"{close}")))
}

/// The environment of the process: unknown unless something is said about it.
fn process(
    arguments: &Runtime,
    sources: &mut Sources,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Environment, Failure> {
    match arguments.process_env.as_deref() {
        None => Ok(Environment::unknown()),
        Some("empty") => Ok(Environment::known([("", ""); 0])),
        Some("current") => Ok(Environment::known(environment())),
        Some(path) => {
            let path = Path::new(path);
            let file = sources.add(path.display().to_string(), read(path)?);
            Ok(read_process(sources, file, diagnostics))
        }
    }
}
