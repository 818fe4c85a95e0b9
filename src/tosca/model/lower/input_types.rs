//! Types of variability inputs and of topology inputs, which have to be known.

use super::input_constraints::check_constraints;
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::syntax::vocabulary::topology_of;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Version;
use crate::tosca::types::{Collection, TypeTable};

/// The types of values that need no definition. `number` is any number, and one of variability inputs only.
static SIMPLE: &[&str] = &["string", "boolean", "integer", "float", "number", "list", "map", "timestamp"];

/// Names of types in other languages.
static CONFUSIONS: &[(&str, &str)] = &[
    ("array", "list"),
    ("bool", "boolean"),
    ("date", "timestamp"),
    ("datetime", "timestamp"),
    ("decimal", "float"),
    ("dict", "map"),
    ("double", "float"),
    ("enum", "string"),
    ("int", "integer"),
    ("long", "integer"),
    ("object", "map"),
    ("real", "float"),
    ("str", "string"),
    ("text", "string"),
];

/// Reports unknown types of inputs. A dotted name may be defined in a file that is not read, and so may any while types
/// are open; it is reported all the same of what is nearly a simple type.
pub(super) fn check_input_types(root: Yaml<'_>, types: &TypeTable, are_types_open: bool) -> Vec<Diagnostic> {
    let Some(topology) = topology_of(root) else { return Vec::new() };
    let version = root.get("tosca_definitions_version").map_or("", |version| version.text());
    let variability = topology.get("variability").and_then(|variability| variability.get("inputs"));
    let own = || variability.into_iter().flat_map(Yaml::entries);
    let mut diagnostics: Vec<Diagnostic> =
        own().filter_map(|(name, body)| of_variability(name, body, types, are_types_open)).collect();
    diagnostics.extend(own().flat_map(|(name, body)| check_constraints(name, body)));
    // Runtimes that have a dialect of their own have types of their own.
    let interfaces = ["inputs", "outputs"].into_iter().filter(|_| !Version::is_dialect(version));
    let sections = interfaces.filter_map(|section| topology.get(section));
    let others = sections.flat_map(|section| section.entries().chain(section.items().flat_map(Yaml::entries)));
    diagnostics.extend(others.filter_map(|(name, body)| misspelled(name, body.get("type")?, types)));
    diagnostics
}

fn of_variability(name: Yaml<'_>, body: Yaml<'_>, types: &TypeTable, are_types_open: bool) -> Option<Diagnostic> {
    if !body.is_mapping() && !body.is_null() {
        let message = format!("variability input \"{}\" is a mapping, not a {}", name.text(), body.kind());
        let diagnostic = Diagnostic::new(Code::WrongShape, body.span(), message);
        return Some(diagnostic.help(format!("write `{}: {{type: ...}}`", name.text())));
    }
    let given = body.get("type").filter(|given| !given.is_null())?;
    if !given.is_scalar() {
        let message = format!("the type of variability input \"{}\" is a name, not a {}", name.text(), given.kind());
        return Some(Diagnostic::new(Code::WrongShape, given.span(), message));
    }
    let is_known = is_known(given.text(), types) || given.text().contains(['.', ':']) || are_types_open;
    misspelled(name, given, types).or_else(|| {
        let help = || format!("one of {}", SIMPLE.join(", "));
        (!is_known).then(|| unknown(name, given).help(help()))
    })
}

fn is_known(name: &str, types: &TypeTable) -> bool {
    SIMPLE.contains(&name) || types.definition(Collection::Data, name).is_some()
}

/// A type that is nearly a simple one, or called so in another language. A longer name is one that the author made up.
fn misspelled(name: Yaml<'_>, given: Yaml<'_>, types: &TypeTable) -> Option<Diagnostic> {
    let word = given.as_str().filter(|word| !is_known(word, types) && !word.contains(['.', ':', '_']))?;
    let lower = word.to_lowercase();
    let confused = CONFUSIONS.iter().find(|(other, _)| *other == lower).map(|&(_, own)| own);
    let cased = || SIMPLE.iter().copied().find(|own| *own == lower);
    let near = || did_you_mean(&lower, SIMPLE.iter().copied()).filter(|own| own.len().abs_diff(lower.len()) <= 1);
    let meant = confused.or_else(cased).or_else(near)?;
    Some(unknown(name, given).replacing(word, meant).meaning(meant))
}

fn unknown(name: Yaml<'_>, given: Yaml<'_>) -> Diagnostic {
    let message = format!("type \"{}\" of input \"{}\" is not defined", given.text(), name.text());
    Diagnostic::new(Code::UndefinedType, given.span(), message)
}
