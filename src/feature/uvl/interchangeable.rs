//! Groups of features that nothing but their group mentions: they are interchangeable, so that it matters how many of them are
//! selected, and not which.
//!
//! A feature is interchangeable when nothing is below it and no constraint names it. For counting, the interchangeable
//! members of a group become a number of as many values as there are ways to select them: `ways` of `n` features take no
//! more than `n` bits and one comparison, where a diagram of the group has up to `n²` nodes. How often a member is selected
//! follows from how often the group is.

use num_bigint::BigUint;
use num_traits::{One, Zero};
use variscope_encoder::{Atom, Cnf, FormulaId, Formulas, Lit, Problem, RuleIndex, Var};

use super::UvlSource;
use super::syntax::GroupKind;
use crate::feature::elements::FeatureStatus;

/// Fewer members stay as they are.
const FEWEST: usize = 16;

/// A group whose members have nothing below them.
#[derive(Clone, Debug)]
pub(super) struct LeafGroup {
    pub kind: GroupKind,
    /// By atom, as are the members.
    pub parent: usize,
    pub members: Vec<usize>,
    /// The rule of each member's need for the parent.
    pub needs: Vec<RuleIndex>,
    /// The rule of the group.
    pub rule: RuleIndex,
}

/// The members of a group as a number.
struct Numbered {
    /// By atom.
    members: Vec<usize>,
    /// Holds where some are selected, or may be.
    switch: Atom,
    /// The number of ways to select members where it holds; where it does not, none is selected.
    ways: BigUint,
    /// In how many of these ways a member is selected.
    each: BigUint,
}

/// A model in which interchangeable features are numbers.
pub(in crate::feature) struct Condensed {
    /// Has as many models over `projection` as the model has variants.
    pub cnf: Cnf,
    /// Features that are no part of a number, and the bits of numbers.
    pub projection: Vec<Var>,
    /// What statuses of features follow from: the same without bits.
    pub asked: Vec<Var>,
    numbered: Vec<Numbered>,
}

impl LeafGroup {
    /// Whether it is worth being looked at.
    pub(super) fn is_large(kind: GroupKind, members: usize) -> bool {
        let is_choice = matches!(kind, GroupKind::Or | GroupKind::Alternative | GroupKind::Cardinality(_));
        is_choice && members >= FEWEST
    }
}

