//! Integers within bounds: branch and bound over a tableau.

use super::rational::Rational;
use super::tableau::{DeltaRational, Tableau};

/// How many branches are followed before a question is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Branches {
    /// For one question.
    pub each: usize,
    /// For all that follow.
    pub left: usize,
}

/// It was not decided whether there is an integer point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Undecided;

/// Values within the bounds of a feasible tableau that are integers where they should. The first `free` variables are no sums;
/// those of the others `is_integral` holds for are integers wherever these are.
///
/// # Errors
/// [`Undecided`] when all branches are used up.
pub fn integer_point(
    tableau: Tableau,
    free: usize,
    is_integral: &dyn Fn(usize) -> bool,
    branches: &mut Branches,
) -> Result<Option<Tableau>, Undecided> {
    let (mut open, mut left) = (vec![tableau], branches.each);
    while let Some(tableau) = open.pop() {
        let is_split = |&variable: &usize| {
            let value = tableau.value(variable);
            is_integral(variable) && !(value.at.is_integer() && value.beside.is_zero())
        };
        let Some(variable) = (0..free).find(is_split) else { return Ok(Some(tableau)) };
        if tableau.defies_integers(is_integral) {
            continue;
        }
        if let Some(near) = near_integers(&tableau, free, is_integral) {
            return Ok(Some(near));
        }
        left = left.checked_sub(1).ok_or(Undecided)?;
        branches.left = branches.left.checked_sub(1).ok_or(Undecided)?;
        let floor = floor(tableau.value(variable));
        let (mut below, mut above) = (tableau.clone(), tableau);
        if above.at_least(variable, &DeltaRational::at(&floor + &Rational::ONE)) && above.is_feasible() {
            open.push(above);
        }
        if below.at_most(variable, &DeltaRational::at(floor)) && below.is_feasible() {
            open.push(below);
        }
    }
    Ok(None)
}

/// Integers beside the current values, one coordinate after the other. Where nothing bounds a cell, branches alone may
/// follow a fraction for ever.
fn near_integers(tableau: &Tableau, free: usize, is_integral: &dyn Fn(usize) -> bool) -> Option<Tableau> {
    let mut near = tableau.clone();
    for variable in (0..free).filter(|&variable| is_integral(variable)) {
        let floor = floor(near.value(variable));
        let is_fixed = fix(&mut near, variable, floor.clone()) || fix(&mut near, variable, &floor + &Rational::ONE);
        is_fixed.then_some(())?;
    }
    Some(near)
}

fn floor(value: &DeltaRational) -> Rational {
    let is_just_below = value.at.is_integer() && value.beside.is_negative();
    if is_just_below { &value.at - &Rational::ONE } else { value.at.floor() }
}

/// Gives a variable this value if there are values for the others then.
pub fn fix(tableau: &mut Tableau, variable: usize, value: impl Into<Rational>) -> bool {
    let bounds = tableau.bounds.clone();
    let value = DeltaRational::at(value);
    let is_possible = tableau.at_least(variable, &value) && tableau.at_most(variable, &value) && tableau.is_feasible();
    if !is_possible {
        tableau.bounds = bounds;
        // The values may be outside the bounds that were taken back; they are within these again afterwards.
        tableau.is_feasible();
    }
    is_possible
}
