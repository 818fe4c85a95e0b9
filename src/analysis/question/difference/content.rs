//! What an element contributes to a variant that has it.

use std::collections::BTreeSet;

use serde_json::{Map, Value as Json, json};

use crate::analysis::question::Variants;
use crate::analysis::question::exact::exact;
use crate::analysis::value::{Evaluator, NoLogic};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Model, PropertyValue};

/// Keys whose content is elements of their own.
static NESTED: &[&str] = &["properties", "artifacts", "requirements"];

/// What an element contributes, in a form for people, and exactly: `1.0` is not `1`.
#[derive(PartialEq, Eq)]
pub(super) struct ElementContent {
    pub(super) shown: Json,
    exact: Vec<String>,
}

impl ElementContent {
    /// The content as JSON; exactly, where people would not see the difference otherwise.
    pub(super) fn text(&self, is_seen: bool) -> String {
        if is_seen { self.shown.to_string() } else { json!(self.exact.join(", ")).to_string() }
    }
}

/// The content of an element: equal contents give equal parts of documents as long as presences are equal.
///
/// Values that depend on open inputs are compared as they are written, together with the expressions that they name.
pub(super) fn content(variants: &Variants<'_>, id: ElementId) -> ElementContent {
    ElementContent { shown: shown(variants, id), exact: exactly(variants, id) }
}

/// What is written in the definition, apart from what decides presence.
fn exactly(variants: &Variants<'_>, id: ElementId) -> Vec<String> {
    let model = variants.model();
    let profile = model.profile();
    let own = |body: Yaml<'_>, has_types: bool| -> Vec<String> {
        let wanted = body.entries().filter(|(key, _)| is_own(model, key.text(), has_types));
        let exactly = |(key, value): (Yaml<'_>, Yaml<'_>)| match inline(model, id, key, value) {
            Some(inline) => {
                let own: Vec<String> =
                    inline.map(|(key, value)| format!("{}: {}", key.text(), exact(value, profile))).collect();
                format!("{}: {{{}}}", key.text(), own.join(", "))
            }
            None => format!("{}: {}", key.text(), exact(value, profile)),
        };
        wanted.map(exactly).collect()
    };
    let body = || model.element(id).body.map(|body| model.yaml(body));
    match id.kind() {
        // A value that is computed is compared as such.
        Kind::Property => match model.property(id).value {
            PropertyValue::Literal(value) => vec![exact(model.yaml(value), profile)],
            PropertyValue::Expression(_) | PropertyValue::Fallback | PropertyValue::Missing => Vec::new(),
        },
        Kind::Node => {
            let relations = model.node(id).relations.iter().map(|&relation| model.element(relation).name.to_string());
            let body = body().filter(|body| body.is_mapping());
            let own = body.map_or_else(Vec::new, |body| own(body, !model.types_of(id).is_empty()));
            own.into_iter().chain(relations).collect()
        }
        // A short form means the same as a long one.
        _ => body().filter(|body| body.is_mapping()).map_or_else(Vec::new, |body| {
            let keys = own(body, !model.types_of(id).is_empty());
            if keys.len() > 1 { keys } else { Vec::new() }
        }),
    }
}

fn shown(variants: &Variants<'_>, id: ElementId) -> Json {
    let model = variants.model();
    match id.kind() {
        Kind::Property => property(variants, id),
        // Its name, which is how it was matched.
        Kind::Type | Kind::Technology => Json::Null,
        Kind::Relation => {
            let relation = model.relation(id);
            let template = relation.template.map(|place| &model.relationship_templates()[place]);
            let mut own = written(variants, id, "node");
            if !relation.is_open {
                own.insert("node".to_owned(), json!(&*relation.target_name));
            }
            let template = template.map(|template| entries(model.yaml(template.body), |key| is_own(model, key, true)));
            if let Some(template) = template {
                own.insert("relationship".to_owned(), Json::Object(template));
            }
            Json::Object(own)
        }
        Kind::Artifact => Json::Object(written(variants, id, "file")),
        Kind::Connection => Json::Object(written(variants, id, "type")),
        Kind::Node | Kind::Policy | Kind::Group | Kind::Input | Kind::Import | Kind::Output => {
            Json::Object(written(variants, id, "value"))
        }
    }
}

