//! Connections: which are available to the tasks of each node, what they set, what queries for them give.

use variscope::analysis::question::Variants;
use variscope::analysis::value::{Configuration, Value};
use variscope::source::syntax::yaml::Yaml;
use variscope::tosca::model::Model;
use variscope::unfurl::connection::Query;
use variscope::unfurl::environment::Environment;
use variscope::unfurl::{Job, RunEnvironment};

use super::{Case, cases, check, map, rules};
use crate::support::model::loaded;

#[test]
fn connections_are_as_recorded() {
    check("connections", &cases("connections"), run);
}

#[test]
fn each_rule_holds() {
    check("connections", &rules::connections::cases(), |case| asked(&run(case), &case.expected(), 3));
}

/// What a case is about: it names the nodes and what is asked of them.
fn asked(found: &Value, expected: &Value, depth: usize) -> Value {
    let (Some(entries), Some(expected)) = (found.as_map().filter(|_| depth > 0), expected.as_map()) else {
        return found.clone();
    };
    let entries = entries.iter().filter_map(|(key, value)| Some((key, value, expected.get(key)?)));
    map(entries.map(|(key, value, expected)| (key, asked(value, expected, depth - 1))))
}

fn run(case: &Case) -> Value {
    let input = case.input();
    input.has_only("", &["service_template", "environment", "operation_host", "queries"]);
    input.has_only("environment", &["variables", "connections"]);
    let template = input.root().get("service_template").unwrap().to_pretty_json();
    let loaded = loaded(&template, None);
    let is_sound = !loaded.diagnostics.iter().any(|diagnostic| diagnostic.is_error());
    let Some(model) = loaded.model.filter(|_| is_sound) else { return invalid() };
    let configuration = Configuration::default();
    let variant = Variants::of(&model, &configuration).and_then(|variants| variants.resolve());
    let Ok(variant) = variant else { return invalid() };
    let mut run_environment = RunEnvironment::new(Environment::known([("", ""); 0]));
    run_environment.ensemble = input.root().get("environment");
    let job = Job::new(&model, &variant, &run_environment);
    if job.diagnostics().iter().any(|fault| fault.is_error()) {
        return invalid();
    }
    let tasks = job.nodes().map(|node| (model.element(node).name.clone(), task(&job, &model, node, input.root())));
    map([("outcome", Value::string("ok")), ("tasks", map(tasks))])
}

fn invalid() -> Value {
    map([("outcome", Value::string("invalid"))])
}

fn task(job: &Job<'_>, model: &Model, node: variscope::tosca::model::ElementId, input: Yaml<'_>) -> Value {
    let name = &model.element(node).name;
    let host = input.get("operation_host").and_then(|hosts| hosts.get(name));
    let host = host.and_then(|host| job.nodes().find(|&node| *model.element(node).name == *host.text()));
    let available = job.connections(node, host);
    let mut faults = Vec::new();
    let rules = job.connection_rules(&available, &mut faults);
    let environment = Environment::known([("", ""); 0]).after(&rules, &mut faults);
    assert!(!faults.iter().any(|fault| fault.is_error()), "{faults:#?}");
    let names: Vec<Value> = available.iter().map(|connection| Value::string(&connection.name)).collect();
    let variables = environment.set().map(|(name, it)| (name.clone(), Value::string(&it.text.to_string())));
    let mut task = vec![("connections", Value::from(names)), ("connection_environment", map(variables))];
    if let Some(queries) = input.get("queries") {
        let answer = |(name, text): (Yaml<'_>, Yaml<'_>)| {
            let query = Query::parse(text.text());
            let answer = query.and_then(|query| job.answer(&available, &query).known());
            (name.text().to_owned(), answer.unwrap_or_else(|| Value::string("not known before a run")))
        };
        task.push(("queries", map(queries.entries().map(answer))));
    }
    map(task)
}
