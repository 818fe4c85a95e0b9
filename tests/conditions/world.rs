//! The template, its configurations one by one, and what conditions mean there.

use std::collections::BTreeSet;

use proptest::prelude::*;
use variscope::analysis::condition::text::{Phrase, PhraseMeaning, Verb};
use variscope::analysis::question::Variants;
use variscope::analysis::value::{Assembly, Configuration};
use variscope::source::syntax::vocabulary::Operator;
use variscope::tosca::model::Model;

use crate::support::model::loaded;

pub const TEMPLATE: &str = "
tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      a: {type: boolean}
      env: {type: string, constraints: [{valid_values: [dev, prod]}]}
      size: {type: integer, constraints: [{in_range: [0, 4]}]}
    expressions:
      big: {greater: [{variability_input: size}, 2]}
      twice: {mul: [{variability_input: size}, 2]}
    options: {type_default_condition: true, relation_default_condition: true, property_default_condition: true}
    constraints: [{not: {and: [{variability_input: a}, {equal: [{variability_input: size}, 4]}]}}]
  node_templates:
    app:
      type: App
      properties:
        - port: {value: 80, conditions: {variability_input: a}}
        - port: {value: 8080, conditions: {not: {variability_input: a}}}
      requirements: [{host: {node: vm, relationship: tosca.relationships.HostedOn}}, {db: db}]
    db:
      type: Db
      conditions: {or: [{variability_input: a}, {logic_expression: big}]}
      requirements: [{host: {node: vm, relationship: tosca.relationships.HostedOn}}]
    cache: {type: Db, conditions: {and: [{equal: [{variability_input: env}, prod]}, {not: {node_presence: db}}]}}
    vm: {type: Machine}
  policies:
    - backup: {type: Backup, targets: [db], conditions: {equal: [{variability_input: env}, prod]}}
";

/// A configuration that resolves.
pub struct World {
    pub a: bool,
    pub env: &'static str,
    pub size: i64,
    pub present: BTreeSet<String>,
}

pub fn model() -> Model {
    let loaded = loaded(TEMPLATE, None);
    assert!(loaded.diagnostics.iter().all(|diagnostic| !diagnostic.is_error()), "{:?}", loaded.diagnostics);
    loaded.model.unwrap()
}

pub fn nothing() -> Configuration {
    Configuration::default()
}

/// All configurations that resolve.
pub fn worlds(model: &Model) -> Vec<World> {
    let mut worlds = Vec::new();
    for (a, env, size) in [true, false]
        .into_iter()
        .flat_map(|a| ["dev", "prod"].into_iter().flat_map(move |env| (0..=4).map(move |size| (a, env, size))))
    {
        let language = model.language();
        let arguments = [format!("a={a}"), format!("env={env}"), format!("size={size}")];
        let assembly = arguments
            .into_iter()
            .fold(Assembly::new(&language, None), |assembly, argument| assembly.argument(&argument));
        let configuration = assembly.finish().0;
        if let Ok(variant) = Variants::of(model, &configuration).unwrap().resolve() {
            let present = model.ids().filter(|&id| variant.has(model, id)).map(|id| model.path(id)).collect();
            worlds.push(World { a, env, size, present });
        }
    }
    worlds
}

#[derive(Clone, Debug, PartialEq)]
pub enum Is {
    Truth(bool),
    Number(i64),
    Text(String),
    List(Vec<Is>),
}

impl World {
    pub fn truth(&self, phrase: &Phrase, it: &str) -> bool {
        match self.is(phrase, it) {
            Is::Truth(holds) => holds,
            other => panic!("{phrase} is {other:?}"),
        }
    }

    pub fn number(&self, phrase: &Phrase, it: &str) -> i64 {
        match self.is(phrase, it) {
            Is::Number(number) => number,
            other => panic!("{phrase} is {other:?}"),
        }
    }

    pub fn has(&self, path: &str) -> bool {
        self.present.contains(path)
    }

    pub fn is(&self, phrase: &Phrase, it: &str) -> Is {
        match &phrase.says {
            PhraseMeaning::Name(name) => match &**name {
                "a" => Is::Truth(self.a),
                "env" => Is::Text(self.env.to_owned()),
                "size" => Is::Number(self.size),
                "big" => Is::Truth(self.size > 2),
                "twice" => Is::Number(self.size * 2),
                "it" => Is::Truth(self.has(&format!("node.{it}"))),
                "node.app.port" => Is::Number(if self.a { 80 } else { 8080 }),
                "relation.app.db" => Is::Truth(self.has("relation.db@1.node.app")),
                "policy.backup" => Is::Truth(self.has("policy.backup@0")),
                path => Is::Truth(self.has(path)),
            },
            PhraseMeaning::Text(text) => Is::Text(text.clone()),
            PhraseMeaning::Number(number) => Is::Number(number.parse().unwrap()),
            PhraseMeaning::Truth(holds) => Is::Truth(*holds),
            PhraseMeaning::List(items) => Is::List(items.iter().map(|item| self.is(item, it)).collect()),
            PhraseMeaning::Not(inner) => Is::Truth(!self.truth(inner, it)),
            PhraseMeaning::Call(operator, operands) => self.call(*operator, operands, it),
            PhraseMeaning::Verb(verb, sides) => {
                Is::Truth(self.done(*verb, &sides[0].to_string(), &sides[1].to_string(), it))
            }
            other => panic!("{other:?}"),
        }
    }

