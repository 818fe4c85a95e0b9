//! Properties: a map of the present values.

use super::clean::{Places, put};
use super::{Key, Output, OutputEntries, Transformation};
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::{Alternative, ElementId, Kind, PropertyValue};

impl<'m> Transformation<'m> {
    /// The properties of `owner`; `None` when nothing is left of them. Profile A passes them through.
    pub(super) fn properties(&self, owner: ElementId, section: Yaml<'m>) -> Option<Output> {
        if !self.dialect().parts_are_elements {
            return Some(Output::Source(section.id()));
        }
        let (mut entries, mut places) = (OutputEntries::new(), Places::default());
        let mut is_void = true;
        for &id in self.model.properties_of(owner) {
            if self.has(id) {
                is_void &= self.is_void(id);
                if let Some(output) = self.property_value(id) {
                    put(&mut entries, &mut places, &self.model.element(id).name, output);
                }
            }
        }
        // A wrapper without a value leaves an empty map behind in profile B.
        let is_kept = !entries.is_empty() || (self.dialect().wrappers_may_be_void && !is_void);
        is_kept.then_some(Output::Mapping(entries))
    }

    /// Whether a present value leaves nothing behind where it is not written: last resorts do not.
    fn is_void(&self, id: ElementId) -> bool {
        let is_last_resort = self.model.element(id).alternative == Alternative::LastResort;
        is_last_resort || self.model.property(id).value == PropertyValue::Fallback
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
}
