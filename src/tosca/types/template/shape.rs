//! The shapes of types and definitions: what is neither a name nor a mapping says nothing, and is reported.

use crate::source::diagnostic::Code;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::completion::{Fault, Path};

/// What is wrong with the shape of a type; its members are looked at by themselves.
pub(super) fn of_type(body: Yaml<'_>, path: &Path<'_>, faults: &mut Vec<Fault>) {
    if !body.is_mapping() {
        expect(body.is_null(), body, path, "a type is a mapping", faults);
        return;
    }
    let parent = body.get("derived_from");
    expect_all(parent, Yaml::is_scalar, path, "a type derives from a type by its name", faults);
    for section in ["properties", "attributes"] {
        let members = body.get(section).filter(|members| !members.is_null());
        expect_all(members, Yaml::is_mapping, path, "definitions are a mapping", faults);
    }
}

/// What is wrong with the shape of the definition of a value.
pub(super) fn of_definition<'t>(body: Yaml<'t>, path: &Path<'_>, faults: &mut Vec<Fault>) {
    if !body.is_mapping() {
        expect(body.is_scalar(), body, path, "a definition is a mapping, or the name of a type", faults);
        return;
    }
    let member = |key: &str| body.get(key).filter(|member| !member.is_null());
    expect_all(member("type"), Yaml::is_scalar, path, "a type is a name", faults);
    let is_boolean = |value: Yaml<'t>| value.as_bool().is_some();
    expect_all(member("required"), is_boolean, path, "`required` is true or false", faults);
    expect_all(member("constraints"), Yaml::is_sequence, path, "constraints are a list", faults);
    let is_clause = |clause: Yaml<'t>| clause.is_mapping() && clause.len() == 1;
    for clause in member("constraints").into_iter().flat_map(Yaml::items) {
        expect(is_clause(clause), clause, path, "a constraint is a mapping with one entry", faults);
    }
}

/// What is wrong with the shape of the definition of a topology input.
pub(super) fn of_input(body: Yaml<'_>, path: &Path<'_>, faults: &mut Vec<Fault>) {
    if body.is_mapping() {
        of_definition(body, path, faults);
    } else {
        expect(body.is_null(), body, path, "the definition of an input is a mapping, as `{type: string}`", faults);
    }
}

fn expect_all<'t>(
    found: Option<Yaml<'t>>,
    is_sound: impl Fn(Yaml<'t>) -> bool,
    path: &Path<'_>,
    rule: &str,
    faults: &mut Vec<Fault>,
) {
    found.into_iter().for_each(|found| expect(is_sound(found), found, path, rule, faults));
}

fn expect(is_sound: bool, found: Yaml<'_>, path: &Path<'_>, rule: &str, faults: &mut Vec<Fault>) {
    if is_sound {
        return;
    }
    let message = format!("\"{path}\": {rule}, not a {}", found.kind());
    faults.push(Fault::new(Code::WrongShape, path, found.span(), message));
}
