//! Options of templates.

use proptest::prelude::*;
use serde_json::{Map, Value as Json, json};
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{CHECKS, CONSTRAINTS, Kind, option_names};

use super::modes::{kinds_with_modes, mode};
use super::pick::{Pick, pick, seldom};

/// The kinds that options speak of: all but connections, which follow what their relationship template says.
const CONDITIONAL_KINDS: [Kind; 11] = [
    Kind::Node,
    Kind::Relation,
    Kind::Policy,
    Kind::Group,
    Kind::Artifact,
    Kind::Property,
    Kind::Type,
    Kind::Technology,
    Kind::Input,
    Kind::Output,
    Kind::Import,
];

/// Options, for every profile.
#[derive(Clone, Debug)]
pub struct Options {
    version: Pick,
    has_types: bool,
    /// What follows the elements that it belongs to: nothing, all without conditions, or everything.
    following: Pick,
    prunings: Vec<(Pick, Pick, bool)>,
    mode: Option<Pick>,
    modes: Vec<(Pick, Vec<Pick>)>,
    checks: Vec<(Pick, bool)>,
    has_checks: Option<bool>,
    constraints: Vec<(Pick, bool)>,
    others: Vec<(Pick, bool)>,
    topology: Pick,
    is_unique: bool,
    words: Vec<(Pick, Pick)>,
}

pub fn options() -> impl Strategy<Value = Options> {
    let switches = |most: usize| prop::collection::vec((pick(), any::<bool>()), 0..=most);
    let late = prop_oneof![7 => Just(Pick::first()), 1 => pick()];
    let prunings = prop::collection::vec((pick(), pick(), any::<bool>()), 0..4);
    let modes = prop::collection::vec((pick(), prop::collection::vec(pick(), 1..3)), 0..2);
    let mode = prop::option::weighted(0.25, pick());
    let pruning = (late, prop::bool::weighted(0.85), pick(), prunings, mode, modes);
    let has_checks = prop_oneof![6 => Just(None), 3 => Just(Some(false)), 1 => Just(Some(true))];
    let demands = (switches(2), has_checks, switches(1), switches(2));
    let best = (pick(), seldom(3), prop::collection::vec((pick(), pick()), 0..2));
    (pruning, demands, best).prop_map(
        |(pruning, (checks, has_checks, constraints, others), (topology, is_unique, words))| {
            let (version, has_types, following, prunings, mode, modes) = pruning;
            Options {
                version,
                has_types,
                following,
                prunings,
                mode,
                modes,
                checks,
                has_checks,
                constraints,
                others,
                topology,
                is_unique,
                words,
            }
        },
    )
}

/// Which elements are absent where those are that they belong to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Following {
    Nothing,
    Unconditional,
    Everything,
}

const VERSIONS: [&str; 5] = [
    "tosca_variability_1_0",
    "tosca_variability_1_0_rc_2",
    "tosca_variability_1_0_rc_3",
    "tosca_simple_yaml_1_3",
    "tosca_2_0",
];

const PRUNING_MODES: [&str; 6] =
    ["manual", "consistent-strict", "consistent-loose", "default", "semantic-strict", "semantic-loose"];

const FACETS: [&str; 6] = [
    "default_condition",
    "pruning",
    "default_consistency_condition",
    "default_semantic_condition",
    "consistency_pruning",
    "semantic_pruning",
];

/// Switches that belong to no kind of element, check or constraint.
const OTHERS: [&str; 12] = [
    "default_condition",
    "pruning",
    "relation_default_implied",
    "relation_enhanced_implication_mode",
    "automatic_default_alternatives",
    "fallback_property_default_alternative",
    "optimization_topology_unique_backward",
    "optimization_technologies_unique",
    "optimization_scenarios",
    "optimization_scenarios_unique",
    "enrich_technologies",
    "enrich_technologies_best_only",
];

/// Options with more than two values.
const WORDS: [(&str, &[&str]); 3] = [
    ("optimization_topology_mode", &["count", "weight"]),
    ("optimization_technologies", &["min", "max"]),
    ("optimization_technologies_mode", &["weight", "count"]),
];

