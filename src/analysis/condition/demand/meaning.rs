//! What a name in a condition means.

use super::super::text::Unreadable;
use crate::source::counted::shortened;
use crate::source::diagnostic::{did_you_mean, did_you_mean_code};
use crate::source::syntax::vocabulary::Operator;
use crate::tosca::model::{ElementId, Kind, Model, NotFound, TypeDefault};

/// What a name means.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Meaning {
    /// A variability input.
    Input,
    /// A named expression.
    Expression,
    /// Elements, one of which is meant to be present.
    Elements(Vec<ElementId>),
    /// The values that a property of an element may have; none where it has no such property.
    Values(ElementId, PropertyValues),
}

/// The values that a property may have.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PropertyValues {
    /// Those of the element itself.
    pub(super) own: Vec<ElementId>,
    /// Those of its types, which count where none of its own is written.
    pub(super) defaults: Vec<TypeDefault>,
}

/// What `name` means; `it` is the element that an assertion is about.
pub(super) fn meaning(model: &Model, name: &str, it: Option<ElementId>) -> Result<Meaning, (String, Option<String>)> {
    if name == "it" || name.starts_with("it.") {
        let help = "write `for node: ...` or `for node of TYPE: ...` before the condition";
        let it = it.ok_or_else(|| ("`it` means nothing here".to_owned(), Some(help.to_owned())))?;
        return Ok(match name.strip_prefix("it.") {
            None => Meaning::Elements(vec![it]),
            Some(property) => Meaning::Values(it, values_of(model, it, property)),
        });
    }
    if let Some(meaning) = value(model, name) {
        return meaning;
    }
    let found = elements(model, name);
    let is_property = |found: &[ElementId]| found.iter().all(|id| id.kind() == Kind::Property);
    // `app.port` is the port of `app`, unlike `property.app.port`, which is there or not.
    if kind_in(name) != Some(Kind::Property)
        && found.as_deref().map_or(true, is_property)
        && let Some((owner, property)) = name.rsplit_once('.')
        && let Ok([owner]) = elements(model, owner).as_deref()
    {
        let values = values_of(model, *owner, property);
        if !values.own.is_empty() || !values.defaults.is_empty() {
            return Ok(Meaning::Values(*owner, values));
        }
    }
    let error = match found {
        Ok(elements) => return Ok(Meaning::Elements(elements)),
        Err(error) => error,
    };
    if !model.dialect().inputs_are_declared && reads_input(model, name) {
        return Ok(Meaning::Input);
    }
    Err(match error {
        NotFound::Ambiguous { choices, .. } => {
            (format!("\"{name}\" may mean several elements"), Some(format!("write one of {}", choices.join(", "))))
        }
        NotFound::Unknown { .. } => unknown(model, name),
    })
}

/// What a name means that an input or a named expression has. One of both, and an element that is called by its kind, is
/// not guessed; of names without a kind, that of an element is behind these.
fn value(model: &Model, name: &str) -> Option<Result<Meaning, (String, Option<String>)>> {
    let language = model.language();
    let (meaning, what, call) = match (language.input(name), language.expression(name)) {
        (Some(_), Some(_)) => {
            let message = format!("\"{name}\" is an input and a named expression");
            let help = format!("write `variability_input({name})` or `value_expression({name})`");
            return Some(Err((message, Some(help))));
        }
        (Some(_), None) => (Meaning::Input, "an input", "variability_input"),
        (None, Some(_)) => (Meaning::Expression, "a named expression", "value_expression"),
        (None, None) => return None,
    };
    let elements = elements_called(model, name);
    if elements.is_empty() {
        return Some(Ok(meaning));
    }
    let other = match elements.as_slice() {
        &[only] => model.display_name(only).map(|name| format!(" or `{name}`")),
        _ => None,
    };
    let message = format!("\"{name}\" is {what} and an element");
    Some(Err((message, Some(format!("write `{call}({name})`{}", other.unwrap_or_default())))))
}

