//! What is changed in a template with errors, so that what does not depend on them can be looked at all the same.
//!
//! Invariant: places are those of the author; what cannot be read is decided by inputs whose value is unknown.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use crate::source::Span;
use crate::source::diagnostic::Diagnostic;
use crate::source::syntax::vocabulary::{Operator, Profile, Section, ends_before, topology_of};
use crate::source::syntax::yaml::{Tree, Yaml, YamlId};

/// A type of which nothing is known.
pub const UNKNOWN_TYPE: &str = "\u{0}unknown type";

/// The name of a constraint that says nothing.
pub const NO_CONSTRAINT: &str = "\u{0}no constraint";

/// How the names of inputs begin that stand for what cannot be read; a number follows.
const UNKNOWN: &str = "\u{0}unreadable condition ";

/// So many bytes of parts that are not read are looked at for names.
const MAX_UNREAD: usize = 1 << 14;

/// A node that is named and does not exist.
pub(super) const MISSING_TARGET: &str = "\u{0}missing target";

/// A change of the tree of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecoveryEdit {
    /// Another name in the place of a misspelt one.
    Name {
        /// The misspelt name.
        place: Span,
        /// The name that is meant.
        name: String,
    },
    /// A condition that cannot be read: whether it holds is not known.
    Unknown(YamlId),
    /// A condition that can only be guessed at: whether it says the truth is not known.
    Doubtful(YamlId),
    /// Another version of the definitions; none for the one that suits what is written.
    Version(Option<String>),
    /// An element of which something cannot be read: it has a further condition, of which nothing is known.
    Presence(YamlId),
    /// An entry of a mapping that is missing.
    Entry {
        /// The mapping.
        mapping: YamlId,
        /// The key.
        key: &'static str,
        /// The value, a scalar.
        value: String,
    },
    /// An entry that belongs to a section further out.
    Moved {
        /// Its key.
        key: YamlId,
        /// The mapping that it stands in.
        from: YamlId,
        /// That mapping, or the list of which it is an item.
        among: YamlId,
        /// Where it belongs.
        to: YamlId,
    },
    /// A list of names where a mapping belongs: the names are read as its keys.
    Names {
        /// The list.
        list: YamlId,
    },
    /// A node that is named and does not exist: another one in its place, of which nothing is known.
    MissingTarget {
        /// Its name.
        place: Span,
    },
    /// A requirement that names no node: it leads to one of which nothing is known.
    NoTarget {
        /// The mapping of the requirement.
        requirement: YamlId,
    },
}

impl RecoveryEdit {
    /// Whether an input stands for something in it that cannot be read.
    fn has_unknown(&self) -> bool {
        match self {
            Self::Unknown(_) | Self::Doubtful(_) | Self::Presence(_) => true,
            Self::Name { .. }
            | Self::Version(_)
            | Self::Entry { .. }
            | Self::Moved { .. }
            | Self::Names { .. }
            | Self::MissingTarget { .. }
            | Self::NoTarget { .. } => false,
        }
    }
}

/// All changes of a template.
#[derive(Clone, Debug)]
pub struct Recovery {
    profile: Profile,
    edits: Vec<RecoveryEdit>,
    /// Where something is missing that has an effect there only.
    faulty: Vec<Span>,
    /// Whether an error may have an effect everywhere.
    is_spread: bool,
    has_lost_relations: bool,
    has_unknown_values: bool,
    /// Texts that say what the author may have meant.
    mentioned: Vec<String>,
    /// How many bytes more of parts that are not read are looked at.
    unread_left: usize,
    /// Errors that are found in a template without refusing it.
    found: Vec<Diagnostic>,
}

impl Recovery {
    /// Nothing is changed yet in a template that is read with `profile`.
    pub fn new(profile: Profile) -> Self {
        Self {
            profile,
            edits: Vec::new(),
            faulty: Vec::new(),
            is_spread: false,
            has_lost_relations: false,
            has_unknown_values: false,
            mentioned: Vec::new(),
            unread_left: MAX_UNREAD,
            found: Vec::new(),
        }
    }

    /// Changes something, unless that is changed already.
    pub fn add(&mut self, edit: RecoveryEdit) {
        if !self.edits.contains(&edit) {
            self.edits.push(edit);
        }
    }

    /// What is at `place` lacks something.
    pub fn note_faulty(&mut self, place: Span) {
        self.faulty.push(place);
    }

    /// An error may have an effect on any presence.
    pub fn note_spread(&mut self) {
        self.is_spread = true;
    }

