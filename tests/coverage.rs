//! Every entry of every table has a case folder: operators, diagnostic codes, options, kinds of elements, modes.
//!
//! What a case covers is read from its files, so that nothing can be claimed that is not there.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use variscope::resolve::suite::{Case, discover};
use variscope::source::Sources;
use variscope::source::diagnostic::{CODES, Code};
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::{OPERATORS, Profile};
use variscope::source::syntax::yaml::{Tree, Yaml};
use variscope::tosca::model::{Kind, LoadOptions, Model, option_names};

/// What all cases together contain.
#[derive(Default)]
struct Coverage {
    /// Profile and key, for all keys of all templates.
    keys: BTreeSet<(Profile, String)>,
    /// Profile and name of options.
    options: BTreeSet<(Profile, String)>,
    /// Words of modes, by option.
    modes: BTreeSet<(String, String)>,
    codes: BTreeSet<String>,
    kinds: BTreeSet<Kind>,
}

fn cases() -> Vec<Case> {
    discover(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")).unwrap()
}

fn coverage() -> Coverage {
    let mut coverage = Coverage::default();
    for case in cases() {
        coverage.add(&case);
    }
    coverage
}

/// Calls `visit` with the root of a YAML file, unless it is missing, empty or malformed.
fn with_yaml(path: &Path, visit: impl FnOnce(Yaml<'_>)) {
    let Ok(text) = fs::read_to_string(path) else { return };
    let (mut sources, mut tree) = (Sources::new(), Tree::new());
    let file = sources.add("case", text);
    if let (Some(root), _) = tree.parse(&sources, file) {
        visit(tree.at(root));
    }
}

impl Coverage {
    fn add(&mut self, case: &Case) {
        let test = case.directory().join("test.yaml");
        let mut given = None;
        with_yaml(&test, |test| {
            given = test.get("profile").map(|profile| profile.text().parse::<Profile>().unwrap());
            let codes = test.get("codes").into_iter().flat_map(Yaml::items);
            self.codes.extend(codes.map(|code| code.text().to_owned()));
        });
        let profile = self.add_model(&case.directory().join("template.yaml"), given);
        with_yaml(&test, |test| {
            let resolver = test.get("resolver").into_iter().flat_map(Yaml::entries);
            self.options.extend(resolver.map(|(name, _)| (profile, name.text().to_owned())));
        });
        with_yaml(&case.directory().join("template.yaml"), |template| self.add_template(template, profile));
    }

    /// Notes the kinds of elements; the profile that the template is read with.
    fn add_model(&mut self, template: &Path, profile: Option<Profile>) -> Profile {
        let model = Package::open(template)
            .and_then(|package| Model::load(&package, &LoadOptions { profile, options: None }))
            .ok()
            .and_then(|loaded| loaded.model);
        let Some(model) = model else { return profile.unwrap_or(Profile::D) };
        self.kinds.extend(model.ids().map(variscope::tosca::model::ElementId::kind));
        model.profile()
    }

    fn add_template(&mut self, template: Yaml<'_>, profile: Profile) {
        let options =
            template.get("topology_template").and_then(|topology| topology.get("variability")?.get("options"));
        for (name, value) in options.into_iter().flat_map(Yaml::entries) {
            self.options.insert((profile, name.text().to_owned()));
            self.add_modes(name.text(), value);
        }
        let mut open = vec![template];
        let mut seen = BTreeSet::new();
        while let Some(yaml) = open.pop() {
            if yaml.is_scalar() || !seen.insert(yaml.id()) {
                continue;
            }
            open.extend(yaml.items());
            for (key, value) in yaml.entries() {
                self.keys.insert((profile, key.text().to_owned()));
                open.push(value);
            }
        }
    }

    fn add_modes(&mut self, option: &str, value: Yaml<'_>) {
        if option == "mode" {
            self.modes.insert((option.to_owned(), value.text().to_owned()));
        } else if option.ends_with("_default_condition_mode") {
            self.modes.extend(value.text().split('-').map(|word| (option.to_owned(), word.to_owned())));
        }
    }
}

fn assert_none(missing: &[String], what: &str) {
    assert!(missing.is_empty(), "{what} without a case in tests/cases: {}", missing.join(", "));
}

#[test]
fn every_operator_has_a_case_under_each_of_its_names() {
    let coverage = coverage();
    let mut missing = Vec::new();
    for entry in OPERATORS {
        for name in entry.names.into_iter().filter(|name| !name.is_empty()).collect::<BTreeSet<_>>() {
            let profiles = Profile::ALL.into_iter().filter(|profile| entry.names[profile.index()] == name);
            let is_covered = |profile| coverage.keys.contains(&(profile, name.to_owned()));
            if !profiles.into_iter().any(is_covered) {
                missing.push(name.to_owned());
            }
        }
    }
    assert_none(&missing, "operators");
}

#[test]
fn every_code_has_a_case() {
    let coverage = coverage();
    // Findings, types, environments, feature models, tests and conditions as text have tests of their own.
    let elsewhere = ["V4", "V5", "V6", "V7", "V8", Code::BadCondition.entry().number];
    let is_elsewhere = |number: &str| elsewhere.iter().any(|series| number.starts_with(series));
    let templates = CODES.iter().filter(|entry| !is_elsewhere(entry.number));
    let numbers = templates.map(|entry| entry.number.to_owned());
    let missing: Vec<String> = numbers.filter(|number| !coverage.codes.contains(number)).collect();
    assert_none(&missing, "codes");
}

#[test]
fn every_kind_has_a_case() {
    let coverage = coverage();
    let missing: Vec<String> =
        Kind::ALL.iter().filter(|kind| !coverage.kinds.contains(kind)).map(ToString::to_string).collect();
    assert_none(&missing, "kinds of elements");
}

/// The settings that every kind has, and that all work alike: each of them, and each kind, in some case.
const FACETS: [&str; 6] = [
    "default_condition",
    "default_consistency_condition",
    "default_semantic_condition",
    "pruning",
    "consistency_pruning",
    "semantic_pruning",
];

/// Kind and setting of an option such as `node_pruning`.
fn facet(option: &str) -> Option<(Kind, &str)> {
    Kind::ALL.into_iter().find_map(|kind| {
        let rest = option.strip_prefix(kind.word())?.strip_prefix('_')?;
        FACETS.contains(&rest).then_some((kind, rest))
    })
}

#[test]
fn every_option_has_a_case() {
    let coverage = coverage();
    let mut missing = Vec::new();
    for profile in Profile::ALL {
        for option in option_names(profile) {
            let is_alike = profile == Profile::D && facet(&option).is_some();
            if !is_alike && !coverage.options.contains(&(profile, option.clone())) {
                missing.push(format!("{profile}: {option}"));
            }
        }
    }
    let facets: Vec<(Kind, &str)> = coverage.options.iter().filter_map(|(_, option)| facet(option)).collect();
    missing.extend(FACETS.iter().filter(|name| !facets.iter().any(|facet| facet.1 == **name)).map(ToString::to_string));
    let names = option_names(Profile::D);
    let has_options = |kind: &&Kind| names.iter().any(|name| facet(name).is_some_and(|(of, _)| of == **kind));
    let is_met = |kind: &&Kind| facets.iter().any(|facet| facet.0 == **kind);
    missing.extend(Kind::ALL.iter().filter(has_options).filter(|kind| !is_met(kind)).map(ToString::to_string));
    assert_none(&missing, "options");
}

#[test]
fn every_mode_has_a_case() {
    let coverage = coverage();
    let pruning = "manual strict consistent-strict consistent-loose default semantic-strict semantic-loose loose";
    let words = [
        ("mode", pruning),
        (
            "node_default_condition_mode",
            "host source incoming incomingnaive outgoing outgoingnaive artifact artifactnaive",
        ),
        ("relation_default_condition_mode", "source target default"),
        ("property_default_condition_mode", "container consuming default"),
        ("artifact_default_condition_mode", "container managed default"),
        ("technology_default_condition_mode", "container other scenario default"),
        ("output_default_condition_mode", "produced default"),
    ];
    let mut missing = Vec::new();
    for (option, words) in words {
        for word in words.split(' ') {
            if !coverage.modes.contains(&(option.to_owned(), word.to_owned())) {
                missing.push(format!("{option}: {word}"));
            }
        }
    }
    assert_none(&missing, "modes");
}