/// The elements that are called `name`, which begins with their kind.
pub(crate) fn elements_called(model: &Model, name: &str) -> Vec<ElementId> {
    kind_in(name).and_then(|_| elements(model, name).ok()).unwrap_or_default()
}

/// The kind with which a name begins.
fn kind_in(name: &str) -> Option<Kind> {
    let (word, _) = name.split_once(['.', ':'])?;
    Kind::ALL.into_iter().find(|kind| kind.word() == word)
}

/// Whether the template reads an input of this name, which needs no declaration before the last profile.
fn reads_input(model: &Model, name: &str) -> bool {
    model.root().descendants().flat_map(|yaml| yaml.entries()).any(|(key, value)| {
        let is_input = || Operator::named(key.text(), model.profile()) == Some(Operator::VariabilityInput);
        value.is_scalar() && value.text() == name && is_input()
    })
}

/// The elements that a name means: what [`Model::find`] finds, or all that have a short form such as `relation.app.host`.
fn elements(model: &Model, name: &str) -> Result<Vec<ElementId>, NotFound> {
    let short: Vec<ElementId> = match name.split_once('.') {
        Some((kind, rest)) => {
            let kind = Kind::ALL.into_iter().find(|found| found.word() == kind);
            let of_kind = kind.into_iter().flat_map(|kind| model.of_kind(kind));
            of_kind.filter(|&id| !model.is_silent(id) && is_short(model, id, rest)).collect()
        }
        None => Vec::new(),
    };
    // A condition may ask whether a property has no value.
    match model.by_path(name).map_or_else(|| model.find(name), Ok) {
        Ok(found) => Ok(vec![found]),
        Err(_) if !short.is_empty() => Ok(short),
        Err(error) => Err(error),
    }
}

/// Whether `rest` is the name of the element, behind that of what contains it where something does.
fn is_short(model: &Model, id: ElementId, rest: &str) -> bool {
    let element = model.element(id);
    let Some(container) = element.container else { return rest == &*element.name };
    let behind = rest.strip_prefix(&*model.element(container).name).and_then(|rest| rest.strip_prefix('.'));
    behind.is_some_and(|name| name == &*element.name)
}

/// The values of a property, those that are never written out aside.
fn values_of(model: &Model, owner: ElementId, property: &str) -> PropertyValues {
    let named = model.properties_of(owner).iter().copied();
    let own = named.filter(|&id| &*model.element(id).name == property && !model.is_silent(id)).collect();
    PropertyValues { own, defaults: model.type_defaults(owner, property) }
}

fn unknown(model: &Model, name: &str) -> (String, Option<String>) {
    let language = model.language();
    let inputs = language.inputs().map(|(name, _)| name.to_owned());
    let expressions = language.expressions().map(|(name, _)| name.to_owned());
    let elements = model.ids().map(|id| short_form(model, id));
    let known: Vec<String> = inputs.chain(expressions).chain(elements).collect();
    let help = match did_you_mean(name, known.iter().map(String::as_str)) {
        Some(close) => did_you_mean_code(close),
        None => match kind_in(name) {
            Some(kind) => of_kind(model, kind),
            None if name.contains('-') => "a minus has a space on each side; a text stands in quotes".to_owned(),
            None if is_identifier(name) => {
                // Other names would need quotes of their own.
                let plain = model.of_kind(Kind::Node).find(|&id| is_identifier(&model.element(id).name));
                let example = plain.map_or("node.NAME".to_owned(), |id| short_form(model, id));
                format!("an element has its kind before its name, as in `{example}`; a text stands in quotes: {name:?}")
            }
            None => format!("a text stands in quotes: {name:?}"),
        },
    };
    (format!("there is no input, expression or element \"{name}\""), Some(help))
}

