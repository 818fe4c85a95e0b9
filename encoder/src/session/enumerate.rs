//! All remaining assignments, as far as some atoms tell them apart.

use super::Session;
use crate::budget::Interrupted;
use crate::enumeration::Combinations;
use crate::formula::Atom;
use crate::search::IncrementalModel;
use crate::tseitin::Term;

/// The combinations of values that some atoms have in the remaining assignments, one after the other in
/// lexicographic order, false before true. Independent of the session that it came from.
pub struct Enumeration {
    /// `None` when no assignment remains.
    combinations: Option<Combinations>,
}

impl Session {
    /// The combinations of values of these atoms; see [`Enumeration`]. The session stays as it is.
    ///
    /// # Errors
    /// [`Interrupted`] when not even an assignment was found within the budget.
    pub fn enumerate(&mut self, atoms: &[Atom]) -> Result<Enumeration, Interrupted> {
        if !self.has_model()? {
            return Ok(Enumeration { combinations: None });
        }
        let terms: Vec<Term> = atoms.iter().map(|atom| self.atom_term(*atom)).collect();
        let mut cnf = self.reduced.clauses.clone();
        for lit in terms.iter().filter_map(|term| term.literal()) {
            cnf.include_var(lit.var());
        }
        let always = cnf.new_var().positive();
        cnf.add(&[always]);
        let projection = terms.iter().map(|term| match *term {
            Term::Const(value) => always.var().lit(value),
            Term::Lit(lit) => lit,
        });
        let mut model = self.model.clone();
        model.resize(cnf.var_count(), false);
        model[always.var().index()] = true;
        let model = IncrementalModel::new(&cnf, &model, self.budget.clone());
        let combinations = Combinations::new(model, projection.collect(), self.budget.clone());
        Ok(Enumeration { combinations: Some(combinations) })
    }
}

impl Enumeration {
    /// Leaves out everything up to this combination, which need not be one that occurs.
    /// To be called before the first combination is taken.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    ///
    /// # Panics
    /// When the combination has more values than there are atoms.
    pub fn resume_after(&mut self, combination: &[bool]) -> Result<(), Interrupted> {
        self.combinations.as_mut().map_or(Ok(()), |combinations| combinations.resume_after(combination))
    }
}

/// One value per atom, in the order of the atoms. After an interruption the next call goes on.
impl Iterator for Enumeration {
    type Item = Result<Vec<bool>, Interrupted>;

    fn next(&mut self) -> Option<Self::Item> {
        self.combinations.as_mut()?.advance().transpose()
    }
}
