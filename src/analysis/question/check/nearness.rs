//! Which of the lines that force something are nearest to what is so.
//!
//! A node without a host: nearest are the node and its hosting relations, then what these demand, such as their targets, then what
//! the node demands, and so on. Where there is room for few lines, an author looks for the mistake in the nearest ones.

use std::collections::VecDeque;

use rustc_hash::{FxHashMap, FxHashSet};
use variscope_encoder::{Atom, Reason};

use crate::analysis::presence::Violation;
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::reason_labels;
use crate::source::Span;
use crate::source::diagnostic::Label;
use crate::tosca::model::ElementId;

/// The lines that force a violation, the nearest first.
pub(super) fn of_violation(variants: &Variants<'_>, violation: &Violation, lines: Vec<Label>) -> Vec<Label> {
    let rules = variants.rules();
    let own = rules.presence(variants.model(), violation.element);
    let mut atoms = rules.problem().formulas().atoms(violation.formula);
    // What the element itself demands is why it is there; what fails is what it is said to lack, or to have too much of.
    atoms.sort_by_key(|&atom| atom == own);
    nearest_first(variants, &atoms, lines)
}

/// The lines that force the presence of an element, the nearest first.
pub(super) fn of_element(variants: &Variants<'_>, element: ElementId, lines: Vec<Label>) -> Vec<Label> {
    nearest_first(variants, &[variants.rules().presence(variants.model(), element)], lines)
}

/// The lines that force what these elements are, the nearest to the first of them first.
pub(super) fn of_atoms(variants: &Variants<'_>, atoms: &[Atom], lines: Vec<Label>) -> Vec<Label> {
    nearest_first(variants, atoms, lines)
}

/// Lines by how many definitions lead to them from these atoms; those that none leads to last.
fn nearest_first(variants: &Variants<'_>, from: &[Atom], mut lines: Vec<Label>) -> Vec<Label> {
    let problem = variants.rules().problem();
    let mut open: FxHashSet<Span> = lines.iter().map(|line| line.span).collect();
    let mut ranks: FxHashMap<Span, usize> = FxHashMap::default();
    let mut seen: FxHashSet<Atom> = from.iter().copied().collect();
    let mut reached: VecDeque<Atom> = from.iter().copied().collect();
    while let Some(atom) = reached.pop_front().filter(|_| !open.is_empty()) {
        let span = reason_labels::label(variants, Reason::Known(atom)).span;
        if open.remove(&span) {
            ranks.insert(span, ranks.len());
        }
        let mentioned = problem.definition(atom).map(|rule| problem.formulas().atoms(rule.formula));
        reached.extend(mentioned.into_iter().flatten().filter(|&atom| seen.insert(atom)));
    }
    lines.sort_by_key(|line| ranks.get(&line.span).copied().unwrap_or(usize::MAX));
    lines
}