    /// Any node may have relations that cannot be read.
    pub fn note_lost_relations(&mut self) {
        self.has_lost_relations = true;
    }

    /// A named expression gives an unknown number or text: a truth value stands for it.
    pub fn note_unknown_values(&mut self) {
        self.has_unknown_values = true;
        self.note_spread();
    }

    /// What is named in this text may be in use where it cannot be read.
    pub fn note_mentioned(&mut self, text: impl Into<String>) {
        self.mentioned.push(text.into());
    }

    /// What is named in this part of the template may be in use; there may be many such parts, of which the first count.
    pub fn note_unread(&mut self, part: &str) {
        if part.len() <= self.unread_left {
            self.unread_left -= part.len();
            self.note_mentioned(part);
        }
    }

    /// An error that a template may have and be read all the same.
    pub fn note_found(&mut self, error: Diagnostic) {
        self.found.push(error);
    }

    /// The errors that are found in a template without refusing it.
    pub fn found(&self) -> &[Diagnostic] {
        &self.found
    }

    /// Whether nothing is known of presences, as an error may have an effect on any of them.
    pub fn is_spread(&self) -> bool {
        self.is_spread
    }

    /// Whether truth values may stand for numbers and texts, so that operands seem to be wrong.
    pub fn has_unknown_values(&self) -> bool {
        self.has_unknown_values
    }

    /// Whether something is missing in what stands around `place`.
    pub fn is_faulty(&self, place: Span) -> bool {
        self.faulty.iter().any(|faulty| faulty.contains(place))
    }

    /// Whether `name` may be in use where it cannot be read.
    pub fn may_use(&self, name: &str) -> bool {
        let is_part = |letter: char| letter.is_alphanumeric() || "_-.".contains(letter);
        self.mentioned.iter().any(|text| text.split(|letter| !is_part(letter)).any(|word| word == name))
    }

    /// Whether any node may have relations that cannot be read.
    pub fn has_lost_relations(&self) -> bool {
        self.has_lost_relations
    }

    /// Whether an input of this name stands for a condition that cannot be read.
    pub fn is_unknown(&self, input: &str) -> bool {
        let number = input.strip_prefix(UNKNOWN).and_then(|number| number.parse::<usize>().ok());
        number.and_then(|number| self.edits.get(number)).is_some_and(RecoveryEdit::has_unknown)
    }

