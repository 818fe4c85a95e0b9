//! The valid variants as clauses with few variables that distinguish them.
//!
//! In large templates many elements come and go together. As decision diagrams, equal presences are one: one of them stands for all.
//! Invariant: the models of the clauses, over these variables, are the valid variants.

use rustc_hash::FxHashMap;
use variscope_encoder::bdd::Bdd;
use variscope_encoder::{Atom, Budget, Cnf, Problem, Var};

use super::Lifted;
use super::diagram::Diagram;
use crate::analysis::question::all_variants::class_enumeration::countable;

/// Clauses whose models, over some variables, are the valid variants.
pub(crate) struct ProjectedClauses {
    pub(crate) cnf: Cnf,
    /// Those by which variants are distinguished, ascending.
    pub(crate) vars: Vec<Var>,
    /// By element that counts: the variable that is true where it is present.
    pub(crate) columns: Vec<Var>,
}

impl Lifted<'_, '_> {
    /// The valid variants as clauses; elements that are present together share a variable where diagrams show it.
    pub(crate) fn condensed(&self, budget: &Budget) -> ProjectedClauses {
        ProjectedClauses::of(self, self.diagram(budget).as_deref())
    }
}

impl ProjectedClauses {
    /// The clauses of a problem, with a variable for each of these presences.
    pub(crate) fn whole(problem: &Problem, presences: impl Iterator<Item = Atom>) -> Self {
        Self::over(problem, presences.map(Var::from).collect())
    }

    /// Presences that the diagrams show to be equal in every valid configuration share a variable.
    pub(super) fn of(lifted: &Lifted<'_, '_>, diagram: Option<&Diagram>) -> Self {
        let elements = countable(lifted.variants().model());
        let var = |place: usize| Var::from(lifted.presence(elements[place]));
        let problem = lifted.valid_problem();
        let Some(diagram) = diagram.filter(|diagram| diagram.has_presences()) else {
            return Self::over(&problem, (0..elements.len()).map(var).collect());
        };
        let mut firsts: FxHashMap<Bdd, usize> = FxHashMap::default();
        let (_, presences) = diagram.roots();
        let columns = presences.iter().enumerate();
        Self::over(&problem, columns.map(|(place, &presence)| var(*firsts.entry(presence).or_insert(place))).collect())
    }

    fn over(problem: &Problem, columns: Vec<Var>) -> Self {
        let mut vars = columns.clone();
        vars.sort_unstable();
        vars.dedup();
        Self { cnf: problem.to_cnf(), vars, columns }
    }
}
