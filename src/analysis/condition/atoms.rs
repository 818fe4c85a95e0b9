//! What the atoms of formulas mean.

use std::fmt;

use rustc_hash::FxHashMap;
use variscope_encoder::Atom;

use super::NamedId;
use crate::source::syntax::yaml::YamlId;
use crate::tosca::model::{ElementId, Model};

/// The meaning of an atom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomMeaning {
    /// The element is present.
    Presence(ElementId),
    /// The author's own conditions of the element hold.
    Manual(ElementId),
    /// A named condition holds.
    Named(NamedId),
    /// A value expression, taken as a condition, holds.
    Value(ValueAtomId),
}

/// A value expression taken as a condition, by number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ValueAtomId(u32);

/// A value whose truth decides an atom.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ValueAtom {
    /// A value expression.
    Expression {
        /// The expression.
        expression: YamlId,
        /// Truth values of the logic inside the expression, for expressions that look at presences: the atom stands for
        /// the expression's value under these. Empty for most.
        assumed: Vec<(YamlId, bool)>,
    },
    /// The variability input with this name (its key in the template).
    Input(YamlId),
}

/// A value that has to be true or false.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    /// The value.
    pub value: ValueAtom,
    /// Whether it has to be true.
    pub holds: bool,
}

impl ValueAtom {
    /// Where it stands in the template.
    pub fn written(&self) -> YamlId {
        match self {
            Self::Expression { expression, .. } => *expression,
            Self::Input(name) => *name,
        }
    }
}

/// The atoms of one model: two for each element in element order, then others as they come.
#[derive(Debug)]
pub struct Atoms {
    elements: Vec<ElementId>,
    others: Vec<AtomMeaning>,
    /// Whether something mentions the manual atom of an element, by position.
    manual_used: Vec<bool>,
    values: Vec<ValueAtom>,
    by_value: FxHashMap<ValueAtom, Atom>,
    by_name: FxHashMap<NamedId, Atom>,
}

impl Atoms {
    /// The atoms of the elements of `model`.
    pub fn new(model: &Model) -> Self {
        let elements: Vec<ElementId> = model.ids().collect();
        Self {
            manual_used: vec![false; elements.len()],
            elements,
            others: Vec::new(),
            values: Vec::new(),
            by_value: FxHashMap::default(),
            by_name: FxHashMap::default(),
        }
    }

    /// How many atoms there are.
    pub fn len(&self) -> usize {
        2 * self.elements.len() + self.others.len()
    }

    /// Whether there is no atom.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The atom for the presence of the element at `position`.
    pub fn presence(&self, position: usize) -> Atom {
        Atom::new(2 * position)
    }

    /// The atom for the author's conditions of the element at `position`.
    pub fn manual(&mut self, position: usize) -> Atom {
        self.manual_used[position] = true;
        Atom::new(2 * position + 1)
    }

    /// Whether the atom for the author's conditions of the element at `position` was asked for.
    pub fn is_manual_used(&self, position: usize) -> bool {
        self.manual_used[position]
    }

    /// The atom of a value expression.
    pub fn value(&mut self, value: ValueAtom) -> Atom {
        if let Some(&atom) = self.by_value.get(&value) {
            return atom;
        }
        let id = ValueAtomId(self.values.len() as u32);
        let atom = self.add(AtomMeaning::Value(id));
        self.values.push(value.clone());
        self.by_value.insert(value, atom);
        atom
    }

    /// The atom of a named condition.
    pub fn named(&mut self, id: NamedId) -> Atom {
        if let Some(&atom) = self.by_name.get(&id) {
            return atom;
        }
        let atom = self.add(AtomMeaning::Named(id));
        self.by_name.insert(id, atom);
        atom
    }

    /// What an atom means.
    pub fn meaning(&self, atom: Atom) -> AtomMeaning {
        let index = atom.index();
        match (self.elements.get(index / 2), index % 2) {
            (Some(&element), 0) => AtomMeaning::Presence(element),
            (Some(&element), _) => AtomMeaning::Manual(element),
            (None, _) => self.others[index - 2 * self.elements.len()],
        }
    }

    /// The value expression behind `id`.
    pub fn value_atom(&self, id: ValueAtomId) -> &ValueAtom {
        &self.values[id.0 as usize]
    }

    /// All value expressions with their atoms, in the order in which they were met.
    pub fn values(&self) -> impl Iterator<Item = (Atom, &ValueAtom)> + '_ {
        let first = 2 * self.elements.len();
        let others = self.others.iter().enumerate();
        others.filter_map(move |(place, meaning)| match meaning {
            AtomMeaning::Value(id) => Some((Atom::new(first + place), self.value_atom(*id))),
            _ => None,
        })
    }

    /// All named conditions with their atoms.
    pub fn names(&self) -> impl Iterator<Item = (Atom, NamedId)> + '_ {
        let first = 2 * self.elements.len();
        let others = self.others.iter().enumerate();
        others.filter_map(move |(place, meaning)| match meaning {
            AtomMeaning::Named(id) => Some((Atom::new(first + place), *id)),
            _ => None,
        })
    }

    fn add(&mut self, meaning: AtomMeaning) -> Atom {
        let atom = Atom::new(self.len());
        self.others.push(meaning);
        atom
    }
}

impl fmt::Debug for ValueAtomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "value#{}", self.0)
    }
}
