//! What can be typed at a place.
//!
//! The place is found in the text as it is now; names come from the last draft that could be read.

use std::ops::Range;

use super::context::{Context, Position, Step};
use super::draft::Draft;
use super::members::Members;
use super::references::{KEYWORDS, subject_of};
use super::section::{Place, place};
use super::symbol::{Role, Space};
use crate::source::syntax::vocabulary::{KeyContent, Layer, OPERATORS, Operator, OperatorEntry, Profile, Section};
use crate::tosca::model::{Kind, Model, OptionValue, VERSIONS, option_names};
use crate::tosca::types::Collection;

/// What a proposal is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A key of the language or of TOSCA.
    Keyword,
    /// An operator.
    Operator,
    /// A name.
    Name(Space),
    /// A value.
    Value,
}

/// A proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What is shown.
    pub label: String,
    /// What is typed in place of the word that is already there.
    pub insert: String,
    /// What it is.
    pub kind: CompletionKind,
    /// What it means, in a few words; may be empty.
    pub detail: String,
}

/// Proposals for `offset` of `text`, and the bytes that they replace; `draft` may be older than the text.
pub fn complete(text: &str, offset: usize, draft: Option<&Draft>) -> (Range<usize>, Vec<Completion>) {
    let context = Context::at(text, offset);
    let has_colon = text[context.typed.end..].starts_with(':');
    let proposer = Proposer { context: &context, draft, has_colon };
    let mut proposals = if context.position == Position::Rest { Vec::new() } else { proposer.propose() };
    proposals.dedup_by(|left, right| left.label == right.label);
    (context.typed.clone(), proposals)
}

struct Proposer<'p> {
    context: &'p Context,
    draft: Option<&'p Draft>,
    /// Whether a colon follows already.
    has_colon: bool,
}