    /// The inputs that stand for conditions that cannot be read.
    pub fn unknown(&self) -> impl Iterator<Item = Arc<str>> + '_ {
        let edits = self.edits.iter().enumerate().filter(|(_, edit)| edit.has_unknown());
        edits.map(|(number, _)| unknown(number))
    }

    /// Whether an error in the arrangement of the text follows from what was moved.
    pub(super) fn explains(&self, tree: &Tree, error: &Diagnostic) -> bool {
        self.edits.iter().any(|edit| match edit {
            RecoveryEdit::Moved { key, from, .. } => ends_before(tree.at(*from), tree.at(*key), error),
            _ => false,
        })
    }

    /// Changes the tree of a file whose root was just parsed: names in any file, all else in the template.
    pub(super) fn apply(&self, tree: &mut Tree, root: YamlId, is_template: bool) {
        let file = tree.at(root).span().file;
        for (number, edit) in self.edits.iter().enumerate() {
            match edit {
                RecoveryEdit::Name { place, name } if is_template || place.file == file => tree.rename(*place, name),
                RecoveryEdit::Name { .. } => {}
                _ if !is_template => {}
                RecoveryEdit::Unknown(condition) => {
                    let unknown = self.unknown_condition(tree, *condition, number);
                    tree.become_like(*condition, unknown);
                }
                RecoveryEdit::Doubtful(condition) => {
                    let (place, guess) = (tree.at(*condition).span(), tree.copied(*condition));
                    let unknown = self.unknown_condition(tree, *condition, number);
                    let both = tree.list(place, &[guess, unknown]);
                    let doubtful = tree.single(place, Operator::ExactlyOne.name(self.profile), both);
                    tree.become_like(*condition, doubtful);
                }
                RecoveryEdit::Presence(element) => {
                    let unknown = self.unknown_condition(tree, *element, number);
                    let conditions = tree.at(*element).get("conditions").filter(|found| !found.is_null());
                    let mut all = conditions.map_or_else(Vec::new, |found| {
                        if found.is_sequence() { found.items().map(Yaml::id).collect() } else { vec![found.id()] }
                    });
                    all.push(unknown);
                    let conditions = tree.list(tree.at(*element).span(), &all);
                    tree.set_entry(*element, "conditions", conditions);
                }
                RecoveryEdit::Version(meant) => {
                    let suitable = suitable_version(tree.at(root));
                    let version = tree.plain(tree.at(root).span(), meant.as_deref().unwrap_or(suitable));
                    tree.set_entry(root, "tosca_definitions_version", version);
                }
                RecoveryEdit::Entry { mapping, key, value } => {
                    let value = tree.plain(tree.at(*mapping).span(), value);
                    tree.set_entry(*mapping, key, value);
                }
                RecoveryEdit::Moved { key, from, among, to } => {
                    let is_section =
                        |name: &str| [Section::Topology, Section::Variability].iter().any(|it| it.key(name).is_some());
                    tree.move_entry((*key, *from, *among), *to, is_section);
                }
                RecoveryEdit::Names { list } => {
                    let mut seen = FxHashSet::default();
                    let entries = |item: Yaml<'_>| -> Vec<(YamlId, Option<YamlId>)> {
                        let entry = |(key, value): (Yaml<'_>, Yaml<'_>)| (key.id(), Some(value.id()));
                        if item.is_mapping() { item.entries().map(entry).collect() } else { vec![(item.id(), None)] }
                    };
                    let mut entries: Vec<(YamlId, Option<YamlId>)> = tree.at(*list).items().flat_map(entries).collect();
                    entries.retain(|(key, _)| seen.insert(tree.at(*key).text().to_owned()));
                    let place = tree.at(*list).span();
                    // Of a name that stands alone nothing is known.
                    let nothing = tree.mapping(place, &[]);
                    let entries: Vec<YamlId> =
                        entries.into_iter().flat_map(|(key, value)| [key, value.unwrap_or(nothing)]).collect();
                    let mapping = tree.mapping(place, &entries);
                    tree.become_like(*list, mapping);
                }
                RecoveryEdit::MissingTarget { place } => {
                    tree.rename(*place, MISSING_TARGET);
                    add_missing_target(tree, root);
                }
                RecoveryEdit::NoTarget { requirement } => {
                    let name = tree.plain(tree.at(*requirement).span(), MISSING_TARGET);
                    tree.set_entry(*requirement, "node", name);
                    add_missing_target(tree, root);
                }
            }
        }
        if is_template {
            self.unknown().for_each(|input| declare(tree, root, &input));
        }
    }

    /// The condition that asks for an input whose value is unknown.
    fn unknown_condition(&self, tree: &mut Tree, condition: YamlId, number: usize) -> YamlId {
        let place = tree.at(condition).span();
        let name = tree.plain(place, &unknown(number));
        tree.single(place, Operator::VariabilityInput.name(self.profile), name)
    }
}

/// Adds the node that stands for those which are missing.
fn add_missing_target(tree: &mut Tree, root: YamlId) {
    let topology = topology(tree, root);
    let nodes = section(tree, topology, "node_templates");
    let place = tree.at(nodes).span();
    let type_name = tree.plain(place, UNKNOWN_TYPE);
    let node = tree.single(place, "type", type_name);
    tree.set_entry(nodes, MISSING_TARGET, node);
}

/// A version that every profile takes.
fn suitable_version(root: Yaml<'_>) -> &'static str {
    let is_variable = topology_of(root).is_some_and(|topology| topology.get("variability").is_some());
    if is_variable { "tosca_variability_1_0" } else { "tosca_simple_yaml_1_3" }
}

/// The input behind a change with this number. Its name cannot be typed, and is near to no other.
fn unknown(number: usize) -> Arc<str> {
    format!("{UNKNOWN}{number}").into()
}

/// Declares an input, which is true or false.
fn declare(tree: &mut Tree, root: YamlId, input: &str) {
    let topology = topology(tree, root);
    let variability = section(tree, topology, "variability");
    let inputs = section(tree, variability, "inputs");
    let place = tree.at(inputs).span();
    let boolean = tree.plain(place, "boolean");
    let declaration = tree.single(place, "type", boolean);
    tree.set_entry(inputs, input, declaration);
}

fn topology(tree: &mut Tree, root: YamlId) -> YamlId {
    let found = topology_of(tree.at(root)).map(Yaml::id);
    found.unwrap_or_else(|| section(tree, root, "topology_template"))
}

/// The section of this name, an empty one where there is none.
fn section(tree: &mut Tree, around: YamlId, name: &str) -> YamlId {
    if let Some(found) = tree.at(around).get(name).filter(|found| found.is_mapping()) {
        return found.id();
    }
    let place = tree.at(around).span();
    let empty = tree.plain(place, "");
    tree.set_entry(around, name, empty);
    empty
}
