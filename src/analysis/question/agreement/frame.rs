//! What a template says apart from what decides presences.
//!
//! Two templates with one frame, read with one profile, give the same document wherever they give the same presences: what is
//! written follows from the frame, from presences and from values, and values follow from the frame and from inputs.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::analysis::question::Variants;
use crate::analysis::question::configuration::canonical_text::{Writer, canonical_text, declaration_text};
use crate::analysis::question::configuration::presets::preset_text;
use crate::source::syntax::vocabulary::Profile;
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::{ElementId, Kind, Model, PropertyValue};

/// What a template says apart from what decides presences.
#[derive(PartialEq, Eq)]
pub(super) struct TemplateFrame {
    profile: Profile,
    /// The elements in element order, each with what is known of it besides its text.
    elements: Vec<String>,
    /// The text; none where a part of it stands for more than the element that it defines.
    text: Option<String>,
    /// The expressions that values refer to by name.
    expressions: Vec<String>,
}

impl TemplateFrame {
    pub(super) fn of(variants: &Variants<'_>) -> Self {
        let model = variants.model();
        Self {
            profile: model.profile(),
            elements: model.ids().map(|id| element(model, id)).collect(),
            text: writer(model).write(model.root()),
            expressions: expressions(variants),
        }
    }

    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.text.is_some() && self == other
    }
}

/// The declarations of inputs by name; those of inputs that are declared to be anything are empty.
pub(super) fn inputs(variants: &Variants<'_>) -> BTreeMap<String, String> {
    let profile = variants.model().profile();
    let declared = |declaration: Yaml<'_>| {
        if declaration.is_empty() { String::new() } else { declaration_text(declaration, profile) }
    };
    variants.language().inputs().map(|(name, declaration)| (name.to_owned(), declared(declaration))).collect()
}

/// What presets give, by name.
pub(super) fn presets(variants: &Variants<'_>) -> BTreeMap<String, String> {
    let section = variants.model().variability().and_then(|variability| variability.get("presets"));
    let presets = section.into_iter().flat_map(Yaml::entries);
    presets.map(|(name, preset)| (name.text().to_owned(), preset_text(variants.language(), preset))).collect()
}

/// What values are computed by: the expressions of properties, in order, and those that they and inputs refer to.
pub(super) fn computations(variants: &Variants<'_>) -> Vec<String> {
    let model = variants.model();
    let own = model.of_kind(Kind::Property).filter_map(|id| match model.property(id).value {
        PropertyValue::Expression(value) => {
            Some(format!("{}: {}", model.path(id), canonical_text(model.yaml(value), model.profile())))
        }
        _ => None,
    });
    own.chain(expressions(variants)).collect()
}

/// What is known of an element besides its text, which decides how it is written.
fn element(model: &Model, id: ElementId) -> String {
    let element = model.element(id);
    let details = match id.kind() {
        Kind::Property => {
            let property = model.property(id);
            let value = match property.value {
                PropertyValue::Literal(_) => "literal",
                PropertyValue::Expression(_) => "expression",
                PropertyValue::Fallback => "fallback",
                PropertyValue::Missing => "missing",
            };
            format!("{value} {:?}", property.consumes)
        }
        Kind::Group => {
            let members = model.group(id).members.iter().map(|member| &member.elements);
            format!("{} {:?}", model.group(id).is_variability_group, members.collect::<Vec<_>>())
        }
        Kind::Policy => {
            let targets = model.policy(id).targets.iter().map(|target| &target.elements);
            format!("{:?}", targets.collect::<Vec<_>>())
        }
        Kind::Relation => format!("{:?}", model.relation(id).template),
        Kind::Technology => format!("{:?}", model.technology(id).assign),
        Kind::Node | Kind::Type | Kind::Artifact | Kind::Import | Kind::Input | Kind::Output | Kind::Connection => {
            String::new()
        }
    };
    format!("{id:?} {:?} {:?} {details}", element.name, element.container)
}

/// The named expressions that values and inputs refer to, directly or not.
fn expressions(variants: &Variants<'_>) -> Vec<String> {
    let (model, language) = (variants.model(), variants.language());
    let values = model.of_kind(Kind::Property).filter_map(|id| match model.property(id).value {
        PropertyValue::Expression(value) => Some(model.yaml(value)),
        _ => None,
    });
    let mut open: Vec<Yaml<'_>> = values.chain(language.inputs().map(|(_, declaration)| declaration)).collect();
    let mut found = BTreeSet::new();
    while let Some(yaml) = open.pop() {
        // A text that happens to be a name counts too: that makes nothing equal.
        let names = yaml.descendants().filter(|part| part.is_scalar()).map(Yaml::text);
        let bodies = names.filter_map(|name| language.expression(name).filter(|_| found.insert(name)));
        open.extend(bodies);
    }
    let body = |name: &str| Some(format!("{name}: {}", canonical_text(language.expression(name)?, model.profile())));
    found.into_iter().filter_map(body).collect()
}

/// Writes the text of a template without what decides presences.
fn writer(model: &Model) -> Writer<'_> {
    let mut bodies: FxHashMap<YamlId, usize> = FxHashMap::default();
    for id in model.ids().filter(|&id| loses_keys(model, id)) {
        model.element(id).body.into_iter().for_each(|body| *bodies.entry(body).or_default() += 1);
    }
    Writer::without(bodies, model.dialect().unwritten_keys, model.variability())
}

/// Whether the element is written without what decides its presence.
fn loses_keys(model: &Model, id: ElementId) -> bool {
    match id.kind() {
        Kind::Node | Kind::Relation => true,
        Kind::Group if model.dialect().conditions_make_variability_groups => model.group(id).is_variability_group,
        _ => model.dialect().parts_are_elements,
    }
}
