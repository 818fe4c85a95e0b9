//! Choices as tables: what `resolve` takes where the rules leave several possibilities, for all configurations at once.
//!
//! Open atoms are those of cycles with several solutions, and those without a definition. They fall into parts that
//! are chosen apart from each other (`parts`), and each part looks at few values. So every combination of these values
//! (`axes`) is resolved once (`entry`), and the open atoms are defined by what came of it. Invariant: under the new
//! definitions every configuration with a variant has the presences that `resolve` gives it.

mod axes;
mod entry;
mod inviolable;
mod parts;

use rustc_hash::FxHashMap;
use variscope_encoder::{Atom, Budget, FormulaId, Formulas, Interrupted, Problem, Rule};

use self::axes::Axes;
use self::entry::{Chooser, TableEntry};
use self::parts::{AtomGroup, parts};
use super::fault::{FaultCause, LiftedFault};
use super::rule_origin::RuleOrigin;
use crate::analysis::question::configuration::classes::{Classes, Combination, InputReader, Outcome};

/// A definition that was replaced by a table.
pub(super) struct Replaced {
    pub(super) atom: Atom,
    pub(super) before: Option<Rule>,
}

/// What became of the open atoms.
#[derive(Default)]
pub(super) struct Tables {
    pub(super) replaced: Vec<Replaced>,
    /// Configurations without a choice, or with several that are equally good.
    pub(super) faults: Vec<LiftedFault>,
}

/// What is known before choices are made.
pub(super) struct Choices<'c, 'v, 'm> {
    pub(super) classes: &'c Classes<'v, 'm>,
    /// The definitions of the rules; values are free.
    pub(super) definitions: &'c Problem,
    pub(super) budget: &'c Budget,
}

impl Choices<'_, '_, '_> {
    /// Defines the open atoms in `problem`; none where a table would be too large.
    pub(super) fn tabulate(&self, open: &[Atom], problem: &mut Problem) -> Result<Option<Tables>, Interrupted> {
        let parts = parts(self, problem, open)?;
        let mut axes = Vec::new();
        for part in &parts {
            let own = Axes::of(self.classes, &part.values, problem.formulas_mut());
            let Some(own) = own else { return Ok(None) };
            axes.push(own);
        }
        let mut tables = Tables::default();
        for (part, axes) in parts.iter().zip(&axes) {
            let entries = self.entries(part, open, axes)?;
            let mut columns = Columns { axes, entries: &entries, known: FxHashMap::default() };
            tables.faults.extend(columns.faults(part, problem.formulas_mut()));
            for (place, &atom) in part.open.iter().enumerate() {
                let formula = columns.formula(problem.formulas_mut(), |entry| entry.holds(place));
                tables.replaced.push(Replaced { atom, before: problem.definition(atom) });
                problem.redefine(atom, formula, RuleOrigin::Chosen(atom).index());
            }
        }
        Ok(Some(tables))
    }

    /// What is chosen for each combination of values.
    fn entries(&self, part: &AtomGroup, open: &[Atom], axes: &Axes) -> Result<Vec<TableEntry>, Interrupted> {
        let chooser = Chooser::new(self.classes.variants, self.definitions, part, open);
        (0..axes.len())
            .map(|number| {
                self.budget.check()?;
                let (combination, looked_at) = axes.combination(number);
                let values = [self.values(&combination), looked_at].concat();
                chooser.choose(&values, self.budget)
            })
            .collect()
    }

    /// The values of all value atoms in a combination of classes.
    fn values(&self, combination: &Combination) -> Vec<(Atom, bool)> {
        let outcomes = self.classes.outcomes(combination);
        let own = outcomes.map(|(subject, outcome)| (subject, *outcome == Outcome::Holds(true)));
        let sums = self.classes.sums().map(|(subject, sum)| (subject, sum.diagram.holds(combination)));
        own.chain(sums)
            .filter_map(|(subject, holds)| match subject {
                InputReader::Atom(atom, _) => Some((*atom, holds)),
                InputReader::Property(_)
                | InputReader::Value(_)
                | InputReader::Addend(_)
                | InputReader::Selected(_)
                | InputReader::Foreign => None,
            })
            .collect()
    }
}

/// The columns of a table as formulas.
struct Columns<'t> {
    axes: &'t Axes,
    entries: &'t [TableEntry],
    known: FxHashMap<Vec<bool>, FormulaId>,
}

impl Columns<'_> {
    /// The configuration is one of an entry for which `holds`.
    fn formula(&mut self, formulas: &mut Formulas, holds: impl Fn(&TableEntry) -> bool) -> FormulaId {
        let column: Vec<bool> = self.entries.iter().map(holds).collect();
        if let Some(&known) = self.known.get(&column) {
            return known;
        }
        let formula = self.axes.formula(formulas, &column);
        self.known.insert(column, formula);
        formula
    }

    fn faults(&mut self, part: &AtomGroup, formulas: &mut Formulas) -> Vec<LiftedFault> {
        let unsolvable = self.formula(formulas, |entry| *entry == TableEntry::Unsolvable);
        let ambiguous = self.formula(formulas, |entry| matches!(entry, TableEntry::Ambiguous(_)));
        [(FaultCause::Unsolvable(part.open[0]), unsolvable), (FaultCause::Ambiguous, ambiguous)]
            .into_iter()
            .filter(|(_, formula)| *formula != FormulaId::FALSE)
            .map(|(cause, formula)| LiftedFault { cause, formula })
            .collect()
    }
}
