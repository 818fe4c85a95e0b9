//! Hosting paths: the ways down from a component through hosts of wanted types.

use crate::tosca::model::ElementId;

/// How many steps all searches of a template may take together; far more than any deployment asks for.
pub(super) const MAX_STEPS: usize = 1 << 24;

/// Stands for any number of hosts of any type.
pub(super) const ANY_HOSTS: &str = "*";

/// What the search has to know.
pub(super) trait Hosts {
    /// The hosting relations of a node, each with the node that it leads to, in order.
    fn hosts(&self, node: ElementId) -> Vec<(ElementId, ElementId)>;

    /// Whether the type of a node is `type_name` or derives from it.
    fn is_a(&mut self, node: ElementId, type_name: &str) -> bool;
}

/// There are more paths than the steps that are left can list.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooManyPaths;

/// A place of the search: a node reached, and how much of the wanted list lies behind it.
#[derive(Clone, Copy, Debug)]
struct HostingState {
    node: ElementId,
    position: usize,
    /// The relation that was followed to get here; none where the wanted list alone moved on.
    relation: Option<ElementId>,
    before: Option<usize>,
}

/// Every way to follow hosting relations from `node` along `wanted`, as relation, host, relation, host...
///
/// Paths come depth-first in the order of relations. Where `*` skips hosts, no host is skipped twice: such a path
/// holds whenever the shorter one does. Behind a `*` stands the type of the host that is looked for; another `*` there is
/// taken for the name of a type, as in the reference, and no host has it. `work` is how many steps are left.
pub(super) fn hosting_paths(
    topology: &mut impl Hosts,
    node: ElementId,
    wanted: &[&str],
    work: &mut usize,
) -> Result<Vec<Vec<ElementId>>, TooManyPaths> {
    if wanted.windows(2).any(|pair| pair == [ANY_HOSTS, ANY_HOSTS]) {
        return Ok(Vec::new());
    }
    let end = wanted.iter().rposition(|name| *name != ANY_HOSTS).map_or(0, |last| last + 1);
    let mut search =
        HostingSearch { states: vec![HostingState { node, position: 0, relation: None, before: None }], work };
    let mut pending = vec![0];
    let mut paths = Vec::new();
    while let Some(place) = pending.pop() {
        let state = search.states[place];
        if state.position == end {
            paths.push(search.path(place)?);
            continue;
        }
        let next = search.next(topology, place, wanted[state.position])?;
        pending.extend(next.into_iter().rev());
    }
    Ok(paths)
}

struct HostingSearch<'w> {
    states: Vec<HostingState>,
    work: &'w mut usize,
}

impl HostingSearch<'_> {
    fn next(&mut self, topology: &mut impl Hosts, place: usize, wanted: &str) -> Result<Vec<usize>, TooManyPaths> {
        let state = self.states[place];
        let skips = wanted == ANY_HOSTS;
        let mut next = Vec::new();
        if skips {
            next.push(self.push(HostingState {
                position: state.position + 1,
                relation: None,
                before: Some(place),
                ..state
            }));
        }
        let position = if skips { state.position } else { state.position + 1 };
        for (relation, host) in topology.hosts(state.node) {
            self.spend(1)?;
            let leads_on = if skips { !self.was_at(place, host)? } else { topology.is_a(host, wanted) };
            if leads_on {
                next.push(self.push(HostingState {
                    node: host,
                    position,
                    relation: Some(relation),
                    before: Some(place),
                }));
            }
        }
        Ok(next)
    }

    fn push(&mut self, state: HostingState) -> usize {
        self.states.push(state);
        self.states.len() - 1
    }

    /// Whether the way to `place` came by `host` at the position of the wanted list where it is.
    fn was_at(&mut self, place: usize, host: ElementId) -> Result<bool, TooManyPaths> {
        let position = self.states[place].position;
        let mut at = Some(place);
        while let Some(state) = at.map(|at| self.states[at]).filter(|state| state.position == position) {
            self.spend(1)?;
            if state.node == host {
                return Ok(true);
            }
            at = state.before;
        }
        Ok(false)
    }

    fn path(&mut self, place: usize) -> Result<Vec<ElementId>, TooManyPaths> {
        let mut path = Vec::new();
        let mut at = Some(place);
        while let Some(state) = at.map(|at| self.states[at]) {
            if let Some(relation) = state.relation {
                path.extend([state.node, relation]);
            }
            at = state.before;
        }
        self.spend(path.len() + 1)?;
        path.reverse();
        Ok(path)
    }

    fn spend(&mut self, work: usize) -> Result<(), TooManyPaths> {
        *self.work = self.work.checked_sub(work).ok_or(TooManyPaths)?;
        Ok(())
    }
}
