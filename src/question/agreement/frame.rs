//! What a template says apart from what decides presences.
//!
//! Two templates with one frame, read with one profile, give the same document wherever they give the same presences: what is
//! written follows from the frame, from presences and from values, and values follow from the frame and from inputs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::model::{ElementId, Kind, Model, PropertyValue};
use crate::question::Variants;
use crate::syntax::vocabulary::{Operator, Profile, unwritten_keys};
use crate::syntax::yaml::{Yaml, YamlId};

/// Stack that one level of nesting needs at most, and how much is added when less is left.
const RED_ZONE: usize = 32 * 1024;
const STACK_SEGMENT: usize = 1024 * 1024;

/// What a template says apart from what decides presences.
#[derive(PartialEq, Eq)]
pub(super) struct Frame {
    profile: Profile,
    /// The elements in element order, each with what is known of it besides its text.
    elements: Vec<String>,
    /// The text; none where a part of it stands for more than the element that it defines.
    text: Option<String>,
    /// The expressions that values refer to by name.
    expressions: Vec<String>,
}

impl Frame {
    pub(super) fn of(variants: &Variants<'_>) -> Self {
        let model = variants.model();
        Self {
            profile: model.profile(),
            elements: model.ids().map(|id| element(model, id)).collect(),
            text: Writer::of(model).write(model.root()),
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
    let declared =
        |declaration: Yaml<'_>| if declaration.is_empty() { String::new() } else { said(declaration, profile) };
    variants.language().inputs().map(|(name, declaration)| (name.to_owned(), declared(declaration))).collect()
}

/// The presets.
pub(super) fn presets(variants: &Variants<'_>) -> String {
    let section = variants.model().variability().and_then(|variability| variability.get("presets"));
    section.map_or_else(String::new, |section| said(section, variants.model().profile()))
}

/// What values are computed by: the expressions of properties, in order, and those that they and inputs refer to.
pub(super) fn computations(variants: &Variants<'_>) -> Vec<String> {
    let model = variants.model();
    let own = model.of_kind(Kind::Property).filter_map(|id| match model.property(id).value {
        PropertyValue::Expression(value) => {
            Some(format!("{}: {}", model.path(id), said(model.yaml(value), model.profile())))
        }
        _ => None,
    });
    own.chain(expressions(variants)).collect()
}

/// A node with all below it, as exactly as it is written; operators have the same names in all profiles.
fn said(yaml: Yaml<'_>, profile: Profile) -> String {
    Writer { operators_of: Some(profile), ..Writer::plain() }.write(yaml).unwrap_or_default()
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
        Kind::Node | Kind::Type | Kind::Artifact | Kind::Import | Kind::Input | Kind::Output => String::new(),
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
    let (mut found, mut seen) = (BTreeSet::new(), FxHashSet::default());
    while let Some(yaml) = open.pop() {
        if !seen.insert(yaml.id()) {
            continue;
        }
        open.extend(yaml.items());
        open.extend(yaml.entries().map(|(_, value)| value));
        // A text that happens to be a name counts too: that makes nothing equal.
        if yaml.is_scalar()
            && let Some(body) = language.expression(yaml.text())
            && found.insert(yaml.text())
        {
            open.push(body);
        }
    }
    let body = |name: &str| Some(format!("{name}: {}", said(language.expression(name)?, model.profile())));
    found.into_iter().filter_map(body).collect()
}

/// Writes nodes so that equal texts mean equal nodes.
struct Writer<'m> {
    text: String,
    /// Bodies of elements, with how many elements have them.
    bodies: FxHashMap<YamlId, usize>,
    /// Keys of these bodies that never get into a document.
    unwritten: &'static [&'static str],
    variability: Option<Yaml<'m>>,
    /// The profile whose names of operators are replaced by their meaning.
    operators_of: Option<Profile>,
    is_ambiguous: bool,
}

impl<'m> Writer<'m> {
    fn plain() -> Self {
        let bodies = FxHashMap::default();
        Self { text: String::new(), bodies, unwritten: &[], variability: None, operators_of: None, is_ambiguous: false }
    }

    fn of(model: &'m Model) -> Self {
        let mut bodies: FxHashMap<YamlId, usize> = FxHashMap::default();
        for id in model.ids().filter(|&id| loses_keys(model, id)) {
            model.element(id).body.into_iter().for_each(|body| *bodies.entry(body).or_default() += 1);
        }
        let (unwritten, variability) = (unwritten_keys(model.profile()), model.variability());
        Self { bodies, unwritten, variability, ..Self::plain() }
    }

    fn write(mut self, yaml: Yaml<'m>) -> Option<String> {
        self.node(yaml);
        (!self.is_ambiguous).then_some(self.text)
    }

    fn node(&mut self, yaml: Yaml<'m>) {
        if let Some(tag) = yaml.tag() {
            self.text.extend(["!", tag, " "]);
        }
        if yaml.is_scalar() {
            // Writing to a string cannot fail.
            let _ = write!(self.text, "{:?}{:?}", yaml.shape(), yaml.text());
            return;
        }
        let unwritten = self.unwritten_of(yaml);
        stacker::maybe_grow(RED_ZONE, STACK_SEGMENT, || {
            self.text.push(if yaml.is_mapping() { '{' } else { '[' });
            for item in yaml.items() {
                self.node(item);
                self.text.push(',');
            }
            for (key, value) in yaml.entries() {
                let is_left_out = unwritten.contains(&key.text())
                    || self.variability.is_some_and(|variability| variability.id() == value.id());
                if !is_left_out {
                    match self.operator(yaml, key) {
                        // Writing to a string cannot fail.
                        Some(operator) => drop(write!(self.text, "{operator:?}")),
                        None => self.node(key),
                    }
                    self.text.push(':');
                    self.node(value);
                    self.text.push(',');
                }
            }
            self.text.push(if yaml.is_mapping() { '}' } else { ']' });
        });
    }

    /// What a key means as an operator, where it is one.
    fn operator(&self, mapping: Yaml<'_>, key: Yaml<'_>) -> Option<Operator> {
        let profile = self.operators_of.filter(|_| mapping.len() == 1)?;
        Operator::named(key.text(), profile)
    }

    fn unwritten_of(&mut self, yaml: Yaml<'m>) -> &'static [&'static str] {
        match self.bodies.get_mut(&yaml.id()) {
            None => &[],
            // Through an alias it stands where it is written as it is.
            Some(0) => {
                self.is_ambiguous = true;
                &[]
            }
            Some(left) => {
                *left -= 1;
                self.unwritten
            }
        }
    }
}

/// Whether the element is written without what decides its presence.
fn loses_keys(model: &Model, id: ElementId) -> bool {
    let is_bound_to_connection = |relation: ElementId| {
        let template = model.relation(relation).template;
        template.is_some_and(|place| model.relationship_templates()[place].default_for.is_some())
    };
    match (model.profile(), id.kind()) {
        (Profile::A, Kind::Node | Kind::Relation) => true,
        (Profile::A, Kind::Group) => model.group(id).is_variability_group,
        (Profile::A, _) => false,
        // Connections that no present relation uses have the properties without conditions.
        (_, Kind::Property) => !model
            .element(id)
            .container
            .is_some_and(|container| container.kind() == Kind::Relation && is_bound_to_connection(container)),
        _ => true,
    }
}
