//! Groups of features that nothing but their group mentions: they are interchangeable, so that it matters how many of them are
//! selected, and not which.
//!
//! A feature is interchangeable when nothing is below it and no constraint names it. For counting, the interchangeable
//! members of a group become a number of as many values as there are ways to select them: `ways` of `n` features take no
//! more than `n` bits and one comparison, where a diagram of the group has up to `n²` nodes. Where a group has other members
//! too, and bounds for all of them, there is one such number for each number of others. How often a member is selected
//! follows from how often it is each case.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use variscope_encoder::encodings::pb;
use variscope_encoder::{Atom, Cnf, FormulaId, Lit, Problem, RuleIndex, Var};

use super::UvlSource;
use super::syntax::{Cardinality, GroupKind};
use crate::answer::Status;

/// Fewer members stay as they are.
const MIN_MEMBERS: usize = 16;
/// Bits of the numbers of one group, at most.
const MAX_BITS: usize = 1 << 17;
/// The number of all rules that no author wrote.
const UNNAMED: RuleIndex = RuleIndex::of_kind(2, 0);

/// A group of many members.
#[derive(Clone, Debug)]
pub(super) struct LargeGroup {
    pub kind: GroupKind,
    /// By atom, as are the members.
    pub parent: usize,
    pub members: Vec<usize>,
    /// The rule of each member's need for the parent.
    pub needs: Vec<RuleIndex>,
    /// The rule of the group.
    pub rule: RuleIndex,
}

/// The interchangeable members of a group as numbers, of which one counts at a time.
struct Numbered {
    /// By atom.
    members: Vec<usize>,
    /// Holds where some are selected, or may be.
    whole: Atom,
    /// Exclude each other; where none holds, no member is selected.
    cases: Vec<NumberedCase>,
}

/// In how many ways members can be selected.
struct NumberedCase {
    /// Holds where it is this case.
    switch: Atom,
    ways: BigUint,
    /// In how many of these ways a member is selected.
    each: BigUint,
}

/// A model in which interchangeable features are numbers.
pub(in crate::feature) struct CountEncodedModel {
    /// Has as many models over `projection` as the model has variants.
    pub cnf: Cnf,
    /// Features that are no part of a number, and the bits of numbers.
    pub projection: Vec<Var>,
    /// What statuses of features follow from: the same without bits.
    pub asked: Vec<Var>,
    numbered: Vec<Numbered>,
}

impl LargeGroup {
    /// Whether it is worth being looked at.
    pub(super) fn is_large(kind: GroupKind, members: usize) -> bool {
        let is_choice = matches!(kind, GroupKind::Or | GroupKind::Alternative | GroupKind::Cardinality(_));
        is_choice && members >= MIN_MEMBERS
    }
}

impl UvlSource {
    /// The model with interchangeable features as numbers, where these features are decided; none where there are too few.
    pub(in crate::feature) fn condensed(&self, given: &[Lit]) -> Option<CountEncodedModel> {
        if self.large_groups.is_empty() {
            return None;
        }
        let mentioned = self.mentioned(given);
        let mut problem = self.problem();
        let (mut numbered, mut gone) = (Vec::new(), vec![false; self.rules.len()]);
        for group in &self.large_groups {
            let is_free = |member: &&usize| !mentioned[**member];
            let (free, kept): (Vec<usize>, Vec<usize>) = group.members.iter().partition(is_free);
            if free.len() < MIN_MEMBERS || free.len() * (kept.len() + 1) > MAX_BITS {
                continue;
            }
            gone[group.rule.index() as usize] = true;
            let needs = group.members.iter().zip(&group.needs).filter(|(member, _)| !mentioned[**member]);
            needs.for_each(|(_, need)| gone[need.index() as usize] = true);
            numbered.push(number(&mut problem, group, &kept, free));
        }
        if numbered.is_empty() {
            return None;
        }
        problem.retain_constraints(|rule| {
            rule.index == UNNAMED || !gone.get(rule.index.index() as usize).is_some_and(|gone| *gone)
        });
        let own = self.places.len();
        let mut is_projected = vec![true; problem.atom_count()];
        is_projected[own..self.structure.atom_count()].fill(false);
        numbered.iter().flat_map(|group: &Numbered| &group.members).for_each(|&member| is_projected[member] = false);
        let projection: Vec<Var> = (0..is_projected.len()).filter(|&atom| is_projected[atom]).map(Var::new).collect();
        let mut is_asked = vec![false; problem.atom_count()];
        is_asked[..own].fill(true);
        for group in &numbered {
            is_asked[group.whole.index()] = true;
            group.cases.iter().for_each(|case| is_asked[case.switch.index()] = true);
        }
        let asked = projection.iter().copied().filter(|var| is_asked[var.index()]).collect();
        let mut cnf = problem.to_cnf();
        given.iter().for_each(|&lit| cnf.add(&[lit]));
        Some(CountEncodedModel { cnf, projection, asked, numbered })
    }

