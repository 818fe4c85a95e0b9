//! Groups of mutually exclusive literals: those given, and cliques of clauses `(¬a ∨ ¬b)`.

use rustc_hash::FxHashSet;

use crate::cnf::Cnf;
use crate::lit::Lit;

/// Comparisons after which no further clique is looked for.
const EFFORT: usize = 2_000_000;

/// Pairs of literals that exclude each other, with each literal's partners in ascending order.
struct Exclusions {
    partners: Vec<Vec<Lit>>,
}

impl Exclusions {
    fn of(cnf: &Cnf) -> Self {
        let mut partners = vec![Vec::new(); 2 * cnf.var_count()];
        for clause in cnf.clauses() {
            if let [left, right] = *clause {
                partners[(!left).code()].push(!right);
                partners[(!right).code()].push(!left);
            }
        }
        for list in &mut partners {
            list.sort_unstable();
            list.dedup();
        }
        Self { partners }
    }

    fn exclude(&self, left: Lit, right: Lit) -> bool {
        self.partners[left.code()].binary_search(&right).is_ok()
    }
}

/// The groups, and a greedy cover of the pairs that are in none of them by cliques.
pub(super) fn with_cliques(cnf: &Cnf, groups: &[Vec<Lit>]) -> Vec<Vec<Lit>> {
    let mut groups = groups.to_vec();
    let exclusions = Exclusions::of(cnf);
    let mut covered: FxHashSet<(Lit, Lit)> = groups.iter().flat_map(|group| pairs(group)).collect();
    let mut effort = 0;
    for (code, partners) in exclusions.partners.iter().enumerate() {
        let first = Lit::from_code(code);
        for second in partners.iter().filter(|second| **second > first) {
            if effort > EFFORT {
                return groups;
            }
            if covered.contains(&(first, *second)) {
                continue;
            }
            let mut clique = vec![first, *second];
            for candidate in partners {
                effort += clique.len();
                if clique[1..].iter().all(|member| exclusions.exclude(*candidate, *member)) {
                    clique.push(*candidate);
                }
            }
            clique.sort_unstable();
            covered.extend(pairs(&clique));
            groups.push(clique);
        }
    }
    groups
}

/// All pairs of a group, the smaller literal first. Large groups are given as such and need no pairs.
fn pairs(group: &[Lit]) -> impl Iterator<Item = (Lit, Lit)> + '_ {
    const LARGEST: usize = 200;
    let group = if group.len() > LARGEST { &[] } else { group };
    group
        .iter()
        .enumerate()
        .flat_map(move |(index, left)| group[..index].iter().map(move |right| (*left.min(right), *left.max(right))))
}
