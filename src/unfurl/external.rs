//! Other ensembles from which an environment imports connections.
//!
//! Comes in: the section `external` of an environment, and those of the ensembles that it names which are at hand. Goes
//! out: their relationship templates by name. An ensemble that is elsewhere is reported: what it brings is known at run time.

use super::lineage::named_entries;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean};
use crate::source::syntax::vocabulary::topology_of;
use crate::source::syntax::yaml::Yaml;

/// What the instance that the runtime runs on is called, as a node and as an external ensemble.
pub(super) const LOCALHOST: &str = "localhost";

/// What an environment imports from another ensemble.
#[derive(Clone, Debug)]
pub struct Import<'e> {
    /// What the environment calls the ensemble.
    pub(super) name: &'e str,
    span: Span,
    /// Where it is.
    manifest: Option<Yaml<'e>>,
    /// The instance that is meant; none for all of them.
    instance: Option<&'e str>,
    /// Names of relationship templates, or `NODE::REQUIREMENT`.
    pub(super) connections: Vec<Yaml<'e>>,
}

/// Another ensemble, as far as it is at hand.
#[derive(Clone, Debug)]
pub struct External<'e> {
    /// What is imported from it.
    pub import: Import<'e>,
    /// Its file.
    pub root: Option<Yaml<'e>>,
}

impl<'e> Import<'e> {
    /// The imports of an environment; ensembles of which it takes no connections are left out, unless it is the one that
    /// describes where the runtime runs.
    pub fn read_all(environment: Yaml<'e>, diagnostics: &mut Vec<Diagnostic>) -> Vec<Self> {
        let Some(section) = environment.get("external").filter(|section| !section.is_null()) else { return Vec::new() };
        if !section.is_mapping() {
            diagnostics.push(wrong(section, "external ensembles are a mapping"));
        }
        let mut imports = Vec::new();
        for (key, body) in section.entries() {
            diagnostics.extend(misspelt(key, body));
            let list = body.get("connections").filter(|list| !list.is_null());
            let is_wrong =
                |list: &Yaml<'_>| !list.is_sequence() || !list.items().all(|name| name.is_scalar() && !name.is_null());
            if let Some(list) = list.filter(is_wrong) {
                diagnostics.push(wrong(list, "connections of an external ensemble are a list of names"));
                continue;
            }
            let instance = body.get("instance").map(Yaml::text).filter(|instance| *instance != "*");
            let connections = list.into_iter().flat_map(Yaml::items).collect();
            let import =
                Self { name: key.text(), span: key.span(), manifest: body.get("manifest"), instance, connections };
            imports.extend((list.is_some() || import.is_localhost()).then_some(import));
        }
        imports
    }

    /// The file of the ensemble, and where it is named; none when it lies in a repository, or elsewhere.
    pub fn file(&self) -> Option<(&'e str, Span)> {
        let manifest = self.manifest?;
        let file = if manifest.is_scalar() { manifest } else { manifest.get("file")? };
        let is_elsewhere = manifest.get("repository").is_some() || manifest.get("project").is_some();
        let is_here = !is_elsewhere && file.is_scalar() && !file.text().contains("://");
        is_here.then(|| (file.text(), file.span()))
    }

    /// Whether it describes the instance that the runtime runs on.
    pub(super) fn is_localhost(&self) -> bool {
        self.name == LOCALHOST
    }

    /// The node that the instance is made from.
    pub(super) fn instance(&self) -> &'e str {
        self.instance.unwrap_or(LOCALHOST)
    }

    /// That the ensemble is not at hand.
    pub(super) fn unknown(&self) -> Diagnostic {
        let names: Vec<String> = self.connections.iter().map(|name| format!("\"{}\"", name.text())).collect();
        let what = match names.as_slice() {
            [] => "what it connects to is".to_owned(),
            _ => format!("its connections {} are", names.join(", ")),
        };
        let message = format!("ensemble \"{}\" is not at hand: {what} known at run time only", self.name);
        let place = self.manifest.map_or(self.span, Yaml::span);
        Diagnostic::new(Code::AbsentEnsemble, place, message)
            .help("write a file that can be read as its `manifest.file`")
    }
}

impl<'e> External<'e> {
    /// The service template of the ensemble.
    pub(super) fn template(&self) -> Option<Yaml<'e>> {
        let root = self.root?;
        let around = root.get("spec").unwrap_or(root);
        Some(around.get("service_template").unwrap_or(root))
    }

    /// The relationship template of a name, and what it is called here.
    pub(super) fn find(&self, name: &'e str) -> Option<(&'e str, Yaml<'e>)> {
        let topology = topology_of(self.template()?)?;
        let Some((node, requirement)) = name.split_once("::") else {
            return Some((name, topology.get("relationship_templates")?.get(name)?));
        };
        let requirements = topology.get("node_templates")?.get(node)?.get("requirements")?;
        let (_, body) = named_entries(requirements).find(|(key, _)| key.text() == requirement)?;
        Some((requirement, body.get("relationship")?))
    }

    /// Whether parts of it stand in files that it includes, which are not read.
    pub(super) fn is_partial(&self) -> bool {
        let spec = self.root.and_then(|root| root.get("spec"));
        let mut parts = [self.root, spec, self.template()].into_iter().flatten().flat_map(Yaml::entries);
        parts.any(|(key, _)| ["+include", "+?include"].iter().any(|word| key.text().starts_with(word)))
    }

    /// The names of all relationship templates.
    pub(super) fn names(&self) -> impl Iterator<Item = &'e str> {
        let topology = self.template().and_then(topology_of);
        let section = topology.and_then(|topology| topology.get("relationship_templates"));
        section.into_iter().flat_map(Yaml::entries).map(|(key, _)| key.text())
    }
}

/// What an external ensemble is described by, as far as it is read.
static KEYS: [&str; 3] = ["manifest", "instance", "connections"];

/// Keys that are close to those which are read: others are for the runtime.
fn misspelt(name: Yaml<'_>, body: Yaml<'_>) -> Vec<Diagnostic> {
    let unread = body.entries().map(|(key, _)| key).filter(|key| !KEYS.contains(&key.text()));
    let reported = unread.filter_map(|key| {
        let close = did_you_mean(key.text(), KEYS)?;
        let message = format!("external ensemble \"{}\" has no section \"{}\"", name.text(), key.text());
        let diagnostic = Diagnostic::new(Code::UnknownSection, key.span(), message);
        Some(diagnostic.meaning(close))
    });
    reported.collect()
}

fn wrong(found: Yaml<'_>, rule: &str) -> Diagnostic {
    Diagnostic::new(Code::BadSurroundings, found.span(), format!("{rule}, not a {}", found.kind()))
}
