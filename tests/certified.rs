//! That clauses of certificates say what templates say, by a checker that shares nothing with the program.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "certificates/audit.rs"]
mod audit;
#[path = "certificates/checks.rs"]
mod checks;
#[path = "certificates/circuit.rs"]
mod circuit;
#[path = "certificates/claimed.rs"]
mod claimed;
#[path = "certificates/drat.rs"]
mod drat;
#[path = "certificates/expression.rs"]
mod expression;
#[path = "certificates/feature_models.rs"]
mod feature_models;
#[path = "certificates/generated.rs"]
mod generated;
#[path = "certificates/mutants.rs"]
mod mutants;
#[path = "certificates/reference.rs"]
mod reference;
#[path = "certificates/satisfaction.rs"]
mod satisfaction;
mod support;
#[path = "certificates/table.rs"]
mod table;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use audit::Audit;
use feature_models::KnownModel;
use generated::{Size, template};
use reference::Reference;
use support::program::variscope;

/// What is asked of each template.
const QUESTIONS: [&[&str]; 6] = [
    &["elements"],
    &["count"],
    &["check"],
    &["optimize", "--min", "property:price"],
    &["optimize", "--max", "property:price", "--input", "env=test"],
    &["elements", "--input", "on=true", "--assume", "node:n1=absent"],
];

/// Lets the program certify an answer into a folder; whether it wrote something.
fn certified(folder: &Path, template: &Path, question: &[&str]) -> bool {
    let mut command = variscope(&question[..1]);
    command.arg(template).args(&question[1..]).arg("--certify").arg(folder).arg("--quiet");
    command.output().unwrap();
    folder.join("index.json").exists()
}

/// The kind of a claim, for statistics.
fn kind(claim: &str) -> &str {
    let words = [
        "whenever",
        "never holds",
        "excludes",
        "condition",
        "constraints",
        "fine",
        "without variant",
        "no variant with",
    ];
    words.into_iter().find(|word| claim.contains(word)).unwrap_or_else(|| claim.split('.').next().unwrap_or(claim))
}

#[test]
fn a_thousand_claims_say_what_templates_say() {
    let (mut claims, mut kinds) = (0, BTreeMap::<String, usize>::new());
    for seed in 0..60 {
        let folder = tempfile::tempdir().unwrap();
        let text = template(seed, Size { nodes: 2 + usize::try_from(seed % 4).unwrap(), is_rich: seed % 3 != 0 });
        let path = folder.path().join("template.yaml");
        fs::write(&path, &text).unwrap();
        let reference = Reference::of(&text);
        reference.assert_known();
        for (number, question) in QUESTIONS.iter().enumerate() {
            let certificate = folder.path().join(number.to_string());
            if !certified(&certificate, &path, question) {
                continue;
            }
            let audit = Audit { choices: 3, all_presences: false };
            let checked = audit.folder(&certificate, &reference);
            claims += checked.unwrap_or_else(|why| panic!("seed {seed}: {question:?}: {why}\n{text}"));
            let index = fs::read_to_string(certificate.join("index.json")).unwrap();
            let index: serde_json::Value = serde_json::from_str(&index).unwrap();
            for entry in index["entries"].as_array().unwrap().iter().filter(|entry| entry["table"].is_u64()) {
                let claim = entry["claim"].as_str().unwrap();
                *kinds.entry(kind(claim).split(' ').next().unwrap().to_owned()).or_default() += 1;
            }
        }
    }
    println!("{claims} claims: {kinds:?}");
    assert!(claims >= 1000, "{claims}: {kinds:?}");
}

/// On templates so small that all sets of presences are tried, whatever changes the meaning is found.
#[test]
fn mutants_are_refused() {
    let (mut refused, mut kinds) = (0, BTreeMap::<String, usize>::new());
    for seed in 100..105 {
        let folder = tempfile::tempdir().unwrap();
        let text = template(seed, Size { nodes: 2, is_rich: false });
        let path = folder.path().join("template.yaml");
        fs::write(&path, &text).unwrap();
        let reference = Reference::of(&text);
        let audit = Audit { choices: 24, all_presences: true };
        for (number, question) in QUESTIONS.iter().enumerate() {
            let certificate = folder.path().join(number.to_string());
            if !certified(&certificate, &path, question) {
                continue;
            }
            for entry in mutants::Entry::all(&certificate) {
                let own = tempfile::tempdir().unwrap();
                entry.write(own.path());
                assert_eq!(audit.folder(own.path(), &reference), Ok(1), "{text}");
                for (what, mutant) in entry.mutants(refused) {
                    mutant.write(own.path());
                    let verdict = audit.folder(own.path(), &reference);
                    assert!(verdict.is_err(), "{what}: {}\n{text}", mutant.index);
                    *kinds.entry(what.split(' ').next().unwrap().to_owned()).or_default() += 1;
                    refused += 1;
                }
            }
        }
    }
    println!("{refused} mutants refused: {kinds:?}");
    assert!(refused >= 1000, "{refused}: {kinds:?}");
}

/// What is asked of each feature model.
const MODEL_QUESTIONS: [&[&str]; 5] =
    [&["count"], &["elements"], &["check"], &["explain", "f1"], &["optimize", "--min", "price"]];

/// Clauses of feature models have the variants of the model, which is known without reading it; whatever is changed in a
/// certificate is found.
#[test]
fn certificates_say_what_feature_models_say() {
    let (mut claims, mut refused, mut kinds) = (0, 0, BTreeMap::<String, usize>::new());
    for seed in 0..70 {
        let model = if seed % 3 == 2 { KnownModel::clauses(seed) } else { KnownModel::tree(seed) };
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(format!("model.{}", model.extension));
        fs::write(&path, &model.text).unwrap();
        for (number, question) in MODEL_QUESTIONS.iter().enumerate() {
            let is_priced = model.extension == "uvl" || question[0] != "optimize";
            let certificate = folder.path().join(number.to_string());
            if !is_priced || !certified(&certificate, &path, question) {
                continue;
            }
            let checked = model.audit(&certificate);
            claims += checked.unwrap_or_else(|why| panic!("seed {seed}: {question:?}: {why}\n{}", model.text));
            *kinds.entry(question[0].to_owned()).or_default() += 1;
            for (what, changes) in model.mutants(&certificate) {
                let before: Vec<_> =
                    changes.iter().map(|(name, _)| fs::read(certificate.join(name)).unwrap()).collect();
                changes.iter().for_each(|(name, text)| fs::write(certificate.join(name), text).unwrap());
                assert!(model.audit(&certificate).is_err(), "seed {seed}: {question:?}: {what}\n{}", model.text);
                for ((name, _), bytes) in changes.iter().zip(before) {
                    fs::write(certificate.join(name), bytes).unwrap();
                }
                refused += 1;
            }
        }
    }
    println!("{claims} claims in answers to {kinds:?}; {refused} mutants refused");
    assert!(claims >= 300 && refused >= 500, "{claims} {refused}");
}
