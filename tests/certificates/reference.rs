//! What a small template means, element by element, straight from the definitions of the language (profile D; sections 1.6,
//! 3.3, 3.5, 3.6 and 4). What it does not know it refuses to read.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value as Json};

use super::expression::{World, holds, value};

/// Values of inputs by name.
pub type Choice = BTreeMap<String, Json>;
/// Paths of elements that are present.
pub type Presences = BTreeSet<String>;

/// An element of a template.
#[derive(Debug)]
pub struct Part {
    pub path: String,
    pub kind: &'static str,
    pub name: String,
    pub container: Option<usize>,
    /// What the author demands.
    pub conditions: Vec<Json>,
    /// Nodes: for relations the target, for groups the members, for policies the targets.
    pub others: Vec<String>,
    /// What a property has where no other of its name is present.
    pub is_fallback: bool,
    pub body: Json,
}

/// A template that is small enough to be looked at as a whole.
#[derive(Debug)]
pub struct Reference {
    pub parts: Vec<Part>,
    pub domains: BTreeMap<String, Vec<Json>>,
    pub defaults: Choice,
    pub constraints: Vec<Json>,
    pub presets: BTreeMap<String, Choice>,
    expressions: Map<String, Json>,
    options: Map<String, Json>,
}

/// Values of inputs and presences, in which conditions are evaluated.
pub struct Scene<'r> {
    pub reference: &'r Reference,
    pub choice: &'r Choice,
    pub present: &'r Presences,
}

const KINDS: [&str; 7] = ["type", "node", "relation", "property", "artifact", "group", "policy"];

fn entries(json: &Json) -> Vec<(String, Json)> {
    match json {
        Json::Object(map) => map.iter().map(|(name, body)| (name.clone(), body.clone())).collect(),
        Json::Array(list) => list.iter().flat_map(entries).collect(),
        _ => Vec::new(),
    }
}

fn conditions(body: &Json) -> Vec<Json> {
    match &body["conditions"] {
        Json::Null => Vec::new(),
        Json::Array(list) => list.clone(),
        one => vec![one.clone()],
    }
}

fn domain(name: &str, body: &Json) -> Vec<Json> {
    let allowed = body["constraints"].as_array().map(Vec::as_slice).unwrap_or_default();
    match (body["type"].as_str(), allowed) {
        (Some("boolean"), []) => vec![false.into(), true.into()],
        (_, [constraint]) => match (constraint["valid_values"].as_array(), constraint["in_range"].as_array()) {
            (Some(values), _) => values.clone(),
            (_, Some(range)) => (range[0].as_i64().unwrap()..=range[1].as_i64().unwrap()).map(Json::from).collect(),
            _ => panic!("outside of the reference: the values of {name}"),
        },
        _ => panic!("outside of the reference: the values of {name}"),
    }
}

impl Reference {
    pub fn of(text: &str) -> Self {
        let document: Json = serde_yaml::from_str(text).unwrap();
        assert_eq!(document["tosca_definitions_version"], "tosca_variability_1_0");
        let topology = &document["topology_template"];
        let variability = &topology["variability"];
        let map = |key: &str| variability[key].as_object().cloned().unwrap_or_default();
        let inputs = map("inputs");
        let mut reference = Self {
            parts: Vec::new(),
            domains: inputs.iter().map(|(name, body)| (name.clone(), domain(name, body))).collect(),
            defaults: inputs.iter().map(|(name, body)| (name.clone(), body["default"].clone())).collect(),
            constraints: variability["constraints"].as_array().cloned().unwrap_or_default(),
            presets: map("presets")
                .iter()
                .map(|(name, preset)| (name.clone(), entries(&preset["inputs"]).into_iter().collect()))
                .collect(),
            expressions: map("expressions"),
            options: map("options"),
        };
        reference.defaults.retain(|_, default| !default.is_null());
        for (name, body) in entries(&topology["node_templates"]) {
            reference.node(&name, &body);
        }
        for (name, body) in entries(&topology["groups"]) {
            let members = body["members"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned());
            let path = format!("group.{name}");
            let place = reference.add(("group", path, name, None), &body, members.collect());
            reference.types(place, &body);
        }
        for (index, (name, body)) in entries(&topology["policies"]).into_iter().enumerate() {
            let targets = body["targets"].as_array().unwrap().iter().map(|one| one.as_str().unwrap().to_owned());
            let path = format!("policy.{name}@{index}");
            let place = reference.add(("policy", path, name, None), &body, targets.collect());
            reference.types(place, &body);
        }
        reference
    }