/// The relationship template inside a requirement, where its lists are elements, without these.
fn inline<'m>(
    model: &Model,
    id: ElementId,
    key: Yaml<'m>,
    value: Yaml<'m>,
) -> Option<impl Iterator<Item = (Yaml<'m>, Yaml<'m>)> + use<'m>> {
    let is_inline = id.kind() == Kind::Relation
        && key.text() == "relationship"
        && value.is_mapping()
        && !(model.types_of(id).is_empty() && model.properties_of(id).is_empty());
    let is_list =
        |(key, value): &(Yaml<'_>, Yaml<'_>)| value.is_sequence() && matches!(key.text(), "type" | "properties");
    is_inline.then(|| value.entries().filter(move |entry| !is_list(entry)))
}

/// The entries of the definition without what decides presence; a scalar stands for the entry `short`.
fn written(variants: &Variants<'_>, id: ElementId, short: &str) -> Map<String, Json> {
    let model = variants.model();
    let Some(body) = model.element(id).body.map(|body| model.yaml(body)) else { return Map::new() };
    if !body.is_mapping() {
        return Map::from_iter([(short.to_owned(), parsed(body))]);
    }
    let has_types = !model.types_of(id).is_empty();
    let mut own = entries(body, |key| is_own(model, key, has_types));
    for (key, value) in body.entries() {
        if let Some(inline) = inline(model, id, key, value) {
            let inline = inline.map(|(key, value)| (key.text().to_owned(), parsed(value))).collect();
            own.insert(key.text().to_owned(), Json::Object(inline));
        }
    }
    own
}

fn is_own(model: &Model, key: &str, has_types: bool) -> bool {
    let is_type = has_types && matches!(key, "type" | "types");
    !is_type && !model.dialect().unwritten_keys.contains(&key) && !NESTED.contains(&key)
}

fn entries(body: Yaml<'_>, is_wanted: impl Fn(&str) -> bool) -> Map<String, Json> {
    let wanted = body.entries().filter(|(key, _)| is_wanted(key.text()));
    wanted.map(|(key, value)| (key.text().to_owned(), parsed(value))).collect()
}

fn parsed(yaml: Yaml<'_>) -> Json {
    serde_json::from_str(&yaml.to_json()).unwrap_or_else(|_| json!(yaml.written()))
}

fn property(variants: &Variants<'_>, id: ElementId) -> Json {
    match variants.model().property(id).value {
        PropertyValue::Literal(value) => parsed(variants.model().yaml(value)),
        PropertyValue::Expression(value) => expression(variants, variants.model().yaml(value)),
        PropertyValue::Fallback | PropertyValue::Missing => Json::Null,
    }
}

/// The value where the given inputs decide it, else the expression with all that it mentions.
fn expression(variants: &Variants<'_>, yaml: Yaml<'_>) -> Json {
    let mut mentioned = Mentioned::default();
    mentioned.read(variants, yaml);
    let (given, open): (Vec<&str>, Vec<&str>) =
        mentioned.inputs.iter().partition(|input| variants.configuration().get(input).is_some());
    if open.is_empty() {
        let mut evaluator = Evaluator::new(variants.language(), variants.configuration());
        if let Ok(Some(value)) = evaluator.evaluate(yaml, &mut NoLogic) {
            return serde_json::from_str(&value.to_json()).unwrap_or(Json::Null);
        }
    }
    if mentioned.expressions.is_empty() && given.is_empty() {
        return parsed(yaml);
    }
    let bodies = mentioned.expressions.iter().filter_map(|&name| Some((name, variants.language().expression(name)?)));
    let bodies: Map<String, Json> = bodies.map(|(name, body)| (name.to_owned(), parsed(body))).collect();
    let given = given.into_iter().filter_map(|input| Some((input, variants.configuration().get(input)?)));
    let given: Map<String, Json> =
        given.map(|(input, given)| (input.to_owned(), json!(given.value.to_json()))).collect();
    json!({ "expression": parsed(yaml), "where": bodies, "given": given })
}

/// Names that occur in an expression. A text that happens to be a name counts too: that makes nothing equal.
#[derive(Default)]
struct Mentioned<'v> {
    inputs: BTreeSet<&'v str>,
    expressions: BTreeSet<&'v str>,
}

impl<'v> Mentioned<'v> {
    fn read(&mut self, variants: &Variants<'v>, yaml: Yaml<'v>) {
        let mut left = vec![yaml];
        while let Some(yaml) = left.pop() {
            left.extend(yaml.items());
            left.extend(yaml.entries().map(|(_, value)| value));
            if !yaml.is_scalar() {
                continue;
            }
            let name = yaml.text();
            if variants.language().input(name).is_some() {
                self.inputs.insert(name);
            }
            if let Some(body) = variants.language().expression(name)
                && self.expressions.insert(name)
            {
                left.push(body);
            }
        }
    }
}
