//! What an element contributes to a variant that has it.

use serde_json::{Value as Json, json};

use super::computed::{computed, expression, open_expression};
use super::written::{WrittenEntries, written_json, written_object};
use crate::analysis::question::Variants;
use crate::analysis::question::agreement::same_elements::SharedElements;
use crate::analysis::question::configuration::canonical_text::canonical_text;
use crate::analysis::value::Value;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Model, PropertyValue, Weight};

/// What is shown of what has no content of its own.
const NOTHING: &str = "null";

/// What an element contributes, in a form for people, and exactly: `1.0` is not `1`.
pub(super) struct ElementContent<'m> {
    shown: String,
    exact: Vec<ExactPart<'m>>,
}

impl PartialEq for ElementContent<'_> {
    /// Values that are known exactly are equal whatever they look like: operators have other names in other revisions.
    fn eq(&self, other: &Self) -> bool {
        let are_values = self.is_value() && other.is_value();
        self.exact == other.exact && (are_values || self.is_shown_as(other))
    }
}

impl Eq for ElementContent<'_> {}

/// A part of what an element contributes.
struct ExactPart<'m> {
    /// Its name; none for a part that is the whole content.
    name: Option<String>,
    /// Equal only where parts are equal; not for people.
    key: String,
    written: WrittenPart<'m>,
}

/// What stands for a part that people are shown.
enum WrittenPart<'m> {
    Node(Yaml<'m>),
    /// It is written nowhere as a whole.
    Json(String),
}

impl WrittenPart<'_> {
    /// The part as it is written, as JSON.
    fn json(&self) -> String {
        match self {
            Self::Node(yaml) => written_json(*yaml),
            Self::Json(json) => json.clone(),
        }
    }
}

impl PartialEq for ExactPart<'_> {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.key) == (&other.name, &other.key)
    }
}

impl Eq for ExactPart<'_> {}

impl ElementContent<'_> {
    /// Whether it is one value, and nothing else.
    fn is_value(&self) -> bool {
        matches!(self.exact.as_slice(), [ExactPart { name: None, .. }])
    }

    /// Whether the forms for people have the same values.
    fn is_shown_as(&self, other: &Self) -> bool {
        let read = |text: &str| serde_json::from_str::<Json>(text).ok();
        self.shown == other.shown || read(&self.shown).zip(read(&other.shown)).is_some_and(|(own, other)| own == other)
    }

    /// The content as JSON: in a form for people where they see the difference to the other content, else the parts that are not
    /// the same as they are written.
    pub(super) fn text(&self, other: &Self) -> String {
        if !self.is_shown_as(other) {
            return self.shown_with_weight(other);
        }
        let differing: Vec<&ExactPart<'_>> = self.exact.iter().filter(|part| !other.exact.contains(part)).collect();
        let is_reordered = differing.is_empty() && self.exact.len() == other.exact.len();
        let parts = if is_reordered { self.exact.iter().collect() } else { differing };
        if let [ExactPart { name: None, written, .. }] = parts.as_slice() {
            return written.json();
        }
        let named = |part: &&ExactPart<'_>| (part.name.clone().unwrap_or_default(), part.written.json());
        let entries: Vec<(String, String)> = parts.iter().map(named).collect();
        written_object(entries.iter().map(|(name, json)| (name.as_str(), json.as_str())))
    }
}

impl ElementContent<'_> {
    /// The form for people, with the weight where that is another one.
    fn shown_with_weight(&self, other: &Self) -> String {
        let is_weight = |part: &&ExactPart<'_>| part.name.as_deref() == Some("weight") && !other.exact.contains(part);
        let Some(weight) = self.exact.iter().find(is_weight) else { return self.shown.clone() };
        let entry = format!("\"weight\":{}", weight.key);
        match self.shown.strip_suffix('}') {
            Some("{") => format!("{{{entry}}}"),
            Some(entries) => format!("{entries},{entry}}}"),
            None => self.shown.clone(),
        }
    }
}

/// The content of an element: equal contents give equal parts of documents as long as presences are equal.
///
/// Values that depend on open inputs are compared as they are written, together with the expressions that they name.
pub(super) fn content<'m>(variants: &Variants<'m>, id: ElementId, shared: SharedElements<'_>) -> ElementContent<'m> {
    let content = ContentReader { variants, model: variants.model(), id, shared };
    ElementContent { shown: content.shown(), exact: content.exactly() }
}

/// Reads what an element contributes.
struct ContentReader<'c, 'm> {
    variants: &'c Variants<'m>,
    model: &'m Model,
    id: ElementId,
    /// What both sides take for elements: the rest is content.
    shared: SharedElements<'c>,
}

