//! Independent parts of a formula: clauses that are connected by common variables, each part with numbers of its own.

use petgraph::unionfind::UnionFind;

use crate::cnf::Cnf;
use crate::lit::{Lit, Var};

/// A connected part of a formula.
#[derive(Clone, Debug, Default)]
pub(crate) struct Component {
    /// The part's clauses over its own variables `0..vars.len()`.
    pub cnf: Cnf,
    /// The formula's variables by the part's numbers, ascending.
    pub vars: Vec<Var>,
}

/// The parts of a formula and where each variable went.
#[derive(Clone, Debug, Default)]
pub(crate) struct Components {
    /// By smallest variable. An empty clause is in no part.
    pub parts: Vec<Component>,
    /// By variable: its part and its number there; none for variables that no clause mentions.
    places: Vec<Option<(usize, Var)>>,
}

impl Components {
    /// Splits the formula.
    pub(crate) fn of(cnf: &Cnf) -> Self {
        let roots = connect(cnf).into_labeling();
        let mut components = Self { parts: Vec::new(), places: vec![None; cnf.var_count()] };
        let mut part_of_root = vec![None; cnf.var_count()];
        for index in mentioned(cnf) {
            let part = *part_of_root[roots[index]].get_or_insert_with(|| {
                components.parts.push(Component::default());
                components.parts.len() - 1
            });
            let component = &mut components.parts[part];
            components.places[index] = Some((part, Var::new(component.vars.len())));
            component.vars.push(Var::new(index));
        }
        for component in &mut components.parts {
            component.cnf = Cnf::with_vars(component.vars.len());
        }
        for clause in cnf.clauses() {
            components.add(clause);
        }
        components
    }

    /// The part that mentions the literal's variable, and the literal there.
    pub(crate) fn place(&self, lit: Lit) -> Option<(usize, Lit)> {
        let (part, var) = self.places.get(lit.var().index()).copied().flatten()?;
        Some((part, var.lit(lit.is_positive())))
    }

    fn add(&mut self, clause: &[Lit]) {
        let places: Vec<(usize, Lit)> = clause.iter().filter_map(|lit| self.place(*lit)).collect();
        if let Some((part, _)) = places.first() {
            let local: Vec<Lit> = places.iter().map(|(_, lit)| *lit).collect();
            self.parts[*part].cnf.add(&local);
        }
    }
}

fn connect(cnf: &Cnf) -> UnionFind<usize> {
    let mut sets = UnionFind::new(cnf.var_count());
    for clause in cnf.clauses() {
        for pair in clause.windows(2) {
            sets.union(pair[0].var().index(), pair[1].var().index());
        }
    }
    sets
}

/// The variables that occur in clauses, ascending.
fn mentioned(cnf: &Cnf) -> impl Iterator<Item = usize> + use<> {
    cnf.occurring().into_iter().enumerate().filter(|(_, occurs)| *occurs).map(|(index, _)| index)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute_force::{count_extensions, lit};
    use proptest::prelude::{any, proptest};

    proptest! {
        /// Models of independent parts combine freely, and unmentioned variables double.
        #[test]
        fn counts_multiply(
            clauses in proptest::collection::vec(proptest::collection::vec((0..9usize, any::<bool>()), 1..4), 0..9),
        ) {
            let mut cnf = Cnf::with_vars(9);
            for clause in &clauses {
                cnf.add(&clause.iter().map(|(index, value)| lit(*index, *value)).collect::<Vec<_>>());
            }
            let components = Components::of(&cnf);
            let mentioned: usize = components.parts.iter().map(|part| part.vars.len()).sum();
            let product: u64 = components.parts.iter().map(|part| count_extensions(&part.cnf, &[])).product();
            assert_eq!(product << (9 - mentioned), count_extensions(&cnf, &[]));
            for (index, part) in components.parts.iter().enumerate() {
                assert_eq!(Components::of(&part.cnf).parts.len(), 1, "parts are connected");
                for local in (0..part.vars.len()).map(|index| lit(index, false)) {
                    let outer = part.vars[local.var().index()].negative();
                    assert_eq!(components.place(outer), Some((index, local)));
                }
            }
        }
    }
}
