//! Which comparisons have values for the unknown numbers that they share: each cell between their hyperplanes is tried.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Zero};
use petgraph::unionfind::UnionFind;
use rustc_hash::FxBuildHasher;
use variscope_encoder::linear::{Branches, DeltaRational, Tableau, Undecided, integer_point};
use variscope_encoder::{Atom, FormulaId, Problem, RuleIndex};

use super::cuts::{Cut, CutSide, Cuts, FreeNumber, LinearForm, is_integral};
use super::open::Aspect;
use crate::source::Span;

/// Cells that are looked for in one component.
const MAX_CELLS: usize = 5_000;
/// Comparisons of one component.
const MAX_CUTS: usize = 200;
/// Branches that are followed for the integer points of one cell, and of all cells of a component together.
const MAX_BRANCHES: Branches = Branches { each: 500, left: 10_000 };

/// There are too many comparisons at this place, or too hard ones, that have values in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooMany(pub Span);

/// Unknown numbers that are compared with each other, one way or another, in order.
pub(super) fn components(cuts: &Cuts) -> Vec<Vec<FreeNumber>> {
    let unknowns = cuts.unknowns();
    let place = |unknown: &FreeNumber| unknowns.binary_search(unknown).expect("each unknown number is in the list");
    let mut sets = UnionFind::new(unknowns.len());
    for pair in cuts.forms.keys().flat_map(|form| form.windows(2)) {
        sets.union(place(&pair[0].0), place(&pair[1].0));
    }
    let mut components: IndexMap<usize, Vec<FreeNumber>, FxBuildHasher> = IndexMap::default();
    for (at, &unknown) in unknowns.iter().enumerate() {
        components.entry(sets.find(at)).or_default().push(unknown);
    }
    components.into_values().filter(|component| component.len() > 1).collect()
}

/// Says which comparisons of a component have values together. The span is that of the tree.
pub(super) fn relate(
    component: &[FreeNumber],
    cuts: &mut Cuts,
    problem: &mut Problem,
    (rule, tree): (RuleIndex, Span),
) -> Result<(), TooMany> {
    for &unknown in component {
        // Of what is not selected, the number is zero.
        let form = vec![(unknown, BigInt::one())];
        let at_most = cuts.cut(&form, BigRational::zero(), CutSide::AtMost, problem);
        let below = cuts.cut(&form, BigRational::zero(), CutSide::Below, problem);
        let formulas = problem.formulas_mut();
        let is_zero = formulas.and([at_most, !below]);
        let closed = formulas.or([Atom::new(unknown.instance).into(), is_zero]);
        problem.constrain(closed, rule);
    }
    let is_inside = |form: &LinearForm| component.binary_search(&form[0].0).is_ok();
    let inside: Vec<(&LinearForm, &BTreeMap<Cut, FormulaId>)> =
        cuts.forms.iter().filter(|(form, _)| is_inside(form)).collect();
    let place = inside.iter().find_map(|(form, _)| cuts.places.get(*form)).copied();
    let too_many = || TooMany(place.unwrap_or(tree));
    let mut cells = Cells::of(component, &inside);
    if cells.atoms.len() > MAX_CUTS {
        return Err(too_many());
    }
    let formula = cells.from(0, problem).map_err(|Undecided| too_many())?;
    problem.constrain(formula, rule);
    Ok(())
}

/// A search for cells.
struct Cells {
    /// The variable of each comparison, what it asks, and its atom.
    atoms: Vec<(usize, Cut, FormulaId)>,
    free: usize,
    /// By variable.
    integral: Vec<bool>,
    tableau: Tableau,
    left: usize,
    branches: Branches,
}

impl Cells {
    fn of(component: &[FreeNumber], forms: &[(&LinearForm, &BTreeMap<Cut, FormulaId>)]) -> Self {
        let place = |unknown: &FreeNumber| component.binary_search(unknown).expect("a component has all its numbers");
        let mut integral: Vec<bool> = component.iter().map(|unknown| unknown.aspect.is_integral()).collect();
        let (mut atoms, mut sums) = (Vec::new(), Vec::new());
        for (form, cuts) in forms {
            let variable = if form.len() == 1 {
                place(&form[0].0)
            } else {
                let terms = form.iter().map(|(unknown, factor)| (place(unknown), factor.clone().into()));
                sums.push(terms.collect::<BTreeMap<usize, BigRational>>());
                integral.push(is_integral(form));
                integral.len() - 1
            };
            atoms.extend(cuts.iter().map(|(cut, &atom)| (variable, cut.clone(), atom)));
        }
        let mut tableau = Tableau::new(component.len(), sums);
        for (variable, _) in component.iter().enumerate().filter(|(_, unknown)| unknown.aspect == Aspect::Length) {
            tableau.at_least(variable, &DeltaRational::at(BigRational::zero()));
        }
        Self { atoms, free: component.len(), integral, tableau, left: MAX_CELLS, branches: MAX_BRANCHES }
    }

    /// Which choices of the atoms from this one on have values, where those before are chosen.
    fn from(&mut self, place: usize, problem: &mut Problem) -> Result<FormulaId, Undecided> {
        let Some(&(variable, ref cut, atom)) = self.atoms.get(place) else { return self.cell() };
        let cut = cut.clone();
        let mut choices = Vec::new();
        for (side, is_below) in [(atom, true), (!atom, false)] {
            let bounds = self.tableau.bounds.clone();
            if self.enter(variable, &cut, is_below) && self.tableau.is_feasible() {
                let rest = self.from(place + 1, problem)?;
                choices.push(problem.formulas_mut().and([side, rest]));
            }
            self.tableau.bounds = bounds;
        }
        Ok(problem.formulas_mut().or(choices))
    }

    /// Whether there are values within the current bounds.
    fn cell(&mut self) -> Result<FormulaId, Undecided> {
        self.left = self.left.checked_sub(1).ok_or(Undecided)?;
        let is_integral = |variable: usize| self.integral[variable];
        let point = integer_point(self.tableau.clone(), self.free, &is_integral, &mut self.branches)?;
        Ok(FormulaId::constant(point.is_some()))
    }

    /// Adds the bound of one side of a comparison; false if nothing is left.
    fn enter(&mut self, variable: usize, cut: &Cut, is_below: bool) -> bool {
        let at = cut.at.clone();
        match (is_below, cut.is_inclusive) {
            (true, true) => self.tableau.at_most(variable, &DeltaRational::at(at)),
            (true, false) => self.tableau.at_most(variable, &DeltaRational::beside(at, false)),
            (false, true) if self.integral[variable] => {
                self.tableau.at_least(variable, &DeltaRational::at(at + BigRational::one()))
            }
            (false, true) => self.tableau.at_least(variable, &DeltaRational::beside(at, true)),
            (false, false) => self.tableau.at_least(variable, &DeltaRational::at(at)),
        }
    }
}