    pub fn call(&self, operator: Operator, operands: &[Phrase], it: &str) -> Is {
        let truths = || operands.iter().map(|operand| self.truth(operand, it));
        let two = || (self.number(&operands[0], it), self.number(&operands[1], it));
        Is::Truth(match operator {
            Operator::And => truths().all(|holds| holds),
            Operator::Or => truths().any(|holds| holds),
            Operator::Xor => truths().filter(|holds| *holds).count() % 2 == 1,
            Operator::ExactlyOne => truths().filter(|holds| *holds).count() == 1,
            Operator::AtMostOne => truths().filter(|holds| *holds).count() <= 1,
            Operator::Implies => !self.truth(&operands[0], it) || self.truth(&operands[1], it),
            Operator::Equal => self.is(&operands[0], it) == self.is(&operands[1], it),
            Operator::Less => two().0 < two().1,
            Operator::LessOrEqual => two().0 <= two().1,
            Operator::Greater => two().0 > two().1,
            Operator::GreaterOrEqual => two().0 >= two().1,
            Operator::Add => return Is::Number(two().0 + two().1),
            Operator::ValidValues | Operator::InRange => {
                let Is::List(items) = self.is(&operands[1], it) else { panic!("a list") };
                let value = self.is(&operands[0], it);
                match (operator, value, items.as_slice()) {
                    (Operator::InRange, Is::Number(value), [Is::Number(low), Is::Number(high)]) => {
                        (*low..=*high).contains(&value)
                    }
                    (_, value, items) => items.contains(&value),
                }
            }
            other => panic!("{other:?}"),
        })
    }

    /// What the template says of who covers, hosts and targets whom.
    pub fn done(&self, verb: Verb, doer: &str, other: &str, it: &str) -> bool {
        let named = |name: &str| match name {
            "it" => vec![format!("node.{it}")],
            "Db" => vec!["node.db".to_owned(), "node.cache".to_owned()],
            "App" => vec!["node.app".to_owned()],
            "Machine" => vec!["node.vm".to_owned()],
            "Backup" | "policy.backup" => vec!["policy.backup@0".to_owned()],
            path => vec![path.to_owned()],
        };
        let facts: &[(&str, &str, &str)] = match verb {
            Verb::Covers => &[("policy.backup@0", "node.db", "node.db")],
            Verb::Hosts => &[
                ("node.vm", "node.app", "relation.host@0.node.app"),
                ("node.vm", "node.db", "relation.host@0.node.db"),
            ],
            Verb::Targets => &[
                ("node.app", "node.vm", "relation.host@0.node.app"),
                ("node.db", "node.vm", "relation.host@0.node.db"),
                ("node.app", "node.db", "relation.db@1.node.app"),
            ],
        };
        facts.iter().any(|(left, right, by)| {
            named(doer).contains(&(*left).to_owned())
                && named(other).contains(&(*right).to_owned())
                && self.has(left)
                && self.has(right)
                && self.has(by)
        })
    }
}

pub fn conditions() -> impl Strategy<Value = String> {
    let leaf = prop::sample::select(vec![
        "a",
        "big",
        "node.db",
        "node.cache",
        "relation.app.db",
        "policy.backup",
        "env = \"prod\"",
        "env != 'dev'",
        "size > 1",
        "size <= 3",
        "size + twice >= 6",
        "twice in 2..6",
        "size in [0, 3]",
        "env not in [\"prod\"]",
        "policy.backup covers node.db",
        "node.vm hosts Db",
        "node.app targets Db",
        "node.app.port > 100",
        "size = 4",
    ]);
    leaf.prop_map(str::to_owned).prop_recursive(4, 12, 3, |inner| {
        let two = (inner.clone(), inner.clone());
        prop_oneof![
            inner.clone().prop_map(|inner| format!("not ({inner})")),
            (two.clone(), prop::sample::select(vec!["and", "or", "implies"]))
                .prop_map(|((left, right), word)| format!("({left}) {word} ({right})")),
            (two.clone(), prop::sample::select(vec!["xor", "exo", "amo"]))
                .prop_map(|((left, right), word)| format!("{word}({left}, {right})")),
            inner.prop_map(|inner| format!("node.db = ({inner})")),
        ]
    })
}
