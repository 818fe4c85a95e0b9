//! Names that exist, but as something else than what is asked for: an input and an expression, a node and a group.

use super::node_path::{NodePath, PathNode};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{IN_IMPORTED_FILE, Kind, Model};

/// The error with the help to ask for what has that name, where nothing else is proposed, or with the place in an imported file that
/// has it.
pub(super) fn explained(error: Diagnostic, model: &Model) -> Diagnostic {
    let sections: &[&str] = match error.code {
        Code::UndefinedInput => &["inputs"],
        Code::UndefinedExpression => &["expressions"],
        Code::UndefinedElement => &["node_templates", "groups", "policies", "inputs", "outputs"],
        _ => return error,
    };
    let Some(place) = error.span().filter(|place| error.help.is_none() && place.file.is_first()) else { return error };
    let way = NodePath::to(place, model.root());
    let end = way.end();
    let name = Some(end.node).filter(|node| node.is_scalar()).map_or("", Yaml::text);
    if let Some(there) = sections.iter().find_map(|section| model.unread_entry(section, name)) {
        return error.and(there, IN_IMPORTED_FILE);
    }
    let help = help(error.code, &way, model);
    error.helped(help)
}

fn help(code: Code, way: &NodePath<'_>, model: &Model) -> Option<String> {
    way.condition(model.profile())?;
    let end = way.end();
    if !end.node.is_scalar() {
        return one_by_one(end, model);
    }
    // A condition of an element does not ask whether that element is there.
    Some(end.node.text()).filter(|name| !way.is_inside(name)).and_then(|name| of_other_kind(code, name, model))
}

/// What has this name.
fn of_other_kind(code: Code, name: &str, model: &Model) -> Option<String> {
    let is_in = |key: &str| {
        let section = model.variability().and_then(|variability| variability.get(key));
        section.is_some_and(|section| section.get(name).is_some())
    };
    if code != Code::UndefinedInput && is_in("inputs") {
        let help = written(model, "a variability input", Operator::VariabilityInput, name)?;
        return Some(compared(model, name).unwrap_or(help));
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

/// The help to compare an input that is not true or false by itself; none where it is.
fn compared(model: &Model, name: &str) -> Option<String> {
    let declaration = model.variability()?.get("inputs")?.get(name)?;
    let declared = declaration.get("type").map(Yaml::text).filter(|declared| *declared != "boolean")?;
    let word = |operator: Operator| operator.name(model.profile());
    let clauses = declaration.get("constraints").into_iter().flat_map(Yaml::items).chain([declaration]);
    let value = clauses.filter_map(|clause| clause.get("valid_values")).find_map(|values| values.items().next());
    let value = value.map_or("VALUE", |value| value.written());
    let (equal, reference) = (word(Operator::Equal), word(Operator::VariabilityInput));
    Some(format!(
        "it is a variability input of type {declared}: compare it, as in `{{{equal}: [{{{reference}: {name}}}, {value}]}}`"
    ))
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