fn is_identifier(name: &str) -> bool {
    name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

/// The element as people write it: `node.db`, `relation.app.host`.
fn short_form(model: &Model, id: ElementId) -> String {
    let element = model.element(id);
    match element.container {
        None => format!("{}.{}", id.kind(), element.name),
        Some(container) => format!("{}.{}.{}", id.kind(), model.element(container).name, element.name),
    }
}

/// The elements of a kind, some of them.
fn of_kind(model: &Model, kind: Kind) -> String {
    const MAX_NAMED: usize = 5;
    let own = model.of_kind(kind).filter(|&id| !model.is_silent(id));
    let mut own: Vec<String> = own.map(|id| format!("`{}`", short_form(model, id))).collect();
    own.dedup();
    match own.as_slice() {
        [] => "there is no element of this kind".to_owned(),
        own => format!("elements of this kind: {}", shortened(own, MAX_NAMED)),
    }
}

/// Something that is wrong at a place of the text.
pub(super) fn error(place: &std::ops::Range<usize>, message: String, help: Option<String>) -> Unreadable {
    Unreadable { message, place: place.clone(), help }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::package::Package;
    use crate::source::syntax::vocabulary::Profile;
    use crate::tosca::model::LoadOptions;

    fn loaded(text: &str, profile: Profile) -> Model {
        let options = LoadOptions { profile: Some(profile), options: None };
        Model::load(&Package::of_text(text.to_owned()), &options).unwrap().model.unwrap()
    }

    /// What names mean here: the kind of meaning with the elements, or the message and the help.
    fn meaning_text(model: &Model, name: &str) -> String {
        let paths = |ids: &[ElementId]| ids.iter().map(|&id| model.path(id)).collect::<Vec<_>>().join(", ");
        match meaning(model, name, None) {
            Ok(Meaning::Input) => "input".to_owned(),
            Ok(Meaning::Expression) => "expression".to_owned(),
            Ok(Meaning::Elements(elements)) => paths(&elements),
            Ok(Meaning::Values(_, values)) => format!("values {}", paths(&values.own)),
            Err((message, help)) => format!("{message}; {}", help.unwrap_or_default()),
        }
    }

    #[test]
    fn names_of_inputs_and_of_elements_are_not_guessed() {
        let model = loaded(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs: {node.app: {type: boolean}, db: {type: boolean}}
    expressions: {relation.app.uses: true}
  node_templates:
    app: {type: t, requirements: [{uses: db}]}
    db: {type: t}
",
            Profile::D,
        );
        for (name, meant) in [
            ("node.app", "\"node.app\" is an input and an element; write `variability_input(node.app)` or `node:app`"),
            (
                "relation.app.uses",
                "\"relation.app.uses\" is a named expression and an element; write `value_expression(relation.app.uses)` \
                 or `relation:app.uses@0`",
            ),
            ("node:app", "node.app"),
            ("relation:app.uses@0", "relation.uses@0.node.app"),
            ("db", "input"),
            ("node.db", "node.db"),
            (
                "node.sqlite",
                "there is no input, expression or element \"node.sqlite\"; elements of this kind: `node.app`, `node.db`",
            ),
            (
                "group.sqlite",
                "there is no input, expression or element \"group.sqlite\"; there is no element of this kind",
            ),
        ] {
            assert_eq!(meaning_text(&model, name), meant, "{name}");
        }
    }

    #[test]
    fn a_property_is_a_value_unless_it_is_called_one() {
        let text = |version: &str, operator: &str| {
            format!(
                "tosca_definitions_version: {version}
topology_template:
  variability: {{inputs: {{x: {{type: boolean}}}}}}
  node_templates:
    app: {{type: t, properties: [{{port: {{value: 1, conditions: {{{operator}: x}}}}}}]}}
"
            )
        };
        let version = "tosca_variability_1_0";
        for (operator, profile) in [("variability_input", Profile::D), ("get_variability_input", Profile::C)] {
            let model = loaded(&text(version, operator), profile);
            assert_eq!(meaning_text(&model, "app.port"), "values property.port@0.node.app", "{profile}");
            assert_eq!(meaning_text(&model, "property.app.port"), "property.port@0.node.app", "{profile}");
        }
        let model = loaded(&text(version, "variability_input"), Profile::D);
        // That it has no value can be asked, but its name does not mean it.
        assert_eq!(meaning_text(&model, "property.port@1.node.app"), "property.port@1.node.app");
        assert!(model.find("property.port@1.node.app").is_err());
    }
}
