//! Effective members of types: those of a type and all that it derives from.

use std::sync::{Arc, Mutex};

use indexmap::{IndexMap, IndexSet};
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::completion::{Fault, Path, RuntimeResponse};
use super::{Collection, Schema, SimpleType, TypeTable};
use crate::source::Span;
use crate::source::diagnostic::{Code, did_you_mean, or_meant};
use crate::source::syntax::yaml::{Tree, Yaml};

/// Definitions of properties by name, those of the root type first.
pub type Fields<'t> = IndexMap<&'t str, Schema<'t>, FxBuildHasher>;

/// A section of a type with definitions like those of properties.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Section {
    /// `properties`.
    Properties,
    /// `attributes`.
    Attributes,
}

/// What a data type is at the end of its line of parents.
#[derive(Clone, Debug)]
pub enum DataType<'t> {
    /// One of TOSCA's own types, with what all types in between say about values.
    Simple(SimpleType, Refinement<'t>),
    /// A structure.
    Structure(Arc<Fields<'t>>),
    /// It is not defined, or it has no end.
    Unknown,
}

/// What data types say about values of the simple type that they derive from.
#[derive(Clone, Debug, Default)]
pub struct Refinement<'t> {
    /// The constraint clauses of all of them.
    pub constraints: Vec<Yaml<'t>>,
    /// What the entries of a list or map are, as the nearest says that does.
    pub entry: Option<Yaml<'t>>,
    /// What the keys of a map are.
    pub key: Option<Yaml<'t>>,
}

/// A data type whose values are any JSON, as text or not.
const JSON: &str = "tosca.datatypes.json";

/// All types together with what they consist of.
#[derive(Debug)]
pub struct Schemas<'t> {
    types: &'t TypeTable,
    tree: &'t Tree,
    profile: Option<Yaml<'t>>,
    fields: Mutex<FxHashMap<(Collection, Section, String), Arc<Fields<'t>>>>,
    /// Whether types are missing a parent or derive from themselves, as far as that was asked.
    broken: Mutex<FxHashMap<(Collection, &'t str), bool>>,
}

/// Whether a name is one that only the standard, or the language of variable templates, may define. Those for network
/// functions stand in another standard.
fn is_standard(name: &str) -> bool {
    name.starts_with("tosca.") && !name.contains(".nfv.") || name.starts_with("variability.")
}

impl<'t> Schemas<'t> {
    /// The types of a table whose definitions lie in `tree`. `profile` is the document with the members of types that
    /// are built in; without it they have none.
    pub fn new(types: &'t TypeTable, tree: &'t Tree, profile: Option<Yaml<'t>>) -> Self {
        Self { types, tree, profile, fields: Mutex::default(), broken: Mutex::default() }
    }