impl<'p> Proposer<'p> {
    fn model(&self) -> Option<&'p Model> {
        self.draft?.model()
    }

    fn profile(&self) -> Profile {
        self.model().map_or(Profile::LATEST, Model::profile)
    }

    fn propose(&self) -> Vec<Completion> {
        let is_value = self.context.position == Position::Value;
        match place(self.context, self.profile()) {
            // The short form of a requirement.
            Place::Section(Section::Relation) if is_value => self.names(Space::Node),
            Place::Section(_) | Place::Options if is_value => Vec::new(),
            Place::Section(section) => section.keys().map(|key| self.key(key.name, key.summary)).collect(),
            Place::Options => option_names(self.profile()).iter().map(|name| self.key(name, "option")).collect(),
            Place::OptionValue(name) => words(&OptionValue::of(name).words()),
            Place::Value(section, key) => self.values(section, key.name, key.content),
            Place::Type(collection) => self.types(collection),
            Place::Expression => self.expression(),
            Place::Operand(operator) => self.operand(operator),
            Place::PresetInputs if !is_value => self.input_keys(),
            Place::PresetValue(input) => self.input_values(input),
            Place::Function(space) => self.function(space),
            Place::Named(Section::Relation) | Place::Values if !is_value => self.members(),
            Place::Named(_) | Place::Expressions | Place::Values | Place::PresetInputs | Place::Other => Vec::new(),
        }
    }

    /// What the types of the element around the place declare, as keys.
    fn members(&self) -> Vec<Completion> {
        let around = self.model().and_then(|model| Members::around(model, self.context));
        let declared = match around.as_ref().map(|(members, keys)| (members, keys.as_slice())) {
            Some((members, ["requirements"])) => members.requirements(),
            Some((members, ["properties"])) => members.properties(),
            _ => Vec::new(),
        };
        declared.into_iter().map(|proposal| self.key(&proposal.label, &proposal.detail)).collect()
    }

    /// What a function of TOSCA asks for: something of the template, and of a node what its types declare.
    fn function(&self, space: Space) -> Vec<Completion> {
        let Some([node]) = self.context.last_items() else {
            let is_first = self.context.last_items().is_none_or(<[String]>::is_empty);
            return if is_first { self.names(space) } else { Vec::new() };
        };
        let (Some(model), Space::Node) = (self.model(), space) else { return Vec::new() };
        let around = || Members::around(model, self.context).map(|(members, _)| members);
        let members = if node == "SELF" { around() } else { Some(Members::of_node(model, node)) };
        let is_attribute = |step: &Step| matches!(step, Step::Key(key) if key == "get_attribute");
        let are_attributes = self.context.path.iter().rev().nth(1).is_some_and(is_attribute);
        members.map_or_else(Vec::new, |members| members.values(are_attributes))
    }

    fn key(&self, name: &str, detail: &str) -> Completion {
        let insert = if self.has_colon { name.to_owned() } else { format!("{name}: ") };
        Completion { label: name.to_owned(), insert, kind: CompletionKind::Keyword, detail: detail.to_owned() }
    }

    /// Everything that is defined in a space.
    fn names(&self, space: Space) -> Vec<Completion> {
        let occurrences = self.draft.map_or(&[][..], Draft::occurrences).iter();
        let defined = occurrences.filter(|place| place.symbol.space == space && place.role == Role::Definition);
        defined.map(|place| name(&place.symbol.name, space)).collect()
    }

    fn values(&self, section: Section, key: &str, content: KeyContent) -> Vec<Completion> {
        match (section, key, content) {
            (_, _, KeyContent::Flag) => words(&["true", "false"]),
            (Section::Template, "tosca_definitions_version", _) => {
                words(&VERSIONS.iter().map(|&(name, _)| name).collect::<Vec<_>>())
            }
            (Section::Relation, "node", _) | (Section::Group, "members", _) => self.names(Space::Node),
            (Section::Relation, "relationship", _) => self.names(Space::RelationshipTemplate),
            (Section::Policy, "targets", _) => [self.names(Space::Node), self.names(Space::Group)].concat(),
            (Section::VariabilityInput, _, KeyContent::Names) => self.names(Space::VariabilityInput),
            (Section::VariabilityInput | Section::Input, "type", _) => {
                let simple = words(&["string", "boolean", "integer", "float", "number", "list", "map"]);
                [simple, self.types(Collection::Data)].concat()
            }
            _ => Vec::new(),
        }
    }

    fn types(&self, collection: Collection) -> Vec<Completion> {
        let names = self.model().into_iter().flat_map(|model| model.types().names(collection));
        names.map(|type_name| name(type_name, Space::Type(collection))).collect()
    }

    /// Operators, those of conditions first, after values that the input beside them is compared with.
    fn expression(&self) -> Vec<Completion> {
        let profile = self.profile();
        let is_item = self.context.last_items().is_some() && self.context.position == Position::Key;
        let needs_brackets = self.context.position == Position::Value || (is_item && self.context.is_flow);
        let is_first = |entry: &&OperatorEntry| {
            entry.layer == Layer::Logic || matches!(entry.operator, Operator::VariabilityInput | Operator::Equal)
        };
        let (mut operators, others): (Vec<&OperatorEntry>, Vec<&OperatorEntry>) =
            OPERATORS.iter().filter(|entry| !entry.names[profile.index()].is_empty()).partition(is_first);
        operators.extend(others);
        let proposals = operators.into_iter().map(|entry| {
            let label = entry.names[profile.index()].to_owned();
            let insert = match (needs_brackets, self.has_colon) {
                (true, _) => format!("{{{label}: "),
                (false, true) => label.clone(),
                (false, false) => format!("{label}: "),
            };
            Completion { label, insert, kind: CompletionKind::Operator, detail: entry.summary.to_owned() }
        });
        self.compared_values().into_iter().chain(proposals).collect()
    }

    /// Values of the input that an item before this one reads.
    fn compared_values(&self) -> Vec<Completion> {
        let word = Operator::VariabilityInput.name(self.profile());
        let read = |item: &String| {
            let behind = item.split_once(word)?.1.trim_start_matches([':', ' ']);
            Some(behind.split(['}', ',', ' ']).next()?.trim_matches(['"', '\'']).to_owned())
        };
        let items = self.context.last_items().unwrap_or_default();
        items.iter().find_map(read).map_or_else(Vec::new, |input| self.input_values(&input))
    }

    fn input_keys(&self) -> Vec<Completion> {
        let as_key = |proposal: Completion| {
            let insert = if self.has_colon { proposal.label.clone() } else { format!("{}: ", proposal.label) };
            Completion { insert, ..proposal }
        };
        self.names(Space::VariabilityInput).into_iter().map(as_key).collect()
    }

    fn input_values(&self, input: &str) -> Vec<Completion> {
        let Some(overview) = self.draft.and_then(|draft| draft.input(input)) else { return Vec::new() };
        let values = overview.mentioned();
        let texts = values.iter().map(|value| value.as_str().map_or_else(|| value.to_json(), str::to_owned));
        texts
            .map(|text| Completion {
                label: text.clone(),
                insert: text,
                kind: CompletionKind::Value,
                detail: format!("value of {input}"),
            })
            .collect()
    }

    fn operand(&self, operator: Operator) -> Vec<Completion> {
        let items = self.context.last_items();
        match operator {
            Operator::VariabilityInput => self.names(Space::VariabilityInput),
            Operator::ValueExpression | Operator::LogicExpression => self.names(Space::Expression),
            _ => match subject_of(operator, items.is_some()) {
                Some((kind, owner)) => self.element(kind, owner, items),
                None => words(&["SELF", "CONTAINER"]),
            },
        }
    }

    /// Elements by name; the first item of a list is what contains them.
    fn element(&self, kind: Kind, owner: Option<Kind>, items: Option<&[String]>) -> Vec<Completion> {
        match (items.unwrap_or_default(), kind, owner.unwrap_or(Kind::Node)) {
            ([], Kind::Group, _) | ([], _, Kind::Group) => self.names(Space::Group),
            ([], Kind::Policy, _) | ([], _, Kind::Policy) => self.names(Space::Policy),
            ([], Kind::Input, _) => self.names(Space::TopologyInput),
            ([], Kind::Output, _) => self.names(Space::Output),
            ([], ..) => [self.names(Space::Node), words(KEYWORDS)].concat(),
            ([node], Kind::Artifact, _) | ([node], _, Kind::Artifact) => self.inside(node, Space::Artifact),
            ([node], Kind::Relation, _) | ([node], _, Kind::Relation) => self.inside(node, Space::Relation),
            _ => Vec::new(),
        }
    }

    fn inside(&self, node: &str, space: Space) -> Vec<Completion> {
        let occurrences = self.draft.map_or(&[][..], Draft::occurrences).iter();
        let is_inside = |owner: &str| owner == node || KEYWORDS.contains(&node);
        let found = occurrences
            .map(|place| &place.symbol)
            .filter(|symbol| symbol.space == space && symbol.owner.as_deref().is_some_and(is_inside));
        found.map(|symbol| name(&symbol.name, space)).collect()
    }
}

fn name(text: &str, space: Space) -> Completion {
    let detail = space.noun().to_owned();
    Completion { label: text.to_owned(), insert: text.to_owned(), kind: CompletionKind::Name(space), detail }
}

fn words(words: &[&str]) -> Vec<Completion> {
    let word = |&word: &&str| Completion {
        label: word.to_owned(),
        insert: word.to_owned(),
        kind: CompletionKind::Value,
        detail: String::new(),
    };
    words.iter().map(word).collect()
}
