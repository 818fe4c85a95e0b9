//! Who does what to whom: policies that cover, nodes that host and target others.

use rustc_hash::FxHashMap;
use variscope_encoder::FormulaId;

use super::super::lower::Lowering;
use super::super::text::{ElementsOfKind, Unreadable, Verb};
use super::Demand;
use super::meaning::error;
use crate::source::diagnostic::{did_you_mean, did_you_mean_code};
use crate::tosca::model::{ElementId, Kind, Model};
use crate::tosca::types::Collection;

/// An element of a type.
#[derive(Clone, Debug, PartialEq)]
pub struct TypedElement {
    /// The element.
    pub element: ElementId,
    /// Its types that are of the type, one of which has to be present; empty where it may have any.
    pub types: Vec<ElementId>,
}

impl TypedElement {
    pub(super) fn any(element: ElementId) -> Self {
        Self { element, types: Vec::new() }
    }

    /// That the element is present, as one of the type.
    pub(super) fn demand(&self) -> Demand {
        let presence = Demand::Presence(self.element);
        if self.types.is_empty() {
            return presence;
        }
        let types = self.types.iter().map(|&id| Demand::Presence(id)).collect();
        Demand::all(vec![presence, Demand::any(types)])
    }
}

impl Model {
    /// The elements that an assertion is about.
    pub(super) fn typed_elements_of(&self, each: &ElementsOfKind) -> Result<Vec<TypedElement>, Unreadable> {
        let Some(kind) = Kind::ALL.into_iter().find(|kind| kind.word() == each.kind) else {
            let close = did_you_mean(&each.kind, Kind::ALL.iter().map(|kind| kind.word()));
            let help = close.map_or("such as `for node of TYPE:`".to_owned(), did_you_mean_code);
            return Err(error(&each.place, format!("there are no elements of kind \"{}\"", each.kind), Some(help)));
        };
        let Some(name) = &each.of_type else { return Ok(self.of_kind(kind).map(TypedElement::any).collect()) };
        let Some(collection) = kind.collection() else {
            return Err(error(&each.place, format!("elements of kind \"{kind}\" have no types"), None));
        };
        match self.typed_elements_of_type(kind, collection, name) {
            Some(typed) => Ok(typed),
            None => {
                let close = did_you_mean(name, self.types().names(collection));
                let help = close.map(did_you_mean_code);
                Err(error(&each.place, format!("there is no {} \"{name}\"", collection.noun()), help))
            }
        }
    }

    /// The elements of some type, whatever their kind; none where there is no such type.
    pub(super) fn typed_elements_of_any_type(&self, name: &str) -> Option<Vec<TypedElement>> {
        let kinds = [Kind::Node, Kind::Policy, Kind::Group];
        kinds.into_iter().find_map(|kind| self.typed_elements_of_type(kind, kind.collection()?, name))
    }

    /// The elements of a kind with a type that is `name` or derives from it; none where neither a definition nor an element
    /// has that name.
    fn typed_elements_of_type(&self, kind: Kind, collection: Collection, name: &str) -> Option<Vec<TypedElement>> {
        let is_so = |id: &ElementId| {
            let own = &*self.element(*id).name;
            own == name || self.types().is_a(collection, own, name).unwrap_or(false)
        };
        let mut typed = Vec::new();
        for element in self.of_kind(kind) {
            let types: Vec<ElementId> = self.types_of(element).iter().copied().filter(is_so).collect();
            if !types.is_empty() {
                typed.push(TypedElement { element, types });
            }
        }
        let is_known = !typed.is_empty() || self.types().definition(collection, name).is_some();
        is_known.then_some(typed)
    }
}

