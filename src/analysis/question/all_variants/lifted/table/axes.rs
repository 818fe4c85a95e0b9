//! The combinations of values that a part looks at.

use indexmap::IndexMap;
use variscope_encoder::{Atom, FormulaId, Formulas};

use crate::analysis::question::configuration::classes::{Classes, Combination, InputReader, Outcome};

/// Combinations; more make formulas that are no faster than one configuration after the other.
const MOST: usize = 1 << 13;

/// One dimension: a group of inputs, in classes that these values cannot distinguish; or a condition that looks at a sum over
/// groups, whatever their classes are.
struct Axis {
    group: Option<usize>,
    choices: Vec<Choice>,
}

/// Classes that these values cannot distinguish.
struct Choice {
    /// The values as a formula.
    formula: FormulaId,
    /// The values, by value atom.
    values: AtomValues,
    /// One of the classes.
    class: usize,
}

/// Values of value atoms.
pub(super) type AtomValues = Vec<(Atom, bool)>;

/// All combinations of one choice for each axis, in lexicographic order.
pub(super) struct Axes {
    axes: Vec<Axis>,
    /// By group, a class in which everything can be evaluated.
    usual: Vec<usize>,
}

impl Axes {
    /// The combinations that these value atoms can distinguish; none if they are too many. Classes in which something
    /// cannot be evaluated are left out: they have no variants.
    pub(super) fn of(classes: &Classes<'_, '_>, values: &[Atom], formulas: &mut Formulas) -> Option<Self> {
        let groups = 0..classes.groups().len();
        let axes: Option<Vec<Axis>> = groups.map(|group| axis(classes, group, values, formulas)).collect();
        let mut axes = axes?;
        let usual = axes.iter().map(|axis| axis.choices.first().map_or(0, |choice| choice.class)).collect();
        axes.extend(classes.sums().filter_map(|(subject, _)| of_sum(subject, values)));
        let axes: Vec<Axis> = axes.into_iter().filter(|axis| axis.choices.len() > 1).collect();
        let size = axes.iter().try_fold(1_usize, |size, axis| size.checked_mul(axis.choices.len()));
        size.filter(|&size| size <= MOST).map(|_| Self { axes, usual })
    }

    /// How many combinations there are.
    pub(super) fn len(&self) -> usize {
        self.axes.iter().map(|axis| axis.choices.len()).product()
    }

    /// By group, the classes of all that no axis looks at.
    pub(super) fn usual(&self) -> &Combination {
        &self.usual
    }

    /// A combination: the classes of the groups that an axis looks at, and the values of the atoms that the part looks at.
    pub(super) fn combination(&self, number: usize) -> (Vec<(usize, usize)>, AtomValues) {
        let (mut classes, mut values, mut rest) = (Vec::new(), Vec::new(), number);
        for axis in self.axes.iter().rev() {
            let choice = &axis.choices[rest % axis.choices.len()];
            classes.extend(axis.group.map(|group| (group, choice.class)));
            values.extend(&choice.values);
            rest /= axis.choices.len();
        }
        (classes, values)
    }

    /// The configuration is in a combination that is marked in the column.
    pub(super) fn formula(&self, formulas: &mut Formulas, column: &[bool]) -> FormulaId {
        formula(&self.axes, formulas, column)
    }
}

/// As a decision diagram, written out: alternatives with the same rest are one.
fn formula(axes: &[Axis], formulas: &mut Formulas, column: &[bool]) -> FormulaId {
    let [axis, further @ ..] = axes else { return FormulaId::constant(column[0]) };
    if column.iter().all(|&marked| marked == column[0]) {
        return FormulaId::constant(column[0]);
    }
    let mut rests: Vec<(&[bool], Vec<FormulaId>)> = Vec::new();
    for (choice, rest) in axis.choices.iter().zip(column.chunks(column.len() / axis.choices.len())) {
        match rests.iter_mut().find(|(known, _)| *known == rest) {
            Some((_, choices)) => choices.push(choice.formula),
            None => rests.push((rest, vec![choice.formula])),
        }
    }
    if let [(rest, _)] = rests.as_slice() {
        return formula(further, formulas, rest);
    }
    let alternatives: Vec<FormulaId> = rests
        .into_iter()
        .map(|(rest, choices)| {
            let chosen = formulas.or(choices);
            let holds = formula(further, formulas, rest);
            formulas.and([chosen, holds])
        })
        .collect();
    formulas.or(alternatives)
}

/// None where the values are too many.
fn axis(classes: &Classes<'_, '_>, group: usize, values: &[Atom], formulas: &mut Formulas) -> Option<Axis> {
    let found = &classes.groups()[group];
    let atoms: Vec<(usize, Atom)> = found
        .readers
        .iter()
        .enumerate()
        .filter_map(|(place, &reader)| match classes.subjects[reader] {
            InputReader::Atom(atom, _) => Some((place, atom)),
            _ => None,
        })
        .collect();
    let read: Vec<(usize, Atom)> =
        atoms.iter().copied().filter(|(_, atom)| values.binary_search(atom).is_ok()).collect();
    let mut choices: IndexMap<AtomValues, usize> = IndexMap::new();
    for number in 0..found.classes.len() {
        let outcome = |place: usize| found.outcomes.at(number, place);
        if atoms.iter().all(|&(place, _)| outcome(place).is_truth()) {
            for values in all_values(outcome, &read)? {
                choices.entry(values).or_insert(number);
            }
        }
    }
    let choice = |(values, class): (AtomValues, usize)| {
        let literals: Vec<FormulaId> = values.iter().map(|&(atom, holds)| literal(atom, holds)).collect();
        Choice { formula: formulas.and(literals), values, class }
    };
    Some(Axis { group: Some(group), choices: choices.into_iter().map(choice).collect() })
}

/// Both outcomes of a condition that looks at a sum, if it is one of these values. Where only one of them is possible, the other
/// combinations are those of no configuration.
fn of_sum(subject: &InputReader, values: &[Atom]) -> Option<Axis> {
    let atom = subject.atom()?;
    values.binary_search(&atom).ok()?;
    let choice = |holds| Choice { formula: literal(atom, holds), values: vec![(atom, holds)], class: 0 };
    Some(Axis { group: None, choices: [false, true].map(choice).into() })
}

/// The values that these atoms can have under these outcomes; none where they are too many.
fn all_values<'o>(outcome: impl Fn(usize) -> &'o Outcome, read: &[(usize, Atom)]) -> Option<Vec<AtomValues>> {
    let mut all: Vec<AtomValues> = vec![Vec::new()];
    for &(place, atom) in read {
        let possible: &[bool] = match outcome(place) {
            Outcome::Either => &[false, true],
            Outcome::Holds(true) => &[true],
            _ => &[false],
        };
        let with = |values: &AtomValues, &holds: &bool| [values.as_slice(), &[(atom, holds)]].concat();
        all = all.iter().flat_map(|values| possible.iter().map(move |holds| with(values, holds))).collect();
        if all.len() > MOST {
            return None;
        }
    }
    Some(all)
}

fn literal(atom: Atom, holds: bool) -> FormulaId {
    if holds { atom.into() } else { !FormulaId::from(atom) }
}
