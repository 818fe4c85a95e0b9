//! What the variables of clauses mean, so that others can hold the clauses against the template.

use variscope_encoder::{Atom, Lit, Var};

use super::Claims;
use crate::analysis::condition::{AtomMeaning, ValueAtom};
use crate::analysis::question::configuration::witness::Witness;
use crate::tosca::model::ElementId;

/// A variable of the clauses that stands for something in the template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MeantBy {
    /// It is true when the element is present.
    Presence(ElementId),
    /// It is true when the author's own conditions of the element hold.
    Conditions(ElementId),
    /// It is true when the condition with this name holds.
    Named(String),
    /// It is true when the value of the expression, as JSON, counts as true.
    Value(String),
    /// It is true when the value of this input counts as true.
    Input(String),
}

/// Configurations of some inputs that nothing in the template can distinguish.
#[derive(Clone, Debug, PartialEq)]
pub struct MeantClass {
    /// The literal that is true for them.
    pub literal: Lit,
    /// One of them.
    pub witness: Witness,
}

impl Claims<'_, '_> {
    /// The variables that stand for something, ascending; of those that are not among them, nothing but the clauses says what
    /// they are.
    pub fn meanings(&self) -> Vec<(Var, MeantBy)> {
        let rules = self.lifted.variants().rules();
        let atoms = (0..rules.problem().atom_count()).map(Atom::new);
        atoms.filter_map(|atom| Some((Var::from(atom), self.meaning(atom)?))).collect()
    }

    fn meaning(&self, atom: Atom) -> Option<MeantBy> {
        let (rules, model) = (self.lifted.variants().rules(), self.lifted.variants().model());
        match rules.atoms().meaning(atom) {
            AtomMeaning::Presence(id) => Some(MeantBy::Presence(id)),
            AtomMeaning::Manual(id) => rules.problem().definition(atom).map(|_| MeantBy::Conditions(id)),
            AtomMeaning::Named(id) => Some(MeantBy::Named(rules.named(id).name.clone())),
            AtomMeaning::Value(id) => match rules.atoms().value_atom(id) {
                ValueAtom::Expression { expression, assumed } if assumed.is_empty() => {
                    Some(MeantBy::Value(model.yaml(*expression).to_json()))
                }
                ValueAtom::Expression { .. } => None,
                ValueAtom::Input(name) => Some(MeantBy::Input(model.yaml(*name).text().to_owned())),
            },
        }
    }

    /// By inputs that are read together: the classes of their configurations, of which there are several.
    pub fn classes(&self) -> Vec<Vec<MeantClass>> {
        let groups = self.lifted.classes().groups().iter().enumerate();
        let several = groups.filter(|(_, group)| group.classes.len() > 1);
        several
            .map(|(number, group)| {
                let literals = self.lifted.group(number).iter().map(|&formula| {
                    let atom = self.lifted.atom_of(formula.without_negation());
                    Var::from(atom).lit(!formula.is_negation())
                });
                let witness = |values: &[_]| Witness::new(group.inputs.iter().cloned().zip(values.iter().cloned()));
                let classes = literals.zip(&group.classes);
                classes.map(|(literal, class)| MeantClass { literal, witness: witness(&class.witness) }).collect()
            })
            .collect()
    }
}
