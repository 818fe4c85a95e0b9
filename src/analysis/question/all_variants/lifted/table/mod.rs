//! Choices as tables: what `resolve` takes where the rules leave several possibilities, for all configurations at once.
//!
//! Open atoms are those of cycles with several solutions, and those without a definition. They fall into parts that
//! are chosen apart from each other (`parts`), and each part looks at few values. So every combination of these values
//! (`axes`) is resolved once (`entry`), those of different parts at once where they can be (`rounds`), and the open atoms are defined by
//! what came of it. Invariant: under the new definitions every configuration with a variant has the presences that `resolve` gives it.

mod axes;
mod entry;
mod inviolable;
mod parts;
mod rounds;

use rustc_hash::FxHashMap;
use variscope_encoder::{Atom, Budget, FormulaId, Formulas, Interrupted, Problem, Rule};

use self::axes::Axes;
use self::entry::{Chooser, TableEntry};
use self::parts::{AtomGroup, parts};
use self::rounds::{Member, rounds};
use super::error::{ErrorCause, LiftedError};
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
    pub(super) errors: Vec<LiftedError>,
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
        for ((part, axes), entries) in parts.iter().zip(&axes).zip(self.entries(&parts, open, &axes)?) {
            let mut columns = Columns { axes, entries: &entries, known: FxHashMap::default() };
            tables.errors.extend(columns.errors(part, problem.formulas_mut()));
            for (place, &atom) in part.open.iter().enumerate() {
                let formula = columns.formula(problem.formulas_mut(), |entry| entry.holds(place));
                tables.replaced.push(Replaced { atom, before: problem.definition(atom) });
                problem.redefine(atom, formula, RuleOrigin::Chosen(atom).index());
            }
        }
        Ok(Some(tables))
    }

    /// By part, what is chosen for each combination of values. What no axis looks at is the same for all parts.
    fn entries(&self, parts: &[AtomGroup], open: &[Atom], axes: &[Axes]) -> Result<Vec<Vec<TableEntry>>, Interrupted> {
        let unknown = |axes: &Axes| vec![TableEntry::Unsolvable; axes.len()];
        let entries = axes.iter().map(unknown).collect();
        let mut resolver = Resolver { choices: self, parts, open, entries, chooser: None };
        let Some(usual) = axes.first().map(Axes::usual) else { return Ok(resolver.entries) };
        for round in rounds(axes) {
            let values = self.values(&round.combination(usual)).into_iter().chain(round.values).collect::<Vec<_>>();
            resolver.resolve(&round.members, &values)?;
        }
        Ok(resolver.entries)
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

/// Resolves combinations of parts at once, and those by halves of which nothing can be said together.
struct Resolver<'r, 'c, 'v, 'm> {
    choices: &'r Choices<'c, 'v, 'm>,
    parts: &'r [AtomGroup],
    /// The open atoms of all parts.
    open: &'r [Atom],
    /// By part and number of the combination.
    entries: Vec<Vec<TableEntry>>,
    /// The last one, with its parts.
    chooser: Option<(Vec<usize>, Chooser<'v, 'm>)>,
}

impl Resolver<'_, '_, '_, '_> {
    fn resolve(&mut self, members: &[Member], values: &[(Atom, bool)]) -> Result<(), Interrupted> {
        let budget = self.choices.budget;
        budget.check()?;
        let chooser = self.chooser(members);
        if let [only] = members {
            self.entries[only.part][only.number] = chooser.choose(values, budget)?;
            return Ok(());
        }
        let Some(chosen) = chooser.resolve(values, budget)? else {
            let (some, others) = members.split_at(members.len() / 2);
            self.resolve(some, values)?;
            return self.resolve(others, values);
        };
        let mut rest = chosen.as_slice();
        for member in members {
            let (own, others) = rest.split_at(self.parts[member.part].open.len());
            self.entries[member.part][member.number] = TableEntry::Chosen(own.to_vec());
            rest = others;
        }
        Ok(())
    }

    /// That of these parts.
    fn chooser(&mut self, members: &[Member]) -> &Chooser<'_, '_> {
        let places: Vec<usize> = members.iter().map(|member| member.part).collect();
        let known = self.chooser.take().filter(|(known, _)| *known == places);
        let new = || {
            let parts: Vec<&AtomGroup> = places.iter().map(|&place| &self.parts[place]).collect();
            Chooser::new(self.choices.classes.variants, self.choices.definitions, &parts, self.open)
        };
        let chooser = known.map_or_else(new, |(_, chooser)| chooser);
        &self.chooser.insert((places, chooser)).1
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

    fn errors(&mut self, part: &AtomGroup, formulas: &mut Formulas) -> Vec<LiftedError> {
        let unsolvable = self.formula(formulas, |entry| *entry == TableEntry::Unsolvable);
        let ambiguous = self.formula(formulas, |entry| matches!(entry, TableEntry::Ambiguous(_)));
        [(ErrorCause::Unsolvable(part.open[0]), unsolvable), (ErrorCause::Ambiguous, ambiguous)]
            .into_iter()
            .filter(|(_, formula)| *formula != FormulaId::FALSE)
            .map(|(cause, formula)| LiftedError { cause, formula })
            .collect()
    }
}
