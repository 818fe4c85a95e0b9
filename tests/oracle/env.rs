//! Environment rules: from the environment of a process to that of an operation.

use variscope::analysis::value::Value;
use variscope::source::syntax::yaml::Yaml;
use variscope::unfurl::environment::{Environment, EnvironmentRule, Text, scalar_text};

use super::{Case, cases, check, map, rules};

#[test]
fn environments_are_as_recorded() {
    check("env", &cases("env"), run);
}

#[test]
fn each_rule_holds() {
    check("env", &rules::env::cases(), run);
}

fn run(case: &Case) -> Value {
    let input = case.input();
    input.has_only("", &["process_env", "variables", "connections", "operation", "to_env"]);
    let section = |name| input.root().get(name);
    let mut faults = Vec::new();
    let mut rules = |name| {
        section(name).map_or_else(Vec::new, |rules| EnvironmentRule::read_all(rules, &mut |_| None, &mut faults))
    };
    let (variables, operation, to_env) = (rules("variables"), rules("operation"), rules("to_env"));
    let connections: Vec<EnvironmentRule> =
        section("connections").into_iter().flat_map(|list| list.items()).flat_map(set).collect();
    let process = section("process_env").into_iter().flat_map(|variables| variables.entries());
    let process = Environment::known(process.map(|(name, value)| (name.text(), value.text())));
    let ready = process.after(&variables, &mut faults).after(&connections, &mut faults).after(&operation, &mut faults);
    let added = ready.added_by(&to_env, &mut faults);
    if faults.iter().any(|fault| fault.is_error()) {
        return map([("outcome", Value::string("invalid"))]);
    }
    let mut result = vec![("outcome", Value::string("ok")), ("environment", variables_of(&ready))];
    if section("to_env").is_some() {
        result.push(("to_env", variables_of(&added)));
    }
    map(result)
}

/// What a connection sets: its later namesakes win, as the one that is declared last is looked up first.
fn set(connection: Yaml<'_>) -> Vec<EnvironmentRule> {
    let variables = connection.get("env").into_iter().flat_map(|variables| variables.entries());
    let rule = |(name, value): (Yaml<'_>, Yaml<'_>)| {
        Some(EnvironmentRule::set(&name.text().into(), Text::literal(&scalar_text(value)?), name.span()))
    };
    variables.filter_map(rule).collect()
}

fn variables_of(environment: &Environment) -> Value {
    map(environment.set().map(|(name, binding)| (name, Value::string(&binding.text.to_string()))))
}
