//! Maps that expressions give, written down, so that they are completed as those that authors write.

use rustc_hash::FxHashMap;

use crate::analysis::question::Variant;
use crate::analysis::value::Value;
use crate::source::Sources;
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};
use crate::tosca::model::{ElementId, Kind, Model, PropertyValue};

/// The maps that expressions give for properties of a variant.
#[derive(Debug, Default)]
pub struct ExpressionMaps {
    tree: Tree,
    root: Option<YamlId>,
    properties: Vec<ElementId>,
}

impl ExpressionMaps {
    /// Those of the present properties of `variant`.
    pub fn of(model: &Model, variant: &Variant) -> Self {
        let map = |id: ElementId| {
            let is_expression = matches!(model.property(id).value, PropertyValue::Expression(_));
            let value = variant.value(id).filter(|value| is_expression && matches!(value, Value::Map(_)))?;
            variant.has(model, id).then(|| (id, value.to_json()))
        };
        let (properties, texts): (Vec<ElementId>, Vec<String>) = model.of_kind(Kind::Property).filter_map(map).unzip();
        if properties.is_empty() {
            return Self::default();
        }
        let (mut sources, mut tree) = (Sources::new(), Tree::new());
        let file = sources.add("values of expressions", format!("[{}]\n", texts.join(",\n")));
        let (root, _) = tree.parse(&sources, file);
        Self { tree, root, properties }
    }

    /// By property. Places in them are those of no file that an author knows.
    pub(super) fn by_property(&self) -> FxHashMap<ElementId, Yaml<'_>> {
        let maps = self.root.map(|root| self.tree.at(root)).into_iter().flat_map(Yaml::items);
        self.properties.iter().copied().zip(maps).collect()
    }
}
