//! Conditions: logic over inputs and presences.

use proptest::prelude::*;
use serde_json::{Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;

use super::comparisons::{Comparison, comparison};
use super::pick::{Pick, pick};
use super::scope::Scope;
use super::vocabulary::{Word, call};

/// A condition, before it is known what there is to mention.
#[derive(Clone, Debug)]
pub enum Condition {
    Literal(bool),
    Comparison(Comparison),
    Presence(Pick),
    Named(Pick),
    Not(Box<Condition>),
    All(Pick, Vec<Condition>),
    Implies(Box<[Condition; 2]>),
}

impl Condition {
    /// The condition in the words of a profile.
    pub fn written(&self, scope: &Scope) -> Json {
        match self {
            Self::Literal(holds) => json!(holds),
            Self::Comparison(comparison) => comparison.written(scope),
            Self::Presence(pick) => pick.of(&scope.presences).unwrap_or(json!(true)),
            Self::Named(pick) => match pick.of(&scope.conditions) {
                Some(name) => Word::NamedCondition.call(scope.profile, name),
                None => json!(true),
            },
            Self::Not(inner) => call("not", inner.written(scope)),
            Self::All(pick, inner) => {
                let inner: Vec<Json> = inner.iter().map(|inner| inner.written(scope)).collect();
                call(pick.one_of(operators(scope.profile)), inner)
            }
            Self::Implies(sides) => call("implies", sides.iter().map(|side| side.written(scope)).collect::<Vec<_>>()),
        }
    }
}

/// Operators over any number of operands.
fn operators(profile: Profile) -> &'static [&'static str] {
    match profile {
        // What is called `xor` here is the exactly-one of profile D.
        Profile::A | Profile::B | Profile::C => &["and", "or", "and", "or", "xor"],
        Profile::D => &["and", "or", "and", "or", "xor", "exo", "amo"],
    }
}

/// A condition over inputs, named conditions and presences.
pub fn condition() -> impl Strategy<Value = Condition> + Clone {
    let leaf = prop_oneof![
        8 => comparison().prop_map(Condition::Comparison),
        4 => pick().prop_map(Condition::Presence),
        1 => pick().prop_map(Condition::Named),
        1 => any::<bool>().prop_map(Condition::Literal),
    ];
    leaf.prop_recursive(2, 5, 3, |inner| {
        prop_oneof![
            3 => inner.clone().prop_map(|inner| Condition::Not(Box::new(inner))),
            5 => (pick(), prop::collection::vec(inner.clone(), 1..4))
                .prop_map(|(operator, inner)| Condition::All(operator, inner)),
            1 => (inner.clone(), inner).prop_map(|(left, right)| Condition::Implies(Box::new([left, right]))),
        ]
    })
}

/// The conditions of an element: none, one, or several that have to hold together.
pub fn conditions() -> impl Strategy<Value = Vec<Condition>> + Clone {
    prop_oneof![
        7 => Just(Vec::new()),
        5 => condition().prop_map(|condition| vec![condition]),
        1 => prop::collection::vec(condition(), 2),
    ]
}

/// What stands behind `conditions`; none where there is nothing to say.
pub fn written(conditions: &[Condition], scope: &Scope) -> Option<Json> {
    match conditions {
        [] => None,
        [one] => Some(one.written(scope)),
        several => Some(json!(several.iter().map(|one| one.written(scope)).collect::<Vec<_>>())),
    }
}
