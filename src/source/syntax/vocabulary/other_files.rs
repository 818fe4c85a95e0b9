//! Files of other programs that are mistaken for service templates.

use std::ops::Range;

use super::Section;
use crate::source::diagnostic::did_you_mean;
use crate::source::syntax::yaml::Yaml;

/// What a file is that is no service template.
#[derive(Debug, PartialEq, Eq)]
pub struct OtherFile {
    /// The bytes by which it is known.
    pub place: Range<usize>,
    /// What is to be said of it.
    pub message: String,
    /// What to do with it; nothing where that is unknown.
    pub help: Option<&'static str>,
}

/// A program by the keys at the top of its files.
struct Program {
    /// What its files are called.
    name: &'static str,
    /// Keys that all of them have, the one that identifies the file first.
    keys: &'static [&'static str],
    /// Keys one of which is somewhere in them.
    within: &'static [&'static str],
}

static PROGRAMS: [Program; 4] = [
    Program { name: "a file of Docker Compose", keys: &["services"], within: &["image:", "build:"] },
    Program { name: "a manifest of Kubernetes", keys: &["kind", "apiVersion"], within: &[] },
    Program { name: "a chart of Helm", keys: &["apiVersion", "name", "version"], within: &[] },
    Program { name: "a playbook of Ansible", keys: &["- hosts"], within: &["tasks:", "roles:"] },
];
/// What has more keys was not written by hand.
const MAX_KEYS: usize = 100;
/// Keys that no file of another program has.
static OURS: [&str; 4] = ["tosca_definitions_version", "topology_template", "node_templates", "node_types"];
/// Documents in XML by what they begin with: what they are, and what to do.
static ELEMENTS: [(&str, &str, Option<&str>); 5] = [
    ("<featureModel", "a feature model of FeatureIDE", Some(AS_UVL)),
    ("<extendedFeatureModel", "a feature model of FeatureIDE", Some(AS_UVL)),
    ("<configuration", "a configuration of FeatureIDE", Some(AS_INPUTS)),
    ("<extendedConfiguration", "a configuration of FeatureIDE", Some(AS_INPUTS)),
    ("<", "a file in XML", None),
];
const AS_UVL: &str = "export it from FeatureIDE as UVL, which `count`, `check` and other commands read";
const AS_MODEL: &str = "feature models are read from files that end in .uvl, .cnf or .dimacs, not from stdin, by `count`, `check` and others";
const AS_INPUTS: &str = "values for inputs are given with `--inputs FILE`";

/// Which program the file with this text is for, whether it is YAML or not.
pub fn of_other_program(text: &str) -> Option<OtherFile> {
    let looks_like = |name: &str, place, help| {
        let message = format!("this looks like {name}, not like a service template: is it the right file?");
        OtherFile { place, message, help }
    };
    let start = text.len() - text.trim_start_matches('\u{feff}').trim_start().len();
    if text[start..].starts_with('<') {
        let (_, name, help) = ELEMENTS.iter().find(|(begin, ..)| text.contains(begin))?;
        return Some(looks_like(name, start..start + 1, *help));
    }
    if let Some((name, place)) = feature_model(text) {
        return Some(looks_like(name, place, Some(AS_MODEL)));
    }
    let keys = || keys(text);
    if keys().any(|(key, _)| OURS.contains(&key)) {
        return None;
    }
    let has = |wanted: &&str| keys().any(|(key, _)| key == *wanted);
    let is_of = |program: &&Program| {
        let has_within = program.within.is_empty() || program.within.iter().any(|key| text.contains(key));
        has_within && program.keys.iter().all(&has)
    };
    // Ensembles of Unfurl are called as manifests of Kubernetes are.
    let program = PROGRAMS.iter().find(is_of).filter(|_| !text.contains("apiVersion: unfurl/"))?;
    let (key, at) = keys().find(|(key, _)| *key == program.keys[0])?;
    Some(looks_like(program.name, at..at + key.len(), None))
}

/// What a feature model is called, and the line by which it is known: the section of features in UVL, the header in DIMACS.
fn feature_model(text: &str) -> Option<(&'static str, Range<usize>)> {
    let mut at = 0;
    text.split_inclusive('\n').find_map(|line| {
        let word = line.trim_end();
        let place = at..at + word.len();
        at += line.len();
        match word {
            "features" => Some(("a feature model in UVL", place)),
            _ if word.starts_with("p cnf ") => Some(("a feature model in DIMACS", place)),
            _ => None,
        }
    })
}

/// The keys of lines that are not indented, each with where it is; the first key of an item with its dash.
fn keys(text: &str) -> impl Iterator<Item = (&str, usize)> {
    let lines = text.split('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len() + 1;
        Some((start, line))
    });
    lines.filter_map(|(at, line)| {
        let (key, behind) = line.split_once(':')?;
        let is_key = !key.is_empty() && !key.starts_with([' ', '#', '"', '{', '[']);
        (is_key && (behind.trim().is_empty() || behind.starts_with(' '))).then_some((key, at))
    })
}

/// What to say of a mapping none of whose keys is, or is meant to be, one of a service template.
pub fn without_known_keys(root: Yaml<'_>) -> Option<OtherFile> {
    let names = || Section::Template.keys().chain(Section::Topology.keys()).map(|entry| entry.name);
    let is_ours =
        |key: &str| key.starts_with("x-") || names().any(|name| name == key) || did_you_mean(key, names()).is_some();
    let (first, _) = root.entries().next()?;
    if root.len() > MAX_KEYS || root.entries().any(|(key, _)| is_ours(key.text())) {
        return None;
    }
    let are_values = root.entries().all(|(_, value)| !value.is_mapping());
    Some(OtherFile {
        place: first.span().start as usize..first.span().end as usize,
        message: "no key of this file is one of a service template: is it the right file?".to_owned(),
        help: are_values.then_some(AS_INPUTS),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_other_programs_are_known_by_their_keys() {
        for (text, name) in [
            ("version: '3'\nservices:\n  web:\n    image: nginx\n", "Docker Compose"),
            ("apiVersion: v1\nkind: Service\nmetadata: {}\n---\napiVersion: v1\n", "a manifest of Kubernetes"),
            ("apiVersion: v1\nkind: Service\n{{- if .Values.a }}\n", "a manifest of Kubernetes"),
            ("apiVersion: v2\nname: shop\nversion: 0.1.0\n", "a chart of Helm"),
            ("---\n- hosts: all\n  tasks: []\n", "a playbook of Ansible"),
            ("<?xml version='1.0'?>\n<featureModel>\n", "a feature model of FeatureIDE"),
            ("<extendedConfiguration/>", "a configuration of FeatureIDE"),
            ("<a/>", "a file in XML"),
            ("namespace Shop\n\nfeatures\n\tShop\n", "a feature model in UVL"),
            ("c 1 a\np cnf 1 0\n", "a feature model in DIMACS"),
        ] {
            let found = of_other_program(text).expect("an other file");
            assert!(found.message.contains(name) && text.get(found.place).is_some(), "{text}");
        }
        for text in [
            "apiVersion: unfurl/v1\nkind: Ensemble\n",
            "services: {}\n",
            "kind: a\napiVersion: b\nnode_templates: {}\n",
            "",
        ] {
            assert_eq!(of_other_program(text), None, "{text}");
        }
    }
}
