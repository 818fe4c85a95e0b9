//! What a condition or an expression may mention where it stands.

use serde_json::{Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;

use super::inputs::Shape;
use super::pick::Pick;
use super::vocabulary::Word;

/// What may be mentioned.
#[derive(Clone, Debug)]
pub struct Scope {
    pub profile: Profile,
    /// The variability inputs, by name.
    pub inputs: Vec<(String, Shape)>,
    /// Presence functions that may be asked.
    pub presences: Vec<Json>,
    /// Named conditions.
    pub conditions: Vec<String>,
    /// Named values that are integers.
    pub values: Vec<String>,
}

impl Scope {
    /// The input that is chosen among those of some shapes.
    pub fn input(&self, pick: Pick, is_wanted: impl Fn(Shape) -> bool) -> Option<(Json, Shape)> {
        let wanted: Vec<&(String, Shape)> = self.inputs.iter().filter(|(_, shape)| is_wanted(*shape)).collect();
        let (name, shape) = pick.of(&wanted)?;
        Some((Word::Input.call(self.profile, name.as_str()), *shape))
    }

    /// With further presence functions.
    pub fn and(&self, presences: impl IntoIterator<Item = Json>) -> Self {
        let mut with = self.clone();
        with.presences.extend(presences);
        with
    }

    /// With functions about what surrounds a relation.
    pub fn in_relation(&self) -> Self {
        let words = [Word::SourcePresence, Word::TargetPresence];
        match self.profile {
            Profile::A => self.clone(),
            Profile::B | Profile::C | Profile::D => self.and(words.map(|word| word.call(self.profile, "SELF"))),
        }
    }

    /// With functions about what contains an element (profile D).
    pub fn in_container(&self) -> Self {
        match self.profile {
            Profile::A | Profile::B | Profile::C => self.clone(),
            Profile::D => self.and([json!({ "container_presence": "SELF" })]),
        }
    }
}
