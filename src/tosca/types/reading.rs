//! Type definitions out of a file.

use std::sync::Arc;

use super::{Collection, DefinitionSite, Origin, Parent, TypeDefinition, TypeTable, TypesProfile, inheritance};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};

/// The version that files under `lib/` are written in.
const LIBRARY_VERSION: &str = "tosca_simple_yaml_1_3";

impl TypeTable {
    /// Adds the types that the file with this root defines. A type that is defined already stays as it is.
    ///
    /// `file_name` is what the reference's sentence about a duplicate names.
    #[must_use]
    pub fn add_file(&mut self, tree: &Tree, root: YamlId, file_name: &str, origin: Origin) -> Vec<Diagnostic> {
        let root = tree.at(root);
        if let Some(fault) = wrong_version(root, origin) {
            return vec![fault];
        }
        let mut faults = Vec::new();
        for collection in Collection::ALL {
            let Some(section) = root.get(collection.key()).filter(|section| !section.is_null()) else { continue };
            if !section.is_mapping() {
                faults.push(wrong_shape(section, collection.key()));
                continue;
            }
            for (key, body) in section.entries() {
                faults.extend(self.add(collection, key, body, file_name, origin));
            }
        }
        faults
    }

    /// Names the types of the imported file with this root again, behind a prefix: TOSCA separates them by `:`, runtimes by `.`. A type
    /// whose own name means that of another file is one of its own behind the prefix.
    pub fn add_prefix(&mut self, tree: &Tree, root: YamlId, prefix: &str) {
        let root = tree.at(root);
        for collection in Collection::ALL {
            let section = || root.get(collection.key()).into_iter().flat_map(Yaml::entries);
            for (key, body) in section() {
                let known = self.of(collection).get(key.text()).and_then(|known| known.place);
                let is_same = known.is_some_and(|known| known.body == body.id());
                for separator in [':', '.'] {
                    let name: Arc<str> = format!("{prefix}{separator}{}", key.text()).into();
                    if is_same {
                        self.prefixed[collection as usize].insert(name, key.text().into());
                        continue;
                    }
                    let mut own =
                        TypeDefinition { name: Arc::clone(&name), ..definition(collection, key, body, Origin::Import) };
                    if let Some(parent) =
                        own.parent.as_mut().filter(|parent| section().any(|(key, _)| key.text() == &*parent.name))
                    {
                        parent.name = format!("{prefix}{separator}{}", parent.name).into();
                    }
                    self.collections[collection as usize].entry(name).or_insert(own);
                }
            }
        }
    }

    /// Adds those types of an imported file whose names are not yet defined.
    #[must_use]
    pub fn add_undefined(&mut self, tree: &Tree, root: YamlId, file_name: &str) -> Vec<Diagnostic> {
        let mut faults = Vec::new();
        for collection in Collection::ALL {
            for (key, body) in tree.at(root).get(collection.key()).into_iter().flat_map(Yaml::entries) {
                if self.of(collection).get(key.text()).is_none() {
                    faults.extend(self.add(collection, key, body, file_name, Origin::Import));
                }
            }
        }
        faults
    }

    fn add(
        &mut self,
        collection: Collection,
        key: Yaml<'_>,
        body: Yaml<'_>,
        file_name: &str,
        origin: Origin,
    ) -> Option<Diagnostic> {
        let name = key.text();
        if let Some(first) = self.of(collection).get(name).filter(|first| !is_informational(first)) {
            if origin != Origin::Import {
                return Some(duplicate(collection, key, first, file_name));
            }
            return self.add_further(collection, (key, body), &first.clone());
        }
        let definition = definition(collection, key, body, origin);
        let fault = if body.is_mapping() || body.is_null() {
            let is_own_parent = definition.parent.as_ref().is_some_and(|parent| &*parent.name == name);
            is_own_parent.then(|| inheritance::cycle(collection, &[&definition]))
        } else {
            Some(wrong_shape(body, name))
        };
        self.collections[collection as usize].insert(Arc::clone(&definition.name), definition);
        fault
    }
}

impl TypeTable {
    /// A further definition of an imported file, of a name that is defined already. A normative type stays what it is.
    fn add_further(
        &mut self,
        collection: Collection,
        (key, body): (Yaml<'_>, Yaml<'_>),
        first: &TypeDefinition,
    ) -> Option<Diagnostic> {
        let place = first.place?;
        let own = definition(collection, key, body, Origin::Import);
        let parent = |definition: &TypeDefinition| definition.parent.as_ref().map(|parent| Arc::clone(&parent.name));
        let further = self.further[collection as usize].entry(Arc::clone(&first.name)).or_default();
        further.sites.extend(own.place);
        further.are_different |= body.tree().at(place.body).to_json() != body.to_json();
        further.may_change_variants |= parent(first) != parent(&own) || first.is_abstract != own.is_abstract;
        None
    }
}

/// The types that have members in the document with those that are built in.
pub(super) fn profile_definitions(collection: Collection) -> impl Iterator<Item = TypeDefinition> {
    let section = TypesProfile::built_in().and_then(|root| root.get(collection.key()));
    let definition =
        move |(key, body)| TypeDefinition { place: None, ..definition(collection, key, body, Origin::Import) };
    section.into_iter().flat_map(Yaml::entries).map(definition)
}

/// Whether a type is known for information only: templates may spell it out.
fn is_informational(definition: &TypeDefinition) -> bool {
    definition.place.is_none() && definition.name.starts_with("variability.")
}

fn definition(collection: Collection, key: Yaml<'_>, body: Yaml<'_>, origin: Origin) -> TypeDefinition {
    let derived_from = body.get("derived_from").filter(|parent| parent.is_scalar() && !parent.is_null());
    let parent = match derived_from {
        Some(parent) => Parent { name: parent.text().into(), span: Some(parent.span()) },
        None => Parent { name: collection.root().into(), span: None },
    };
    let mark = body.get("metadata").and_then(|metadata| metadata.get("vintner_abstract"));
    TypeDefinition {
        name: key.text().into(),
        parent: Some(parent),
        is_abstract: mark.is_some_and(|mark| mark.text() == "true"),
        place: Some(DefinitionSite { body: body.id(), span: key.span(), origin }),
    }
}

fn wrong_version(root: Yaml<'_>, origin: Origin) -> Option<Diagnostic> {
    let version = root.get("tosca_definitions_version")?;
    if origin != Origin::Library || version.text() == LIBRARY_VERSION {
        return None;
    }
    let text = version.text();
    let message = format!("definitions version \"{text}\" is not supported in files under lib/");
    let diagnostic = Diagnostic::new(Code::UnsupportedVersion, version.span(), message)
        .reference(format!("TOSCA definitions version \"{text}\" not supported"))
        .help(format!("use {LIBRARY_VERSION}"));
    Some(diagnostic)
}

fn duplicate(collection: Collection, key: Yaml<'_>, first: &TypeDefinition, file_name: &str) -> Diagnostic {
    let name = key.text();
    let message = format!("{} \"{name}\" is defined twice", collection.noun());
    let diagnostic = Diagnostic::new(Code::DuplicateType, key.span(), message)
        .reference(format!("{collection} \"{name}\" duplicated in service template \"{file_name}\""));
    match first.place {
        Some(place) => diagnostic.and(place.span, "first defined here"),
        None => diagnostic.note("it is a normative type of the TOSCA Simple Profile 1.3"),
    }
}

fn wrong_shape(found: Yaml<'_>, what: &str) -> Diagnostic {
    Diagnostic::new(Code::WrongShape, found.span(), format!("\"{what}\" is a mapping, not a {}", found.kind()))
}
