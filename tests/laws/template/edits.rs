//! Small edits of templates.

use proptest::prelude::*;

use super::Template;
use super::conditions::{Condition, condition};
use super::options::{Options, options};
use super::pick::{Pick, pick};

/// Something that an author changes.
#[derive(Clone, Debug)]
pub enum Edit {
    /// Another constraint.
    Constraint(Condition),
    /// One constraint less.
    NoConstraint(Pick),
    /// Another condition for a node.
    Condition(Pick, Condition),
    /// No conditions for a node.
    NoCondition(Pick),
    /// The conditions of a node in other words.
    OtherWords(Pick),
    /// Other options.
    Options(Box<Options>),
    /// Other values for properties that are written as they are.
    Values(Pick),
    /// One node less.
    NoNode,
}

pub fn edit() -> impl Strategy<Value = Edit> + Clone {
    prop_oneof![
        2 => condition().prop_map(Edit::Constraint),
        1 => pick().prop_map(Edit::NoConstraint),
        3 => (pick(), condition()).prop_map(|(node, condition)| Edit::Condition(node, condition)),
        1 => pick().prop_map(Edit::NoCondition),
        2 => pick().prop_map(Edit::OtherWords),
        1 => options().prop_map(|options| Edit::Options(Box::new(options))),
        2 => pick().prop_map(Edit::Values),
        1 => Just(Edit::NoNode),
    ]
}

impl Template {
    /// The template after an edit.
    pub fn edited(&self, edit: &Edit) -> Self {
        let mut edited = self.clone();
        let conditions_of = |edited: &mut Self, node: Pick, change: &dyn Fn(&mut Vec<Condition>)| {
            if let Some(place) = node.among(edited.nodes.len()) {
                change(&mut edited.nodes[place].presence.conditions);
            }
        };
        match edit {
            Edit::Constraint(condition) => edited.constraints.push(condition.clone()),
            Edit::NoConstraint(pick) => {
                pick.among(edited.constraints.len()).map(|place| edited.constraints.remove(place));
            }
            Edit::Condition(node, condition) => {
                conditions_of(&mut edited, *node, &|conditions| *conditions = vec![condition.clone()]);
            }
            Edit::NoCondition(node) => conditions_of(&mut edited, *node, &Vec::clear),
            Edit::OtherWords(node) => conditions_of(&mut edited, *node, &|conditions| {
                let twice =
                    |condition: &Condition| Condition::Not(Box::new(Condition::Not(Box::new(condition.clone()))));
                *conditions = conditions.iter().map(twice).collect();
            }),
            Edit::Options(options) => edited.options = (**options).clone(),
            Edit::Values(node) => {
                if let Some(place) = node.among(edited.nodes.len()) {
                    edited.nodes[place].properties.iter_mut().for_each(|property| property.change_value());
                }
            }
            Edit::NoNode if edited.nodes.len() > 1 => drop(edited.nodes.pop()),
            Edit::NoNode => {}
        }
        edited
    }
}
