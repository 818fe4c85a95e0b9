//! Clauses sorted by what they say, for those who check them one by one.

use crate::cnf::Cnf;
use crate::problem::Problem;

/// The clauses of a problem, in three parts.
#[derive(Clone, Debug)]
pub struct ClauseParts {
    /// All clauses: first those that say what auxiliaries are, then those that say what assignments are looked at, then
    /// those that say what they have to be besides.
    pub cnf: Cnf,
    /// How many say what auxiliaries are: of each assignment of the atoms they have one model.
    pub auxiliary: usize,
    /// How many more say which assignments are looked at.
    pub stated: usize,
}

impl Problem {
    /// The clauses of [`Problem::to_cnf`], sorted: definitions and the first `stated` constraints say which assignments are
    /// looked at, the other constraints what they have to be besides.
    pub fn to_parts(&self, stated: usize) -> ClauseParts {
        let mut translator = self.defined();
        let (before, after) = self.constraints().split_at(stated);
        before.iter().for_each(|rule| translator.assert(self.formulas(), rule.formula));
        let stated = translator.gates().cnf().len();
        after.iter().for_each(|rule| translator.assert(self.formulas(), rule.formula));
        let gates = translator.into_gates();
        let mut defines = vec![false; gates.cnf().len()];
        for clauses in gates.defining() {
            defines[clauses.clone()].fill(true);
        }
        let mut parts = ClauseParts { cnf: Cnf::with_vars(gates.cnf().var_count()), auxiliary: 0, stated: 0 };
        let mut take = |wanted: &dyn Fn(usize) -> bool| {
            (0..defines.len())
                .filter(|&place| wanted(place))
                .for_each(|place| parts.cnf.add(gates.cnf().clause(place)));
            parts.cnf.len()
        };
        let auxiliary = take(&|place| defines[place]);
        let counted = take(&|place| !defines[place] && place < stated);
        take(&|place| !defines[place] && place >= stated);
        ClauseParts { auxiliary, stated: counted - auxiliary, ..parts }
    }
}
