//! What a place in a template is for, by the tables of the vocabulary.

use super::context::{Context, Step};
use super::symbol::Space;
use crate::source::syntax::vocabulary::{Arity, KeyContent, KeyEntry, Operator, Profile, Section};
use crate::tosca::types::Collection;

/// What a place is for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Place<'c> {
    /// A mapping with keys of its own.
    Section(Section),
    /// Names with sections behind them.
    Named(Section),
    /// What stands behind a key of a section.
    Value(Section, &'static KeyEntry),
    /// A type.
    Type(Collection),
    /// Names with expressions.
    Expressions,
    /// Values of properties.
    Values,
    /// A condition or a value expression.
    Expression,
    /// What a reference operator names.
    Operand(Operator),
    /// The mapping of options.
    Options,
    /// What stands behind an option.
    OptionValue(&'c str),
    /// Values for inputs in a preset.
    PresetInputs,
    /// The value for an input in a preset.
    PresetValue(&'c str),
    /// The first operand of a function of TOSCA.
    Function(Space),
    /// Anything else.
    Other,
}

/// The place of a context.
pub(super) fn place(context: &Context, profile: Profile) -> Place<'_> {
    context.path.iter().fold(Place::Section(Section::Template), |place, step| match step {
        Step::Key(key) => behind(place, key, profile),
        Step::Item(_) => place,
    })
}

fn behind<'c>(place: Place<'c>, key: &'c str, profile: Profile) -> Place<'c> {
    match key {
        "get_input" => return Place::Function(Space::TopologyInput),
        "get_property" | "get_attribute" => return Place::Function(Space::Node),
        _ => {}
    }
    match place {
        Place::Section(section) => section.key(key).map_or(Place::Other, |entry| of_key(section, entry)),
        Place::Named(section) => Place::Section(section),
        Place::Type(_) => Place::Section(Section::Type),
        Place::Values => Place::Section(Section::Property),
        Place::Expressions => Place::Expression,
        Place::Expression => match Operator::named(key, profile) {
            Some(operator) if operator.entry().arity == Arity::Reference => Place::Operand(operator),
            Some(_) => Place::Expression,
            None => Place::Other,
        },
        Place::Options => Place::OptionValue(key),
        Place::PresetInputs => Place::PresetValue(key),
        Place::Value(..)
        | Place::Operand(_)
        | Place::OptionValue(_)
        | Place::PresetValue(_)
        | Place::Function(_)
        | Place::Other => Place::Other,
    }
}

fn of_key<'c>(section: Section, entry: &'static KeyEntry) -> Place<'c> {
    match entry.content {
        KeyContent::Section(inner) => Place::Section(inner),
        KeyContent::Named(inner) => Place::Named(inner),
        KeyContent::Conditions | KeyContent::Expression => Place::Expression,
        KeyContent::Expressions => Place::Expressions,
        KeyContent::Values => Place::Values,
        KeyContent::Options => Place::Options,
        KeyContent::Types => Place::Type(match section {
            Section::RelationshipTemplate => Collection::Relationship,
            Section::Artifact => Collection::Artifact,
            Section::Group => Collection::Group,
            Section::Policy => Collection::Policy,
            _ => Collection::Node,
        }),
        KeyContent::Any if section == Section::Preset && entry.name == "inputs" => Place::PresetInputs,
        KeyContent::Any
        | KeyContent::Flag
        | KeyContent::Text
        | KeyContent::Name
        | KeyContent::Names
        | KeyContent::Weight => Place::Value(section, entry),
    }
}
