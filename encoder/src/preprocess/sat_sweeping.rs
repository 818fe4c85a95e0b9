//! Counted variables that are equal or opposite in all models, though no propagation says so: what follows from the same
//! inputs by gates of its own (SAT sweeping; Mishchenko, Chatterjee, Brayton & Eén, ICCAD 2006).
//!
//! Models split the variables into those that were always alike. What is still together is asked for a model that distinguishes
//! it, and is merged where there is none; what is not answered soon stays as it is.

use rustc_hash::FxHashMap;

use super::local_model::LocalModel;
use super::reduced::Reduced;
use crate::budget::Ticker;
use crate::random::Random;
use crate::{Interrupted, Lit, Var};

/// Models by which variables are distinguished at first.
const MODELS: usize = 24;
/// Propagated literals, for each literal of the clauses, after which nothing is asked any more.
const EFFORT: u64 = 40;

/// Merges counted variables that are alike.
pub(super) fn merge_equal(reduced: &mut Reduced, ticker: &mut Ticker<'_>) -> Result<(), Interrupted> {
    let is_used = reduced.occurring();
    let is_asked = |var: &Var| is_used[var.index()] && reduced.projected[var.index()];
    let asked: Vec<Var> = (0..reduced.var_count()).map(Var::new).filter(is_asked).collect();
    let effort = EFFORT * super::size(reduced) as u64;
    let Some(local) = LocalModel::find(&reduced.clauses, effort, ticker)? else { return Ok(()) };
    let mut groups = Groups::new(local, &asked);
    groups.distinguish(ticker)?;
    for place in 0..asked.len() {
        groups.settle(place, ticker)?;
    }
    let Groups { fixed, equal, .. } = groups;
    reduced.assign(&fixed);
    equal.into_iter().for_each(|(first, second)| reduced.merge(first, second));
    reduced.rewrite(ticker)
}

/// Literals by the group of those that were always alike.
struct Groups {
    local: LocalModel,
    /// True in the first model.
    literals: Vec<Lit>,
    /// By literal; those of the first group were always true.
    group_of: Vec<u32>,
    next: u32,
    /// Places of literals that are like none before them.
    leaders: Vec<usize>,
    by_group: FxHashMap<u32, usize>,
    fixed: Vec<Lit>,
    equal: Vec<(Lit, Lit)>,
}

impl Groups {
    fn new(local: LocalModel, asked: &[Var]) -> Self {
        let literals: Vec<Lit> = asked.iter().map(|&var| local.phase(var)).collect();
        Self {
            group_of: vec![0; literals.len()],
            local,
            literals,
            next: 1,
            leaders: Vec::new(),
            by_group: FxHashMap::default(),
            fixed: Vec::new(),
            equal: Vec::new(),
        }
    }

    /// Looks at some models.
    fn distinguish(&mut self, ticker: &mut Ticker<'_>) -> Result<(), Interrupted> {
        let mut random = Random::new(0);
        for _ in 0..MODELS {
            if self.local.draw(&mut random, ticker)? {
                self.split(0);
            }
        }
        Ok(())
    }

    /// Finds out what the literal is like; those before it are settled.
    fn settle(&mut self, place: usize, ticker: &mut Ticker<'_>) -> Result<(), Interrupted> {
        let lit = self.literals[place];
        loop {
            let group = self.group_of[place];
            let leader = self.by_group.get(&group).map(|&leader| self.literals[leader]);
            let differs = match leader {
                None if group == 0 => self.local.holds_with(&[!lit], ticker)?,
                None => break,
                Some(leader) => self.local.differ(lit, leader, ticker)?,
            };
            match (differs, leader) {
                (Some(true), _) => self.split(place),
                (Some(false), None) => {
                    self.local.learn(&[lit]);
                    self.fixed.push(lit);
                    return Ok(());
                }
                (Some(false), Some(leader)) => {
                    self.local.learn(&[lit, !leader]);
                    self.local.learn(&[!lit, leader]);
                    self.equal.push((leader, lit));
                    return Ok(());
                }
                (None, _) => {
                    self.group_of[place] = self.next;
                    self.next += 1;
                }
            }
        }
        self.by_group.insert(self.group_of[place], place);
        self.leaders.push(place);
        Ok(())
    }

    /// Splits groups by the model at hand; literals before `first` that lead no group are settled.
    fn split(&mut self, first: usize) {
        let mut falsified: FxHashMap<u32, u32> = FxHashMap::default();
        for place in self.leaders.iter().copied().chain(first..self.literals.len()) {
            let lit = self.literals[place];
            if self.local.phase(lit.var()) != lit {
                let group = *falsified.entry(self.group_of[place]).or_insert_with(|| {
                    self.next += 1;
                    self.next - 1
                });
                self.group_of[place] = group;
            }
        }
        self.by_group = self.leaders.iter().map(|&place| (self.group_of[place], place)).collect();
    }
}
