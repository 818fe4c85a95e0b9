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
pub(super) const MAX_CLASSES_PER_VARIABLE: usize = 256;

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
    /// Choices in which groups of more classes than `most_apart`, two at least, are asked for by number.
    pub(super) fn numbered_choices(&self, most_apart: usize) -> ClassChoices {
        let large = (0..self.classes().groups().len()).filter(|&group| self.group(group).len() > most_apart);
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

#[cfg(test)]
mod tests {
    use std::fmt::Write as _;

    use variscope_encoder::Budget;

    use super::super::diagram::Diagram;
    use super::*;
    use crate::analysis::question::CountDetail;
    use crate::analysis::question::all_variants::class_enumeration::countable;
    use crate::analysis::question::all_variants::fixture::with_lifted;
    use crate::analysis::question::all_variants::limits::Limits;

    /// A number with a range of five below each threshold, a boolean, and a node with alternatives of a property.
    fn template(alternatives: usize, comparison: &str) -> String {
        let mut text = format!(
            "tosca_definitions_version: tosca_variability_1_0
topology_template:
  variability:
    inputs:
      n: {{type: integer, constraints: [{{in_range: [0, {}]}}]}}
      b: {{type: boolean}}
  node_templates:
    m: {{type: tosca.nodes.Root, anchor: true, conditions: {{less: [{{variability_input: n}}, 7]}}}}
    a:
      type: tosca.nodes.Root
      anchor: true
      conditions: {{or: [{{variability_input: b}}, {{greater: [{{variability_input: n}}, 400]}}]}}
      properties:
",
            5 * alternatives + 20
        );
        for place in 0..alternatives {
            let condition = format!("{{{comparison}: [{{variability_input: n}}, {}]}}", 5 * place + 3);
            let _ = writeln!(text, "        - p{}: {{value: {place}, conditions: {condition}}}", place % 200);
        }
        text
    }

    /// By number and with a variable each, there are as many classes and configurations, and each element is in as many of them; one
    /// by one there are as many variants.
    #[test]
    fn classes_by_number_are_the_same() {
        for comparison in ["equal", "less"] {
            let text = template(20, comparison);
            with_lifted(&text, |variants, lifted| {
                let (elements, limits) = (countable(variants.model()), Limits::default());
                let choices = lifted.numbered_choices(2);
                let mut numbered =
                    Diagram::without_presences_over(lifted, &elements, choices, usize::MAX, &limits.budget).unwrap();
                assert!(!numbered.choices().are_apart());
                let atoms: Vec<Atom> = lifted.class_atoms().collect();
                let mut apart =
                    Diagram::without_presences_in_order(lifted, &elements, &atoms, usize::MAX, &limits.budget).unwrap();
                assert_eq!(numbered.classes(), apart.classes());
                assert_eq!(numbered.per_element(numbered.valid).unwrap(), apart.per_element(apart.valid).unwrap());
                assert_eq!(numbered.configurations(lifted).unwrap(), apart.configurations(lifted).unwrap());
                let (enumerated, counted) =
                    (variants.enumerate_classes(&limits).count(), lifted.count(&limits, CountDetail::PerElement));
                assert_eq!((&enumerated.variants, &enumerated.classes), (&counted.variants, &counted.classes));
                assert_eq!(
                    (enumerated.per_element, enumerated.configurations),
                    (counted.per_element, counted.configurations)
                );
            });
        }
    }

    /// Twice as many alternatives take little more than twice as many nodes.
    #[test]
    fn diagrams_grow_no_faster_than_templates() {
        let nodes = |alternatives: usize| {
            let mut count = 0;
            with_lifted(&template(alternatives, "equal"), |variants, lifted| {
                let elements = countable(variants.model());
                count = Diagram::bounded_small(lifted, &elements, &Budget::unlimited()).unwrap().diagrams().len();
            });
            count
        };
        let [small, large] = [nodes(500), nodes(1_000)];
        assert!(large < 5 * small / 2, "{small} {large}");
    }

    /// What sweeps say holds somewhere does, and a solver says the same.
    #[test]
    fn sweeps_agree_with_a_solver() {
        with_lifted(&template(300, "equal"), |variants, lifted| {
            let budget = Budget::unlimited();
            let elements = countable(variants.model());
            let mut formulas = lifted.problem().formulas().clone();
            let some =
                elements.windows(2).map(|pair| [pair[0], pair[1]].map(|id| FormulaId::from(lifted.presence(id))));
            let asked: Vec<FormulaId> = some
                .flat_map(|[one, other]| [vec![one], vec![!one], vec![one, other]])
                .map(|parts| formulas.and(parts.into_iter().chain([lifted.valid()])))
                .collect();
            let possible = lifted.possible_among(&formulas, &asked, &budget).unwrap();
            let sweep = lifted.sweep(&formulas, &asked, &budget).unwrap();
            let mut session = lifted.problem().session(|_| None, budget).unwrap();
            for (place, &formula) in asked.iter().enumerate() {
                let is_found = session.solve_under(&formulas, formula).unwrap().is_some();
                assert_eq!([possible[place], sweep.places[place].is_some()], [is_found; 2], "{place}");
            }
            for (kept, witness) in sweep.kept.iter().enumerate().step_by(7) {
                let configuration = witness.complete(variants.configuration());
                let found = variants.under(&configuration).resolve().unwrap();
                let value = |atom| {
                    let id = elements.iter().find(|&&id| lifted.presence(id) == atom);
                    id.is_some_and(|&id| found.has(variants.model(), id))
                };
                let shown = (0..asked.len()).filter(|&place| sweep.places[place] == Some(kept));
                for place in shown {
                    let pair = [elements[place / 3], elements[place / 3 + 1]].map(|id| value(lifted.presence(id)));
                    assert!([pair[0], !pair[0], pair[0] && pair[1]][place % 3], "{place}");
                }
            }
        });
    }
}
