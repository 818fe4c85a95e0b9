//! Claims as a certificate words them, and what would contradict them.

use serde_json::Value as Json;

use super::expression::same;
use super::reference::{Reference, Scene};

/// What is claimed.
#[derive(Clone, Debug, PartialEq)]
pub enum Claimed {
    NoVariant,
    Dead(usize),
    Core(usize),
    Together(usize, usize),
    Condition(usize, bool),
    Constraint(usize),
    Idle(usize),
    NoValue(String, Json),
    Fine(String),
    Impossible(String),
    Best { property: String, is_least: bool, value: f64 },
    Count,
}

impl Claimed {
    pub fn of(entry: &Json, reference: &Reference) -> Result<Self, String> {
        let title = entry["claim"].as_str().ok_or("no claim")?;
        let place = |path: &str| reference.place(path).ok_or_else(|| format!("there is no {path}"));
        let constraint = |text: &str| {
            let place = text.strip_prefix("constraints@").and_then(|number| number.parse::<usize>().ok());
            place.filter(|&place| place < reference.constraints.len()).ok_or_else(|| format!("there is no {text}"))
        };
        let preset = |name: &str| {
            if reference.presets.contains_key(name) { Ok(name.to_owned()) } else { Err(format!("no preset {name}")) }
        };
        let claimed = if title == "no variant" {
            Self::NoVariant
        } else if title == "count" {
            Self::Count
        } else if title.starts_with("no better than ") {
            Self::best(entry)?
        } else if let Some(rest) = title.strip_prefix("no variant with ") {
            let (input, value) = rest.split_once(" = ").ok_or("no value")?;
            Self::NoValue(input.to_owned(), serde_json::from_str(value).map_err(|error| error.to_string())?)
        } else if let Some(path) = title.strip_prefix("dead ") {
            Self::Dead(place(path)?)
        } else if let Some(path) = title.strip_prefix("core ") {
            Self::Core(place(path)?)
        } else if let Some((one, other)) = title.split_once(" whenever ") {
            Self::Together(place(one)?, place(other)?)
        } else if let Some(rest) = title.strip_prefix("condition of ") {
            let never = rest.strip_suffix(" never holds");
            let path = never.or(rest.strip_suffix(" holds")).ok_or("no condition")?;
            Self::Condition(place(path)?, never.is_some())
        } else if let Some(text) = title.strip_suffix(" excludes nothing") {
            Self::Idle(constraint(text)?)
        } else if let Some(name) = title.strip_prefix("preset ").and_then(|rest| rest.strip_suffix(" fine")) {
            Self::Fine(preset(name)?)
        } else if let Some(name) = title.strip_prefix("preset ").and_then(|rest| rest.strip_suffix(" without variant"))
        {
            Self::Impossible(preset(name)?)
        } else if let Some(text) = title.strip_suffix(" holds") {
            Self::Constraint(constraint(text)?)
        } else {
            return Err(format!("an unknown claim: {title}"));
        };
        claimed.fits(entry, reference)
    }

    fn best(entry: &Json) -> Result<Self, String> {
        let claimed = &entry["optimum"];
        let value = claimed["value"].as_str().and_then(|value| value.parse().ok()).ok_or("no value")?;
        let property = claimed["measure"].as_str().and_then(|measure| measure.strip_prefix("property:"));
        let is_least = match claimed["goal"].as_str() {
            Some("min") => true,
            Some("max") => false,
            _ => return Err("no goal".to_owned()),
        };
        if entry["claim"] != format!("no better than {}", claimed["value"].as_str().unwrap_or_default()) {
            return Err("two values".to_owned());
        }
        Ok(Self::Best { property: property.ok_or("another measure")?.to_owned(), is_least, value })
    }

    /// The claim, if the entry names what it is about.
    fn fits(self, entry: &Json, reference: &Reference) -> Result<Self, String> {
        let named = match &self {
            Self::Dead(place) | Self::Core(place) | Self::Together(place, _) | Self::Condition(place, _) => {
                Some(reference.parts[*place].path.as_str())
            }
            Self::Fine(preset) | Self::Impossible(preset) => Some(preset.as_str()),
            _ => None,
        };
        if entry["element"].as_str() == named { Ok(self) } else { Err(format!("about something else: {entry}")) }
    }

    /// The preset whose completions it is about.
    pub fn preset(&self) -> Option<&str> {
        match self {
            Self::Fine(preset) | Self::Impossible(preset) => Some(preset),
            _ => None,
        }
    }

    /// The property whose values are summed up.
    pub fn measured(&self) -> Option<&str> {
        match self {
            Self::Best { property, .. } => Some(property),
            _ => None,
        }
    }

    /// Whether values of inputs with these presences, if they are right, are what is claimed not to be; of a number, whether
    /// they are counted. The caller ensures what is assumed.
    pub fn contradicted(&self, scene: &Scene<'_>, is_assumed: bool) -> bool {
        let reference = scene.reference;
        let has = |place: usize| scene.present.contains(&reference.parts[place].path);
        let is_valid = || is_assumed && reference.is_valid(scene);
        match self {
            Self::NoVariant | Self::Impossible(_) | Self::Count => is_valid(),
            Self::Dead(place) => has(*place) && is_valid(),
            Self::Core(place) => !has(*place) && is_valid(),
            Self::Together(place, container) => has(*container) && !has(*place) && is_valid(),
            Self::Condition(place, is_wanted) => reference.own_conditions(*place, scene) == Ok(*is_wanted),
            Self::Constraint(place) => reference.constraint(*place, scene) == Ok(false),
            Self::Idle(place) => {
                let mut others = (0..reference.constraints.len()).filter(|other| other != place);
                reference.constraint(*place, scene) == Ok(false)
                    && others.all(|other| reference.constraint(other, scene) == Ok(true))
                    && !reference.is_faulty(scene)
            }
            Self::NoValue(input, value) => {
                scene.choice.get(input).is_some_and(|chosen| same(chosen, value)) && is_valid()
            }
            Self::Fine(_) => !reference.is_valid(scene),
            Self::Best { property, is_least, value } => {
                is_valid()
                    && reference.sum(property, scene).is_ok_and(|sum| {
                        let gain = if *is_least { value - sum } else { sum - value };
                        gain > 1e-9
                    })
            }
        }
    }
}