impl Options {
    /// The version of the language that the template says it is in.
    pub fn version(&self, profile: Profile) -> &'static str {
        if profile == Profile::D { self.version.one_of(&VERSIONS) } else { VERSIONS[0] }
    }

    /// The options in the words of a profile.
    pub fn written(&self, profile: Profile) -> Map<String, Json> {
        match profile {
            Profile::A => Map::new(),
            Profile::B | Profile::C => self.early(profile),
            Profile::D => self.late(),
        }
    }

    fn early(&self, profile: Profile) -> Map<String, Json> {
        let names = option_names(profile);
        let is_followed = |name: &&String| match self.following() {
            Following::Nothing => false,
            Following::Unconditional => name.starts_with("prune") || name.ends_with("_default_condition"),
            Following::Everything => name.starts_with("forcePrune") || name.ends_with("_pruning"),
        };
        let followed = names.iter().filter(is_followed).map(|name| (name.clone(), json!(true)));
        let chosen = self.prunings.iter().map(|(name, _, is_on)| (name, is_on));
        let chosen = chosen.chain(self.checks.iter().map(|(name, is_on)| (name, is_on)));
        followed.chain(chosen.map(|(name, is_on)| (name.one_of(&names), json!(is_on)))).collect()
    }

    fn following(&self) -> Following {
        match self.following.below(5) {
            0 => Following::Nothing,
            1..3 => Following::Unconditional,
            _ => Following::Everything,
        }
    }

    fn late(&self) -> Map<String, Json> {
        let mut options = Map::new();
        if self.has_types {
            options.insert("type_default_condition".to_owned(), json!(true));
        }
        let facet = match self.following() {
            Following::Nothing => None,
            Following::Unconditional => Some("default_condition"),
            Following::Everything => Some("pruning"),
        };
        for kind in [Kind::Relation, Kind::Property, Kind::Artifact, Kind::Type, Kind::Technology] {
            options.extend(facet.map(|facet| (format!("{kind}_{facet}"), json!(true))));
        }
        for (kind, facet, is_on) in &self.prunings {
            let name = format!("{}_{}", kind.one_of(&CONDITIONAL_KINDS), facet.one_of(&FACETS));
            options.insert(name, json!(is_on));
        }
        if let Some(mode) = self.mode {
            options.insert("mode".to_owned(), json!(mode.one_of(&PRUNING_MODES)));
        }
        for (kind, picks) in &self.modes {
            let kind = kind.one_of(&kinds_with_modes());
            options.insert(format!("{kind}_default_condition_mode"), json!(mode(kind, picks)));
        }
        self.add_demands(&mut options);
        self.add_measures(&mut options);
        options
    }

    fn add_demands(&self, options: &mut Map<String, Json>) {
        if let Some(has_checks) = self.has_checks {
            options.insert("checks".to_owned(), json!(has_checks));
        }
        // What these two say is said when a template is read, and is nothing about its variants.
        for check in ["anchor_check", "required_technology_check"] {
            options.insert(check.to_owned(), json!(false));
        }
        let checks: Vec<&str> = CHECKS.iter().map(|entry| entry.option).collect();
        let constraints: Vec<&str> = CONSTRAINTS.iter().map(|entry| entry.option).chain(["constraints"]).collect();
        let switches = [(&self.checks, &checks), (&self.constraints, &constraints), (&self.others, &OTHERS.to_vec())];
        for (chosen, names) in switches {
            options.extend(chosen.iter().map(|(name, is_on)| (name.one_of(names).to_owned(), json!(is_on))));
        }
    }

    fn add_measures(&self, options: &mut Map<String, Json>) {
        let direction = match self.topology.below(6) {
            0 => Some(json!(true)),
            1 => Some(json!("min")),
            2 => Some(json!("max")),
            3 => Some(json!(false)),
            _ => None,
        };
        if let Some(direction) = direction {
            options.insert("optimization_topology".to_owned(), direction);
        }
        if !self.is_unique {
            options.insert("optimization_topology_unique".to_owned(), json!(false));
        }
        for (name, value) in &self.words {
            let (name, values) = name.one_of(&WORDS);
            options.insert(name.to_owned(), json!(value.one_of(values)));
        }
    }
}
