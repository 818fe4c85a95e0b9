//! Which variability inputs and named expressions does the template use?

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use crate::analysis::condition::ValueAtom;
use crate::analysis::question::Variants;
use crate::analysis::value::InputRules;
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::ElementId;

/// What is used, by name. What only unused expressions mention is not.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mentions {
    pub(crate) inputs: BTreeSet<String>,
    pub(crate) expressions: BTreeSet<String>,
}

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
        let open = model.texts_with_conditions().chain(asserted.map(|&written| model.yaml(written))).collect();
        let mut walk = MentionWalk { variants: self, open, seen: FxHashSet::default(), mentions };
        walk.seen.extend(self.expressions().map(|expressions| expressions.id()));
        walk.run();
        walk.mentions
    }

    /// What named expressions mention, used or not.
    pub(crate) fn mentioned_by_expressions(&self) -> Mentions {
        let (open, seen) = (self.expressions().into_iter().collect(), FxHashSet::default());
        let mut walk = MentionWalk { variants: self, open, seen, mentions: Mentions::default() };
        walk.run();
        walk.mentions
    }

    /// The named expressions that the conditions of an element use, directly or not.
    pub(crate) fn expressions_of_conditions(&self, id: ElementId) -> BTreeSet<String> {
        let conditions = self.model().element(id).conditions.iter();
        self.expressions_of(conditions.map(|&condition| self.model().yaml(condition)).collect())
    }

    /// The named expressions that these conditions use, directly or not.
    pub(crate) fn expressions_of<'v>(&'v self, open: Vec<Yaml<'v>>) -> BTreeSet<String> {
        let mut walk = MentionWalk { variants: self, open, seen: FxHashSet::default(), mentions: Mentions::default() };
        walk.run();
        walk.mentions.expressions
    }

    /// The section of named expressions.
    pub(crate) fn expressions(&self) -> Option<Yaml<'_>> {
        self.model().variability().and_then(|variability| variability.get("expressions"))
    }
}

struct MentionWalk<'v, 'm> {
    variants: &'v Variants<'m>,
    /// A stack of our own: templates may be nested deeper than the thread's stack allows.
    open: Vec<Yaml<'m>>,
    seen: FxHashSet<crate::source::syntax::yaml::YamlId>,
    mentions: Mentions,
}

impl MentionWalk<'_, '_> {
    fn run(&mut self) {
        while let Some(yaml) = self.open.pop() {
            if yaml.is_scalar() || !self.seen.insert(yaml.id()) {
                continue;
            }
            self.open.extend(yaml.items());
            for (key, value) in yaml.entries() {
                if value.is_scalar() {
                    self.name(key, value);
                } else {
                    self.open.push(value);
                }
            }
        }
    }

    /// An operator with the name of an input or of an expression.
    fn name(&mut self, key: Yaml<'_>, name: Yaml<'_>) {
        let language = self.variants.language();
        match Operator::named(key.text(), language.profile()) {
            Some(Operator::VariabilityInput) => {
                self.mentions.inputs.insert(name.text().to_owned());
            }
            Some(Operator::ValueExpression | Operator::LogicExpression) => {
                self.mentions.expressions.insert(name.text().to_owned());
                self.open.extend(language.expression(name.text()));
            }
            _ => {}
        }
    }
}