impl UvlSource {
    /// The model with interchangeable features as numbers, where these features are decided; none where there are too few.
    pub(in crate::feature) fn condensed(&self, given: &[Lit]) -> Option<Condensed> {
        if self.leaf_groups.is_empty() {
            return None;
        }
        let mentioned = self.mentioned(given);
        let mut problem = self.problem();
        let (mut numbered, mut gone) = (Vec::new(), vec![false; self.rules.len()]);
        for group in &self.leaf_groups {
            let is_free = |member: &&usize| !mentioned[**member];
            let (free, kept): (Vec<usize>, Vec<usize>) = group.members.iter().partition(is_free);
            let is_whole = kept.is_empty();
            if free.len() < FEWEST || matches!(group.kind, GroupKind::Cardinality(_)) && !is_whole {
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
        problem.retain_constraints(|rule| !gone.get(rule.index.index() as usize).is_some_and(|gone| *gone));
        let own = self.places.len();
        let mut is_projected = vec![true; problem.atom_count()];
        is_projected[own..self.structure.atom_count()].fill(false);
        numbered.iter().flat_map(|group: &Numbered| &group.members).for_each(|&member| is_projected[member] = false);
        let projection: Vec<Var> = (0..is_projected.len()).filter(|&atom| is_projected[atom]).map(Var::new).collect();
        let is_asked =
            |var: &&Var| var.index() < own || numbered.iter().any(|group| group.switch.index() == var.index());
        let asked = projection.iter().filter(is_asked).copied().collect();
        let mut cnf = problem.to_cnf();
        given.iter().for_each(|&lit| cnf.add(&[lit]));
        Some(Condensed { cnf, projection, asked, numbered })
    }

    /// By atom: whether anything but the rules of its leaf group mentions it.
    fn mentioned(&self, given: &[Lit]) -> Vec<bool> {
        let mut is_own = vec![false; self.rules.len()];
        for group in &self.leaf_groups {
            is_own[group.rule.index() as usize] = true;
            group.needs.iter().for_each(|need| is_own[need.index() as usize] = true);
        }
        let stated = self.structure.constraints().iter().filter(|rule| !is_own[rule.index.index() as usize]);
        let defined = self.structure.atoms().filter_map(|atom| self.structure.definition(atom));
        let all = stated.map(|rule| rule.formula).chain(defined.map(|rule| rule.formula));
        let all: Vec<FormulaId> = all.chain(self.constraints.iter().map(|&(formula, _)| formula)).collect();
        let mut mentioned = vec![false; self.structure.atom_count()];
        self.structure.formulas().atoms_of(&all).into_iter().for_each(|atom| mentioned[atom.index()] = true);
        given.iter().for_each(|lit| mentioned[lit.var().index()] = true);
        mentioned
    }
}

/// Replaces the free members of a group by a number, with rules that come after those of the author.
fn number(problem: &mut Problem, group: &LeafGroup, kept: &[usize], free: Vec<usize>) -> Numbered {
    let parent: FormulaId = Atom::new(group.parent).into();
    let count = free.len();
    let (switch, (ways, each)) = match group.kind {
        GroupKind::Cardinality(bounds) => {
            let most = bounds.most.map_or(count, |most| (most as usize).min(count));
            (Atom::new(group.parent), within(count, bounds.least as usize, most))
        }
        kind => {
            let some = problem.new_atom();
            let ways = match kind {
                GroupKind::Alternative => (BigUint::from(count), BigUint::one()),
                _ => ((BigUint::one() << count) - 1u32, BigUint::one() << (count - 1)),
            };
            (some, ways)
        }
    };
    let unnamed = RuleIndex::new(u32::MAX);
    let some: FormulaId = switch.into();
    if group.parent != switch.index() {
        let members: Vec<FormulaId> = kept.iter().map(|&member| Atom::new(member).into()).chain([some]).collect();
        let formulas = problem.formulas_mut();
        let needed = formulas.implies(some, parent);
        let demanded = formulas.or(members.iter().copied().chain([!parent]));
        let exclusive = match group.kind {
            GroupKind::Alternative => formulas.at_most_one(members),
            _ => FormulaId::TRUE,
        };
        [needed, demanded, exclusive].into_iter().for_each(|formula| problem.constrain(formula, unnamed));
    }
    if ways.is_zero() {
        problem.constrain(!some, unnamed);
    } else {
        let greatest = &ways - 1u32;
        let bits: Vec<FormulaId> = (0..greatest.bits()).map(|_| problem.new_atom().into()).collect();
        let formulas = problem.formulas_mut();
        let bounded = at_most(formulas, &bits, &greatest);
        let bounded = formulas.implies(some, bounded);
        problem.constrain(bounded, unnamed);
        for bit in bits {
            let needed = problem.formulas_mut().implies(bit, some);
            problem.constrain(needed, unnamed);
        }
    }
    Numbered { members: free, switch, ways, each }
}

/// That a number is not greater, by its bits, the least first.
fn at_most(formulas: &mut Formulas, bits: &[FormulaId], greatest: &BigUint) -> FormulaId {
    bits.iter().zip(0..).fold(FormulaId::TRUE, |below, (&bit, place)| {
        if greatest.bit(place) { formulas.or([!bit, below]) } else { formulas.and([!bit, below]) }
    })
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

impl Condensed {
    /// By feature: in how many variants it is selected, given the same of the projected variables.
    pub(in crate::feature) fn by_feature(&self, counts: &[(Var, BigUint)], features: &[Var]) -> Vec<BigUint> {
        let known = |var: Var| counts.binary_search_by_key(&var, |(var, _)| *var).ok().map(|place| &counts[place].1);
        let mut of_members = vec![None; features.last().map_or(0, |var| var.index() + 1)];
        for group in self.numbered.iter().filter(|group| !group.ways.is_zero()) {
            let switched = known(Var::new(group.switch.index())).cloned().unwrap_or_default();
            let each = switched / &group.ways * &group.each;
            group.members.iter().for_each(|&member| of_members[member] = Some(each.clone()));
        }
        features
            .iter()
            .map(|var| of_members[var.index()].take().or_else(|| known(*var).cloned()).unwrap_or_default())
            .collect()
    }

    /// By feature: its status, given those of the variables that are asked.
    pub(in crate::feature) fn statuses(
        &self,
        known: &[Option<FeatureStatus>],
        features: &[Var],
    ) -> Vec<Option<FeatureStatus>> {
        let known = |var: Var| self.asked.binary_search(&var).ok().and_then(|place| known[place]);
        let mut of_members = vec![None; features.last().map_or(0, |var| var.index() + 1)];
        for group in &self.numbered {
            let status = match known(Var::new(group.switch.index())) {
                _ if group.each.is_zero() => Some(FeatureStatus::Dead),
                Some(FeatureStatus::Core) if group.each < group.ways => Some(FeatureStatus::Conditional),
                status => status,
            };
            group.members.iter().for_each(|&member| of_members[member] = Some(status));
        }
        features.iter().map(|&var| of_members[var.index()].unwrap_or_else(|| known(var))).collect()
    }
}
