//! Named conditions: each is one atom with one definition.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::source::syntax::yaml::YamlId;
use crate::tosca::model::ElementId;

/// A named condition, by number in order of first use.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NamedId(pub(super) u32);

/// A named condition that something uses.
#[derive(Clone, Debug)]
pub struct NamedCondition {
    /// Its name.
    pub name: String,
    /// Its body.
    pub body: YamlId,
    /// The element whose conditions used it first: what `SELF` means inside.
    pub context: Option<ElementId>,
}

/// All named conditions that were met so far.
#[derive(Debug, Default)]
pub(super) struct NamedConditions {
    all: Vec<NamedCondition>,
    by_name: FxHashMap<String, NamedId>,
    /// How many are defined already; the others wait for [`NamedConditions::next`].
    defined: usize,
    /// Which condition each one's body mentions directly.
    uses: Vec<Vec<NamedId>>,
}

impl NamedId {
    /// Its number, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl NamedConditions {
    pub(super) fn get(&self, name: &str) -> Option<NamedId> {
        self.by_name.get(name).copied()
    }

    pub(super) fn add(&mut self, condition: NamedCondition) -> NamedId {
        let id = NamedId(self.all.len() as u32);
        self.by_name.insert(condition.name.clone(), id);
        self.all.push(condition);
        self.uses.push(Vec::new());
        id
    }

    /// The next one whose body has to be lowered.
    pub(super) fn next(&mut self) -> Option<NamedId> {
        let id = NamedId(self.defined as u32);
        let is_met = self.defined < self.all.len();
        self.defined += usize::from(is_met);
        is_met.then_some(id)
    }

    /// The conditions, in order of first use.
    pub(super) fn all(&self) -> &[NamedCondition] {
        &self.all
    }

    /// Notes that the body of `user` mentions `used`.
    pub(super) fn note_use(&mut self, user: NamedId, used: NamedId) {
        self.uses[user.index()].push(used);
    }

    /// Conditions that are defined by each other without an element in between: the first such cycle.
    pub(super) fn cycle(&self) -> Option<Vec<NamedId>> {
        let mut is_done = vec![false; self.all.len()];
        let mut place_on_path = vec![None; self.all.len()];
        for start in 0..self.all.len() {
            let mut path: Vec<(NamedId, usize)> = Vec::new();
            if !is_done[start] {
                path.push((NamedId(start as u32), 0));
                place_on_path[start] = Some(0);
            }
            while let Some((id, next)) = path.last_mut() {
                let Some(&used) = self.uses[id.index()].get(*next) else {
                    is_done[id.index()] = true;
                    place_on_path[id.index()] = None;
                    path.pop();
                    continue;
                };
                *next += 1;
                if let Some(place) = place_on_path[used.index()] {
                    return Some(path[place..].iter().map(|&(id, _)| id).collect());
                }
                if !is_done[used.index()] {
                    place_on_path[used.index()] = Some(path.len());
                    path.push((used, 0));
                }
            }
        }
        None
    }

    pub(super) fn condition(&self, id: NamedId) -> &NamedCondition {
        &self.all[id.0 as usize]
    }
}

impl fmt::Debug for NamedId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "named#{}", self.0)
    }
}
