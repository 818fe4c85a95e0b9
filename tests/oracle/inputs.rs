//! Topology inputs out of several sources.

use variscope::analysis::value::Value;
use variscope::source::Sources;
use variscope::source::diagnostic::Diagnostic;
use variscope::source::syntax::yaml::Tree;
use variscope::tosca::types::template::{InputSource, InputSources};

use super::datatypes::{completed, errors, value};
use super::{Case, cases, check, map, rules};

#[test]
fn inputs_are_as_recorded() {
    check("inputs", &cases("inputs"), run);
}

#[test]
fn each_rule_holds() {
    check("inputs", &rules::inputs::cases(), run);
}

fn run(case: &Case) -> Value {
    let input = case.input();
    input.has_only("", &["service_template", "inputs_values", "spec_inputs", "environment_inputs", "vars"]);
    let section = |name| input.root().get(name);
    let (mut files, mut tree) = (Sources::new(), Tree::new());
    let variables = section("vars").into_iter().flat_map(|variables| variables.entries());
    let variables: Result<Vec<_>, Vec<Diagnostic>> = variables
        .filter_map(|(key, value)| Some((key.text().strip_prefix("input_")?, value.text())))
        .map(|(name, text)| Ok((name, InputSources::read_variable(name, text, &mut files, &mut tree)?)))
        .collect();
    let Ok(variables) = variables else { return map([("outcome", Value::string("invalid"))]) };
    let sources = [
        (InputSource::Values, "inputs_values"),
        (InputSource::Specification, "spec_inputs"),
        (InputSource::Environment, "environment_inputs"),
    ];
    let sources = InputSources {
        maps: sources.into_iter().filter_map(|(source, name)| Some((source, section(name)?))).collect(),
        variables: variables.iter().map(|&(name, id)| (name, tree.at(id))).collect(),
        absent: Vec::new(),
        variability: Vec::new(),
    };
    let template = section("service_template").unwrap();
    completed(template, &InputSources::of(template).and(&sources), |template| {
        errors(&template.faults, &case.expected()).unwrap_or_else(|| {
            let inputs = template.inputs.iter();
            let values = inputs.map(|input| (input.name, input.value.as_ref().map_or(Value::Null, value)));
            map([("outcome", Value::string("ok")), ("inputs", map(values))])
        })
    })
}
