//! The examples of the reference, where they are at hand: all variants at once are those of all classes, one by one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use variscope::analysis::question::{CountDetail, Limits, Variants, countable};
use variscope::analysis::value::{Configuration, Given, InputRules, Provenance, Value};
use variscope::source::package::Package;
use variscope::source::syntax::vocabulary::Profile;
use variscope::tosca::model::{LoadOptions, Model};

use crate::prerequisites::passed_over;

/// Classes that are resolved one by one.
const MOST: usize = 3000;

/// Elements in all these classes together.
const MOST_ELEMENTS: usize = if cfg!(debug_assertions) { 20_000 } else { 1_000_000 };

const SUITES: [(&str, Profile); 3] = [("B-2023-01", Profile::B), ("C-2023-02", Profile::C), ("D-2025-07", Profile::D)];

fn examples() -> Vec<(PathBuf, Profile)> {
    let mut found = Vec::new();
    for (suite, profile) in SUITES {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/conformance").join(suite).join("examples");
        let folders = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
        found.extend(folders.map(|path| (path, profile)));
    }
    if found.is_empty() {
        passed_over("conformance", "what is said of the examples");
    }
    found.sort();
    found
}

fn load(path: &Path, profile: Profile) -> Option<Model> {
    let options = LoadOptions { profile: Some(profile), options: None };
    Model::load(&Package::open(path).ok()?, &options).ok()?.model
}

/// The variants of every combination of one value of each class of each input; none when these are too many.
fn one_by_one(variants: &Variants<'_>) -> Option<BTreeSet<Vec<bool>>> {
    let model = variants.model();
    let mut configurations = vec![Configuration::new()];
    for input in variants.input_classes() {
        let values: Vec<Value> = input.classes.iter().filter_map(|class| class.values.first().cloned()).collect();
        // Texts that nothing mentions have no value to show.
        if input.classes.iter().any(|class| class.has_unmentioned) || configurations.len() * values.len().max(1) > MOST
        {
            return None;
        }
        let with = |configuration: &Configuration| {
            let configuration = configuration.clone();
            let values = if values.is_empty() { vec![None] } else { values.iter().cloned().map(Some).collect() };
            let name = input.input.clone();
            values.into_iter().map(move |value| {
                let mut configuration = configuration.clone();
                if let Some(value) = value {
                    configuration.set(name.clone(), Given { value, provenance: Provenance::Assumed });
                }
                configuration
            })
        };
        configurations = configurations.iter().flat_map(with).collect();
    }
    let rules = InputRules::new(variants.language());
    let resolved = configurations.iter().filter(|configuration| rules.check(configuration).is_empty());
    let resolved = resolved.filter_map(|configuration| variants.under(configuration).resolve().ok());
    Some(resolved.map(|found| countable(model).into_iter().map(|id| found.has(model, id)).collect()).collect())
}

/// The variants of the list; none where presences do not follow from the inputs.
fn listed(variants: &Variants<'_>) -> Option<BTreeSet<Vec<bool>>> {
    let mut listing = variants.listing(&Limits::default())?;
    let (mut found, mut next) = (BTreeSet::new(), num_bigint::BigUint::ZERO);
    while let Some(listed) = listing.seek(&next).unwrap() {
        assert!(found.insert(listing.variant().present), "a variant is listed once");
        next = listed.end;
    }
    Some(found)
}

#[test]
fn variants_of_the_examples_are_those_of_their_classes() {
    let (mut compared, mut tried) = (0, 0);
    let examples = examples();
    for (path, profile) in &examples {
        let name = path.display();
        let Some(model) = load(path, *profile) else { continue };
        let nothing = Configuration::new();
        let Ok(variants) = Variants::of(&model, &nothing) else { continue };
        let classes: usize = variants.input_classes().iter().map(|input| input.classes.len().max(1)).product();
        if classes > MOST || classes * countable(&model).len() > MOST_ELEMENTS {
            continue;
        }
        let count = variants.count(&Limits::default(), CountDetail::Total);
        let survey = variants.enumerate_classes(&Limits::default());
        assert!(survey.exactness.is_complete, "{name}");
        let surveyed: BTreeSet<Vec<bool>> = survey.variants.into_iter().map(|variant| variant.present).collect();
        assert_eq!(count.variants, surveyed.len().into(), "{name}");
        if let Some(listed) = listed(&variants) {
            assert_eq!(listed, surveyed, "{name}");
            compared += 1;
        }
        if let Some(resolved) = one_by_one(&variants) {
            assert_eq!(resolved, surveyed, "{name}");
            tried += 1;
        }
    }
    // Where the examples are at hand, most of them are small enough.
    assert!(
        examples.is_empty() || compared * 2 > examples.len() && tried > 0,
        "{compared} and {tried} of {}",
        examples.len()
    );
}
