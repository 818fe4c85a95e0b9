//! Names that exist, but as something else than what is asked for: an input and an expression, a node and a group.

use super::node_path::{NodePath, PathNode};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{Kind, Model};

/// The error with the help to ask for what has that name, where nothing else is proposed.
pub(super) fn explained(error: Diagnostic, model: &Model) -> Diagnostic {
    match help(&error, model) {
        Some(help) => error.help(help),
        None => error,
    }
}

fn help(error: &Diagnostic, model: &Model) -> Option<String> {
    let is_name = matches!(error.code, Code::UndefinedInput | Code::UndefinedExpression | Code::UndefinedElement);
    let place = error.span().filter(|place| is_name && error.help.is_none() && place.file.is_first())?;
    let way = NodePath::to(place, model.root());
    way.condition(model.profile())?;
    let end = way.end();
    if end.node.is_scalar() { of_other_kind(error.code, end.node.text(), model) } else { one_by_one(end, model) }
}

/// What has this name.
fn of_other_kind(code: Code, name: &str, model: &Model) -> Option<String> {
    let is_in = |key: &str| {
        let section = model.variability().and_then(|variability| variability.get(key));
        section.is_some_and(|section| section.get(name).is_some())
    };
    if code != Code::UndefinedInput && is_in("inputs") {
        return written(model, "a variability input", Operator::VariabilityInput, name);
    }
    if code != Code::UndefinedExpression && (is_in("expressions") || is_in("conditions")) {
        return written(model, "a named expression", Operator::LogicExpression, name);
    }
    if code != Code::UndefinedElement && !model.named(Kind::Input, name).is_empty() {
        let help =
            "it is an input of the topology, given when that is deployed: declare one under `variability` as well";
        return Some(help.to_owned());
    }
    let kinds = [
        (Kind::Node, "a node", Operator::NodePresence),
        (Kind::Group, "a group", Operator::GroupPresence),
        (Kind::Policy, "a policy", Operator::PolicyPresence),
        (Kind::Input, "an input of the topology", Operator::InputPresence),
        (Kind::Output, "an output", Operator::OutputPresence),
    ];
    let (_, what, operator) = kinds.into_iter().find(|&(kind, ..)| !model.named(kind, name).is_empty())?;
    written(model, what, operator, name)
}

fn written(model: &Model, what: &str, operator: Operator, name: &str) -> Option<String> {
    let word = Some(operator.name(model.profile())).filter(|word| !word.is_empty())?;
    Some(format!("it is {what}: write `{{{word}: {name}}}`"))
}

/// Several nodes where one is named.
fn one_by_one(end: PathNode<'_>, model: &Model) -> Option<String> {
    let word = Operator::NodePresence.name(model.profile());
    let is_presence = end.key.is_some_and(|key| key.text() == word);
    let names: Vec<&str> = end.node.items().map(Yaml::text).collect();
    let is_node = |name: &&str| !model.named(Kind::Node, name).is_empty();
    (is_presence && !names.is_empty() && names.iter().all(is_node)).then(|| {
        let each: Vec<String> = names.iter().map(|name| format!("{{{word}: {name}}}")).collect();
        format!("it takes one node: write `{{or: [{}]}}`, or `and`", each.join(", "))
    })
}
