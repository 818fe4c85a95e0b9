//! What all conditional elements have in common: conditions, or the role of the default among those of one name, and
//! keywords.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::Kind;

use super::conditions::{Condition, conditions, written};
use super::keywords::{Keywords, keywords};
use super::pick::seldom;
use super::scope::Scope;

/// What decides the presence of an element.
#[derive(Clone, Debug, Default)]
pub struct Presence {
    pub conditions: Vec<Condition>,
    keywords: Keywords,
    /// Whether it is wanted as the default alternative; of several in one place the first is.
    wants_default: bool,
}

pub fn presence() -> impl Strategy<Value = Presence> + Clone {
    (conditions(), keywords(), seldom(6)).prop_map(|(conditions, keywords, wants_default)| Presence {
        conditions,
        keywords,
        wants_default,
    })
}

/// Whether an element is the default alternative of its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Ordinary,
    Default,
}

/// The roles of elements with these names: only one of a name can be the default.
pub fn roles<'e, N: PartialEq>(elements: impl IntoIterator<Item = (N, &'e Presence)>) -> Vec<Role> {
    let mut taken: Vec<N> = Vec::new();
    let role = |(name, presence): (N, &Presence)| {
        if !presence.wants_default || taken.contains(&name) {
            return Role::Ordinary;
        }
        taken.push(name);
        Role::Default
    };
    elements.into_iter().map(role).collect()
}

impl Presence {
    /// Adds what decides the presence to the body of an element of this kind.
    pub fn add_to(&self, body: &mut Map<String, Json>, kind: Kind, role: Role, scope: &Scope) {
        match default_word(kind, scope.profile).filter(|_| role == Role::Default) {
            Some(word) => {
                body.insert(word.to_owned(), json!(true));
            }
            None => self.add_conditions_to(body, kind, scope),
        }
        if kind != Kind::Import {
            self.keywords.add_to(body, kind, scope);
        }
    }

    fn add_conditions_to(&self, body: &mut Map<String, Json>, kind: Kind, scope: &Scope) {
        if !knows_conditions(kind, scope.profile) {
            return;
        }
        if let Some(conditions) = written(&self.conditions, scope) {
            body.insert("conditions".to_owned(), conditions);
        }
    }
}

/// The keyword that makes an element the default alternative.
fn default_word(kind: Kind, profile: Profile) -> Option<&'static str> {
    let of_early = matches!(kind, Kind::Relation | Kind::Artifact | Kind::Property);
    let of_late = of_early || matches!(kind, Kind::Type | Kind::Technology | Kind::Input | Kind::Output);
    match profile {
        Profile::A => None,
        Profile::B => (kind == Kind::Property).then_some("default"),
        Profile::C => of_early.then_some("default_alternative"),
        Profile::D => of_late.then_some("default_alternative"),
    }
}

/// Whether elements of this kind can be conditional.
fn knows_conditions(kind: Kind, profile: Profile) -> bool {
    match kind {
        Kind::Node | Kind::Relation | Kind::Group => true,
        Kind::Input | Kind::Policy | Kind::Artifact | Kind::Property => profile >= Profile::B,
        Kind::Output | Kind::Type | Kind::Import | Kind::Technology => profile == Profile::D,
        Kind::Connection => false,
    }
}