    /// The table.
    pub fn types(&self) -> &'t TypeTable {
        self.types
    }

    /// Whether a part of a definition is the author's, and not that of a type which is built in.
    pub fn is_of_author(&self, part: Yaml<'t>) -> bool {
        self.is_in_file_of_author(part.span())
    }

    /// Whether a place is in a file of the author, and not in the types that are built in.
    pub fn is_in_file_of_author(&self, place: Span) -> bool {
        self.profile.is_none_or(|profile| profile.span().file != place.file)
    }

    /// The definition of a type.
    pub fn body(&self, collection: Collection, name: &str) -> Option<Yaml<'t>> {
        let known = self.types.definition(collection, name);
        match known.and_then(|definition| definition.place) {
            Some(place) => Some(self.tree.at(place.body)),
            None => self.profile?.get(collection.key())?.get(known.map_or(name, |definition| &definition.name)),
        }
    }

    /// Whether a type is defined, here or in the profile.
    pub fn is_known(&self, collection: Collection, name: &str) -> bool {
        self.types.definition(collection, name).is_some() || self.body(collection, name).is_some()
    }

    /// That the name of a type, written at a place, is that of no type, with the name of one that is almost called that; none when it
    /// is one.
    pub fn unknown_type(&self, collection: Collection, name: &str, span: Span, path: &Path<'_>) -> Option<Fault> {
        if self.is_type(collection, name) {
            return None;
        }
        let meant = self.meant(collection, name);
        let hint = match (self.types.in_full(collection, name), meant) {
            (Some(full), _) => format!("; its full name is \"{full}\""),
            (None, close) => or_meant(close),
        };
        let message = format!("{} \"{name}\" is not defined{hint}", collection.noun());
        let misspelt = meant.map(|meant| (name.to_owned(), meant.to_owned()));
        Some(Fault { misspelt, ..Fault::new(Code::UndefinedType, path, span, message) })
    }

    /// The type that is meant by the name of none, if one is near.
    pub fn meant(&self, collection: Collection, name: &str) -> Option<&'t str> {
        self.types.in_full(collection, name).or_else(|| did_you_mean(name, self.types.names(collection)))
    }

    /// Whether all members of a type are known: without a profile those of built-in types are unknown.
    pub fn is_closed(&self, collection: Collection, name: &str) -> bool {
        let is_own = |name: &&str| *name == collection.root() || self.body(collection, name).is_some();
        self.profile.is_some() || self.line(collection, name).is_some_and(|line| line.iter().all(is_own))
    }

    /// [`Schemas::unknown_type`] for the type of an element, an input or an output: who defines no type of a sort leaves all of them to the
    /// runtime.
    pub fn unknown_type_of_element(
        &self,
        collection: Collection,
        name: &str,
        span: Span,
        path: &Path<'_>,
    ) -> Option<Fault> {
        if self.types.definitions(collection).any(|known| known.place.is_some()) || is_standard(name) {
            return self.unknown_type(collection, name, span, path);
        }
        // There may be thousands of them, which are not reported: nothing that they may mean is looked for.
        let message = format!("{} \"{name}\" is not defined", collection.noun());
        let fault = || Fault::new(Code::UndefinedType, path, span, message);
        (!self.is_type(collection, name)).then(|| Fault { response: RuntimeResponse::Extension, ..fault() })
    }

    /// Whether a name is that of a type, which may be a simple one.
    fn is_type(&self, collection: Collection, name: &str) -> bool {
        self.is_known(collection, name) || SimpleType::parse(name).is_some()
    }

    /// Whether any ancestor of a type, or the type itself, is missing or derives from itself.
    ///
    /// # Panics
    /// Never: no panic happens while the lock is held.
    pub fn is_broken(&self, collection: Collection, name: &str) -> bool {
        let mut known = self.broken.lock().expect("no panic happens while the lock is held");
        let (mut way, mut next) = (IndexSet::<&'t str, FxBuildHasher>::default(), Some(name));
        let is_broken = loop {
            let Some(name) = next else { break false };
            let Some((own, parent)) = self.step(collection, name) else { break true };
            if let Some(&is_broken) = known.get(&(collection, own)) {
                break is_broken;
            }
            if !way.insert(own) {
                break true;
            }
            next = parent;
        };
        known.extend(way.into_iter().map(|name| ((collection, name), is_broken)));
        is_broken
    }

    /// The type and all that it derives from, nearest first; none when one of them is missing or on a cycle.
    pub fn line(&self, collection: Collection, name: &str) -> Option<Vec<&'t str>> {
        let mut line: IndexSet<&'t str, FxBuildHasher> = IndexSet::default();
        let mut next = Some(name);
        while let Some(name) = next {
            let (own, parent) = self.step(collection, name)?;
            if !line.insert(own) {
                return None;
            }
            next = parent;
        }
        Some(line.into_iter().collect())
    }

    /// A type and its parent; none when it is not defined, or several files define it differently.
    fn step(&self, collection: Collection, name: &str) -> Option<(&'t str, Option<&'t str>)> {
        if self.types.is_ambiguous(collection, name) {
            return None;
        }
        let (own, parent) = match self.types.definition(collection, name) {
            Some(definition) => (&*definition.name, definition.parent.as_ref().map(|parent| &*parent.name)),
            None => {
                let (key, body) = self.profile?.get(collection.key())?.entry(name)?;
                (key.text(), Some(body.get("derived_from").map_or(collection.root(), Yaml::text)))
            }
        };
        Some((own, parent.filter(|parent| *parent != super::ENTITY_ROOT)))
    }

    /// The effective definitions of a section of a type.
    ///
    /// # Panics
    /// Never: no panic happens while the lock is held.
    pub fn fields(&self, collection: Collection, section: Section, name: &str) -> Arc<Fields<'t>> {
        let key = (collection, section, name.to_owned());
        if let Some(known) = self.fields.lock().expect("no panic happens while the lock is held").get(&key) {
            return Arc::clone(known);
        }
        let fields = Arc::new(self.collect_fields(collection, section, name));
        self.fields.lock().expect("no panic happens while the lock is held").insert(key, Arc::clone(&fields));
        fields
    }

    fn collect_fields(&self, collection: Collection, section: Section, name: &str) -> Fields<'t> {
        self.fields_along(collection, section, &self.line(collection, name).unwrap_or_default())
    }

    /// The definitions of a section along a line of types, nearest first, of which some may be unknown.
    pub fn fields_along(&self, collection: Collection, section: Section, line: &[impl AsRef<str>]) -> Fields<'t> {
        let definitions = line.iter().rev().filter_map(|name| self.body(collection, name.as_ref()));
        Self::fields_in(definitions, section)
    }

    /// The definitions of a section in a line of types, farthest first.
    pub fn fields_in(definitions: impl IntoIterator<Item = Yaml<'t>>, section: Section) -> Fields<'t> {
        let mut fields = Fields::default();
        for definition in definitions {
            let members = definition.get(section.key()).into_iter().flat_map(Yaml::entries);
            members.for_each(|member| define(&mut fields, member));
        }
        fields
    }

    /// Whether the type of this name is none of TOSCA's own, so that defaults of it may be merged.
    pub(super) fn is_structured(name: &str) -> bool {
        SimpleType::parse(name).is_none()
    }

    /// What a data type is.
    pub fn data_type(&self, name: &str) -> DataType<'t> {
        if let Some(simple) = SimpleType::parse(name) {
            return DataType::Simple(simple, Refinement::default());
        }
        let Some(line) = self.line(Collection::Data, name) else { return DataType::Unknown };
        // DEVIATION from the profile, which wants JSON as text: templates write the value itself.
        if line.contains(&JSON) {
            return DataType::Unknown;
        }
        let Some(simple) = line.last().and_then(|root| SimpleType::parse(root)) else {
            return DataType::Structure(self.fields(Collection::Data, Section::Properties, name));
        };
        let schemas = |key| {
            line.iter().filter_map(move |name| {
                self.body(Collection::Data, name)?.get(key).filter(|schemas| !schemas.is_null())
            })
        };
        let constraints = schemas("constraints").flat_map(Yaml::items).collect();
        let (entry, key) = (schemas("entry_schema").next(), schemas("key_schema").next());
        DataType::Simple(simple, Refinement { constraints, entry, key })
    }

    /// Whether a structure takes fields that it does not declare.
    pub fn is_open(&self, name: &str) -> bool {
        let mark =
            |name: &str| self.body(Collection::Data, name)?.get("metadata")?.get("additionalProperties")?.as_bool();
        let line = self.line(Collection::Data, name).unwrap_or_default();
        line.into_iter().any(|name| mark(name) == Some(true))
    }

    /// Types that files of the author define, with their names' places.
    pub fn declared(&self, collection: Collection) -> impl Iterator<Item = (&'t str, Span, Yaml<'t>)> {
        let tree = self.tree;
        self.types.definitions(collection).filter_map(move |definition| {
            definition.place.map(|place| (&*definition.name, place.span, tree.at(place.body)))
        })
    }
}

/// Puts a definition in the place of that of the same name.
pub(super) fn define<'t>(fields: &mut Fields<'t>, (key, body): (Yaml<'t>, Yaml<'t>)) {
    let mut schema = Schema::read(body);
    if body.is_null() {
        schema.span = key.span();
    }
    if let Some(old) = fields.shift_remove(key.text()) {
        schema = schema.over(old, Schemas::is_structured);
    }
    fields.insert(key.text(), schema);
}

impl Section {
    /// Its key in a type and in a template.
    pub fn key(self) -> &'static str {
        match self {
            Self::Properties => "properties",
            Self::Attributes => "attributes",
        }
    }
}
