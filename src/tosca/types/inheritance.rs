//! Walking from a type to its parents.

use indexmap::IndexSet;
use rustc_hash::{FxBuildHasher, FxHashSet};

use super::{Collection, ENTITY_ROOT, TypeDefinition, TypeTable};
use crate::source::diagnostic::{Code, Diagnostic, did_you_mean, standing_out};

impl TypeTable {
    /// The type `name` and everything that it derives from, nearest first, without `tosca.entity.Root`.
    ///
    /// # Errors
    /// When `name` or one of its parents is not defined, or when types derive from each other in a cycle. Only the
    /// first of these has no place: the use of the name has one.
    pub fn parents(&self, collection: Collection, name: &str) -> Result<Vec<&str>, Box<Diagnostic>> {
        let mut definition =
            self.definition(collection, name).ok_or_else(|| Box::new(self.undefined_start(collection, name)))?;
        let mut line: Vec<&str> = vec![&definition.name];
        let most = self.names(collection).count();
        while let Some(parent) = self.parent(collection, definition)? {
            // A line that is longer than the list of types repeats itself.
            if line.len() == most {
                return Err(Box::new(self.cycle(collection, parent)));
            }
            line.push(&parent.name);
            definition = parent;
        }
        Ok(line)
    }

    /// Whether the type `name` is `ancestor` or derives from it.
    ///
    /// # Errors
    /// As [`TypeTable::parents`].
    pub fn is_a(&self, collection: Collection, name: &str, ancestor: &str) -> Result<bool, Box<Diagnostic>> {
        Ok(self.parents(collection, name)?.contains(&ancestor))
    }

    /// The first cycle of each collection in which types derive from each other.
    pub fn cycles(&self) -> Vec<Diagnostic> {
        let cycle = |collection| {
            let mut ending: FxHashSet<&str> = FxHashSet::default();
            for definition in self.definitions(collection) {
                if !self.ends(collection, definition, &mut ending) {
                    return self.parents(collection, &definition.name).err().map(|fault| *fault);
                }
            }
            None
        };
        Collection::ALL.into_iter().filter_map(cycle).collect()
    }

    /// Of each cycle in which types derive from each other, the type that was read first.
    pub fn cycle_openers(&self, collection: Collection) -> FxHashSet<&str> {
        let (mut seen, mut openers) = (FxHashSet::default(), FxHashSet::default());
        for start in self.definitions(collection) {
            let mut line: IndexSet<&str, FxBuildHasher> = IndexSet::default();
            let mut next = Some(start);
            while let Some(definition) = next.filter(|definition| !seen.contains(&*definition.name)) {
                let (place, is_new) = line.insert_full(&definition.name);
                if !is_new {
                    let cycle = line.iter().skip(place).copied();
                    openers.extend(cycle.min_by_key(|&name| self.of(collection).get_index_of(name)));
                    break;
                }
                next = self.parent(collection, definition).ok().flatten();
            }
            seen.extend(line);
        }
        openers
    }

    /// Whether the line of a type's parents ends; all of it is `ending` then, at a type that is not defined too.
    fn ends<'t>(
        &'t self,
        collection: Collection,
        mut definition: &'t TypeDefinition,
        ending: &mut FxHashSet<&'t str>,
    ) -> bool {
        let mut line: FxHashSet<&str> = FxHashSet::default();
        while !ending.contains(&*definition.name) {
            if !line.insert(&definition.name) {
                return false;
            }
            match self.parent(collection, definition) {
                Ok(Some(parent)) => definition = parent,
                Ok(None) | Err(_) => break,
            }
        }
        ending.extend(line.drain());
        true
    }

    fn parent(&self, collection: Collection, of: &TypeDefinition) -> Result<Option<&TypeDefinition>, Box<Diagnostic>> {
        let Some(parent) = of.parent.as_ref().filter(|parent| &*parent.name != ENTITY_ROOT) else { return Ok(None) };
        let found = self.definition(collection, &parent.name);
        found.map(Some).ok_or_else(|| Box::new(self.undefined_parent(collection, of, &parent.name)))
    }

    fn undefined_start(&self, collection: Collection, name: &str) -> Diagnostic {
        let message = format!("{} \"{name}\" is not defined", collection.noun());
        let diagnostic = Diagnostic::unplaced(Code::UndefinedType, message)
            .reference(format!("starting {collection} \"{name}\" has no definition"));
        self.suggesting(diagnostic, collection, name)
    }

    fn undefined_parent(&self, collection: Collection, of: &TypeDefinition, parent: &str) -> Diagnostic {
        let message = format!("{} \"{parent}\", from which \"{}\" derives, is not defined", collection.noun(), of.name);
        let span = of.parent.as_ref().and_then(|parent| parent.span);
        let diagnostic = Diagnostic::at(Code::UndefinedType, span, message)
            .reference(format!("{collection} \"{parent}\" has no definition"));
        let diagnostic = self.suggesting(diagnostic, collection, parent);
        match diagnostic.meant.clone() {
            Some(meant) => diagnostic.replacing(parent, &meant),
            None => diagnostic,
        }
    }

    /// The name of the normative type that this is short for.
    pub(super) fn in_full(&self, collection: Collection, name: &str) -> Option<&str> {
        self.definition(collection, &format!("tosca:{name}")).map(|definition| &*definition.name)
    }

    /// Adds "did you mean" for a type that is not defined.
    pub fn suggesting(&self, diagnostic: Diagnostic, collection: Collection, name: &str) -> Diagnostic {
        if let Some(full) = self.in_full(collection, name) {
            return diagnostic.help(format!("write `{full}`"));
        }
        let diagnostic = diagnostic.help(format!("define it under `{collection}`, or in a file under lib/"));
        match did_you_mean(name, self.names(collection)) {
            Some(close) => diagnostic.meaning(close),
            None => diagnostic.asking(standing_out(name, self.names(collection))),
        }
    }

    /// The cycle on which `on_cycle` lies.
    fn cycle(&self, collection: Collection, on_cycle: &TypeDefinition) -> Diagnostic {
        let mut members = vec![on_cycle];
        while let Ok(Some(next)) = self.parent(collection, members[members.len() - 1]) {
            if next.name == on_cycle.name {
                break;
            }
            members.push(next);
        }
        cycle(collection, &members)
    }
}

/// Types that derive from each other in a cycle, each from the next and the last from the first.
pub(super) fn cycle(collection: Collection, members: &[&TypeDefinition]) -> Diagnostic {
    let first = &members[0].name;
    let cycle: Vec<String> = members.iter().chain([&members[0]]).map(|member| format!("\"{}\"", member.name)).collect();
    let message = match members.len() {
        1 => format!("{} \"{first}\" is derived from itself", collection.noun()),
        _ => format!("{} \"{first}\" is derived from itself: {}", collection.noun(), cycle.join(" from ")),
    };
    let mut diagnostic = Diagnostic::unplaced(Code::InheritanceCycle, message)
        .reference(format!("{collection} \"{first}\" is derived from itself..."))
        .help(format!("one of them has to derive from another type, such as \"{}\"", collection.root()));
    for member in members {
        if let Some(span) = member.parent.as_ref().and_then(|parent| parent.span) {
            diagnostic = diagnostic.and(span, format!("\"{}\" derives from this", member.name));
        }
    }
    diagnostic
}
