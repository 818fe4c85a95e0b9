//! In which order decision diagrams ask for classes: where a listing wants it, or where few nodes are enough.

use rustc_hash::{FxHashMap, FxHashSet};
use variscope_encoder::bdd::Overflow;
use variscope_encoder::formula::Node;
use variscope_encoder::{Atom, Budget};

use super::Lifted;
use super::diagram::{Diagram, MAX_NODES};
use crate::tosca::model::ElementId;

impl Lifted<'_, '_> {
    /// The atoms of a group of classes.
    pub(crate) fn atoms_of(&self, group: usize) -> Vec<Atom> {
        let formulas = self.group(group).iter().filter(|formula| formula.as_constant().is_none());
        let mut atoms: Vec<Atom> = formulas.map(|formula| self.atom_of(formula.without_negation())).collect();
        atoms.dedup();
        atoms
    }
}

/// The presences as diagrams, whatever the order of their variables: to count.
pub(super) fn countable_diagram(
    lifted: &Lifted<'_, '_>,
    elements: &[ElementId],
    budget: &Budget,
) -> Result<Diagram, Overflow> {
    let by_use = || Diagram::without_presences_in_order(lifted, elements, &by_use(lifted), MAX_NODES, budget);
    Diagram::without_presences(lifted, elements, budget).or_else(|_| by_use()).map_err(|_| Overflow)
}

/// The presences as diagrams, with the order of their variables.
pub(super) fn diagram(
    lifted: &Lifted<'_, '_>,
    elements: &[ElementId],
    budget: &Budget,
) -> Result<(Diagram, Vec<Atom>), Overflow> {
    let build = |order: &[Atom]| Diagram::without_presences_in_order(lifted, elements, order, MAX_NODES, budget);
    let Ok(natural) = Diagram::without_presences(lifted, elements, budget) else {
        let order = by_use(lifted);
        let diagram = build(&order).map_err(|_| Overflow)?;
        return Ok((diagram, order));
    };
    // Presences that come first split last, so that most of the diagrams stay from one variant to the next. Those that fix choices
    // leave cofactors, which are small where the first presences come first.
    let order = order(lifted, &natural);
    Ok(match build(&order) {
        Ok(diagram) => (diagram, order),
        Err(_) => (natural, lifted.class_atoms().collect()),
    })
}

/// The atoms of classes in the order in which a walk through what makes configurations valid meets them: what has to do with each
/// other comes together.
fn by_use(lifted: &Lifted<'_, '_>) -> Vec<Atom> {
    let problem = lifted.problem();
    let groups: Vec<Vec<Atom>> = (0..lifted.classes().groups().len()).map(|group| lifted.atoms_of(group)).collect();
    let mut group_of: FxHashMap<Atom, usize> = FxHashMap::default();
    for (group, atoms) in groups.iter().enumerate() {
        group_of.extend(atoms.iter().map(|&atom| (atom, group)));
    }
    let mut met: Vec<usize> = Vec::new();
    let (mut seen, mut open) = (FxHashSet::default(), vec![lifted.valid()]);
    while let Some(id) = open.pop() {
        let id = id.without_negation();
        if !seen.insert(id) {
            continue;
        }
        match problem.formulas().node(id) {
            Node::Const(_) => {}
            Node::Atom(atom) => {
                met.extend(group_of.get(&atom));
                open.extend(problem.definition(atom).map(|rule| rule.formula));
            }
            Node::Not(inner) => open.push(inner),
            Node::Iff(left, right) => open.extend([right, left]),
            Node::And(parts)
            | Node::Or(parts)
            | Node::Xor(parts)
            | Node::AtMostOne(parts)
            | Node::ExactlyOne(parts) => {
                open.extend(parts.iter().rev());
            }
        }
    }
    let mut taken = FxHashSet::default();
    met.extend(0..groups.len());
    met.retain(|&group| taken.insert(group));
    let ordered = met.into_iter().flat_map(|group| groups[group].iter().copied());
    ordered.collect()
}

/// The atoms of classes, those last on which the first presences depend; those first where each choice is the presence of some
/// element, which fixes it. Before all others come those on which most presences depend: where they are last, a diagram of several
/// presences has to remember for which of their values any of them holds.
fn order(lifted: &Lifted<'_, '_>, diagram: &Diagram) -> Vec<Atom> {
    let groups: Vec<Vec<Atom>> = (0..lifted.classes().groups().len()).map(|group| lifted.atoms_of(group)).collect();
    let group_of: Vec<usize> =
        groups.iter().enumerate().flat_map(|(group, atoms)| atoms.iter().map(move |_| group)).collect();
    let mut uses = vec![0; groups.len()];
    let mut ordered: Vec<usize> = Vec::new();
    for &function in &diagram.functions {
        let mut used: Vec<usize> = diagram.diagrams.support(function).into_iter().map(|var| group_of[var]).collect();
        used.dedup();
        used.iter().for_each(|&group| uses[group] += 1);
        ordered.extend(used);
    }
    ordered.extend(0..groups.len());
    let mut seen = FxHashSet::default();
    ordered.retain(|&group| seen.insert(group));
    if !presences_fix_choices(diagram, group_of.len()) {
        ordered.reverse();
        ordered.sort_by_key(|&group| 2 * uses[group] <= diagram.functions.len());
    }
    ordered.into_iter().flat_map(|group| groups[group].iter().copied()).collect()
}

/// Whether each of so many variables is the presence or the absence of some element.
fn presences_fix_choices(diagram: &Diagram, variables: usize) -> bool {
    let functions = diagram.functions.iter().filter(|&&function| diagram.diagrams.is_literal(function));
    let fixed: FxHashSet<usize> = functions.flat_map(|&function| diagram.diagrams.support(function)).collect();
    fixed.len() == variables
}
