//! What decision diagrams ask for: the class of each group.
//!
//! A class is a variable of its own, as it is an atom of the problem. Where a group has hundreds of classes, diagrams that would have a
//! node for each of them in every presence ask for the number of the class, bit by bit.

use num_bigint::BigUint;
use num_traits::One;
use rustc_hash::FxHashMap;
use variscope_encoder::bdd::{AtomFunctions, Bdd, Choices, Diagrams, Overflow};
use variscope_encoder::{Atom, FormulaId, Problem};

use super::Lifted;

/// Classes of a group that have a variable each.
const MOST_APART: usize = 256;

/// For each bit of the number of a class, so many nodes for each atom.
const NODES_OF_BIT: usize = 2;

/// The choices that lead to a class of each group.
pub(super) struct ClassChoices {
    /// By choice: an atom that is true or false, or the atoms of classes of which exactly one is true.
    atoms: Vec<Vec<Atom>>,
    choices: Choices,
    /// By atom: its choice, and what is chosen there where it is true.
    places: FxHashMap<Atom, (usize, usize)>,
}

impl Lifted<'_, '_> {
    /// Choices in which groups of many classes are asked for by number.
    pub(super) fn numbered_choices(&self) -> ClassChoices {
        let large = (0..self.classes().groups().len()).filter(|&group| self.group(group).len() > MOST_APART);
        let mut numbered: FxHashMap<Atom, Vec<Atom>> = FxHashMap::default();
        let mut inner: Vec<Atom> = Vec::new();
        for atoms in large.map(|group| self.atoms_of(group)) {
            inner.extend(&atoms[1..]);
            numbered.insert(atoms[0], atoms);
        }
        inner.sort_unstable();
        let apart = self.class_atoms().filter(|atom| inner.binary_search(atom).is_err());
        ClassChoices::of(apart.map(|atom| numbered.remove(&atom).unwrap_or_else(|| vec![atom])).collect())
    }
}

impl ClassChoices {
    /// A variable for each atom, in this order.
    pub(super) fn apart(atoms: impl IntoIterator<Item = Atom>) -> Self {
        Self::of(atoms.into_iter().map(|atom| vec![atom]).collect())
    }

    fn of(atoms: Vec<Vec<Atom>>) -> Self {
        let mut places = FxHashMap::default();
        for (choice, own) in atoms.iter().enumerate() {
            // An atom of its own is chosen by its variable.
            let first = usize::from(own.len() == 1);
            places.extend(own.iter().enumerate().map(|(place, &atom)| (atom, (choice, first + place))));
        }
        let choices = Choices::new(atoms.iter().map(|own| own.len().max(2)));
        Self { atoms, choices, places }
    }

    /// How many variables there are.
    pub(super) fn variables(&self) -> usize {
        self.choices.variables()
    }

    /// Whether every class that is no other's opposite has a variable of its own.
    pub(super) fn are_apart(&self) -> bool {
        self.atoms.iter().all(|own| own.len() == 1)
    }

    /// So many nodes are few in diagrams of classes by number, where each atom may need some for each bit; none where no class is
    /// asked for by number.
    pub(super) fn most_nodes(&self, lifted: &Lifted<'_, '_>) -> usize {
        let bits = self.atoms.iter().map(|own| own.len().next_power_of_two().ilog2() as usize).max();
        NODES_OF_BIT * lifted.problem().atom_count() * bits.unwrap_or(0)
    }

    /// The functions of the atoms of classes.
    pub(super) fn functions<'p>(
        &self,
        problem: &'p Problem,
        diagrams: &mut Diagrams,
    ) -> Result<AtomFunctions<'p>, Overflow> {
        AtomFunctions::choosing(problem, (&self.atoms, &self.choices), diagrams)
    }

    /// The choice of a class, and what has to be chosen; none for the only class of a group.
    fn place(&self, lifted: &Lifted<'_, '_>, class: FormulaId) -> Option<(usize, usize)> {
        if class.as_constant().is_some() {
            return None;
        }
        let (choice, place) = self.places[&lifted.atom_of(class.without_negation())];
        Some((choice, if class.is_negation() { 1 - place } else { place }))
    }

    /// The variable that chooses a class, with the value that it has to have; none for the only class of a group, or where several
    /// variables choose it.
    pub(super) fn literal(&self, lifted: &Lifted<'_, '_>, class: FormulaId) -> Option<(usize, bool)> {
        let (choice, place) = self.place(lifted, class)?;
        (self.atoms[choice].len() == 1).then(|| (self.choices.start(choice), place == 1))
    }

    /// The class of each group under these values of all variables.
    pub(super) fn combination(&self, lifted: &Lifted<'_, '_>, values: &[bool]) -> Vec<usize> {
        let class = |group: usize| {
            let classes = lifted.group(group);
            let first = classes.first().and_then(|&class| self.place(lifted, class));
            match first {
                Some((choice, _)) if self.atoms[choice].len() > 1 => self.choices.chosen(choice, values),
                _ => {
                    let holds = |&class: &FormulaId| {
                        self.literal(lifted, class).is_none_or(|(variable, value)| values[variable] == value)
                    };
                    classes.iter().position(holds).expect("one class of each group holds")
                }
            }
        };
        (0..lifted.classes().groups().len()).map(class).collect()
    }

    /// How many configurations are in a set of ways to choose; none for infinitely many.
    pub(super) fn size_of(
        &self,
        lifted: &Lifted<'_, '_>,
        set: Bdd,
        diagrams: &mut Diagrams,
    ) -> Result<Option<BigUint>, Overflow> {
        let mut weights: Vec<Vec<BigUint>> =
            self.atoms.iter().map(|own| vec![BigUint::one(); own.len().max(2)]).collect();
        let mut factor = BigUint::one();
        let mut finite = set;
        for (group, found) in lifted.classes().groups().iter().enumerate() {
            for (&formula, class) in lifted.group(group).iter().zip(&found.classes) {
                let Some((choice, place)) = self.place(lifted, formula) else {
                    let Some(size) = &class.size else { return Ok((set == Bdd::FALSE).then(BigUint::default)) };
                    factor *= size;
                    continue;
                };
                match &class.size {
                    Some(size) => weights[choice][place].clone_from(size),
                    None => {
                        let chosen = self.choices.is_chosen(choice, place, diagrams)?;
                        finite = diagrams.choose(chosen, Bdd::FALSE, finite)?;
                    }
                }
            }
        }
        Ok((finite == set).then(|| self.choices.count(finite, &weights, diagrams) * factor))
    }
}