    fn add(
        &mut self,
        (kind, path, name, container): (&'static str, String, String, Option<usize>),
        body: &Json,
        others: Vec<String>,
    ) -> usize {
        let conditions = conditions(body);
        let part = Part { path, kind, name, container, conditions, others, is_fallback: false, body: body.clone() };
        self.parts.push(part);
        self.parts.len() - 1
    }

    fn inner(&mut self, kind: &'static str, container: usize, index: usize, (name, body): &(String, Json)) -> usize {
        let path = format!("{kind}.{name}@{index}.{}", self.parts[container].path);
        let others = match kind {
            "relation" => vec![body.as_str().or(body["node"].as_str()).unwrap().to_owned()],
            _ => Vec::new(),
        };
        self.add((kind, path, name.clone(), Some(container)), body, others)
    }

    fn types(&mut self, container: usize, body: &Json) {
        let name = body["type"].as_str().expect("one type").to_owned();
        self.inner("type", container, 0, &(name, Json::Null));
    }

    fn node(&mut self, name: &str, body: &Json) {
        let place = self.add(("node", format!("node.{name}"), name.to_owned(), None), body, Vec::new());
        self.types(place, body);
        let properties = entries(&body["properties"]);
        for (index, property) in properties.iter().enumerate() {
            self.inner("property", place, index, property);
        }
        let names: BTreeSet<&String> = properties.iter().map(|(name, _)| name).collect();
        let mut index = properties.len();
        let mut seen = BTreeSet::new();
        for (name, _) in &properties {
            if names.contains(name) && seen.insert(name) {
                let fallback = self.inner("property", place, index, &(name.clone(), Json::Null));
                self.parts[fallback].is_fallback = true;
                index += 1;
            }
        }
        for (index, relation) in entries(&body["requirements"]).iter().enumerate() {
            self.inner("relation", place, index, relation);
        }
        for (index, artifact) in entries(&body["artifacts"]).iter().enumerate() {
            let place = self.inner("artifact", place, index, artifact);
            let named = artifact.1["type"].as_str().unwrap_or("tosca.artifacts.File").to_owned();
            self.inner("type", place, 0, &(named, Json::Null));
        }
    }

    pub fn place(&self, path: &str) -> Option<usize> {
        self.parts.iter().position(|part| part.path == path)
    }

    fn option(&self, name: &str, otherwise: bool) -> bool {
        self.options.get(name).and_then(Json::as_bool).unwrap_or(otherwise)
    }

    fn is_checked(&self, check: &str) -> bool {
        self.option(check, self.option("checks", true))
    }

    pub fn of_kind<'r>(&'r self, kind: &'r str) -> impl Iterator<Item = (usize, &'r Part)> {
        self.parts.iter().enumerate().filter(move |(_, part)| part.kind == kind)
    }

    /// The parts of a kind in a container.
    pub fn within<'r>(&'r self, kind: &'r str, container: usize) -> impl Iterator<Item = &'r Part> {
        self.of_kind(kind).map(|(_, part)| part).filter(move |part| part.container == Some(container))
    }

    /// Refuses what the definitions below do not cover.
    pub fn assert_known(&self) {
        let known = |name: &str| {
            let own = KINDS.iter().any(|kind| {
                [format!("{kind}_default_condition"), format!("{kind}_pruning")].iter().any(|option| option == name)
            });
            own || name == "checks" || name == "optimization_topology_unique"
        };
        assert!(self.options.keys().all(|name| known(name)), "outside of the reference: {:?}", self.options);
    }

    /// The conditions that the author gave, together with what stands for the fallback of a property.
    fn manual(&self, part: &Part, scene: &Scene<'_>) -> Result<bool, String> {
        if part.is_fallback {
            let others = self.within("property", part.container.unwrap());
            let mut others = others.filter(|other| other.name == part.name && !other.is_fallback);
            return Ok(!others.any(|other| scene.present.contains(&other.path)));
        }
        // Every condition is evaluated, whatever the others are.
        let all: Vec<bool> = part.conditions.iter().map(|one| holds(one, scene)).collect::<Result<_, _>>()?;
        Ok(all.into_iter().all(|one| one))
    }

    /// Whether the author's own conditions of an element hold.
    pub fn own_conditions(&self, place: usize, scene: &Scene<'_>) -> Result<bool, String> {
        self.manual(&self.parts[place], scene)
    }

    /// What a default condition or pruning adds.
    fn generated(&self, place: usize, scene: &Scene<'_>) -> Result<bool, String> {
        let part = &self.parts[place];
        let is_there = |path: &str| scene.present.contains(path);
        let container = || part.container.is_none_or(|container| is_there(&self.parts[container].path));
        match part.kind {
            "type" | "property" | "artifact" => Ok(container()),
            "relation" => Ok(container() && is_there(&format!("node.{}", part.others[0]))),
            "group" => Ok(has_member(part, scene)),
            "policy" => Ok(self.has_target(part, scene)),
            _ => {
                let incoming: Vec<&Part> =
                    self.of_kind("relation").map(|(_, one)| one).filter(|one| one.others[0] == part.name).collect();
                let mut reached = incoming.is_empty();
                for one in incoming {
                    let source = &self.parts[one.container.unwrap()].path;
                    reached |= self.manual(one, scene)? && is_there(source);
                }
                let artifacts: Vec<&Part> = self.within("artifact", place).collect();
                let mut equipped = artifacts.is_empty();
                for one in artifacts {
                    equipped |= self.manual(one, scene)?;
                }
                Ok(reached && equipped)
            }
        }
    }

