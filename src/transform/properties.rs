//! Properties: a map of the present values.

use super::clean::put;
use super::{Entries, Key, Output, Transformation};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::{ElementId, Kind, PropertyValue};
use crate::syntax::vocabulary::Profile;
use crate::syntax::yaml::{Yaml, YamlId};

impl<'m> Transformation<'m> {
    /// The properties of `owner`; `None` when nothing is left of them. Profile A passes them through.
    pub(super) fn properties(&mut self, owner: ElementId, section: Yaml<'m>) -> Option<Output> {
        if self.model.profile() == Profile::A {
            return Some(Output::Source(section.id()));
        }
        let (mut entries, mut names) = (Entries::new(), Vec::new());
        let mut is_void = true;
        for &id in self.model.properties_of(owner) {
            if self.has(id) {
                is_void &= self.model.property(id).value == PropertyValue::Fallback;
                if let Some(output) = self.property_value(id) {
                    put(&mut entries, &mut names, &self.model.element(id).name, output);
                }
            }
        }
        if self.model.profile() == Profile::B {
            self.add_last_resorts(owner, &mut entries, &mut names);
        }
        // A wrapper without a value leaves an empty map behind in profile B.
        let is_kept = !entries.is_empty() || (self.model.profile() == Profile::B && !is_void);
        is_kept.then_some(Output::Mapping(entries))
    }

    fn property_value(&self, id: ElementId) -> Option<Output> {
        match self.model.property(id).value {
            PropertyValue::Literal(value) => Some(self.literal(id, value)),
            PropertyValue::Expression(_) => self.variant.value(id).map(Output::from),
            PropertyValue::Fallback | PropertyValue::Missing => None,
        }
    }

    /// A value as written; a present input that is named by its place gets its name.
    fn literal(&self, id: ElementId, value: YamlId) -> Output {
        let yaml = self.model.yaml(value);
        let consumed = self.model.property(id).consumes.first();
        let input = consumed.filter(|&&input| input.kind() == Kind::Input && self.has(input));
        match (yaml.get("get_input"), input) {
            (Some(name), Some(&input)) if *self.model.element(input).name != *name.text() => {
                Output::Mapping(vec![(Key::text("get_input"), Output::text(&self.model.element(input).name))])
            }
            _ => Output::Source(value),
        }
    }

    /// Profile B: values that are taken when no other of their name is present.
    fn add_last_resorts(&mut self, owner: ElementId, entries: &mut Entries, names: &mut Vec<String>) {
        let properties = self.model.properties_of(owner);
        for scope in self.model.namesakes(properties) {
            let resorts: Vec<ElementId> =
                scope.iter().copied().filter(|&id| self.model.property(id).is_last_resort).collect();
            let is_taken = scope.iter().any(|&id| self.has(id));
            match resorts.as_slice() {
                _ if is_taken => {}
                [] => {}
                &[one] => {
                    if let Some(output) = self.property_value(one) {
                        put(entries, names, &self.model.element(one).name, output);
                    }
                }
                &[_, second, ..] => self.report_several_defaults(owner, second),
            }
        }
    }

    fn report_several_defaults(&mut self, owner: ElementId, property: ElementId) {
        let element = self.model.element(property);
        let owner_words = match owner.kind() {
            Kind::Relation => {
                let template = self.model.relation(owner).template;
                let name = template.map_or("", |place| &self.model.relationship_templates()[place].name);
                format!("relation \"{name}\"")
            }
            kind => format!("{kind} \"{}\"", self.model.element(owner).name),
        };
        let sentence = format!("Property \"{}\" of {owner_words} has multiple defaults", element.name);
        let message = format!("property \"{}\" of {owner_words} has several default values", element.name);
        self.diagnostics.push(Diagnostic::new(Code::MultipleDefaults, element.span, message).reference(sentence));
    }
}