impl<'m> ContentReader<'_, 'm> {
    /// What is written in the definition, apart from what decides presence.
    fn exactly(&self) -> Vec<ExactPart<'m>> {
        if self.id.kind() == Kind::Property {
            return self.exact_value().into_iter().collect();
        }
        let mut parts = self.body().map_or_else(Vec::new, |body| self.own_parts(body));
        match self.id.kind() {
            Kind::Node => {
                parts.extend(self.weight());
                parts.extend(self.relation_names());
                parts
            }
            Kind::Group | Kind::Policy | Kind::Input | Kind::Output | Kind::Property => parts,
            Kind::Relation | Kind::Artifact | Kind::Connection | Kind::Import | Kind::Type | Kind::Technology => {
                // A short form means the same as a long one.
                if parts.len() < 2 {
                    parts.clear();
                }
                parts.extend(self.template_parts());
                parts.extend(self.weight());
                parts.extend(self.implementation());
                parts
            }
        }
    }

    /// What the element adds to sums of weights: no document has it, but answers change with it.
    fn weight(&self) -> Option<ExactPart<'m>> {
        let billionths = match self.id.kind() {
            Kind::Node => self.model.node(self.id).weight.billionths(),
            Kind::Technology => self.model.technology(self.id).weight.billionths(),
            _ => return None,
        };
        let whole = format!("{}.{:09}", billionths / Weight::SCALE, billionths % Weight::SCALE);
        let decimal = whole.trim_end_matches('0').trim_end_matches('.').to_owned();
        let (name, key) = (Some("weight".to_owned()), decimal.clone());
        Some(ExactPart { name, key, written: WrittenPart::Json(decimal) })
    }

    /// What a technology writes into its node: the type that replaces the node's, or its name.
    fn implementation(&self) -> Option<ExactPart<'m>> {
        if self.id.kind() != Kind::Technology {
            return None;
        }
        let (name, written) = if self.model.options().is_edmm {
            ("technology", &self.model.element(self.id).name)
        } else {
            ("type", self.model.technology(self.id).assign.as_ref()?)
        };
        let json = json!(&**written).to_string();
        Some(ExactPart { name: Some(name.to_owned()), key: json.clone(), written: WrittenPart::Json(json) })
    }

    /// The definition, where it is a mapping.
    fn body(&self) -> Option<Yaml<'m>> {
        self.model.element(self.id).body.map(|body| self.model.yaml(body)).filter(|body| body.is_mapping())
    }

    /// The value of a property, or all that decides it.
    fn exact_value(&self) -> Option<ExactPart<'m>> {
        match self.model.property(self.id).value {
            PropertyValue::Literal(value) => {
                let yaml = self.model.yaml(value);
                let part = ExactPart { name: None, ..self.part("", yaml) };
                // A value that is written as it would be computed is the same as a computed one.
                let computed = Value::from_yaml(yaml).to_json();
                let is_same = yaml.is_scalar() && yaml.tag().is_none() && computed == written_json(yaml);
                Some(if is_same { ExactPart { key: computed, ..part } } else { part })
            }
            PropertyValue::Expression(value) => {
                let yaml = self.model.yaml(value);
                Some(match computed(self.variants, yaml) {
                    Some(value) => {
                        let json = value.to_json();
                        ExactPart { name: None, key: json.clone(), written: WrittenPart::Json(json) }
                    }
                    None => ExactPart {
                        name: None,
                        key: open_expression(self.variants, yaml),
                        written: WrittenPart::Node(yaml),
                    },
                })
            }
            PropertyValue::Fallback | PropertyValue::Missing => None,
        }
    }

    fn own_parts(&self, body: Yaml<'m>) -> Vec<ExactPart<'m>> {
        let parts = body.entries().filter(|(key, _)| self.is_own(key.text())).flat_map(|(key, value)| {
            let part =
                |(inner, value): (Yaml<'m>, Yaml<'m>)| self.part(&format!("{}.{}", key.text(), inner.text()), value);
            match self.inline(key, value) {
                Some(inline) => inline.map(part).collect(),
                None => vec![self.part(key.text(), value)],
            }
        });
        parts.collect()
    }

    fn part(&self, name: &str, yaml: Yaml<'m>) -> ExactPart<'m> {
        ExactPart {
            name: Some(name.to_owned()),
            key: canonical_text(yaml, self.model.profile()),
            written: WrittenPart::Node(yaml),
        }
    }

    /// The names of the relations of a node in their order, which is that of requirements.
    fn relation_names(&self) -> Option<ExactPart<'m>> {
        let relations = self.model.node(self.id).relations.iter();
        let names: Vec<&str> = relations.map(|&relation| &*self.model.element(relation).name).collect();
        let json = json!(names).to_string();
        let written = WrittenPart::Json(json.clone());
        (!names.is_empty()).then(|| ExactPart { name: Some("requirements".to_owned()), key: json, written })
    }

    /// The relationship template that a relation names, without what is elements.
    fn template_parts(&self) -> Vec<ExactPart<'m>> {
        let Some(template) = self.template() else { return Vec::new() };
        let own = template.entries().filter(|(key, _)| self.is_own_of_template(key.text()));
        own.map(|(key, value)| self.part(&format!("relationship.{}", key.text()), value)).collect()
    }

    fn template(&self) -> Option<Yaml<'m>> {
        let place = (self.id.kind() == Kind::Relation).then(|| self.model.relation(self.id).template)??;
        Some(self.model.yaml(self.model.relationship_templates()[place].body))
    }

    fn shown(&self) -> String {
        match self.id.kind() {
            Kind::Property => self.property(),
            // Its name, which is how it was matched.
            Kind::Type | Kind::Technology => NOTHING.to_owned(),
            Kind::Relation => self.relation().object(),
            Kind::Artifact => self.written("file").object(),
            Kind::Connection => self.written("type").object(),
            Kind::Node | Kind::Policy | Kind::Group | Kind::Input | Kind::Import | Kind::Output => {
                self.written("value").object()
            }
        }
    }

    fn relation(&self) -> WrittenEntries {
        let relation = self.model.relation(self.id);
        let mut own = self.written("node");
        if !relation.is_open {
            own.set("node", json!(&*relation.target_name).to_string());
        }
        if let Some(template) = self.template() {
            let template = entries(template, |key| self.is_own_of_template(key));
            own.set("relationship", template.object());
        }
        own
    }

    /// The relationship template inside a requirement, where its lists are elements, without these.
    fn inline(&self, key: Yaml<'m>, value: Yaml<'m>) -> Option<impl Iterator<Item = (Yaml<'m>, Yaml<'m>)> + use<'m>> {
        let (model, id) = (self.model, self.id);
        let is_inline = id.kind() == Kind::Relation
            && self.shared.has_types()
            && key.text() == "relationship"
            && value.is_mapping()
            && !(model.types_of(id).is_empty() && model.properties_of(id).is_empty());
        let is_list =
            |(key, value): &(Yaml<'_>, Yaml<'_>)| value.is_sequence() && matches!(key.text(), "type" | "properties");
        is_inline.then(|| value.entries().filter(move |entry| !is_list(entry)))
    }

    /// The entries of the definition without what decides presence; a scalar stands for the entry `short`.
    fn written(&self, short: &str) -> WrittenEntries {
        let Some(body) = self.model.element(self.id).body.map(|body| self.model.yaml(body)) else {
            return WrittenEntries::default();
        };
        if !body.is_mapping() {
            return WrittenEntries::from_iter([(short, written_json(body))]);
        }
        let mut own = entries(body, |key| self.is_own(key));
        for (key, value) in body.entries() {
            if let Some(inline) = self.inline(key, value) {
                let inline: WrittenEntries = inline.map(|(key, value)| (key.text(), written_json(value))).collect();
                own.set(key.text(), inline.object());
            }
        }
        own
    }

    /// Whether an entry is neither what decides presence nor elements of their own.
    fn is_own(&self, key: &str) -> bool {
        let kind = self.id.kind();
        let is_elements = match key {
            "type" | "types" => self.shared.has_types() && !self.model.types_of(self.id).is_empty(),
            "properties" => self.shared.has_properties_of(kind),
            "artifacts" => self.shared.has(Kind::Artifact),
            "requirements" => true,
            // It is written as the type of the node.
            "assign" => kind == Kind::Technology,
            _ => false,
        };
        !is_elements && !self.model.dialect().unwritten_keys.contains(&key)
    }

    fn is_own_of_template(&self, key: &str) -> bool {
        !matches!(key, "type" | "types" if self.shared.has_types()) && self.is_own(key)
    }

    fn property(&self) -> String {
        match self.model.property(self.id).value {
            PropertyValue::Literal(value) => written_json(self.model.yaml(value)),
            PropertyValue::Expression(value) => expression(self.variants, self.model.yaml(value)),
            PropertyValue::Fallback | PropertyValue::Missing => NOTHING.to_owned(),
        }
    }
}

fn entries(body: Yaml<'_>, is_wanted: impl Fn(&str) -> bool) -> WrittenEntries {
    let wanted = body.entries().filter(|(key, _)| is_wanted(key.text()));
    wanted.map(|(key, value)| (key.text(), written_json(value))).collect()
}
