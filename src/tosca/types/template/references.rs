//! Types that definitions of types name: what capabilities, requirements, interfaces, groups and policies are for.

use super::declarations::Declarations;
use crate::source::diagnostic::{Code, did_you_mean, did_you_mean_text};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::types::completion::{Fault, Path};
use crate::tosca::types::{Collection, MalformedOccurrences, Occurrences, UNBOUNDED};

/// Where a type lists other types, by what it is a type of itself.
static LISTS: &[(Collection, &str, &[Collection])] = &[
    (Collection::Relationship, "valid_target_types", &[Collection::Capability, Collection::Node]),
    (Collection::Capability, "valid_source_types", &[Collection::Node]),
    (Collection::Group, "members", &[Collection::Node, Collection::Group]),
    (Collection::Policy, "targets", &[Collection::Node, Collection::Group]),
];

impl<'t> Declarations<'_, 't> {
    /// What a type says with names of other types, and how often its parts may be there.
    pub(super) fn references(&mut self, body: Yaml<'t>, path: &Path<'_>) {
        let own = self.collection;
        for &(_, key, collections) in LISTS.iter().filter(|(of, ..)| *of == own) {
            self.list(body, key, collections, path);
        }
        let section = path.name("interfaces");
        for (key, interface) in entries(body, "interfaces") {
            self.named(interface.get("type"), &[Collection::Interface], &section.name(key.text()).name("type"));
        }
        if self.collection != Collection::Node {
            return;
        }
        let section = path.name("capabilities");
        for (key, capability) in entries(body, "capabilities") {
            let path = section.name(key.text());
            let short = Some(capability).filter(|name| name.is_scalar());
            self.named(short.or(capability.get("type")), &[Collection::Capability], &path.name("type"));
            self.list(capability, "valid_source_types", &[Collection::Node], &path);
            self.occurrences(capability, &path);
        }
        let section = path.name("artifacts");
        for (key, artifact) in entries(body, "artifacts") {
            self.named(artifact.get("type"), &[Collection::Artifact], &section.name(key.text()).name("type"));
        }
        let section = path.name("requirements");
        let listed = body.get("requirements").into_iter().flat_map(Yaml::entries_within);
        for (key, requirement) in listed {
            self.requirement(requirement, &section.name(key.text()));
        }
    }

    fn requirement(&mut self, body: Yaml<'t>, path: &Path<'_>) {
        let short = Some(body).filter(|name| name.is_scalar());
        self.named(short.or(body.get("capability")), &[Collection::Capability], &path.name("capability"));
        // Engines take node templates here, too.
        let node = body.get("node").and_then(|name| self.unknown(name, &[Collection::Node], &path.name("node")));
        self.faults.extend(node.filter(|fault| fault.misspelt.is_some()));
        let relationship = body.get("relationship");
        let relationship = relationship.map(|named| named.get("type").unwrap_or(named));
        self.named(relationship, &[Collection::Relationship], &path.name("relationship"));
        self.occurrences(body, path);
    }

    /// Types that something takes: those of files which are not imported may be among them, so that only names are reported
    /// that are almost those of known ones.
    fn list(&mut self, body: Yaml<'t>, key: &str, collections: &[Collection], path: &Path<'_>) {
        for (at, name) in body.get(key).into_iter().flat_map(Yaml::items).enumerate() {
            let unknown = self.unknown(name, collections, &path.name(key).item(at));
            self.faults.extend(unknown.filter(|fault| fault.misspelt.is_some()));
        }
    }

    /// The name of a type of one of these sorts.
    fn named(&mut self, name: Option<Yaml<'t>>, collections: &[Collection], path: &Path<'_>) {
        let unknown = name.and_then(|name| self.unknown(name, collections, path));
        self.faults.extend(unknown);
    }

    /// That a name is that of no type; what is no name is none.
    fn unknown(&self, name: Yaml<'t>, collections: &[Collection], path: &Path<'_>) -> Option<Fault> {
        let text = name.as_str().filter(|text| !text.is_empty())?;
        if collections.iter().any(|&collection| self.schemas.is_known(collection, text)) {
            return None;
        }
        let unknown = |&of: &Collection| self.schemas.unknown_type_of_element(of, text, name.span(), path);
        let mut unknown: Vec<Fault> = collections.iter().filter_map(unknown).collect();
        let near = unknown.iter().position(|fault| fault.misspelt.is_some()).unwrap_or(0);
        (near < unknown.len()).then(|| unknown.swap_remove(near))
    }

    /// How often a requirement or a capability may be there, where that cannot be read.
    fn occurrences(&mut self, body: Yaml<'t>, path: &Path<'_>) {
        let Some(range) = body.get("occurrences").filter(|range| !range.is_null()) else { return };
        let Err(malformed) = Occurrences::read(range) else { return };
        let path = path.name("occurrences");
        let fault = |span, message: &str| Fault::new(Code::MalformedConstraint, &path, span, message.to_owned());
        let (message, bounds) = ("`occurrences` takes the least and the greatest number", range.items());
        self.faults.push(match (malformed, bounds.collect::<Vec<_>>().as_slice()) {
            (MalformedOccurrences::Empty, [least, most]) => {
                let help = Some(format!("write `[{}, {}]`", most.text(), least.text()));
                Fault { help, ..fault(range.span(), "no number is in this range") }
            }
            (MalformedOccurrences::Shape, [_, most]) if did_you_mean(most.text(), [UNBOUNDED]).is_some() => {
                let misspelt = Some((most.text().to_owned(), UNBOUNDED.to_owned()));
                Fault { help: Some(did_you_mean_text(UNBOUNDED)), misspelt, ..fault(most.span(), message) }
            }
            _ => {
                let help = Some(format!("write `occurrences: [0, {UNBOUNDED}]`, for instance"));
                Fault { help, ..fault(range.span(), message) }
            }
        });
    }
}

fn entries<'t>(body: Yaml<'t>, section: &str) -> impl Iterator<Item = (Yaml<'t>, Yaml<'t>)> {
    body.get(section).into_iter().flat_map(Yaml::entries)
}
