//! Hosts that are pruned in a cycle.
//!
//! `rt` runs on `vm`. Without conditions of their own, some modes let `rt` be there only where `vm` is, and `vm` only where `rt` is. With
//! both and with none of both all conditions hold, and as little as possible is present: so a node that is there in any case, and runs on
//! `rt`, has no host. What keeps them is the option that demands hosts while variants are chosen.

use std::cell::LazyCell;

use rustc_hash::FxHashMap;
use variscope_encoder::Atom;

use super::Finding;
use super::fixes::turned_on;
use super::removal::whole;
use super::subject::Subject;
use crate::analysis::question::{Variants, Witness};
use crate::source::counted::shortened;
use crate::source::diagnostic::{Code, Diagnostic, Fix};
use crate::source::fix::Patch;
use crate::tosca::model::{Alternative, CONSTRAINTS, Constraint, ElementId, Kind, Model};

/// Findings for which the option is tried: each takes a variant, and the first ones show what to do.
const MAX_TRIED: usize = 16;

/// Elements of a cycle that are named.
const MAX_NAMES: usize = 3;

/// Says of nodes without hosts where these are pruned in a cycle, and proposes the option where it helps.
pub(super) fn say(subject: &Subject<'_, '_>, findings: &mut [Finding]) {
    let (variants, model) = (subject.variants, subject.variants.model());
    let cycles = LazyCell::new(|| DefinitionCycles::of(variants));
    let trial = LazyCell::new(|| Trial::of(model));
    let mut notes: Vec<(ElementId, String)> = Vec::new();
    let hostless = findings.iter_mut().filter(|finding| finding.diagnostic.code == Code::ExpectedHosting);
    for finding in hostless.take(MAX_TRIED) {
        let (Some(node), Some(witness)) = (finding.element, &finding.witness) else { continue };
        let Some(pruned) = cycles.pruned_hosts(subject, node, witness) else { continue };
        let names: Vec<String> = pruned.into_iter().map(|id| model.full_display(id)).collect();
        let names = shortened(&names, MAX_NAMES);
        let note = format!("{names} hang on each other and are pruned together, as little as possible is present");
        notes.push((node, note.clone()));
        finding.diagnostic.notes.push(note);
        if let Some(trial) = trial.as_ref().filter(|trial| trial.helps(subject, witness, &finding.diagnostic)) {
            finding.diagnostic.help =
                Some(format!("turn on the option `{}`, which keeps what a node runs on", option()));
            finding.diagnostic.fix = Some(Box::new(trial.fix.clone()));
        }
    }
    let without = findings.iter_mut().filter(|finding| finding.diagnostic.code == Code::NoValidVariant);
    for finding in without {
        let is_named = |node: ElementId| finding.because.iter().any(|line| line.span == model.element(node).span);
        let circular = notes.iter().find(|(node, _)| is_named(*node));
        finding.diagnostic.notes.extend(circular.map(|(_, note)| note.clone()));
    }
}

fn option() -> &'static str {
    let entry = CONSTRAINTS.iter().find(|entry| entry.constraint == Constraint::RequiredHosting);
    entry.expect("every constraint has its option").option
}

/// The cycles of definitions, by atom.
struct DefinitionCycles(FxHashMap<Atom, usize>);

impl DefinitionCycles {
    fn of(variants: &Variants<'_>) -> Self {
        let problem = variants.rules().problem();
        let cycles = problem.cycles(problem.atoms()).into_iter().enumerate();
        Self(cycles.flat_map(|(number, cycle)| cycle.into_iter().map(move |atom| (atom, number))).collect())
    }

    /// The absent elements of a cycle in which a host of the node is, without conditions of the author: its nodes, if there are
    /// several.
    fn pruned_hosts(&self, subject: &Subject<'_, '_>, node: ElementId, witness: &Witness) -> Option<Vec<ElementId>> {
        let (variants, model) = (subject.variants, subject.variants.model());
        let cycle = |id: ElementId| self.0.get(&variants.rules().presence(model, id));
        let relations = model.node(node).relations.iter().map(|&relation| model.relation(relation));
        let mut hosts = relations.filter(|relation| relation.is_hosting).filter_map(|relation| relation.target);
        let host = hosts.find(|&host| {
            let element = model.element(host);
            element.conditions.is_empty() && element.alternative == Alternative::Ordinary && cycle(host).is_some()
        })?;
        let whole = witness.complete(variants.configuration());
        let present = variants.under(&whole).presences_unchecked(&subject.limits.budget)?;
        let is_pruned = |&id: &ElementId| cycle(id) == cycle(host) && !present[model.position(id)];
        let pruned: Vec<ElementId> = model.ids().filter(is_pruned).collect();
        let nodes: Vec<ElementId> = pruned.iter().copied().filter(|id| id.kind() == Kind::Node).collect();
        let named = if nodes.len() > 1 { nodes } else { pruned };
        (named.contains(&host) && named.len() > 1).then_some(named)
    }
}

/// The template with the option.
struct Trial {
    fix: Fix,
    model: Model,
}

impl Trial {
    fn of(model: &Model) -> Option<Self> {
        let fix = turned_on(model, option())?;
        let edited = model.with_texts(&Patch::of([&fix]).texts(model.sources())).ok().and_then(whole)?;
        Some(Self { fix, model: edited })
    }

    /// Whether nothing else is wrong with this configuration then than what was, and this is not.
    fn helps(&self, subject: &Subject<'_, '_>, witness: &Witness, error: &Diagnostic) -> bool {
        let whole = witness.complete(subject.variants.configuration());
        let Ok(edited) = Variants::of(&self.model, &whole) else { return false };
        let Ok(resolved) = edited.variant_or_objections(&subject.limits.budget.extended()) else { return false };
        let errors = resolved.err().unwrap_or_default();
        let before = subject.replay(witness).unwrap_or_default();
        errors.iter().map(|objection| &objection.diagnostic).all(|after| {
            let is_same = |other: &Diagnostic| (other.code, &other.message) == (after.code, &after.message);
            !is_same(error) && before.iter().any(is_same)
        })
    }
}
