//! Which variability inputs and named expressions does the template use?

use std::collections::BTreeSet;

use crate::analysis::condition::ValueAtom;
use crate::analysis::question::Variants;
use crate::analysis::value::{InputRules, Mentions};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::{ElementId, Kind, Model, PropertyValue};

impl Variants<'_> {
    /// What conditions, values, defaults, rules between inputs and assertions use.
    pub(crate) fn mentions(&self) -> Mentions {
        let mut mentions = Mentions::default();
        let model = self.model();
        for (_, value) in self.rules().atoms().values() {
            if let ValueAtom::Input(name) = value {
                mentions.inputs.insert(model.yaml(*name).text().to_owned());
            }
        }
        let rules = InputRules::new(self.language());
        for rule in (0..rules.len()).map(|number| rules.rule(number)) {
            mentions.inputs.extend(rule.targets().chain([rule.source()]).map(str::to_owned));
        }
        let asserted = self.assertions().iter().flat_map(|asserted| &asserted.written);
        // Expressions that are only the name of something are reported where they stand.
        let named: Vec<&str> = model.of_kind(Kind::Property).filter_map(|id| expression_of_name(model, id)).collect();
        let bodies = named.iter().filter_map(|name| self.language().expression(name));
        let open = model.texts_with_conditions().chain(asserted.map(|&written| model.yaml(written)));
        let open = open.chain(bodies).collect();
        let is_input = |name: &&&str| self.language().input(name).is_some();
        mentions.inputs.extend(named.iter().filter(is_input).map(|name| (*name).to_owned()));
        mentions.expressions.extend(named.iter().map(|name| (*name).to_owned()));
        mentions.add(self.language(), open, self.expressions());
        mentions
    }

    /// What named expressions mention, used or not.
    pub(crate) fn mentioned_by_expressions(&self) -> Mentions {
        Mentions::of(self.language(), self.expressions().into_iter().collect(), None)
    }

    /// The named expressions that the conditions of an element use, directly or not.
    pub(crate) fn expressions_of_conditions(&self, id: ElementId) -> BTreeSet<String> {
        let conditions = self.model().element(id).conditions.iter();
        self.expressions_of(conditions.map(|&condition| self.model().yaml(condition)).collect())
    }

    /// The named expressions that these conditions use, directly or not.
    pub(crate) fn expressions_of<'v>(&'v self, open: Vec<Yaml<'v>>) -> BTreeSet<String> {
        Mentions::of(self.language(), open, None).expressions
    }

    /// The section of named expressions.
    pub(crate) fn expressions(&self) -> Option<Yaml<'_>> {
        self.model().variability().and_then(|variability| variability.get("expressions"))
    }
}

/// The text that the expression of a property is.
fn expression_of_name(model: &Model, property: ElementId) -> Option<&str> {
    match model.property(property).value {
        PropertyValue::Expression(expression) => model.yaml(expression).as_str(),
        PropertyValue::Literal(_) | PropertyValue::Fallback | PropertyValue::Missing => None,
    }
}