    /// By atom: whether anything but the rules of its group mentions it.
    fn mentioned(&self, given: &[Lit]) -> Vec<bool> {
        let mut is_own = vec![false; self.rules.len()];
        for group in &self.large_groups {
            is_own[group.rule.index() as usize] = true;
            group.needs.iter().for_each(|need| is_own[need.index() as usize] = true);
        }
        let stated = self.structure.constraints().iter().filter(|rule| !is_own[rule.index.index() as usize]);
        let defined = self.structure.atoms().filter_map(|atom| self.structure.definition(atom));
        let all = stated.map(|rule| rule.formula).chain(defined.map(|rule| rule.formula));
        let all: Vec<FormulaId> = all.chain(self.constraints.iter().map(|&(formula, _)| formula)).collect();
        let mut mentioned = vec![false; self.structure.atom_count()];
        self.structure.formulas().atoms_of(&all).into_iter().for_each(|atom| mentioned[atom.index()] = true);
        // What has a group below it is more than a member.
        self.large_groups.iter().for_each(|group| mentioned[group.parent] = true);
        given.iter().for_each(|lit| mentioned[lit.var().index()] = true);
        mentioned
    }
}

/// Replaces the free members of a group by numbers, with rules that come after those of the author.
fn number(problem: &mut Problem, group: &LargeGroup, kept: &[usize], free: Vec<usize>) -> Numbered {
    let numbered = match group.kind {
        GroupKind::Cardinality(bounds) => counted(problem, group, bounds, kept, free),
        kind => chosen(problem, group, kind, kept, free),
    };
    for case in &numbered.cases {
        let here: FormulaId = case.switch.into();
        if case.ways.is_zero() {
            problem.constrain(!here, UNNAMED);
            continue;
        }
        let greatest = &case.ways - 1u32;
        let bits: Vec<FormulaId> = (0..greatest.bits()).map(|_| problem.new_atom().into()).collect();
        let formulas = problem.formulas_mut();
        let bounded = formulas.at_most(&bits, &greatest);
        let bounded = formulas.implies(here, bounded);
        problem.constrain(bounded, UNNAMED);
        for bit in bits {
            let needed = problem.formulas_mut().implies(bit, here);
            problem.constrain(needed, UNNAMED);
        }
    }
    numbered
}

/// One feature stands for all that are free in an alternative, or where some are to be selected.
fn chosen(problem: &mut Problem, group: &LargeGroup, kind: GroupKind, kept: &[usize], members: Vec<usize>) -> Numbered {
    let (parent, switch) = (FormulaId::from(Atom::new(group.parent)), problem.new_atom());
    let all: Vec<FormulaId> = kept.iter().map(|&member| Atom::new(member).into()).chain([switch.into()]).collect();
    let (formulas, is_exclusive) = (problem.formulas_mut(), kind == GroupKind::Alternative);
    let needed = formulas.implies(switch.into(), parent);
    let demanded = formulas.or(all.iter().copied().chain([!parent]));
    let exclusive = if is_exclusive { formulas.at_most_one(all) } else { FormulaId::TRUE };
    [needed, demanded, exclusive].into_iter().for_each(|formula| problem.constrain(formula, UNNAMED));
    let count = members.len();
    let (ways, each) = if is_exclusive {
        (BigUint::from(count), BigUint::one())
    } else {
        ((BigUint::one() << count) - 1u32, BigUint::one() << (count - 1))
    };
    Numbered { members, whole: switch, cases: vec![NumberedCase { switch, ways, each }] }
}

