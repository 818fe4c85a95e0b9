//! Names of variability inputs and of named expressions that texts mention.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::Language;
use crate::source::syntax::vocabulary::Operator;
use crate::source::syntax::yaml::{Yaml, YamlId};

/// What is mentioned, by name, be it by way of expressions that are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mentions {
    pub(crate) inputs: BTreeSet<String>,
    pub(crate) expressions: BTreeSet<String>,
}

impl Mentions {
    /// What these texts mention; of what is `passed_over` in them only what something else mentions is looked at.
    pub(crate) fn of<'m>(language: &Language<'m>, texts: Vec<Yaml<'m>>, passed_over: Option<Yaml<'m>>) -> Self {
        let mut mentions = Self::default();
        mentions.add(language, texts, passed_over);
        mentions
    }

    /// Adds [`Mentions::of`] these.
    pub(crate) fn add<'m>(&mut self, language: &Language<'m>, texts: Vec<Yaml<'m>>, passed_over: Option<Yaml<'m>>) {
        let seen = passed_over.into_iter().map(Yaml::id).collect();
        MentionWalk { language, open: texts, seen, mentions: self }.run();
    }
}

struct MentionWalk<'l, 'm> {
    language: &'l Language<'m>,
    /// A stack of our own: templates may be nested deeper than the thread's stack allows.
    open: Vec<Yaml<'m>>,
    seen: FxHashSet<YamlId>,
    mentions: &'l mut Mentions,
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
        let language = self.language;
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