impl Lowering<'_> {
    /// Some of `doers` does it to some of `others`.
    pub(super) fn done(&mut self, verb: Verb, doers: &[TypedElement], others: &[TypedElement]) -> FormulaId {
        let doers: FxHashMap<ElementId, FormulaId> =
            doers.iter().map(|one| (one.element, self.typed_presence(one))).collect();
        let ways: Vec<FormulaId> = others
            .iter()
            .map(|other| {
                let own = self.typed_presence(other);
                let done = match verb {
                    Verb::Covers => self.covered(&doers, other.element),
                    Verb::Hosts => self.hosted(&doers, other.element),
                    Verb::Targets => self.targeted(&doers, other.element),
                };
                self.formulas().and([own, done])
            })
            .collect();
        self.formulas().or(ways)
    }

    fn typed_presence(&mut self, one: &TypedElement) -> FormulaId {
        let presence = self.presence(one.element);
        if one.types.is_empty() {
            return presence;
        }
        let some = self.any_presence(one.types.iter().copied());
        self.formulas().and([presence, some])
    }

    /// A policy applies to the element or to a group of it, or a group has it as a member.
    fn covered(&mut self, doers: &FxHashMap<ElementId, FormulaId>, element: ElementId) -> FormulaId {
        let model = self.model;
        let has = |group: ElementId| model.group(group).members.iter().any(|member| member.elements.contains(&element));
        let covering = |id: &ElementId| match id.kind() {
            Kind::Policy => model
                .policy(*id)
                .targets
                .iter()
                .flat_map(|target| &target.elements)
                .any(|&target| target == element || target.kind() == Kind::Group && has(target)),
            Kind::Group => has(*id),
            _ => false,
        };
        let ids = [Kind::Policy, Kind::Group].into_iter().flat_map(|kind| model.of_kind(kind));
        let ways: Vec<FormulaId> = ids.filter(covering).filter_map(|id| doers.get(&id).copied()).collect();
        self.formulas().or(ways)
    }

    /// A present node has a present relation to the element.
    fn targeted(&mut self, doers: &FxHashMap<ElementId, FormulaId>, element: ElementId) -> FormulaId {
        if element.kind() != Kind::Node {
            return FormulaId::FALSE;
        }
        let incoming = self.topology().incoming(element);
        let ways: Vec<FormulaId> = incoming
            .into_iter()
            .filter_map(|(relation, source)| {
                let (doer, relation) = (*doers.get(&source)?, self.presence(relation));
                Some(self.formulas().and([doer, relation]))
            })
            .collect();
        self.formulas().or(ways)
    }

    /// By present hosting relations one comes from the element to a present node that is meant: the least fixed point, which
    /// is reached when every node has been passed.
    fn hosted(&mut self, doers: &FxHashMap<ElementId, FormulaId>, element: ElementId) -> FormulaId {
        if element.kind() != Kind::Node {
            return FormulaId::FALSE;
        }
        let mut reached = vec![element];
        let mut next = 0;
        while let Some(&node) = reached.get(next) {
            next += 1;
            let hosts = self.topology().hosting(node).into_iter().map(|(_, host)| host);
            let fresh: Vec<ElementId> = hosts.filter(|host| !reached.contains(host)).collect();
            reached.extend(fresh);
        }
        let mut hosted: FxHashMap<ElementId, FormulaId> = FxHashMap::default();
        for _ in 0..reached.len() {
            let mut is_changed = false;
            for &node in reached.iter().rev() {
                let formula = self.hosted_by_way_of(doers, &hosted, node);
                is_changed |= hosted.insert(node, formula) != Some(formula);
            }
            if !is_changed {
                break;
            }
        }
        hosted.get(&element).copied().unwrap_or(FormulaId::FALSE)
    }

    fn hosted_by_way_of(
        &mut self,
        doers: &FxHashMap<ElementId, FormulaId>,
        hosted: &FxHashMap<ElementId, FormulaId>,
        node: ElementId,
    ) -> FormulaId {
        let hosts = self.topology().hosting(node);
        let ways: Vec<FormulaId> = hosts
            .into_iter()
            .map(|(relation, host)| {
                let meant = doers.get(&host).copied().unwrap_or(FormulaId::FALSE);
                let further = hosted.get(&host).copied().unwrap_or(FormulaId::FALSE);
                let either = self.formulas().or([meant, further]);
                let (relation, host) = (self.presence(relation), self.presence(host));
                self.formulas().and([relation, host, either])
            })
            .collect();
        self.formulas().or(ways)
    }
}
