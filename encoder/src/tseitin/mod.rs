//! Formulas to clauses, exactly.
//!
//! In come formulas, out goes a [`Cnf`] over the caller's atoms and auxiliary variables. The translation is two-sided
//! [Tseitin 1968]: every auxiliary is defined by the variables below it, so each assignment of the atoms extends to
//! exactly one assignment of all variables, and counting models over atoms or over all variables gives one number.
//! For cardinalities that rules out the usual ladders and commanders, whose auxiliaries are free in places.

mod assertion;
mod gate;
mod memo;
mod parts;
mod translator;

use crate::cnf::Cnf;
use crate::problem::Problem;

pub use crate::term::Term;
pub use gate::Gates;
pub use parts::ClauseParts;
pub(crate) use translator::{Definitions, Translator};

#[cfg(test)]
mod tests;

impl Problem {
    /// The definitions and constraints as clauses: atom `i` is variable `i`, auxiliaries follow and are determined
    /// by the atoms, so the models of the clauses are the satisfying assignments of the problem.
    pub fn to_cnf(&self) -> Cnf {
        let mut translator = self.defined();
        for rule in self.constraints() {
            translator.assert(self.formulas(), rule.formula);
        }
        translator.into_gates().into_cnf()
    }

    /// All definitions, translated.
    fn defined(&self) -> Translator {
        let mut translator = Translator::over_atoms(self.atom_count());
        for atom in self.atoms() {
            if let Some(rule) = self.definition(atom) {
                translator.assert_equal(self.formulas(), atom.into(), rule.formula);
            }
        }
        translator
    }
}
