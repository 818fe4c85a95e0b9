//! Hosts that were forgotten: where a node has none, and another node that others run on is there.
//!
//! `web` runs on `aws_vm` alone, `dbms` beside it on `aws_vm` or `azure_vm`. What `web` lacks then is a second requirement, and
//! no condition: that is proposed first. And that nothing leads to `azure_vm` there is reported as what follows.

use variscope_encoder::FormulaId;

use super::Finding;
use super::lifted_solver::LiftedSolver;
use super::subject::Subject;
use crate::source::diagnostic::Code;
use crate::tosca::model::{ElementId, Kind, Model};

/// Nodes that are tried for one that lacks a host.
const MAX_TRIED: usize = 8;

/// Findings for which a host is looked for: each takes calls of a solver, and the first ones show what to do.
const MAX_FINDINGS: usize = 16;

/// A node without a host, and what could be one.
struct HostlessNode {
    node: ElementId,
    host: ElementId,
    /// When the node lacks a host.
    formula: FormulaId,
}

/// Proposes a host where one is there exactly where a node has none.
pub(super) fn propose(subject: &mut Subject<'_, '_>, findings: &mut [Finding]) {
    let variants = subject.variants;
    let (model, violations) = (variants.model(), variants.rules().violations());
    let Some(all) = subject.space.as_lifted_mut() else { return };
    let of_code = |finding: &Finding, code: Code| {
        let found = finding.element.zip(finding.violation).filter(|_| finding.diagnostic.code == code);
        found.map(|(node, number)| (node, violations[number].formula))
    };
    let mut lacks = Vec::new();
    let hostless = findings.iter_mut().filter_map(|finding| Some((of_code(finding, Code::ExpectedHosting)?, finding)));
    for ((node, formula), finding) in hostless.take(MAX_FINDINGS) {
        let Some(host) = forgotten(all, model, node, formula) else { continue };
        let usual = finding.diagnostic.help.take().map(|help| format!("; or {help}")).unwrap_or_default();
        let help = format!("add `{}`, which is present there{usual}", requirement(model, node, host));
        finding.diagnostic.help = Some(help);
        lacks.push(HostlessNode { node, host, formula });
    }
    if lacks.is_empty() {
        return;
    }
    for finding in findings.iter_mut() {
        let Some((unused, formula)) = of_code(finding, Code::ExpectedIncoming) else { continue };
        let is_for = |lack: &&HostlessNode| lack.host == unused && never(all, &[formula, !lack.formula]);
        let Some(HostlessNode { node, .. }) = lacks.iter().find(is_for) else { continue };
        let name = model.full_display(*node);
        finding.diagnostic.help =
            Some(format!("{name} has no host there: add `{}` to it", requirement(model, *node, unused)));
    }
}

/// A node that others run on, and that is present wherever this one has no host, and nowhere where it has one.
fn forgotten(
    solver: &mut LiftedSolver<'_, '_>,
    model: &Model,
    node: ElementId,
    lacking: FormulaId,
) -> Option<ElementId> {
    let own = hosts(model, node);
    let presence = |solver: &LiftedSolver<'_, '_>, id: ElementId| FormulaId::from(solver.lifted.presence(id));
    candidates(model, node, &own).into_iter().take(MAX_TRIED).find(|&host| {
        let here = presence(solver, host);
        let has_one: Vec<FormulaId> = own.iter().map(|&own| presence(solver, own)).collect();
        let has_one = solver.formulas.or(has_one);
        let own = presence(solver, node);
        never(solver, &[lacking, !here]) && never(solver, &[own, has_one, here])
    })
}

/// Nodes on which others run that have a host in common with this one, those of its own type first; then nodes of the type of one of
/// its hosts.
fn candidates(model: &Model, node: ElementId, own: &[ElementId]) -> Vec<ElementId> {
    let names = |id: ElementId| model.node(id).types.iter().map(|&own| &*model.element(own).name).collect::<Vec<_>>();
    let nodes = || model.of_kind(Kind::Node).filter(|&other| other != node);
    let mut siblings: Vec<(bool, Vec<ElementId>)> = nodes()
        .map(|other| (names(other) != names(node), hosts(model, other)))
        .filter(|(_, hosts)| hosts.iter().any(|host| own.contains(host)))
        .collect();
    siblings.sort_by_key(|(is_other, _)| *is_other);
    let siblings = siblings.into_iter().flat_map(|(_, hosts)| hosts);
    let alike = nodes().filter(|&other| own.iter().any(|&host| names(host) == names(other)));
    let mut found: Vec<ElementId> = Vec::new();
    for host in siblings.chain(alike) {
        if host != node && !own.contains(&host) && !found.contains(&host) {
            found.push(host);
        }
    }
    found
}

/// The nodes on which a node runs.
fn hosts(model: &Model, node: ElementId) -> Vec<ElementId> {
    let relations = model.node(node).relations.iter().map(|&relation| model.relation(relation));
    relations.filter(|relation| relation.is_hosting).filter_map(|relation| relation.target).collect()
}

/// The requirement that makes a node run on another one.
fn requirement(model: &Model, node: ElementId, host: ElementId) -> String {
    let mut relations = model.node(node).relations.iter();
    let known = relations.find(|&&relation| model.relation(relation).is_hosting);
    let name = known.map_or("host", |&relation| &*model.element(relation).name);
    format!("- {name}: {}", model.element(host).name)
}

/// Whether all of this holds in no configuration.
fn never(solver: &mut LiftedSolver<'_, '_>, formulas: &[FormulaId]) -> bool {
    let together = solver.formulas.and(formulas.iter().copied());
    solver.misses_nothing() && matches!(solver.find(together), Ok(None))
}
