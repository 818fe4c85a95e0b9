//! The checks of profile D, for templates in their first version.

use std::collections::BTreeSet;

use super::reference::{Part, Presences, Reference};

/// Whether some check that is on, or the document, fails for these presences.
pub fn fail(reference: &Reference, is_on: &dyn Fn(&str) -> bool, present: &Presences) -> bool {
    let is_there = |part: &Part| present.contains(&part.path);
    let parts = || reference.parts.iter().filter(|part| is_there(part));
    let of_kind = |kind: &'static str| parts().filter(move |part| part.kind == kind);
    let lacks = |part: &Part| part.container.is_some_and(|container| !is_there(&reference.parts[container]));
    let contained = [
        ("relation", "relation_source_check"),
        ("artifact", "missing_artifact_container_check"),
        ("property", "missing_property_container_check"),
        ("type", "missing_type_container_check"),
    ];
    let homeless = contained.iter().any(|&(kind, check)| is_on(check) && of_kind(kind).any(&lacks));
    let dangling = is_on("relation_target_check")
        && of_kind("relation").any(|part| !present.contains(&format!("node.{}", part.others[0])));
    // What is written without a type leaves no document; nothing inside of an absent node is written.
    let typed = ["node", "group", "policy", "artifact"];
    let untyped = reference.parts.iter().enumerate().any(|(place, part)| {
        let is_written = typed.contains(&part.kind) && is_there(part) && !lacks(part);
        is_written && !reference.within("type", place).any(&is_there)
    });
    homeless
        || dangling
        || untyped
        || (0..reference.parts.len()).any(|place| node_fails(reference, is_on, present, place))
}

fn node_fails(reference: &Reference, is_on: &dyn Fn(&str) -> bool, present: &Presences, place: usize) -> bool {
    let node = &reference.parts[place];
    if node.kind != "node" || !present.contains(&node.path) {
        return false;
    }
    let is_there = |part: &&Part| present.contains(&part.path);
    let own = |kind: &'static str| reference.within(kind, place).collect::<Vec<&Part>>();
    let here = |kind: &'static str| own(kind).into_iter().filter(is_there).collect::<Vec<&Part>>();
    let ambiguous = [
        ("artifact", "ambiguous_artifact_check"),
        ("property", "ambiguous_property_check"),
        ("relation", "ambiguous_relation_check"),
    ];
    let repeated = |parts: &[&Part]| {
        let mut seen = BTreeSet::new();
        parts.iter().any(|part| !seen.insert(part.name.clone()))
    };
    let hosts = |parts: Vec<&Part>| parts.into_iter().filter(|part| is_host(&part.name)).count();
    let incoming: Vec<&Part> =
        reference.of_kind("relation").map(|(_, part)| part).filter(|part| part.others[0] == node.name).collect();
    let none = |parts: &[&Part]| !parts.is_empty() && !parts.iter().any(is_there);
    ambiguous.iter().any(|&(kind, check)| is_on(check) && repeated(&here(kind)))
        || is_on("ambiguous_hosting_check") && hosts(here("relation")) > 1
        || is_on("expected_hosting_check") && hosts(own("relation")) > 0 && hosts(here("relation")) == 0
        || is_on("expected_incoming_relation_check") && none(&incoming)
        || is_on("expected_artifact_check") && none(&own("artifact"))
}

/// Whether a relation of this name is a hosting one: `host` between underscores, or alone.
fn is_host(name: &str) -> bool {
    name == "host" || name.starts_with("host_") || name.ends_with("_host") || name.contains("_host_")
}