    fn has_target(&self, part: &Part, scene: &Scene<'_>) -> bool {
        part.others.iter().any(|one| match self.place(&format!("group.{one}")) {
            Some(group) => has_member(&self.parts[group], scene),
            None => scene.present.contains(&format!("node.{one}")),
        })
    }

    /// What decides an element.
    pub fn definition(&self, place: usize, scene: &Scene<'_>) -> Result<bool, String> {
        let part = &self.parts[place];
        let own = self.manual(part, scene)?;
        let is_plain = part.conditions.is_empty() && !part.is_fallback;
        let is_default = is_plain && self.option(&format!("{}_default_condition", part.kind), false);
        let is_pruned = part.is_fallback || self.option(&format!("{}_pruning", part.kind), false);
        let added = if is_default || is_pruned { self.generated(place, scene)? } else { true };
        Ok(own && added)
    }

    /// The presences that the definitions give to values of inputs; none where they go in cycles.
    pub fn presences(&self, choice: &Choice) -> Result<Option<Presences>, String> {
        let mut present = Presences::new();
        // Without cycles, a round settles one more level.
        for _ in 0..=self.parts.len() {
            let scene = Scene { reference: self, choice, present: &present };
            let mut next = Presences::new();
            for place in 0..self.parts.len() {
                if self.definition(place, &scene)? {
                    next.insert(self.parts[place].path.clone());
                }
            }
            if next == present {
                return Ok(Some(present));
            }
            present = next;
        }
        Ok(None)
    }

    /// The sum of a property over present nodes, of which each has the last of its present values.
    pub fn sum(&self, property: &str, scene: &Scene<'_>) -> Result<f64, String> {
        let own = self.of_kind("property").map(|(_, part)| part);
        let is_there = |part: &Part| scene.present.contains(&part.path);
        let own = own.filter(|part| part.name == property && !part.is_fallback && is_there(part));
        let own = own.filter_map(|part| Some((part.container?, part)));
        let own = own.filter(|&(container, _)| is_there(&self.parts[container]));
        let written: BTreeMap<usize, &Part> = own.collect();
        written.into_values().map(|part| value_of(part, scene)?.as_f64().ok_or_else(|| "no number".to_owned())).sum()
    }

    /// What is wrong with values of inputs and presences, constraints aside.
    pub fn is_faulty(&self, scene: &Scene<'_>) -> bool {
        let values = self.of_kind("property").filter(|(_, part)| scene.present.contains(&part.path));
        values.into_iter().any(|(_, part)| !part.is_fallback && value_of(part, scene).is_err())
            || super::checks::fail(self, &|check| self.is_checked(check), scene.present)
    }

    /// Whether a constraint holds.
    pub fn constraint(&self, place: usize, scene: &Scene<'_>) -> Result<bool, String> {
        holds(&self.constraints[place], scene)
    }

    /// Whether values of inputs with these presences are a valid variant, if the presences are right.
    pub fn is_valid(&self, scene: &Scene<'_>) -> bool {
        (0..self.constraints.len()).all(|place| self.constraint(place, scene) == Ok(true)) && !self.is_faulty(scene)
    }
}

/// Whether some member of a group is present.
fn has_member(part: &Part, scene: &Scene<'_>) -> bool {
    part.others.iter().any(|one| scene.present.contains(&format!("node.{one}")))
}

/// The value of a property.
fn value_of(part: &Part, scene: &Scene<'_>) -> Result<Json, String> {
    match (&part.body["expression"], &part.body["value"]) {
        (Json::Null, Json::Null) => Ok(part.body.clone()),
        (Json::Null, literal) => Ok(literal.clone()),
        (expression, _) => value(expression, scene),
    }
}

impl World for Scene<'_> {
    fn input(&self, name: &str) -> Option<Json> {
        self.choice.get(name).cloned()
    }

    fn is_present(&self, path: &str) -> bool {
        self.present.contains(path)
    }

    fn path(&self, kind: &str, named: &Json) -> Result<String, String> {
        let unknown = || format!("outside of the reference: {kind} {named}");
        let found = match named {
            Json::String(name) if ["node", "group"].contains(&kind) => Some(format!("{kind}.{name}")),
            Json::Array(both) => {
                let (node, index) = (both[0].as_str().ok_or_else(unknown)?, &both[1]);
                let container = self.reference.place(&format!("node.{node}")).ok_or_else(unknown)?;
                let mut all = self.reference.within(kind, container).enumerate();
                let is_meant = |(place, part): &(usize, &Part)| {
                    index.as_str() == Some(&part.name) || index.as_u64() == Some(*place as u64)
                };
                all.find(is_meant).map(|(_, part)| part.path.clone())
            }
            _ => None,
        };
        found.filter(|path| self.reference.place(path).is_some()).ok_or_else(unknown)
    }

    fn named(&self, name: &str) -> Option<Json> {
        self.reference.expressions.get(name).cloned()
    }

    fn parties(&self, kind: &str, named: &Json) -> Result<Vec<String>, String> {
        let name = named.as_str().ok_or("no name")?;
        let part = self.reference.of_kind(kind).find(|(_, part)| part.name == name).ok_or("no such element")?.1;
        Ok(part.others.iter().map(|one| format!("node.{one}")).collect())
    }
}