/// How many of the others are selected says how many of the free ones are to be.
fn counted(
    problem: &mut Problem,
    group: &LargeGroup,
    bounds: Cardinality,
    kept: &[usize],
    members: Vec<usize>,
) -> Numbered {
    let (count, whole) = (members.len(), Atom::new(group.parent));
    let others: pb::Sum = kept.iter().map(|&member| (Atom::new(member).into(), 1.into())).collect();
    let least = bounds.least as usize;
    let most = bounds.most.map_or(count + kept.len(), |most| most as usize);
    let case = |selected: usize| {
        let switch = if kept.is_empty() { whole } else { problem.new_atom() };
        if switch != whole {
            let formulas = problem.formulas_mut();
            let reached = pb::at_least(formulas, &others, &selected.into());
            let passed = pb::at_least(formulas, &others, &(selected + 1).into());
            let here = formulas.and([whole.into(), reached, !passed]);
            problem.define(switch, here, UNNAMED);
        }
        let (ways, each) = match most.checked_sub(selected) {
            Some(most) => within(count, least.saturating_sub(selected), most.min(count)),
            None => (BigUint::zero(), BigUint::zero()),
        };
        NumberedCase { switch, ways, each }
    };
    Numbered { members, whole, cases: (0..=kept.len()).map(case).collect() }
}

/// In how many ways `least` to `most` of so many can be chosen, and in how many of these a certain one is.
fn within(count: usize, least: usize, most: usize) -> (BigUint, BigUint) {
    let (mut ways, mut chosen, mut each) = (BigUint::one(), BigUint::zero(), BigUint::zero());
    for size in 0..=most {
        if size >= least {
            // Of all that are chosen together, each is one part.
            each += &ways * size;
            chosen += &ways;
        }
        ways = ways * (count - size) / (size + 1);
    }
    (chosen, each / count)
}

impl CountEncodedModel {
    /// By feature: in how many variants it is selected, given the same of the projected variables.
    pub(in crate::feature) fn by_feature(&self, counts: &[(Var, BigUint)], features: &[Var]) -> Vec<BigUint> {
        let known = |var: Var| counts.binary_search_by_key(&var, |(var, _)| *var).ok().map(|place| &counts[place].1);
        let mut of_members = vec![None; features.last().map_or(0, |var| var.index() + 1)];
        for group in &self.numbered {
            let selected = group.cases.iter().filter(|case| !case.ways.is_zero()).map(|case| {
                let here = known(Var::from(case.switch)).cloned().unwrap_or_default();
                here / &case.ways * &case.each
            });
            let each: BigUint = selected.sum();
            group.members.iter().for_each(|&member| of_members[member] = Some(each.clone()));
        }
        features
            .iter()
            .map(|var| of_members[var.index()].take().or_else(|| known(*var).cloned()).unwrap_or_default())
            .collect()
    }

    /// By feature: its status, given those of the variables that are asked.
    pub(in crate::feature) fn statuses(&self, known: &[Option<Status>], features: &[Var]) -> Vec<Option<Status>> {
        let known = |var: Var| self.asked.binary_search(&var).ok().and_then(|place| known[place]);
        let mut of_members = vec![None; features.last().map_or(0, |var| var.index() + 1)];
        for group in &self.numbered {
            let status_of = |atom: Atom| known(Var::from(atom));
            let is_dead = |case: &&NumberedCase| status_of(case.switch) == Some(Status::Dead);
            let open: Vec<&NumberedCase> =
                group.cases.iter().filter(|case| !case.ways.is_zero()).filter(|case| !is_dead(case)).collect();
            let is_known = group.cases.iter().all(|case| status_of(case.switch).is_some());
            let status = if open.iter().all(|case| case.each.is_zero()) {
                Some(Status::Dead)
            } else if open.iter().any(|case| case.each < case.ways) {
                is_known.then_some(Status::Conditional)
            } else {
                status_of(group.whole).filter(|_| is_known)
            };
            group.members.iter().for_each(|&member| of_members[member] = Some(status));
        }
        features.iter().map(|&var| of_members[var.index()].unwrap_or_else(|| known(var))).collect()
    }
}
